"""Moves of a fighting unit toward the nearest enemy (MC-24).

It piles in before it strikes, and consolidates afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from typing import Any

from game.cores.kit.approach_paths import ModelApproach
from game.cores.kit.coherency import detached_models, is_detached
from game.cores.kit.marks import CHARGED
from game.cores.kit.movement import carry_out_path
from game.cores.modern.rules import UNIT_MOVED, FinishedMove
from game.cores.modern.rules.movement import COHERENCY, NEAR, engaged
from game.geometry.limits import is_more_than, is_within, last_within
from game.geometry.points import CONTACT, EPSILON, Disc, Path, gap, length
from game.play.decisions import Refusal
from game.play.game import Game
from game.play.log.wording import name
from game.play.moves.base_placement import MoveClauses, out_of_chain
from game.play.moves.march import March, moves_to_json
from game.play.moves.paths import (
    MoveLimits,
    Moves,
    bases_after,
    shortened_into_coherency,
)
from game.table.events import Act, Acted
from game.table.records import ModelId, UnitId
from game.table.state import Table

CLOSING = 3.0
"""``MC-24``  Inches that a model may pile in, and consolidate."""
CLAUSES = MoveClauses(move="MC-24", chain="MC-04", table="MC-04", ground="MC-04", slows=False)


async def pile_in(game: Game, unit_id: UnitId) -> None:
    """``MC-24``  Let each model move up to 3" nearer to the enemy nearest to it."""
    await _close(game, unit_id, Act.PILES_IN, "pile in")


async def consolidate(game: Game, unit_id: UnitId) -> None:
    """``MC-24``  Move once more, by the rule of piling in."""
    await _close(game, unit_id, Act.CONSOLIDATES, "consolidate")


async def _close(game: Game, unit_id: UnitId, act: Act, verb: str) -> None:
    unit = game.table.units[unit_id]
    march = closing_march(game.table, unit_id, f'{unit.name}: {verb} up to {CLOSING:g}"')
    if not march.model_limits:
        return
    moves = tuple([move for move in await march if length(move[1])])
    if not moves:
        return
    game.do(Acted("MC-24", unit_id, act))
    for model, path in moves:
        carry_out_path(game, "MC-24", model, path)
    await UNIT_MOVED.has_come(game, FinishedMove(unit_id, act, moves))


@dataclass(frozen=True, slots=True)
class Closing(March):
    """A march in which every moving model ends nearer to the enemy nearest to it."""

    _: KW_ONLY
    closest: Mapping[ModelId, tuple[ModelId, ...]] = field(default_factory=dict)
    """By model: the enemies nearest to it; several only if they tie."""

    def why_not(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> Refusal | None:
        """``MC-24``  Return the refusal of one model's path, or None."""
        no = super(Closing, self).why_not(table, bases, model_id, path)
        if no or length(path) <= EPSILON:
            return no
        start = table.models[model_id].disc
        foes = [table.models[foe].disc for foe in self.closest[model_id]]
        end = start._replace(at=path[-1])
        if any([gap(end, foe) < gap(start, foe) - EPSILON for foe in foes]):
            return None
        enemy = name(table, self.closest[model_id][0])
        return Refusal(f"must end closer to {enemy}, its nearest enemy", "MC-24")

    def sample(self, table: Table, k: int, n: int) -> list[list[Any]] | None:
        """Return the suggested march, then staying, then others; None for an illegal one."""
        if k == 0:
            return moves_to_json(self.suggested) or None
        found = super(Closing, self).sample(table, k - 1, n)
        return found if not found or self._legal(table, self.read(found)) else None

    def way_in(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId
    ) -> Path | None:
        """Return a model's path into contact with its nearest enemy, or some path toward it.

        A model that is stopped too far from contact goes on along the obstacle.
        """
        approach = ModelApproach(self, table, bases, model_id)
        found = (approach.toward(table.models[foe].disc) for foe in self.closest[model_id])
        return next(filter(None, found), None)

    def drawn_in(self, table: Table, moves: Moves) -> Moves:
        """Return the same moves shortened until the unit is in coherency; empty if none are."""
        bases = self.bases(table)
        unit = {m: bases[m] for m in self.body(table)}
        fits = partial(self._goes, table, bases)
        for less in shortened_into_coherency(unit, moves, self.chain, fits):
            ends = bases_after(bases, less)
            # Coherency is judged first: it fails more often than a shorter path.
            if self.ends_wrong(table, ends, less) is None and self._legal(table, less):
                return less
        return ()


def closing_march(table: Table, unit_id: UnitId, asks: str = "") -> Closing:
    """``MC-24``  Return the march by which a unit piles in, without models in base contact.

    A model out of coherency takes part if an enemy is within 1" of it. The main body of such a
    unit takes part if it charged or is engaged.
    """
    unit = table.units[unit_id]
    foes = table.standing(table.enemy(unit.side))
    model_limits, closest = dict[ModelId, MoveLimits](), dict[ModelId, tuple[ModelId, ...]]()
    detached = detached_models(table, unit_id)
    together = not detached or unit.mark(CHARGED) or engaged(table, unit_id)
    for model in table.of(unit_id) if foes else ():
        offs = [gap(model.disc, foe.disc) for foe in foes]
        least = min(offs)
        fights = is_within(least, NEAR) if is_detached(model) else together
        if fights and is_more_than(least, CONTACT):
            most = last_within(least + CONTACT)
            tied = [f.id for f, off in zip(foes, offs, strict=True) if off <= most]
            closest[model.id] = tuple(tied)
            model_limits[model.id] = MoveLimits(CLOSING, over=model.profile.has("FLY"))
    march = Closing(
        unit.side,
        "MC-24",
        asks,
        unit=unit_id,
        model_limits=model_limits,
        clauses=CLAUSES,
        keep_off=NEAR,
        chain=COHERENCY,
        foes=tuple(f.id for f in table.fielded(table.enemy(unit.side))),
        detached=detached,
        closest=closest,
    )
    return replace(march, suggested=_as_near_as_can_be(march, table))


def _as_near_as_can_be(march: Closing, table: Table) -> Moves:
    """Return moves that take each model to its nearest enemy, or as near as it can come.

    If that would break coherency, some models move less or stay. Empty if none can move.
    """
    discs = {m: table.models[m].disc for m in march.model_limits}
    order = sorted(discs, key=lambda m: gap(discs[m], table.models[march.closest[m][0]].disc))
    staying = list[ModelId]()
    while len(staying) < len(order):
        bases, moves = march.bases(table), list[tuple[ModelId, Path]]()
        for model_id in [m for m in order if m not in staying]:
            if path := march.way_in(table, bases, model_id):
                moves.append((model_id, path))
                bases[model_id] = bases[model_id]._replace(at=path[-1])
        if march.ends_wrong(table, bases, tuple(moves)) is None:
            return tuple(moves)
        if less := march.drawn_in(table, tuple(moves)):
            return less
        broken = out_of_chain({m: bases[m] for m in march.body(table)}, march.chain)
        left = [model_id for model_id, _ in moves if model_id in broken] or [
            model_id for model_id, _ in moves
        ]
        staying += left
    return ()
