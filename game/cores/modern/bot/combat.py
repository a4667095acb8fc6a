"""Targets, charges, powers and re-rolls by exact odds."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.protocol import Thoughts
from game.bots.steady import reserves
from game.cores.kit.queries import FigureKind, ForecastFigure, forecast
from game.cores.modern.bot.assessment import ModernAssessment, apart
from game.cores.modern.bot.position_value import CHARGE
from game.geometry.limits import is_within
from game.geometry.points import distance
from game.play.decisions import PASS, Choose
from game.table.records import ModelId, UnitId

LOSSES = {FigureKind.MODELS_LOST: 1.0, FigureKind.DAMAGE: 1.0, FigureKind.FLEE: -1.0}
"""Figures that count lost models: 1 for the enemy's, -1 for one's own."""


def figures_of(
    scene: ModernAssessment, asked: Choose, answer: str
) -> tuple[ForecastFigure, ...]:
    return forecast(scene.view, asked, answer)


def _of(figures: Sequence[ForecastFigure], kind: FigureKind, *, again: bool = False) -> float:
    same = [f for f in figures if f.kind is kind and f.again == again and not f.more]
    return sum([f.value for f in same])


def harm(scene: ModernAssessment, target: UnitId, figures: Sequence[ForecastFigure]) -> float:
    """Return the expected cost of an attack to a unit, in points."""
    foe = scene.summary(target)
    lost = _of(figures, FigureKind.WOUNDS_LOST) or _of(figures, FigureKind.MODELS_LOST)
    return lost * foe.value + 0.3 * _of(figures, FigureKind.DESTROYED) * foe.worth


def next_of(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Choose the unit that can do most first."""
    yield
    troops = [scene.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not troops:
        return PASS
    return max(troops, key=lambda t: max(t.shoots, t.strikes)).id


def target(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Shoot at the target where the volley is worth most."""
    best, most = PASS, 0.0
    for option in asked.options:
        yield
        if UnitId(option.id) not in scene.view.table.units:
            continue
        worth = harm(scene, UnitId(option.id), figures_of(scene, asked, option.id))
        if worth > most:
            best, most = option.id, worth
    names = [o.id for o in asked.options]
    return best if best in names else names[0]


def charger(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-20``  Declare a charge with the unit that has most to win; pass if none has."""
    yield
    best, most = PASS, scene.weights.least_charge
    for option in asked.options:
        if option.id == PASS:
            continue
        summary = scene.summary(UnitId(option.id))
        for foe in scene.foes:
            near = apart([m.at for m in summary.models], summary.base, foe)
            if is_within(near, CHARGE) and summary.gain(foe) > most:
                best, most = option.id, summary.gain(foe)
    return best


def charge(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-20``  Charge if the odds are good, by the blows dealt and received."""
    best, most = PASS, scene.weights.least_charge
    unit_id = UnitId(asked.about)
    summary = scene.summary(unit_id)
    for option in asked.options:
        yield
        if UnitId(option.id) not in scene.view.table.units:
            continue
        foe = scene.summary(UnitId(option.id))
        if summary.gain(foe) <= 0.0:
            continue
        figures = figures_of(scene, asked, option.id)
        arrives = _of(figures, FigureKind.ARRIVES)
        left = 1.0 - summary.blows_at(foe) / foe.wounds
        back = left * foe.blows_at(summary) * summary.value
        shot = _of(figures, FigureKind.LOST_TO_OVERWATCH) * summary.value * summary.lead.w
        gain = harm(scene, foe.id, figures) - back + summary.ties(foe)
        worth = arrives * gain - shot
        if worth > most:
            best, most = option.id, worth
    names = [o.id for o in asked.options]
    return best if best in names else PASS


def nobody_else(scene: ModernAssessment, asked: Choose) -> Thoughts:
    yield
    return PASS


def for_nothing(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-21``, ``MP-10``  Accept an offer that is free: shots in Overwatch, a spawn."""
    yield
    return next(o.id for o in asked.options if o.id != PASS)


def power(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-08``  Try the power most likely to take effect, unless its perils cost more."""
    best, most = PASS, 0.0
    for option in asked.options:
        yield
        if option.id == PASS:
            continue
        figures = figures_of(scene, asked, option.id)
        lost = _of(figures, FigureKind.PSYKER_LOST)
        worth = _of(figures, FigureKind.TAKES_EFFECT) * 0.5 - lost * 3.0
        worth += _of(figures, FigureKind.MODELS_LOST) * 0.1
        if worth > most:
            best, most = option.id, worth
    return best


def deny(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-09``  Choose the option most likely to deny the power; it is free."""
    yield
    options = [o for o in asked.options if o.id != PASS]
    return max(options, key=lambda o: _of(figures_of(scene, asked, o.id), FigureKind.DENIED)).id


def fighter(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-23``  Let the unit with most to lose or to win fight first."""
    yield
    troops = [scene.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    return max(troops, key=lambda summary: summary.strikes + summary.worth).id


def strike_at(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Strike at the unit that loses most by a wound."""
    yield
    units = [o.id for o in asked.options if UnitId(o.id) in scene.view.table.units]
    if not units:
        return asked.options[0].id
    return max(units, key=lambda u: scene.summary(UnitId(u)).value)


def kept_below(scene: ModernAssessment, asked: Choose) -> Thoughts:
    yield
    return reserves.kept_below(scene.view, scene.side, asked)


def drain(scene: ModernAssessment, asked: Choose) -> Thoughts:
    yield
    return reserves.drain(scene.view, scene.side, asked)


def strike_with(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Strike with the weapon that inflicts most wounds."""
    best, most = asked.options[0].id, -1.0
    for option in asked.options:
        yield
        figures = figures_of(scene, asked, option.id)
        worth = _of(figures, FigureKind.WOUNDS_LOST) or _of(figures, FigureKind.MODELS_LOST)
        if worth > most:
            best, most = option.id, worth
    return best


def casualty(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Remove the least valuable model; among equals, the furthest from scoring places."""
    yield
    models = scene.view.table.models

    def worth(name: str) -> tuple[float, float]:
        model = models[ModelId(name)]
        p = model.profile
        rank = p.a + p.ld + 3 * p.has("CHARACTER") + sum([w.strength for w in p.weapons]) / 4
        near = min([distance(aim.at, model.at) for aim in scene.aims], default=0.0)
        return rank, -near

    return min((o.id for o in asked.options), key=worth)


def break_in(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-27``  Spend a command point if that brings more than ``command_point``."""
    best, most = PASS, scene.weights.command_point
    for option in asked.options:
        yield
        if option.id == PASS:
            continue
        gain = _gain(scene, figures_of(scene, asked, option.id))
        if gain > most:
            best, most = option.id, gain
    return best


def _gain(scene: ModernAssessment, figures: Sequence[ForecastFigure]) -> float:
    """Return the expected gain in points of a re-roll or of another stratagem."""
    gain = _more(figures, FigureKind.SUCCEEDS)
    for kind, sign in LOSSES.items():
        gain += sign * scene.weights.lost * _more(figures, kind)
    return gain


def _more(figures: Sequence[ForecastFigure], kind: FigureKind) -> float:
    """Return by how much a figure is higher after rolling again; 0 without such a figure."""
    again = _of(figures, kind, again=True)
    return again - _of(figures, kind) if again else 0.0
