"""Forecasts of the modern core, including command re-rolls (MC-27)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.attack_odds import AttackBatch, batch
from game.cores.kit.attacks import AttackGroup, Hit
from game.cores.kit.dice import Roll
from game.cores.kit.dice_chances import FACES, SURE, chance_of_face, each_again
from game.cores.kit.difficult_ground import inches_through
from game.cores.kit.probability import Spread, at_most, mixture, of_total
from game.cores.kit.queries import (
    FORECAST,
    PROSPECTS,
    ConsideredAnswer,
    FigureKind,
    ForecastFigure,
    UnitPair,
    counted,
)
from game.cores.modern.rules import (
    ADVANCE,
    CoverBonus,
    ModernKind,
    MoraleCheck,
    melee_attacks,
    shooting,
)
from game.cores.modern.rules.charge import chargeable, may_charge, refused_target
from game.cores.modern.rules.charge_odds import blows_now, charge_figures, charge_need, piled_in
from game.cores.modern.rules.melee_attacks import fighters
from game.cores.modern.rules.morale import best_ld
from game.cores.modern.rules.odds import TargetUnit, attack, attack_odds, blows_at, fleeing
from game.cores.modern.rules.perils import perils_by
from game.cores.modern.rules.powers import PowerCast
from game.cores.modern.rules.psychic import picked
from game.cores.modern.rules.psychic_odds import deny_figures, power_figures
from game.cores.modern.rules.shooting import overwatch_of, volley_of
from game.cores.modern.rules.stratagems import (
    CHARGE,
    DAMAGE,
    HIT,
    MORALE,
    PSYCHIC,
    RE_ROLL,
    WOUND,
    again_name,
    kind,
    worth_taking_up,
)
from game.cores.modern.rules.wounds import ModernAttacks, total
from game.play.decisions import PASS, Choose, CommonKind, DecisionKind
from game.play.game import GameView
from game.play.log.log_words import unit_of
from game.table.events import Reason
from game.table.records import DiceExpression, ModelId, UnitId

CLAUSE = RE_ROLL.clause
D6 = 6
_MEANINGS = {DAMAGE: ("damage", FigureKind.DAMAGE), MORALE: ("flee", FigureKind.FLEE)}
Figures: TypeAlias = Iterable[ForecastFigure]


def again_figures(view: GameView, cast: Roll, answer: str) -> Iterator[ForecastFigure]:
    """Yield the odds of a roll as rolled, then with the named die rolled again."""
    again = [n for n in worth_taking_up(cast) if again_name(cast.faces[n]) == answer]
    what = kind(cast)
    if what in (DAMAGE, MORALE) or not (cast.need or what == CHARGE):
        yield from _amounts(view, cast, again)
        return
    need, clause = charge_total(view, cast) if what == CHARGE else cast.need, cast.clause
    if cast.total:
        yield _succeeds("succeeds as rolled", float(cast.sum >= need), need, clause)
    for n in again:
        chance = each_again(cast.faces, need)[n] if cast.total else chance_of_face(need)
        yield _succeeds("succeeds rolled again", chance, need, CLAUSE, again=True)
    if what == PSYCHIC:
        yield from _perils(view, cast, again)
    elif what in (HIT, WOUND):
        yield from _losses(view, cast, more=bool(again))


def _succeeds(
    words: str, chance: float, need: int, clause: str, *, again: bool = False
) -> ForecastFigure:
    kind = FigureKind.SUCCEEDS
    return ForecastFigure(words, chance, clause, need=need, kind=kind, again=again)


def _perils(view: GameView, cast: Roll, again: Sequence[int]) -> Iterator[ForecastFigure]:
    """``MC-10``  Yield the chance of perils as two dice lie, and with one rolled again."""
    faces, perils = cast.faces, perils_by(view, cast)
    there = faces[0] == faces[1] and faces[0] in perils.doubles
    yield ForecastFigure("perils as rolled", float(there), perils.clause)
    for n in again:
        yield ForecastFigure(
            "perils rolled again", (faces[1 - n] in perils.doubles) / D6, CLAUSE
        )


def charge_total(view: GameView, cast: Roll) -> int:
    """``MC-22``  Return the total of 2d6 that a charge needs to reach its target."""
    return charge_need(view, UnitId(cast.who), [UnitId(cast.target)])


def _amounts(view: GameView, cast: Roll, again: list[int]) -> Iterator[ForecastFigure]:
    """Yield an amount as rolled, then rolled again: damage, inches, models that flee."""
    word, means = _MEANINGS.get(kind(cast), ("inches", None))
    as_rolled = _amount(view, cast, cast.faces)
    yield counted(f"{word} as rolled", as_rolled, cast.clause, kind=means)
    for n in again:
        rows = [
            (1 / D6, _amount(view, cast, (*cast.faces[:n], face, *cast.faces[n + 1 :])))
            for face in FACES
        ]
        yield counted(f"{word} rolled again", mixture(rows), CLAUSE, kind=means, again=True)


def _amount(view: GameView, cast: Roll, faces: tuple[int, ...]) -> Spread:
    if kind(cast) == MORALE:
        return _flee(view, cast, faces[0])
    # A d3 is a d6 halved: the roll's label says so.
    dice = DiceExpression(len(faces), 3 if cast.what != kind(cast) else D6)
    number = total(faces, dice) + sum([reason.amount for reason in cast.reasons])
    return (*[0.0] * max(0, number), 1.0)


def _flee(view: GameView, cast: Roll, face: int) -> Spread:
    """``MC-25``  Return the number of models that flee at a face of the die."""
    unit_id = UnitId(cast.who)
    over = max(0, face - best_ld(view, unit_id) + sum([r.amount for r in cast.reasons]))
    return at_most((*[0.0] * over, 1.0), len(view.table.of(unit_id)))


def _losses(view: GameView, cast: Roll, *, more: bool) -> Iterator[ForecastFigure]:
    """Yield the losses of the target as the dice lie, and with one rolled again."""
    target = UnitId(cast.target)
    found = _group_of_roll(view, cast, target)
    if found is None:
        return
    foe, rules, hit = TargetUnit(view, target), ModernAttacks(), found.attacks[0].hit
    sure = replace(found.to_hit, need=SURE)
    to_wound = rules.wound_roll(hit, target, rules.toughness(view, target))

    def batch_of(
        attacks: int, to_hit: Roll, to_wound: Roll, hit: Hit[CoverBonus]
    ) -> list[AttackBatch]:
        saves = partial(rules.saves, view, foe.leads)
        return [batch((of_total(attacks),), to_hit, to_wound, hit, saves)]

    faces = [cast.faces[n] for n in cast.successes]
    if kind(cast) == HIT:
        hits = sum([len(hit.multiplied(face)) for face in faces])
        lie, again = [batch_of(hits, sure, to_wound, hit)], found.to_hit
    else:
        wounds = [hit.after(face) for face in faces]
        lie = [batch_of(wounds.count(w), sure, sure, w) for w in dict.fromkeys([hit, *wounds])]
        again = sure
    before = attack_odds(lie, foe.line)
    yield counted(
        "models lost as rolled", before.lost, "MC-18", target, kind=FigureKind.MODELS_LOST
    )
    if more:
        after = attack_odds([*lie, batch_of(1, again, to_wound, hit)], foe.line)
        yield counted(
            "models lost rolled again",
            after.lost,
            CLAUSE,
            target,
            kind=FigureKind.MODELS_LOST,
            again=True,
        )


def _group_of_roll(
    view: GameView, cast: Roll, target: UnitId
) -> AttackGroup[CoverBonus] | None:
    """Return attacks like those that the roll is for, by their weapon, or None."""
    unit_id = UnitId(cast.who)
    if view.table.clock.phase == "fight":
        blows = melee_attacks.grouped(view, blows_at(view, unit_id, target, cast.weapon))
        groups = [melee_attacks.attack_group(view, group) for group in blows]
    else:
        charged = view.table.clock.phase == "charge"
        shots = (overwatch_of if charged else volley_of)(view, unit_id, target)
        groups = [shooting.attack_group(view, group) for group in shots]
    named = [g for g in groups if g.to_hit.weapon == cast.weapon]
    of_need = [g for g in named if g.to_hit.need == cast.need]
    return next(iter(of_need if kind(cast) == HIT else named), None)


def figures(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """Yield the odds of an answer to a question of the modern core, if it has any."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Choose) and (forecast := _FORECASTS_BY_KIND.get(asked.kind)):
        yield from forecast(view, asked, answer)


