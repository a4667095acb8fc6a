"""Drawing of a planned march, including coherency links."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from game.geometry.points import EPSILON, Disc, Path, Point, distance, gap, length
from game.geometry.polygons import boxes_meet
from game.play.march import March
from game.play.wording import model_name
from game.prompts.board_anchors import refusal_text
from game.prompts.march_draft import DraftPath, MarchDraft, ModelDrag
from game.table.board import Terrain, TerrainKind
from game.table.records import ModelId
from game.view.overlays.overlay_shapes import (
    Area,
    BaseOutline,
    BoardNote,
    Links,
    MarchTrails,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    Trail,
)


def links(unit: Mapping[ModelId, Disc], chain: float) -> Links:
    """Return the shortest set of links that joins all models, with too wide gaps as broken."""
    kept, broken = list[tuple[Point, Point]](), list[tuple[Point, Point]]()
    discs = list(unit.values())
    joined, rest = discs[:1], discs[1:]
    while rest:
        a, b = min(((a, b) for a in joined for b in rest), key=lambda pair: gap(*pair))
        line = a.at, b.at
        (kept if gap(a, b) <= chain + EPSILON else broken).append(line)
        rest.remove(b)
        joined.append(b)
    return Links(tuple(kept), tuple(broken))


RIM = 0.09
"""Inches around a base at which its outline is drawn."""


def ground(draft: MarchDraft) -> Iterator[Overlay]:
    """Yield the terrain and the enemies within reach that limit the move."""
    left, top, right, bottom = _reach(draft)
    shut, out = {t.id for t in draft.march.shut}, dict[TerrainKind, list[Path]]()
    for piece in draft.table.areas:
        if not boxes_meet(piece.box, (left, top, right, bottom)):
            continue
        if piece.id in shut:
            out.setdefault(piece.kind, []).append(piece.outline)
        elif piece.difficult and _slows(draft.march, piece):
            yield Area((piece.outline,), OverlayTone.PLANNED)
    for kind, outlines in out.items():
        yield Area(tuple(outlines), OverlayTone.BAD, f"staying out of the {kind}")
    near = tuple(
        Disc(disc.at, disc.radius - RIM)
        for model_id, disc in draft.march.stands(draft.table).items()
        if model_id in draft.table.models
        and draft.table.models[model_id].side != draft.march.by
        and left < disc.at.x + disc.radius
        and disc.at.x - disc.radius < right
        and top < disc.at.y + disc.radius
        and disc.at.y - disc.radius < bottom
    )
    if near:
        yield BaseOutline(near, OverlayTone.BAD)


def _slows(march: March, piece: Terrain) -> bool:
    """Return whether Difficult terrain slows the unit and needs an outline.

    Under ``MC-04`` none does, and water is visible anyway.
    """
    return piece.kind is not TerrainKind.FLOODED and not march.clauses.move.startswith("MC")


def coherency_preview(draft: MarchDraft, drag: ModelDrag | None) -> Iterator[Overlay]:
    """Yield the coherency links of the unit, broken ones included."""
    unit = draft.unit(drag.trials if drag else ())
    if len(unit) > 1:
        yield links(unit, draft.march.chain)


def _reach(draft: MarchDraft) -> tuple[float, float, float, float]:
    """Return the bounding box that the unit could reach."""
    inches = max([g.distance for g in draft.goings.values()], default=0.0) + 1.0
    spots = [m.at for m in draft.table.of(draft.march.unit)]
    xs, ys = [p.x for p in spots], [p.y for p in spots]
    return min(xs) - inches, min(ys) - inches, max(xs) + inches, max(ys) + inches


def path_overlays(
    draft: MarchDraft, drag: ModelDrag | None, picked: Collection[ModelId]
) -> Iterator[Overlay]:
    """Yield the planned paths, and the ones being dragged."""
    trying = {t.model_id for t in drag.trials} if drag else set[ModelId]()
    alone = picked if len(picked) == 1 else ()
    others = [
        w
        for model_id, w in draft.paths.items()
        if model_id not in trying and model_id not in alone
    ]
    if drag:
        others += [t.legal for t in drag.trials if t.model_id != drag.held]
    if others := [path for path in others if length(path) > 0.0]:
        yield MarchTrails(tuple(others))
    if drag:
        yield from _drawn(draft, drag)
    elif len(picked) == 1:
        yield from _shown(draft, next(iter(picked)))


def _shown(draft: MarchDraft, model_id: ModelId) -> Iterator[Overlay]:
    """Yield the range of one model and its path so far."""
    model = draft.table.models[model_id]
    inches = draft.goings[model_id].distance
    yield RangeRing(
        model.at, inches, OverlayTone.CHOSEN, "" if model_id in draft.paths else f'{inches:g}"'
    )
    if model_id in draft.paths:
        yield Trail(draft.path(model_id), model.base, inches)


def _drawn(draft: MarchDraft, drag: ModelDrag) -> Iterator[Overlay]:
    if held := drag.held_trial:
        model, inches = draft.table.models[held.model_id], draft.goings[held.model_id].distance
        if len(drag.trials) == 1:
            yield RangeRing(model.at, inches)
        if length(held.legal) > 0.0:
            yield Trail(held.legal, model.base, inches)
        yield from _missing(held)
        if held.no:
            end = held.wish[-1]
            above = Point(end.x, end.y - model.base - 0.5)
            yield BoardNote(above, refusal_text(draft.table, held.no.reason), OverlayTone.BAD)


def _missing(trial: DraftPath) -> Iterator[Overlay]:
    """Yield the part of a path that cannot be walked."""
    if trial.no and distance(trial.legal[-1], trial.wish[-1]) > 0.02:
        yield OverlayLine(trial.legal[-1], trial.wish[-1], OverlayTone.BAD)


def frame(a: Point, b: Point) -> Overlay:
    """Return the frame that is drawn around models to pick them."""
    return Area(((a, Point(b.x, a.y), b, Point(a.x, b.y)),), OverlayTone.CHOSEN)


def inches_used_text(draft: MarchDraft, picked: Collection[ModelId]) -> str:
    """Return a text with the inches used by the picked models, and those left."""
    if not picked:
        return "Drag a model, or draw a box around several"
    used = max(draft.used(m) for m in picked)
    inches = min(draft.goings[m].distance for m in picked)
    id_ = (
        model_name(draft.table, next(iter(picked)))
        if len(picked) == 1
        else f"{len(picked)} models"
    )
    return f'{id_}: {used:.1f}" of {inches:g}", {max(0.0, inches - used):.1f}" left'
