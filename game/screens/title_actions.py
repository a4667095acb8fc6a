"""Actions of the title screen, imported late to keep its first frame fast."""

from __future__ import annotations

from pathlib import Path

from game.content.army_lists import import_list, keep
from game.content.campaign_saves import Ongoing, Tie, kept, load_ongoing, place_of
from game.content.faults import UnusableFile
from game.content.maps.uvtt_import import ENDINGS
from game.content.png_payload import has_map
from game.content.save_files import SaveSummary, saved_games
from game.content.save_format import ENDING, load_save
from game.content.scenarios import FREE
from game.content.storage import is_file, saves
from game.rules.campaigns import Course
from game.screens.battle.dialogs import notice
from game.screens.battle.screen import all_keys
from game.screens.battle.seats import HUMAN
from game.screens.campaign_list import ChooserScreen
from game.screens.campaign_screen import CampaignScreen
from game.screens.demo_battle import DemoBattle
from game.screens.editor.screen import EditorScreen, opened
from game.screens.editor.start_screen import StartScreen
from game.screens.help import CREDITS, HelpScreen
from game.screens.lesson_screen import open_lesson
from game.screens.live_game import resume_game
from game.screens.load_game import LoadScreen, ago
from game.screens.notice import NoticeScreen
from game.screens.sandbox_screen import battle_screen
from game.screens.screen import Begin, Change, Open, Screen, WindowContext
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen

__all__ = [
    "campaign",
    "credits_",
    "demo_battle",
    "first_lesson",
    "latest",
    "notice",
    "open_editor",
    "open_help",
    "open_saves",
    "play",
    "sandbox",
    "settings",
    "unfinished",
    "watch_demo",
]


def play() -> Screen:
    return SetupScreen()


def watch_demo() -> Screen:
    return SetupScreen(watch=True)


def sandbox() -> Screen:
    """Return the setup screen of a sandbox table, where one person plays both sides."""
    screen = SetupScreen()
    screen.plan.choose(FREE)
    screen.plan.players = [HUMAN, HUMAN]
    return screen


def first_lesson() -> Screen:
    return open_lesson(SetupScreen)


def open_editor() -> Screen:
    return StartScreen(EditorScreen)


def open_help() -> Screen:
    return HelpScreen(all_keys())


def credits_() -> Screen:
    return HelpScreen(all_keys(), CREDITS)


def open_saves() -> Screen:
    return LoadScreen(battle_screen)


def campaign() -> Screen:
    return ChooserScreen()


def settings() -> Screen:
    return SettingsScreen()


def demo_battle(frame: WindowContext, seed: int | None) -> DemoBattle:
    return DemoBattle(frame, seed)


def _left_last() -> SaveSummary | None:
    """Return the most recent unfinished game, or None."""
    games = saved_games(saves())
    return next((g for g in games if not g.fault and not g.over), None)


def _campaign_left() -> tuple[Path, Ongoing] | None:
    """Return the campaign last left between two battles, unless a game is more recent."""
    game = _left_last()
    for path in kept():
        if game and path.stat().st_mtime < game.changed:
            return None
        try:
            found = load_ongoing(path)
        except UnusableFile:
            continue  # The list of campaigns shows the reason.
        course = Course(found.campaign(), found.seed, found.fought)
        if course.stage and not found.playing:
            return path, found
    return None


def latest() -> str:
    """Return the state of the last unfinished game in one line; empty if there is none."""
    if left := _campaign_left():
        path, ongoing = left
        title = ongoing.campaign().title
        return f"{title}, battle {len(ongoing.fought) + 1} · {ago(path.stat().st_mtime)}"
    found = _left_last()
    if found is None:
        return ""
    turn = f"Turn {found.round}" if found.round else "Before the battle"
    return f"{turn} · {found.map} · {ago(found.changed)}"


def unfinished() -> Begin | str:
    """Open the last unfinished game; return the error if that fails."""
    try:
        if left := _campaign_left():
            return Begin(CampaignScreen.of(Tie.named(left[0])))
        found = _left_last()
        if found is None:
            return "No unfinished game."
        save = load_save(found.path)
        if save.header.campaign and is_file(place_of(save.header.campaign)):
            return Begin(CampaignScreen.of(save.header.campaign))
        return Begin(battle_screen(resume_game(save)))
    except UnusableFile as error:
        return str(error)


LISTS = (".ros", ".rosz", ".json")
MAP = ".tmj"
KINDS = (
    f"You can drop saves ({ENDING}), maps ({MAP}), pictures that contain one "
    f"(.png), Universal VTT files ({', '.join(ENDINGS)}) and army lists ({', '.join(LISTS)})."
)
TOLD = 8
"""Maximum number of skipped items of a list shown here; the command line shows all."""


def open_dropped(path: Path) -> Change:
    """Open the game or map of a file, or return a screen that shows the error."""
    try:
        if path.suffix.lower() in LISTS:
            return Open(_imported(path))
        if path.suffix.lower() in (MAP, *ENDINGS) or has_map(path):
            # Opened on top, because the present screen may have unsaved work.
            return Open(opened(path))
        live_game = resume_game(load_save(path))
    except UnusableFile as error:
        fault = error.faults[0]
        words = f"{path.name}: {fault}. {KINDS}"
        return Open(NoticeScreen("Cannot open this file", words))
    return Begin(battle_screen(live_game))


def _imported(path: Path) -> NoticeScreen:
    """Save the roster made from an army list, and report it; raise UnusableFile."""
    found = import_list(path)
    keep(found, path)
    words = (
        f"{found.roster.title} was added to your rosters ({found.brief}). "
        "Use it in matched play."
    )
    if found.left_out:
        more = len(found.left_out) - TOLD
        rest = f"; and {more} more" if more > 0 else ""
        words += f" Skipped: {'; '.join(found.left_out[:TOLD])}{rest}."
    return NoticeScreen("Army list imported", words)
