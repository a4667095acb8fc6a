"""The guides to file formats: their examples work, and they name every key.

An example is a fenced block marked ``toml`` or ``json``. The line before it names its file:
`` `yard.tmj`: ``. Commands in ``text`` blocks use the examples from the user's own folders.
"""

# ruff: noqa: SLF001
# What a file may hold is a private model of the module that reads it.

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from game.cli import main
from game.cli.check import findings
from game.content import library_kinds
from game.content.maps import map_file, reader, uvtt_import
from game.content.maps.class_registry import CHOICES, CLASSES
from game.content.maps.map_class import Board
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.settings import load_settings
from game.content.shipped_folders import ASSETS
from game.content.strict_toml import parse_toml
from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS, EDITOR_KEYS, NAMED
from game.rules import SYSTEMS
from game.rules.catalog import missions_of, options_of
from tests.content.test_guide_tables import models_in

pytestmark = pytest.mark.usefixtures("own_home")

GUIDE = ASSETS / "guide"
GUIDES = ("maps", "rosters", "armouries", "scenarios", "campaigns")
MAX_WORDS = 1800
BLOCK = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TICKED = re.compile(r"`([^`\n]+)`")


def text_of(guide: str) -> str:
    return (GUIDE / f"{guide}.md").read_text("utf-8")


def examples(guide: str) -> dict[str, str]:
    """Return the example files of a guide by their names."""
    found = dict[str, str]()
    for name, language, text in BLOCK.findall(text_of(guide)):
        if language in {"toml", "json"}:
            assert name, f"an example of {guide}.md without a file name: {text[:60]!r}"
            assert name not in found, f"{guide}.md has two examples called {name}"
            found[name] = text
    return found


def commands(guide: str, language: str) -> list[list[str]]:
    """Return the arguments of the commands in a guide's blocks of a language."""
    blocks = [text for _, lang, text in BLOCK.findall(text_of(guide)) if lang == language]
    lines = [line for text in blocks for line in text.splitlines()]
    return [shlex.split(line)[2:] for line in lines if line.startswith("python main.py ")]


def kind_of(name: str, text: str) -> str:
    """Return the kind of an example: the own folder of its name holds such files."""
    if not name.endswith(".toml"):
        return "maps"
    raw = parse_toml(text, name)
    signs = {"battle": "campaigns", "side": "scenarios", "armoury": "rosters"}
    return next((kind for key, kind in signs.items() if key in raw), "armouries")


def install(guide: str) -> dict[str, Path]:
    """Write a guide's examples into the user's own folders; return their paths."""
    folders = {
        "maps": own_folder(library_kinds.MAP),
        "rosters": own_folder(library_kinds.ROSTER),
        "scenarios": own_folder(library_kinds.SCENARIO),
        "campaigns": own_folder(library_kinds.CAMPAIGN),
        "armouries": own_folder(library_kinds.ARMOURY),
    }
    files = examples(guide)
    paths = {name: folders[kind_of(name, text)] / name for name, text in files.items()}
    for name, text in files.items():
        paths[name].parent.mkdir(parents=True, exist_ok=True)
        paths[name].write_text(text, "utf-8")
    return paths


@pytest.mark.parametrize("guide", GUIDES)
def test_every_example_is_in_order(guide: str) -> None:
    paths = install(guide)

    assert paths
    for path in paths.values():
        if path.suffix in uvtt_import.ENDINGS:
            found = uvtt_import.import_map(path, 2.0)
            assert not found.left_out
            path = path.with_suffix(".tmj")  # noqa: PLW2901  the map instead of the drawing
            path.write_text(canonical(found.mapfile), "utf-8")
        assert findings(path) == ([], [])


USES = [
    pytest.param(guide, command, marks=[pytest.mark.slow] if "campaign" in command else [])
    for guide in GUIDES
    for command in commands(guide, "text")
    if command[0] == "demo"
]


