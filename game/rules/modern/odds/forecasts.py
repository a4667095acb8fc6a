"""Forecasts of the modern core, including command re-rolls (MC-27)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from game.play.decisions import PASS, Choose
from game.play.game import GameView
from game.rules.kit.dice import Roll
from game.rules.kit.forecasts import FORECAST, ConsideredAnswer, ForecastFigure, counted
from game.rules.kit.modules import BREAK_IN
from game.rules.kit.movement import inches_through
from game.rules.kit.probability import Spread, at_most, chance_of_face, mixture, of_total
from game.rules.kit.queries import PROSPECTS, UnitPair
from game.rules.modern.charge import chargeable, may_charge, refused_target
from game.rules.modern.dice_tables import total
from game.rules.modern.hooks import ADVANCE, MoraleCheck
from game.rules.modern.melee_attacks import fighters
from game.rules.modern.morale import best_ld
from game.rules.modern.odds.attack_setup import (
    TargetUnit,
    attack,
    blow_salvos,
    blows_at,
    shot_salvo,
)
from game.rules.modern.odds.attacks import SURE, Group, attack_odds
from game.rules.modern.odds.charge import blows_now, charge_figures, charge_need, piled_in
from game.rules.modern.odds.dice_sums import FACES, each_again, fleeing
from game.rules.modern.odds.psychic import deny_figures, power_figures
from game.rules.modern.psychic import PowerCast, perils_by, picked
from game.rules.modern.shooting import overwatch_of, volley_of
from game.rules.modern.stratagems import (
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
from game.rules.modern.targeting import AimedWeapon
from game.table.events import Reason
from game.table.records import NO_DICE, DiceExpression, ModelId, UnitId

CLAUSE = RE_ROLL.clause
D6 = 6


def again_figures(look: GameView, cast: Roll, answer: str) -> Iterator[ForecastFigure]:
    """Yield the odds of a roll as it lies, and with the named die rolled again."""
    again = [n for n in worth_taking_up(cast) if again_name(cast.faces[n]) == answer]
    what = kind(cast)
    if what in (DAMAGE, MORALE) or not (cast.need or what == CHARGE):
        yield from _amounts(look, cast, again)
    elif cast.total:
        need = charge_total(look, cast) if what == CHARGE else cast.need
        yield ForecastFigure(
            "succeeds as it lies", float(cast.sum >= need), cast.clause, need=need
        )
        for n in again:
            chance = each_again(cast.faces, need)[n]
            yield ForecastFigure("succeeds rolled again", chance, CLAUSE, need=need)
        if what == PSYCHIC:
            yield from _perils(look, cast, again)
    else:
        for _ in again:
            yield ForecastFigure(
                "succeeds rolled again", chance_of_face(cast.need), CLAUSE, need=cast.need
            )
        if what in (HIT, WOUND):
            yield from _losses(look, cast, more=bool(again))


def _perils(look: GameView, cast: Roll, again: Sequence[int]) -> Iterator[ForecastFigure]:
    """``MC-10``  Yield the chance of perils as two dice lie, and with one rolled again."""
    faces, perils = cast.faces, perils_by(look, cast)
    there = faces[0] == faces[1] and faces[0] in perils.doubles
    yield ForecastFigure("perils as it lies", float(there), perils.clause)
    for n in again:
        yield ForecastFigure(
            "perils rolled again", (faces[1 - n] in perils.doubles) / D6, CLAUSE
        )


def charge_total(look: GameView, cast: Roll) -> int:
    """``MC-22``  Return the total of 2d6 that a charge needs to reach its target."""
    return charge_need(look, UnitId(cast.who), [UnitId(cast.target)])


def _amounts(look: GameView, cast: Roll, again: list[int]) -> Iterator[ForecastFigure]:
    """Yield an amount as it lies, and rolled again: damage, inches, models that flee."""
    word = {DAMAGE: "damage", MORALE: "flee"}.get(kind(cast), "inches")
    yield counted(f"{word} as it lies", _amount(look, cast, cast.faces), cast.clause)
    for n in again:
        rows = [
            (1 / D6, _amount(look, cast, (*cast.faces[:n], face, *cast.faces[n + 1 :])))
            for face in FACES
        ]
        yield counted(f"{word} rolled again", mixture(rows), CLAUSE)


def _amount(look: GameView, cast: Roll, faces: tuple[int, ...]) -> Spread:
    if kind(cast) == MORALE:
        return _flee(look, cast, faces[0])
    # A d3 is a d6 halved: the roll's label says so.
    dice = DiceExpression(len(faces), 3 if cast.what != kind(cast) else D6)
    number = total(faces, dice) + sum([reason.amount for reason in cast.reasons])
    return (*[0.0] * max(0, number), 1.0)


def _flee(look: GameView, cast: Roll, face: int) -> Spread:
    """``MC-25``  Return the number of models that flee at a face of the die."""
    who = UnitId(cast.who)
    over = max(0, face - best_ld(look, who) + sum([r.amount for r in cast.reasons]))
    return at_most((*[0.0] * over, 1.0), len(look.table.of(who)))


def _losses(look: GameView, cast: Roll, *, more: bool) -> Iterator[ForecastFigure]:
    """Yield the losses of the target as the dice lie, and with one rolled again."""
    target = UnitId(cast.target)
    group = _group(look, cast, target)
    if group is None:
        return
    line, lie = TargetUnit(look, target).line, _lying(group, cast)
    before = attack_odds(lie, line)
    yield counted("models lost as it lies", before.lost, "MC-18", target)
    if more:
        hit = SURE if kind(cast) == WOUND else group.hit
        after = attack_odds([*lie, replace(group, attacks=1, hit=hit)], line)
        yield counted("models lost rolled again", after.lost, CLAUSE, target)


def _group(look: GameView, cast: Roll, target: UnitId) -> Group | None:
    """Return attacks like those that the roll is for, by their weapon, or None."""
    who = UnitId(cast.who)
    if look.table.clock.phase == "fight":
        salvos = blow_salvos(look, blows_at(look, who, target, cast.weapon))
    else:
        charged = look.table.clock.phase == "charge"
        shots = (overwatch_of if charged else volley_of)(look, who, target)
        salvos = [shot_salvo(look, group) for group in shots]
    named = [s for s in salvos if s.weapon == cast.weapon]
    of_need = [s for s in named if s.need == cast.need]
    salvo = next(iter(of_need if kind(cast) == HIT else named), None)
    if salvo is None:
        return None
    group = attack(look, target, [salvo]).groups[0]
    return replace(group, attack_dice=NO_DICE, twice=NO_DICE, also=())


def _lying(group: Group, cast: Roll) -> list[Group]:
    """Return the successes so far as attacks that need no further roll of that kind."""
    faces = [cast.faces[n] for n in cast.successes]
    if kind(cast) == HIT:
        return [replace(group, attacks=len(faces), hit=SURE)]
    sure = replace(group, hit=SURE, wound=SURE, rent=())
    rent = faces.count(6) if group.rent else 0
    plain = replace(sure, attacks=len(faces) - rent)
    return [plain, replace(sure, attacks=rent, save=group.rent or group.save)]


Figures: TypeAlias = Iterable[ForecastFigure]


def figures(look: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """Yield the odds of an answer to a question of the modern core, if it has any."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Choose) and (tell := _TOLD.get(asked.kind)):
        yield from tell(look, asked, answer)


