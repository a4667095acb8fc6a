"""The steady bot's choices about stratagems in the modern core (MC-27).

A point is spent if that gains more mission points than it may gain later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log1p

from game.bots.protocol import Thoughts
from game.content.armouries.weapon_rules import AttackStage
from game.cores.kit.dice import Roll
from game.cores.kit.dice_chances import FACES, chance_of_face
from game.cores.kit.marks import FOUGHT
from game.cores.kit.queries import forecast
from game.cores.modern.bot.assessment import (
    SHELTERED,
    ModernAssessment,
    ModernUnitSummary,
    apart,
    average_damage,
    harm_of_hit,
    harm_of_wound,
)
from game.cores.modern.rules import MoraleCheck
from game.cores.modern.rules.charge_odds import charge_need
from game.cores.modern.rules.movement import NEAR
from game.cores.modern.rules.stratagems import (
    CHARGE,
    COUNTER_BLOW,
    DAMAGE,
    DENY,
    HOLD_FIRM,
    MORALE,
    PSYCHIC,
    RE_ROLL,
    again_name,
    cost,
    kind,
    worth_taking_up,
)
from game.geometry.limits import is_within
from game.play.decisions import PASS, Choose, Option
from game.table.command_points import commands
from game.table.records import ModelId, Profile, UnitId, Weapon

POWER = 0.5
"""Value in points of a psychic power that takes effect."""


def break_in(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-27``  Spend command points where that brings more than they may bring later."""
    price = _price_of_a_point(assessment)
    best, most = PASS, 0.0
    for option in asked.options:
        yield
        if option.id == PASS:
            continue
        gain, points = _use(assessment, asked, option)
        if gain - points * price > most:
            best, most = option.id, gain - points * price
    return best


def _price_of_a_point(assessment: ModernAssessment) -> float:
    """Return the points that a command point may bring later.

    Good uses are rare: the price falls with the points left and with the end of the battle.
    """
    left = commands(assessment.view.table)[assessment.side].points
    uses = assessment.weights.uses * assessment.rounds
    return assessment.weights.command_point * log1p(uses / max(1, left))


def _use(assessment: ModernAssessment, asked: Choose, option: Option) -> tuple[float, int]:
    """Return the gain in points of a stratagem, and its price in command points."""
    view, on = assessment.view, asked.on
    if isinstance(on, Roll):
        dice = [n for n in worth_taking_up(on) if again_name(on.faces[n]) == option.id]
        gain = GAINS.get(kind(on), _nothing)
        return sum([gain(assessment, on, die) for die in dice]), cost(view, RE_ROLL)
    if isinstance(on, MoraleCheck):
        flee = sum([figure.value for figure in forecast(view, asked, PASS)])
        return flee * _model_value(assessment.summary(on.unit)), cost(view, HOLD_FIRM)
    if option.anchor in view.table.units:
        return _struck_first(assessment, UnitId(option.anchor)), cost(view, COUNTER_BLOW)
    return 0.0, 1


def _model_value(summary: ModernUnitSummary) -> float:
    return summary.lead.w * summary.value


def _struck_first(assessment: ModernAssessment, unit_id: UnitId) -> float:
    """Return the gain in points of a unit's blows before those of enemies yet to fight."""
    summary = assessment.summary(unit_id)
    places = [m.at for m in summary.models]
    near = [foe for foe in assessment.foes if is_within(apart(places, summary.base, foe), NEAR)]
    waiting = [foe for foe in near if not foe.unit.mark(FOUGHT)]
    lost = min(1.0, sum([foe.blows_at(summary) for foe in waiting]) / summary.wounds)
    dealt = max([summary.blows_at(foe) * foe.value for foe in near], default=0.0)
    # The blows that it would lose, and those of an enemy that it weakens.
    spared = max(
        [
            summary.blows_at(foe) / foe.wounds * foe.blows_at(summary) * summary.value
            for foe in waiting
        ],
        default=0.0,
    )
    return lost * dealt + spared


