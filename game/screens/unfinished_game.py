"""The game or campaign that was left last."""

from __future__ import annotations

from pathlib import Path

from game.content.campaign_saves import Ongoing, Tie, kept, load_ongoing, place_of
from game.content.faults import UnusableFile
from game.content.file_lookup import is_file
from game.content.own_folders import saves
from game.content.save_format import SavedGame, load_save
from game.content.save_summaries import SaveSummary, saved_games
from game.rules.campaigns import Course
from game.screens.battle_opening import game_screen
from game.screens.campaign_opening import campaign_in_progress
from game.screens.elapsed_time import ago
from game.screens.live_game import resume_game
from game.screens.screen import Begin, Destination, Load, Open


def _left_last() -> SaveSummary | None:
    """Return the most recent unfinished game that a person plays, or None."""
    games = saved_games(saves())
    return next((g for g in games if not (g.fault or g.over or g.is_watched)), None)


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
    turn = f"turn {found.round}" if found.round else "before the battle"
    return f"{found.scenario}, {turn} · {ago(found.changed)}"


def unfinished() -> Begin | Load | str:
    """Open the last unfinished game; return the error if that fails."""
    try:
        if left := _campaign_left():
            return Begin(campaign_in_progress(Tie.named(left[0])))
        found = _left_last()
        if found is None:
            return "No unfinished game."
        save = load_save(found.path)
        if save.header.campaign and is_file(place_of(save.header.campaign)):
            return Begin(campaign_in_progress(save.header.campaign))
        return resumed(save, "Not loaded")
    except UnusableFile as error:
        return str(error)


def resumed(save: SavedGame, title: str, words: str = "{}") -> Load:
    """Return the loading of a saved game; *title* and *words* tell its error."""
    return Load(
        "Opening the game",
        lambda: resume_game(save),
        lambda live_game: Begin(game_screen(live_game)),
        lambda error: Open(Destination("notice", title, words.format(error.faults[0]))),
    )
