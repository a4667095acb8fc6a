"""The heads of maps: of shipped ones without a check, of others with all their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.file_words import named
from game.content.map_heads import MapHead, head_of
from game.content.maps.map_library import checked_head, map_of
from game.content.maps.writer import canonical
from game.content.user_files import DISK
from tests.tools.texts import edited


def test_the_heads_of_all_bundled_maps_are_those_of_their_boards() -> None:
    names = DISK.names(library_kinds.MAP)
    heads = {name: head_of(DISK.read(named(name, library_kinds.MAP))) for name in names}

    assert "old-quarter" in names
    assert "salt-marsh/salt-ford" in names
    for name, head in heads.items():
        whole = checked_head(name)
        assert head._replace(title=head.title or name) == whole, name


def test_markers_in_groups_of_layers_count() -> None:
    def layer(*kinds: str) -> str:
        objects = ", ".join(f'{{"type": "{kind}"}}' for kind in kinds)
        return f'{{"type": "objectgroup", "objects": [{objects}]}}'

    inner = f'{{"type": "group", "layers": [{layer("Objective", "Wall")}]}}'
    layers = f'{layer("Objective")}, {{"type": "group", "layers": [{inner}, {layer()}]}}'
    title = '{"name": "title", "value": "Two  wells"}'
    text = f'{{"width": 24, "height": 30, "properties": [{title}], "layers": [{layers}]}}'

    assert head_of(text) == MapHead("Two wells", 24.0, 30.0, 2)


def test_the_head_of_a_map_with_faults_is_refused_with_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    own = tmp_path / "maps" / "yard.tmj"
    own.parent.mkdir()
    text = canonical(map_of(8, 6, [{"class": "Objective", "point": [4, 3]}]))
    own.write_text(text, "utf-8")
    assert checked_head("yard") == MapHead("yard", 8.0, 6.0, 1)

    own.write_text(edited(text, {'"Objective"': '"Objectiv"'}), "utf-8")
    with pytest.raises(UnusableFile, match="did you mean 'Objective'"):
        checked_head("yard")


def test_only_what_came_with_the_program_is_bundled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    own = tmp_path / "maps" / "yard.tmj"
    own.parent.mkdir()
    own.write_text(canonical(map_of(8, 6)), "utf-8")

    bundled = [DISK.is_bundled(f"maps/{name}.tmj") for name in ("old-quarter", "yard", "none")]
    assert bundled == [True, False, False]
    assert DISK.is_bundled("maps/salt-marsh/salt-ford.tmj")
    assert not DISK.is_bundled("maps/salt-marsh/none.tmj")
