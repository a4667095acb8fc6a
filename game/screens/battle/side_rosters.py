"""The lists of the units of both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.content.palettes import Colour
from game.picture_cache import OwnPictures
from game.play.log.wording import side_name
from game.screens.battle.panel_part import AROUND, PanelPart
from game.screens.side_panels import RAIL
from game.shown.roster_rows import RosterRow, SideRoster
from game.table.records import Model, Side
from game.view.colours import TEAMS
from game.widgets.cells import Child, LayoutCell, column, keyed, row, sized, spring
from game.widgets.list_box import GAP as ROW_GAP
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.sizes import (
    CLOSE,
    CONTROL,
    LARGE_ICON,
    LEAD_TEXT,
    MEDIUM,
    NOTE_TEXT,
    SMALL_TEXT,
    TIGHT,
)
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Box, Theme, chosen_by
from game.widgets.widget import Pixel


def rosters_height(units: int) -> float:
    """Return the height of rosters that show a number of units without scrolling."""
    return 2 * (MEDIUM + CLOSE + TIGHT) + (CONTROL + ROW_GAP) * units


class SideHeading(Label):
    """The name of a side; a click opens the choice of players."""

    def __init__(self, name: str, colour: Colour, on_press: Callable[[], None] | None) -> None:
        hint = "Click to change who plays this side" if on_press else ""
        super().__init__(name, size=LEAD_TEXT, colour=colour, face="title", hint=hint)
        self.on_press = on_press

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        clicked = event.type == pygame.MOUSEBUTTONUP and event.button == 1
        if not (clicked and self.on_press and self.rect.collidepoint(at)):
            return False
        self.on_press()
        return True


class Rosters(PanelPart[tuple[SideRoster, ...]]):
    """A panel with a list of units for each side; clicking a row chooses the unit."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_unit: Callable[[str], None],
        portrait: Callable[[Model, int], pygame.Surface],
        on_seats: Callable[[], None] | None = None,
    ) -> None:
        self.portrait, self.on_unit, self.on_seats = portrait, on_unit, on_seats
        self._portraits = OwnPictures()
        self.compact = box[2] <= RAIL
        super().__init__(Panel(theme, box), ())

    def view(self) -> LayoutCell:
        """Describe both sides; if their units need more room than there is, they scroll.

        One that needs less than half of the room has all of its units in view.
        """
        sides = [self._side(n, roster) for n, roster in enumerate(self.content)]
        return column(*sides, spring(), gap=CLOSE, pad=AROUND)

    @property
    def _row_height(self) -> float:
        return MEDIUM if self.compact else CONTROL

    def _least(self, team: int) -> float:
        """Return the height of a side's rows if both sides scroll: half of what is there."""
        pitch = self._row_height + ROW_GAP
        needs = [pitch * max(1, len(roster.rows)) - ROW_GAP for roster in self.content]
        heads = len(needs) * (MEDIUM + CLOSE)
        room = self.panel.box[3] - 2 * AROUND[1] - heads
        rest = room - (sum(needs) - needs[team])
        return min(needs[team], max(room / len(needs), rest))

    def _side(self, team: int, roster: SideRoster) -> LayoutCell:
        units = ListBox(
            [self._row(row) for row in roster.rows],
            chosen=roster.chosen,
            on_choose=self.on_unit,
            on_open=self.on_unit,
            row_height=self._row_height,
            look=chosen_by(TEAMS[team]),
        )
        head = self._head(team, roster)
        shown = column(
            sized(head, height=MEDIUM), sized(units, grow=0, least=self._least(team)), gap=0
        )
        return keyed(roster.side, shown)

    def _head(self, team: int, roster: SideRoster) -> Child:
        """Describe the line above the units of a side: its name, and how many are left."""
        colours, hint = TEAMS[team], roster.hint
        if self.compact:
            # Without spaces it is one line also for a large army.
            few = roster.strength.replace(" ", "")
            return Label(few, size=NOTE_TEXT, colour=colours.light, align="centre", hint=hint)
        name = SideHeading(side_name(roster.side).upper(), colours.plain, self.on_seats)
        count = Label(roster.count, size=SMALL_TEXT, colour=MUTED, hint=hint)
        return row(name, spring(), count, pad=(TIGHT, 0))

    @property
    def lists(self) -> dict[Side, ListBox]:
        """Return the list of the units of each side."""
        sides = (roster.side for roster in self.content)
        return dict(zip(sides, self.widgets(ListBox), strict=True))

    def show(self, rosters: Sequence[SideRoster]) -> None:
        self.put(tuple(rosters))

    def _row(self, unit: RosterRow) -> ListRow:
        if self.compact:
            return ListRow(
                unit.id,
                label="",
                note=unit.number,
                picture=self._portrait(unit.lead),
                faded=not unit.left,
                hint=unit.in_short,
            )
        return ListRow(
            unit.id,
            label=unit.name,
            detail=unit.state,
            note=unit.option,
            picture=self._portrait(unit.lead),
            pips=unit.wounds,
            faded=unit.faded,
            hint=", ".join(unit.marks),
        )

    def _portrait(self, model: Model) -> pygame.Surface:
        size = self.panel.theme.px(LARGE_ICON)
        key = model.profile.icon, model.unit, size
        return self._portraits.made(key, lambda: self.portrait(model, size))
