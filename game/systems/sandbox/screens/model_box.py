"""The box of a sandbox from which models are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame

from game.picture_cache import OwnPictures
from game.play.log.wording import plain_name, side_name
from game.systems.sandbox.prompts import HandState, HeldItem
from game.systems.sandbox.rules.model_actions import kinds_of, rosters_of
from game.table.records import Model, Side
from game.table.state import Table
from game.widgets.cells import LayoutCell, column, keyed, row, sized
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, LARGE_ICON, LOW, TIGHT
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_view import heading
from game.widgets.theme import Box, Theme
from game.widgets.widget import Pixel

SIDES, SEARCH, LIST = "sides", "search", "list"
"""Keys of the widgets."""
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
        self.grip, self.table, self.portrait = grip, table, portrait
        self.side, self.words, self.on_take = side, words, on_take
        self._portraits = OwnPictures()
        self.panel = Panel(theme, box)
        self._list()
        self.show()

    def show(self) -> None:
        """Show what ``view`` describes now."""
        self.panel.show(self.view())

    def view(self) -> LayoutCell:
        """Describe the choice of the side, the search and the models found."""
        sides = [side_name(side).upper() for side in self.table.sides]
        pick = Stepper(sides, self._take_side, self.table.sides.index(self.side))
        pick.hint = "Side of the models"
        search = TextField(self.words, ghost="Find", on_change=self._find)
        rows = _Rows(self.rows, on_choose=self._take, is_compact=True, chosen=self._in_hand)
        return column(
            row(
                row(heading("The box"), pad=(TIGHT, 0)),
                sized(keyed(SIDES, pick), height=LOW),
                gap=TIGHT,
            ),
            sized(keyed(SEARCH, search), height=LOW),
            # What is found begins at its top.
            keyed((LIST, self.side, self.words), rows),
            gap=TIGHT,
            pad=CLOSE,
        )

    @property
    def _in_hand(self) -> str:
        """Return the id of the row of the model in hand; empty for none."""
        held = self.grip.held
        return held.answers[2] if held and held.model else ""

    def _take_side(self, at: int) -> None:
        self.side = self.table.sides[at]
        self.grip.let_go()
        self._list()
        self.show()

    def _find(self, words: str) -> None:
        self.words = words
        self._list()
        self.show()

    def _list(self) -> None:
        """List the models of the side with the words searched for."""
        self._held = {held.answers[2]: held for held in _all(self.table, self.side)}
        wanted = self.words.lower().split()
        self.rows = tuple(
            one
            for one in map(self._row, self._held.values())
            if all(word in f"{one.label} {one.detail}".lower() for word in wanted)
        )

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
        size = self.panel.theme.px(LARGE_ICON)
        key = model.profile.icon, model.side, size
        return self._portraits.made(key, lambda: self.portrait(model, size))

    def _take(self, id_: str) -> None:
        self.grip.take(self._held[id_], drags=True)
        self.on_take()

    def refresh(self) -> None:
        """Show the row of the model in hand, if that has changed."""
        found = self.panel.known((LIST, self.side, self.words))
        assert isinstance(found, ListBox)
        if found.chosen != self._in_hand:
            self.show()


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
