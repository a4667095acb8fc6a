"""A planned march with its own undo; dragging and automatic detours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from game.geometry.points import (
    Disc,
    Path,
    Point,
    distance,
    length,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.sweeps import Walls
from game.play.base_placement import base_under, impassable_under, nearest_place, on_table
from game.play.coherency import out_of_chain
from game.play.decisions import IllegalAnswer, Refusal
from game.play.march import March, moves_to_json
from game.play.path_goals import PointGoal
from game.play.pathfinding import shortest_path
from game.play.paths import PULL_BACK
from game.table.records import ModelId
from game.table.state import Table

SHARES = (1.0, 0.8, 0.6, 0.4)
"""Of the inches that are left: how far out a place is looked for."""


class Detours:
    def __init__(self, march: March, table: Table) -> None:
        self.march, self.table = march, table

    def around(
        self, who: ModelId, wish: Path, end: Point, stands: Mapping[ModelId, Disc]
    ) -> Path | None:
        """Return a wished way that goes to *end* instead, around whatever is in between."""
        start, going, board = wish[-2:-1], self.march.goings[who], self.table.board
        left = going.far - length(wish[:-1])
        if not start or going.over or distance(start[0], end) > left:
            return None
        others = {str(m): disc for m, disc in stands.items() if m != who}
        base, size = stands[who]._replace(at=start[0]), (board.width, board.height)
        found = shortest_path(base, PointGoal(end), self._walls, others, size, left)
        if found is None or not found.arrived:
            return None
        path = (*wish[:-2], *found.path)
        return None if self.march.why_not(self.table, stands, who, path) else path

    def nearer(
        self, who: ModelId, wish: Path, missed: float, stands: Mapping[ModelId, Disc]
    ) -> Path | None:
        """Return a way that ends less than *missed* inches off the wish, if there is one."""
        base, left = stands[who], self.march.goings[who].far - length(wish[:-1])
        straight = distance(wish[-2], wish[-1]) if len(wish) > 1 else 0.0
        if not straight:
            return None
        for share in SHARES:
            goal = point_ahead(
                wish[-2], unit_vector(wish[-2], wish[-1]), min(straight, left * share)
            )
            spot = nearest_place(goal, partial(self._may_stand, who, base.radius, stands))
            if spot is None or distance(spot, wish[-1]) >= missed:
                continue
            if path := self.around(who, wish, spot, stands):
                return path
        return None

    def _may_stand(
        self, who: ModelId, radius: float, stands: Mapping[ModelId, Disc], at: Point
    ) -> bool:
        base, board = Disc(at, radius), self.table.board
        return (
            on_table(board, base)
            and not impassable_under(board, base)
            and not any(area.holds(base) for area in self.march.shut)
            and base_under(stands, base, (who,)) is None
        )

    @cached_property
    def _walls(self) -> Walls:
        """Return what nobody may cross, the ground that the unit keeps out of included."""
        shut = [side for area in self.march.shut for side in area.sides()]
        walls = self.table.board.walls
        return Walls((*walls.segments, *shut)) if shut else walls


Ways = dict[ModelId, Path]


@dataclass(frozen=True, slots=True)
class DraftPath:
    """One model's way while a hand draws it."""

    who: ModelId
    wish: Path
    legal: Path
    """The nearest way that it may go: the wish itself, where nothing is wrong with it."""
    no: Refusal | None = None
    """What is wrong with the wish."""


