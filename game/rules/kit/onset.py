"""How a charge goes over the table: ``CC-23``, ``MC-22``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from game.geometry.directions import direction
from game.geometry.points import (
    Disc,
    Path,
    ahead,
    distance,
    gap,
    heading,
    length,
    thousandths,
)
from game.geometry.sweeps import Walls
from game.play.coherency import out_of_chain
from game.play.decisions import Refusal
from game.play.march import March, Moves, told
from game.play.paths import EPSILON, PULL_BACK, cut
from game.play.strides import stride
from game.play.ways import Contact, way
from game.rules.kit.nearness import CONTACT
from game.table.board import Board
from game.table.records import ModelId
from game.table.state import Table
from game.table.terrain import Terrain

NEARER = CONTACT - PULL_BACK
"""So much further than it must go for base contact leads a way into it."""
SPARE = 2 * CONTACT
"""So much nearer to its mate than it must comes a model that closes up."""
PAIRS = 64
"""So many pairs of a model and a foe are tried where nothing better is found."""
AROUND = 10
"""Degrees from one place around a base to the next, where a flight may end."""


@dataclass(frozen=True, slots=True)
class Charge(March):
    """A march that must bring its first model into contact with a foe."""

    everybody: bool = False
    """Whoever else could still come into contact must (``CC-23``)."""

    def ends_wrong(
        self, table: Table, stands: Mapping[ModelId, Disc], moves: Moves
    ) -> Refusal | None:
        no = March.ends_wrong(self, table, stands, moves)
        if no is None and self.everybody and (kept := self.held_back(table, stands)):
            no = Refusal(f"{kept[0]} could reach the enemy and must", self.clause)
        if no is None:
            return None
        return Refusal(no.reason, no.clause, no.fix or told(self.suggested) or None)

    def held_back(
        self, table: Table, stands: Mapping[ModelId, Disc]
    ) -> tuple[ModelId, Path] | None:
        """Return a model out of contact that could still walk into it, and how."""
        foes = self.foe_bases(table)
        for who in self.goings:
            if any([self.meets(stands[who], foe) for foe in foes]):
                continue
            path = contact_way(self, table, stands, who)
            if path and self._keeps_chain(table, stands, who, path):
                return who, path
        return None

    def _keeps_chain(
        self, table: Table, stands: Mapping[ModelId, Disc], who: ModelId, path: Path
    ) -> bool:
        ends = {m: stands[m] for m in self.body(table)}
        ends[who] = ends[who]._replace(at=path[-1])
        return not out_of_chain(ends, self.chain)

    def candidates(self, table: Table) -> Iterator[Moves]:
        """Yield charges that are legal but for models that are held back, or almost."""
        foes, stands = self.foe_bases(table), self.stands(table)
        order = sorted(self.goings, key=lambda m: min([gap(stands[m], foe) for foe in foes]))
        arrives = False
        for lead in order:
            moves = _led_by(self, table, lead, [m for m in order if m != lead])
            arrives = arrives or bool(moves)
            yield moves
        for k in range(PAIRS if arrives else 0):
            if met := self._contact(table, k):
                yield self.read(met)

    def sample(self, table: Table, k: int, n: int) -> list[list[Any]] | None:
        """Return the suggested charge; others would differ only in who stands where."""
        return told(self.suggested) or None if k == 0 else None


def suggested(charge: Charge, table: Table) -> Charge:
    """Work a charge out: the nearest model first, each into contact if it can.

    Whoever cannot closes up, or comes as near as it can. If that is not legal, others go first.
    Nothing is suggested if nobody reaches the enemy, or the unit would be torn.
    """
    found = (_with_all(charge, table, moves) for moves in charge.candidates(table))
    return replace(charge, suggested=next((moves for moves in found if moves), ()))


def _with_all(charge: Charge, table: Table, moves: Moves) -> Moves:
    """Return the charge with nobody held back; empty if it cannot be made legal."""
    if not charge.everybody:
        goes = moves and _goes(charge, table, moves)
        return _pressed_on(charge, table, moves) if goes else ()
    for _ in range(len(charge.goings) + 1):
        kept = charge.held_back(table, _ends(charge, table, moves)) if moves else None
        if kept is None:
            return moves if _goes(charge, table, moves) else ()
        moves = (*((who, path) for who, path in moves if who != kept[0]), kept)
    return ()


def _pressed_on(charge: Charge, table: Table, moves: Moves) -> Moves:
    """Return a charge in which who does not get there comes nearer: as many as legally can."""
    foes, stands, further = charge.foe_bases(table), _ends(charge, table, moves), [moves]

    def off(base: Disc) -> float:
        return min([gap(base, foe) for foe in foes])

    late = [who for who in charge.goings if off(stands[who]) > charge.touching + EPSILON]
    for who in sorted(late, key=lambda m: off(stands[m])):
        here = stands[who]
        start = stands[who] = table.models[who].disc
        foe = min(foes, key=lambda disc: gap(start, disc))
        path = way_toward(charge, table, stands, who, foe)
        if path and off(start._replace(at=path[-1])) < off(here):
            rest = [move for move in further[-1] if move[0] != who]
            further.append((*rest, (who, path)))
            stands[who] = start._replace(at=path[-1])
        else:
            stands[who] = here
    return next(more for more in reversed(further) if _goes(charge, table, more))


def way_toward(
    march: March, table: Table, stands: Mapping[ModelId, Disc], who: ModelId, foe: Disc
) -> Path | None:
    """Return a model's legal way into contact with a foe, or straight or aside toward it.

    Who is stopped too far from contact goes on along what stops it.
    """
    if path := next(ways(march, table, stands, who, foe), None):
        return path
    start = table.models[who].disc
    toward, far = heading(start.at, foe.at), gap(start, foe)
    path = stride(march.marchers(table, stands), stands, who, toward, far)
    return path if path and march.why_not(table, stands, who, path) is None else None


def _goes(charge: Charge, table: Table, moves: Moves) -> bool:
    """Return whether moves are a legal charge, but for who may be held back."""
    stands = charge.stands(table)
    for who, path in moves:
        if charge.why_not(table, stands, who, path):
            return False
        stands[who] = stands[who]._replace(at=path[-1])
    return March.ends_wrong(charge, table, stands, moves) is None


def _ends(charge: Charge, table: Table, moves: Moves) -> dict[ModelId, Disc]:
    stands = charge.stands(table)
    for who, path in moves:
        stands[who] = stands[who]._replace(at=path[-1])
    return stands


def _led_by(charge: Charge, table: Table, lead: ModelId, others: Sequence[ModelId]) -> Moves:
    """Return a charge with *lead* in front; empty if he cannot reach the enemy."""
    stands = charge.stands(table)
    moves = list[tuple[ModelId, Path]]()

    def go(who: ModelId, path: Path) -> None:
        moves.append((who, path))
        stands[who] = stands[who]._replace(at=path[-1])

    path = contact_way(charge, table, stands, lead)
    if path is None:
        return ()
    go(lead, path)
    waiting = list[ModelId]()
    for who in others:
        path = contact_way(charge, table, stands, who)
        if path and _keeps_touch(charge, stands, who, path, moves):
            go(who, path)
        else:
            waiting.append(who)
    for who in waiting:
        if path := _closing_up(charge, table, stands, who, [m for m, _ in moves]):
            go(who, path)
    return tuple(moves)


def _keeps_touch(
    charge: March,
    stands: Mapping[ModelId, Disc],
    who: ModelId,
    path: Path,
    moves: Sequence[tuple[ModelId, Path]],
) -> bool:
    """Return whether a way ends in coherency with somebody who moved before."""
    end = stands[who]._replace(at=path[-1])
    return any([gap(end, stands[m]) <= charge.chain + EPSILON for m, _ in moves])


def contact_way(
    charge: Charge, table: Table, stands: Mapping[ModelId, Disc], who: ModelId
) -> Path | None:
    """Return the shortest legal path into contact with the nearest foe that has one."""
    start, far = table.models[who].disc, charge.goings[who].far
    for foe in sorted(charge.foe_bases(table), key=lambda disc: gap(start, disc)):
        if gap(start, foe) > far + charge.touching + EPSILON:
            break
        for goal in _goals(charge, foe):
            for path in ways(charge, table, stands, who, goal):
                if charge.meets(Disc(path[-1], start.radius), foe):
                    return path
    return None


def _goals(charge: Charge, foe: Disc) -> Iterator[Disc]:
    """Yield a foe's base, and what is near enough to it where that is further."""
    yield foe
    if charge.touching > CONTACT:
        yield foe._replace(radius=foe.radius + charge.touching - SPARE)


