"""Bot games on a map in which all that differs is swapped by plan."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from game.bots.match import Match, SeatAssignment, answers, seated
from game.bots.protocol import Policy, Thoughts, run_to_completion
from game.content.faults import UnusableFile
from game.content.maps.classes import DeploymentZone
from game.content.maps.map_file import MapFile
from game.content.maps.writer import canonical
from game.content.scenarios import load_scenario
from game.lab.game_records import first_of
from game.lab.heat_maps import Heat, heat_of
from game.lab.squares import squares_of
from game.play.decisions import Choose, CommonKind
from game.play.session import Session
from game.rules import PLAYED
from game.rules.battles import Battle, GameSetup
from game.rules.catalog import holders, points, score_of
from game.rules.saving import saved_text
from game.table.apply import apply
from game.table.board import Board, Zone
from game.table.events import PhaseBegan, Removed
from game.table.records import How, Side, Where

BLOCK = 4
"""Games with the same dice, in which everything is swapped against everything."""


class Swaps(NamedTuple):
    """The settings of one game of a block."""

    seed: int
    place: int
    """Number of the zone, 0 or 1, that the first side takes."""
    first: int
    """Number of the side that has the first turn if it can be chosen."""
    rosters: bool
    """True if each side brings the other's roster."""


def swaps_of(number: int, *, with_rosters: bool) -> Swaps:
    """Return the settings of a game by its number, from 0 on.

    Over a block each place is held by either side equally often, with either roster, moving
    first and second. With three things to swap a block is half of all combinations; the next
    block is the other half.
    """
    block, n = divmod(number, BLOCK)
    place, other = n & 1, n >> 1
    if not with_rosters:
        return Swaps(block + 1, place, other, rosters=False)
    return Swaps(block + 1, place, place ^ other ^ (block & 1), rosters=bool(other))


class ModelLoss(NamedTuple):
    """A model that was lost, and the square where it stood."""

    side: int
    how: How
    square: int
    phase: str = ""
    """The phase, if it belonged to neither side."""


@dataclass(frozen=True, slots=True)
class SwappedGame:
    """The result of one game; sides and zones are given by their numbers, 0 or 1."""

    number: int
    winner: int | None
    """None for a draw."""
    _: KW_ONLY
    place: int | None
    """The zone of the first side; None if the game has no two zones."""
    zones: tuple[str, str]
    """Names of the zones."""
    first: int | None
    """The side that had the first turn."""
    has_swapped_rosters: bool
    margin: int
    """Points of the first side, less those of the second."""
    turns: int
    markers: tuple[str, ...]
    """Ids of the objective markers; none if the mission is not about holding them."""
    held: frozenset[tuple[str, int]]
    """Markers that a side held at the beginning of a phase or at the end, with that side."""
    losses: tuple[ModelLoss, ...]
    heat: Heat


class SwapPlan(NamedTuple):
    """The set-ups of a map whose games are played with everything swapped."""

    setups: Mapping[tuple[bool, bool], GameSetup]
    """The set-up by whether the map's reserved zones, and the rosters, are swapped."""
    sides: tuple[str, str]
    """Names of the sides."""
    rosters: tuple[str, str]
    is_swapped: bool = True
    """False if the games of a block would all be the same; then each has dice of its own."""

    def swaps(self, number: int) -> Swaps:
        """Return the settings of a game by its number."""
        found = swaps_of(number, with_rosters=self.with_rosters)
        return found if self.is_swapped else found._replace(seed=number + 1)

    @property
    def with_rosters(self) -> bool:
        """Return whether either side can bring the other's roster."""
        return (False, True) in self.setups

    @property
    def board(self) -> Board:
        """Return the board of the map as it is drawn."""
        return self.setups[False, False].battle(1).opening.board

    def battle(self, swaps: Swaps) -> Battle:
        """Return the battle of one game."""
        moved = bool(swaps.place) and (True, False) in self.setups
        return self.setups[moved, swaps.rosters].battle(swaps.seed)


