"""Chances of each fate of a model in a Pursuit phase.

They depend on the pace that the model takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, NamedTuple

from game.cores.kit.dice_branches import Says, rule_branches
from game.cores.kit.queries import TableView
from game.geometry.limits import is_within
from game.geometry.points import CONTACT, distance, gap
from game.play.decisions import Aim, Choose, CommonKind, Decision
from game.play.game import GameView
from game.systems.pursuit.rules import street_pieces
from game.systems.pursuit.rules.pursuit_phase import (
    DICE,
    KEEP,
    handles_next,
    models_pressed_from_ahead,
)
from game.systems.pursuit.rules.state import (
    ACCELERATED,
    FOUGHT,
    PAGE,
    PARTING,
    pursuit_of,
    rolling_order,
    stopped_in,
)
from game.systems.pursuit.rules.street_pieces import city, is_on_table, is_open, mines, touches
from game.systems.pursuit.rules.threats import is_alone
from game.systems.pursuit.table.street import ROLL, street_of
from game.table.events import Event, Motion, Moved, Removed, Rolled, RollKind, Struck
from game.table.records import How, Model, ModelId, Where
from game.table.state import Table

ROUNDING = 0.01
"""Inches by which a path may fall short of its length because places are rounded."""
EVERY_PACE = (KEEP, *DICE)
NOBODY = ModelId("")


class Cause(NamedTuple):
    """The source of a hit on a model."""

    by: str
    """Id of a piece, or a word such as ``mines``."""
    clause: str


RUBBLE = Cause("rubble", "PU-22")
COMBAT = Cause("combat", "PU-16")
BLAST = Cause("mines", "PU-24")


@dataclass(frozen=True, slots=True)
class ModelFate:
    """The fate of a model so far, for one sequence of dice."""

    struck: tuple[Cause, ...] = ()
    """Sources of its hits, each once, the latest last."""
    dead: Cause | None = None
    lost: bool = False
    """``PU-15``  True if it was lost, at the rear edge or for want of a free spot."""
    _: KW_ONLY
    swept: bool = False
    """``PU-14``  True if a piece reached it or took it along."""
    backs: bool = False
    """``PU-13``  True if it went back and stopped at a piece."""
    pressed: bool = False
    """``PU-14``  True if it was pressed out by two pieces: others may stand in its place."""

    def hit(self, cause: Cause) -> ModelFate:
        """Return the fate after a hit by *cause*."""
        others = tuple(c for c in self.struck if c != cause)
        return replace(self, struck=(*others, cause))


FatesByModel = dict[ModelId, ModelFate]
"""Fates by model; models without a fate yet are left out."""


def fates_after(
    fates: Mapping[ModelId, ModelFate],
    story: Sequence[Event],
    before: Table,
    after: Table,
    id_: str,
) -> FatesByModel:
    """Return the fates of models after a model or a piece was handled (``PU-07``)."""
    found, units = dict(fates), {str(m.unit): m.id for m in after.models.values()}
    for event in story:
        match event:
            case Rolled(kind=kind, who=unit, target=target, weapon=weapon):
                if kind is RollKind.SWEPT and unit in units:
                    model_id = units[unit]
                    found[model_id] = replace(found.get(model_id, ModelFate()), swept=True)
                if weapon == BLAST.by and target in after.models:
                    model_id = ModelId(target)
                    found[model_id] = found.get(model_id, ModelFate()).hit(BLAST)
            case Struck(model=model_id):
                found[model_id] = _struck(found.get(model_id, ModelFate()), event, after, id_)
            case Moved(model=model_id, motion=Motion.PUSHED):
                found[model_id] = replace(found.get(model_id, ModelFate()), swept=True)
            case Removed(model=model_id, how=how):
                found[model_id] = _removed(found.get(model_id, ModelFate()), how)
            case _:
                pass
    if id_ in after.models and _backs(story, before, after, ModelId(id_)):
        model_id = ModelId(id_)
        found[model_id] = replace(found.get(model_id, ModelFate()), backs=True)
    return found


def _struck(fate: ModelFate, hit: Struck, after: Table, id_: str) -> ModelFate:
    clause, by = hit.clause, hit.by
    if hit.motion is not Motion.PUSHED:
        return fate.hit(RUBBLE)
    fate = replace(fate, swept=True)
    if by in {RUBBLE.by, street_pieces.called(id_)}:
        return fate.hit(Cause(id_, clause))
    wall = next((p for p in after.pieces if street_pieces.called(p) == by), by)
    return replace(fate.hit(Cause(wall, clause)), pressed=True)


def _removed(fate: ModelFate, how: How) -> ModelFate:
    if how is How.LOST:
        return replace(fate, lost=True)
    if how is How.FOUGHT:
        fate = fate.hit(COMBAT)
    return replace(fate, dead=fate.struck[-1]) if fate.struck else fate


def _backs(story: Sequence[Event], before: Table, after: Table, model_id: ModelId) -> bool:
    """``PU-13``  Return whether a model went back, and less far because of a piece."""
    model, old = after.models[model_id], before.models[model_id]
    rolled = [e for e in story if isinstance(e, Rolled) and e.kind is RollKind.SLOWS]
    moved = [e for e in story if isinstance(e, Moved)]
    if not rolled and not any(e.motion is Motion.DROPS_BACK for e in moved):
        return False
    inches = float(sum(rolled[0].faces)) if rolled else ROLL
    if model.where is not Where.TABLE or distance(old.at, model.at) >= inches - ROUNDING:
        return False
    if stopped_in(model) or _is_met(after, model_id):
        return False
    pieces = [p for p in city(after) if not is_open(p, model.profile)]
    return any(touches(p, model.disc) for p in pieces)


def _is_met(table: Table, model_id: ModelId) -> bool:
    me = table.models[model_id].disc
    return any(
        m.id != model_id and is_within(gap(me, m.disc), CONTACT) for m in table.standing()
    )


class HazardChance(NamedTuple):
    """Chances that one source hits a model, and that it kills the model."""

    strikes: float
    kills: float


@dataclass(frozen=True, slots=True)
class Danger:
    """Chances of each fate of a model in a Pursuit phase."""

    dies: float = 0.0
    lost: float = 0.0
    """Chance to be lost, as over the rear edge (``PU-15``)."""
    stopped: float = 0.0
    """Chance to be alive and stopped in a piece at the end (``PU-23``)."""
    _: KW_ONLY
    swept: float = 0.0
    """Chance that a piece reaches it or takes it along (``PU-14``)."""
    backs: float = 0.0
    """Chance that it goes back and stops at a piece (``PU-13``)."""
    causes: Mapping[Cause, HazardChance] = field(default_factory=dict)
    simulated: int = 0
    """Number of simulated phases; 0 if the chances were enumerated."""
    exact: bool = True

    @property
    def out(self) -> float:
        """Return the chance that the model drops out of the pursuit: killed or lost."""
        return self.dies + self.lost


class _State(NamedTuple):
    model: Model
    waits: bool
    """True if its turn is still to come."""
    fate: ModelFate


def danger(
    view: GameView, model_id: ModelId, pace: str = KEEP, asked: ModelId | None = None
) -> Danger:
    """``PU-07`` to ``PU-16``  Return a model's chances in the rest of the Pursuit phase.

    Outside a Pursuit phase: in the next one, as the table stands. *asked*: the model that is
    being handled and has not chosen yet.
    """
    table = table_for_pursuit_phase(view.table, asked)
    listed = _end_states(
        view, _lonely(table, model_id, _in_line(table, model_id)), model_id, pace
    )
    if any(state.fate.pressed for state in listed):
        listed = _end_states(
            view, _lonely(table, model_id, [p.id for p in city(table)]), model_id, pace
        )
    found = summed((state.fate, state.model, share) for state, share in listed.items())
    street, start = street_of(table.board), table.models[model_id].at
    back = max(street.off(state.model.at) for state in listed) - street.off(start)
    pressed = any(state.fate.pressed for state in listed)
    return replace(found, exact=not pressed and is_alone(view.table, table, model_id, back))


def summed(ends: Iterable[tuple[ModelFate, Model, float]], of: float = 1.0) -> Danger:
    """Return the chances over the possible ends of a phase for a model.

    *ends*: each with its share; *of*: the sum of all shares.
    """
    dies = lost = stopped = swept = backs = 0.0
    causes = dict[Cause, tuple[float, float]]()
    for fate, model, share in ends:
        dies += share if fate.dead else 0.0
        lost += share if fate.lost else 0.0
        swept += share if fate.swept else 0.0
        backs += share if fate.backs else 0.0
        stays = model.where is Where.TABLE
        stopped += share if stays and stopped_in(model) else 0.0
        for cause in fate.struck:
            strikes, kills = causes.get(cause, (0.0, 0.0))
            kills += share if fate.dead == cause else 0.0
            causes[cause] = strikes + share, kills
    blows = {
        cause: HazardChance(strikes / of, kills / of)
        for cause, (strikes, kills) in causes.items()
    }
    return Danger(
        dies / of,
        lost=lost / of,
        stopped=stopped / of,
        swept=swept / of,
        backs=backs / of,
        causes=blows,
    )


def table_for_pursuit_phase(table: Table, asked: ModelId | None = None) -> Table:
    """``PU-07``  Return a fork of the table in the current Pursuit phase, or at the next one.

    Ties go in the order of the rosters. *asked*, which is being handled, goes first.
    """
    fork, clock, state = table.fork(), table.clock, pursuit_of(table)
    if clock.phase == "pursuit" and state.rolled == clock.round and not clock.over:
        if asked and asked not in fork.queue:
            fork.queue = asked, *fork.queue
        return fork
    fork.clock = replace(clock, phase="pursuit", over=False, round=max(1, clock.round))
    fork.queue = tuple(id_ for group in rolling_order(table) for id_ in group)
    for model in fork.standing():
        left = tuple(m for m in model.marks if m.name not in {FOUGHT, PARTING, ACCELERATED})
        if left != model.marks:
            fork.models[model.id] = replace(model, marks=left)
    pressed = models_pressed_from_ahead(fork)
    fork.notes[PAGE.name] = replace(state, rolled=fork.clock.round, pressed=pressed, fresh=())
    return fork


def policy_of_pace(model_id: ModelId, pace: str) -> Says:
    """Return the policy of answers: one model takes a pace, others keep pace, none turns."""

    def answer(asked: Decision[Any], table: Table) -> Any:
        if isinstance(asked, Choose) and asked.kind is CommonKind.PACE:
            return pace if asked.about == model_id else KEEP
        if isinstance(asked, Aim):
            return asked.middle
        return next(asked.samples(table, 1))

    return answer


def has_rolled(table: Table) -> bool:
    """Return whether all that began a Pursuit phase on the table have been handled."""
    first = table.queue[0] if table.queue else ""
    return not first or (first in table.pieces and not is_on_table(table.pieces[first]))


def _in_line(table: Table, model_id: ModelId) -> Iterator[str]:
    """Yield the pieces that a model may meet as long as both go straight back."""
    street, base = street_of(table.board), table.models[model_id].disc
    here, off = street.along(base.at), base.radius + CONTACT
    stopped = stopped_in(table.models[model_id])
    for piece in city(table):
        left, top, right, low = piece.extent
        first, last = (top, low) if street.back.x else (left, right)
        middle = street.along(piece.at)
        aside = middle + first > here + off or middle + last < here - off
        if not aside or piece.id == stopped:
            yield piece.id


def _lonely(table: Table, model_id: ModelId, pieces: Iterable[str]) -> Table:
    """Return a fork of the table that holds only a model and some pieces."""
    kept, fork = {*pieces}, table.fork()
    for m in table.standing():
        if m.id != model_id:
            fork.models[m.id] = replace(m, where=Where.GONE)
    for piece in [*city(table), *mines(table)]:
        if piece.id not in kept:
            fork.pieces[piece.id] = replace(piece, where=Where.RESERVE)
    fork.queue = tuple(id_ for id_ in table.queue if id_ == model_id or id_ in kept)
    return fork


def _end_states(
    view: GameView, table: Table, model_id: ModelId, pace: str
) -> dict[_State, float]:
    """Return the possible states of a model at the end of a phase, with their chances."""
    found = {_State(table.models[model_id], model_id in table.queue, ModelFate()): 1.0}
    while not has_rolled(table):
        id_, after = table.queue[0], dict[_State, float]()
        for state, share in found.items():
            for then, chance in _handled(view, table, state, pace):
                after[then] = after.get(then, 0.0) + share * chance
        found, table = after, _without(view, table, id_)
    return found


def _handled(
    view: GameView, table: Table, state: _State, pace: str
) -> Iterator[tuple[_State, float]]:
    """Yield the possible states of a model after the first in the queue is handled."""
    model, waits, fate = state
    id_, model_id = table.queue[0], model.id
    if model.where is not Where.TABLE or (id_ == model_id and not waits):
        yield state, 1.0
        return
    fork = table.fork()
    fork.models[model_id] = model
    fork.queue = tuple(one for one in table.queue if waits or one != model_id)
    for end in rule_branches(
        TableView(fork, view.rules), handles_next, policy_of_pace(model_id, pace)
    ):
        then = fates_after({model_id: fate}, end.story, fork, end.table, id_)[model_id]
        state = _State(end.table.models[model_id], model_id in end.table.queue, then)
        yield state, float(end.chance)


def _without(view: GameView, table: Table, id_: str) -> Table:
    """Return the table after something was handled, without its effect on the model."""
    bare = table.fork()
    if id_ not in table.pieces:
        bare.queue = table.queue[1:]
        return bare
    for model in table.standing():
        bare.models[model.id] = replace(model, where=Where.GONE)
    (end,) = rule_branches(
        TableView(bare, view.rules), handles_next, policy_of_pace(NOBODY, KEEP)
    )
    end.table.models = table.models
    return end.table
