"""A pursuit on the battle screen."""

from __future__ import annotations

import random
from dataclasses import replace

import pygame
import pytest

from game.cores.kit.queries import ForecastFigure
from game.geometry.points import Point
from game.prompts.choose import ChoosePrompt
from game.prompts.ride import RidePrompt
from game.screens.battle.answer_preview import HARMLESS, cost_text
from game.screens.battle.screen import BattleScreen
from game.shown.card_text import CardSubject, described, marks
from game.table.records import Mark, ModelId, Side, Until
from game.view.overlays import BoardNote
from tests.screens.fixtures_pursuit import SPOTS, Spot, deploying, pursuit_before
from tests.screens.input_driver import Player, open_battle, pixel, ready
from tests.systems.zero_g.window.test_zero_g import answer_anyhow
from tests.tiers import few

RIDERS, SWARM = Side("riders"), Side("swarm")
SERGEANT = ModelId("riders-sergeant-1")
IN_THE_WAY = {
    "gargoyle-1": Spot(4, 30),
    "bike-1": Spot(8, 30),
    "bike-2": Spot(12, 34),
    "sergeant": Spot(26, 20),
}


def riding(player: Player) -> tuple[BattleScreen, RidePrompt]:
    screen = open_battle(player, pursuit_before())
    assert isinstance(screen.prompt, RidePrompt)
    return screen, screen.prompt


def board_notes(screen: BattleScreen) -> list[str]:
    return [
        note.words for note in screen.parts.board.sheets.above if isinstance(note, BoardNote)
    ]


@pytest.mark.rule("PU-17", "PU-18")
def test_a_ghost_stands_at_the_end_of_the_way_and_faces_along_it(player: Player) -> None:
    screen, prompt = riding(player)
    assert prompt.subject == SERGEANT  # the closest to the Arrival
    player.move(*pixel(screen, Point(27, 23)))
    player.wait(2)
    (ghost,) = screen.parts.board.scene.ghosts

    assert ghost.at == pytest.approx((27, 23), abs=0.1)
    assert ghost.facing == pytest.approx(90.0 + prompt.path[-1].turn)
    assert prompt.path[-1].turn == 45.0


@pytest.mark.rule("PU-27")
def test_an_accelerating_rider_may_not_shoot_and_the_option_says_so(player: Player) -> None:
    _, prompt = riding(player)

    assert {c.id: c.detail for c in prompt.choices() if c.detail} == {
        "accelerate": "may not shoot (PU-27)"
    }


@pytest.mark.rule("PU-22")
def test_what_the_way_meets_is_told_before_the_click(player: Player) -> None:
    screen, _ = riding(player)
    away = [Point(x, 21) for x in (25, 29, 34)]
    seen = list[list[str]]()
    for at in away:
        player.move(*pixel(screen, at))
        player.wait(2)
        seen.append(board_notes(screen))

    assert seen[0] == []
    assert any("PU-2" in words for words in seen[-1])


@pytest.mark.rule("PU-22")
def test_the_odds_get_out_of_the_way_of_the_mouse(player: Player) -> None:
    spots = {**SPOTS, "sergeant": Spot(66, 24)}  # 5.25" from the Arrival
    screen = open_battle(player, pursuit_before(spots=spots))
    screen.fold_dock()
    odds = screen.extras.odds
    player.move(*pixel(screen, Point(71.8, 24)))
    player.wait_until(lambda: odds.there)
    for _ in range(2):
        player.move(*odds.rect.center)
        player.wait(3)

    assert not odds.there or not odds.rect.collidepoint(screen.parts.board.mouse)


@pytest.mark.rule("PU-04")
def test_who_waits_to_be_set_up_can_be_left_to_a_bot(player: Player) -> None:
    """The bot sets up all three riders, but none of the swarm, which is asked next."""
    screen = open_battle(player, deploying())
    assert screen.prompt
    assert screen.prompt.choices()[-1].label == "Let a bot deploy all 3"
    player.key(pygame.K_z)
    player.wait_until(lambda: screen.prompt is not None)

    table = screen.session.table
    assert {m.side for m in table.standing()} == {RIDERS}
    assert len(table.standing(RIDERS)) == 3
    assert screen.prompt.decision.by == SWARM


@pytest.mark.rule("PU-04")
def test_who_takes_back_what_a_bot_set_up_sets_it_up_himself(player: Player) -> None:
    screen = open_battle(player, deploying())
    player.key(pygame.K_z)
    player.wait_until(lambda: screen.prompt is not None)
    screen.backward.undo()
    player.wait_until(lambda: screen.prompt is not None)

    assert screen.prompt
    assert screen.prompt.decision.by == RIDERS
    assert len(screen.session.table.standing()) == 2
    assert "rest" not in [c.id for c in screen.prompt.choices()]


@pytest.mark.rule("PU-18")
def test_a_click_rides_there_and_the_next_is_asked(player: Player) -> None:
    screen, _ = riding(player)
    player.click(*pixel(screen, Point(27, 21)))
    player.wait_until(lambda: screen.prompt is not None)

    assert screen.session.table.models[SERGEANT].at == Point(27.0, 21.0)
    assert screen.prompt
    assert screen.prompt.subject == "riders-bike-2-1"


