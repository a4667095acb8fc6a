"""March: the decision that moves a whole unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from itertools import pairwise
from math import fsum
from typing import Any

from game.geometry.limits import is_more_than, is_within, just_beyond
from game.geometry.points import CONTACT, EPSILON, Disc, Path, Point, distance, gap, length
from game.geometry.polygons import boxes_meet, sweeps_over
from game.play.decisions import (
    Decision,
    IllegalAnswer,
    Refusal,
    low_discrepancy_point,
    read_point,
)
from game.play.log.inches_text import excess_text
from game.play.log.wording import join_names, plain_name, with_article
from game.play.moves.base_placement import (
    MoveClauses,
    base_under,
    impassable_under,
    moved_apart,
    on_table,
    out_of_chain,
    piece_under,
)
from game.play.moves.paths import (
    WORTH,
    MoveLimits,
    Moves,
    UnitMove,
    bases_after,
    cut_alike,
    cut_short,
    nearby,
    nearest_way,
    pulled_back,
    reach,
    strays_cut,
)
from game.play.moves.unit_moves import (
    reformed_unit,
    regrouped,
    regrouped_around_charge,
    rejoined,
    strays_approached,
    translated_unit,
)
from game.table.board import Terrain
from game.table.records import ModelId, UnitId, Where
from game.table.state import Table

NO_MODEL = ModelId("")
CLOSE = 0.1
"""Inches below which a minimum distance is reported as a touch."""
AT_ONCE = 0.005
"""Below this distance the message does not say how far the model got."""


@dataclass(frozen=True, slots=True)
class March(Decision[Moves]):
    """Paths for models of one unit, walked in the order given; models without one stay."""

    _: KW_ONLY
    unit: UnitId
    model_limits: Mapping[ModelId, MoveLimits]
    clauses: MoveClauses
    keep_off: float = 1.0
    """Inches within which the path comes of no enemy; it stays further off."""
    chain: float = 2.0
    """Coherency: maximum inches between neighbours at the end."""
    off_limits: tuple[Terrain, ...] = ()
    """Areas that the unit declared it would keep out of."""
    foes: tuple[UnitId, ...] = ()
    """The units that may be touched: the targets of a charge."""
    must_touch: bool = False
    """True if the first model to move must end in contact with one of the foes."""
    touching: float = CONTACT
    """Maximum inches that count as contact."""
    suggested: Moves = ()
    """A legal answer computed by the rules, for players without a preference."""
    detached: tuple[ModelId, ...] = ()
    """Models that need not keep the chain: those out of coherency, or left behind."""
    barred: Mapping[ModelId, Refusal] = field(default_factory=dict)
    """Models that a rule keeps from this move, and why; others without limits just stay."""

    def read(self, raw: Any) -> Moves:
        """Return the moves; raise IllegalAnswer if they are malformed."""
        if not isinstance(raw, list | tuple):
            raise IllegalAnswer("a move is a list of [model, path]", self.clause)
        moves: list[tuple[ModelId, Path]] = []
        for move in raw:
            match move:
                case [str(id_), [_, *_] as points] if id_ in self.model_limits:
                    moves.append((ModelId(id_), tuple(read_point(p) for p in points)))
                case [str(id_), [_, *_]] if no := self.barred.get(ModelId(id_)):
                    raise IllegalAnswer(f"{id_} {no.reason}", no.clause)
                case [str(id_), [_, *_]]:
                    raise IllegalAnswer(f"{id_} does not move here", self.clause)
                case _:
                    raise IllegalAnswer(f"{move!r} is not [model, path]", self.clause)
        if len({model_id for model_id, _ in moves}) < len(moves):
            raise IllegalAnswer("a model is named twice in one move", self.clause)
        return tuple(moves)

    def judge(self, table: Table, answer: Moves) -> None:
        """Raise IllegalAnswer, with a legal answer near it if found, if a move is illegal."""
        bases = self.bases(table)
        near = self._near(table, bases, answer)
        for model_id, path in answer:
            if no := self.why_not(table, near, model_id, path):
                reason = f"{model_id} {no.reason}"
                raise IllegalAnswer(reason, no.clause, self._fix(table, answer))
            bases[model_id] = near[model_id] = near[model_id]._replace(at=path[-1])
        if no := self.ends_wrong(table, bases, answer):
            fix = no.fix or self._fix(table, answer)
            raise IllegalAnswer(no.reason, no.clause, fix, no.figure)

    def bases(self, table: Table) -> dict[ModelId, Disc]:
        """Return every base on the table by id; those of enemies are enlarged by *keep_off*.

        Foes are not enlarged. Round pieces that no model holds are included.
        """
        by, on, close = self.by, Where.TABLE, self.foes
        off = just_beyond(self.keep_off)
        bases = {
            m.id: m.disc if m.side == by or m.unit in close else Disc(m.at, m.base + off)
            for m in table.models.values()
            if m.where is on
        }
        for piece in table.pieces.values():
            if piece.radius and piece.holder is None:
                bases[ModelId(piece.id)] = piece.disc
        return bases

    def _near(
        self, table: Table, bases: Mapping[ModelId, Disc], moves: Moves
    ) -> dict[ModelId, Disc]:
        """Return the bases of the unit, and all others that its paths could meet."""
        if not moves:
            return {}
        own = {*table.units[self.unit].models}
        points = tuple([at for _, path in moves for at in path])
        widest = max([bases[model_id].radius for model_id, _ in moves])
        near = nearby(bases, NO_MODEL, points, widest)
        return {m: disc for m, disc in bases.items() if m in near or m in own}

    def wrong(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> Refusal | None:
        """Return the refusal of one model's path, or None; fast enough for dragging.

        *bases*: all bases at their current places, as ``bases`` returns them. The fix is the
        same path, cut short; ``nearest`` finds better ones but takes longer.
        """
        no = self.why_not(table, bases, model_id, path)
        if no is None or path[0] != table.models[model_id].at:
            return no
        fits = partial(self._goes, table, bases, model_id)
        short = cut_short(table.board, bases, model_id, self.model_limits[model_id], path, fits)
        return replace(no, fix=[list(p) for p in short] if short else None)

    def why_not(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> Refusal | None:
        """Return the refusal of one model's path, or None, without a fix."""
        going = self.model_limits[model_id]
        if path[0] != table.models[model_id].at:
            return Refusal("must start where it stands", self.clauses.move)
        distance = length(path)
        if is_more_than(distance, going.distance):
            told_far, _ = excess_text(distance, going.distance)
            reason = f'would move {told_far}"; it may move {going.distance:g}"'
            return Refusal(reason, self.clauses.move)
        return self._in_the_way(table, bases, model_id, path) if distance > EPSILON else None

    def _in_the_way(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> Refusal | None:
        going, radius = self.model_limits[model_id], bases[model_id].radius
        if not all([on_table(table.board, Disc(at, radius)) for at in path[1:]]):
            return Refusal("would leave the table", self.clauses.table)
        # A model that moves over everything is only checked where it lands.
        route = path[-1:] if going.over else path
        if area := self._shut_off(radius, route):
            reason = f"would enter {with_article(area.name)}, which you chose to stay out of"
            return Refusal(reason, self.clauses.ground)
        if lies := piece_under(table.pieces, Disc(path[-1], radius)):
            lying = with_article(plain_name(lies.id))
            return Refusal(f"would end on {lying}", self.clauses.move)
        if going.over:
            return self._lands_badly(table, bases, model_id, path[-1])
        return self._stopped(table, nearby(bases, model_id, route, radius), radius, path)

    def _shut_off(self, radius: float, path: Path) -> Terrain | None:
        """Return the first area that a path enters although the unit keeps out of it."""
        for area in self.off_limits:
            for (ax, ay), (bx, by) in pairwise((path[0], *path)):
                left, right = (ax, bx) if ax < bx else (bx, ax)
                top, low = (ay, by) if ay < by else (by, ay)
                around = left - radius, top - radius, right + radius, low + radius
                if boxes_meet(area.box, around) and sweeps_over(
                    Point(ax, ay), Point(bx, by), radius, area.outline
                ):
                    return area
        return None

    def _stopped(
        self, table: Table, near: Mapping[ModelId, Disc], radius: float, path: Path
    ) -> Refusal | None:
        free, by = reach(near, table.board.walls, radius, path)
        if by is None:
            # A base that starts too near another may move away, but not end too near it.
            by = base_under(near, Disc(path[-1], radius))
        return None if by is None else self._met(table, by, free)

    def _met(self, table: Table, by: str, free: float) -> Refusal:
        clause = self.clauses.move
        after = f'after {free:.2f}" of its move' if free >= AT_ONCE else "straight away"
        if not by:
            return Refusal(f"is blocked by Impassable terrain {after}", clause)
        other = table.models.get(ModelId(by))
        if other is None or other.side == self.by or other.unit in self.foes:
            met = with_article(plain_name(by)) if other is None else by
            return Refusal(f"is blocked by {met} {after}", clause)
        if self.foes and self.keep_off < CLOSE:
            return Refusal(f"would touch {by}, which is not being charged", clause)
        return Refusal(f'comes within {self.keep_off:g}" of the enemy {by} {after}', clause)

    def _lands_badly(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, at: Point
    ) -> Refusal | None:
        base = bases[model_id]._replace(at=at)
        if other := base_under(bases, base, skip=(model_id,)):
            return Refusal(f"would end on or too close to {other}", self.clauses.move)
        if piece := impassable_under(table.board, base):
            return Refusal(f"would end on {with_article(piece.name)}", self.clauses.move)
        return None

    def ends_wrong(
        self, table: Table, bases: Mapping[ModelId, Disc], moves: Moves
    ) -> Refusal | None:
        """Return the refusal of the unit's final positions, or None."""
        moved = any(length(path) > EPSILON for _, path in moves)
        if self.must_touch:
            if not moves or not self._touches(table, bases, moves[0][0]):
                near = f'within {self.touching:g}" of'
                near = "in contact with" if self.touching < CLOSE else near
                why = f"the first model must end {near} the enemy"
                return Refusal(why, self.clause)
        elif not moved:
            return None
        return self._why_incoherent(table, {m: bases[m] for m in self.body(table)})

    def body(self, table: Table) -> list[ModelId]:
        """Return the models of the unit that must keep coherency."""
        return [m.id for m in table.of(self.unit) if m.id not in self.detached]

    def _touches(self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId) -> bool:
        return any([self.meets(bases[model_id], foe) for foe in self.foe_bases(table)])

    def meets(self, base: Disc, foe: Disc) -> bool:
        """Return whether a base is near enough to a foe's to count as in contact."""
        return is_within(gap(base, foe), self.touching)

    def foe_bases(self, table: Table) -> list[Disc]:
        """Return the bases that may be touched, in the order of the foes."""
        return [m.disc for foe in self.foes for m in table.of(foe)]

    def _why_incoherent(self, table: Table, ends: Mapping[ModelId, Disc]) -> Refusal | None:
        """Refuse a move that ends out of coherency, unless the unit cannot do better."""
        left = out_of_chain(ends, self.chain)
        if not left:
            return None
        before = {m: table.models[m].disc for m in self.body(table)}
        scattered = bool(out_of_chain(before, self.chain))
        if scattered and not moved_apart(before, ends) and self._regrouped(table) is None:
            return None
        reason = f"{join_names(left)} would be out of coherency"
        inches = f'more than {self.chain:g}" from the rest of the unit'
        return Refusal(reason, self.clauses.chain, figure=inches)

    def _fix(self, table: Table, answer: Moves) -> list[list[Any]] | None:
        """Return the nearest legal answer that can be found, other than to stay."""
        mended = self._nearest_legal(table, answer)
        if self._legal(table, mended):
            return moves_to_json(mended)
        unit = {m: table.models[m].disc for m in self.body(table)}
        fits = partial(self._goes, table, self.bases(table))
        marchers = self.marchers(table)
        cut = strays_cut(unit, mended, self.chain, fits)
        if self._legal(table, cut):
            return moves_to_json(cut)
        ways = mended, strays_approached(marchers, mended)
        back = [pulled_back(unit, way, self.chain, fits) or () for way in ways]
        nearer = [m for m in (*rejoined(marchers, mended), *back) if _is_worth_it(m)]
        nearer.sort(key=partial(_loss, unit, mended))
        for moves in (*nearer, *cut_alike(mended), regrouped(marchers) or ()):
            if self._legal(table, moves):
                return moves_to_json(moves)
        return next(self.samples(table, 8), None) if self.must_touch else None

    def _nearest_legal(self, table: Table, answer: Moves) -> Moves:
        """Return the same moves, each changed to the nearest legal path of its model."""
        bases, mended = self.bases(table), list[tuple[ModelId, Path]]()
        for model_id, path in answer:
            start = table.models[model_id].at
            near = self.nearest(table, bases, model_id, (start, *path[1:]))
            if length(near) > EPSILON:
                mended.append((model_id, near))
                bases[model_id] = bases[model_id]._replace(at=near[-1])
        return tuple(mended)

    def nearest(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> Path:
        """Return a legal path that ends near the end of *path*; at worst only its start."""
        fits = partial(self._goes, table, bases, model_id)
        return nearest_way(
            table.board, bases[model_id].radius, self.model_limits[model_id], path, fits
        )

    def walked(self, table: Table, moves: Moves) -> dict[ModelId, Disc] | None:
        """Return all bases after some moves; None if a path is illegal."""
        bases = self.bases(table)
        for model_id, path in moves:
            if self.why_not(table, bases, model_id, path):
                return None
            bases[model_id] = bases[model_id]._replace(at=path[-1])
        return bases

    def _legal(self, table: Table, moves: Moves) -> bool:
        ends = self.walked(table, moves) if moves else None
        return ends is not None and self.ends_wrong(table, ends, moves) is None

    def marchers(self, table: Table, bases: Mapping[ModelId, Disc] | None = None) -> UnitMove:
        """Return the unit and its surroundings as input for the unit moves."""
        here = bases or self.bases(table)
        unit = tuple(self.body(table))
        fits = partial(self._goes, table)
        strewn = any(piece.outline and not piece.holder for piece in table.pieces.values())
        return UnitMove(
            table.board,
            bases=here,
            unit=unit,
            model_limits=self.model_limits,
            off_limits=self.off_limits,
            strewn=strewn,
            chain=self.chain,
            fits=fits,
        )

    def _goes(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> bool:
        return self.why_not(table, bases, model_id, path) is None

    def _regrouped(self, table: Table) -> Moves | None:
        """Return moves that bring a scattered unit together, or None."""
        return regrouped(self.marchers(table))

    def sample(self, table: Table, k: int, n: int) -> list[list[Any]] | None:
        """Return the k-th of various moves of the whole unit, each model on its own path.

        The first is to stay. Two in three shift the unit as one, in any direction and by any
        distance. One in three turns it, or closes or opens its ranks, as it goes. A model that
        is stopped goes on along the obstacle, or less far. If that breaks coherency, all models
        go only as far as the shortest move.
        """
        if self.must_touch:
            return self._contact(table, k)
        if k == 0:
            return []
        if not self.model_limits:
            return None
        across, out = low_discrepancy_point(k)
        moves = reformed_unit(self.marchers(table), k, across, out)
        return moves_to_json(moves) if moves else None

    def shift(self, table: Table, toward: Point, share: float) -> Moves | None:
        """Return the unit shifted as one by *share* of its move; None if it cannot move."""
        return translated_unit(self.marchers(table), toward, share)

    def _contact(
        self, table: Table, k: int, leads: Sequence[ModelId] | None = None
    ) -> list[list[Any]] | None:
        """Return a charge of the k-th pair, the nearest first; the other models close up.

        *leads*: the models that may go first; all if None.
        """
        foes = {m.id: m.disc for foe in self.foes for m in table.of(foe)}
        moves = regrouped_around_charge(self.marchers(table), foes, k, leads)
        return moves_to_json(moves) if moves and self._legal(table, moves) else None


def _is_worth_it(moves: Moves) -> bool:
    """Return whether any model moves more than a hair's breadth."""
    return any(length(path) > WORTH for _, path in moves)


def _loss(unit: Mapping[ModelId, Disc], wished: Moves, moves: Moves) -> float:
    """Return by how many inches the models of a unit miss the places wished, in all."""
    wanted, ends = bases_after(unit, wished), bases_after(unit, moves)
    return fsum([distance(wanted[m].at, ends[m].at) for m in unit])


def moves_to_json(moves: Moves) -> list[list[Any]]:
    """Return moves as JSON."""
    return [[model_id, [list(p) for p in path]] for model_id, path in moves]
