"""The header bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.content.settings import Action
from game.play.phases import PhaseMachine
from game.play.wording import side_name, turn_word
from game.screens.battle.footer import WindowActions
from game.screens.battle.phase_bar import PhaseBar, marks
from game.screens.battle.status_items import Status, StatusItem, item_box
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
STATUS_WIDTH = 132.0
"""Units between two places for statuses, left of the points."""
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
    def __init__(self, theme: Theme, box: Box, actions: WindowActions) -> None:
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
        self.actions = actions
        self.statuses: list[StatusItem] = []
        self._room = self.strip.box
        self.scores = self.panel.add(
            ScoreDisplay((left + 86 + room, 0, score, high), COUNTING, actions.open_sheet)
        )
        for n, (icon, hint, press, key) in enumerate(
            (
                (
                    "ui/circle-question-mark",
                    insert_key_names("Rules and keys ({help})"),
                    actions.open_help,
                    key_for(Action.HELP),
                ),
                ("ui/pause", "Pause (Esc)", actions.open_menu, Key(pygame.K_ESCAPE)),
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
        phases: PhaseMachine,
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

    def show_statuses(self, places: Sequence[Sequence[Status]]) -> None:
        """Show statuses side by side, from the left; the phases make room for them."""
        left, top, wide, high = self._room
        room = wide - STATUS_WIDTH * len(places)
        boxes = [
            item_box(left + room + STATUS_WIDTH * n + 8, high, k, len(some), STATUS_WIDTH - 8)
            for n, some in enumerate(places)
            for k in range(len(some))
        ]
        while len(self.statuses) < len(boxes):
            item = StatusItem(self.actions.open_clause, self.actions.turn_orders)
            self.statuses.append(self.panel.add(item))
        found = [status for some in places for status in some]
        for n, item in enumerate(self.statuses):
            item.show(found[n] if n < len(found) else None)
            if item.shown and item.box != boxes[n]:
                item.box = boxes[n]
                item.fit(self.panel.theme)
        if room != self.strip.box[2]:
            self.strip.box = (left, top, room, high)
            self.strip.fit(self.panel.theme)
            self.panel.dirty = True


class _Crest(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))