class MarchDraft:
    """Where the models of a unit would go. Each way is legal; all together may not be."""

    def __init__(self, march: March, table: Table) -> None:
        self.march, self.table = march, table
        self.detours = Detours(march, table)
        self.ways: Ways = {}
        """In an order in which they can be walked."""
        self._past: list[Ways] = []
        self._undone: list[Ways] = []
        self.take(march.sample(table, 0, 1) or [])
        self._past.clear()

    @property
    def models(self) -> tuple[ModelId, ...]:
        """Return who may move, in the order of the roster."""
        return tuple(m for m in self.table.units[self.march.unit].models if m in self.goings)

    @property
    def goings(self) -> Mapping[ModelId, Any]:
        return self.march.goings

    def way(self, who: ModelId) -> Path:
        """Return a model's way; its start alone if it stays."""
        return self.ways.get(who, (self.table.models[who].at,))

    def end(self, who: ModelId) -> Point:
        return self.way(who)[-1]

    def used(self, who: ModelId) -> float:
        return length(self.way(who))

    def stands(self) -> dict[ModelId, Disc]:
        """Return where everybody would stand; enemies as wide as they must be kept off."""
        stands = self.march.stands(self.table)
        for who, path in self.ways.items():
            stands[who] = stands[who]._replace(at=path[-1])
        return stands

    def trial(self, who: ModelId, wish: Path) -> DraftPath:
        """Return what would come of one more way, whatever the order of walking."""
        return self._tried(who, wish, self.stands())

    def trials(self, wishes: Mapping[ModelId, Path]) -> list[DraftPath]:
        """Return what would come of ways that are gone together, in the order given."""
        stands, trials = self.stands(), list[DraftPath]()
        for who, wish in wishes.items():
            trial = self._tried(who, wish, stands)
            stands[who] = stands[who]._replace(at=trial.legal[-1])
            trials.append(trial)
        return trials

    def _tried(self, who: ModelId, wish: Path, stands: dict[ModelId, Disc]) -> DraftPath:
        wish = self._into_contact(who, _rounded(wish))
        no = self.march.why_not(self.table, stands, who, wish)
        if no is None or self._can_all_walk(self.ways | {who: wish}):
            return DraftPath(who, wish, wish)
        if around := self.detours.around(who, wish, wish[-1], stands):
            return DraftPath(who, wish, around)
        no = self.march.wrong(self.table, stands, who, wish)
        near = no.fix if no else None
        legal = tuple(Point(*p) for p in near) if near else wish[:1]
        return DraftPath(who, wish, legal, no)

    def settled(self, trials: Iterable[DraftPath]) -> list[DraftPath]:
        """Return trials with better ways for those who were stopped, if there are any.

        It looks around corners for places near to where the wishes end: too slow for every
        step of a hand, and quick enough for its last.
        """
        stands, better = self.stands(), list[DraftPath]()
        for trial in trials:
            stopped = trial.no is not None
            missed = trial.wish, distance(trial.legal[-1], trial.wish[-1])
            found = self.detours.nearer(trial.who, *missed, stands) if stopped else None
            best = replace(trial, legal=found) if found else trial
            stands[trial.who] = stands[trial.who]._replace(at=best.legal[-1])
            better.append(best)
        return better

    def _into_contact(self, who: ModelId, wish: Path) -> Path:
        """Return a way that ends in the enemy who is charged, drawn back to his base's edge."""
        base, end = self.table.models[who].base, wish[-1]
        for foe in self.march.foe_bases(self.table):
            apart = base + foe.radius + PULL_BACK
            if distance(end, foe.at) < apart and wish[-2:-1] not in ((), (foe.at,)):
                toward = unit_vector(foe.at, wish[-2])
                return (*wish[:-1], thousandths(point_ahead(foe.at, toward, apart)))
        return wish

    def lay(self, trials: Iterable[DraftPath]) -> None:
        """Take the legal ways of some trials into the draft."""
        ways = self.ways | {t.who: t.legal for t in trials}
        self._change(ways)

    def stay(self, models: Collection[ModelId]) -> None:
        """Put some models back where they stand."""
        self._change({w: p for w, p in self.ways.items() if w not in models})

    def take(self, answer: Iterable[Any]) -> None:
        """Plan the march that an answer tells: a suggestion, or the fix of a refused one."""
        self._change({w: tuple(Point(*p) for p in path) for w, path in answer})

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> None:
        self._undone.append(self.ways)
        self.ways = self._past.pop()

    def redo(self) -> None:
        self._past.append(self.ways)
        self.ways = self._undone.pop()

    def _change(self, ways: Ways) -> None:
        moved = {w: p for w, p in ways.items() if length(p) > 0.0}
        if moved == self.ways:
            return
        self._past.append(self.ways)
        self._undone.clear()
        self.ways = self._in_order(moved)

    def _can_all_walk(self, ways: Ways) -> bool:
        return self._walked(ways)[1] == {}

    def _in_order(self, ways: Ways) -> Ways:
        """Return the ways in an order in which they can be walked, as far as there is one."""
        walked, left = self._walked(ways)
        return walked | left

    def _walked(self, ways: Ways) -> tuple[Ways, Ways]:
        """Let whoever can go next go, until nobody can; return who went and who did not."""
        stands, walked, left = self.march.stands(self.table), Ways(), self._foremost(ways)
        went = True
        while went:
            went = False
            for who in tuple(left):
                if self.march.why_not(self.table, stands, who, left[who]) is None:
                    walked[who] = left.pop(who)
                    stands[who] = stands[who]._replace(at=walked[who][-1])
                    went = True
        return walked, left

    def _foremost(self, ways: Ways) -> Ways:
        """Return the ways, those first that come into contact where the first must."""
        if not self.march.must_touch:
            return dict(ways)
        foes = self.march.foe_bases(self.table)

        def apart(who: ModelId) -> bool:
            end = self.table.models[who].disc._replace(at=ways[who][-1])
            return not any([self.march.meets(end, foe) for foe in foes])

        return {who: ways[who] for who in sorted(ways, key=apart)}

    def unit(self, trials: Iterable[DraftPath] = ()) -> dict[ModelId, Disc]:
        """Return where the models of the unit would stand, some of them on trial."""
        ends = {t.who: t.legal[-1] for t in trials}
        return {
            m.id: m.disc._replace(at=ends.get(m.id) or self.end(m.id))
            for m in self.table.of(self.march.unit)
        }

    def torn(self, trials: Iterable[DraftPath] = ()) -> list[ModelId]:
        """Return who would stand too far from the rest of the unit."""
        loose = self.march.loose
        body = {who: disc for who, disc in self.unit(trials).items() if who not in loose}
        return out_of_chain(body, self.march.chain)

    @property
    def answer(self) -> list[list[Any]]:
        """Return the march as JSON."""
        return moves_to_json(tuple(self.ways.items()))

    @property
    def refusal(self) -> IllegalAnswer | None:
        """Return what the rules say against the march as a whole."""
        try:
            self.march.judge(self.table, self.march.read(self.answer))
        except IllegalAnswer as no:
            return no
        return None