@pytest.mark.rule("PU-11")
def test_what_each_pace_may_cost_stands_beside_it(player: Player) -> None:
    screen = open_battle(player, pursuit_before("pursuit"))
    prompt = screen.prompt
    assert isinstance(prompt, ChoosePrompt)
    player.wait_until(lambda: bool(prompt.details))

    assert {*prompt.details} == {"keep", "slow-1", "slow-2", "slow-3"}
    priced = [c.detail for c in prompt.choices() if c.id in prompt.options]
    assert priced == [*prompt.details.values()]


@pytest.mark.rule("PU-18")
def test_a_card_tells_nothing_twice() -> None:
    """The card repeats neither a mark that begins a line nor a rule in a weapon's name."""
    table = pursuit_before().session.table
    rider, word = table.models[SERGEANT], Mark("accelerated", Until.ROUND)
    subject = CardSubject(
        replace(rider, marks=(word,)), unit=table.units[rider.unit], name="", standing=1, team=0
    )

    assert marks(subject) == ["Accelerated this turn"]
    assert marks(subject, ["Accelerated: may not shoot this turn (PU-27)"]) == []
    assert described(rider.profile.weapons[0]) == '24" S4 AP5 rapid fire'


@pytest.mark.rule("PU-11")
def test_one_answer_keeps_pace_with_all_to_whom_nothing_comes(player: Player) -> None:
    """One key answers for two bikes; the sergeant, which the ruin would hit, is asked."""
    screen = player.open(BattleScreen(pursuit_before("pursuit", IN_THE_WAY), speed=50.0))

    def asks(id_: str) -> bool:
        return screen.prompt is not None and screen.prompt.subject == id_

    def may_leave() -> bool:
        return screen.prompt is not None and "rest" in [c.id for c in screen.prompt.choices()]

    ready(player, screen)
    assert asks("swarm-gargoyle-1-1")
    assert not may_leave()  # the only gargoyle
    player.key(pygame.K_1)
    player.wait_until(lambda: asks("riders-bike-1-1"))
    ready(player, screen)
    assert may_leave()
    player.key(pygame.K_z)
    player.wait_until(lambda: asks(SERGEANT))

    kept = [answer.by for answer in screen.session.answers_back()]
    assert kept == [RIDERS, RIDERS, SWARM]
    assert not may_leave()  # no model comes after it

    screen.backward.undo()
    player.wait_until(lambda: asks("riders-bike-2-1"))
    player.wait(5)
    assert asks("riders-bike-2-1")


@pytest.mark.rule("PU-11")
def test_who_is_in_the_way_is_asked_though_all_others_keep_pace(player: Player) -> None:
    spots = {**IN_THE_WAY, "bike-1": Spot(22, 18), "sergeant": Spot(24, 34)}
    screen = open_battle(player, pursuit_before("pursuit", spots))
    player.key(pygame.K_1)
    player.wait_until(lambda: screen.prompt is not None and screen.prompt.decision.by == RIDERS)
    ready(player, screen)
    player.key(pygame.K_z)
    player.wait_until(
        lambda: screen.prompt is not None and screen.prompt.subject == "riders-bike-1-1"
    )
    player.wait(5)

    assert screen.prompt
    assert screen.prompt.subject == "riders-bike-1-1"


def test_a_card_tells_of_no_player_turns_in_a_chase(player: Player) -> None:
    screen, _ = riding(player)
    seen = screen.parts.board.scene.stage.seen
    seen.models[SERGEANT] = replace(seen.models[SERGEANT], marks=(Mark("moved", Until.TURN),))
    screen.parts.show(screen.live_game, {}, "", SERGEANT)
    subject = screen.parts.card.content.subject

    assert subject is not None
    assert marks(subject) == ["Moved this turn"]


def test_a_few_words_tell_what_may_happen() -> None:
    figures = (
        ForecastFigure("dies", 0.5, "PU-14"),
        ForecastFigure("struck by the mill", 1.0, "PU-14", more=True),
        ForecastFigure("lost over the rear edge", 0.0, "PU-15"),
        ForecastFigure("swept up", 0.25, "PU-14"),
    )

    assert cost_text(figures) == "dies 50% · swept 25%"
    assert cost_text(figures[2:3]) == HARMLESS


@pytest.mark.parametrize(("seed", "turns"), few([(1, 1), (2, 2)]))
def test_every_question_of_a_chase_can_be_answered_here(
    player: Player, seed: int, turns: int
) -> None:
    """Answer by key, in the panel and on the board, until the last turn is over."""
    screen = player.open(BattleScreen(pursuit_before("pursuit", ends=turns), speed=200.0))
    chance, kinds = random.Random(seed), set[str]()
    for _ in range(400):
        player.wait_until(lambda: screen.prompt is not None or screen.ended)
        if screen.ended:
            break
        assert screen.stack.dialog is None
        prompt = screen.prompt
        assert prompt
        kinds.add(type(prompt).__name__)
        answer_anyhow(player, screen, prompt, chance)
        player.wait()

    assert screen.ended
    assert kinds >= {"RidePrompt", "LayPrompt", "ChoosePrompt"}


@pytest.mark.rule("PU-12")
def test_a_newcomer_is_told_to_face_the_arrival_and_where_danger_is_shown(
    player: Player,
) -> None:
    screen = player.open(BattleScreen(deploying(), speed=50.0))
    player.wait()
    words = "".join(s.text for e in screen.parts.log.log.entries for s in e.spans)

    assert "Face the Arrival" in words
    assert "the Danger overlay (J) shows it. PU-12" in words