def _target(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-12``  Return the odds of all shots of a unit, or of one weapon if fire is split."""
    if answer not in look.table.units:
        return ()
    who = _unit(look, asked.about)
    groups = [
        found
        for group in volley_of(look, who, UnitId(answer))
        if (found := [s for s in group if _is_asked(look, asked, s)])
    ]
    return _shots(look, UnitId(answer), groups)


def _is_asked(look: GameView, asked: Choose, shot: AimedWeapon) -> bool:
    """Return whether a question is about a shot: by its unit, or its model, or its weapon."""
    alone = asked.about in look.table.models
    return (not alone or shot.model == asked.about) and asked.weapon in ("", shot.weapon.name)


def _shots(look: GameView, target: UnitId, groups: Iterable[list[AimedWeapon]]) -> Figures:
    salvos = [shot_salvo(look, group) for group in groups]
    return attack(look, target, salvos).figures() if salvos else ()


def _overwatch(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-21``  Return the odds of Overwatch at the charger."""
    charger = next((o.anchor for o in asked.options if o.id == answer), "")
    if charger not in look.table.units:
        return ()
    target = UnitId(charger)
    return _shots(look, target, overwatch_of(look, UnitId(asked.about), target))


def _difficult(look: GameView, asked: Choose, answer: str) -> Figures:
    return inches_through(answer)


def _charge(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-20`` to ``MC-22``  Return the odds of a charge at one unit."""
    if answer == PASS:
        return ()
    return charge_figures(look, UnitId(asked.about), [UnitId(answer)])


def _charge_also(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-20``  Return the odds of a charge at the targets named, and perhaps one more."""
    who, open_ = UnitId(asked.about), [option.id for option in asked.options]
    targets = [
        foe.id for foe in chargeable(look, who) if foe.id not in open_ or foe.id == answer
    ]
    return charge_figures(look, who, targets)


def _fighter(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-23``  Return the odds of a picked unit's attacks, once it has piled in."""
    who = UnitId(answer)
    foes = look.table.fielded(look.table.enemy(look.table.units[who].side))
    struck = piled_in(look, who, [foe.id for foe in foes])
    return [figure for found in struck for figure in found.figures()]


def _strike_at(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-24``  Return the odds of all attacks of a unit, with the weapons that do most."""
    if answer not in look.table.units:
        return ()
    struck = blows_now(look, _unit(look, asked.about), UnitId(answer))
    return struck.figures() if struck else ()


def _strike_with(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-24``  Return the odds of a weapon against the first enemy unit in reach."""
    who = _unit(look, asked.about)
    foes = [foe for (_, _, near) in fighters(look.table, who) for foe in near]
    if answer == PASS or not foes:
        return ()
    struck = blows_now(look, who, foes[0], answer)
    return struck.figures() if struck else ()


def _unit(look: GameView, about: str) -> UnitId:
    model = look.table.models.get(ModelId(about))
    return model.unit if model else UnitId(about)


def _power(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-08``  Return the odds of a power that a psyker may try."""
    if answer == PASS:
        return ()
    who, power = picked(answer)
    return power_figures(look, look.table.models[who], power)


def _deny(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-09``  Return the odds of denying a power, or of letting it be."""
    if not isinstance(asked.on, PowerCast):
        return ()
    return deny_figures(look, asked.on, None if answer == PASS else ModelId(answer))


def _advance(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-05``  Return the inches that a die adds to the move of a unit."""
    if answer != "advance":
        return ()
    reasons = tuple(ADVANCE.of(look, UnitId(asked.about)))
    more = sum([reason.amount for reason in reasons])
    inches = [(1 / 6, of_total(max(0, face + more))) for face in FACES]
    return (counted("inches more", mixture(inches), "MC-05", asked.about, reasons),)


def _break_in(look: GameView, asked: Choose, answer: str) -> Figures:
    """``MC-27``  Return the odds of a re-roll, a test passed or a unit that fights next."""
    if isinstance(asked.on, Roll):
        return again_figures(look, asked.on, answer)
    if isinstance(asked.on, MoraleCheck):
        return _nerve(look, asked.on, holds=answer != PASS)
    anchor = next((o.anchor for o in asked.options if o.id == answer), "")
    return _fighter(look, asked, anchor) if anchor in look.table.units else ()


def _nerve(look: GameView, nerve: MoraleCheck, *, holds: bool) -> Figures:
    """``MC-25``  Return the number of models that flee, if the unit does not hold firm."""
    ld, left = best_ld(look, nerve.unit), len(look.table.of(nerve.unit))
    spread = (1.0,) if holds else fleeing(nerve.lost, ld, left)
    why = Reason(0, f"Ld {ld}", "MC-25"), Reason(nerve.lost, "lost in this turn", "MC-25")
    return (counted("flee", spread, "MC-25", nerve.unit, () if holds else why),)


_TOLD: Mapping[str, Callable[[GameView, Choose, str], Figures]] = {
    "target": _target,
    "overwatch": _overwatch,
    "charge": _charge,
    "charge, also": _charge_also,
    "fighter": _fighter,
    "strike at": _strike_at,
    "strike with": _strike_with,
    "power": _power,
    "deny": _deny,
    "pace": _advance,
    "difficult": _difficult,
    BREAK_IN: _break_in,
}


def attack_forecasts(look: GameView, pair: UnitPair) -> Iterator[ForecastFigure]:
    """Yield the odds of a unit's attack on another in this phase: shot, charge or blow."""
    table, who = look.table, look.table.units[pair.who]
    if table.clock.phase == "charge" and who.side == table.clock.side:
        if who in may_charge(look, who.side) and not refused_target(look, who.id, pair.target):
            yield from charge_figures(look, who.id, [pair.target])
    elif table.clock.phase in ("charge", "fight"):
        struck = blows_now(look, who.id, pair.target)
        yield from struck.figures() if struck else ()
    else:
        yield from _shots(look, pair.target, volley_of(look, who.id, pair.target))


FIGURES = (FORECAST.gets(figures), PROSPECTS.gets(attack_forecasts))
