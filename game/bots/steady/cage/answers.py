"""Answers by kind of question, with the champion and the turn of a ring (TC-04, TC-07)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from game.bots.policy import BotRandom, Thoughts
from game.bots.steady.cage.actions import in_reach
from game.bots.steady.cage.evaluation import PositionEvaluator
from game.bots.steady.cage.position import Position, kind_of, next_turn
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
from game.bots.steady.cage.search import CageAssessment, scene_of
from game.geometry.points import EPSILON
from game.play.decisions import PASS, Amount, Choose, Decision, DecisionKind
from game.play.game import Game
from game.rules.cage.action_options import ATTACK
from game.rules.cage.match_flow import to_pick
from game.rules.cage.state import CageKind
from game.table.cage import floor_of
from game.table.records import Model, Side

CLOSE = 0.25
"""Champions no further than this behind the best may be picked as well."""


def pick_champion(game: Game, side: Side, asked: Choose) -> Thoughts:
    """Pick at random among the champions that do well against those of the other side."""
    table = game.table
    foes = to_pick(table, table.enemy(side))
    worths = list[tuple[float, str]]()
    for model in to_pick(table, side):
        yield
        each = [_against(game, model, foe) for foe in foes]
        worths.append((sum(each) / max(1, len(each)), model.id))
    best = max(worths)[0]
    close = [name for worth, name in worths if worth >= best - CLOSE]
    luck = BotRandom(game.dice.seed, table.sides.index(side), len(game.story))
    return close[luck.below(len(close))]


def _against(game: Game, me: Model, foe: Model) -> float:
    """Return the lead of a champion over another at the beginning of a bout."""
    scales = PositionEvaluator(
        floor_of(game.table.board), (kind_of(game, me, foe), kind_of(game, foe, me)), 0, 0
    )
    return scales.lead((me.wounds, foe.wounds), ((), ()))


STRIDE = 3
"""Only every n-th angle is evaluated; a cell is wider than that."""


def turns(scene: CageAssessment, asked: Amount) -> Thoughts:
    """Turn the ring so that the next game turn begins best; on a tie, by the least angle."""
    seat, ring = scene.seat, scene.at.fighters[scene.seat].cell.ring
    kinds, first = scene.scales.kinds, scene.scales.first
    begun = next_turn(scene.at, first, (kinds[0].actions, kinds[1].actions))
    best, most = 0, float("-inf")
    steps = range(asked.least, asked.most + 1, asked.step)
    angles = [by for by in steps if by % (asked.step * STRIDE) == 0]
    for by in sorted(angles, key=lambda by: (abs(by), by)):
        worth = scene.scales.weigh(turned_by(begun, ring, by))[seat]
        if worth > most + EPSILON:
            best, most = by, worth
    yield
    return best


def turned_by(at: Position, ring: int, by: int) -> Position:
    rings = list(at.rings)
    rings[ring] = (rings[ring] + by) % 360
    return at._replace(rings=tuple(rings))


def acts(scene: CageAssessment, asked: Choose) -> Thoughts:
    """Take the action worth most; the last action attacks if the turn had no attack yet.

    Without an attack in a game turn the bout may end, lost by both (``TC-31``).
    """
    options = list[tuple[str, float]]()
    for answer, worths in chain(scene.ahead.attacks(scene.at), scene.ahead.moves(scene.at)):
        options.append((answer, worths[scene.seat]))
        yield
    if not scene.at.fought and scene.at.left[scene.seat] == 1:
        options = _attacks(scene, options) or options
    best, most = PASS, float("-inf")
    for answer, worth in options:
        if worth > most + EPSILON:
            best, most = answer, worth
    return best


def _attacks(
    scene: CageAssessment, options: list[tuple[str, float]]
) -> list[tuple[str, float]]:
    """Return the attacks that count for ``TC-31``: those that keep a die."""
    if not any(a.startswith(ATTACK) for a, _ in options):
        return []
    return [(a, w) for a, w in options if a.startswith(ATTACK) and has_die(scene, a)]


def has_die(scene: CageAssessment, answer: str) -> bool:
    seat, scales = scene.seat, scene.scales
    arms = in_reach(scales.floor, scales.kinds[seat], scene.at, seat)
    arm = next(a for a in arms if answer == f"{ATTACK} {a.name}")
    return scene.ahead.plan(scene.at, arm).dice > 0


CHOICES: Mapping[DecisionKind | None, Callable[[CageAssessment, Choose], Thoughts]] = {
    CageKind.ACTION: acts,
    CageKind.ON: on,
    CageKind.RETREAT: retreat,
    CageKind.FACING: facing,
    CageKind.COUNTER: counter,
    CageKind.DIE: die,
    CageKind.TACTICS: tactics,
    CageKind.HIT_BACK: hit_back,
    CageKind.DISARM: disarm,
}


def judge_of(game: Game, side: Side, asked: Decision[Any]) -> Thoughts | None:
    """Return the thoughts about a question; None if this package has no answer to it."""
    if isinstance(asked, Choose):
        if asked.kind is CageKind.CHAMPION:
            return pick_champion(game, side, asked)
        judge = CHOICES.get(asked.kind)
        return judge(scene_of(game, side), asked) if judge else None
    if isinstance(asked, Amount) and asked.kind is CageKind.FLOOR:
        return turns(scene_of(game, side), asked)
    return None