def _nothing(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    return 0.0


def _hit(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    return _of_attack(assessment, cast, harm_of_hit)


def _wound(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    return _of_attack(assessment, cast, harm_of_wound)


def _of_attack(
    assessment: ModernAssessment,
    cast: Roll,
    harm: Callable[[Weapon, Profile, Profile, float], float],
) -> float:
    """Return the gain in points of one more die of an attack; a dead unit loses no more."""
    models = assessment.summary(UnitId(cast.who)).models
    foe = assessment.summary(UnitId(cast.target))
    cover = 0.0 if assessment.view.table.clock.phase == "fight" else SHELTERED
    for model in models:
        for weapon in model.profile.weapons:
            if weapon.name == cast.weapon:
                each = harm(weapon, model.profile, foe.lead, cover)
                already = len(cast.successes) * each
                more = max(0.0, min(each, foe.wounds - already)) * chance_of_face(cast.need)
                ends = assessment.weights.lost * foe.worth / foe.wounds
                return more * (foe.value + (ends if each >= foe.wounds else 0.0))
    return 0.0


def _damage(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    """``MC-18``  Return the gain of rolling damage again; a model loses no more than it has."""
    model = assessment.view.table.models[ModelId(cast.target)]
    foe = assessment.summary(model.unit)

    def worth(face: int) -> float:
        amount = (face + 1) // 2 if cast.sides == 3 else face
        rest = cast.sum - cast.faces[die]
        lost = min(model.wounds, amount + rest)
        ends = assessment.weights.lost * foe.worth if lost == foe.wounds else 0.0
        return lost * foe.value + ends

    return sum([worth(face) for face in FACES]) / 6 - worth(cast.faces[die])


def _save(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    """``MC-17``  Return the gain of a save; damage is guessed by the weapon's AP."""
    summary = assessment.summary(UnitId(cast.who))
    ap = sum([reason.amount for reason in cast.reasons if reason.why == "AP"])
    damage = max(
        [
            average_damage(w.damage, w.damage_dice)
            for foe in assessment.foes
            for m in foe.models
            for w in m.profile.weapons
            if (w.ap or 0) == ap
        ],
        default=1.0,
    )
    saved = min(damage, float(summary.lead.w), float(summary.wounds))
    ends = assessment.weights.lost * summary.worth if saved == summary.wounds else 0.0
    return chance_of_face(cast.need) * (saved * summary.value + ends)


def _charge(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    """``MC-22``  Return the gain of a charge that arrives only by another roll."""
    summary, foe = assessment.summary(UnitId(cast.who)), assessment.summary(UnitId(cast.target))
    if (gain := summary.gain(foe)) <= 0.0:
        return 0.0
    need = charge_need(assessment.view, summary.id, [foe.id])
    again = chance_of_face(need - cast.sum + cast.faces[die])
    return (again - float(cast.sum >= need)) * gain


def _test(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    """``MC-08``, ``MC-09``  Return the gain of a psychic test or a denial."""
    if cast.sum >= cast.need:
        return 0.0
    return POWER * chance_of_face(cast.need - cast.sum + cast.faces[die])


def _morale(assessment: ModernAssessment, cast: Roll, die: int) -> float:
    """``MC-25``  Return the value of the models that flee no more; *need* or less holds."""
    summary = assessment.summary(UnitId(cast.who))

    def fled(face: int) -> int:
        return min(len(summary.models), max(0, face - cast.need))

    kept = fled(cast.faces[die]) - sum([fled(face) for face in FACES]) / 6
    return kept * _model_value(summary)


GAINS: Mapping[str, Callable[[ModernAssessment, Roll, int], float]] = {
    AttackStage.HIT: _hit,
    AttackStage.WOUND: _wound,
    AttackStage.SAVE: _save,
    DAMAGE: _damage,
    CHARGE: _charge,
    PSYCHIC: _test,
    DENY: _test,
    MORALE: _morale,
}
"""By kind of roll: the gain in points of rolling a die again. An advance gains nothing."""
