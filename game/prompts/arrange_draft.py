"""A planned deployment of a unit with its own undo."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import cos, radians, sin
from typing import Any

from game.geometry.points import Disc, Point, thousandths
from game.geometry.polygons import box
from game.play.arrange import Arrange, spots_to_json
from game.play.base_placement import nearest_place, out_of_chain
from game.play.decisions import IllegalAnswer, Refusal
from game.table.records import ModelId
from game.table.state import Table

Spots = dict[ModelId, Point]

SUGGESTIONS = 24


class ArrangeDraft:
    """Planned places of all models of a unit, legal or not."""

    def __init__(self, arrange: Arrange, table: Table) -> None:
        self.arrange, self.table = arrange, table
        self.tried = 0
        """Number of suggestions requested so far."""
        self.spots = self._ranks()
        self._past: list[Spots] = []
        self._undone: list[Spots] = []
        self.suggest()
        self._past.clear()

    def _ranks(self) -> Spots:
        """Return a single row in the middle of the zone, for when nothing fits."""
        left, top, right, bottom = box(self.arrange.zone)
        middle, wide = (top + bottom) / 2, 2 * max(self.arrange.models.values()) + 0.1
        start = (left + right) / 2 - wide * (len(self.arrange.models) - 1) / 2
        return {m: Point(start + n * wide, middle) for n, m in enumerate(self.arrange.models)}

    def suggest(self) -> bool:
        """Take the next suggestion of the rules; return whether there was one."""
        for _ in range(SUGGESTIONS):
            k, self.tried = self.tried % SUGGESTIONS, self.tried + 1
            if (spots := self.arrange.sample(self.table, k, SUGGESTIONS)) is not None:
                self.take(spots)
                return True
        return False

    def take(self, answer: Iterable[Any]) -> None:
        """Plan the places of an answer: a suggestion, or the fix of a refused draft."""
        self._change({ModelId(id_): Point(*at) for id_, at in answer})

    def shift(self, models: Collection[ModelId], right: float, down: float) -> Spots:
        """Return the places with some models moved by inches."""
        return shifted(self.spots, models, right, down)

    def rotate(self, models: Collection[ModelId], degrees: float) -> None:
        """Turn some models about their common middle, clockwise by degrees."""
        turned = [self.spots[m] for m in models]
        x = sum([p.x for p in turned]) / len(turned)
        y = sum([p.y for p in turned]) / len(turned)
        c, s = cos(radians(degrees)), sin(radians(degrees))

        def about(at: Point) -> Point:
            right, down = at.x - x, at.y - y
            return thousandths(Point(x + right * c - down * s, y + right * s + down * c))

        self._change({m: about(p) if m in models else p for m, p in self.spots.items()})

    def put(self, spots: Spots) -> None:
        """Set the planned places."""
        self._change(dict(spots))

    def drop(self, spots: Spots, models: Collection[ModelId]) -> None:
        """Set down the models where they were released, as one change.

        If they may not stand there, they slip together, in formation, to the nearest legal
        place. Without one they stay where they were released.
        """
        slipped = None if self._refused(spots) is None else self._slipped(spots, models)
        self._change(slipped or dict(spots))

    def _slipped(self, spots: Spots, models: Collection[ModelId]) -> Spots | None:
        start = spots[next(iter(models))]

        def at(spot: Point) -> Spots:
            right, down = spot.x - start.x, spot.y - start.y
            return shifted(spots, models, right, down)

        def fits(spot: Point) -> bool:
            return not self.wrong(at(spot), models) and not self.torn(at(spot))

        near = nearest_place(start, fits)
        return None if near is None else at(near)

    def wrong(
        self, spots: Mapping[ModelId, Point], models: Collection[ModelId] = ()
    ) -> dict[ModelId, Refusal]:
        """Return the refusals of misplaced models; only *models* are checked, or all."""
        stands = self.arrange.stands(self.table)
        stands.update({m: Disc(at, self.arrange.models[m]) for m, at in spots.items()})
        found = dict[ModelId, Refusal]()
        for model_id in models or spots:
            if no := self.arrange.wrong(self.table, stands, model_id, spots[model_id]):
                found[model_id] = no
        return found

    def discs(self, spots: Mapping[ModelId, Point]) -> dict[ModelId, Disc]:
        return {m: Disc(at, self.arrange.models[m]) for m, at in spots.items()}

    def torn(self, spots: Mapping[ModelId, Point]) -> list[ModelId]:
        """Return the models that would be out of coherency."""
        return out_of_chain(self.discs(spots), self.arrange.chain)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> None:
        self._undone.append(self.spots)
        self.spots = self._past.pop()

    def redo(self) -> None:
        self._past.append(self.spots)
        self.spots = self._undone.pop()

    def _change(self, spots: Spots) -> None:
        if spots != self.spots:
            self._past.append(self.spots)
            self._undone.clear()
            self.spots = spots

    @property
    def answer(self) -> list[list[Any]]:
        """Return the arrangement as JSON."""
        return spots_to_json(tuple(self.spots.items()))

    @property
    def refusal(self) -> IllegalAnswer | None:
        """Return the refusal of the arrangement as a whole; None if it is legal."""
        return self._refused(self.spots)

    def _refused(self, spots: Spots) -> IllegalAnswer | None:
        try:
            answer = self.arrange.read(spots_to_json(tuple(spots.items())))
            self.arrange.judge(self.table, answer)
        except IllegalAnswer as no:
            return no
        return None


def shifted(spots: Spots, models: Collection[ModelId], right: float, down: float) -> Spots:
    """Return the places with some models moved by inches to the right and down."""
    return {
        m: thousandths(Point(at.x + right, at.y + down)) if m in models else at
        for m, at in spots.items()
    }
