"""The list of saved games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from time import time
from typing import TypeAlias, TypeVar

import pygame

from game.bots.registry import POLICIES
from game.content.faults import UnusableFile
from game.content.own_folders import saves
from game.content.save_files import rename_save
from game.content.save_format import HUMAN, SavedGame, load_save
from game.content.save_summaries import SaveSummary, saved_games
from game.play.wording import phase_text, side_name, victory
from game.screens.live_game import LiveGame, record_of_save, resume_game
from game.screens.menu_screen import MenuScreen
from game.screens.pack_screens import PacksScreen
from game.screens.picture_queue import PictureQueue
from game.screens.replay import ReplayScreen
from game.screens.screen import Begin, Change, Load, Open, Screen
from game.screens.teaching import picture_of
from game.table.records import Side, many
from game.widgets.button import Button, Style
from game.widgets.dialogs import CLOSE, name_dialog
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_view import Label
from game.widgets.theme import MUTED

T = TypeVar("T")

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
        self.previews = PictureQueue(_kept)

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
        box, key = (WIDE - 164, 18, 140, 38), pygame.K_k
        packs = self.add_button(box, "Packs", self.show_packs, "layers", key)
        packs.hint = "Open a pack that somebody sent you"
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
        self.size = px(PICTURE[0]), px(PICTURE[1])
        self._show_rows()
        able = [r.id for r in self.list.rows if not r.reason]
        if self.list.chosen not in able:
            self.list.chosen = able[0] if able else ""
        self.stack.focus.to(self.list if able else None)
        first = ", unfinished ones first" if len(found) > 1 else ""
        self.count.text = f"{many(len(found), 'saved game')}{first}"
        if not found:
            self.count.text = "No saved games yet. Every game is saved automatically."
        self._show()

    def _show_rows(self) -> None:
        glances = self.glances.values()
        files = {(g.map, g.map_file) for g in glances}
        count = Counter(title for title, _ in files)
        self.list.rows = tuple(
            replace(row(g, with_file=count[g.map] > 1), picture=_kept.get(self._key(g)))
            for g in glances
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

    def show_packs(self) -> None:
        self.change = Open(PacksScreen())

    def load(self) -> None:
        """Open the selected game in its last state, or show why that fails."""
        self._open("Opening the game", resume_game, lambda game: Begin(self.opened(game)))

    def replay(self) -> None:
        """Open the replay of the selected game, whether it is over or not."""
        self._open(
            "Opening the replay",
            record_of_save,
            lambda story: Open(ReplayScreen(story, self.opened)),
        )

    def _open(
        self, words: str, work: Callable[[SavedGame], T], leads: Callable[[T], Change]
    ) -> None:
        if path := self.list.chosen:
            self.change = Load(
                words, lambda: work(load_save(Path(path))), leads, self._not_loaded
            )

    def _not_loaded(self, error: UnusableFile) -> None:
        words = str(error)
        self.stack.ask(Dialog(self.frame.theme, "Not loaded", words, (CLOSE,), width=620))

    def ask_for_name(self) -> None:
        """Ask for another name for the selected game."""
        if not self.list.chosen:
            return
        usual, theme = Path(self.list.chosen).stem, self.frame.theme
        dialog = name_dialog(theme, "Rename", "New name", usual, "Rename", self._rename)
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
        seen = [g for g in self._in_sight() if not g.fault]
        wanted = ((self._key(g), partial(_draw_save, g.path, self.size)) for g in seen)
        if self.previews.draw_next(wanted):
            if len(_kept) > MAX_THUMBNAILS:
                del _kept[next(iter(_kept))]
            self._show_rows()
        return None

    def _key(self, summary: SaveSummary) -> PreviewKey:
        return summary.path, summary.changed, self.size

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
        return ListRow(
            str(summary.path),
            label=summary.name,
            detail=words,
            note=when,
            faded=True,
            reason=reason,
        )
    file = f" ({summary.map_file})" if with_file else ""
    played = f"{summary.scenario} on {summary.map}{file}"
    if not summary.name:
        return ListRow(
            str(summary.path),
            label=f"{played} · {_stands(summary)}",
            detail=_players(summary),
            note=when,
        )
    detail = f"{played} · {_stands(summary)} · {_players(summary)}"
    return ListRow(str(summary.path), label=f"“{summary.name}”", detail=detail, note=when)


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
        f"{side_name(Side(side))} ({_player(name)})" for side, name in summary.players.items()
    )


def _player(name: str) -> str:
    return "a person" if name == HUMAN else f"bot: {POLICIES.described(name).label}"


MAX_THUMBNAILS = 64
PreviewKey: TypeAlias = tuple[Path, float, tuple[int, int]]
_kept: dict[PreviewKey, pygame.Surface | None] = {}
"""Pictures of saves, kept when the screen is closed; None if one cannot be drawn."""


def _draw_save(path: Path, size: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture of a save's last state; None if it cannot be opened."""
    try:
        story = record_of_save(load_save(path))
        return picture_of(story.at(len(story.events)), story.rules.parts, size)
    except Exception:  # noqa: BLE001  whatever is wrong with a file is told when it is loaded
        return None
