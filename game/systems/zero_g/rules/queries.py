"""Answers of zero-g to queries.

They are about models, corpses and pieces (ZG-04, ZG-19, ZG-24).
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cores.kit.queries import ARCS, FACTS, Arc
from game.play.game import GameView
from game.play.log.wording import momentum_text
from game.systems.zero_g.rules import charge
from game.systems.zero_g.rules.charge import arc
from game.systems.zero_g.rules.mobility import PUSHED_OFF, SNAPS_ONLY, has_jets, is_free
from game.systems.zero_g.rules.movement import moved_text
from game.table.events import Reason
from game.table.records import Clock, Model, ModelId, Unit, Where


def arcs(view: GameView, model_id: ModelId) -> Iterator[Arc]:
    """``ZG-19``, ``ZG-20``  Yield the arc in which a model may charge."""
    model = view.table.models[model_id]
    if not is_free(model):
        yield Arc(model.heading, arc(model.arrows), charge.reach(model.arrows), "ZG-19")


def facts(view: GameView, id_: str) -> Iterator[Reason]:
    """``ZG-04``, ``ZG-24``  Yield the arrows of a model, corpse or piece, and their effects."""
    model = view.table.models.get(ModelId(id_))
    piece = view.table.pieces.get(id_)
    if model and model.where is Where.BODY:
        yield from _of_body(model)
    elif model and model.where is Where.TABLE:
        yield from _of_model(view, view.table.units[model.unit], model)
    elif piece and piece.arrows:
        yield Reason(0, momentum_text(piece.arrows, piece.heading), "ZG-04")


def _of_body(model: Model) -> Iterator[Reason]:
    if model.arrows:
        yield Reason(0, momentum_text(model.arrows, model.heading), "ZG-04")
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
        yield Reason(0, momentum_text(model.arrows, model.heading), "ZG-04")
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
    ARCS.gets(arcs),
    FACTS.gets(facts),
)
