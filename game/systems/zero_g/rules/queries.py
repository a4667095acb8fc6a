"""Zero-g answers to queries: stray lines, recoil, charge arcs; odds of shots and charges."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from typing import NamedTuple

from game.cores.classic.rules import CHARGE_ODDS
from game.cores.classic.rules.targeting import firing_modes
from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.attack_odds import succeeds
from game.cores.kit.attempts import Attempt
from game.cores.kit.hooks import QueryHook
from game.cores.kit.marks import FIRED
from game.cores.kit.probability import Spread, of_dice, of_total
from game.cores.kit.queries import (
    ARCS,
    FACTS,
    FORECAST,
    Arc,
    ConsideredAnswer,
    ForecastFigure,
    counted,
)
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import CONTACT, LOOSE_EPSILON, Path, Point, distance, gap
from game.play.decisions import PASS, Choose, CommonKind
from game.play.game import GameView
from game.systems.zero_g.rules.charge import arc, dice_of, reach, tests_of
from game.systems.zero_g.rules.mobility import (
    EXITS,
    KEEP_OFF,
    PUSHED_OFF,
    SNAPS_ONLY,
    TableExit,
    has_jets,
    is_free,
)
from game.systems.zero_g.rules.move_outcomes import danger
from game.systems.zero_g.rules.movement import moved_text
from game.systems.zero_g.rules.shooting import (
    FireAt,
    ShotLine,
    StrayTarget,
    chances,
    exposed,
    last_point,
    recoil,
    recoil_of,
    rounds_at,
    strength_after,
    strength_of,
    weapon_of,
)
from game.table.events import Reason
from game.table.records import (
    Clock,
    DiceExpression,
    Model,
    ModelId,
    Unit,
    UnitId,
    Weapon,
    Where,
)


class FiringOption(NamedTuple):
    """A model that may fire a weapon at another model, or at a point."""

    model: ModelId
    weapon: str
    at: Point
    target: ModelId | None = None
    shots: int = 1
    missed: float = 1.0
    """Chance of each shot to miss and fly on."""


FIRINGS = QueryHook[ConsideredAnswer, FiringOption](
    "which weapons an answer fires, and whereto"
)


def firings(view: GameView, question: ConsideredAnswer) -> Iterator[FiringOption]:
    """Yield the weapons that an answer fires: at a target, or at any point (``ZG-16``)."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, FireAt):
        firer = view.table.models[ModelId(asked.about)]
        weapon = weapon_of(firer, asked.weapon)
        shots = rounds_at(firer, weapon, answer.at)
        yield FiringOption(firer.id, weapon=weapon.name, at=answer.at, target=None, shots=shots)
    elif isinstance(asked, Choose) and answer != PASS:
        for aimed in _aimed(view, asked, answer):
            target = view.table.of(aimed.target)[0]
            missed = 1.0 - succeeds(aimed.need, aimed.again)
            yield FiringOption(
                aimed.model,
                weapon=aimed.weapon.name,
                at=target.at,
                target=target.id,
                shots=aimed.shots,
                missed=missed,
            )


def _aimed(view: GameView, asked: Choose, answer: str) -> Iterator[AimedWeapon]:
    """Yield the ways in which a model may fire by an answer, each with its target."""
    unit = view.table.units.get(UnitId(asked.about))
    if unit is None or not view.table.of(unit.id):
        return
    model, fired = view.table.of(unit.id)[0], unit.mark(FIRED)
    if asked.kind is CommonKind.TARGET and answer in view.table.units:
        yield from firing_modes(view, model, UnitId(answer))
    elif asked.kind is CommonKind.WEAPON and fired:
        modes = firing_modes(view, model, UnitId(fired.about))
        yield from (aimed for aimed in modes if aimed.weapon.name == answer)