def _closing_up(
    charge: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    who: ModelId,
    moved: Sequence[ModelId],
) -> Path | None:
    """Return a path to within coherency of a mate that moved, or toward it; None to stay."""
    mates = sorted([stands[m] for m in moved], key=lambda disc: gap(stands[who], disc))
    if gap(stands[who], mates[0]) <= charge.chain:
        return None
    toward: Path | None = None
    for mate in mates:
        wide = mate._replace(radius=mate.radius + charge.chain - SPARE)
        for path in ways(charge, table, stands, who, wide, partly=True):
            if gap(stands[who]._replace(at=path[-1]), wide) <= SPARE:
                return path
            toward = toward or path
    return toward


def ways(
    charge: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    who: ModelId,
    goal: Disc,
    *,
    partly: bool = False,
) -> Iterator[Path]:
    """Yield legal ways of one model to the rim of a disc, the shortest first.

    *partly*: also ways that lead only toward it.
    """
    going = charge.goings[who]
    flies = going.over
    found = (
        _flights(table.models[who].disc, goal)
        if flies
        else _walks(charge, table, stands, who, goal, partly=partly)
    )
    for path in found:
        short = cut(path, going.far) if length(path) > going.far + EPSILON else path
        if len(short) > 1 and charge.why_not(table, stands, who, short) is None:
            yield short


