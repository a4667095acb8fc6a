"""Who answers what in a cage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from game.bots.policy import Thoughts
from game.bots.steady.cage.actions import in_reach
from game.bots.steady.cage.floor import turns
from game.bots.steady.cage.picking import picks
from game.bots.steady.cage.reactions import (
    counter,
    die,
    disarm,
    facing,
    hit_back,
    on,
    retreat,
    tactics,
)
from game.bots.steady.cage.scene import Scene, scene_of
from game.play.decisions import PASS, Amount, Choose, Decision
from game.play.game import Game
from game.rules.cage.action_options import ATTACK
from game.table.records import Side


def acts(scene: Scene, asked: Choose) -> Thoughts:
    """Take the action worth most; the last action attacks if the turn had no attack yet.

    Where nobody attacks in a game turn the bout may end, lost by both (``TC-31``).
    """
    options = list[tuple[str, float]]()
    for answer, worths in chain(scene.ahead.attacks(scene.at), scene.ahead.moves(scene.at)):
        options.append((answer, worths[scene.seat]))
        yield
    if not scene.at.fought and scene.at.left[scene.seat] == 1:
        options = _attacks(scene, options) or options
    best, most = PASS, float("-inf")
    for answer, worth in options:
        if worth > most + 1e-9:
            best, most = answer, worth
    return best


def _attacks(scene: Scene, options: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the attacks, if they are any for ``TC-31``: those that keep a die."""
    if not any(a.startswith(ATTACK) for a, _ in options):
        return []
    return [(a, w) for a, w in options if a.startswith(ATTACK) and has_die(scene, a)]


def has_die(scene: Scene, answer: str) -> bool:
    seat, scales = scene.seat, scene.scales
    arms = in_reach(scales.floor, scales.kinds[seat], scene.at, seat)
    arm = next(a for a in arms if answer == f"{ATTACK} {a.name}")
    return scene.ahead.plan(scene.at, arm).dice > 0


CHOICES: Mapping[str, Callable[[Scene, Choose], Thoughts]] = {
    "action": acts,
    "on": on,
    "retreat": retreat,
    "facing": facing,
    "counter": counter,
    "die": die,
    "tactics": tactics,
    "hit back": hit_back,
    "disarm": disarm,
}


def judge_of(game: Game, side: Side, asked: Decision[Any]) -> Thoughts | None:
    """Return who thinks about a question; None if the duel is no matter in it."""
    if isinstance(asked, Choose):
        if asked.kind == "champion":
            return picks(game, side, asked)
        judge = CHOICES.get(asked.kind)
        return judge(scene_of(game, side), asked) if judge else None
    if isinstance(asked, Amount) and asked.kind == "floor":
        return turns(scene_of(game, side), asked)
    return None
