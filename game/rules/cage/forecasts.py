"""What would come of an attack, and of a die that may count for it, before it is decided."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.decisions import Choose
from game.play.game import GameView
from game.rules.cage.action_options import ATTACK
from game.rules.cage.attack import planned
from game.rules.cage.attacks import BRIEFLY, RESULTS
from game.rules.cage.exchange import counters
from game.rules.cage.hands import arms
from game.rules.cage.odds import attack_of, fate_of, prospect
from game.rules.kit.forecasts import FORECAST, ConsideredAnswer, ForecastFigure, counted
from game.table.events import Reason
from game.table.records import Model, ModelId


def forecasts(look: GameView, asked: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``TC-14``  What comes of an attack that somebody thinks of, and of each of its dice."""
    decision, answer = asked.decision, asked.answer
    if not isinstance(decision, Choose):
        return
    what, _, told = answer.partition(" ")
    if decision.kind == "action" and what == ATTACK:
        yield from _of_attack(look, look.table.models[ModelId(decision.about)], told)
    elif decision.kind == "die":
        yield from _of_die(look, decision, int(answer))


def _of_attack(look: GameView, me: Model, told: str) -> Iterator[ForecastFigure]:
    """``TC-14`` to ``TC-22``  Harm to either, its dice, and how likely each result counts."""
    weapon = next(w for w in arms(look.table, me) if w.name == told)
    attack = attack_of(look, me.side, weapon)
    found, foe = prospect(look, attack), look.table.models[attack.defender]
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
        clause = RESULTS[result][0] if result else "TC-13"
        words = f"{result} {BRIEFLY[result]}" if result else "it misses"
        yield ForecastFigure(words, chance, clause, more=True)
    if counters(look, foe, me):
        yield ForecastFigure("may be countered", 1.0, "TC-28", more=True)


def _of_die(look: GameView, asked: Choose, result: int) -> Iterator[ForecastFigure]:
    """``TC-14``  What a result would do to whom."""
    me = look.table.models[ModelId(asked.about)]
    foe = next(iter(look.table.standing(look.table.enemy(me.side))))
    weapon = next(w for w in arms(look.table, me) if w.name == asked.weapon)
    fate = fate_of(look, planned(look, me, foe, weapon), result)
    clause = RESULTS[result][0]
    yield from _told("wounds", fate.defender.wounded, clause)
    yield from _told("wins", fate.loses, "TC-23" if fate.out else "TC-30")
    yield from _told("suffers a wound", fate.attacker.wounded, clause)
    yield from _told("falls", fate.attacker.falls, "TC-30")
    yield from _told("disarms", float(fate.disarmed), clause)
    yield from _told("pushes back", float(fate.moved and not fate.out), clause)


def _told(what: str, chance: float, clause: str) -> Iterator[ForecastFigure]:
    if chance:
        yield ForecastFigure(what, chance, clause)


HOOKS = (FORECAST.gets(forecasts),)
