"""Charge moves over the table (CC-23, MC-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

from game.cores.kit.approach_paths import SPARE, ModelApproach
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import Disc, Path, gap
from game.play.decisions import Refusal
from game.play.moves.base_placement import out_of_chain
from game.play.moves.march import March, moves_to_json
from game.play.moves.paths import Moves, bases_after
from game.table.records import ModelId
from game.table.state import Table

PAIRS = 64
"""Maximum number of pairs of a model and a foe to try if no better charge is found."""


@dataclass(frozen=True, slots=True)
class Charge(March):
    """A march that must bring its first model into contact with a foe."""

    _: KW_ONLY
    everybody: bool = False
    """Every other model that could still come into contact must do so (``CC-23``)."""

    def ends_wrong(
        self, table: Table, bases: Mapping[ModelId, Disc], moves: Moves
    ) -> Refusal | None:
        """Return why the charge's final positions are illegal, with a fix; None if legal."""
        no = March.ends_wrong(self, table, bases, moves)
        if no is None and self.everybody and (kept := self.held_back(table, bases)):
            no = Refusal(f"{kept[0]} can reach the enemy, so it must", self.clause)
        if no is None:
            return None
        return replace(no, fix=no.fix or moves_to_json(self.suggested) or None)

    def held_back(
        self, table: Table, bases: Mapping[ModelId, Disc]
    ) -> tuple[ModelId, Path] | None:
        """Return a model that could still come into contact, and its path.

        None if there is none.
        """
        foes = self.foe_bases(table)
        for model_id in self.model_limits:
            if any([self.meets(bases[model_id], foe) for foe in foes]):
                continue
            path = ModelApproach(self, table, bases, model_id).into_contact()
            if path and self._keeps_chain(table, bases, model_id, path):
                return model_id, path
        return None

    def _keeps_chain(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> bool:
        ends = {m: bases[m] for m in self.body(table)}
        ends[model_id] = ends[model_id]._replace(at=path[-1])
        return not out_of_chain(ends, self.chain)

    def candidates(self, table: Table) -> Iterator[Moves]:
        """Yield charges that are legal or nearly so; models may still be held back in them."""
        foes, bases = self.foe_bases(table), self.bases(table)
        order = sorted(
            self.model_limits, key=lambda m: min([gap(bases[m], foe) for foe in foes])
        )
        leads = list[ModelId]()
        for lead in order:
            moves = _led_by(self, table, lead, [m for m in order if m != lead])
            if moves:
                leads.append(lead)
            yield moves
        for k in range(min(PAIRS, len(leads) * len(foes))):
            if met := self._contact(table, k, leads):
                yield self.read(met)

    def sample(self, table: Table, k: int, n: int) -> list[list[Any]] | None:
        """Return the suggested charge as the only sample.

        Others would differ in details only.
        """
        return moves_to_json(self.suggested) or None if k == 0 else None


def suggested_charge(charge: Charge, table: Table) -> Charge:
    """Return the charge with a suggestion: nearest model first, each into contact if it can.

    Models that cannot reach contact close up, or come as near as they can. If that is illegal,
    another model leads. Nothing is suggested if no model reaches the enemy, or if the unit
    would break coherency.
    """
    found = (_with_all(charge, table, moves) for moves in charge.candidates(table))
    return replace(charge, suggested=next((moves for moves in found if moves), ()))


def arrives(charge: Charge, table: Table) -> bool:
    """Return whether a charge would be suggested, without placing every model if possible."""
    if charge.everybody:
        return bool(suggested_charge(charge, table).suggested)
    return any(moves and _goes(charge, table, moves) for moves in charge.candidates(table))


def _with_all(charge: Charge, table: Table, moves: Moves) -> Moves:
    """Return the charge with no model held back; empty if it cannot be made legal."""
    if not charge.everybody:
        goes = moves and _goes(charge, table, moves)
        return _pressed_on(charge, table, moves) if goes else ()
    for _ in range(len(charge.model_limits) + 1):
        kept = charge.held_back(table, _ends(charge, table, moves)) if moves else None
        if kept is None:
            return moves if _goes(charge, table, moves) else ()
        moves = (*((model_id, path) for model_id, path in moves if model_id != kept[0]), kept)
    return ()


def _pressed_on(charge: Charge, table: Table, moves: Moves) -> Moves:
    """Return a charge with as many models as is legal moved nearer that are out of contact."""
    foes, bases, further = charge.foe_bases(table), _ends(charge, table, moves), [moves]

    def off(base: Disc) -> float:
        return min([gap(base, foe) for foe in foes])

    late = [
        model_id
        for model_id in charge.model_limits
        if is_more_than(off(bases[model_id]), charge.touching)
    ]
    for model_id in sorted(late, key=lambda m: off(bases[m])):
        here = bases[model_id]
        start = bases[model_id] = table.models[model_id].disc
        foe = min(foes, key=lambda disc: gap(start, disc))
        path = ModelApproach(charge, table, bases, model_id).straight_toward(foe)
        if path and off(start._replace(at=path[-1])) < off(here):
            rest = [move for move in further[-1] if move[0] != model_id]
            further.append((*rest, (model_id, path)))
            bases[model_id] = start._replace(at=path[-1])
        else:
            bases[model_id] = here
    return next(more for more in reversed(further) if _goes(charge, table, more))


def _goes(charge: Charge, table: Table, moves: Moves) -> bool:
    """Return whether moves are a legal charge, ignoring models that are held back."""
    ends = charge.walked(table, moves)
    return ends is not None and March.ends_wrong(charge, table, ends, moves) is None


def _ends(charge: Charge, table: Table, moves: Moves) -> dict[ModelId, Disc]:
    return bases_after(charge.bases(table), moves)


def _led_by(charge: Charge, table: Table, lead: ModelId, others: Sequence[ModelId]) -> Moves:
    """Return a charge with *lead* in front; empty if it cannot reach the enemy."""
    bases = charge.bases(table)
    moves = list[tuple[ModelId, Path]]()

    def go(model_id: ModelId, path: Path) -> None:
        moves.append((model_id, path))
        bases[model_id] = bases[model_id]._replace(at=path[-1])

    path = ModelApproach(charge, table, bases, lead).into_contact()
    if path is None:
        return ()
    go(lead, path)
    waiting = list[ModelId]()
    for model_id in others:
        path = ModelApproach(charge, table, bases, model_id).into_contact()
        if path and _keeps_touch(charge, bases, model_id, path, moves):
            go(model_id, path)
        else:
            waiting.append(model_id)
    for model_id in waiting:
        approach = ModelApproach(charge, table, bases, model_id)
        mates = [bases[m] for m, _ in moves]
        # If models left behind move toward the enemy, a partial path to a mate is not needed.
        if path := _closing_up(approach, mates, partly=charge.everybody):
            go(model_id, path)
    return tuple(moves)


def _keeps_touch(
    charge: March,
    bases: Mapping[ModelId, Disc],
    model_id: ModelId,
    path: Path,
    moves: Sequence[tuple[ModelId, Path]],
) -> bool:
    """Return whether a path ends in coherency with a model that moved before."""
    end = bases[model_id]._replace(at=path[-1])
    return any([is_within(gap(end, bases[m]), charge.chain) for m, _ in moves])


def _closing_up(approach: ModelApproach, moved: Sequence[Disc], *, partly: bool) -> Path | None:
    """Return a path to within coherency of a mate that moved, or toward it; None to stay.

    *partly*: a path toward a mate will do.
    """
    here, chain = approach.bases[approach.model_id], approach.march.chain
    mates = sorted(moved, key=lambda disc: gap(here, disc))
    if is_within(gap(here, mates[0]), chain):
        return None
    toward, most = None, approach.limits.distance + SPARE
    for mate in mates:
        wide = mate._replace(radius=mate.radius + chain - SPARE)
        if toward and is_more_than(gap(here, wide), most):
            break
        for path in approach.paths(wide, partly=partly and toward is None):
            if gap(here._replace(at=path[-1]), wide) <= SPARE:
                return path
            toward = toward or path
    return toward
