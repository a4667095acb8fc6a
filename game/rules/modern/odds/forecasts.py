"""Forecasts of the modern core: what a player may know about an answer before giving it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from game.play.decisions import PASS, Choose
from game.play.game import GameView
from game.rules.kit.dice import Roll
from game.rules.kit.forecasts import FORECAST, ConsideredAnswer, ForecastFigure, counted
from game.rules.kit.modules import BREAK_IN
from game.rules.kit.movement import inches_through
from game.rules.kit.probability import mixture, of_total
from game.rules.kit.queries import PROSPECTS, UnitPair
from game.rules.modern.charge import chargeable, may_charge, refused_target
from game.rules.modern.fight.strikes import fighters
from game.rules.modern.hooks import ADVANCE, Nerve
from game.rules.modern.morale import best_ld
from game.rules.modern.odds.again import again_figures
from game.rules.modern.odds.attack_setup import attack, shot_salvo
from game.rules.modern.odds.charge import blows_now, charge_figures, piled_in
from game.rules.modern.odds.dice_sums import FACES
from game.rules.modern.odds.manifesting import deny_figures, power_figures
from game.rules.modern.odds.nerve import fleeing
from game.rules.modern.powers import Cast
from game.rules.modern.psychic import picked
from game.rules.modern.shooting.volley import overwatch_of, volley_of
from game.rules.modern.targeting import Aimed
from game.table.events import Reason
from game.table.records import ModelId, UnitId

Told: TypeAlias = Iterable[ForecastFigure]


def figures(look: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """Yield the odds of an answer to any question of the modern core that has some."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Choose) and (tell := _TOLD.get(asked.kind)):
        yield from tell(look, asked, answer)


def _target(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-12``  All that may of a unit, or one kind of weapon where fire is split."""
    if answer not in look.table.units:
        return ()
    who = _unit(look, asked.about)
    groups = [
        found
        for group in volley_of(look, who, UnitId(answer))
        if (found := [s for s in group if _is_asked(look, asked, s)])
    ]
    return _shots(look, UnitId(answer), groups)


def _is_asked(look: GameView, asked: Choose, shot: Aimed) -> bool:
    """Return whether a question is about a shot: of a unit, or of one model, or one weapon."""
    alone = asked.about in look.table.models
    return (not alone or shot.model == asked.about) and asked.weapon in ("", shot.weapon.name)


def _shots(look: GameView, target: UnitId, groups: Iterable[list[Aimed]]) -> Told:
    salvos = [shot_salvo(look, group) for group in groups]
    return attack(look, target, salvos).figures() if salvos else ()


def _overwatch(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-21``  Overwatch at who charges."""
    charger = next((o.anchor for o in asked.options if o.id == answer), "")
    if charger not in look.table.units:
        return ()
    target = UnitId(charger)
    return _shots(look, target, overwatch_of(look, UnitId(asked.about), target))


def _difficult(look: GameView, asked: Choose, answer: str) -> Told:
    return inches_through(answer)


def _charge(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-20`` to ``MC-22``  A charge at one unit."""
    if answer == PASS:
        return ()
    return charge_figures(look, UnitId(asked.about), [UnitId(answer)])


def _charge_also(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-20``  A charge at those that are named already, and perhaps one more."""
    who, open_ = UnitId(asked.about), [option.id for option in asked.options]
    targets = [
        foe.id for foe in chargeable(look, who) if foe.id not in open_ or foe.id == answer
    ]
    return charge_figures(look, who, targets)


def _fighter(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-23``  What a unit that is picked may strike, once it has piled in."""
    who = UnitId(answer)
    foes = look.table.fielded(look.table.enemy(look.table.units[who].side))
    struck = piled_in(look, who, [foe.id for foe in foes])
    return [figure for found in struck for figure in found.figures()]


def _strike_at(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-24``  All that may of a unit, with what does most."""
    if answer not in look.table.units:
        return ()
    struck = blows_now(look, _unit(look, asked.about), UnitId(answer))
    return struck.figures() if struck else ()


def _strike_with(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-24``  At the first enemy that may be struck."""
    who = _unit(look, asked.about)
    foes = [foe for (_, _, near) in fighters(look.table, who) for foe in near]
    if answer == PASS or not foes:
        return ()
    struck = blows_now(look, who, foes[0], answer)
    return struck.figures() if struck else ()


def _unit(look: GameView, about: str) -> UnitId:
    model = look.table.models.get(ModelId(about))
    return model.unit if model else UnitId(about)


def _power(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-08``  A power that a psyker may try."""
    if answer == PASS:
        return ()
    who, power = picked(answer)
    return power_figures(look, look.table.models[who], power)


def _deny(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-09``  To deny a power, or to let it be."""
    if not isinstance(asked.on, Cast):
        return ()
    return deny_figures(look, asked.on, None if answer == PASS else ModelId(answer))


def _advance(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-05``  How many inches a die adds to the move of a unit."""
    if answer != "advance":
        return ()
    reasons = tuple(ADVANCE.of(look, UnitId(asked.about)))
    more = sum([reason.amount for reason in reasons])
    inches = [(1 / 6, of_total(max(0, face + more))) for face in FACES]
    return (counted("inches more", mixture(inches), "MC-05", asked.about, reasons),)


def _break_in(look: GameView, asked: Choose, answer: str) -> Told:
    """``MC-27``  A die rolled again, a test that need not be, a unit that fights next."""
    if isinstance(asked.on, Roll):
        return again_figures(look, asked.on, answer)
    if isinstance(asked.on, Nerve):
        return _nerve(look, asked.on, holds=answer != PASS)
    anchor = next((o.anchor for o in asked.options if o.id == answer), "")
    return _fighter(look, asked, anchor) if anchor in look.table.units else ()


def _nerve(look: GameView, nerve: Nerve, *, holds: bool) -> Told:
    """``MC-25``  How many flee, if the unit does not hold firm."""
    ld, left = best_ld(look, nerve.unit), len(look.table.of(nerve.unit))
    spread = (1.0,) if holds else fleeing(nerve.lost, ld, left)
    why = Reason(0, f"Ld {ld}", "MC-25"), Reason(nerve.lost, "lost in this turn", "MC-25")
    return (counted("flee", spread, "MC-25", nerve.unit, () if holds else why),)


_TOLD: Mapping[str, Callable[[GameView, Choose, str], Told]] = {
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


def prospects(look: GameView, pair: UnitPair) -> Iterator[ForecastFigure]:
    """Yield the odds of what a unit may do to another in this phase: shoot, charge, strike."""
    table, who = look.table, look.table.units[pair.who]
    if table.clock.phase == "charge" and who.side == table.clock.side:
        if who in may_charge(look, who.side) and not refused_target(look, who.id, pair.target):
            yield from charge_figures(look, who.id, [pair.target])
    elif table.clock.phase in ("charge", "fight"):
        struck = blows_now(look, who.id, pair.target)
        yield from struck.figures() if struck else ()
    else:
        yield from _shots(look, pair.target, volley_of(look, who.id, pair.target))


FIGURES = (FORECAST.gets(figures), PROSPECTS.gets(prospects))
