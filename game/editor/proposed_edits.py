"""Edits of a map that its trial games propose."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from math import hypot
from typing import NamedTuple

import shapely
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from game.content.maps.board_faults import faults_on
from game.content.maps.classes import DeploymentZone, Door, Ground, Lamp, Note
from game.content.maps.made_board import ids_of, to_board
from game.content.maps.map_class import MapClass, TerrainClass
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.validation import faults_of
from game.editor.edits import EditRefusedError, changed, home_of
from game.editor.findings import middle
from game.editor.new_objects import fitted
from game.editor.object_words import object_words, with_article
from game.editor.outline_edits import area_of
from game.editor.system_parts import mended, moved_together
from game.editor.transforms import box_of, moved, scaled, turned
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance
from game.lab.map_advice import MapProposal, TerrainEdit
from game.table.board import NATURE, Terrain

FAR = 5.0
"""Distance in inches from the proposed place within which terrain is put."""
STEP = 0.5
CLEAR = 1.0
"""Inches that new terrain keeps from other terrain, markers and lanes."""
SIZES = (1.0, 0.7, 0.45)
"""Sizes of new terrain as shares of that which is repeated."""
WHOLE = 3.0
"""Inches further away at which terrain of its whole size is as good as a mere point."""
ROUNDING = 0.05
"""Inches more for the corners with which a rounded distance is drawn."""
MAX_LENGTH = 8.0
"""Length in inches of the longest piece of terrain that is repeated elsewhere."""
NEAR = 8.0
"""Distance in inches from the proposed place within which objects are removed or changed."""
MAX_CHECKED = 6
"""Maximum number of places whose board is checked for faults."""
BESIDE = 3.0
"""Distance in inches within which a model that falls at the proposed place stood in terrain."""
DANGERS = {
    "dangerous": (0, NEAR),
    "leaks": (1, NEAR),
    "difficult": (1, BESIDE),
    "impassable": (2, BESIDE),
}
"""Properties of terrain that may take models: a rank, 0 for most surely, and how far away.

