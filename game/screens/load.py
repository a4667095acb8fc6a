"""The list of saved games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from time import time

import pygame

from game.content.complaints import UnusableFile
from game.content.folders import saves
from game.content.glances import Glance, saved_games
from game.content.saves import Save, load_save
from game.play.names import side_name
from game.screens.backdrop import paint_backdrop
from game.screens.replay import ReplayScreen
from game.screens.screen import Begin, Change, Close, Frame, Open, Screen
from game.screens.sitting import Sitting, sit_down_again
from game.screens.story import story_of_save
from game.table.records import Side
from game.widgets.button import Button
from game.widgets.desk import Desk
from game.widgets.dialog import CANCEL, Dialog, Reply
from game.widgets.keys import Key
from game.widgets.label import Label
from game.widgets.listing import Listing, Row
from game.widgets.palette import AMBER, MUTED
from game.widgets.panel import Panel
from game.widgets.plates import CARD
from game.widgets.styles import Style

WIDE, MARGIN = 860.0, 40.0


class LoadScreen:
    """A second click or Enter opens the game that is chosen, where it stood."""

    def __init__(self, opened: Callable[[Sitting], Screen], folder: Path | None = None) -> None:
        self.opened = opened
        self.folder = folder
        self.change: Change | None = None
        self.desk: Desk
        self.glances: dict[str, Glance] = {}

    def fill(self, frame: Frame) -> None:
        self.frame = frame
        self.desk = Desk(frame.theme)
        wide, high = frame.units
        tall = min(high - 2 * MARGIN, 760.0)
        box = ((wide - WIDE) / 2, (high - tall) / 2, WIDE, tall)
        panel = self.desk.add(Panel(frame.theme, box, CARD))
        panel.add(Label((28, 18, 400, 44), "LOAD A GAME", size=28, colour=AMBER, face="title"))
        self.count = panel.add(Label((28, 58, WIDE - 56, 22), "", size=13, colour=MUTED))
        self.list = panel.add(
            Listing(
                (24, 92, WIDE - 48, tall - 92 - 78),
                on_choose=lambda _: self._show(),
                on_open=lambda _: self.load(),
                row_height=54,
            )
        )
        self._add_buttons(panel, tall - 62)
        self.look()
        self._fresh = True

    def _add_buttons(self, panel: Panel, top: float) -> None:
        self.load_button = panel.add(
            Button((24, top, 220, 42), "Load", self.load, icon="ui/play", style=Style.PRIMARY)
        )
        self.replay_button = panel.add(
            Button(
                (254, top, 180, 42),
                "Replay",
                self.replay,
                icon="ui/eye",
                shortcut=Key(pygame.K_w),
                hint="Watch it from its beginning, as far as it was played",
            )
        )
        self.delete_button = panel.add(
            Button(
                (444, top, 180, 42),
                "Delete…",
                self.ask_to_delete,
                icon="ui/trash-2",
                style=Style.DANGER,
                shortcut=Key(pygame.K_DELETE),
            )
        )
        panel.add(
            Button(
                (WIDE - 204, top, 180, 42),
                "Back",
                self.back,
                icon="ui/arrow-left",
                shortcut=Key(pygame.K_ESCAPE),
            )
        )

    def look(self) -> None:
        """Read the folder anew."""
        found = saved_games(self.folder or saves())
        self.glances = {str(g.path): g for g in found}
        self.list.rows = tuple(row(g) for g in found)
        able = [r.id for r in self.list.rows if not r.reason]
        if self.list.chosen not in able:
            self.list.chosen = able[0] if able else ""
        self.desk.focus.to(self.list if able else None)
        many = len(found)
        self.count.text = f"{many} saved {'game' if many == 1 else 'games'}, the latest first"
        if not many:
            self.count.text = "No game was saved yet. Every game is, from its first answer on."
        self._show()

    def _show(self) -> None:
        none = "" if self.list.chosen else "No game is chosen"
        for button in (self.load_button, self.replay_button, self.delete_button):
            button.reason = none

    def load(self) -> None:
        """Open the chosen game where it stood, or tell why it cannot be opened."""
        self._open(lambda save: Begin(self.opened(sit_down_again(save))))

    def replay(self) -> None:
        """Show the chosen game again, whether it is over or not."""
        self._open(lambda save: Open(ReplayScreen(story_of_save(save), self.opened)))

    def _open(self, leads: Callable[[Save], Change]) -> None:
        if not self.list.chosen:
            return
        try:
            self.change = leads(load_save(Path(self.list.chosen)))
        except UnusableFile as error:
            close = (Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE)),)
            words = str(error)
            self.desk.ask(Dialog(self.frame.theme, "Not loaded", words, close, width=620))

    def ask_to_delete(self) -> None:
        if self.list.chosen:
            replies = (Reply("Delete", self._delete, Style.DANGER), CANCEL)
            label = next(r.label for r in self.list.rows if r.id == self.list.chosen)
            words = f"{label} is gone then."
            self.desk.ask(Dialog(self.frame.theme, "Delete?", words, replies))

    def _delete(self) -> None:
        Path(self.list.chosen).unlink(missing_ok=True)
        self.look()

    def back(self) -> None:
        self.change = Close()

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


def row(glance: Glance) -> Row:
    """Return a save as a row: its name or what is played, where it stands, when that was."""
    when = datetime.fromtimestamp(glance.changed).astimezone().strftime("%d %b %Y, %H:%M")
    if glance.fault:
        fault = glance.fault
        return Row(str(glance.path), glance.name, fault, when, faded=True, reason=fault)
    scenario = Path(glance.scenario).stem.replace("_", " ").capitalize()
    played = f"{scenario} on {Path(glance.map).stem.replace('-', ' ')}"
    if not glance.name:
        return Row(str(glance.path), f"{played} · {_stands(glance)}", _players(glance), when)
    detail = f"{played} · {_stands(glance)} · {_players(glance)}"
    return Row(str(glance.path), f"“{glance.name}”", detail, when)


def map_name(glance: Glance) -> str:
    return Path(glance.map).stem.replace("-", " ").capitalize()


def ago(when: float) -> str:
    """Say how long ago a time of the system's clock was: ``"4 minutes ago"``."""
    minutes = max(0, int(time() - when) // 60)
    for long, word in ((1440, "day"), (60, "hour"), (1, "minute")):
        if many := minutes // long:
            return f"{many} {word}{'' if many == 1 else 's'} ago"
    return "just now"


def _stands(glance: Glance) -> str:
    if glance.over:
        winner = side_name(Side(glance.winner)) if glance.winner else ""
        return f"over: {winner} won" if winner else "over: a draw"
    if not glance.round:
        return "before the battle"
    side = f", {side_name(Side(glance.side))}" if glance.side else ""
    return f"turn {glance.round}{side}: {glance.phase}"


def _players(glance: Glance) -> str:
    return " against ".join(
        f"{side_name(Side(side))} ({name})" for side, name in glance.players.items()
    )
