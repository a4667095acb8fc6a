"""The header bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from game.content.key_bindings import Action
from game.content.settings import SPEEDS
from game.play.game import Phases
from game.play.wording import side_name, turn_word
from game.rules.flood.odds import FloodTrigger
from game.screens.battle.phase_bar import PhaseBar, marks
from game.screens.battle.status_items import (
    WIDE,
    ActionCount,
    ActionStatus,
    CommandPool,
    CommandStatus,
    FloodStatus,
    LeaderStatus,
    LeadingRider,
)
from game.table.records import Side
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.button import Button, IconButton, Style
from game.widgets.keys import Key, insert_key_names, key_for
from game.widgets.label import Label
from game.widgets.panel import Panel
from game.widgets.theme import AMBER, BAR, MUTED, TEXT, Box, Plate, Theme, focus_ring, plate
from game.widgets.widget import Visible, Widget

BUTTON = 38
Word: TypeAlias = FloodStatus | LeaderStatus | ActionStatus | CommandStatus
"""Status items between the phases and the points."""
COUNTING = "Score if the battle ended now"
COUNTED = "Final score"


@dataclass(frozen=True, slots=True)
class SideStatus:
    """Name and points of a side, as the header shows them."""

    name: str
    number: int


class ScoreDisplay(Button):
    """Two names with their points between them; a press opens the score sheet."""

    standings = Visible[tuple[SideStatus, ...]]()

    def __init__(self, box: Box, hint: str, on_press: Callable[[], None]) -> None:
        super().__init__(box, "", on_press, hint=hint, shortcut=key_for(Action.SHEET))
        self.standings = ()

    def paint(self, canvas: pygame.Surface) -> None:
        if len(self.standings) < 2:
            return
        theme, middle = self.theme, self.rect.center
        side, gap = theme.px(38), theme.px(4)
        for n, standing in enumerate(self.standings):
            direction = -1 if n == 0 else 1
            team = TEAMS[n]
            box = pygame.Rect(0, 0, side, side)
            box.center = middle[0] + direction * (side + gap) // 2, middle[1]
            look = Plate(team.dark, "#14181B", team.plain, corner=7)
            canvas.blit(plate(theme, box.size, look), box)
            number = theme.text(str(standing.number), 24, TEXT, "title")
            canvas.blit(number, number.get_rect(center=box.center))
            ink = TEXT if self.hovered else team.light
            name = theme.text(standing.name.upper(), 16, ink, "title")
            spot = name.get_rect(centery=middle[1])
            if n == 0:
                spot.right = box.left - theme.px(10)
            else:
                spot.left = box.right + theme.px(10)
            canvas.blit(name, spot)
        if self.focused:
            focus_ring(theme, canvas, self.rect)


class HeaderBar:
    def __init__(
        self,
        theme: Theme,
        box: Box,
        *,
        on_menu: Callable[[], None],
        on_help: Callable[[], None],
        on_clause: Callable[[str], None],
        on_orders: Callable[[Side], None],
        on_score: Callable[[], None],
    ) -> None:
        _, _, wide, high = box
        self.panel = Panel(theme, box, BAR)
        roomy = wide >= 1500
        top = (high - BUTTON) / 2
        self.panel.add(_Crest((14, 8, 44, 44)))
        left = 64.0
        if roomy:
            self.panel.add(
                Label((66, 0, 180, high), "UNDERTOW", size=30, colour=TEXT, face="title")
            )
            left = 276.0
        self.turn_word = self.panel.add(
            Label((left, 8, 76, 18), "TURN", size=13, colour=MUTED, face="heading")
        )
        self.turn = self.panel.add(Label((left, 26, 76, 26), "", size=21, face="title"))
        score = 330.0 if roomy else 264.0
        room = wide - left - 86 - score - 110
        self.strip = self.panel.add(PhaseBar((left + 86, 0, room, high)))
        place = (0.0, 0.0, WIDE - 8, high)
        self.omen = self.panel.add(FloodStatus(place, on_clause))
        self.lead = self.panel.add(LeaderStatus(place, on_clause))
        self.tally = self.panel.add(ActionStatus(place, on_clause))
        self.purses = [
            self.panel.add(CommandStatus((0.0, 5 + 25 * n, WIDE - 8, 25), n, on_orders))
            for n in range(2)
        ]
        self._words: tuple[Sequence[Word], ...] = (
            self.purses,
            (self.omen,),
            (self.lead,),
            (self.tally,),
        )
        self._room = self.strip.box
        self.scores = self.panel.add(
            ScoreDisplay((left + 86 + room, 0, score, high), COUNTING, on_score)
        )
        for n, (icon, hint, press, key) in enumerate(
            (
                (
                    "ui/circle-question-mark",
                    insert_key_names("Rules and keys ({help})"),
                    on_help,
                    key_for(Action.HELP),
                ),
                ("ui/pause", "Pause (Esc)", on_menu, Key(pygame.K_ESCAPE)),
            )
        ):
            place = (wide - 12 - (2 - n) * (BUTTON + 8), top, BUTTON, BUTTON)
            self.panel.add(
                IconButton(
                    place,
                    "",
                    press,
                    icon=icon,
                    hint=hint,
                    shortcut=key,
                    style=Style.GHOST,
                )
            )

    def show(
        self,
        phases: Phases,
        table: Table,
        turns: int,
        points: Mapping[Side, int],
        counts: str = "",
    ) -> None:
        """Show the state of the game; *counts*: a label for numbers other than points."""
        clock = table.clock
        last = f" / {turns}" if turns else ""
        self.turn_word.text = turn_word(table).upper() if clock.round else "BEFORE"
        self.turn.text = f"{clock.round}{last}" if clock.round else "SET-UP"
        self.strip.marks = marks(phases, table)
        self.scores.standings = tuple(
            SideStatus(side_name(side), points.get(side, 0)) for side in table.sides
        )
        what = COUNTED if table.result else COUNTING
        self.scores.hint = counts or insert_key_names(f"{what}: the score sheet ({{sheet}})")

    def warn(self, trigger: FloodTrigger | None, table: Table) -> None:
        """Show when the flood may come."""
        self.omen.show(trigger, table.clock.round, turn_word(table))
        self._lay_out()

    def lead_is(self, lead: LeadingRider | None) -> None:
        """Show the rider that is nearest to the Arrival."""
        self.lead.show(lead)
        self._lay_out()

    def tally_is(self, counts: tuple[ActionCount, ...]) -> None:
        """Show the actions that champions have left."""
        self.tally.show(counts)
        self._lay_out()

    def command_is(self, chests: Sequence[CommandPool]) -> None:
        """Show the command points of the sides."""
        for n, purse in enumerate(self.purses):
            purse.show(chests[n] if n < len(chests) else None)
        self._lay_out()

    def _lay_out(self) -> None:
        """Put the visible status items side by side; the phases make room for them."""
        left, top, wide, high = self._room
        found = [words for words in self._words if words[0].shown]
        room = wide - WIDE * len(found)
        if room == self.strip.box[2]:
            return
        for n, words in enumerate(reversed(found)):
            for word in words:
                _, y, across, tall = word.box
                word.box = (left + room + WIDE * n + 8, y, across, tall)
                word.fit(self.panel.theme)
        self.strip.box = (left, top, room, high)
        self.strip.fit(self.panel.theme)
        self.panel.dirty = True


class _Crest(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))


PACES = (0.25, *SPEEDS, 8.0)
"""Speeds that can be chosen here; the settings offer the values between the ends."""


def resumed_speed(speed: float, before: float, liked: float) -> float:
    """Return the speed to continue with.

    *speed*: the one so far, 0 if none was chosen; *before*, *liked*: the previous value of the
    settings, 0 if there is none, and the current one.
    """
    fresh = before and liked != before
    return liked if fresh or not speed else speed


def next_round(speed: float) -> float:
    """Return the next faster speed of the settings; after the fastest, the slowest."""
    return next((pace for pace in SPEEDS if pace > speed), SPEEDS[0])


def next_speed(speed: float, direction: int) -> float:
    """Return the next speed that is faster (1) or slower (-1); the same at the ends."""
    paces = [pace for pace in PACES if (pace - speed) * direction > 0.0]
    return min(paces, key=lambda pace: abs(pace - speed), default=speed)