Difficult ground is Dangerous for models that it does not slow (``CC-20``). Models that land on
Impassable ground are lost (``CC-35``), and in some games those that run into it may be.
"""
UNDERLAY = (Ground, Lamp, Note)
"""Classes on which terrain may stand."""


class ProposedChange(NamedTuple):
    """The map after a proposed edit; the map before, with a reason, if it is impossible.

    It is the map before, too, if the author has to decide how to change an object.
    """

    label: str
    after: MapFile
    select: tuple[int, ...] = ()
    """The objects that are new, or that are to be changed by the author."""
    refusal: str = ""

    @property
    def is_open(self) -> bool:
        """Return whether the author has to decide how to change what is selected."""
        return bool(self.select) and not self.label and not self.refusal


def proposed_marker(mapfile: MapFile, proposal: MapProposal) -> MapObject | None:
    """Return the object that a proposal moves; None if it moves none."""
    if proposal.to is None:
        return None
    ids = ids_of(one for _, one in mapfile.objects())
    return next((one for _, one in mapfile.objects() if ids[one.id] == proposal.marker), None)


def proposed_change(
    mapfile: MapFile, proposal: MapProposal, locked: Collection[int]
) -> ProposedChange:
    """Return the map after a proposal; the objects *locked* stay as they are."""
    try:
        if marker := proposed_marker(mapfile, proposal):
            return _with_moved_marker(mapfile, proposal, marker, locked)
        if proposal.terrain is TerrainEdit.REMOVE:
            return _without_terrain(mapfile, proposal, locked)
        if proposal.terrain is not TerrainEdit.NONE:
            return _with_terrain(mapfile, proposal)
    except EditRefusedError as error:
        return ProposedChange("", mapfile, refusal=str(error))
    if found := _to_be_changed(mapfile, proposal, locked):
        return ProposedChange("", mapfile, (found.id,))
    words = "the games show the place only: draw there what is proposed"
    return ProposedChange("", mapfile, refusal=words)


def apply_proposal(workspace: Workspace, proposal: MapProposal) -> None:
    """Make the edit of a proposal as one entry of the history.

    Only select what the author has to change. Raise EditRefusedError if it is impossible.
    """
    found = proposed_change(workspace.map, proposal, workspace.untouchable())
    if found.refusal:
        raise EditRefusedError(found.refusal)
    if found.is_open:
        workspace.select(found.select)
        return
    # Mirrored it would mend nothing: one zone is to become better than before.
    workspace.do(found.label, found.after, found.select, mirrored=False)


def _to_be_changed(
    mapfile: MapFile, proposal: MapProposal, locked: Collection[int]
) -> MapObject | None:
    """Return the marker of a proposal that leaves its place open, or the danger near it."""
    objects = [one for _, one in mapfile.objects() if one.id not in locked]
    if proposal.marker:
        ids = ids_of(one for _, one in mapfile.objects())
        return next((one for one in objects if ids[one.id] == proposal.marker), None)
    at = shapely.Point(proposal.at)
    near = [
        (rank, off, one.id, one)
        for one in objects
        for rank, reach in _danger_of(one.what)
        if (off := area_of(one).distance(at)) < reach
    ]
    return min(near)[3] if near else None


def _danger_of(what: MapClass) -> Iterator[tuple[int, float]]:
    """Yield the ranks and distances at which an object may take models."""
    if what.is_danger:
        yield DANGERS["dangerous"]
    if isinstance(what, TerrainClass):
        nature = NATURE[what.kind] | what.otherwise()
        yield from (found for name, found in DANGERS.items() if nature.get(name))


def _with_moved_marker(
    mapfile: MapFile, proposal: MapProposal, one: MapObject, locked: Collection[int]
) -> ProposedChange:
    words = object_words(one)
    if one.id in locked:
        raise EditRefusedError(f"{words} is locked")
    at, to = middle(one), proposal.to or proposal.at
    dx, dy = to.x - at.x, to.y - at.y
    there = [moved(part, dx, dy) for part in moved_together(mapfile, [one])]
    return ProposedChange(f"Move {words} as proposed", mapfile.replaced(there), (one.id,))


def _without_terrain(
    mapfile: MapFile, proposal: MapProposal, locked: Collection[int]
) -> ProposedChange:
    at = shapely.Point(proposal.at)
    near = [
        (off, one.id)
        for _, one in mapfile.objects()
        if isinstance(one.what, TerrainClass) and one.id not in locked
        if (off := area_of(one).distance(at)) < NEAR
    ]
    if not near:
        raise EditRefusedError("there is no unlocked terrain near it that could be removed")
    one = mapfile.by_id()[min(near)[1]]
    label = f"Remove {object_words(one)} as proposed"
    return ProposedChange(label, mended(mapfile.removed({one.id}), [one]))


def _with_terrain(mapfile: MapFile, proposal: MapProposal) -> ProposedChange:
    """Return the map with a copy of its nearest suitable terrain near the proposed place."""
    models = [*_models(mapfile, proposal)]
    if not models:
        words = "this map has no terrain of that kind that could be repeated: draw it there"
        raise EditRefusedError(words)
    known = _kinds_of_faults(mapfile)
    free = _free_copies(mapfile, models, proposal.at)
    for one in islice(free, MAX_CHECKED):
        home, layer = home_of(mapfile, type(one.what), 0)
        after = home.added(layer, [one])
        if not faults_of(after, sound=mapfile) and _kinds_of_faults(after) <= known:
            label = f"Add {with_article(one.what.words())} as proposed"
            return ProposedChange(label, after, (one.id,))
    raise EditRefusedError(f'no terrain of this map fits within {FAR:g}" of that place')


def _kinds_of_faults(mapfile: MapFile) -> set[str]:
    return {fault.kind or fault.reason for fault in faults_on(to_board(mapfile))}


def _models(mapfile: MapFile, proposal: MapProposal) -> Iterator[MapObject]:
    """Yield an object of each suitable class, the nearest one, the nearest class in front."""
    objects = [one for _, one in mapfile.objects()]
    pieces = {piece.id: piece for piece in to_board(mapfile).terrain}
    ids, seen = ids_of(objects), set[type]()
    for one in sorted(objects, key=lambda one: distance(middle(one), proposal.at)):
        piece = pieces.get(ids[one.id])
        left, top, right, low = box_of([one])
        is_small = max(right - left, low - top) <= MAX_LENGTH
        is_new = type(one.what) not in seen and not isinstance(one.what, Door)
        if piece and is_small and is_new and _suits(piece, proposal):
            seen.add(type(one.what))
            yield one


def _suits(piece: Terrain, proposal: MapProposal) -> bool:
    if proposal.terrain is TerrainEdit.COVER:
        return piece.blocks_sight
    return piece.impassable or (piece.difficult and not piece.closed)


def _taken(mapfile: MapFile, at: Point) -> Iterator[BaseGeometry]:
    """Yield the ground on which no new terrain may stand.

    Zones are left free, unless the proposed place lies in one.
    """
    for _, one in mapfile.objects():
        ground = shapely.Point(one.outline[0]) if one.shape == "point" else area_of(one)
        is_zone = isinstance(one.what, DeploymentZone)
        if not isinstance(one.what, UNDERLAY) and not (
            is_zone and ground.covers(shapely.Point(at))
        ):
            yield ground


def _tries() -> list[tuple[float, float, float]]:
    """Return the steps from a place to those around it, with sizes, the best first."""
    many = int(FAR / STEP)
    steps = [n * STEP for n in range(-many, many + 1)]
    found = [(dx, dy, size) for dx in steps for dy in steps for size in SIZES]
    near = [one for one in found if hypot(one[0], one[1]) <= FAR]
    return sorted(near, key=lambda one: hypot(one[0], one[1]) + WHOLE * (1.0 - one[2]))


def _free_copies(
    mapfile: MapFile, models: Sequence[MapObject], at: Point
) -> Iterator[MapObject]:
    """Yield copies of objects around a place, the nearest ones first, that touch nothing."""
    reach = shapely.Point(at).buffer(FAR + MAX_LENGTH)
    near = [ground for ground in _taken(mapfile, at) if ground.intersects(reach)]
    board = shapely.box(0, 0, mapfile.width, mapfile.height)
    room = board.difference(shapely.union_all([g.buffer(CLEAR + ROUNDING) for g in near]))
    shapely.prepare(room)
    shaped = {size: [*_shaped(models, size)] for size in SIZES}
    areas = {
        size: [(one, area_of(one), middle(one)) for one in found]
        for size, found in shaped.items()
    }
    for dx, dy, size in _tries():
        to = Point(at.x + dx, at.y + dy)
        for one, area, old in areas[size]:
            if room.covers(translate(area, to.x - old.x, to.y - old.y)):
                yield _copy(mapfile, one, to)


def _shaped(models: Sequence[MapObject], size: float) -> Iterator[MapObject]:
    """Yield objects in another size, each as it stands and turned by a quarter."""
    for one in models:
        smaller = scaled(one, middle(one), size, size) if size < 1 else one
        yield smaller
        yield turned(smaller, middle(smaller), 90.0)


def _copy(mapfile: MapFile, model: MapObject, at: Point) -> MapObject:
    """Return an object like another one, with its middle at a place."""
    old, plain = middle(model), {"name": "", "group": 0, "stamp_copy": ""}
    what = fitted(model.what, mapfile)
    there = moved(model, at.x - old.x, at.y - old.y)
    return changed(there, id=mapfile.next_id, what=what, **plain)