def swap_plan(setup: GameSetup, mapfile: MapFile) -> SwapPlan:
    """Return the plan of games on a map; raise UnusableFile if it cannot be played.

    *setup*: has the map's text among its files. A swap that the rules refuse is left out.
    """
    battle = setup.battle(1)
    scenario = load_scenario(setup.scenario, PLAYED)
    one, other = scenario.sides
    setups = {(False, False): setup}
    if reserves := {zone.side for zone in battle.opening.board.zones} - {""}:
        text = canonical(_with_zones_of(mapfile, {one.id: other.id, other.id: one.id}))
        moved = replace(setup, files={**setup.files, setup.map: text})
        if reserves == {one.id, other.id} and _is_playable(moved):
            setups[True, False] = moved
    forces = scenario.forces(setup.rosters)
    theirs = forces[one.id], forces[other.id]
    if theirs[0] != theirs[1] and all(theirs):
        swapped = dict(zip((one.id, other.id), theirs[::-1], strict=True))
        for key, base in [*setups.items()]:
            changed = replace(base, rosters=swapped)
            if _is_playable(changed):
                setups[key[0], True] = changed
        if len(setups) % 2:
            setups = {key: base for key, base in setups.items() if not key[1]}
    is_swapped = len(setups) > 1 or _has_choices(battle)
    return SwapPlan(setups, (one.name, other.name), theirs, is_swapped)


def _has_choices(battle: Battle) -> bool:
    """Return whether a side chooses its zone or the first turn before the first round."""
    session, sides = battle.session(), battle.opening.sides
    seats, swaps = seated(sides, ("random", "random")), swaps_of(0, with_rosters=False)
    bots = {side: _Directed(seats[side], sides, swaps) for side in sides}
    for _ in answers(session, SeatAssignment(bots)):
        if session.table.clock.round or any(bot.has_chosen for bot in bots.values()):
            break
    return any(bot.has_chosen for bot in bots.values())


def _with_zones_of(mapfile: MapFile, sides: Mapping[str, str]) -> MapFile:
    """Return a map whose zones are reserved for other sides."""
    return mapfile.replaced(
        [
            one.model_copy(
                update={"what": one.what.model_copy(update={"side": sides[one.what.side]})}
            )
            for _, one in mapfile.objects()
            if isinstance(one.what, DeploymentZone) and one.what.side in sides
        ]
    )


def _is_playable(setup: GameSetup) -> bool:
    with suppress(UnusableFile):
        setup.battle(1)
        return True
    return False


class _Directed(Policy):
    """A bot that takes the planned zone and first turn, and plays by another bot's answers."""

    def __init__(self, policy: Policy, sides: Sequence[Side], swaps: Swaps) -> None:
        self._policy, self._sides, self._swaps = policy, sides, swaps
        self.has_chosen = False
        """Whether it has taken a zone or the first turn as it is planned."""

    def think(self, session: Session) -> Thoughts:
        asked = session.pending
        if isinstance(asked, Choose):
            ids = [option.id for option in asked.options]
            seat = self._sides.index(asked.by)
            if asked.kind is CommonKind.ZONE and len(ids) == 2:
                self.has_chosen = True
                return ids[self._swaps.place ^ seat]
            if asked.kind is CommonKind.FIRST and self._sides[self._swaps.first] in ids:
                self.has_chosen = True
                return self._sides[self._swaps.first]
        return (yield from self._policy.think(session))


def directed(battle: Battle, players: Sequence[str], swaps: Swaps) -> SeatAssignment:
    """Return bots that take the zones and the first turn of a plan."""
    sides = battle.opening.sides
    seats = seated(sides, players)
    policies = {side: _Directed(seats[side], sides, swaps) for side in sides}
    return SeatAssignment(policies, seats.names)


def swapped_game(
    plan: SwapPlan, players: Sequence[str], number: int
) -> Generator[None, None, SwappedGame]:
    """Play the game of a number, pausing after every answer; return its result."""
    swaps = plan.swaps(number)
    battle = plan.battle(swaps)
    session = battle.session()
    match = yield from answers(session, directed(battle, players, swaps))
    return _result_of(number, battle, session, match, swaps)


