"""Forecasts of the classic core: what a player may know about an answer before giving it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from game.play.decisions import PASS, Choose
from game.play.game import GameView
from game.rules.classic.hooks import CHARGE_ODDS
from game.rules.classic.odds.blast import blast
from game.rules.classic.odds.charges import ChargeOdds, charge_odds
from game.rules.classic.odds.melee import RoundOdds, round_odds
from game.rules.classic.odds.shooting import volley
from game.rules.classic.odds.squads import Wishes
from game.rules.classic.targeting import usable
from game.rules.classic.unit_state import combat_of
from game.rules.kit.core_api import Attempt
from game.rules.kit.forecasts import FORECAST, ConsideredAnswer, ForecastFigure
from game.rules.kit.movement import inches_through
from game.rules.kit.queries import TableView
from game.rules.kit.unit_marks import CHARGED, FIRED
from game.table.events import Act
from game.table.records import Mark, ModelId, UnitId, Until


def figures(look: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """Yield the odds of an answer to any question of the classic core that has some."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Choose) and answer != PASS and (tell := _TOLD.get(asked.kind)):
        yield from tell(look, asked, answer)


def _target(look: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    if answer not in look.table.units:
        return ()
    odds = volley(look, UnitId(asked.about), UnitId(answer))
    return odds.figures() if odds else ()


def _weapon(look: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    """All who may fire that weapon do; the others the best that they have."""
    unit = look.table.units[UnitId(asked.about)]
    if (fired := unit.mark(FIRED)) is None:
        return ()
    weapons = {
        m.profile.name: answer
        for m in look.table.of(unit.id)
        if any(w.name == answer for w in m.profile.weapons)
    }
    odds = volley(look, unit.id, UnitId(fired.about), weapons)
    return odds.figures() if odds else ()


def _aim(look: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    firer, over = look.table.models[ModelId(asked.about)], look.table.models[ModelId(answer)]
    shots = [s for s in usable(look, firer, over.unit) if s.weapon.blast]
    return blast(look, shots[0], over.id).figures() if shots else ()


def _charge(look: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    who, foe = UnitId(asked.about), UnitId(answer)
    if own := tuple(CHARGE_ODDS.of(look, Attempt(who, Act.CHARGES, foe))):
        return own
    odds = charge_odds(look, who, foe)
    arrivals = tuple(approach.figure(foe) for approach in odds.approaches)
    if not odds.best.moves:
        return arrivals
    return (*arrivals, *round_after(look, odds).figures())


def round_after(look: GameView, charge: ChargeOdds) -> RoundOdds:
    """Return the odds of the first round, if a charge arrives as the rules suggest it."""
    table, who, foe = look.table.fork(), charge.unit, charge.foe
    for model, path in charge.best.moves:
        table.models[model] = replace(table.models[model], at=path[-1])
    unit = table.units[who]
    mark = Mark(CHARGED, Until.TURN, foe)
    table.units[who] = replace(unit, marks=(*unit.marks, mark))
    return round_odds(TableView(table, look.rules), combat_of(table, who), unit.side)


def _difficult(look: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    return inches_through(answer)


def _strike_at(look: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    return _blows(look, asked.about, Wishes(targets={UnitId(asked.about): UnitId(answer)}))


def _strike_with(look: GameView, asked: Choose, answer: str) -> tuple[ForecastFigure, ...]:
    return _blows(look, asked.about, Wishes(weapons={UnitId(asked.about): answer}))


def _blows(look: GameView, about: str, wishes: Wishes) -> tuple[ForecastFigure, ...]:
    who = UnitId(about)
    acting = look.table.clock.side or look.table.units[who].side
    return round_odds(look, combat_of(look.table, who), acting, wishes).figures()


_TOLD: Mapping[str, Callable[[GameView, Choose, str], tuple[ForecastFigure, ...]]] = {
    "target": _target,
    "weapon": _weapon,
    "aim": _aim,
    "charge": _charge,
    "difficult": _difficult,
    "strike at": _strike_at,
    "strike with": _strike_with,
}

FIGURES = FORECAST.gets(figures)
