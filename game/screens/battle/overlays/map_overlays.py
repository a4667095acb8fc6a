"""What turning the floor would change, as a sheet of the glass (``TC-07``)."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Point
from game.play.wording import name
from game.prompts.numbers import FloorPrompt
from game.prompts.prompt import AnyPrompt
from game.rules.cage.floor import cell_of, neighbours
from game.rules.cage.queries import could_next
from game.rules.kit.queries import TableView
from game.table.cage_floor import Rings, floor_of, outline, pose_in_cell
from game.table.records import Model
from game.view.overlays.shapes import (
    Area,
    BoardNote,
    Overlay,
    OverlayLayers,
    OverlayTone,
    VisibleArea,
)

BELOW = 0.55
"""Inches from a base to the words about it."""


class TurningSheet:
    """Worked out anew only when the ring is turned by another step."""

    def __init__(self) -> None:
        self._known: object = None
        self._sheets = OverlayLayers()

    def look(
        self, glance: TableView, prompt: AnyPrompt | None, moment: object
    ) -> OverlayLayers:
        if not isinstance(prompt, FloorPrompt):
            return OverlayLayers()
        known = moment, id(prompt), prompt.value
        if known != self._known:
            self._known = known
            self._sheets = _drawn(glance, prompt.rings)
        return self._sheets


def _drawn(glance: TableView, rings: Rings) -> OverlayLayers:
    after = TableView(glance.table.fork(), glance.rules)
    after.table.rings = rings
    below, above = list[Overlay](), list[Overlay]()
    models = after.table.standing()
    for model in models:
        below += changed(glance, model, rings)
    for model in models:
        foe = next(m for m in models if m is not model)
        words = could_next(after, model, foe)
        at, _ = pose_in_cell(floor_of(after.table.board), rings, cell_of(model), model.edge)
        low = Point(at.x, at.y + model.base + BELOW)
        told = f"{name(after.table, model.id)} {words.why} · {words.clause}"
        above.append(BoardNote(low, told, OverlayTone.PLAIN))
    return OverlayLayers(tuple(below), tuple(above))


def changed(glance: TableView, model: Model, rings: Rings) -> Iterator[Overlay]:
    """``TC-02``  Yield a champion's neighbours as rings would stand: new, lost and kept."""
    floor, cell = floor_of(glance.table.board), cell_of(model)
    before = neighbours(floor, glance.table.rings, cell)
    after = neighbours(floor, rings, cell)
    held = [cell_of(m) for m in glance.table.standing()]
    for other in after:
        edge = (outline(floor, rings, other),)
        if other in before:
            yield VisibleArea(edge, OverlayTone.COOL, fill=0.05)
        else:
            yield Area(edge, OverlayTone.GOOD, "" if other in held else "new neighbour")
    for other in before:
        if other not in after:
            words = "" if other in held else "no neighbour any more"
            yield Area((outline(floor, rings, other),), OverlayTone.BAD, words)
