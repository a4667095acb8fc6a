"""Tiled's project file is generated from the table of classes."""

from __future__ import annotations

import json

import pytest

from game.content.maps.class_registry import CHOICES, CLASSES
from game.content.maps.map_class import Board
from game.content.maps.tiled_project import FILE, tiled_project

TYPES = {one["name"]: one for one in json.loads(tiled_project())["propertyTypes"]}


def test_the_committed_file_is_the_generated_one() -> None:
    assert FILE.read_text("utf-8") == tiled_project(), (
        "write it anew: python -m game.content.maps.tiled_project"
    )


def test_every_class_and_every_choice_is_in_it_once() -> None:
    assert list(TYPES) == [*CHOICES, *CLASSES, "Board"]
    assert len({one["id"] for one in TYPES.values()}) == len(TYPES)


@pytest.mark.parametrize("name", [*CLASSES, "Board"])
def test_every_member_has_the_same_default_in_tiled_and_here(name: str) -> None:
    one = CLASSES.get(name, Board)()

    assert {m["name"]: m["value"] for m in TYPES[name]["members"]} == one.model_dump()


def test_a_choice_is_a_drop_down_and_a_zone_is_an_object() -> None:
    cover = next(m for m in TYPES["Ruin"]["members"] if m["name"] == "cover")
    zone = next(m for m in TYPES["Exit"]["members"] if m["name"] == "zone")

    assert cover == {
        "name": "cover",
        "propertyType": "Cover",
        "type": "string",
        "value": "usual",
    }
    assert TYPES["Cover"]["values"] == ["usual", "none", "2+", "3+", "4+", "5+", "6+"]
    assert zone == {"name": "zone", "type": "object", "value": 0}
