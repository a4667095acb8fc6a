"""How the battle ended: who won and why, the points, and where to go from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.play.names import name, side_name
from game.screens.backdrop import paint_backdrop
from game.screens.battle.dialogs import clause_dialog
from game.screens.battle.seats import HUMAN
from game.screens.replay import ReplayScreen
from game.screens.screen import Begin, Change, Close, Frame, Home, Open, Screen
from game.screens.sitting import Sitting
from game.screens.story import story_of_sitting
from game.table.events import Scored
from game.table.records import Side
from game.view.palette import NEUTRAL, TEAMS
from game.widgets.button import Button
from game.widgets.desk import Desk
from game.widgets.keys import Key
from game.widgets.label import Label, Paragraph
from game.widgets.palette import AMBER, MUTED, TEXT
from game.widgets.panel import Panel
from game.widgets.plates import CARD, WELL
from game.widgets.styles import Style
from game.widgets.wrapping import Span

WIDE, HIGH = 860.0, 560.0


@dataclass(frozen=True, slots=True)
class Tally:
    """What a side has come to."""

    side: Side
    points: int
    lines: tuple[str, ...]


def tally(sitting: Sitting, side: Side) -> Tally:
    """Return a side's points, what they are for, and what is left of it."""
    table = sitting.session.table
    story = sitting.session.game.story
    scored = [e for e in story if isinstance(e, Scored) and e.side == side]
    lines = [f"{_for(name(table, e.what))}: {_points(e.points)}" for e in scored]
    mine = [u for u in table.units.values() if u.side == side]
    models = sum(len(u.models) for u in mine)
    units = sum(1 for u in mine if table.of(u.id))
    lines.append(f"{len(table.standing(side))} of {models} models left")
    lines.append(f"{units} of {len(mine)} units left")
    return Tally(side, table.scores.get(side, 0), tuple(lines))


def _for(what: str) -> str:
    return what[:1].upper() + what[1:]


def _points(many: int) -> str:
    return "a point" if many == 1 else f"{many} points"


def _player(name: str) -> str:
    return "a person" if name == HUMAN else f"a bot, {name}"


class ResultScreen:
    def __init__(self, sitting: Sitting, opened: Callable[[Sitting], Screen]) -> None:
        """Show how a game ended; *opened* makes the screen for a rematch."""
        self.sitting, self.opened = sitting, opened
        self.change: Change | None = None
        self.desk: Desk

    def fill(self, frame: Frame) -> None:
        self.frame = frame
        self.desk = Desk(frame.theme)
        wide, high = frame.units
        box = ((wide - WIDE) / 2, (high - HIGH) / 2, WIDE, HIGH)
        panel = self.desk.add(Panel(frame.theme, box, CARD))
        self._add_verdict(panel)
        for n, side in enumerate(self.sitting.session.table.sides):
            self._add_tally(panel, n, tally(self.sitting, side))
        self._add_buttons(panel)
        self._fresh = True

    def _add_verdict(self, panel: Panel) -> None:
        result = self.sitting.result
        sides = self.sitting.session.table.sides
        winner = result.winner if result else None
        team = TEAMS[sides.index(winner)] if winner else NEUTRAL
        words = f"{side_name(winner)} win" if winner else "A draw"
        panel.add(
            Label(
                (0, 26, WIDE, 64),
                words.upper(),
                size=56,
                colour=team.light,
                face="title",
                align="centre",
            )
        )
        turn = self.sitting.session.table.clock.round
        reason = f"{_for(result.reason)}, in turn {turn}" if result else ""
        panel.add(Label((0, 92, WIDE, 26), reason, size=17, colour=MUTED, align="centre"))
        if result and result.clause:
            clause = result.clause
            panel.add(
                Button(
                    (WIDE / 2 - 44, 124, 88, 26),
                    clause,
                    lambda: self.open_clause(clause),
                    style=Style.GHOST,
                    size=14,
                )
            )

    def open_clause(self, id_: str) -> None:
        self.desk.ask(clause_dialog(self.frame.theme, id_, self.open_clause))

    def _add_tally(self, panel: Panel, n: int, tally: Tally) -> None:
        wide = (WIDE - 84) / 2
        left = 32 + n * (wide + 20)
        panel.inlay((left, 166, wide, 290), WELL)
        panel.add(
            Label(
                (left + 20, 180, wide - 120, 34),
                side_name(tally.side).upper(),
                size=26,
                colour=TEAMS[n].plain,
                face="title",
            )
        )
        panel.add(
            Label(
                (left + wide - 120, 176, 100, 44),
                str(tally.points),
                size=40,
                colour=TEXT,
                face="title",
                align="right",
            )
        )
        panel.add(
            Label(
                (left + 20, 214, wide - 40, 20),
                f"points · played by {_player(self.sitting.seats.names[tally.side])}",
                size=13,
                colour=AMBER,
            )
        )
        lines = (Span("\n".join(tally.lines), MUTED),)
        panel.add(Paragraph((left + 20, 244, wide - 40, 204), lines, size=14))

    def _add_buttons(self, panel: Panel) -> None:
        calls = (
            ("Rematch", self.rematch, "swords", Style.PRIMARY, pygame.K_r),
            ("Watch the replay", self.replay, "play", Style.PLAIN, pygame.K_w),
            ("Look at the table", self.look, "eye", Style.PLAIN, pygame.K_ESCAPE),
            ("Title", self.title, "log-out", Style.GHOST, pygame.K_t),
        )
        wide = (WIDE - 64 - 30) / 4
        for n, (label, press, icon, style, key) in enumerate(calls):
            box = (32 + n * (wide + 10), HIGH - 76, wide, 46)
            button = Button(
                box, label, press, icon=f"ui/{icon}", style=style, shortcut=Key(key), size=16
            )
            panel.add(button)
            if n == 0:
                self.desk.focus.to(button)

    def rematch(self) -> None:
        self.change = Begin(self.opened(self.sitting.again()))

    def replay(self) -> None:
        self.change = Open(ReplayScreen(story_of_sitting(self.sitting)))

    def look(self) -> None:
        self.change = Close()

    def title(self) -> None:
        self.change = Home()

    def handle(self, event: pygame.Event) -> Change | None:
        self.desk.handle(event)
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        self.desk.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self._fresh or self.desk.dialog:
            paint_backdrop(canvas, self.frame)
            self.desk.panels[0].lie_on(canvas)
        changed = self.desk.draw(canvas)
        fresh, self._fresh = self._fresh, self.desk.dialog is not None
        return [canvas.get_rect()] if fresh else changed

    def leave(self) -> None:
        pass
