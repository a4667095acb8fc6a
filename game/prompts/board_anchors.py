"""Board positions of decision ids, picking by mouse, and names in place of ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.geometry.points import Disc, Path, Point, distance
from game.geometry.polygons import inside
from game.play.wording import name
from game.table.board import Board
from game.table.records import Model, ModelId, UnitId, Where
from game.table.state import Table
from game.view.overlays.overlay_shapes import (
    Area,
    BaseOutline,
    Overlay,
    OverlayTone,
    TargetBrackets,
)

MARKER = 0.75
"""Radius in inches within which a click on an objective marker counts."""
NOWHERE = 1000.0


@dataclass(frozen=True, slots=True)
class BoardAnchor:
    """The objects on the board that an option belongs to; empty if there are none."""

    discs: tuple[Disc, ...] = ()
    outline: Path = ()
    likeness: Path = ()
    """Second outline of an object that has two, such as a zone map."""

    def __bool__(self) -> bool:
        return bool(self.discs or self.outline)

    @property
    def outlines(self) -> tuple[Path, ...]:
        return tuple(outline for outline in (self.outline, self.likeness) if outline)

    def off(self, at: Point) -> float:
        """Return the distance in inches from a point to the anchor; negative inside."""
        if self.discs:
            return min([distance(at, d.at) - d.radius for d in self.discs])
        if any(inside(at, outline) for outline in self.outlines):
            return -0.001
        return NOWHERE

    def shown(
        self, tone: OverlayTone, *, aimed: bool = False, words: str = ""
    ) -> tuple[Overlay, ...]:
        """Return the overlays that mark it on the board."""
        if self.outline:
            return (Area(self.outlines, tone, words),)
        aims = tuple(TargetBrackets(disc, tone) for disc in self.discs) if aimed else ()
        return (BaseOutline(self.discs, tone), *aims) if self.discs else ()


def anchor(table: Table, id_: str) -> BoardAnchor:
    """Return the anchor of a unit, model, marker, zone, zone map or piece of terrain.

    It is empty for any other id.
    """
    if (unit := UnitId(id_)) in table.units:
        return BoardAnchor(tuple(m.disc for m in table.of(unit)))
    if model := table.models.get(ModelId(id_)):
        return BoardAnchor((model.disc,) if model.where is Where.TABLE else ())
    for marker in table.objectives:
        if marker.id == id_:
            return BoardAnchor((Disc(marker.at, MARKER),))
    if (piece := table.pieces.get(id_)) and piece.where is Where.TABLE:
        return (
            BoardAnchor(outline=piece.corners) if piece.outline else BoardAnchor((piece.disc,))
        )
    return BoardAnchor((), *_areas(table.board).get(id_, ()))


def _areas(board: Board) -> dict[str, tuple[Path, ...]]:
    """Return the outlines of terrain and zones, both for a zone map."""
    areas: dict[str, tuple[Path, ...]] = {t.id: (t.outline,) for t in board.terrain}
    areas |= {zone.id: (zone.outline,) for zone in board.all_zones.values()}
    return areas | {n: tuple(z.outline for z in both) for n, both in board.zone_maps.items()}


def base_at(discs: Mapping[ModelId, Disc], at: Point, reach: float) -> ModelId | None:
    """Return the model with the base under a point, or nearest within *reach* inches."""
    near = [(distance(d.at, at) - d.radius, model_id) for model_id, d in discs.items()]
    off, model_id = min(near, default=(1.0, None))
    return model_id if off <= reach else None


def model_or_first_of_unit(table: Table, id_: str) -> Model:
    """Return a model by its id, or the first model of a unit on the table."""
    unit = UnitId(id_)
    return table.of(unit)[0] if unit in table.units else table.models[ModelId(id_)]


def option_at(anchors: Sequence[BoardAnchor], at: Point, reach: float) -> int | None:
    """Return the index of the nearest anchor within *reach* inches; None if there is none."""
    near = [(a.off(at), n) for n, a in enumerate(anchors)]
    off, n = min(near, default=(NOWHERE, 0))
    return n if off <= reach else None


_WORD = re.compile(r"[\w-]+")


def refusal_text(table: Table, words: str) -> str:
    """Return a sentence that names models and units and begins with a capital letter."""

    def called(word: re.Match[str]) -> str:
        id_ = word.group()
        known = ModelId(id_) in table.models or UnitId(id_) in table.units
        return name(table, id_) if known else id_

    text = _WORD.sub(called, words)
    return text[:1].upper() + text[1:]
