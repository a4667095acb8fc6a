"""Forecasts of the classic core with charge odds (CC-20, CC-23)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import fsum

from game.cores.classic.rules import CHARGE_ODDS, assault
from game.cores.classic.rules.assault import charge_march
from game.cores.classic.rules.blast_odds import blast
from game.cores.classic.rules.melee_odds import AttackChoices, RoundOdds, round_odds
from game.cores.classic.rules.shooting import firing_options
from game.cores.classic.rules.shooting_odds import best_weapon, volley_odds
from game.cores.classic.rules.targeting import firing_modes
from game.cores.classic.rules.unit_state import combat_of
from game.cores.kit import difficult_ground
from game.cores.kit.attempts import Attempt
from game.cores.kit.deeds import PAGE as DEEDS
from game.cores.kit.deeds import Deed, deeds_with, models_left_behind
from game.cores.kit.dice_chances import HIGHER, NEVER
from game.cores.kit.difficult_ground import (
    ENTERS,
    KEEPS_OUT,
    GroundPermission,
    difficult_ground_limit,
    difficult_near,
    inches_through,
)
from game.cores.kit.marks import CHARGED, FIRED
from game.cores.kit.queries import (
    ASSUMED,
    FORECAST,
    ConsideredAnswer,
    ForecastFigure,
    TableView,
)
from game.play.decisions import PASS, Choose, CommonKind, DecisionKind
from game.play.game import GameView
from game.play.log.log_words import unit_of
from game.play.moves.paths import Moves
from game.table.events import Act, Reason
from game.table.records import Mark, ModelId, UnitId, Until
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Approach:
    """One way to charge: around Difficult terrain or through it."""

    answer: str
    """The charger's answer about Difficult ground; empty if it is not asked."""
    arrives: float
    need: int
    """Face needed on the higher of two dice; 0 if none are rolled, 7 if it is impossible."""
    moves: Moves
    """The suggested charge at the greatest distance; empty if it never arrives."""

    def figure(self, foe: UnitId) -> ForecastFigure:
        clause = "CC-20" if self.need else "CC-23"
        why = (Reason(0, "the higher of 2d6", "CC-20"),) if self.need else ()
        return ForecastFigure(
            "arrives", value=self.arrives, clause=clause, about=foe, need=self.need, reasons=why
        )


@dataclass(frozen=True, slots=True)
class ChargeOdds:
    """Odds that a charge arrives, for each approach."""

    unit: UnitId
    foe: UnitId
    approaches: tuple[Approach, ...]

    @property
    def best(self) -> Approach:
        """Return the approach with the best chance to arrive; of equal ones the first."""
        return max(self.approaches, key=lambda approach: approach.arrives)


def charge_odds(view: GameView, unit_id: UnitId, foe: UnitId) -> ChargeOdds:
    """Return the odds of a legal charge, for each answer about Difficult ground."""
    return ChargeOdds(unit_id, foe, tuple(_approaches(view.table, unit_id, foe)))


def surest_charge(view: GameView, unit_id: UnitId, foe: UnitId) -> ChargeOdds:
    """Return the odds of a legal charge, up to the first approach that is certain."""
    found = list[Approach]()
    for approach in _approaches(view.table, unit_id, foe):
        found.append(approach)
        if approach.arrives >= 1.0:
            break
    return ChargeOdds(unit_id, foe, tuple(found))


def _approaches(table: Table, unit_id: UnitId, foe: UnitId) -> Iterator[Approach]:
    distances, between = assault.course(table, unit_id, foe)
    near, inside = difficult_near(table, unit_id, distances, table.difficult, between)
    if inside:
        yield _slow(table, unit_id, foe, "")
        return
    yield _sure(
        table,
        unit_id,
        foe,
        GroundPermission(difficult_ground.reach_of(table, unit_id, distances), near),
    )
    if near:
        yield _slow(table, unit_id, foe, ENTERS)


def _sure(table: Table, unit_id: UnitId, foe: UnitId, leave: GroundPermission) -> Approach:
    moves = charge_march(table, unit_id, foe, leave).suggested
    return Approach(KEEPS_OUT if leave.off_limits else "", 1.0 if moves else 0.0, 0, moves)


def _slow(table: Table, unit_id: UnitId, foe: UnitId, answer: str) -> Approach:
    """Return the approach through Difficult terrain; find the needed face by bisection.

    A charge that arrives with some distance arrives with any greater one.
    """
    distances, _ = assault.course(table, unit_id, foe)

    def moves(most: int) -> Moves:
        return charge_march(
            table, unit_id, foe, difficult_ground_limit(table, unit_id, distances, most)
        ).suggested

    furthest, need = moves(6), NEVER
    if furthest:
        need = 1 + bisect_left(range(1, 6), 1, key=lambda most: bool(moves(most)))
    return Approach(answer, fsum(HIGHER[need:]) / 36, need, furthest)


