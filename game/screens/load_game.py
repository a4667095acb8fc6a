"""The list of saved games."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from time import time
from typing import TypeAlias

import pygame

from game.content.faults import UnusableFile
from game.content.save_files import SaveSummary, rename_save, saved_games
from game.content.save_format import SavedGame, load_save
from game.content.storage import saves
from game.play.wording import phase_text, side_name, victory
from game.screens.battle.seats import HUMAN
from game.screens.how_to_play import picture_of
from game.screens.live_game import LiveGame, record_of_save, resume_game
from game.screens.menu_screen import MenuScreen
from game.screens.replay import ReplayScreen
from game.screens.screen import Begin, Change, Open, Screen
from game.table.records import Side, many
from game.view.background_task import Loader
from game.widgets.button import Button, Style
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import MUTED

WIDE, MARGIN = 960.0, 24.0
ROW, PICTURE = 88.0, (120.0, 76.0)
"""Height of a row, and maximum size of its picture, in units."""


class LoadScreen(MenuScreen):
    """The list of saved games; Enter or a second click opens the selected one."""

    def __init__(
        self, opened: Callable[[LiveGame], Screen], folder: Path | None = None
    ) -> None:
        self.opened = opened
        self.folder = folder
        self.glances: dict[str, SaveSummary] = {}
        self.previews: Previews | None = None

    def lay_out(self) -> None:
        tall = min(self.frame.units[1] - 2 * MARGIN, 760.0)
        panel = self.new_card(WIDE, tall, "LOAD A GAME")
        self.count = panel.add(Label((28, 58, WIDE - 56, 22), "", size=13, colour=MUTED))
        self.list = panel.add(
            ListBox(
                (24, 92, WIDE - 48, tall - 92 - 78),
                on_choose=lambda _: self._show(),
                on_open=lambda _: self.load(),
                row_height=ROW,
            )
        )
        self._add_buttons(tall - 62)
        self.refresh()

    def _add_buttons(self, top: float) -> None:
        self.load_button = self.add_button(
            (24, top, 220, 42), "Load", self.load, "play", style=Style.PRIMARY
        )
        buttons = (
            ("Replay", self.replay, "eye", pygame.K_w, Style.PLAIN, 150),
            ("Rename…", self.ask_for_name, "square-pen", pygame.K_F2, Style.PLAIN, 170),
            ("Delete…", self.ask_to_delete, "trash-2", pygame.K_DELETE, Style.DANGER, 180),
        )
        left, made = 254.0, list[Button]()
        for label, press, icon, key, style, wide in buttons:
            box = (left, top, wide, 42)
            made.append(self.add_button(box, label, press, icon, key, style=style))
            left += wide + 10
        self.replay_button, self.rename_button, self.delete_button = made
        self.replay_button.hint = "Watch it from the start"
        self.add_back((WIDE - 164, top, 140, 42))

    def refresh(self) -> None:
        """Read the folder again."""
        # Unfinished games come first; each group is sorted by time.
        found = sorted(
            saved_games(self.folder or saves()), key=lambda g: g.over or bool(g.fault)
        )
        self.glances = {str(g.path): g for g in found}
        px = self.frame.theme.px
        self.previews = Previews((px(PICTURE[0]), px(PICTURE[1])))
        self._show_rows(self.previews)
        able = [r.id for r in self.list.rows if not r.reason]
        if self.list.chosen not in able:
            self.list.chosen = able[0] if able else ""
        self.stack.focus.to(self.list if able else None)
        first = ", unfinished ones first" if len(found) > 1 else ""
        self.count.text = f"{many(len(found), 'saved game')}{first}"
        if not found:
            self.count.text = "No saved games yet. Every game is saved automatically."
        self._show()

    def _show_rows(self, previews: Previews) -> None:
        glances = self.glances.values()
        files = {(g.map, g.map_file) for g in glances}
        count = Counter(title for title, _ in files)
        self.list.rows = tuple(
            replace(row(g, with_file=count[g.map] > 1), picture=previews.of(g)) for g in glances
        )

    def _show(self) -> None:
        none = "" if self.list.chosen else "No game selected"
        for button in (
            self.load_button,
            self.replay_button,
            self.rename_button,
            self.delete_button,
        ):
            button.reason = none

    def load(self) -> None:
        """Open the selected game in its last state, or show why that fails."""
        self._open(lambda save: Begin(self.opened(resume_game(save))))

    def replay(self) -> None:
        """Open the replay of the selected game, whether it is over or not."""
        self._open(lambda save: Open(ReplayScreen(record_of_save(save), self.opened)))

    def _open(self, leads: Callable[[SavedGame], Change]) -> None:
        if not self.list.chosen:
            return
        try:
            self.change = leads(load_save(Path(self.list.chosen)))
        except UnusableFile as error:
            close = (Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE)),)
            words = str(error)
            self.stack.ask(Dialog(self.frame.theme, "Not loaded", words, close, width=620))

    def ask_for_name(self) -> None:
        """Ask for another name for the selected game."""
        if not self.list.chosen:
            return
        usual = Path(self.list.chosen).stem
        field = TextField((DIALOG_PADDING, 0, 412, 40), usual, on_enter=self._rename)
        replies = (Reply("Rename", lambda: self._rename(field.text), Style.PRIMARY), CANCEL)
        theme = self.frame.theme
        dialog = Dialog(theme, "Rename", "New name", replies, room=44)
        field.box = (DIALOG_PADDING, dialog.body_top, 412, 40)
        dialog.add(field)
        self.stack.ask(dialog)

    def _rename(self, name: str) -> None:
        self.stack.dismiss()
        try:
            renamed = rename_save(Path(self.list.chosen), name)
        except UnusableFile as error:
            self.show_message("Not renamed", str(error))
            return
        self.list.chosen = str(renamed)
        self.refresh()

    def ask_to_delete(self) -> None:
        if self.list.chosen:
            replies = (Reply("Delete", self._delete, Style.DANGER), CANCEL)
            label = next(r.label for r in self.list.rows if r.id == self.list.chosen)
            words = f"“{label.strip('“”')}” will be deleted for good."
            self.stack.ask(Dialog(self.frame.theme, "Delete?", words, replies))

    def _delete(self) -> None:
        Path(self.list.chosen).unlink(missing_ok=True)
        self.refresh()

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        if self.previews and self.previews.draw_next(self._in_sight()):
            self._show_rows(self.previews)
        return None

    def _in_sight(self) -> list[SaveSummary]:
        """Return the games with visible rows."""
        seen, pitch = self.list.scroll, self.list.pitch
        first = seen.offset // pitch
        return [*self.glances.values()][first : first + seen.view // pitch + 2]


def row(summary: SaveSummary, *, with_file: bool = False) -> ListRow:
    """Return a save as a row: its name or scenario, its state, its time.

    *with_file*: name the file of the map beside its title.
    """
    when = datetime.fromtimestamp(summary.changed).astimezone().strftime("%d %b %Y, %H:%M")
    if summary.fault:
        words = f"Cannot be loaded: {summary.fault}"
        reason = f"{summary.path}: {summary.fault}"
        return ListRow(str(summary.path), summary.name, words, when, faded=True, reason=reason)
    file = f" ({summary.map_file})" if with_file else ""
    played = f"{summary.scenario} on {summary.map}{file}"
    if not summary.name:
        return ListRow(
            str(summary.path), f"{played} · {_stands(summary)}", _players(summary), when
        )
    detail = f"{played} · {_stands(summary)} · {_players(summary)}"
    return ListRow(str(summary.path), f"“{summary.name}”", detail, when)


def ago(when: float) -> str:
    """Return the age of a time of the system's clock as text, such as ``"4 minutes ago"``."""
    minutes = max(0, int(time() - when) // 60)
    for long, word in ((1440, "day"), (60, "hour"), (1, "minute")):
        if count := minutes // long:
            return f"{many(count, word)} ago"
    return "just now"


def _stands(summary: SaveSummary) -> str:
    if summary.over:
        winner = Side(summary.winner) if summary.winner else None
        return f"finished: {victory(winner)}"
    if not summary.round:
        return "before the battle"
    side = f", {side_name(Side(summary.side))}" if summary.side else ""
    return f"turn {summary.round}{side}: {phase_text(summary.phase)}"


def _players(summary: SaveSummary) -> str:
    return " against ".join(
        f"{side_name(Side(side))} ({'a person' if name == HUMAN else f'bot: {name}'})"
        for side, name in summary.players.items()
    )


MAX_THUMBNAILS = 64
PreviewKey: TypeAlias = tuple[Path, float, tuple[int, int]]
_kept: OrderedDict[PreviewKey, pygame.Surface | None] = OrderedDict()
"""Pictures of saves, kept when the screen is closed; None if one cannot be drawn."""


class Previews:
    def __init__(self, size: tuple[int, int]) -> None:
        """Draw pictures of at most *size* pixels."""
        self.size = size
        self._drawing: tuple[PreviewKey, Loader[list[pygame.Surface]]] | None = None

    def _key(self, summary: SaveSummary) -> PreviewKey:
        return summary.path, summary.changed, self.size

    def of(self, summary: SaveSummary) -> pygame.Surface | None:
        """Return the picture of a save, if it has been drawn."""
        return _kept.get(self._key(summary))

    def draw_next(self, wanted: Iterable[SaveSummary]) -> bool:
        """Draw the next missing picture; return whether another one was finished."""
        came = self._take()
        missing = (g for g in wanted if not g.fault and self._key(g) not in _kept)
        if self._drawing is None and (summary := next(missing, None)):
            path, size = summary.path, self.size
            self._drawing = self._key(summary), Loader(lambda: _draw_save(path, size))
        return came

    def _take(self) -> bool:
        if self._drawing is None or not self._drawing[1].done:
            return False
        key, loader = self._drawing
        self._drawing = None
        _kept[key] = next(iter(loader.result()), None)
        if len(_kept) > MAX_THUMBNAILS:
            _kept.popitem(last=False)
        return True


def _draw_save(path: Path, size: tuple[int, int]) -> list[pygame.Surface]:
    """Return the picture of a save's last state; empty if it cannot be opened."""
    try:
        story = record_of_save(load_save(path))
        return [picture_of(story.at(len(story.events)), story.rules.parts, size)]
    except Exception:  # noqa: BLE001  whatever is wrong with a file is told when it is loaded
        return []
