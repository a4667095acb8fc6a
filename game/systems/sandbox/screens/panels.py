"""The model box and the tools panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, NamedTuple

import pygame

from game.cores.kit.queries import INKS
from game.play.wording import plain_name, side_name
from game.systems.sandbox.prompts import HandState, HeldItem
from game.systems.sandbox.rules.model_actions import kinds_of, rosters_of
from game.systems.sandbox.rules.table_aids import MAX_DICE, SIZES, WORDS
from game.table.records import Model, Side
from game.table.state import Table
from game.widgets.button import Button
from game.widgets.inputs import Stepper
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_field import TextField
from game.widgets.text_view import heading
from game.widgets.theme import Box, Theme
from game.widgets.widget import Panel, Pixel

BOX_MARGIN, BOX_LINE = 9.0, 32.0
ROW = 42.0
TOKEN = 24
PLACE = "Drag onto the table, or click here and then the table."


class ModelBox:
    """The list of models to place.

    A press on a row takes the model in hand: it is dragged, or clicked and placed by another
    click.
    """

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
        """Build the panel for a side.

        *words* is the search text; *on_take* is called when a model is taken.
        """
        self.panel, self.grip, self.table = Panel(theme, box), grip, table
        self.portrait, self.side, self.on_take = portrait, side, on_take
        self._portraits: dict[tuple[str, Side], pygame.Surface] = {}
        self._held = {held.answers[2]: held for held in _all(table, side)}
        _, _, wide, high = box
        inner = wide - 2 * BOX_MARGIN
        self.panel.add(heading((14, 4, 74, 26), "The box"))
        sides = [side_name(s).upper() for s in table.sides]
        at = table.sides.index(side)
        pick = Stepper((92, 5, wide - BOX_MARGIN - 92, 26), sides, self._take_side, at)
        pick.hint = "Side of the models"
        self.sides = self.panel.add(pick)
        self.field = self.panel.add(
            TextField(
                (BOX_MARGIN, 36, inner, BOX_LINE - 2), words, ghost="Find", on_change=self._find
            )
        )
        self.list = self.panel.add(
            _Rows((BOX_MARGIN, 72, inner, high - 80), on_choose=self._take, row_height=ROW)
        )
        self._show()

    @property
    def words(self) -> str:
        """Return the search text."""
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
            hint=f"{PLACE} From {roster} (SB-02)",
        )

    def _portrait(self, model: Model) -> pygame.Surface:
        key = model.profile.icon, model.side
        if key not in self._portraits:
            self._portraits[key] = self.portrait(model, self.panel.theme.px(TOKEN))
        return self._portraits[key]

    def _take(self, id_: str) -> None:
        self.grip.take(self._held[id_], drags=True)
        self.on_take()

    def refresh(self) -> None:
        """Highlight the row of the model in hand."""
        held = self.grip.held
        self.list.chosen = held.answers[2] if held and held.model else ""


class _Rows(ListBox):
    """A list in which every press takes a row, and a second one lets it go."""

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if (row := self.row_at(at)) is None:
                return False
            self.chosen = ""
            self.choose(row.id)
            return True
        return super().handle(event, at)


def _all(table: Table, side: Side) -> Iterator[HeldItem]:
    """Yield all models of the box as items for the hand."""
    facing = 180.0 if side == table.sides[0] else 0.0
    for roster in rosters_of(table):
        for id_, label, spare, model_ids in kinds_of(table, roster):
            model = next(m for m in spare.models if m.id == model_ids[0])
            shown = replace(model, side=side, facing=facing)
            yield HeldItem(("place", roster, id_, side), shown, label)


TOOLS_MARGIN, GAP, TOOLS_LINE = 9.0, 6.0, 28.0
HIGH = 2 * (24 + TOOLS_LINE + TOOLS_LINE + GAP) + 2 * (TOOLS_LINE + GAP) + 16
"""Height of the panel in units."""


@dataclass(slots=True)
class ToolSettings:
    """Values of the tools; they are kept when the window changes."""

    many: int = 1
    size: int = 0
    """Index of the dice size."""
    need: int = 0
    _: KW_ONLY
    word: int = 0
    ink: int = 2
    players: int = 0
    """Index of the sides that the players' view is for: the first, the second, both."""


class ViewActions(NamedTuple):
    """The functions that open the players' view."""

    here: Callable[[], None]
    second: Callable[[], None]
    chosen: Callable[[], None]
    """Called when other sides were chosen."""


