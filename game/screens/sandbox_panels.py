"""The box as a panel: every unit and model of every roster, found by words, to drag from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame

from game.play.wording import plain_name, side_name
from game.prompts.sandbox import HandState, HeldItem
from game.rules.sandbox.model_actions import kinds_of, rosters_of
from game.table.records import Model, Side
from game.table.state import Table
from game.widgets.inputs import Stepper
from game.widgets.label import heading
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.text_field import TextField
from game.widgets.theme import Box, Theme
from game.widgets.widget import Pixel

EDGE, LINE = 9.0, 32.0
ROW = 42.0
TOKEN = 24


class Chest:
    """A press on a row takes it in the hand: dragged, or clicked and set down by a click."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        table: Table,
        grip: HandState,
        portrait: Callable[[Model, int], pygame.Surface],
        *,
        side: Side,
        words: str,
        on_take: Callable[[], None],
    ) -> None:
        """*side*: for whom it is taken; *words*: what is looked for; *on_take*: called then."""
        self.panel, self.grip, self.table = Panel(theme, box), grip, table
        self.portrait, self.side, self.on_take = portrait, side, on_take
        self._portraits: dict[tuple[str, Side], pygame.Surface] = {}
        self._held = {held.answers[2]: held for held in _all(table, side)}
        _, _, wide, high = box
        inner = wide - 2 * EDGE
        self.panel.add(heading((14, 4, 74, 26), "The box"))
        sides = [side_name(s).upper() for s in table.sides]
        at = table.sides.index(side)
        pick = Stepper((92, 5, wide - EDGE - 92, 26), sides, self._take_side, at)
        pick.hint = "For which side?"
        self.sides = self.panel.add(pick)
        self.field = self.panel.add(
            TextField((EDGE, 36, inner, LINE - 2), words, ghost="Find", on_change=self._find)
        )
        self.list = self.panel.add(
            _Rows((EDGE, 72, inner, high - 80), on_choose=self._take, row_height=ROW)
        )
        self._show()

    @property
    def words(self) -> str:
        """Return what is looked for."""
        return self.field.text

    def _take_side(self, at: int) -> None:
        self.side = self.table.sides[at]
        self._held = {held.answers[2]: held for held in _all(self.table, self.side)}
        self.grip.let_go()
        self._show()

    def _find(self, _: str) -> None:
        self._show()

    def _show(self) -> None:
        wanted = self.field.text.lower().split()
        self.list.rows = tuple(
            row
            for row in map(self._row, self._held.values())
            if all(word in f"{row.label} {row.detail}".lower() for word in wanted)
        )
        self.list.scroll.to(0)

    def _row(self, held: HeldItem) -> ListRow:
        assert held.model
        roster = plain_name(held.answers[1]).capitalize()
        return ListRow(
            held.answers[2],
            held.words,
            roster,
            picture=self._portrait(held.model),
            pips=(0, 0),
            hint=f"Drag it onto the table, or click it and then the table: {roster} (SB-02)",
        )

    def _portrait(self, model: Model) -> pygame.Surface:
        key = model.profile.icon, model.side
        if key not in self._portraits:
            self._portraits[key] = self.portrait(model, self.panel.theme.px(TOKEN))
        return self._portraits[key]

    def _take(self, id_: str) -> None:
        self.grip.take(self._held[id_], drags=True)
        self.on_take()

    def look(self) -> None:
        """Bring the panel up to date with what the hand holds."""
        held = self.grip.held
        self.list.chosen = held.answers[2] if held and held.model else ""


class _Rows(ListBox):
    """A row is taken by every press, and let go by a second one."""

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if (row := self.row_at(at)) is None:
                return False
            self.chosen = ""
            self.choose(row.id)
            return True
        return super().handle(event, at)


def _all(table: Table, side: Side) -> Iterator[HeldItem]:
    """Yield what can be taken of the box, as the hand holds it."""
    facing = 180.0 if side == table.sides[0] else 0.0
    for roster in rosters_of(table):
        for id_, label, spare, who in kinds_of(table, roster):
            model = next(m for m in spare.models if m.id == who[0])
            shown = replace(model, side=side, facing=facing)
            yield HeldItem(("place", roster, id_, side), shown, label)
