"""Five tasks of a new player, each in the inputs that the screen suggests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from game.content.save_format import HUMAN
from game.geometry.points import Point
from game.play.decisions import CommonKind
from game.play.log.wording import side_name
from game.play.moves.march import March
from game.play.session import Session
from game.prompts.march_draft import MarchDraft, ModelDrag
from game.rules.battles import prepare
from game.rules.catalog import holders
from game.screens.battle.header import MarkerSign
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.screens.title import TitleScreen
from game.table.events import Moved
from game.table.records import UnitId
from tests.screens.input_driver import Player, ready
from tests.screens.test_input_counts import (
    STEPS,
    Hurried,
    hurried,
    is_asked,
    played_until,
    units_asked,
)

PATROL, SEED = "combat_patrol", 7


@pytest.mark.slow
def test_a_battle_starts_with_two_clicks(player: Player) -> None:
    player.open(TitleScreen())
    player.press("PLAY")
    player.press("Start")
    player.wait_until(lambda: isinstance(player.top, BattleScreen))

    assert isinstance(player.top, BattleScreen)
    assert player.top.live_game.battle.scenario.id == "first_patrol"


def bends(session: Session) -> Iterator[tuple[str, Point]]:
    """Yield units with a place that their leader can only reach round a corner."""
    for unit in units_asked(session):
        twin = session.fork(1)
        twin.answer(unit)
        while not isinstance(twin.pending, March):
            assert twin.pending
            twin.answer(twin.pending.sample(twin.table, 0, 1))
        draft = MarchDraft(twin.pending, twin.table)
        lead = draft.models[0]
        start = draft.end(lead)
        for x, y in STEPS:
            drag = ModelDrag(draft, draft.models, lead, start)
            drag.to(Point(start.x + x, start.y + y))
            if any(len(t.legal) > 2 for t in drag.trials) and not any(
                t.no for t in drag.trials
            ):
                yield unit, Point(start.x + x, start.y + y)


@pytest.mark.slow
def test_a_unit_moves_round_a_corner_with_three_clicks() -> None:
    player = hurried(played_until(PATROL, SEED, 2))
    session = player.screen.session
    unit, there = next(bends(session))
    before = len(session.game.story)
    player.click_at(player.lead(unit).at)
    player.click_at(there)
    player.click_at(there)

    assert len(player.inputs) == 3
    moves = [e for e in session.game.story[before:] if isinstance(e, Moved)]
    assert any(len(move.path) > 2 for move in moves)


def at_shooting() -> tuple[Hurried, Session]:
    player = hurried(played_until(PATROL, SEED, 1))
    session = player.screen.session
    player.end_phase()
    assert is_asked(session, CommonKind.UNIT_TO_SHOOT)
    player.inputs.clear()
    return player, session


@pytest.mark.slow
def test_why_a_shot_is_impossible_is_read_with_one_click() -> None:
    player, session = at_shooting()
    player.click_at(player.lead(units_asked(session)[0]).at)
    prompt = player.screen.prompt
    assert prompt
    reasons = {choice.id: choice.reason for choice in prompt.choices()}
    foes = [id_ for id_ in reasons if UnitId(id_) in session.table.units]

    assert len(player.inputs) == 1
    assert foes
    assert all(reasons[foe].endswith("too far)") for foe in foes)


@pytest.mark.slow
def test_who_holds_marker_3_is_read_without_any_input() -> None:
    player = hurried(played_until(PATROL, SEED, 3))
    table = player.screen.session.table
    held = holders(player.screen.live_game.mission, table)
    shields = [sign.shield for sign in player.screen.parts.header.widgets(MarkerSign)]
    (third,) = (shield for shield in shields if shield.number == "3")

    assert not player.inputs
    holder = held[third.marker]
    assert holder
    assert side_name(holder) in third.words


@pytest.mark.slow
@pytest.mark.parametrize("luck", range(3))
def test_no_click_of_a_newcomer_on_the_board_is_without_effect(
    player: Player, luck: int
) -> None:
    """Every click plans or decides something, or is told what can be chosen."""
    game = start_game(prepare("first_patrol", seed=5), (HUMAN, "gentle"), kept=False)
    screen = player.open(BattleScreen(game, speed=50.0))
    clicks, phases = Random(luck), set[str]()
    window = screen.parts.board.window
    for count in range(80):
        ready(player, screen)
        if screen.prompt is None:
            break
        phases.add(game.session.table.clock.phase)
        # What an earlier click told may be told again.
        screen.prompt.refused, screen.spotlight.kept = None, ""
        before = seen_of(screen)
        if count % 4 == 3:
            player.key(pygame.K_RETURN)
            continue
        x = clicks.randrange(window.left + 150, window.right - 150)
        player.click(x, clicks.randrange(window.top + 30, window.bottom - 30))
        assert seen_of(screen) != before, (count, screen.prompt)
    assert len(phases) > 1


def seen_of(screen: BattleScreen) -> object:
    """Return what a click may change."""
    prompt = screen.prompt
    drawn = (id(prompt), prompt.looks, prompt.refused) if prompt else None
    return drawn, screen.session.answers_given, screen.spotlight.kept
