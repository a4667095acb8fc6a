"""Zero-g answers to queries: stray lines, recoil, charge arcs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.geometry.points import LOOSE_EPSILON, Path, Point, distance
from game.play.game import GameView
from game.rules.kit.modules import QueryHook
from game.rules.kit.queries import ARCS, FACTS, Arc
from game.rules.zero_g.charge import arc, reach
from game.rules.zero_g.mobility import (
    EXITS,
    PUSHED_OFF,
    SNAPS_ONLY,
    TableExit,
    has_jets,
    is_free,
)
from game.rules.zero_g.movement import moved_text
from game.rules.zero_g.odds import FiringOption, at_risk
from game.rules.zero_g.recoil import recoil, recoil_of
from game.rules.zero_g.shooting import (
    ShotLine,
    last_point,
    strength_after,
    strength_of,
    weapon_of,
)
from game.table.events import Reason
from game.table.records import Clock, Model, ModelId, Unit, Where


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
    yield StrayLine(firer.at, end, risks, "ZG-17", spent=not left)


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


HOOKS = (STRAYS.gets(strays), RECOILS.gets(recoils), ARCS.gets(arcs), FACTS.gets(facts))