def figures(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``ZG-15`` to ``ZG-17``  Yield the chances of stray hits, and the recoil.

    Where the weapon is still to be chosen, only the recoil of each.
    """
    found = [*firings(view, question)]
    for firing in found:
        firer = view.table.models[firing.model]
        weapon = weapon_of(firer, firing.weapon)
        if len(found) == 1:
            for one, chance in at_risk(view, firing):
                yield ForecastFigure(
                    "stray round hits", value=chance, clause="ZG-17", about=one.model
                )
        yield from _recoil(view, firer, weapon, firing.at)


def at_risk(view: GameView, firing: FiringOption) -> Iterator[tuple[StrayTarget, float]]:
    """``ZG-17``  Yield the models in the line of fire, with the chance of a stray hit on each.

    As the line stands: a model that the first shot kills still stops the next.
    """
    weapon = weapon_of(view.table.models[firing.model], firing.weapon)
    if weapon.blast and firing.target:
        return
    line = exposed(view, ShotLine(firing.model, weapon, firing.at, firing.target))
    for one, chance in zip(line, chances(line), strict=True):
        yield one, 1.0 - (1.0 - firing.missed * chance) ** firing.shots


def _recoil(
    view: GameView, firer: Model, weapon: Weapon, at: Point
) -> Iterator[ForecastFigure]:
    """``ZG-15``, ``ZG-14``  Yield the inches of recoil, and its effect at the table's edge."""
    whole = recoil_of(firer, weapon)
    if not whole:
        return
    push = recoil(view, firer.id, weapon, at)
    inches = distance(firer.at, push.path[-1]) if push.path else 0.0
    why = (_stop(view, firer, push.touch.disc),) if push.touch and inches < whole else ()
    spread = (*[0.0] * round(inches), 1.0)
    yield ForecastFigure(
        "inches of recoil",
        value=inches,
        clause="ZG-15",
        about=weapon.name,
        reasons=why,
        spread=spread,
    )
    if push.left:
        home = next(EXITS.of(view, TableExit(firer.id, push.path[-1])), None)
        what, clause = (home.why, home.clause) if home else ("lost in space", "ZG-14")
        yield ForecastFigure(what, value=1.0, clause=clause, about=weapon.name)


def _stop(view: GameView, firer: Model, by: str | None) -> Reason:
    """``ZG-15``  Return why a recoil ends: *by* is a model or container, None a wall."""
    if by is None:
        return Reason(0, "blocked by a wall", "ZG-15")
    other = view.table.models.get(ModelId(by))
    enemy = other is not None and other.side != firer.side
    return Reason(
        0, f'blocked {KEEP_OFF:g}" from: {by}' if enemy else f"blocked by: {by}", "ZG-15"
    )


def charge_chances(arrows: int) -> dict[tuple[int, int], float]:
    """``ZG-20``  Return the chance of each total of inches with each number of sixes.

    Together they are less than 1: the rest fails by a 1.
    """
    after: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(dice_of(arrows)):
        before, after = after, {}
        for (inches, sixes), chance in before.items():
            ways = [(inches + face, sixes, 1 / 6) for face in range(2, 6)]
            ways += [(inches + 6 + more, sixes + 1, 1 / 18) for more in (1, 2, 3)]
            for total, many, share in ways:
                after[total, many] = after.get((total, many), 0.0) + chance * share
    return after


def arrives(view: GameView, model: Model, reach: float) -> float:
    """``ZG-20``  Return the chance that a charger reaches a foe *reach* inches away alive."""
    dies = danger(view, model)
    parts = list[float]()
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if is_within(reach, inches + CONTACT):
            wounds: Spread = of_dice(sixes * tests_of(model.arrows), dies)
            parts.append(chance * fsum(wounds[: model.wounds]))
    return fsum(parts)


def charge_odds(view: GameView, attempt: Attempt) -> Iterator[ForecastFigure]:
    """``ZG-20``, ``ZG-21``  Yield the chance that a charge arrives, and its impact hits."""
    assert attempt.target
    model, foe = view.table.of(attempt.unit)[0], view.table.of(UnitId(attempt.target))[0]
    if is_free(model):
        return
    inches = gap(model.disc, foe.disc)
    yield ForecastFigure(
        "arrives", value=arrives(view, model, inches), clause="ZG-20", about=attempt.target
    )
    dice = dice_of(model.arrows)
    yield ForecastFigure(
        "fails on a 1", value=1.0 - (5 / 6) ** dice, clause="ZG-20", about=attempt.target
    )
    if spread := impact_spread(model, inches):
        yield counted("impact hits", spread, "ZG-21", attempt.target)


def impact_spread(model: Model, reach: float) -> Spread:
    """``ZG-20``, ``ZG-21``  Return the distribution of impact hits of a charge that arrives.

    Losses by tests on the way are left out. Empty if the charge cannot arrive.
    """
    totals, sure = dict[int, float](), 0.0
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if is_more_than(reach, inches + CONTACT):
            continue
        sure += chance
        for more, share in enumerate(of_total(0, DiceExpression(sixes, 3))):
            hits = model.arrows + sixes + more
            totals[hits] = totals.get(hits, 0.0) + chance * share
    if not sure:
        return ()
    hammer = 1 if model.profile.has("hammer of wrath") else 0
    most = max(totals) + hammer
    return tuple(totals.get(n - hammer, 0.0) / sure for n in range(most + 1))


class StrayRisk(NamedTuple):
    """A model or corpse that a stray shot may hit."""

    model: ModelId
    chance: float
    """Chance that at least one of the shots hits it."""
    strength: int


class StrayLine(NamedTuple):
    """The line of stray shots, with the models on it in the order in which they may be hit."""

    start: Point
    end: Point
    risks: tuple[StrayRisk, ...]
    clause: str
    spent: bool = False
    """True if the line ends on the table because the shot has no Strength left."""


class PushResult(NamedTuple):
    """The result of pushing a model."""

    path: Path
    """A straight path; empty if the model does not move."""
    lost: bool
    """True if it leaves the table at the end."""
    clause: str
    exit: Reason | None = None
    """The reason for leaving, if leaving the table is not a loss."""


STRAYS = QueryHook[FiringOption, StrayLine]("where shots fly on that miss")
RECOILS = QueryHook[FiringOption, PushResult]("where a shot pushes its firer")


def strays(view: GameView, firing: FiringOption) -> Iterator[StrayLine]:
    """``ZG-17``, ``ZG-18``  Yield the line of a shot that misses, and the models it may hit."""
    firer = view.table.models[firing.model]
    weapon = weapon_of(firer, firing.weapon)
    if (weapon.blast and firing.target) or firer.at == firing.at:
        return
    risks = tuple(
        StrayRisk(one.model, chance, one.strength) for one, chance in at_risk(view, firing)
    )
    flight = ShotLine(firing.model, weapon, firing.at, firing.target)
    end = last_point(view, flight)
    spent = distance(firer.at, end) - firer.base
    left = strength_after(strength_of(view, firer, weapon), weapon, spent + LOOSE_EPSILON)
    yield StrayLine(firer.at, end=end, risks=risks, clause="ZG-17", spent=not left)


def recoils(view: GameView, firing: FiringOption) -> Iterator[PushResult]:
    """``ZG-15``, ``ZG-14``  Yield the path of the firer's recoil, if the weapon has any."""
    firer = view.table.models[firing.model]
    weapon = weapon_of(firer, firing.weapon)
    if recoil_of(firer, weapon):
        push = recoil(view, firing.model, weapon, firing.at)
        home = None
        if push.left:
            home = next(EXITS.of(view, TableExit(firer.id, push.path[-1])), None)
        yield PushResult(push.path, push.left, "ZG-14" if push.left else "ZG-15", home)


def arcs(view: GameView, model_id: ModelId) -> Iterator[Arc]:
    """``ZG-19``, ``ZG-20``  Yield the arc in which a model may charge."""
    model = view.table.models[model_id]
    if not is_free(model):
        yield Arc(model.heading, arc(model.arrows), reach(model.arrows), "ZG-19")


def facts(view: GameView, id_: str) -> Iterator[Reason]:
    """``ZG-04``, ``ZG-24``  Yield the arrows of a model, corpse or piece, and their effects."""
    model = view.table.models.get(ModelId(id_))
    piece = view.table.pieces.get(id_)
    if model and model.where is Where.BODY:
        yield from _of_body(model)
    elif model and model.where is Where.TABLE:
        yield from _of_model(view, view.table.units[model.unit], model)
    elif piece and piece.arrows:
        yield Reason(0, _pushed(piece.arrows, piece.heading), "ZG-04")


def _pushed(arrows: int, heading: float) -> str:
    many = "1 arrow" if arrows == 1 else f"{arrows} arrows"
    return f"{many}, heading {heading:.0f}°"


def _of_body(model: Model) -> Iterator[Reason]:
    if model.arrows:
        yield Reason(0, _pushed(model.arrows, model.heading), "ZG-04")
        dice = "d6" if model.arrows == 1 else f"{model.arrows}d6"
        yield Reason(0, f"Drifts {dice}\" in its side's next Movement phase", "ZG-24")
    yield Reason(0, "Gives 5+ cover to targets behind it", "ZG-25")
    gone = 'Removed when hit, when its cover saves a model, or within 1" of an enemy'
    yield Reason(0, gone, "ZG-26")


def _of_model(view: GameView, unit: Unit, model: Model) -> Iterator[Reason]:
    if is_free(model):
        yield Reason(0, "Free mover: no arrows, no recoil", "ZG-03")
        return
    if model.arrows:
        yield Reason(0, _pushed(model.arrows, model.heading), "ZG-04")
    else:
        yield Reason(0, "No arrows: may push off", "ZG-05")
    if mark := unit.mark(SNAPS_ONLY):
        yield Reason(0, f"Fires only snap shots: it {moved_text(mark.about)}", mark.about)
    elif unit.mark(PUSHED_OFF):
        yield Reason(0, "Pushed off: Heavy weapons fire snap shots", "ZG-08")
    elif model.arrows and _shoots(view.table.clock, unit):
        yield Reason(0, "Counts as stationary when it shoots", "ZG-08")
    if has_jets(model):
        yield Reason(0, "Jets: turns arrows any way, no recoil", "ZG-11")


def _shoots(now: Clock, unit: Unit) -> bool:
    """Return whether a unit has its Shooting phase now.

    Before, it is not known how the unit has moved.
    """
    return (now.side, now.phase) == (unit.side, "shooting")


HOOKS = (
    FORECAST.gets(figures),
    FIRINGS.gets(firings),
    CHARGE_ODDS.gets(charge_odds),
    STRAYS.gets(strays),
    RECOILS.gets(recoils),
    ARCS.gets(arcs),
    FACTS.gets(facts),
)