class Tools:
    def __init__(
        self,
        theme: Theme,
        box: Box,
        choices: ToolSettings,
        grip: HandState,
        on_roll: Callable[[tuple[Any, ...]], None],
        sides: Sequence[Side],
        view: ViewActions,
    ) -> None:
        """Build the panel; *on_roll* is called with all answers of a roll."""
        self.panel, self.choices, self.grip, self.on_roll = (
            Panel(theme, box),
            choices,
            grip,
            on_roll,
        )
        wide = box[2] - 2 * TOOLS_MARGIN
        half = (wide - GAP) / 2
        second, most = TOOLS_MARGIN + half + GAP, wide * 0.56
        self.panel.add(heading((14, 3, wide, 22), "Dice"))
        top = 26.0
        self._stepper(
            (TOOLS_MARGIN, top, half, TOOLS_LINE),
            [str(n) for n in range(1, MAX_DICE + 1)],
            "many",
            "Number of dice",
        )
        self._stepper(
            (second, top, half, TOOLS_LINE), [f"d{n}" for n in SIZES], "size", "Kind of dice"
        )
        top += TOOLS_LINE + GAP
        self.needs = self._stepper(
            (TOOLS_MARGIN, top, half, TOOLS_LINE), self._needs(), "need", "Success on"
        )
        self.panel.add(
            Button((second, top, half, TOOLS_LINE), "Roll", self._roll, hint="SB-07")
        )
        top += TOOLS_LINE + 6
        self.panel.add(heading((14, top, wide, 22), "Token"))
        top += 24
        self._stepper((TOOLS_MARGIN, top, most, TOOLS_LINE), WORDS, "word", "Text")
        inks = [ink.capitalize() for ink in INKS]
        ink = (TOOLS_MARGIN + most + GAP, top, wide - most - GAP, TOOLS_LINE)
        self._stepper(ink, inks, "ink", "Colour")
        top += TOOLS_LINE + GAP
        self.marks = self.panel.add(
            Button(
                (TOOLS_MARGIN, top, wide, TOOLS_LINE),
                "Place on the table",
                self._draw,
                hint="SB-08",
            )
        )
        top += TOOLS_LINE + GAP
        self._add_players(top, wide, sides, view)

    def _add_players(
        self, top: float, wide: float, sides: Sequence[Side], view: ViewActions
    ) -> None:
        """Add the choice of the players' sides, and the buttons that show their view."""
        half = (wide - GAP) / 2
        self.panel.add(heading((14, top + 1, 68, TOOLS_LINE), "Players"))
        names = [*map(side_name, sides), "Both"]

        def choose(value: int) -> None:
            self.choices.players = value
            view.chosen()

        box = (TOOLS_MARGIN + 76, top, wide - 76, TOOLS_LINE)
        pick = self.panel.add(Stepper(box, names, choose, self.choices.players))
        pick.hint = "The side of the players, who see only what it sees in fog (SB-19)"
        top += TOOLS_LINE + GAP
        self.panel.add(
            Button(
                (TOOLS_MARGIN, top, half, TOOLS_LINE),
                "View",
                view.here,
                hint="Show the players' view here; a curtain guards the way back (SB-19)",
            )
        )
        self.panel.add(
            Button(
                (TOOLS_MARGIN + half + GAP, top, half, TOOLS_LINE),
                "Window",
                view.second,
                hint="Show the players' view in a second window, for another screen (SB-19)",
            )
        )

    def _stepper(self, box: Box, labels: Any, what: str, hint: str) -> Stepper:
        def set_(value: int) -> None:
            setattr(self.choices, what, value)
            if what == "size":
                self.choices.need = self.needs.value = 0
                self.needs.labels = tuple(self._needs())
            if what in ("word", "ink") and self.grip.held and self.grip.held.ink:
                self._draw()

        stepper = Stepper(box, labels, set_, getattr(self.choices, what))
        if what == "many":
            stepper.value = self.choices.many - 1
            stepper.on_change = self._set_many
        stepper.hint = f"{hint}. Click the right or left half, or use the wheel"
        return self.panel.add(stepper)

    def _set_many(self, value: int) -> None:
        self.choices.many = value + 1

    def _needs(self) -> list[str]:
        return ["any", *(f"{n}+" for n in range(1, SIZES[self.choices.size] + 1))]

    def _roll(self) -> None:
        c = self.choices
        self.on_roll(("roll", f"d{SIZES[c.size]}", c.many, c.need))

    def _draw(self) -> None:
        word, ink = WORDS[self.choices.word], INKS[self.choices.ink]
        self.grip.take(HeldItem(("draw", word, ink), words=word, ink=ink))
