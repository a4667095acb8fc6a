"""Zero-g battles on the battle screen."""

from __future__ import annotations

import random

import pygame
import pytest

from game.geometry.points import Point, distance, heading_of_vector, unit_vector
from game.prompts.aim import AimPrompt
from game.prompts.choose import ChoosePrompt
from game.prompts.lifted import lifted
from game.prompts.prompt import AnyPrompt
from game.prompts.steer import SteerPrompt
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.systems.zero_g.rules import shooting
from game.systems.zero_g.rules.shot_outcomes import FiringOption
from game.systems.zero_g.window import recoil
from game.table.records import Fire, Weapon
from tests.screens.fixtures_zero_g import weightless
from tests.screens.input_driver import Player, open_battle, pixel, ready
from tests.screens.test_play_aids import rest_on
from tests.systems.zero_g.zero_g_tables import drifter, game_on, table_of, void


def answer_anyhow(
    player: Player, screen: BattleScreen, prompt: AnyPrompt, chance: random.Random
) -> None:
    """Answer a question in a random way: by key, in the panel or on the board."""
    direction = chance.choice(("enter", "panel", "board"))
    if direction == "board":
        board = screen.session.table.board
        at = Point(chance.uniform(0, board.width), chance.uniform(0, board.height))
        player.click(*pixel(screen, at))
    elif direction == "panel":
        able = [c.id for c in prompt.choices() if not c.reason]
        if able:
            screen.press(chance.choice(able))
            player.move(1, 1)
    if screen.prompt is prompt and prompt.answer is None:
        player.wait_for_keys()
        player.key(pygame.K_f)
        player.key(pygame.K_RETURN)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["salvage", "adrift"])
def test_every_question_of_a_battle_in_the_void_can_be_answered_here(
    player: Player, scenario: str
) -> None:
    battle = prepare(scenario, seed=4, options={"turns": 1})
    screen = player.open(BattleScreen(start_game(battle, ("human", "human")), speed=200.0))
    chance, kinds = random.Random(4), set[str]()
    for _ in range(600):
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
    assert kinds >= {"SteerPrompt", "ChoosePrompt", "ArrangePrompt"}


def test_the_way_of_a_turn_follows_the_mouse(player: Player) -> None:
    screen = open_battle(player, weightless())
    for answer in ("boarders-leader", "turn"):
        screen.press(answer)
        player.move(1, 1)
        ready(player, screen)
    seen = list[list[Point]]()
    for at in (Point(20, 20), Point(20, 32)):
        player.move(*pixel(screen, at))
        player.wait(2)
        seen.append([ghost.at for ghost in screen.parts.board.scene.ghosts])

    assert seen[0]
    assert seen[0] != seen[1]


@pytest.mark.parametrize("answers", [("boarders-leader", "turn"), ("boarders-boarder-2",)])
def test_no_card_lies_over_the_way_that_is_aimed(
    player: Player, answers: tuple[str, ...]
) -> None:
    screen = open_battle(player, weightless())
    # A corpse lies there, and pointing at it first would open its hover card.
    rest_on(player, screen, Point(30, 30.1))
    assert screen.extras.hover.there
    chosen = screen.prompt
    assert isinstance(chosen, ChoosePrompt)
    carried = lifted(screen.session, chosen, "boarders-boarder-2")
    assert isinstance(carried, SteerPrompt)
    way = unit_vector(carried.model.at, Point(21.0, 18.0))
    carried.steer(heading_of_vector(way), 4.0)
    for answer in answers:
        screen.press(answer)
        player.move(1, 1)
        ready(player, screen)
    assert isinstance(screen.prompt, AimPrompt | SteerPrompt)
    if isinstance(screen.prompt, SteerPrompt):
        # A plate of the wreck is in the way: the button says so, as the ghost shows it.
        player.move(*pixel(screen, Point(21.0, 18.0)))
        player.wait(2)
        (ghost,) = screen.parts.board.scene.ghosts
        inches = distance(screen.prompt.model.at, ghost.at)
        label = f'Push off {inches:.1f}", stopped by the girder'
        assert screen.prompt.choices()[0].label == label
        assert carried.choices()[0].label == label, "a model in the hand says so, too"
    rest_on(player, screen, Point(30, 30.1))
    assert not screen.extras.hover.there


def test_a_body_tells_what_it_is_when_the_mouse_rests_on_it(player: Player) -> None:
    screen = open_battle(player, weightless("shooting"))
    rest_on(player, screen, Point(30, 30.1))
    words = "".join(s.text for e in screen.extras.hover.entries for s in e.spans)

    assert "Second drifter · killed" in words
    assert "Gives 5+ cover to targets behind it" in words


@pytest.mark.rule("ZG-14", "ZG-15")
@pytest.mark.parametrize(
    ("at", "mate", "words"),
    [
        # Bases of half an inch; a shot at strength 4 to the right pushes 2" to the left.
        (10.0, 5.0, 'recoil 2"'),
        (10.0, 8.7, 'recoil 0.3", stopped by mate'),
        (10.0, 9.0, "no room for recoil: stopped by mate"),
        (1.0, 5.0, "recoil off the table: lost · ZG-14"),
    ],
)
def test_the_note_of_a_recoil_names_what_stops_it(at: float, mate: float, words: str) -> None:
    spitter = Weapon("spitter", fire=Fire.ASSAULT, range=12.0, shots=1, strength=4, ap=5)
    firer = drifter("hale", (at, 24))
    table = table_of(void(), firer, drifter("mate", (mate, 24)), phase="shooting")
    target = Point(20.0, 24.0)
    push = shooting.recoil(game_on(table), firer.id, spitter, target)

    note = recoil(table, FiringOption(firer.id, spitter.name, target), push)
    assert note.words == words
