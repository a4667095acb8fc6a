"""Tactical objectives in play, from draw to score (MP-39 to MP-41)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from game.cores.kit.hooks import HookHandler, QueryHook
from game.cores.kit.interrupt_offers import InterruptOffer, offer_interrupts
from game.cores.kit.queries import AIMS, TASKS, ScoringPlace, Task
from game.cores.kit.score import Bonus
from game.cores.modern.rules import BROKE, DENIED, MANIFESTED, Stratagem
from game.cores.modern.rules.stratagems import stratagem_offer
from game.cores.modern.rules.wounds import ONE_D3, roll_number
from game.geometry.polygons import centroid
from game.play.decisions import PASS, Choose, Option, Passing, pass_option
from game.play.game import Game, GameView
from game.play.log.wording import side_name
from game.play.phases import Phase, once
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.systems.matched.rules.objective_conditions import (
    NOTHING,
    Pay,
    held_markers,
    marker_of,
    standing,
)
from game.systems.matched.rules.objective_deck import (
    COMPANION,
    DECK,
    LED_MORE,
    MARKED,
    ActiveObjective,
    ObjectiveHand,
    asks_of,
    extra_of,
    hand_of,
    price_of,
    priority_of,
    write,
)
from game.systems.matched.rules.objective_markers import REACH, controller
from game.table.board import ObjectiveMarker
from game.table.events import Announced, PhaseOver, RollKind, Scored
from game.table.records import NO_DICE, ModelId, Side, UnitId
from game.table.state import Table

CLAUSE = "MP-39"
GENERATES = "tactical objective"
"""Label of its two dice: tens and ones."""
SPARE = 0.35
"""Value of a marker that no active objective is about, because one may come."""
ANY = 0.35
"""Value that an objective about several markers adds to each."""
DEEP = 0.8
"""Value of a place wholly in the enemy's zone for a side with objective 42."""
DEEP_REACH = 4.0
PER_MARKER = {"control": 1.0, "control named": 1.3, "defend": 1.2}
OF_SEVERAL = ("three markers", "all markers")
GENERATED, SCORED = "orders", "scoring"
STRATAGEM = Stratagem("New orders", 2, CLAUSE)
NEW_ORDERS = QueryHook[Side, InterruptOffer[Side]]("New orders: swap an objective?")


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The rules by which a mission hands out objectives."""

    clause: str
    limit: Callable[[int], int]
    """Maximum number of active objectives, by the number of the round."""
    advised: bool = False
    """``MP-41``  True if two are rolled each time and the opponent picks one."""


async def generate(
    game: Game, terms: DrawRules, side: Side, many: int, *, led: bool = False
) -> None:
    """``MP-39``  Generate *many* objectives; if no more are left, take those without a roll."""
    for more in range(many, 0, -1):
        left = hand_of(game.table, side).left()
        if not left:
            return
        if len(left) <= more:
            number = left[0]
        elif terms.advised:
            number = await advised(game, side)
        else:
            number = rolled(game, side)
        await take(game, terms, side, number, led=led)


def rolled(game: Game, side: Side, *, but: int = 0) -> int:
    """``MP-39``  Roll a d66 until it shows a number that may still be generated.

    *but*: a number that does not count.
    """
    left = hand_of(game.table, side).left()
    while True:
        tens, ones = game.throw(CLAUSE, side, GENERATES, 2, kind=RollKind.SELECTION)
        number = 10 * tens + ones
        if number in left and number != but:
            return number


async def advised(game: Game, side: Side) -> int:
    """``MP-41``  Roll two objectives and return the number that the opponent picks."""
    first = rolled(game, side)
    second = rolled(game, side, but=first)
    options = tuple(
        _option(game.table, side, ActiveObjective(n, DECK[n].marker), "Give")
        for n in (first, second)
    )
    asks = f"Unreliable advice: which objective goes to {side_name(side)}?"
    enemy = game.table.enemy(side)
    return int(
        await Choose(enemy, clause="MP-41", asks=asks, options=options, kind=MatchedKind.ADVICE)
    )


def _option(table: Table, side: Side, held: ActiveObjective, does: str) -> Option:
    """Return an objective as an option that says what it asks; *does*: the verb for it."""
    return Option(
        str(held.number),
        held.title,
        "MP-40",
        _anchor(table, held),
        does=f"{does} {held.title}",
        detail=_detail(hand_of(table, side), held),
    )


def _anchor(table: Table, held: ActiveObjective) -> str:
    """Return the id of the marker that an objective is about; empty for none."""
    marker = marker_of(table, held.marker)
    return marker.id if marker else ""


def _detail(hand: ObjectiveHand, held: ActiveObjective) -> str:
    """Return what an objective asks and pays; for a 66, also the one that goes with it."""
    others = [one for one in hand.bound(held) if one != held]
    more = [f"{one.title}: {asks_of(hand, one)}" for one in others]
    return " ".join([asks_of(hand, held), *more])


def _discard_detail(hand: ObjectiveHand, held: ActiveObjective) -> str:
    """Return what an objective asks and pays, with what discarding it costs."""
    return " ".join(filter(None, (_detail(hand, held), price_of(hand, held))))


async def take(game: Game, terms: DrawRules, side: Side, number: int, *, led: bool) -> None:
    """``MP-40``  Make an objective active; 44 names a marker, 66 brings one more."""
    marker = DECK[number].marker
    if number == MARKED:
        (marker,) = game.throw("MP-40", side, "marker of objective 44", kind=RollKind.SELECTION)
    held = ActiveObjective(number, marker, theirs=_is_theirs(game.table, side, marker), led=led)
    hand = hand_of(game.table, side)
    hand = replace(hand, active=(*hand.active, held), drawn=(*hand.drawn, number))
    write(game, CLAUSE, side, hand)
    only = ", for their WARLORD" if led else ""
    game.do(Announced(CLAUSE, f"{side_name(side)} are to achieve {held.title}{only}"))
    if number == COMPANION:
        await generate(game, terms, side, 1, led=True)


def as_turn_begins(table: Table, side: Side) -> tuple[ActiveObjective, ...]:
    """``MP-40``, 44  Return a side's active objectives with the current control of markers."""
    return tuple(
        replace(held, theirs=_is_theirs(table, side, held.marker))
        for held in hand_of(table, side).active
    )


