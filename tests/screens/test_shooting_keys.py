"""Enter after a target was clicked: what it fires is what the odds were about."""

from __future__ import annotations

import pygame
import pytest

from game.content.situations.situation_files import situation_of
from game.content.user_files import DISK
from game.play.decisions import Choose, CommonKind
from game.prompts.choose import ChoosePrompt
from game.rules.situation_setup import battle_from
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.table.events import Rolled
from game.table.records import UnitId
from tests.screens.input_driver import Player, open_battle, pixel, ready

FRAG, KRAK = "grenade launcher, frag", "grenade launcher, krak"
GUNNER = {
    "id": "gunner",
    "side": "wardens",
    "profile": "warden-gunner",
    "weapons": ["grenade launcher"],
    "at": [[15, 16]],
}
RUNNER = {"id": "runner", "side": "wardens", "profile": "warden", "at": [[5, 18]]}
BRUTE = {"id": "foe", "side": "brood", "profile": "brute", "at": [[15, 6]]}
ROWS = [[13 + 1.05 * n, 6 + 1.05 * m] for n in range(4) for m in range(3)]
PACK = {"id": "foe", "side": "brood", "profile": "skitterer", "at": ROWS}
BEST = [(BRUTE, KRAK), (PACK, FRAG)]
"""Units with the grenade that wounds them more: a blast needs a crowd."""


def aimed(player: Player, foe: object) -> BattleScreen:
    """Return a battle in which the gunner's target was just clicked."""
    board = {"width": 30, "height": 24}
    zones = [
        {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 30, 6]},
        {"class": "DeploymentZone", "name": "south", "rectangle": [0, 18, 30, 6]},
    ]
    raw = {
        "title": "A gunner",
        "clauses": ["CC-07"],
        "scenario": "combat_patrol",
        "board": board,
        "object": zones,
        "zones": {"wardens": "south", "brood": "north"},
        "clock": {"round": 1, "phase": "shooting", "side": "wardens"},
        "unit": [GUNNER, RUNNER, foe],
    }
    battle = battle_from(situation_of(raw, "test", DISK), 1, "A gunner")
    screen = open_battle(player, start_game(battle, ("human", "human")))
    for unit in ("gunner", "foe"):
        at = screen.session.table.of(UnitId(unit))[0].at
        player.click(*pixel(screen, at))
        ready(player, screen)
    asked = screen.session.pending
    assert isinstance(asked, Choose)
    assert asked.kind is CommonKind.WEAPON
    return screen


def highlighted_weapon(screen: BattleScreen) -> str:
    prompt = screen.prompt
    assert isinstance(prompt, ChoosePrompt)
    return prompt.lit


@pytest.mark.parametrize(("foe", "best"), BEST)
def test_enter_fires_the_weapon_that_the_odds_of_the_target_were_about(
    player: Player, foe: object, best: str
) -> None:
    screen = aimed(player, foe)
    assert highlighted_weapon(screen) == best
    player.key(pygame.K_RETURN)
    player.wait(3)

    answers = [a.answer for part in screen.session.chapters for a in part.answers]
    assert answers[:3] == ["gunner", "foe", best]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER])
def test_the_key_that_ends_a_phase_answers_no_other_question(player: Player, key: int) -> None:
    screen = aimed(player, BRUTE)
    asked = screen.session.pending
    player.key(key, pygame.KMOD_SHIFT)
    player.wait(3)

    assert screen.session.pending is asked
    assert not any(isinstance(e, Rolled) for e in screen.session.game.story)
    assert (
        screen.parts.ask.content.said.text
        == "Shift+Enter ends a phase: answer this first (CC-07)"
    )
    player.key(pygame.K_RETURN)
    assert screen.session.pending is not asked
