"""The lists of the units of both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.play.wording import mark_text, side_name
from game.table.records import How, Model, Side, Unit, Where
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.list_box import GAP as ROW_GAP
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Box, Theme
from game.widgets.widget import Panel, Pixel

TOLD = (
    "scattered",
    "locked in combat",
    "falling back",
    "may not charge",
    "fired",
    "ran",
    "moved",
)
"""Marks that a row can show; the first one that the unit has is shown."""
ENDS = {How.LEFT: "has left", How.LOST: "lost", How.FLED: "fled"}
"""Words for a destroyed unit, by the way in which its last model left the table."""
READY, TARGET = "ready", "target"
"""Words for a unit among the options: ready to act, or a target."""
HEAD, ROW, COMPACT_ROW = 32.0, 40.0, 32.0
COMPACT = 100.0
"""Width in units below which a row shows only a portrait and a number."""


def rosters_height(table: Table) -> float:
    """Return the height in units of rosters that show all units without scrolling."""
    return 2 * (HEAD + 14) + 6 + (ROW + ROW_GAP) * len(table.units)


class SideHeading(Label):
    """The name of a side; a click opens the choice of players."""

    def __init__(self, box: Box, name: str, on_press: Callable[[], None] | None) -> None:
        hint = "Click to change who plays this side" if on_press else ""
        super().__init__(box, name, size=17, face="title", hint=hint)
        self.on_press = on_press

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        clicked = event.type == pygame.MOUSEBUTTONUP and event.button == 1
        if not (clicked and self.on_press and self.rect.collidepoint(at)):
            return False
        self.on_press()
        return True


class Rosters:
    """A panel with a list of units for each side; clicking a row chooses the unit."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        sides: tuple[Side, Side],
        on_unit: Callable[[str], None],
        portrait: Callable[[Model, int], pygame.Surface],
        on_seats: Callable[[], None] | None = None,
        in_reserve: str = "in reserve",
    ) -> None:
        """*in_reserve*: words for units that are not on the table yet."""
        self.panel, self.in_reserve = Panel(theme, box), in_reserve
        self.portrait = portrait
        self._portraits: dict[tuple[str, Side], pygame.Surface] = {}
        self.headings: dict[Side, SideHeading] = {}
        self.lists: dict[Side, ListBox] = {}
        self.counts: dict[Side, Label] = {}
        _, _, wide, _ = box
        self.compact = wide < COMPACT
        for n, side in enumerate(sides):
            name = SideHeading((14, 6, 100, HEAD), side_name(side).upper(), on_seats)
            name.colour = TEAMS[n].plain
            name.shown = not self.compact
            self.headings[side] = self.panel.add(name)
            place = (4, 6, wide - 8, HEAD) if self.compact else (114, 6, wide - 128, HEAD)
            count = Label(place, "", size=12 if self.compact else 13)
            count.align = "centre" if self.compact else "right"
            count.colour = TEAMS[n].light if self.compact else MUTED
            self.counts[side] = self.panel.add(count)
            rows = ListBox(
                (8, 6 + HEAD, wide - 16, 40),
                on_choose=on_unit,
                on_open=on_unit,
                row_height=COMPACT_ROW if self.compact else ROW,
            )
            self.lists[side] = self.panel.add(rows)
        self._shared: tuple[int, ...] = ()
        self._share((1,) * len(self.lists))

    def _share(self, many: tuple[int, ...]) -> None:
        """Give each side the height that its rows need; if both need more, half of it each."""
        if many == self._shared:
            return
        self._shared = many
        room = self.panel.box[3] - 12
        row = COMPACT_ROW if self.compact else ROW
        needs = [HEAD + 8 + (row + ROW_GAP) * n for n in many]
        half = room / 2
        first = min(needs[0], max(half, room - needs[1]))
        top = 6.0
        for side, high in zip(self.lists, (first, min(needs[1], room - first)), strict=True):
            for widget in (self.headings[side], self.counts[side]):
                left, _, wide, tall = widget.box
                widget.box = (left, top, wide, tall)
                widget.fit(self.panel.theme)
            rows = self.lists[side]
            left, _, wide, _ = rows.box
            rows.box = (left, top + HEAD, wide, high - HEAD - 4)
            rows.fit(self.panel.theme)
            top += high
        self.panel.dirty = True

    def show(self, table: Table, offered: Mapping[str, str], chosen: str) -> None:
        """Show the state of a table; *offered*: a word for each unit among the options."""
        units = [unit.side for unit in table.units.values()]
        self._share(tuple(max(1, units.count(side)) for side in self.lists))
        for side, listing in self.lists.items():
            mine = [u for u in table.units.values() if u.side == side]
            listing.rows = tuple(
                self._row(table, u, offered, asked=u.id == chosen) for u in mine
            )
            listing.chosen = chosen if any(u.id == chosen for u in mine) else ""
            stand = len(table.standing(side))
            whole = sum(len(u.models) for u in mine)
            ready = sum(offered.get(u.id) == READY for u in mine)
            left = f"{stand} / {whole}"
            self.counts[side].text = f"{ready} ready" if ready and not self.compact else left
            self.counts[side].hint = f"{side_name(side)}: {stand} of {whole} models left"

    def _row(
        self, table: Table, unit: Unit, offered: Mapping[str, str], *, asked: bool
    ) -> ListRow:
        models = table.of(unit.id)
        lead = models[0] if models else table.models[unit.models[0]]
        state = standing(table, unit, self.in_reserve)
        if self.compact:
            wounds, _ = _pips(models)
            return ListRow(
                unit.id,
                label="",
                note=f"{wounds}w" if wounds else str(len(models)),
                picture=self._portrait(lead),
                faded=not models,
                hint=" · ".join(w for w in (unit.name, state, offered.get(unit.id, "")) if w),
            )
        return ListRow(
            unit.id,
            label=unit.name or unit.id,
            detail=state,
            note=offered.get(unit.id, ""),
            picture=self._portrait(lead),
            pips=_pips(models),
            faded=not (models or asked or unit.id in offered),
            hint=", ".join(
                mark_text(m.name, m.about) for m in unit.marks if m.name != "handled"
            ),
        )

    def _portrait(self, model: Model) -> pygame.Surface:
        key = model.profile.icon, model.side
        if key not in self._portraits:
            self._portraits[key] = self.portrait(model, self.panel.theme.px(24))
        return self._portraits[key]


def standing(table: Table, unit: Unit, in_reserve: str = "in reserve") -> str:
    """Return a unit's remaining strength and its most important mark.

    *in_reserve*: words for a unit that is not on the table yet.
    """
    left, many = len(table.of(unit.id)), len(unit.models)
    if not left:
        waits = any(table.models[m].where is Where.RESERVE for m in unit.models)
        if not waits:
            return fate(table, unit)
        if not table.clock.round:
            return "not deployed yet"
        return in_reserve
    words = f"{left} of {many}" if many > 1 else ""
    found = next((mark for name in TOLD if (mark := unit.mark(name))), None)
    if found is None:
        return words or "unharmed" if many > 1 else words
    return f"{left}/{many} · {found.name}" if many > 1 else found.name


def fate(table: Table, unit: Unit) -> str:
    """Return how a destroyed unit ended, in a word or two."""
    last = next((loss.how for loss in reversed(table.losses) if loss.unit == unit.id), None)
    return ENDS.get(last, "destroyed") if last else "destroyed"


def _pips(models: list[Model]) -> tuple[int, int]:
    if len(models) == 1 and models[0].profile.w > 1:
        return models[0].wounds, models[0].profile.w
    return 0, 0
