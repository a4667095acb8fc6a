"""The draft of a march, in which the paths of a unit are planned."""

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
from game.play.decisions import Refusal
from game.play.moves.base_placement import base_under, impassable_under, nearest_place, on_table
from game.play.moves.march import March, moves_to_json
from game.play.moves.path_goals import PointGoal
from game.play.moves.pathfinding import shortest_path
from game.play.moves.paths import PULL_BACK
from game.prompts.drafts import SLOP, AnswerDraft
from game.table.records import ModelId
from game.table.state import Table

SHARES = (1.0, 0.8, 0.6, 0.4)
"""Shares of the remaining inches at which a nearer destination is tried."""


Ways = dict[ModelId, Path]


@dataclass(frozen=True, slots=True)
class DraftPath:
    """One model's path while it is being drawn."""

    model_id: ModelId
    wish: Path
    legal: Path
    """The nearest legal path; the wish itself if it is legal."""
    no: Refusal | None = None
    """Refusal of the wish."""


class MarchDraft(AnswerDraft[March, Ways]):
    """Planned paths of a unit; each is legal, but all together may not be."""

    def __init__(self, march: March, table: Table) -> None:
        super().__init__(march, table, {})
        self.take(march.sample(table, 0, 1) or [])
        self.forget()

    @property
    def paths(self) -> Ways:
        """Return the paths by model, in an order in which they can be walked."""
        return self.plan

    @property
    def models(self) -> tuple[ModelId, ...]:
        """Return the models that may move, in the order of the roster."""
        return tuple(
            m
            for m in self.table.units[self.decision.unit].models
            if m in self.decision.model_limits
        )

    def path(self, model_id: ModelId) -> Path:
        """Return a model's path; only its start if it stays."""
        return self.paths.get(model_id, (self.table.models[model_id].at,))

    def end(self, model_id: ModelId) -> Point:
        return self.path(model_id)[-1]

    def used(self, model_id: ModelId) -> float:
        return length(self.path(model_id))

    def bases(self) -> dict[ModelId, Disc]:
        """Return the planned discs of all models; enemies include their required distance."""
        bases = self.decision.bases(self.table)
        for model_id, path in self.paths.items():
            bases[model_id] = bases[model_id]._replace(at=path[-1])
        return bases

    def trials(self, wishes: Mapping[ModelId, Path]) -> list[DraftPath]:
        """Return the results of paths walked together, in the given order."""
        bases, trials = self.bases(), list[DraftPath]()
        for model_id, wish in wishes.items():
            trial = self._tried(model_id, wish, bases)
            bases[model_id] = bases[model_id]._replace(at=trial.legal[-1])
            trials.append(trial)
        return trials

    def _tried(self, model_id: ModelId, wish: Path, bases: dict[ModelId, Disc]) -> DraftPath:
        wish = self._into_contact(model_id, (wish[0], *map(thousandths, wish[1:])))
        no = self.decision.why_not(self.table, bases, model_id, wish)
        if no is None or not self._walked(self.paths | {model_id: wish})[1]:
            return DraftPath(model_id, wish, wish)
        if around := self._around(model_id, wish, wish[-1], bases):
            return DraftPath(model_id, wish, around)
        no = self.decision.wrong(self.table, bases, model_id, wish)
        near = no.fix if no else None
        legal = tuple(Point(*p) for p in near) if near else wish[:1]
        return DraftPath(model_id, wish, legal, no)

    def settled(self, trials: Iterable[DraftPath]) -> list[DraftPath]:
        """Return the trials with better paths for models that were stopped, if there are any.

        It searches around corners for places near the wished ends. That is too slow for every
        mouse movement, but fast enough for the last.
        """
        bases, better = self.bases(), list[DraftPath]()
        for trial in trials:
            stopped = trial.no is not None
            missed = trial.wish, distance(trial.legal[-1], trial.wish[-1])
            found = self._nearer(trial.model_id, *missed, bases) if stopped else None
            best = replace(trial, legal=found) if found else trial
            bases[trial.model_id] = bases[trial.model_id]._replace(at=best.legal[-1])
            better.append(best)
        return better

    def trials_to(self, models: Collection[ModelId], goal: Point) -> list[DraftPath]:
        """Return the paths that bring the middle of a block of models to a place.

        The block starts from where it stands, whatever is planned for it.
        """
        whole = self.plan
        self.plan = {w: path for w, path in whole.items() if w not in models}
        ends = [self.end(m) for m in models]
        middle = Point(sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
        held = min(models, key=lambda m: distance(self.end(m), middle))
        drag = ModelDrag(self, models, held, self.end(held))
        drag.to(goal)
        trials = self.settled(drag.trials)
        self.plan = whole
        return trials

    def _around(
        self, model_id: ModelId, wish: Path, end: Point, bases: Mapping[ModelId, Disc]
    ) -> Path | None:
        """Return a legal path that leads to *end* around obstacles; None if there is none."""
        start, going, board = (
            wish[-2:-1],
            self.decision.model_limits[model_id],
            self.table.board,
        )
        left = going.distance - length(wish[:-1])
        if not start or going.over or distance(start[0], end) > left:
            return None
        others = {str(m): disc for m, disc in bases.items() if m != model_id}
        base, size = bases[model_id]._replace(at=start[0]), (board.width, board.height)
        found = shortest_path(base, PointGoal(end), self._walls, others, size, left)
        if found is None or not found.arrived:
            return None
        path = (*wish[:-2], *found.path)
        return None if self.decision.why_not(self.table, bases, model_id, path) else path

    def _nearer(
        self, model_id: ModelId, wish: Path, missed: float, bases: Mapping[ModelId, Disc]
    ) -> Path | None:
        """Return a path that ends less than *missed* inches from the wish; None if none."""
        base, left = (
            bases[model_id],
            self.decision.model_limits[model_id].distance - length(wish[:-1]),
        )
        straight = distance(wish[-2], wish[-1]) if len(wish) > 1 else 0.0
        if not straight:
            return None
        for share in SHARES:
            goal = point_ahead(
                wish[-2], unit_vector(wish[-2], wish[-1]), min(straight, left * share)
            )
            spot = nearest_place(goal, partial(self._may_stand, model_id, base.radius, bases))
            if spot is None or distance(spot, wish[-1]) >= missed:
                continue
            if path := self._around(model_id, wish, spot, bases):
                return path
        return None

    def _may_stand(
        self, model_id: ModelId, radius: float, bases: Mapping[ModelId, Disc], at: Point
    ) -> bool:
        base, board = Disc(at, radius), self.table.board
        return (
            on_table(board, base)
            and not impassable_under(board, base)
            and not any(area.holds(base) for area in self.decision.off_limits)
            and base_under(bases, base, (model_id,)) is None
        )

    @cached_property
    def _walls(self) -> Walls:
        """Return everything impassable, including the areas that the unit keeps out of."""
        off_limits = [side for area in self.decision.off_limits for side in area.sides()]
        walls = self.table.board.walls
        return Walls((*walls.segments, *off_limits)) if off_limits else walls

    def _into_contact(self, model_id: ModelId, wish: Path) -> Path:
        """Return a path that ends at the edge of the base of an enemy that is charged."""
        base, end = self.table.models[model_id].base, wish[-1]
        for foe in self.decision.foe_bases(self.table):
            apart = base + foe.radius + PULL_BACK
            if distance(end, foe.at) < apart and wish[-2:-1] not in ((), (foe.at,)):
                toward = unit_vector(foe.at, wish[-2])
                return (*wish[:-1], thousandths(point_ahead(foe.at, toward, apart)))
        return wish

    def lay(self, trials: Iterable[DraftPath]) -> None:
        """Add the legal paths of some trials to the draft."""
        ways = self.paths | {t.model_id: t.legal for t in trials}
        self.change(ways)

    def stay(self, models: Collection[ModelId]) -> None:
        """Put some models back to where they are on the table."""
        self.change({w: p for w, p in self.paths.items() if w not in models})

    def take(self, answer: Iterable[Any]) -> None:
        """Plan the march of an answer: a suggestion, or the fix of a refused draft."""
        self.change({w: tuple(Point(*p) for p in path) for w, path in answer})

    def change(self, plan: Ways) -> None:
        """Set other paths, in a walkable order; those that cannot be walked come last."""
        moved = {w: p for w, p in plan.items() if length(p) > 0.0}
        if moved != self.paths:
            walked, left = self._walked(moved)
            super().change(walked | left)

    def _walked(self, ways: Ways) -> tuple[Ways, Ways]:
        """Walk the paths in any order that works; return the paths walked and those blocked."""
        bases, walked, left = self.decision.bases(self.table), Ways(), self._foremost(ways)
        went = True
        while went:
            went = False
            for model_id in tuple(left):
                if self.decision.why_not(self.table, bases, model_id, left[model_id]) is None:
                    walked[model_id] = left.pop(model_id)
                    bases[model_id] = bases[model_id]._replace(at=walked[model_id][-1])
                    went = True
        return walked, left

    def _foremost(self, ways: Ways) -> Ways:
        """Return the paths; if contact is required, those that reach it come first."""
        if not self.decision.must_touch:
            return dict(ways)
        foes = self.decision.foe_bases(self.table)

        def apart(model_id: ModelId) -> bool:
            end = self.table.models[model_id].disc._replace(at=ways[model_id][-1])
            return not any([self.decision.meets(end, foe) for foe in foes])

        return {model_id: ways[model_id] for model_id in sorted(ways, key=apart)}

    def unit(self, trials: Iterable[DraftPath] = ()) -> dict[ModelId, Disc]:
        """Return the discs of the unit, with the trials' ends for some models."""
        ends = {t.model_id: t.legal[-1] for t in trials}
        return {
            m.id: m.disc._replace(at=ends.get(m.id) or self.end(m.id))
            for m in self.table.of(self.decision.unit)
        }

    def discs(self) -> dict[ModelId, Disc]:
        """Return the planned bases of the models that may move."""
        unit = self.unit()
        return {m: unit[m] for m in self.models}

    def raw(self, plan: Ways) -> list[list[Any]]:
        """Return paths as the JSON of an answer."""
        return moves_to_json(tuple(plan.items()))


class ModelDrag:
    """A drag of one model, and of the models that move with it as a block."""

    def __init__(
        self, draft: MarchDraft, models: Collection[ModelId], held: ModelId, at: Point
    ) -> None:
        self.draft = draft
        self.held = held
        self.start = at
        end = draft.end(held)
        self.grip = Point(at.x - end.x, at.y - end.y)
        """Offset from the held model's centre to the point where it was grabbed."""
        self.stems = {m: draft.path(m)[:-1] or draft.path(m) for m in models}
        """The settled part of each path: all but the end, which the mouse moves."""
        self.ends = {m: draft.end(m) for m in models}
        self.moved = False
        """True if the mouse has moved by more than ``SLOP``."""
        self.trials: list[DraftPath] = []

    def to(self, at: Point) -> None:
        """Extend every path to the position of the mouse."""
        self.moved = self.moved or distance(at, self.start) > SLOP
        if self.moved:
            self.trials = self.draft.trials(self._wishes(at))

    def bend(self) -> None:
        """Add a corner where each path ends now, and continue from there."""
        for trial in self.trials:
            stem = self.stems[trial.model_id]
            self.ends[trial.model_id] = trial.legal[-1]
            if trial.legal[-1] != stem[-1]:
                self.stems[trial.model_id] = trial.legal

    @property
    def held_trial(self) -> DraftPath | None:
        return next((t for t in self.trials if t.model_id == self.held), None)

    @property
    def stopped(self) -> DraftPath | None:
        """Return a trial that cannot follow its wish, the held model's first; None for none."""
        wrong = [t for t in self.trials if t.no]
        return next((t for t in wrong if t.model_id == self.held), wrong[0] if wrong else None)

    def _wishes(self, at: Point) -> dict[ModelId, Path]:
        """Return the wished paths, the foremost model first."""
        end = self.ends[self.held]
        dx, dy = at.x - self.grip.x - end.x, at.y - self.grip.y - end.y

        def behind(model_id: ModelId) -> float:
            return -(self.ends[model_id].x * dx + self.ends[model_id].y * dy)

        return {
            m: (*self.stems[m], Point(self.ends[m].x + dx, self.ends[m].y + dy))
            for m in sorted(self.stems, key=behind)
        }
