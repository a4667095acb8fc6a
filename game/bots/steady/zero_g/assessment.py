"""What lies about in the void, for one side: who is there, what each is worth, and cargo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from game.bots.steady.stakes import turns_left
from game.bots.steady.walking_distance import Field, field_to
from game.bots.steady.zero_g.voyage import Voyage, in_time, turns_of
from game.geometry.points import Point, distance
from game.geometry.polygons import Segment, off_segment
from game.play.game import GameView
from game.rules.classic.odds.wounds import leadership_chance
from game.rules.classic.unit_state import is_locked
from game.rules.kit.queries import CARGO, PLUCK, Cargo
from game.rules.zero_g.mobility import has_jets, is_free
from game.table.board import Board
from game.table.records import Model, ModelId, Side

KILL = 1.0
"""What a kill is worth, in points."""
YET = 0.4
"""What it counts that a side may lose its nerve, for each model that must be lost before."""
SHARES = 1.0, 0.5, 0.15
"""What of a cargo counts for who would bring it home first, for the next, for all others."""
WALLED = 1.0
"""Inches from a wall within which nobody makes for an exit."""
GRID = 2.0
"""Inches between the places of an exit that somebody may make for."""


@dataclass(frozen=True)
class Chart:
    """Everything that a side weighs in the void when it is asked something."""

    look: GameView
    side: Side

    @cached_property
    def enemy(self) -> Side:
        return self.look.table.enemy(self.side)

    @cached_property
    def mine(self) -> tuple[Model, ...]:
        return tuple(self.look.table.standing(self.side))

    @cached_property
    def foes(self) -> tuple[Model, ...]:
        return tuple(self.look.table.standing(self.enemy))

    @cached_property
    def turns(self) -> int:
        """Return how many turns the side has, the present one among them."""
        return turns_left(self.look, self.side)

    @cached_property
    def turns_against(self) -> int:
        """Return how many turns the enemy has yet, without the one that he may be in."""
        table = self.look.table
        return turns_left(self.look, self.enemy) - (table.clock.side == self.enemy)

    def is_held(self, model: Model) -> bool:
        return is_locked(self.look.table.units[model.unit])

    @cached_property
    def prices(self) -> Mapping[ModelId, float]:
        """Return what it is worth that a model is gone, to its enemy, in points."""
        return {m.id: self._price(m) for m in (*self.mine, *self.foes)}

    def _price(self, model: Model) -> float:
        price = KILL + self._unnerved[model.side]
        for cargo in self.cargoes:
            if self.look.table.pieces[cargo.piece].holder == model.id:
                price += cargo.value * in_time(self.homeward(model), self._turns(model.side))
        return price

    def _turns(self, side: Side) -> int:
        return self.turns if side == self.side else self.turns_against

    @cached_property
    def _unnerved(self) -> Mapping[Side, float]:
        """``MI-04``  Return what more a side loses with each model, since its nerve may go."""
        return {side: self._by_nerve(side) for side in self.look.table.sides}

    def _by_nerve(self, side: Side) -> float:
        limit = next(iter(PLUCK.of(self.look, side)), None)
        left = self.mine if side == self.side else self.foes
        if limit is None or len(left) <= limit:
            return 0.0
        units = self.look.table.units
        fails = [
            1.0 - leadership_chance(self.look, units[m.unit]) ** max(0, self._turns(side) - 1)
            for m in left
        ]
        spare = len(left) - limit - 1
        share: float = YET**spare
        return share * KILL * sum(fails) * limit / len(left)

    @cached_property
    def cargoes(self) -> tuple[Cargo, ...]:
        return tuple(CARGO.of(self.look, self.side))

    @cached_property
    def loose(self) -> tuple[Cargo, ...]:
        """Return the cargo that nobody holds."""
        pieces = self.look.table.pieces
        return tuple(c for c in self.cargoes if pieces[c.piece].holder is None)

    def holds(self, model: Model) -> bool:
        pieces = self.look.table.pieces
        return any([pieces[c.piece].holder == model.id for c in self.cargoes])

    @cached_property
    def _ways_out(self) -> Mapping[Side, tuple[Point, ...]]:
        """Return where each side brings cargo off: places that are open."""
        found = dict[Side, tuple[Point, ...]]()
        for side in self.look.table.sides:
            exits = [exit_ for c in CARGO.of(self.look, side) for exit_ in c.exits]
            found[side] = open_places(self.look.table.board, tuple(dict.fromkeys(exits)))
        return found

    def homes(self, side: Side) -> tuple[Point, ...]:
        return self._ways_out[side]

    def home(self, side: Side, base: float) -> Field | None:
        """Return the way of a base to where its side brings cargo off."""
        ways_out = self.homes(side)
        return self._field(side, base, ways_out) if ways_out else None

    def to_piece(self, piece: str, base: float) -> Field:
        return self._field(piece, base, (self.look.table.pieces[piece].at,))

    def _field(self, name: str, base: float, goals: tuple[Point, ...]) -> Field:
        if (name, base) not in self._fields:
            self._fields[name, base] = field_to(self.look.table.board, base, *goals)
        return self._fields[name, base]

    @cached_property
    def _fields(self) -> dict[tuple[str, float], Field]:
        return {}

    def homeward(self, model: Model) -> float:
        """Return in how many turns a model comes home, as it drifts now."""
        field = self.home(model.side, model.base)
        if field is None or is_free(model):
            return float(2 * self.turns + 9)
        return turns_of(field, voyage(model), model.base)

    @cached_property
    def shares(self) -> Mapping[tuple[str, ModelId], float]:
        """Return what each cargo counts for each model: only the first can bring it home."""
        found = dict[tuple[str, ModelId], float]()
        for cargo in self.loose:
            order = sorted(
                (m for m in self.mine if not is_free(m) and not self.holds(m)),
                key=lambda m: self.fetched(m, voyage(m), cargo),
            )
            for n, m in enumerate(order):
                found[cargo.piece, m.id] = SHARES[min(n, len(SHARES) - 1)]
        return found

    def fetched(self, model: Model, at: Voyage, cargo: Cargo) -> float:
        """Return in how many turns a model brings home a cargo that it must fetch."""
        field = self.home(self.side, model.base)
        if field is None:
            return float(2 * self.turns + 9)
        there = self.look.table.pieces[cargo.piece].at
        out = turns_of(self.to_piece(cargo.piece, model.base), at, model.base + 0.5)
        gone = distance(at.at, there)
        along = at.along
        if gone > 1.0:
            along = Point((there.x - at.at.x) / gone, (there.y - at.at.y) / gone)
        arrows = max(1, at.arrows) if out > 0.0 else at.arrows
        back = Voyage(there if out else at.at, along, arrows, jets=at.jets)
        return out + turns_of(field, back, 0.0)


@lru_cache(64)
def open_places(board: Board, exits: tuple[Segment, ...]) -> tuple[Point, ...]:
    """Return places of some exits where there is no wall."""
    places = list[Point]()
    for a, b in exits:
        steps = max(1, int(distance(a, b) / GRID))
        for n in range(steps):
            share = (n + 0.5) / steps
            at = Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
            if all([off_segment(at, wall) > WALLED for wall in board.walls.segments]):
                places.append(at)
    return tuple(places)


def voyage(model: Model) -> Voyage:
    """Return how a model drifts now."""
    return Voyage.of(model.at, model.heading, model.arrows, jets=has_jets(model))
