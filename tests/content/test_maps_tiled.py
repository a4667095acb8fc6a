"""Tiled opens our maps, and from its saved copy we restore our text byte for byte."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pygame
import pytest

from game.content.maps.class_registry import CLASSES
from game.content.maps.map_class import MapClass
from game.content.maps.map_library import parse_map, read_map
from game.content.maps.validation import faults_of
from game.content.maps.writer import canonical
from game.content.shipped_folders import MAPS
from tests.content.all_classes import all_classes
from tests.tiers import few

TOOLS = ("tiled", "tmxrasterizer")
MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]
tiled = pytest.mark.skipif(
    bool(MISSING), reason=f"what Tiled makes of maps is tried with {' and '.join(MISSING)}"
)
SHIPPED = sorted(MAPS.glob("*.tmj"))
EVERYTHING = "everything"
each = pytest.mark.parametrize("name", few([EVERYTHING, *(path.stem for path in SHIPPED)], 3))


def text_of(name: str) -> str:
    if name == EVERYTHING:
        return canonical(all_classes())
    return (MAPS / f"{name}.tmj").read_text("utf-8")


@pytest.fixture
def map_file(name: str, tmp_path: Path) -> Path:
    """Return a file with a map, in a folder where Tiled may write."""
    file = tmp_path / f"{name}.tmj"
    file.write_text(text_of(name), "utf-8")
    return file


def run_tiled_tool(folder: Path, *command: str) -> None:
    """Run a tool of Tiled without a screen and without the user's settings."""
    env = {"PATH": os.environ["PATH"], "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"), str(folder))
    subprocess.run(command, env=env | own, cwd=folder, check=True, timeout=60)  # noqa: S603


@tiled
@each
def test_what_tiled_exports_comes_back_byte_for_byte(map_file: Path) -> None:
    out = map_file.with_name("out.tmj")
    run_tiled_tool(map_file.parent, "tiled", "--export-map", str(map_file), str(out))

    assert out.read_bytes() != map_file.read_bytes()
    assert canonical(read_map(out)) == map_file.read_text("utf-8")


@tiled
@each
def test_tiled_draws_it(map_file: Path) -> None:
    picture = map_file.with_name("out.png")
    run_tiled_tool(
        map_file.parent, "tmxrasterizer", "--scale", "0.125", str(map_file), str(picture)
    )

    mapfile = read_map(map_file)
    seen = pygame.image.load(picture)
    assert seen.get_size() == (mapfile.width * 4, mapfile.height * 4)
    assert pygame.mask.from_surface(seen).count() > 1000


def test_the_map_with_everything_has_every_class_shape_and_member() -> None:
    made = all_classes()
    objects = [one for _, one in made.objects()]
    drawn = {(type(one.what), one.shape) for one in objects}

    assert faults_of(made) == []
    assert drawn == {(kind, shape) for kind in CLASSES.values() for shape in kind.shapes}
    assert usual(made.board) == []
    for kind in CLASSES.values():
        alike = [one.what for one in objects if type(one.what) is kind]
        assert any(not usual(what) for what in alike), kind
    assert len({one.rotation for one in objects}) >= 5
    assert parse_map(canonical(made), "x.tmj") == made


def usual(what: MapClass) -> list[str]:
    """Return the members that have their default value."""
    fields = type(what).model_fields
    return [name for name, field in fields.items() if getattr(what, name) == field.default]
