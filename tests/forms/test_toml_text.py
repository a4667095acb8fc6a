"""Edits of TOML text: the data are right, and everything else stays as it was."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content.faults import UnusableFile
from game.content.shipped_folders import ASSETS
from game.content.toml_statements import TomlPath, format_toml
from game.editor.edits import EditRefusedError
from game.forms.toml_salvage import salvaged
from game.forms.toml_text import TomlText
from tests.tools.texts import edited

PATROL = """\
# Made for the long orchard.
title = "Patrol"  # as it is called
armoury = "classic"

[weapon."net, thrown"] # a net
type = "assault 1"
rules = [ # none yet
]

# The first to go.
[[unit]]
id = "watch"
name = 'Night watch' # by night
[[unit.model]]
profile = "warden"

# Only sometimes.
[[unit]]
id = "scouts"
name = "Scouts"
[[unit.model]]
profile = "scout"
count = 4
"""
INLINE = """\
title = "Small"
unit = [
    { id = "a", model = [{ profile = "warden" }] },
    { id = "b", model = [{ profile = "scout" }] },
]
spawn.id = "thing"
"""


@pytest.mark.parametrize("text", [PATROL, edited(PATROL, {"\n": "\r\n"})])
def test_a_changed_value_changes_nothing_else(text: str) -> None:
    newline = "\r\n" if "\r" in text else "\n"

    made = TomlText(text).put(("unit", 0, "name"), "Day watch")
    assert made.text == edited(text, {"'Night watch'": '"Day watch"'})

    made = TomlText(text).put(("unit", 0, "model", 0, "count"), 7)
    first = f'profile = "warden"{newline}'
    assert made.text == edited(text, {first: f"{first}count = 7{newline}"})

    made = TomlText(text).put(("points",), 500)
    first = f'armoury = "classic"{newline}'
    assert made.text == edited(text, {first: f"{first}points = 500{newline}"})

    assert TomlText(text).drop(("unit", 1, "model", 0, "count")).text == edited(
        text, {f"count = 4{newline}": ""}
    )


def test_a_unit_takes_the_comments_above_it_along() -> None:
    head, first, second = (part for part in PATROL.partition("# The first"))
    watch, scouts = (first + second).split("\n# Only")
    scouts = "# Only" + scouts

    moved = TomlText(PATROL).move(("unit",), 1, 0)
    assert moved.text == f"{head}{scouts.rstrip()}\n\n{watch.rstrip()}\n"
    assert TomlText(PATROL).drop(("unit", 0)).text == head + scouts
    assert TomlText(PATROL).drop(("unit", 1)).text == f"{head}{watch}".rstrip() + "\n"


def test_tables_are_added_where_they_belong() -> None:
    unit: dict[str, Any] = {"id": "c", "model": [{"profile": "warden", "count": 2}]}

    made = TomlText(PATROL).insert(("unit",), 2, unit)
    written = '[[unit]]\nid = "c"\n[[unit.model]]\nprofile = "warden"\ncount = 2\n'
    assert made.text == f"{PATROL}\n{written}"

    made = TomlText(PATROL).insert(("unit", 0, "model"), 1, {"profile": "scout"})
    assert made.text == edited(
        PATROL,
        {'profile = "warden"\n': 'profile = "warden"\n[[unit.model]]\nprofile = "scout"\n'},
    )

    made = TomlText(PATROL).put(("weapon", "big gun"), {"type": "heavy 1"})
    assert made.text == edited(
        PATROL, {"# none yet\n]\n": '# none yet\n]\n\n[weapon."big gun"]\ntype = "heavy 1"\n'}
    )
    assert TomlText("").put(("spawn", "id"), "x").text == '[spawn]\nid = "x"\n'


def test_lists_on_several_lines_stay_so() -> None:
    made = TomlText(PATROL).put(("weapon", "net, thrown", "rules"), ["lance"])
    assert made.text == edited(PATROL, {"[ # none yet\n]": '[\n    "lance",\n]'})
    assert format_toml(["a long word"] * 9).count("\n") == 10


def test_a_weapon_gets_another_name_everywhere_in_its_headers() -> None:
    made = TomlText(PATROL).rename(("weapon", "net, thrown"), "net")
    assert made.text == edited(PATROL, {'"net, thrown"': "net"})
    with pytest.raises(EditRefusedError, match="already"):
        made.put(("weapon", "gun"), {"type": "pistol"}).rename(("weapon", "gun"), "net")


def test_files_without_headers_are_edited_too() -> None:
    made = TomlText(INLINE).put(("unit", 1, "name"), "B").put(("spawn", "name"), "Thing")
    assert made.raw["unit"][1] == {"id": "b", "model": [{"profile": "scout"}], "name": "B"}
    assert made.raw["spawn"] == {"id": "thing", "name": "Thing"}
    assert made.text.endswith('spawn.id = "thing"\nspawn.name = "Thing"\n')
    assert [u["id"] for u in made.move(("unit",), 0, 1).raw["unit"]] == ["b", "a"]
    assert [u["id"] for u in made.drop(("unit", 0)).raw["unit"]] == ["b"]


def test_lines_that_are_no_toml_become_comments() -> None:
    text = edited(PATROL, {'id = "watch"': 'id = "watch', "count = 4": "count = "})
    found, faults = salvaged(text, "patrol.toml")

    assert [fault.place for fault in faults] == ["line 12", "line 23"]
    assert found.raw["title"] == "Patrol"
    assert '# id = "watch\n' in found.text
    with pytest.raises(UnusableFile, match="MiB"):
        salvaged("#" * (1 << 21), "big.toml")


@pytest.mark.parametrize(
    "file", sorted(ASSETS.glob("[rs][oc]*/*.toml")), ids=lambda file: file.stem
)
def test_every_value_of_a_shipped_file_can_be_set_to_itself(file: Path) -> None:
    text = TomlText(file.read_text("utf-8"))
    for path in _values(text.raw, ()):
        value = text.at(path)
        if not isinstance(value, list):
            assert text.put(path, value).text == text.text, path


def _values(raw: Any, path: TomlPath) -> list[TomlPath]:
    if isinstance(raw, dict):
        return [p for key, inner in raw.items() for p in _values(inner, (*path, key))]
    if isinstance(raw, list) and all(isinstance(one, dict) for one in raw):
        return [p for n, inner in enumerate(raw) for p in _values(inner, (*path, n))]
    return [path]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PLAIN = st.one_of(TEXTS, st.integers(-99, 9999), st.booleans(), st.lists(TEXTS, max_size=3))
TABLES = st.dictionaries(TEXTS, PLAIN, min_size=1, max_size=3)
COMMENTS = ("# Made for", "# as it is", "# a net", "# The first", "# by night", "# Only")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3), TEXTS, PLAIN, TABLES), max_size=6)
)
def test_whatever_is_edited_has_the_data_that_are_wanted(
    edits: list[tuple[int, int, str, Any, dict[str, Any]]],
) -> None:
    text = TomlText(PATROL)
    for kind, n, key, plain, table in edits:
        many = len(text.raw.get("unit", []))
        at = min(n, many - 1)
        match kind:
            case 0 if many:
                text = text.put(("unit", at, key or "x"), plain)
                assert text.raw["unit"][at][key or "x"] == plain
            case 1:
                text = text.insert(("unit",), min(n, many), table)
                assert text.raw["unit"][min(n, many)] == table
            case 2 if many:
                there = text.raw["unit"]
                text = text.move(("unit",), at, 0)
                assert text.raw["unit"] == [there[at], *there[:at], *there[at + 1 :]]
            case 3 if key not in text.raw["weapon"]:
                text = text.put(("weapon", key), table)
                assert text.raw["weapon"][key] == table
            case 4 if key not in text.raw["weapon"]:
                name = next(iter(text.raw["weapon"]))
                text = text.rename(("weapon", name), key)
                assert name not in text.raw["weapon"]
            case 5 if many > 1:
                there = text.raw["unit"]
                text = text.drop(("unit", at))
                assert text.raw["unit"] == [*there[:at], *there[at + 1 :]]
            case _:
                text = text.put((key or "x",), plain) if (key or "x") not in text.raw else text
    assert tomllib.loads(text.text) == text.raw
    assert "# Made for the long orchard." in text.text
