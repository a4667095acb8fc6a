"""Edits that trial games propose, made on shipped maps."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import (
    Barricade,
    DeploymentZone,
    Hedge,
    LowWall,
    Pipe,
    Rail,
    VenomPlants,
    Wall,
    Weeds,
)
from game.content.maps.map_class import MapClass, TerrainClass
from game.content.maps.map_file import PX, MapFile
from game.content.maps.map_library import map_of, read_map
from game.content.maps.validation import faults_of
from game.editor.documents import History
from game.editor.edits import changed
from game.editor.findings import middle
from game.editor.outline_edits import area_of
from game.editor.proposed_edits import CLEAR, UNDERLAY, apply_proposal, proposed_change
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.lab.map_advice import MapProposal, TerrainEdit
from game.systems.flood.content.map_classes import Lane
from game.systems.pursuit.content.map_classes import CityPiece

MAPS = Path(__file__).parents[2] / "maps"


def map_named(name: str) -> MapFile:
    return read_map(MAPS / f"{name}.tmj")


@pytest.mark.parametrize("name", ["weir-yard", "long-orchard", "venom-glade"])
@pytest.mark.parametrize("terrain", [TerrainEdit.COVER, TerrainEdit.BARRIER])
def test_new_terrain_stands_free_of_all_that_is_there(name: str, terrain: TerrainEdit) -> None:
    before = map_named(name)
    w, h, made = before.width, before.height, 0
    for at in (Point(w / 2, h / 2), Point(w / 2, h - 5), Point(1, 1)):
        found = proposed_change(before, MapProposal("", at, terrain=terrain), ())
        if found.refusal:
            assert found.after == before
            continue
        made += 1
        old = before.by_id()
        (new,) = [one for _, one in found.after.objects() if one.id not in old]
        assert found.select == (new.id,)
        assert all(found.after.by_id()[id_] == one for id_, one in old.items())
        for one in old.values():
            if not isinstance(one.what, (*UNDERLAY, DeploymentZone)):
                there = shapely.Point(one.outline[0]) if one.shape == "point" else area_of(one)
                assert area_of(new).distance(there) >= CLEAR
        assert not faults_of(found.after)
    assert made


def test_the_nearest_terrain_is_removed_unless_it_is_locked() -> None:
    before = map_named("weir-yard")
    first = next(one for _, one in before.objects() if isinstance(one.what, TerrainClass))
    at = Point(*first.outline[0])
    proposal = MapProposal("", at, terrain=TerrainEdit.REMOVE)
    work = Workspace(History(before))
    apply_proposal(work, proposal)
    (gone,) = before.by_id().keys() - work.map.by_id().keys()
    assert area_of(before.by_id()[gone]).distance(shapely.Point(at)) == 0
    work.undo()
    assert work.map == before
    other = proposed_change(before, proposal, {gone}).after
    assert gone in other.by_id()
    all_ = frozenset(before.by_id())
    assert "no unlocked terrain" in proposed_change(before, proposal, all_).refusal


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("long-orchard", Pipe),
        ("venom-glade", VenomPlants),
        ("sewer-bend", Lane),
        ("kiln-road", CityPiece),
    ],
)
def test_a_danger_is_selected_to_be_changed(name: str, kind: type[MapClass]) -> None:
    before = map_named(name)
    one = next(one for _, one in before.objects() if isinstance(one.what, kind))
    work = Workspace(History(before))
    apply_proposal(work, MapProposal("", middle(one)))
    assert work.map == before
    (found,) = work.selected()
    assert isinstance(found.what, kind)
    everywhere = frozenset(before.by_id())
    assert proposed_change(before, MapProposal("", middle(one)), everywhere).refusal


def test_every_kind_that_may_take_models_is_a_danger() -> None:
    """``CC-20``, ``CC-35``, ``FF-04``, ``PU-14``, ``ZG-12``: all terrain but mere cover."""
    bare = map_of(24, 24, [{"class": "Wall", "rectangle": [10, 10, 4, 4]}])
    ((_, wall),) = bare.objects()
    here = MapProposal("", middle(wall))
    found = {
        kind
        for kind in CLASSES.values()
        if proposed_change(bare.replaced([changed(wall, what=kind())]), here, ()).is_open
    }
    terrain = {kind for kind in CLASSES.values() if issubclass(kind, TerrainClass)}
    assert found == {Lane, CityPiece} | terrain - {Barricade, Hedge, LowWall, Rail}
    for less, more, off in (
        (Wall(), Weeds(), 4.5),
        (Weeds(), Lane(), 9.5),
        (Pipe(), Wall(dangerous="yes"), 9.5),
    ):
        near = changed(wall, id=wall.id + 1, x=wall.x + PX * off, what=more)
        both = bare.replaced([changed(wall, what=less)]).added(1, [near])
        assert proposed_change(both, here, ()).select == (near.id,)


def test_a_map_without_terrain_has_none_to_repeat() -> None:
    whole = map_named("weir-yard")
    bare = whole.removed(
        {one.id for _, one in whole.objects() if isinstance(one.what, TerrainClass)}
    )
    for terrain in (TerrainEdit.COVER, TerrainEdit.BARRIER):
        found = proposed_change(bare, MapProposal("", Point(12, 12), terrain=terrain), ())
        assert (found.after, "no terrain of that kind" in found.refusal) == (bare, True)