def _is_theirs(table: Table, side: Side, number: int) -> bool:
    marker = marker_of(table, number)
    return marker is not None and controller(table, marker) == table.enemy(side)


def discard(game: Game, clause: str, side: Side, number: int) -> None:
    """``MP-39``  Discard an active objective; a 66 and its companion go together."""
    hand = hand_of(game.table, side)
    gone = hand.bound(next(held for held in hand.active if held.number == number))
    numbers = tuple(held.number for held in gone)
    hand = replace(hand.without(gone), discarded=(*hand.discarded, *numbers))
    write(game, clause, side, hand)
    for held in gone:
        game.do(Announced(clause, f"{side_name(side)} discard {held.title}"))
        if less := priority_of(hand, held.objective.kind):
            game.do(Scored("MP-42", side, -less, held.title))


async def ask_discard(game: Game, clause: str, side: Side, asks: str, *others: Option) -> str:
    """Ask which objective to discard, or for one of the other options.

    One that belongs to a 66 has no option of its own.
    """
    hand = hand_of(game.table, side)
    options = [
        replace(_option(game.table, side, held, "Discard"), detail=_discard_detail(hand, held))
        for held in hand.active
        if not held.led
    ]
    return await Choose(
        side,
        clause=clause,
        asks=asks,
        options=(*options, *others),
        kind=MatchedKind.DISCARD,
        passing=Passing.KEEPS,
    )


def new_orders(terms: DrawRules) -> Callable[[GameView, Side], Iterator[InterruptOffer[Side]]]:
    """``MP-39``  Return the hook that offers to swap an active objective for a new one."""

    def offers(view: GameView, side: Side) -> Iterator[InterruptOffer[Side]]:
        hand = hand_of(view.table, side)
        if not hand.left():
            return
        for held in [held for held in hand.active if not held.led]:
            swap = partial(_swap, terms=terms, held=held)
            yield from stratagem_offer(
                view,
                side,
                STRATAGEM,
                swap,
                name_of(held),
                label=f"Swap {held.title}",
                anchor=_anchor(view.table, held),
                detail=_discard_detail(hand, held),
            )

    return offers


def name_of(held: ActiveObjective) -> str:
    """Return the name of the offer to swap an objective."""
    return f"{STRATAGEM.name} {held.number}"


async def _swap(game: Game, side: Side, *, terms: DrawRules, held: ActiveObjective) -> Side:
    discard(game, CLAUSE, side, held.number)
    await generate(game, terms, side, 1)
    return side


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


MISSION_PRIORITIES = Bonus(
    "Mission priorities",
    clause="MP-42",
    words="Achieve more of your priority type than the enemy of theirs: 1 point.",
    earned=_mission_priorities,
    may=lambda table, _: table.result is None,
)


def tasks(view: GameView, side: Side) -> Iterator[Task]:
    """``MP-39``  Yield a side's active objectives with their progress."""
    table = view.table
    hand = hand_of(table, side)
    for held in hand.active:
        objective = held.objective
        pay, words = standing(table, side, held, hand)
        more = LED_MORE * held.led + priority_of(hand, objective.kind)
        yield Task(
            number=held.number,
            name=held.title,
            words=objective.words,
            extra=extra_of(hand, held),
            clause=objective.clause,
            progress=words,
            pays="" if pay == NOTHING else str(pay._replace(fixed=pay.fixed + more)),
            kind=objective.kind,
            marker=_anchor(table, held),
        )


def scoring_places(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MP-39``  Yield the markers, with their value for the side's active objectives."""
    table = view.table
    held = hand_of(table, side).active
    for marker in table.markers.values():
        value = SPARE + sum([_of_marker(marker, one) for one in held])
        yield ScoringPlace(marker.id, at=marker.at, value=value, reach=REACH)
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
        yield ScoringPlace(
            zone, at=centroid(table.board.zone(zone).outline), value=DEEP, reach=DEEP_REACH
        )


def tactics(terms: DrawRules) -> tuple[tuple[HookHandler, ...], tuple[Phase, ...]]:
    """``MP-39``  Return hooks and phases: generate as a turn begins, score as it ends."""
    return (
        (
            BROKE.then(note_broken),
            MANIFESTED.then(note_power),
            DENIED.then(note_power),
            NEW_ORDERS.gets(new_orders(terms)),
            AIMS.gets(scoring_places),
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
    hand, led = hand_of(game.table, psyker.side), psyker.profile.has("WARLORD")
    hand = replace(hand, powers=hand.powers + 1, led_powers=hand.led_powers + led)
    write(game, "MP-40", psyker.side, hand)
