"""Odds of an attack in the cage, shown before it is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.cores.kit.queries import ConsideredAnswer, ForecastFigure, counted
from game.play.decisions import PASS, Choose
from game.play.game import GameView
from game.systems.cage.rules import CageKind, fighter, floor
from game.systems.cage.rules.action_options import ATTACK
from game.systems.cage.rules.attack_options import counters_now
from game.systems.cage.rules.attack_results import BOTH, PUSHED, RESULTS
from game.systems.cage.rules.odds import (
    ResultOutcome,
    blow_at,
    fate_of,
    prospect,
    taken_fate_of,
)
from game.systems.cage.rules.planned_attack import attack_of, planned
from game.table.events import Reason
from game.table.records import Model, ModelId

EFFECTS = ("wounds", "wins", "suffers a wound", "falls", "disarms", "pushes back")
"""Effects of a die for the side of the attacker."""
SUFFERED = ("suffers a wound", "falls", "wounds", "wins", "disarmed", "pushed back")
"""The same effects for the side of the defender."""


def forecasts(view: GameView, asked: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``TC-14``  Yield the odds of an attack, a die or a reaction that is considered."""
    decision, answer = asked.decision, asked.answer
    if not isinstance(decision, Choose):
        return
    what, _, raw = answer.partition(" ")
    if decision.kind is CageKind.ACTION and what == ATTACK:
        me = view.table.models[ModelId(decision.about)]
        yield from _of_attack(view, me, raw)
        if counters_now(view, fighter(view.table, view.table.enemy(me.side))):
            yield ForecastFigure("may be countered", 1.0, "TC-28", more=True)
    elif decision.kind is CageKind.COUNTER and answer != PASS:
        yield from _of_attack(view, view.table.models[ModelId(decision.about)], answer)
    elif decision.kind is CageKind.DIE:
        yield from _of_die(view, decision, int(answer))
    elif decision.kind is CageKind.HIT_BACK:
        yield from _of_hit_back(view, decision, answer)
    elif decision.kind is CageKind.TACTICS:
        yield from _of_tactics(view, decision, BOTH if answer == PASS else PUSHED)


def _of_attack(view: GameView, me: Model, text: str) -> Iterator[ForecastFigure]:
    """``TC-14`` to ``TC-22``  Yield harm to both, the dice, and the chance of each result."""
    weapon = next(w for w in floor.arms(view.table, me) if w.name == text)
    attack = attack_of(view, me.side, weapon)
    found = prospect(view, attack)
    yield ForecastFigure("wounds", found.defender_wounded, "TC-22")
    yield ForecastFigure("wins", found.defender_loses, "TC-30")
    yield ForecastFigure("suffers a wound", found.attacker_wounded, "TC-22")
    yield ForecastFigure("falls", found.attacker_falls, "TC-30")
    row = tuple(float(n == attack.dice) for n in range(attack.dice + 1))
    reasons = attack.reasons
    if attack.dice > 1:
        chooser = "attacker" if attack.chooser == me.side else "defender"
        reasons += (Reason(0, f"the {chooser} chooses", "TC-14"),)
    yield counted("dice", row, "TC-14", reasons=reasons)
    for result, chance in found.chances.items():
        clause = RESULTS[result].clause if result else "TC-13"
        words = f"{result} {RESULTS[result].brief}" if result else "it misses"
        yield ForecastFigure(words, chance, clause, more=True)


def _of_die(view: GameView, asked: Choose, result: int) -> Iterator[ForecastFigure]:
    """``TC-14``  Yield the effects of a result on both champions, as the chooser sees them."""
    me = view.table.models[ModelId(asked.about)]
    foe = next(iter(view.table.standing(view.table.enemy(me.side))))
    weapon = next(w for w in floor.arms(view.table, me) if w.name == asked.weapon)
    fate = fate_of(view, planned(view, me, foe, weapon), result)
    words = EFFECTS if asked.by == me.side else SUFFERED
    yield from _of_fate(fate, result, words)


def _of_hit_back(view: GameView, asked: Choose, text: str) -> Iterator[ForecastFigure]:
    """``TC-17``  Yield the harm that a defender does with a weapon."""
    me = view.table.models[ModelId(asked.about)]
    foe = fighter(view.table, view.table.enemy(me.side))
    weapon = next(w for w in floor.held(view.table, me) if w.name == text)
    harm = blow_at(view, me.id, weapon, foe.id)
    yield ForecastFigure("wounds", harm.wounded, "TC-22")
    yield ForecastFigure("wins", harm.falls, "TC-30")


def _of_tactics(view: GameView, asked: Choose, result: int) -> Iterator[ForecastFigure]:
    """``TC-24``  Yield the effects of the result that a defender chooses."""
    me = view.table.models[ModelId(asked.about)]
    foe = fighter(view.table, view.table.enemy(me.side))
    weapon = next(w for w in floor.arms(view.table, foe) if w.name == asked.weapon)
    yield from _of_fate(
        taken_fate_of(view, planned(view, foe, me, weapon), result), result, SUFFERED
    )


def _of_fate(
    fate: ResultOutcome, result: int, words: Sequence[str]
) -> Iterator[ForecastFigure]:
    """Yield the effects of a result that may happen; *words*: those of its reader."""
    clause = RESULTS[result].clause
    chances = (
        (fate.defender.wounded, clause),
        (fate.loses, "TC-23" if fate.out else "TC-30"),
        (fate.attacker.wounded, clause),
        (fate.attacker.falls, "TC-30"),
        (float(fate.disarmed), clause),
        (float(fate.moved and not fate.out), clause),
    )
    for what, (chance, cited) in zip(words, chances, strict=True):
        if chance:
            yield ForecastFigure(what, chance, cited)