def _walks(
    charge: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    who: ModelId,
    goal: Disc,
    *,
    partly: bool,
) -> Iterator[Path]:
    """Yield the straight way, and the shortest that keeps off walls (``CC-38``)."""
    start = table.models[who].disc
    if start.at != goal.at:
        yield _straight(start, goal)
    board = table.board
    others = {str(m): d for m, d in stands.items() if m != who and d.at != goal.at}
    walls = _walls(board, charge.shut) if charge.shut else board.walls
    size = board.width, board.height
    far = charge.goings[who].far + NEARER
    found = way(start, Contact(goal), walls, others, size, far, partly=partly)
    if found and (found.arrived or partly):
        yield found.path


@lru_cache(8)
def _walls(board: Board, shut: tuple[Terrain, ...]) -> Walls:
    """Return what stops those who keep out of some areas."""
    return Walls((*board.walls.segments, *(side for area in shut for side in area.sides())))


def _straight(start: Disc, goal: Disc) -> Path:
    apart = goal.radius + start.radius + PULL_BACK
    return start.at, thousandths(ahead(goal.at, heading(goal.at, start.at), apart))


def _flights(start: Disc, goal: Disc) -> list[Path]:
    """Return straight ways to places around a disc, the nearest first."""
    apart = goal.radius + start.radius + PULL_BACK
    ways = [direction(turn) for turn in range(0, 360, AROUND)]
    if start.at != goal.at:
        ways.insert(0, heading(goal.at, start.at))
    ends = [thousandths(ahead(goal.at, toward, apart)) for toward in ways]
    return [(start.at, end) for end in sorted(ends, key=lambda end: distance(start.at, end))]
