"""Repair of a map that does not load: lists each loss and leaves the file unchanged."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.content.maps.map_library import parse_map
from game.content.maps.validation import faults_of
from game.content.maps.writer import canonical
from game.content.shipped_folders import MAPS
from game.editor.finding_fixes import FIXES, fixes_of
from game.editor.map_repair import Repair
from tests.content.drawn_maps import Raw, polygon_of, prop, thing, tmj
from tests.content.test_maps_faults import (
    test_an_object_is_refused_by_its_layer_number_name_and_class as objects_refused,
)
from tests.content.test_maps_faults import (
    test_the_map_itself_is_refused_by_its_key as maps_refused,
)

OBJECTS: list[Raw] = [case[0] for case in objects_refused.pytestmark[0].args[1]]  # type: ignore[attr-defined]
HEADS: list[Raw] = [case[0] for case in maps_refused.pytestmark[0].args[1]]  # type: ignore[attr-defined]
CROSS = (MAPS / "sewer-cross.tmj").read_text("utf-8")


def repair_of(tmp_path: Path, raw: Any) -> Repair:
    file = tmp_path / "broken.tmj"
    file.write_text(raw if isinstance(raw, str) else json.dumps(raw), "utf-8")
    return Repair(file)


def is_map(repair: Repair) -> bool:
    """Return whether the repaired map is valid; check that the file is unchanged."""
    before = repair.path.read_bytes()
    workspace = repair.workspace()
    assert workspace.path is None, "it asks under which name to save"
    assert not workspace.is_saved
    assert repair.path.read_bytes() == before
    return parse_map(canonical(workspace.map), "x") == workspace.map


@pytest.mark.parametrize("one", OBJECTS, ids=[*map(str, range(len(OBJECTS)))])
def test_a_broken_object_is_told_and_costs_no_other(tmp_path: Path, one: Raw) -> None:
    sound = thing("Ruin", 7, name="hut")
    repair = repair_of(tmp_path, tmj(one, sound))

    assert repair.losses or repair.wrong
    assert is_map(repair)
    assert [o.name for _, o in repair.map.objects() if o.id == 7] == ["hut"]


@pytest.mark.parametrize("raw", HEADS, ids=[*map(str, range(len(HEADS)))])
def test_what_is_wrong_with_the_map_itself_costs_no_object(tmp_path: Path, raw: Raw) -> None:
    repair = repair_of(tmp_path, tmj(thing("Ruin", 7)) | raw)

    assert repair.losses or repair.wrong
    assert is_map(repair)
    if "layers" not in raw:
        assert [*repair.map.by_id()] == [7]


@pytest.mark.parametrize(
    ("one", "left", "loss"),
    [
        (thing("SluceGate", name="gate"), None, "did you mean 'SluiceGate'? The object is"),
        (thing("Wall", x="a"), None, "x: must be a number, not 'a': the object is left out"),
        (thing("Wall", wdith=3), {}, "did you mean 'width'? The object is kept without it"),
        (thing("Wall", rotation="r"), {"rotation": 0.0}, "the object is kept without it"),
        (thing("Wall", name="n" * 61), {"name": ""}, "on one line: the object is kept w"),
        (
            thing("Ruin", properties=[prop("cover", "7+"), prop("bonus", "hard")]),
            {"cover": "usual", "bonus": "hard"},
            "property 'cover': there is no",
        ),
    ],
)
def test_only_what_is_broken_is_dropped(
    tmp_path: Path, one: Raw, left: dict[str, Any] | None, loss: str
) -> None:
    repair = repair_of(tmp_path, tmj(one))

    (found,) = repair.losses
    assert loss in str(found)
    objects = repair.map.by_id()
    if left is None:
        assert not objects
        return
    for name, value in left.items():
        assert getattr(objects[1], name, getattr(objects[1].what, name, None)) == value


@pytest.mark.parametrize(
    ("one", "label", "outline"),
    [
        (thing("Nest", point=True, y=-32), "Move it onto the board", [(10, 0)]),
        (
            thing("Block", x=1504),
            "Move it onto the board",
            [(47, 10), (48, 10), (48, 11), (47, 11)],
        ),
        (thing("Nest"), "Redraw it in the shape its class needs", [(11, 10.5)]),
        (
            thing("Wall", height=0),
            "Make it half an inch thick",
            [(10, 10), (12, 10), (12, 10.5), (10, 10.5)],
        ),
        (
            thing("Wall", x=0, y=0, polygon=polygon_of((0, 0), (4, 0), (4, 4), (0, 4), (0, 0))),
            "Remove the doubled corner",
            [(0, 0), (4, 0), (4, 4), (0, 4)],
        ),
        (
            thing("Wall", x=0, y=0, polygon=polygon_of((0, 0), (4, 0), (2, 0), (2, 2))),
            "Remove the spike",
            [(0, 0), (2, 0), (2, 2)],
        ),
        (
            thing("Arrival", x=0, y=32, polyline=polygon_of((0, 0), (48, 0))),
            "Move it to the edge",
            [(0, 0), (48, 0)],
        ),
    ],
)
def test_what_can_be_mended_is_mended_at_a_click(
    tmp_path: Path, one: Raw, label: str, outline: list[tuple[float, float]]
) -> None:
    repair = repair_of(tmp_path, tmj(one))
    (finding,) = repair.wrong
    fix = fixes_of(finding)[0]
    assert fix.label == label
    assert finding.at

    repair.fix(finding, fix)

    assert repair.wrong == []
    assert [*repair.map.by_id()[1].outline] == outline


def test_a_bow_tie_keeps_its_larger_wing(tmp_path: Path) -> None:
    """The bow tie crosses itself at (3, 3): its wings have 9 and 1 square inches."""
    bow = polygon_of((0, 0), (4, 4), (4, 2), (0, 6))
    repair = repair_of(tmp_path, tmj(thing("Block", x=0, y=0, polygon=bow)))

    repair.mend()

    assert {*repair.map.by_id()[1].outline} == {(0, 0), (3, 3), (0, 6)}


def test_numbers_and_references_are_put_right(tmp_path: Path) -> None:
    three = prop("number", 3, "int")
    markers = [thing("Objective", n, point=True, properties=[three]) for n in (1, 2)]
    way_out = thing("Exit", 5, properties=[prop("zone", 9, "object")])
    twin = thing("Ruin", 5, name="twin")
    repair = repair_of(tmp_path, tmj(*markers, way_out, twin))

    assert [str(loss) for loss in repair.losses] == [
        "object 5 'twin' (Ruin): id 5 is already taken: it is now 6"
    ]
    assert repair.mend() == [], "nothing is left out"
    there = repair.map.by_id()
    assert [getattr(there[n].what, "number", None) for n in (1, 2)] == [3, 1]
    assert getattr(there[5].what, "zone", None) == 0
    assert there[6].name == "twin"


def test_of_a_torn_file_every_whole_line_is_read(tmp_path: Path) -> None:
    whole = parse_map(CROSS, "x")
    lines = CROSS.splitlines(keepends=True)
    objects = [n for n, line in enumerate(lines) if '"id":' in line and '"type":' in line]
    tenth = objects[10]
    torn = "".join(lines[:tenth]) + lines[tenth][:20]

    repair = repair_of(tmp_path, torn)

    assert "10 objects recovered, each on one line" in str(repair.losses[0])
    kept = [one for _, one in whole.objects()][:10]
    assert [one for _, one in repair.map.objects()] == kept
    assert (repair.map.width, repair.map.height) == (whole.width, whole.height)
    assert is_map(repair)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_stands_in_a_file_comes_to_a_map(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    text = list(CROSS)
    for _ in range(rng.randint(1, 30)):
        at = rng.randrange(len(text))
        text[at] = rng.choice('{}[]",:0-9aZ\n')
    cut = rng.choice((len(text), rng.randrange(len(text))))

    repair = repair_of(tmp_path, "".join(text[:cut]))

    assert is_map(repair)
    assert faults_of(repair.map) == []


def test_a_sound_map_loses_nothing(tmp_path: Path) -> None:
    repair = repair_of(tmp_path, CROSS)

    assert (repair.losses, repair.wrong) == ((), [])
    assert repair.map == parse_map(CROSS, "x")


def test_what_nobody_knows_how_to_mend_is_left_out_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(FIXES, "off the board")
    repair = repair_of(tmp_path, tmj(thing("Block", x=1504), thing("Ruin", 7)))

    (gone,) = repair.mend()

    assert gone.reason.endswith(": removed")
    assert [*repair.map.by_id()] == [7]
