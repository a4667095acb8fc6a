"""Two games on one screen, at one clock."""

from __future__ import annotations

from functools import lru_cache

import pygame
import pytest

from game.bots.registry import policy
from game.rules.battles import prepare
from game.screens.battle.phase_bar import PhaseBar
from game.screens.battle.window_additions import Status, figure, head
from game.screens.film.film_frames import FilmFrames, FilmRange
from game.screens.live_game import record_of_live_game, start_game
from game.screens.screen import Close
from game.screens.screenshots import frame_of
from game.screens.show.show_stakes import Stakes
from game.screens.show.show_surround import ShownCaption, ShowSurround
from game.screens.side_by_side.pair import GamePair, NamedRecord, named
from game.screens.side_by_side.screen import SideBySideScreen
from game.shown.phase_marks import PhaseMark, PhaseStep
from game.shown.turn_header import SideStatus, TurnHeader
from game.widgets.text_view import Label

ANSWERS = 8
"""Number of answers of a short game."""
SMALL = 320, 180


@lru_cache(maxsize=2)
def game(seed: int) -> NamedRecord:
    """Return the beginning of a bout between two bots."""
    live_game, bot = start_game(prepare("cage", seed=seed), ("random",) * 2), policy("random")
    for _ in range(ANSWERS):
        live_game.session.answer(bot.answer(live_game.session))
    return named(record_of_live_game(live_game))


@pytest.fixture
def screen() -> SideBySideScreen:
    found = SideBySideScreen(game(3), game(4), playing=False)
    found.fill(frame_of(SMALL))
    return found


def press(screen: SideBySideScreen, key: int) -> object:
    event = pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    return screen.handle(event)


def test_a_game_beside_itself_never_parts() -> None:
    pair = GamePair(game(3), game(3))
    assert pair.parting is None
    assert pair.parting_words == "Both games are the same."
    assert pair.games[0].name == "Random against Random, seed 3"
    assert pair.results()[0].startswith("Random against Random, seed 3: not over")


def test_keys_lead_to_steps_and_to_the_first_difference(screen: SideBySideScreen) -> None:
    pair = screen.pair
    assert pair.parting is not None
    press(screen, pygame.K_d)
    assert screen.step == pair.parting
    counts = [board.play.count for board in screen.boards]
    assert counts == [*pair.steps[screen.step].ends]
    press(screen, pygame.K_RIGHT)
    press(screen, pygame.K_LEFT)
    assert screen.step == pair.parting
    assert isinstance(press(screen, pygame.K_ESCAPE), Close)


def test_both_games_end_a_step_before_the_next_begins(screen: SideBySideScreen) -> None:
    press(screen, pygame.K_SPACE)
    assert screen.playing
    while screen.step == 0:
        screen.update(0.5)
    assert [board.play.count for board in screen.boards] == [*screen.pair.steps[1].starts]
    screen.draw(pygame.Surface(SMALL))
    press(screen, pygame.K_SPACE)
    assert not screen.playing


def test_half_a_window_says_what_the_score_counts() -> None:
    """Beside all names of the phases, in a turn of both sides with statuses."""
    record = game(3).record
    board = FilmFrames(record, [FilmRange(0, len(record.events))], (640, 360))
    board.still(len(record.events))

    bar = board.surround._bar  # noqa: SLF001  what is drawn in it
    words = [one.text for one in bar.widgets if isinstance(one, Label)]
    (phases,) = (one for one in bar.widgets if isinstance(one, PhaseBar))
    assert words == ["bouts won"]
    assert phases.rect.width >= bar.theme.px(phases.natural(bar.theme)[0])


@pytest.mark.parametrize("count", [4, 7, 9])
def test_the_score_keeps_its_unit_beside_many_phases(count: int) -> None:
    """In half a window with the command points of both sides; the current phase is whole."""
    names = [
        "orders",
        "movement",
        "psychic",
        "shooting",
        "charge",
        "fight",
        "morale",
        "scoring",
        "sudden",
    ]
    marks = tuple(
        PhaseMark(name, "MC-01", PhaseStep.NOW if n == count - 1 else PhaseStep.DONE)
        for n, name in enumerate(names[:count])
    )
    sides = SideStatus("Wardens", 10), SideStatus("Brood", 12)
    header = TurnHeader(
        who="WARDENS' ROUND",
        turn="ROUND 1 / 7",
        team=0,
        marks=marks,
        standings=sides,
        score_hint="",
    )
    points = Status(((figure("10"), head("CP")),), "")
    surround = ShowSurround((640, 360))
    surround.draw(
        pygame.Surface((640, 360)), header, ShownCaption(""), Stakes((), None, (points,) * 2)
    )

    bar = surround._bar  # noqa: SLF001  what is drawn in it
    (phases,) = (one for one in bar.widgets if isinstance(one, PhaseBar))
    assert [one.text for one in bar.widgets if isinstance(one, Label)] == ["points"]
    assert phases.rect.width >= bar.theme.px(phases.least_width(bar.theme))