def saved_game(plan: SwapPlan, players: Sequence[str], number: int) -> str:
    """Play the game of a number again, and return it as the text of a save."""
    swaps = plan.swaps(number)
    battle = plan.battle(swaps)
    session = battle.session()
    seats = directed(battle, players, swaps)
    for _ in answers(session, seats):
        pass
    header = battle.header({str(side): name for side, name in seats.names.items()})
    return saved_text(session, header)


def _result_of(
    number: int, battle: Battle, session: Session, match: Match, swaps: Swaps
) -> SwappedGame:
    sides, table = battle.opening.sides, session.table
    board = table.board
    taken = [table.zones.get(side, "") for side in sides]
    place, names = None, ("", "")
    if all(taken) and taken[0] != taken[1]:
        place = _place(board.zones, taken, swaps)
        zones = [board.zone(one).name for one in taken]
        names = (zones[place], zones[1 - place])
    story = session.game.story
    first = first_of(story)
    totals = points(battle.about, table)
    held, losses = _traced(battle, session)
    return SwappedGame(
        number,
        sides.index(match.winner) if match.winner else None,
        place=place,
        zones=names,
        first=sides.index(Side(first)) if first else None,
        has_swapped_rosters=swaps.rosters,
        margin=totals[sides[0]] - totals[sides[1]],
        turns=match.turns,
        markers=_markers_of(battle, session),
        held=held,
        losses=losses,
        heat=heat_of(battle.opening, session.game.rules, story),
    )


def _place(zones: Sequence[Zone], taken: Sequence[str], swaps: Swaps) -> int:
    """Return the number of the first side's zone, in the order of the map or of the plan."""
    ids = [zone.id for zone in zones]
    if all(one in ids for one in taken):
        return int(ids.index(taken[0]) > ids.index(taken[1]))
    return swaps.place


def _markers_of(battle: Battle, session: Session) -> tuple[str, ...]:
    if score_of(battle.about).holder_of is None:
        return ()
    return tuple(marker.id for marker in session.table.objectives)


def _traced(
    battle: Battle, session: Session
) -> tuple[frozenset[tuple[str, int]], tuple[ModelLoss, ...]]:
    """Return which side held which marker, and the models that were lost."""
    table, sides = battle.opening.fork(), battle.opening.sides
    squares = squares_of(table.board)
    held, losses = set[tuple[str, int]](), list[ModelLoss]()

    def note() -> None:
        for marker, side in holders(battle.about, table).items():
            held.add((marker, sides.index(side)))

    for event in session.game.story:
        match event:
            case PhaseBegan():
                note()
            case Removed(model=model_id, how=how) if how is not How.LEFT:
                model = table.models[model_id]
                if model.where is Where.TABLE:
                    row, column = squares.at(model.at)
                    square = row * squares.columns + column
                    phase = "" if table.clock.side else table.clock.phase
                    losses.append(ModelLoss(sides.index(model.side), how, square, phase))
            case _:
                pass
        apply(table, event)
    note()
    return frozenset(held), tuple(losses)


class PlanKey:
    """A set-up with its map; equal keys have equal plans."""

    def __init__(self, setup: GameSetup, mapfile: MapFile) -> None:
        self.setup, self.map = setup, mapfile
        options = sorted(setup.options.items())
        self._key = repr((setup.scenario, setup.map, options, setup.files.get(setup.map)))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlanKey) and self._key == other._key


@lru_cache(maxsize=4)
def cached_plan(key: PlanKey) -> SwapPlan:
    """Return the plan of a set-up on a map."""
    return swap_plan(key.setup, key.map)


def play_swapped(
    setup: GameSetup, mapfile: MapFile, players: tuple[str, str], number: int
) -> SwappedGame:
    """Play the game of a number to its end, and return its result."""
    plan = cached_plan(PlanKey(setup, mapfile))
    found: SwappedGame = run_to_completion(swapped_game(plan, players, number))
    return found