@pytest.mark.parametrize(("guide", "command"), USES)
def test_every_demo_of_an_example_is_played(
    guide: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    install(guide)

    assert main(command) == 0, capsys.readouterr().err
    result = capsys.readouterr().out.splitlines()[-1]
    assert any(words in result for words in (" after ", " the campaign: ", " is a draw: "))


@pytest.mark.parametrize("guide", GUIDES)
def test_every_example_is_used_once(guide: str) -> None:
    files = examples(guide)
    used = [f" {shlex.join(command)} " for command in commands(guide, "text")]
    used += [f" {shlex.join(command)} " for command in commands(guide, "sh")]
    for name, text in files.items():
        stem = Path(name).stem
        words = (f" {name} ", f" {stem} ", f"={stem} ")
        shown = any(word in command for word in words for command in used)
        named = any(f'"{stem}"' in other for other in files.values() if other != text)
        assert shown or named, f"{guide}.md never uses {name}"


@pytest.mark.parametrize("guide", GUIDES)
def test_commands_to_be_run_need_no_window(guide: str) -> None:
    for command in commands(guide, "sh"):
        assert command[0] in {"check", "fmt", "picture", "generate", "import", "list", "rules"}


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_is_short(guide: str) -> None:
    prose = BLOCK.sub("", text_of(guide)).replace("|", " ")

    assert len(prose.split()) <= MAX_WORDS


Tables = Mapping[str, type[BaseModel]]
"""Models by the first heading of the table that describes their keys."""
TABLES: Mapping[str, Tables] = {
    "maps": {
        "key of the map": reader._Head,
        "key of a layer": map_file.MapLayer,
        "key of an object": map_file.MapObject,
    },
    "tiled": {"key of a picture": map_file.MapPicture},
}


def described(guide: str, heading: str) -> set[str]:
    """Return the words in backticks of the first column of a table."""
    _, found, rest = text_of(guide).partition(f"\n| {heading} |")
    assert found, f"{guide}.md has no table with the heading {heading!r}"
    rows = rest.partition("\n\n")[0].splitlines()[2:]
    return {word for row in rows for word in TICKED.findall(row.split("|")[1])}


def keys_of(model: type[BaseModel]) -> set[str]:
    keys = {field.alias or name for name, field in model.model_fields.items()}
    if model in (*TABLES["maps"].values(), map_file.MapPicture):
        keys -= {"kept", "over", "unseen", "within"}  # of Tiled, as the guide says elsewhere
    return keys - {"what"} | {"type", "properties"} if model is map_file.MapObject else keys


@pytest.mark.parametrize(
    ("guide", "heading"), [(guide, heading) for guide in TABLES for heading in TABLES[guide]]
)
def test_every_key_has_a_row(guide: str, heading: str) -> None:
    assert keys_of(TABLES[guide][heading]) <= described(guide, heading)


SMALL_PARTS = [
    map_file.Corner,
    reader._Property,
    *models_in(uvtt_import._Scene),
]


@pytest.mark.parametrize("model", SMALL_PARTS, ids=lambda model: model.__name__)
def test_every_key_of_a_small_part_of_a_map_is_named(model: type[BaseModel]) -> None:
    assert keys_of(model) <= {*TICKED.findall(text_of("maps"))}


@pytest.mark.parametrize("name", [*CLASSES, Board.__name__])
def test_every_map_class_is_named(name: str) -> None:
    rows = [row for row in text_of("maps").splitlines() if row.startswith("|")]

    assert any(f"`{name}`" in row.split("|")[1] for row in rows)


def test_every_choice_of_a_map_is_named() -> None:
    text = text_of("maps")
    words = [word for choice in CHOICES.values() for word in get_args(choice)]

    assert [word for word in words if f"`{word}`" not in text] == []


def table_cells(guide: str, heading: str) -> list[list[str]]:
    """Return the cells of a table, row by row."""
    _, _, rest = text_of(guide).partition(f"\n| {heading} |")
    return [row.strip("|").split("|") for row in rest.partition("\n\n")[0].splitlines()[2:]]


def test_the_table_of_systems_names_their_missions() -> None:
    raw = {
        TICKED.findall(system)[0]: tuple(TICKED.findall(missions))
        for system, missions, *_ in table_cells("scenarios", "`system`")
    }

    assert raw == {system: missions_of(system) for system in SYSTEMS}


def test_the_table_of_options_names_all_that_rules_read_and_where() -> None:
    raw = {
        TICKED.findall(option)[0]: {*TICKED.findall(where.partition(":")[0])} & {*SYSTEMS}
        for option, where, *_ in table_cells("scenarios", "option")
    }

    # A module has its own table; there its systems are those that it lies over.
    modules = {
        TICKED.findall(m)[0]: {*TICKED.findall(w)}
        for m, w, _ in table_cells("scenarios", "module")
    }
    read = {system: options_of(system) for system in SYSTEMS}
    options = {option for found in read.values() for option in found}
    assert modules | raw == {one: {s for s in SYSTEMS if one in read[s]} for one in options}


def test_the_settings_of_the_guide_are_read_as_it_says(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(examples("playing")["settings.json"], "utf-8")
    settings, faults = load_settings(file)

    assert faults == []
    assert settings.mute
    assert settings.keys == {Action.RULER: "f4", Action.TAKE_BACK: "shift+u"}


def test_the_guide_names_every_setting_action_and_key() -> None:
    actions = [
        (TICKED.findall(a), TICKED.findall(k)) for a, k, _ in table_cells("playing", "action")
    ]

    assert actions == [([action], [key]) for action, key in DEFAULT_KEYS.items()]
    drawing = [
        (TICKED.findall(a), TICKED.findall(k)) for a, k, _ in table_cells("editor", "action")
    ]
    assert drawing == [([action], [key]) for action, key in EDITOR_KEYS.items()]
    assert [name for name in NAMED[12:] if f"`{name}`" not in text_of("playing")] == []
