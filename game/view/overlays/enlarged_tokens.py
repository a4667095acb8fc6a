"""Tokens that are drawn larger than their bases, because the open question is about them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from game.geometry.points import Disc, Point, distance
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table
from game.view.camera import SMALLEST
from game.view.overlays import BaseOutline, Overlay, TargetBrackets
from game.view.overlays.badges import NONE_LARGE, grouped, sign_of

LAPS: Final = 2.0
"""Pixels by which an enlarged token may lie over another token."""


class Enlarged(NamedTuple):
    """Models that stand alone and are too small to be asked about at their own size."""

    discs: Mapping[ModelId, Disc] = NONE_LARGE
    """Bases as large as the tokens are drawn."""
    larger: Mapping[Disc, Disc] = MappingProxyType({})
    """The same by the bases of the models."""
    crowded: frozenset[UnitId] = frozenset()
    """Units of those without room for a larger token, which have a badge instead."""

    def around(self, overlay: Overlay) -> Overlay:
        """Return an overlay with its marks of models around the enlarged tokens."""
        larger = self.larger
        if isinstance(overlay, BaseOutline):
            return replace(overlay, bases=tuple([larger.get(b, b) for b in overlay.bases]))
        if isinstance(overlay, TargetBrackets):
            return replace(overlay, base=larger.get(overlay.base, overlay.base))
        return overlay

    def with_held(self, held: Sequence[Model], ppi: int) -> Enlarged:
        """Return these and the model that a player is placing or moving, unless it is several.

        *held*: the models where they are drawn.
        """
        found = {m.id: Disc(m.at, SMALLEST / 2 / ppi) for m in held}
        if len(held) != 1 or held[0].base >= found[held[0].id].radius:
            return self
        bases = {m.disc: found[m.id] for m in held}
        return Enlarged({**self.discs, **found}, {**self.larger, **bases}, self.crowded)


NONE_ENLARGED: Final = Enlarged()


def standing_apart(table: Table, planned: Mapping[ModelId, Point]) -> Iterator[Model]:
    """Yield the models of a planned move that then stand apart from their unit."""
    for unit in dict.fromkeys(table.models[id_].unit for id_ in planned):
        there = [replace(m, at=planned.get(m.id) or m.at) for m in table.of(unit)]
        yield from (g[0] for g in grouped(there) if len(g) == 1 and g[0].id in planned)


class TokenEnlarger:
    """Finds the tokens to enlarge; it looks again only when the table has changed."""

    def __init__(self) -> None:
        self._known: object = None
        self._found = NONE_ENLARGED

    def enlarged(
        self, table: Table, asked: Collection[ModelId], labelled: Collection[UnitId], ppi: int
    ) -> Enlarged:
        """Return which tokens are enlarged at *ppi* pixels per inch.

        *asked*: models that the open question is about, or that answer it; *labelled*: units
        that have a badge anyway.
        """
        if not asked:
            return NONE_ENLARGED
        # Records are replaced, never changed: comparing them is a comparison of identities.
        known = (
            *(tuple(table.models.values()), tuple(table.units.values())),
            *(frozenset(asked), frozenset(labelled), ppi),
        )
        if known != self._known:
            self._known, self._found = known, _enlarged(table, asked, labelled, ppi)
        return self._found


def _enlarged(
    table: Table, asked: Collection[ModelId], labelled: Collection[UnitId], ppi: int
) -> Enlarged:
    radius = SMALLEST / 2 / ppi
    alone = {
        model.id: Disc(model.at, radius)
        for model in _alone(table, asked, labelled)
        if model.base < radius
    }
    drawn = [(m.id, alone.get(m.id, m.disc)) for m in table.standing()] if alone else []
    crowded = {
        id_
        for id_, disc in alone.items()
        for other, beside in drawn
        if other != id_
        and (distance(disc.at, beside.at) - disc.radius - beside.radius) * ppi < -LAPS
    }
    large = {id_: disc for id_, disc in alone.items() if id_ not in crowded}
    return Enlarged(
        large,
        {table.models[id_].disc: disc for id_, disc in large.items()},
        frozenset(table.models[id_].unit for id_ in crowded),
    )


def _alone(
    table: Table, asked: Collection[ModelId], labelled: Collection[UnitId]
) -> Iterator[Model]:
    """Yield the asked models that stand apart from their unit and have no badge."""
    for unit in table.fielded():
        if unit.id in labelled or sign_of(unit):
            continue
        models = table.of(unit.id)
        if any(model.id in asked for model in models):
            yield from (g[0] for g in grouped(models) if len(g) == 1 and g[0].id in asked)
