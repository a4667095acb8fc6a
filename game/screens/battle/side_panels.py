"""Both rosters: what is left of every unit, and who can act now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.play.wording import side_name
from game.table.records import How, Model, Side, Unit, Where
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.label import Label
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.theme import MUTED, Box, Theme
from game.widgets.widget import Pixel

TOLD = (
    "scattered",
    "locked in combat",
    "falling back",
    "may not charge",
    "fired",
    "ran",
    "moved",
)
"""Marks that a row tells of, the most telling first."""
ENDS = {How.LEFT: "has left", How.LOST: "lost", How.FLED: "fled"}
"""What a row says of a unit of which nobody is left, by how its last model went."""
READY, TARGET = "ready", "target"
"""What a row says of a unit that the question offers: to act, or to be acted upon."""
HEAD = 34
ROW = 44


class Seat(Label):
    """The name of a side; a click asks who plays it."""

    def __init__(self, box: Box, name: str, on_press: Callable[[], None] | None) -> None:
        hint = "Click: who plays this side?" if on_press else ""
        super().__init__(box, name, size=17, face="title", hint=hint)
        self.on_press = on_press

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        clicked = event.type == pygame.MOUSEBUTTONUP and event.button == 1
        if not (clicked and self.on_press and self.rect.collidepoint(at)):
            return False
        self.on_press()
        return True


class Rosters:
    """A panel with a list for each side; a click on a row is a click on the unit."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        sides: tuple[Side, Side],
        on_unit: Callable[[str], None],
        portrait: Callable[[Model, int], pygame.Surface],
        on_seats: Callable[[], None] | None = None,
    ) -> None:
        self.panel = Panel(theme, box)
        self.portrait = portrait
        self._portraits: dict[tuple[str, Side], pygame.Surface] = {}
        self.lists: dict[Side, ListBox] = {}
        self.counts: dict[Side, Label] = {}
        _, _, wide, high = box
        tall = (high - 8) / 2
        for n, side in enumerate(sides):
            top = 6 + n * tall
            name = Seat((14, top, 100, HEAD), side_name(side).upper(), on_seats)
            name.colour = TEAMS[n].plain
            self.panel.add(name)
            count = Label((114, top, wide - 128, HEAD), "", size=13, align="right")
            count.colour = MUTED
            self.counts[side] = self.panel.add(count)
            rows = ListBox(
                (9, top + HEAD, wide - 18, tall - HEAD - 8),
                on_choose=on_unit,
                on_open=on_unit,
                row_height=ROW,
            )
            self.lists[side] = self.panel.add(rows)

    def show(self, table: Table, offered: Mapping[str, str], chosen: str) -> None:
        """Show how a table stands; *offered*: a word for each that is asked about."""
        for side, listing in self.lists.items():
            mine = [u for u in table.units.values() if u.side == side]
            listing.rows = tuple(
                self._row(table, u, offered, asked=u.id == chosen) for u in mine
            )
            listing.chosen = chosen if any(u.id == chosen for u in mine) else ""
            stand = len(table.standing(side))
            whole = sum(len(u.models) for u in mine)
            ready = sum(offered.get(u.id) == READY for u in mine)
            self.counts[side].text = f"{ready} ready" if ready else f"{stand} / {whole}"
            self.counts[side].hint = f"{stand} of {whole} models stand"

    def _row(
        self, table: Table, unit: Unit, offered: Mapping[str, str], *, asked: bool
    ) -> ListRow:
        models = table.of(unit.id)
        lead = models[0] if models else table.models[unit.models[0]]
        return ListRow(
            unit.id,
            unit.name or unit.id,
            standing(table, unit),
            offered.get(unit.id, ""),
            self._portrait(lead),
            _pips(models),
            faded=not (models or asked or unit.id in offered),
            hint=", ".join(m.name for m in unit.marks if m.name != "handled"),
        )

    def _portrait(self, model: Model) -> pygame.Surface:
        key = model.profile.icon, model.side
        if key not in self._portraits:
            self._portraits[key] = self.portrait(model, self.panel.theme.px(24))
        return self._portraits[key]


def standing(table: Table, unit: Unit) -> str:
    """Return what is left of a unit, and the most telling thing about it."""
    left, many = len(table.of(unit.id)), len(unit.models)
    if not left:
        waits = any(table.models[m].where is Where.RESERVE for m in unit.models)
        if not waits:
            return fate(table, unit)
        return "in reserve" if table.clock.round else "not set up yet"
    words = f"{left} of {many}" if many > 1 else ""
    told = next((mark for name in TOLD if (mark := unit.mark(name))), None)
    if told is None:
        return words or "unharmed" if many > 1 else words
    return f"{left}/{many} · {told.name}" if many > 1 else told.name


def fate(table: Table, unit: Unit) -> str:
    """Return what became of a unit of which nobody is left, in a word."""
    last = next((loss.how for loss in reversed(table.losses) if loss.unit == unit.id), None)
    return ENDS.get(last, "destroyed") if last else "destroyed"


def _pips(models: list[Model]) -> tuple[int, int]:
    if len(models) == 1 and models[0].profile.w > 1:
        return models[0].wounds, models[0].profile.w
    return 0, 0
