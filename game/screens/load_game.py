"""The list of saved games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

import pygame

from game.background import BackgroundValue
from game.bots.registry import POLICIES
from game.content.faults import UnusableFile
from game.content.own_folders import saves
from game.content.save_files import rename_save
from game.content.save_format import HUMAN, SavedGame, load_save
from game.content.save_summaries import SaveSummary, saved_games
from game.picture_cache import PICTURES
from game.play.log.wording import phase_text, side_name, victory
from game.screens.battle_opening import game_screen
from game.screens.card import Card, CardSize
from game.screens.live_game import RecordedGame, record_of_save, resume_game
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Begin, Change, Destination, Load, Open, WindowContext
from game.screens.shelf import DELETE, LIST, RENAME, Shelf, ShelfAction
from game.screens.side_by_side.pair import named
from game.screens.table_pictures import picture_of
from game.table.records import Side, many
from game.widgets import cells
from game.widgets.button import Button, Style
from game.widgets.cells import column, sized
from game.widgets.dialogs import CLOSE, name_dialog
from game.widgets.keys import Key
from game.widgets.list_box import ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import APART, LARGE_THUMBNAIL

T = TypeVar("T")

PreviewKey: TypeAlias = tuple[Path, float, tuple[int, int]]


class LoadScreen(MenuScreen):
    """The list of saved games; Enter or a second click opens the selected one."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        battle_speed: float = 0.0,
        beside: RecordedGame | None = None,
    ) -> None:
        """List the games of a folder, by default the user's.

        *battle_speed*: playback speed of games opened from here; 0 takes it from the settings.
        *beside*: a game beside which another one is to be shown.
        """
        self.beside = beside
        self.folder, self.battle_speed = folder, battle_speed
        self.shelf = Shelf(
            self.open_chosen, none="No game selected", picture_size=LARGE_THUMBNAIL
        )
        self.glances: dict[str, SaveSummary] = {}
        self.previews = BackgroundValue[pygame.Surface | None](None, PICTURES)

    def fill(self, frame: WindowContext) -> None:
        px = frame.theme.px
        self.size = px(LARGE_THUMBNAIL[0]), px(LARGE_THUMBNAIL[1])
        self.read()
        super().fill(frame)

    def view(self) -> Card:
        many_ = len(self.glances)
        first = ", unfinished ones first" if many_ > 1 else ""
        count = f"{many(many_, 'saved game')}{first}"
        if not many_:
            count = "No saved games yet. Every game is saved automatically."
        shelf = self.shelf.cell(count)
        sent, key = "Open a pack that somebody sent you", Key(pygame.K_k)
        packs = Button("Packs", self.show_packs, icon="ui/layers", shortcut=key, hint=sent)
        two, key = "Watch the selected game beside another one", Key(pygame.K_b)
        beside = Button("Beside…", self.choose_beside, icon="ui/users", shortcut=key, hint=two)
        aside = cells.row(beside if self.shelf.chosen else None, packs)
        seen, plain = "Watch it from the start", Style.PLAIN
        rename, delete = self.ask_for_name, self.ask_to_delete
        if self.beside:
            show = ShelfAction("Show beside", self.compare, "users", style=Style.PRIMARY)
            foot = self.shelf.foot(show, back=self.back_button())
            content = column(sized(shelf, grow=1), foot, gap=APART)
            title, focus = "CHOOSE THE OTHER GAME", LIST if self.shelf.chosen else None
            return Card(title, content, size=CardSize.LIST, focus=focus)
        foot = self.shelf.foot(
            ShelfAction("Load", self.load, "play", style=Style.PRIMARY),
            ShelfAction("Replay", self.replay, "eye", key=pygame.K_w, style=plain, hint=seen),
            ShelfAction("Rename…", rename, "square-pen", key=RENAME),
            ShelfAction("Delete…", delete, "trash-2", key=DELETE, style=Style.DANGER),
            back=self.back_button(),
        )
        content = column(sized(shelf, grow=1), foot, gap=APART)
        focus = LIST if self.shelf.chosen else None
        return Card("LOAD A GAME", content, aside=aside, size=CardSize.LIST, focus=focus)

    def read(self) -> None:
        """Read the folder again."""
        # Unfinished games come first; each group is sorted by time.
        found = sorted(
            saved_games(self.folder or saves()), key=lambda g: g.over or bool(g.fault)
        )
        self.glances = {str(g.path): g for g in found}
        self._put_rows()

    def _put_rows(self) -> None:
        glances = self.glances.values()
        files = {(g.map, g.map_file) for g in glances}
        count = Counter(title for title, _ in files)
        self.shelf.put(
            replace(
                row(g, with_file=count[g.map] > 1), picture=self.previews.known(self._key(g))
            )
            for g in glances
        )

    def show_packs(self) -> None:
        self.change = Open(Destination("packs"))

    def load(self) -> None:
        """Open the selected game in its last state, or show why that fails."""
        self._open(
            "Opening the game",
            resume_game,
            lambda game: Begin(game_screen(game, speed=self.battle_speed)),
        )

    def replay(self) -> None:
        """Open the replay of the selected game, whether it is over or not."""
        self._open(
            "Opening the replay",
            record_of_save,
            lambda story: Open(Destination("replay", story, battle_speed=self.battle_speed)),
        )

    def open_chosen(self) -> None:
        """Do with the selected game what the list is for."""
        if self.beside:
            self.compare()
        else:
            self.load()

    def choose_beside(self) -> None:
        """Ask beside which other game the selected one is to be shown."""
        speed = self.battle_speed
        self._open(
            "Opening the game",
            record_of_save,
            lambda story: Open(Destination("saves", battle_speed=speed, beside=story)),
        )

    def compare(self) -> None:
        """Show the selected game beside the one that was chosen before."""
        assert self.beside
        first = named(self.beside)
        self._open(
            "Opening both games",
            record_of_save,
            lambda story: Open(Destination("side by side", first, named(story))),
        )

    def _open(
        self, words: str, work: Callable[[SavedGame], T], leads: Callable[[T], Change]
    ) -> None:
        if path := self.shelf.chosen:
            self.change = Load(
                words, lambda: work(load_save(Path(path))), leads, self._not_loaded
            )

    def _not_loaded(self, error: UnusableFile) -> None:
        words = str(error)
        self.stack.ask(Dialog(self.frame.theme, "Not loaded", words, (CLOSE,)))

    def ask_for_name(self) -> None:
        """Ask for another name for the selected game."""
        if not self.shelf.chosen:
            return
        summary, theme = self.glances[self.shelf.chosen], self.frame.theme
        usual = summary.name or f"{summary.scenario} on {summary.map}"
        dialog = name_dialog(theme, "Rename", "New name", usual, "Rename", self._rename)
        self.stack.ask(dialog)

    def _rename(self, name: str) -> None:
        self.stack.dismiss()
        try:
            renamed = rename_save(Path(self.shelf.chosen), name)
        except UnusableFile as error:
            self.show_message("Not renamed", str(error))
            return
        self.shelf.chosen = str(renamed)
        self.read()

    def ask_to_delete(self) -> None:
        if self.shelf.chosen:
            replies = (Reply("Delete", self._delete, Style.DANGER), CANCEL)
            label = next(r.label for r in self.shelf.rows if r.id == self.shelf.chosen)
            words = f"“{label.strip('“”')}” will be deleted for good."
            self.stack.ask(Dialog(self.frame.theme, "Delete?", words, replies))

    def _delete(self) -> None:
        Path(self.shelf.chosen).unlink(missing_ok=True)
        self.read()

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        glances = (self.glances[shown.id] for shown in self.shelf.in_sight(self.panel))
        seen = [g for g in glances if not g.fault]
        wanted = ((self._key(g), partial(_draw_save, g.path, self.size)) for g in seen)
        if self.previews.compute_next(wanted):
            self._put_rows()
            self.changed()
        return None

    def _key(self, summary: SaveSummary) -> PreviewKey:
        return summary.path, summary.changed, self.size


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


def _draw_save(path: Path, size: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture of a save's last state; None if it cannot be opened."""
    try:
        story = record_of_save(load_save(path))
        return picture_of(story.at(len(story.events)), story.rules.parts, size)
    except Exception:  # noqa: BLE001  whatever is wrong with a file is told when it is loaded
        return None
