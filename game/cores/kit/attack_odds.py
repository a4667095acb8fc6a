"""Exact odds of the attacks that ``attacks`` rolls.

They are counted by the same rolls and triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache, partial, reduce
from typing import Any, Protocol, TypeAlias, TypeVar

from game.content.armouries.weapon_rules import AttackStage, Trigger
from game.cores.kit.attacks import AttackGroup, AttackSequence, Hit, group_identical
from game.cores.kit.dice import Again, Roll
from game.cores.kit.dice_chances import FACES, NEVER, SURE
from game.cores.kit.probability import (
    NONE,
    Rows,
    Spread,
    added,
    average,
    compound,
    convolve,
    doubled,
    joint,
    of_total,
    total,
)
from game.cores.kit.queries import ForecastFigure
from game.play.game import GameView
from game.table.events import Reason
from game.table.records import DiceExpression, Model, UnitId

Cover = TypeVar("Cover")
State = TypeVar("State", bound=Hashable)
States: TypeAlias = dict[State, float]
"""Chance of each state of a unit that takes wounds."""
NOTHING = 1e-16
"""Chances below this, which are lost in rounding anyway, are ignored."""
CERTAIN: Rows = ((0.0, 1.0),)
"""One, without a roll."""
NO_WOUND: Rows = ((0.0, 0.0),)
Ways: TypeAlias = Sequence[tuple[State, float]]
"""The states that may follow, with their chances."""


@lru_cache(maxsize=4096)
def faces_of(need: int, again: Again | None = None) -> tuple[tuple[int, bool, int], ...]:
    """``CC-04``, ``MC-03``  Return the final faces of a die: face, success, ways of 36."""
    if need <= SURE:
        return ((0, True, 36),)
    ways = dict[tuple[int, bool], int]()
    for face in FACES:
        if again is None or face >= need or (again.below and face >= again.below):
            ways[face, face >= need] = ways.get((face, face >= need), 0) + 6
            continue
        for second in FACES:
            end = second, second >= again.need
            ways[end] = ways.get(end, 0) + 1
    return tuple([(face, good, many) for (face, good), many in ways.items()])


def succeeds(need: int, again: Again | None = None) -> float:
    """Return the chance of a roll, with its re-roll."""
    return sum([many for _, good, many in faces_of(need, again) if good]) / 36


def shows(face: int, need: int, again: Again | None) -> float:
    """Return the chance that a die finally shows a face."""
    return sum([many for shown, _, many in faces_of(need, again) if shown == face]) / 36


def _mortal(triggers: Iterable[Trigger]) -> Spread:
    """Return the mortal wounds that triggers cause."""
    spread = NONE
    for trigger in triggers:
        sets_off = trigger.confirms / 6 if trigger.confirms else 1.0
        if trigger.mortal:
            more = (1.0 - sets_off, *[0.0] * (trigger.mortal - 1), sets_off)
            spread = convolve(spread, more)
    return spread


@lru_cache(maxsize=4096)
def _die(
    need: int, again: Again | None, triggers: tuple[Trigger, ...], *, fails: bool = False
) -> Rows:
    """Return the results of one die, with mortal wounds: successes, or failures."""
    ways = dict[tuple[int, Spread], int]()
    for face, good, many in faces_of(need, again):
        mine = [t for t in triggers if t.face == face]
        result = int(not good) if fails else (1 + sum([t.hits for t in mine])) * good
        end = result, _mortal(mine)
        ways[end] = ways.get(end, 0) + many
    return added(
        [
            tuple([(*[0.0] * result, many / 36 * p) for p in mortal])
            for (result, mortal), many in ways.items()
        ]
    )


def die(cast: Roll, hit: Hit[Any]) -> Rows:
    """Return the hits of one attack, or the unsaved wounds of one wound.

    No die is rolled for a save that cannot be made.
    """
    saves = cast.what == AttackStage.SAVE
    if saves and cast.need >= NEVER:
        return CERTAIN
    triggers = [t for t in hit.triggers if t.stage == cast.what and (t.hits or t.mortal)]
    return _die(cast.need, cast.again, tuple(triggers), fails=saves)


@dataclass(frozen=True, slots=True)
class AttackBatch:
    """Attacks with identical hits, as the chances of their dice."""

    attacks: Rows
    """Their number, with the mortal wounds that come besides."""
    hit: Rows
    """Hits of one attack."""
    spared: Rows
    """Chance that a hit does not wound, by the mortal wounds that it causes all the same."""
    _: KW_ONLY
    wounded: tuple[Rows, ...]
    """By kind of model: chances that a hit wounds and is saved, and that it is not saved."""
    damage: Spread = (0.0, 1.0)
    """Wounds lost by an unsaved wound."""

    def harm(self, kind: int) -> float:
        """Return the mean of unsaved wounds on models of a kind, for each attack."""
        unsaved = total(added([self.spared, self.wounded[kind]]))
        return average(total(self.hit)) * average(unsaved)


def batch(
    attacks: Rows,
    to_hit: Roll,
    to_wound: Roll,
    hit: Hit[Any],
    saves: Callable[[Hit[Any]], Sequence[Roll]],
) -> AttackBatch:
    """Return attacks as chances; *saves*: the save of each kind of model against a wound."""
    ways = dict[tuple[bool, tuple[Trigger, ...]], int]()
    for face, good, many in faces_of(to_wound.need, to_wound.again):
        end = good, tuple(hit.triggered(AttackStage.WOUND, face)) if hit.triggers else ()
        ways[end] = ways.get(end, 0) + many
    spared, wounded = list[Rows](), list[list[Rows]]()
    for (good, triggers), many in ways.items():
        chances, wound = (
            tuple([(many / 36 * p,) for p in _mortal(triggers)]),
            hit.pierced_by(triggers),
        )
        if not good:
            spared.append(chances)
        else:
            wounded.append([joint(chances, die(cast, wound)) for cast in saves(wound)])
    never = [NO_WOUND] * len(saves(hit)) if not wounded else ()
    return AttackBatch(
        attacks,
        hit=die(to_hit, hit),
        spared=added(spared),
        wounded=(*never, *[added(kind) for kind in zip(*wounded, strict=True)]),
        damage=of_total(hit.damage, hit.damage_dice),
    )


class Casualties(Protocol[State]):
    """The order in which a unit takes wounds, as a chain of states."""

    def kind(self, state: State) -> int:
        """Return the kind of the model that takes the next wound; -1 if none is left."""

    def struck(self, state: State, damage: int) -> State:
        """Return the state after an unsaved wound."""

    def saved(self, state: State) -> State:
        """Return the state after a wound that was given to a model and saved."""

    def mortal(self, state: State) -> State:
        """Return the state after a wound without a save."""


@dataclass(frozen=True, slots=True)
class DiceCounts:
    """Distributions of the dice that reach each stage of an attack, as if no model fell."""

    attacks: Spread = NONE
    hits: Spread = NONE
    wounds: Spread = NONE
    unsaved: Spread = NONE

    def __add__(self, other: DiceCounts) -> DiceCounts:
        return DiceCounts(
            convolve(self.attacks, other.attacks),
            convolve(self.hits, other.hits),
            convolve(self.wounds, other.wounds),
            convolve(self.unsaved, other.unsaved),
        )


def dice_counts(batches: Sequence[AttackBatch], unsaved: Spread) -> DiceCounts:
    """Return the dice counts of attacks that are rolled together."""
    return DiceCounts(
        reduce(convolve, [total(one.attacks) for one in batches]),
        reduce(convolve, [total(_hits(one)) for one in batches]),
        reduce(convolve, [_wounds(one) for one in batches]),
        unsaved,
    )


@lru_cache(maxsize=1024)
def _hits(one: AttackBatch) -> Rows:
    return compound(one.attacks, one.hit)


@lru_cache(maxsize=1024)
def _unsaved(one: AttackBatch, kind: int) -> Rows:
    return compound(_hits(one), added([one.spared, one.wounded[kind]]))


def _wounds(one: AttackBatch) -> Spread:
    chance = sum([sum(row) for row in one.wounded[0]])
    (wounds,) = compound((total(_hits(one)),), ((1.0 - chance, chance),))
    return wounds


def strike(
    chain: Casualties[State],
    states: States[State],
    batches: Sequence[AttackBatch],
    *,
    alike: bool,
) -> tuple[Spread, States[State]]:
    """Return the unsaved wounds of attacks that are rolled together, and the states after.

    *alike*: all models save alike; otherwise a wound is given to a model before its save.
    """
    if not alike:
        return _one_by_one(chain, states, batches)
    kind = next((kind for state in states if (kind := chain.kind(state)) >= 0), 0)
    unsaved = reduce(joint, [_unsaved(one, kind) for one in batches])

    def step(state: State) -> Ways[State]:
        if chain.kind(state) < 0:
            return [(state, 1.0)]
        return [(chain.struck(state, n), p) for n, p in enumerate(batches[0].damage) if p]

    rungs = _ladder(states, max([len(row) for row in unsaved]) - 1, step)
    ends: States[State] = {}
    for mortal, row in enumerate(unsaved):
        for state, p in _mixed(row, rungs).items():
            _add(ends, spilled(chain, state, mortal), p)
    return total(unsaved), ends


def _one_by_one(
    chain: Casualties[State], states: States[State], batches: Sequence[AttackBatch]
) -> tuple[Spread, States[State]]:
    """Return the same if a wound is given to a model before its save.

    No save is made after the last model has fallen.
    """
    now = {(state, 0, 0): p for state, p in states.items()}
    rolled = [_hits(one) for one in batches]
    for one, hits in zip(batches, rolled, strict=True):

        def step(
            at: tuple[State, int, int], one: AttackBatch = one
        ) -> Ways[tuple[State, int, int]]:
            state, failed, mortal = at
            if (kind := chain.kind(state)) < 0:
                return [(at, 1.0)]
            ends = [((state, failed, mortal + n), p) for n, (p,) in enumerate(one.spared)]
            for more, (saved, *unsaved) in enumerate(one.wounded[kind]):
                ends.append(((chain.saved(state), failed, mortal + more), saved))
                for chance in unsaved:
                    ends += [
                        ((chain.struck(state, n), failed + 1, mortal + more), chance * p)
                        for n, p in enumerate(batches[0].damage)
                    ]
            return [(end, p) for end, p in ends if p > NOTHING]

        rungs = _ladder(now, max([len(row) for row in hits]) - 1, step)
        now = {}
        for more, row in enumerate(hits):
            for (state, failed, mortal), p in _mixed(row, rungs).items():
                _add(now, (state, failed, mortal + more), p)
    ends: States[State] = {}
    unsaved = [0.0] * (1 + sum([max([len(row) for row in hits]) - 1 for hits in rolled]))
    for (state, failed, mortal), p in now.items():
        unsaved[failed] += p
        _add(ends, spilled(chain, state, mortal), p)
    return tuple(unsaved), ends


def spilled(chain: Casualties[State], state: State, mortal: int) -> State:
    """``MC-19``  Return the state after wounds one by one, without saves."""
    for _ in range(mortal):
        if chain.kind(state) >= 0:
            state = chain.mortal(state)
    return state


def _ladder(
    states: States[State], most: int, step: Callable[[State], Ways[State]]
) -> list[States[State]]:
    """Return the states after 0, 1, 2, … steps, up to *most* or until nothing changes."""
    rungs, known = [states], dict[State, Ways[State]]()
    while len(rungs) <= most:
        then: States[State] = {}
        for state, chance in rungs[-1].items():
            if state not in known:
                known[state] = step(state)
            for end, p in known[state]:
                then[end] = then.get(end, 0.0) + chance * p
        if then == rungs[-1]:
            break
        rungs.append(then)
    return rungs


def _mixed(weights: Spread, rungs: Sequence[States[State]]) -> States[State]:
    """Return the mixture of states by the chance of each number of steps."""
    mixed: States[State] = {}
    for n, weight in enumerate(weights):
        if weight > NOTHING:
            for state, p in rungs[min(n, len(rungs) - 1)].items():
                mixed[state] = mixed.get(state, 0.0) + weight * p
    return mixed


def _add(states: States[State], state: State, chance: float) -> None:
    states[state] = states.get(state, 0.0) + chance


def hits_of_group(group: AttackGroup[Cover]) -> Iterator[tuple[Hit[Cover], Rows]]:
    """Yield the distinct hits of a group, each with the number of its attacks."""
    keys = [(a.hit, a.dice.sides) for a in group.attacks]
    for alike in group_identical(group.attacks, keys):
        parts = list[Spread]()
        for twice in (False, True):
            mine = [a for a in alike if a.doubled is twice]
            dice = DiceExpression(sum([a.dice.many for a in mine]), alike[0].dice.sides)
            number = of_total(sum([a.many for a in mine]), dice)
            parts.append(doubled(number) if twice else number)
        yield alike[0].hit, (convolve(*parts),)


def batches_of(
    rules: AttackSequence[Cover],
    view: GameView,
    group: AttackGroup[Cover],
    leads: Sequence[Model],
) -> list[AttackBatch]:
    """Return a group of attacks as chances; *leads*: a model of each kind in the target."""
    cast = group.to_hit
    tough = rules.toughness(view, UnitId(cast.target))
    saves = partial(rules.saves, view, leads)
    return [
        batch(attacks, cast, rules.wound_roll(hit, cast.target, tough), hit, saves)
        for hit, attacks in hits_of_group(group)
    ]


def rolls_needed(
    rules: AttackSequence[Cover],
    view: GameView,
    group: AttackGroup[Cover],
    leads: Sequence[Model],
    *,
    brief: bool = False,
) -> Iterator[ForecastFigure]:
    """Yield the rolls that attacks need, with every modifier.

    *brief*: without the reasons of re-rolls, and the saves that only some wounds allow.
    """
    cast, hits = group.to_hit, [hit for hit, _ in hits_of_group(group)]
    again, weapon = None if brief else cast.again, cast.weapon
    yield roll_figure(cast, weapon, (Reason(0, again.why, again.clause),) if again else ())
    tough = rules.toughness(view, UnitId(cast.target))
    yield roll_figure(rules.wound_roll(hits[0], cast.target, tough), weapon)
    found = list[tuple[int, tuple[Reason, ...]]]()
    for face, name in [(0, ""), *(() if brief else _piercing(hits[0]))]:
        for save in [s for hit in hits for s in rules.saves(view, leads, hit.after(face))]:
            if (save.need, save.reasons) not in found:
                found.append((save.need, save.reasons))
                yield roll_figure(replace(save, what=save.what + name), weapon)


def _piercing(hit: Hit[Any]) -> Iterator[tuple[int, str]]:
    for trigger in hit.triggers:
        if trigger.ap is not None:
            yield trigger.face, f", {trigger.name}"


def roll_figure(cast: Roll, weapon: str, also: tuple[Reason, ...] = ()) -> ForecastFigure:
    """Return the forecast of one roll of an attack."""
    chance, why = succeeds(cast.need, cast.again), (*cast.reasons, *also)
    return ForecastFigure(
        cast.what, value=chance, clause=cast.clause, about=weapon, need=cast.need, reasons=why
    )