def _target(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-12``  Return the odds of all shots of a unit, or of one weapon if fire is split."""
    if answer not in view.table.units:
        return ()
    unit_id = unit_of(view.table, asked.about)
    groups = [
        found
        for group in volley_of(view, unit_id, UnitId(answer))
        if (found := [s for s in group if _is_asked(view, asked, s)])
    ]
    return _shots(view, UnitId(answer), groups)


def _is_asked(view: GameView, asked: Choose, shot: AimedWeapon) -> bool:
    """Return whether a question is about a shot: by its unit, or its model, or its weapon."""
    alone = asked.about in view.table.models
    return (not alone or shot.model == asked.about) and asked.weapon in ("", shot.weapon.name)


def _shots(view: GameView, target: UnitId, groups: Iterable[list[AimedWeapon]]) -> Figures:
    attacks = [shooting.attack_group(view, group) for group in groups]
    return attack(view, target, attacks).figures() if attacks else ()


def _overwatch(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-21``  Return the odds of Overwatch at the charger."""
    charger = next((o.anchor for o in asked.options if o.id == answer), "")
    if charger not in view.table.units:
        return ()
    target = UnitId(charger)
    return _shots(view, target, overwatch_of(view, UnitId(asked.about), target))


def _charge(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-20`` to ``MC-22``  Return the odds of a charge at one unit."""
    if answer == PASS:
        return ()
    return charge_figures(view, UnitId(asked.about), [UnitId(answer)])


def _charge_also(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-20``  Return the odds of a charge at the targets named, and perhaps one more."""
    unit_id, open_ = UnitId(asked.about), [option.id for option in asked.options]
    targets = [
        foe.id for foe in chargeable(view, unit_id) if foe.id not in open_ or foe.id == answer
    ]
    return charge_figures(view, unit_id, targets)


def _fighter(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-23``  Return the odds of a picked unit's attacks, once it has piled in."""
    unit_id = UnitId(answer)
    foes = view.table.fielded(view.table.enemy(view.table.units[unit_id].side))
    struck = piled_in(view, unit_id, [foe.id for foe in foes])
    return [figure for found in struck for figure in found.figures()]


def _strike_at(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-24``  Return the odds of all attacks of a unit, with the weapons that do most."""
    if answer not in view.table.units:
        return ()
    struck = blows_now(view, unit_of(view.table, asked.about), UnitId(answer))
    return struck.figures() if struck else ()


def _strike_with(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-24``  Return the odds of a weapon against the first enemy unit in reach."""
    unit_id = unit_of(view.table, asked.about)
    foes = [foe for (_, _, near) in fighters(view.table, unit_id) for foe in near]
    if answer == PASS or not foes:
        return ()
    struck = blows_now(view, unit_id, foes[0], answer)
    return struck.figures() if struck else ()


def _power(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-08``  Return the odds of a power that a psyker may try."""
    if answer == PASS:
        return ()
    model_id, power = picked(answer)
    return power_figures(view, view.table.models[model_id], power)


def _deny(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-09``  Return the odds of denying a power, or of letting it be."""
    if not isinstance(asked.on, PowerCast):
        return ()
    return deny_figures(view, asked.on, None if answer == PASS else ModelId(answer))


def _advance(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-05``  Return the inches that a die adds to the move of a unit."""
    if answer != "advance":
        return ()
    reasons = tuple(ADVANCE.of(view, UnitId(asked.about)))
    more = sum([reason.amount for reason in reasons])
    inches = [(1 / 6, of_total(max(0, face + more))) for face in FACES]
    return (counted("inches more", mixture(inches), "MC-05", asked.about, reasons),)


def _break_in(view: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-27``  Return the odds of a re-roll, a test passed or a unit that fights next."""
    if isinstance(asked.on, Roll):
        return again_figures(view, asked.on, answer)
    if isinstance(asked.on, MoraleCheck):
        return _nerve(view, asked.on, holds=answer != PASS)
    anchor = next((o.anchor for o in asked.options if o.id == answer), "")
    return _fighter(view, asked, anchor) if anchor in view.table.units else ()


def _nerve(view: GameView, nerve: MoraleCheck, *, holds: bool) -> Figures:
    """``MC-25``  Return the number of models that flee, if the unit does not hold firm."""
    ld, left = best_ld(view, nerve.unit), len(view.table.of(nerve.unit))
    spread = (1.0,) if holds else fleeing(nerve.lost, ld, left)
    why = Reason(0, f"Ld {ld}", "MC-25"), Reason(nerve.lost, "lost in this turn", "MC-25")
    return (counted("flee", spread, "MC-25", nerve.unit, () if holds else why),)


_FORECASTS_BY_KIND: Mapping[DecisionKind | None, Callable[[GameView, Choose, str], Figures]] = {
    CommonKind.TARGET: _target,
    ModernKind.OVERWATCH: _overwatch,
    CommonKind.CHARGE: _charge,
    ModernKind.CHARGE_ALSO: _charge_also,
    ModernKind.FIGHTER: _fighter,
    CommonKind.STRIKE_AT: _strike_at,
    CommonKind.STRIKE_WITH: _strike_with,
    CommonKind.POWER: _power,
    ModernKind.DENY: _deny,
    CommonKind.PACE: _advance,
    CommonKind.DIFFICULT: lambda _view, _asked, answer: inches_through(answer),
    CommonKind.BREAK_IN: _break_in,
}


def attack_forecasts(view: GameView, pair: UnitPair) -> Iterator[ForecastFigure]:
    """Yield the odds of a unit's attack on another in this phase: shot, charge or blow."""
    table, unit = view.table, view.table.units[pair.unit_id]
    if table.clock.phase == "charge" and unit.side == table.clock.side:
        if unit in may_charge(view, unit.side) and not refused_target(
            view, unit.id, pair.target
        ):
            yield from charge_figures(view, unit.id, [pair.target])
    elif table.clock.phase in ("charge", "fight"):
        struck = blows_now(view, unit.id, pair.target)
        yield from struck.figures() if struck else ()
    else:
        yield from _shots(view, pair.target, volley_of(view, unit.id, pair.target))


FIGURES = (FORECAST.gets(figures), PROSPECTS.gets(attack_forecasts))