def figures(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """Yield the forecast of an answer to a question of the classic core, if it has one."""
    asked, answer = question.decision, question.answer
    if (
        isinstance(asked, Choose)
        and answer != PASS
        and (forecast := _FORECASTS_BY_KIND.get(asked.kind))
    ):
        yield from forecast(view, asked, answer)


def _target(view: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    if answer not in view.table.units:
        return ()
    odds = volley_odds(view, UnitId(asked.about), UnitId(answer))
    return odds.figures() if odds else ()


def _weapon(view: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    """Return the forecast if all models that can fire this weapon do.

    Others fire their best.
    """
    unit = view.table.units[UnitId(asked.about)]
    if (fired := unit.mark(FIRED)) is None:
        return ()
    weapons = {
        m.profile.name: answer
        for m in view.table.of(unit.id)
        if any(w.name == answer for w in m.profile.weapons)
    }
    odds = volley_odds(view, unit.id, UnitId(fired.about), weapons)
    return odds.figures() if odds else ()


def assumed_weapon(view: GameView, asked: Choose) -> Iterator[str]:
    """``CC-07``  Yield the weapon with which the odds of the chosen target were computed."""
    unit = view.table.units.get(UnitId(asked.about))
    fired = unit.mark(FIRED) if unit else None
    if asked.kind is not CommonKind.WEAPON or unit is None or fired is None:
        return
    asked_for, target = tuple(o.id for o in asked.options), UnitId(fired.about)
    for (_, names), models in firing_options(view, unit.id, target).items():
        if names == asked_for:
            yield names[best_weapon(view, models, target)]


def _aim(view: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    firer, over = view.table.models[ModelId(asked.about)], view.table.models[ModelId(answer)]
    shots = [s for s in firing_modes(view, firer, over.unit) if s.weapon.blast]
    return blast(view, shots[0], over.id).figures() if shots else ()


def _charge(view: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    unit_id, foe = UnitId(asked.about), UnitId(answer)
    if own := tuple(CHARGE_ODDS.of(view, Attempt(unit_id, Act.CHARGES, foe))):
        return own
    odds = charge_odds(view, unit_id, foe)
    arrivals = tuple(approach.figure(foe) for approach in odds.approaches)
    if not odds.best.moves:
        return arrivals
    return (*arrivals, *round_after(view, odds).figures())


def round_after(view: GameView, charge: ChargeOdds) -> RoundOdds:
    """Return the odds of the first round, if the charge arrives as the rules suggest."""
    table, unit_id, foe = view.table.moved(charge.best.moves), charge.unit, charge.foe
    unit = table.units[unit_id]
    mark = Mark(CHARGED, Until.TURN, foe)
    table.units[unit_id] = replace(unit, marks=(*unit.marks, mark))
    if behind := models_left_behind(table, unit_id):
        DEEDS.put(table, deeds_with(table, "CC-25", Deed.STAYED_BEHIND, behind))
    return round_odds(TableView(table, view.rules), combat_of(table, unit_id), unit.side)


def _strike_at(view: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    return _blows(view, asked.about, AttackChoices(targets={asked.about: UnitId(answer)}))


def _strike_with(view: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    return _blows(view, asked.about, AttackChoices(weapons={asked.about: answer}))


def _blows(view: GameView, about: str, choices: AttackChoices) -> tuple[ForecastFigure, ...]:
    unit_id = unit_of(view.table, about)
    acting = view.table.clock.side or view.table.units[unit_id].side
    return round_odds(view, combat_of(view.table, unit_id), acting, choices).figures()


_FORECASTS_BY_KIND: Mapping[
    DecisionKind | None, Callable[[GameView, Choose, str], tuple[ForecastFigure, ...]]
] = {
    CommonKind.TARGET: _target,
    CommonKind.WEAPON: _weapon,
    CommonKind.AIM: _aim,
    CommonKind.CHARGE: _charge,
    CommonKind.DIFFICULT: lambda _view, _asked, answer: inches_through(answer),
    CommonKind.STRIKE_AT: _strike_at,
    CommonKind.STRIKE_WITH: _strike_with,
}

FIGURES = (FORECAST.gets(figures), ASSUMED.gets(assumed_weapon))