def _rounded(path: Path) -> Path:
    return (path[0], *(thousandths(at) for at in path[1:]))


SLOP = 0.12
"""Inches: a hand that moved less has only clicked."""


class ModelDrag:
    """One model that was taken hold of, and those that go with it, as one block."""

    def __init__(
        self, draft: MarchDraft, models: Collection[ModelId], held: ModelId, at: Point
    ) -> None:
        self.draft = draft
        self.held = held
        self.start = at
        end = draft.end(held)
        self.grip = Point(at.x - end.x, at.y - end.y)
        """How far off its middle the held model was taken."""
        self.stems = {m: _stem(draft.way(m)) for m in models}
        """What of each way stays: all but its end, which the hand moves."""
        self.ends = {m: draft.end(m) for m in models}
        self.moved = False
        """Whether the hand has moved at all."""
        self.trials: list[DraftPath] = []

    def to(self, at: Point) -> None:
        """Draw every way on to where the hand is now."""
        self.moved = self.moved or distance(at, self.start) > SLOP
        if self.moved:
            self.trials = self.draft.trials(self._wishes(at))

    def bend(self) -> None:
        """Put a corner where each way ends now, and go on from there."""
        for trial in self.trials:
            stem = self.stems[trial.who]
            self.ends[trial.who] = trial.legal[-1]
            if trial.legal[-1] != stem[-1]:
                self.stems[trial.who] = trial.legal

    @property
    def held_trial(self) -> DraftPath | None:
        return next((t for t in self.trials if t.who == self.held), None)

    @property
    def stopped(self) -> DraftPath | None:
        """Return a trial that cannot go as it is wished: the held model's, if it is one."""
        wrong = [t for t in self.trials if t.no]
        return next((t for t in wrong if t.who == self.held), wrong[0] if wrong else None)

    def _wishes(self, at: Point) -> dict[ModelId, Path]:
        """Return the ways that the hand wishes for, the foremost first."""
        end = self.ends[self.held]
        dx, dy = at.x - self.grip.x - end.x, at.y - self.grip.y - end.y

        def behind(who: ModelId) -> float:
            return -(self.ends[who].x * dx + self.ends[who].y * dy)

        return {
            m: (*self.stems[m], Point(self.ends[m].x + dx, self.ends[m].y + dy))
            for m in sorted(self.stems, key=behind)
        }


def _stem(way: Path) -> Path:
    return way[:-1] if len(way) > 1 else way
