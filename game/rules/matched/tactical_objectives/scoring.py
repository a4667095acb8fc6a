"""Scoring at the end of a turn, and the hooks of a mission with objectives; queries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from game.geometry.polygons import centroid
from game.play.decisions import PASS, pass_option
from game.play.game import Game, GameView
from game.play.phases import Phase, once
from game.rules.kit.modules import HookHandler, offer_interrupts
from game.rules.kit.parts import Bonus
from game.rules.kit.queries import AIMS, TASKS, ScoringPlace, Task
from game.rules.matched.objective_markers import REACH
from game.rules.matched.tactical_objectives.conditions import (
    NOTHING,
    Pay,
    held_markers,
    marker_of,
    standing,
)
from game.rules.matched.tactical_objectives.deck import (
    LED_MORE,
    ActiveObjective,
    ObjectiveHand,
    hand_of,
    priority_of,
    write,
)
from game.rules.matched.tactical_objectives.generation import (
    CLAUSE,
    NEW_ORDERS,
    DrawRules,
    as_turn_begins,
    ask_discard,
    discard,
    generate,
    new_orders,
)
from game.rules.modern.dice_tables import ONE_D3, roll_number
from game.rules.modern.hooks import BROKE, DENIED, MANIFESTED
from game.table.board import ObjectiveMarker
from game.table.events import PhaseOver, Scored
from game.table.records import NO_DICE, ModelId, Side, UnitId
from game.table.state import Table


async def score(game: Game) -> None:
    """``MP-39``  Score the active player's achieved objectives, and let them discard one."""
    table, side = game.table, game.table.clock.side
    assert side
    hand = hand_of(table, side)
    for held in hand.active:
        pay = standing(table, side, held, hand).pay
        if pay != NOTHING:
            achieve(game, side, held, pay)
    if hand_of(table, side).counted:
        keep = pass_option("Keep all", CLAUSE)
        answer = await ask_discard(game, CLAUSE, side, "Discard an objective?", keep)
        if answer != PASS:
            discard(game, CLAUSE, side, int(answer))
    remember(game, side)
    game.do(PhaseOver(CLAUSE))


def achieve(game: Game, side: Side, held: ActiveObjective, pay: Pay) -> None:
    """``MP-39``, ``MP-40``  Score an objective, with the 66 that brought it, if one did.

    ``MP-42``  Each is worth a point more if it is of the priority's type.
    """
    dice = ONE_D3 if pay.d3 else NO_DICE
    points = pay.fixed + roll_number(game, "MP-40", side, held.objective.name, dice)
    hand = hand_of(game.table, side)
    done = hand.bound(held)
    points += LED_MORE * held.led
    points += sum([priority_of(hand, one.objective.kind) for one in done])
    game.do(Scored("MP-40", side, points, held.title))
    numbers = tuple(one.number for one in done)
    write(game, CLAUSE, side, replace(hand.without(done), achieved=(*hand.achieved, *numbers)))


def remember(game: Game, side: Side) -> None:
    """``MP-40``  Store the markers held as a turn ends, and reset the counts of the turn."""
    table = game.table
    held = tuple(held_markers(table, side, led=False))
    led = tuple(held_markers(table, side, led=True))
    hand = hand_of(table, side)
    new = replace(hand, held=held, led=led, powers=0, led_powers=0, broken=())
    if new != hand:
        write(game, CLAUSE, side, new)


def ahead_of(mine: ObjectiveHand, theirs: ObjectiveHand) -> bool:
    """``MP-42``  Return whether a side achieved more of its type than the other of its own."""
    return mine.of(mine.priority) > theirs.of(theirs.priority)


def _mission_priorities(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    if ahead_of(hand_of(table, side), hand_of(table, table.enemy(side))):
        yield 1, "mission priorities"


def _are_open(table: Table, side: Side) -> bool:
    return table.result is None


MISSION_PRIORITIES = Bonus(
    "Mission priorities",
    "MP-42",
    "Achieve more of your priority type than the enemy of theirs: 1 point.",
    _mission_priorities,
    _are_open,
)


SPARE = 0.35
"""Value of a marker that no active objective is about, because one may come."""
ANY = 0.35
"""Value that an objective about several markers adds to each."""
DEEP = 0.8
"""Value of a place wholly in the enemy's zone for a side with objective 42."""
DEEP_REACH = 4.0
PER_MARKER = {"control": 1.0, "control named": 1.3, "defend": 1.2}
OF_SEVERAL = ("three markers", "all markers")


def tasks(view: GameView, side: Side) -> Iterator[Task]:
    """``MP-39``  Yield a side's active objectives with their progress."""
    table = view.table
    hand = hand_of(table, side)
    for held in hand.active:
        objective = held.objective
        pay, words = standing(table, side, held, hand)
        marker = marker_of(table, held.marker)
        more = LED_MORE * held.led + int(hand.priority == objective.kind)
        yield Task(
            number=held.number,
            name=held.title,
            words=objective.words,
            clause=objective.clause,
            progress=words,
            pays="" if pay == NOTHING else str(pay._replace(fixed=pay.fixed + more)),
            kind=objective.kind,
            led=held.led,
            marker=marker.id if marker else "",
        )


def aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MP-39``  Yield the markers, with their value for the side's active objectives."""
    table = view.table
    held = hand_of(table, side).active
    for marker in table.markers.values():
        value = SPARE + sum([_of_marker(marker, one) for one in held])
        yield ScoringPlace(marker.id, marker.at, value, REACH)
    if any(one.objective.condition == "go deep" for one in held):
        yield from _deep(table, side)


def _of_marker(marker: ObjectiveMarker, held: ActiveObjective) -> float:
    condition = held.objective.condition
    if condition in OF_SEVERAL:
        return ANY
    return PER_MARKER.get(condition, 0.0) if held.marker == marker.number else 0.0


def _deep(table: Table, side: Side) -> Iterator[ScoringPlace]:
    zone = table.zones.get(table.enemy(side))
    if zone is not None:
        yield ScoringPlace(zone, centroid(table.board.zone(zone).outline), DEEP, DEEP_REACH)


GENERATED, SCORED = "orders", "scoring"


@dataclass(frozen=True, slots=True)
class Tactics:
    """The hooks and phases of a mission with tactical objectives."""

    hooks: tuple[HookHandler, ...]
    phases: tuple[Phase, ...]


def tactics(terms: DrawRules) -> Tactics:
    """``MP-39``  Return hooks and phases: generate as a turn begins, score as it ends."""
    return Tactics(
        (
            BROKE.then(note_broken),
            MANIFESTED.then(note_power),
            DENIED.then(note_power),
            NEW_ORDERS.gets(new_orders(terms)),
            AIMS.gets(aims),
            TASKS.gets(tasks),
        ),
        (
            once(GENERATED, CLAUSE, partial(begin, terms=terms), before="movement"),
            once(SCORED, CLAUSE, score),
        ),
    )


async def begin(game: Game, *, terms: DrawRules) -> None:
    """``MP-39``  Let a player discard or generate up to the limit as their turn begins."""
    table, side = game.table, game.table.clock.side
    assert side
    hand = hand_of(table, side)
    as_it_is = replace(hand, active=as_turn_begins(table, side))
    if as_it_is != hand:
        write(game, CLAUSE, side, as_it_is)
    limit = terms.limit(table.clock.round)
    while (many := hand_of(table, side).counted) > limit:
        asks = f"Discard which objective? You hold {many}; the limit is {limit}"
        discard(
            game, terms.clause, side, int(await ask_discard(game, terms.clause, side, asks))
        )
    await generate(game, terms, side, limit - hand_of(table, side).counted)
    await offer_interrupts(game, NEW_ORDERS, side, side)


async def note_broken(game: Game, unit_id: UnitId) -> None:
    """``MP-40``, 55  Record that an enemy unit failed a Morale test in a side's own turn."""
    side = game.table.enemy(game.table.units[unit_id].side)
    if game.table.clock.side == side:
        hand = hand_of(game.table, side)
        write(game, "MP-40", side, replace(hand, broken=(*hand.broken, unit_id)))


async def note_power(game: Game, model_id: ModelId) -> None:
    """``MP-40``, 56  Record that a side manifested or denied a power."""
    psyker = game.table.models[model_id]
    hand = hand_of(game.table, psyker.side)
    write(game, "MP-40", psyker.side, _with_power(hand, led=psyker.profile.has("WARLORD")))


def _with_power(hand: ObjectiveHand, *, led: bool) -> ObjectiveHand:
    return replace(hand, powers=hand.powers + 1, led_powers=hand.led_powers + led)
