from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from game.content.editor_actions import STAMPING, EditorAction, KeyAction
from game.content.faults import Fault, UnusableFile
from game.content.palettes import PaletteName
from game.content.settings import OLD, Curtain, Settings, load_settings, save_settings
from game.content.table_actions import Action
from game.content.user_keys import DEFAULT_KEYS, EDITOR_KEYS, EDITOR_RESERVED, key_fault, rival


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def write_settings(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def test_without_a_file_all_is_as_usual(file: Path) -> None:
    assert load_settings(file) == (Settings(), [])
    assert not file.exists()


def test_what_is_written_is_read_again(file: Path) -> None:
    liked = Settings(
        scale=1.5,
        text=1.15,
        palette=PaletteName.TEAL,
        still=True,
        speed=2.0,
        mute=True,
        volume=35,
        effects=0,
        captions=True,
        curtain=Curtain.ALWAYS,
        fullscreen=True,
        window=(1600, 900),
        keys={Action.RULER: "f12", Action.REDO: "ctrl+shift+z"},
    )
    save_settings(file, liked)

    assert load_settings(file) == (liked, [])
    assert [f.name for f in file.parent.iterdir()] == ["settings.json"]


def test_only_what_is_not_usual_is_written(file: Path) -> None:
    save_settings(file, Settings(mute=True))

    assert json.loads(file.read_text("utf-8")) == {"mute": True}


def test_what_is_valid_is_kept_and_the_rest_told_once(file: Path) -> None:
    written = {
        "volume": 150,
        "captions": True,
        "palette": "lamplihgt",
        "window": [1600, "high"],
        "mute": "no",
        "shaders": 3,
        "speed": 3.0,
        "keys": {"ruler": "f12", "redo": "5", "juggle": "j", "speed": 7},
    }
    text = json.dumps(written)
    kept, faults = load_settings(write_settings(file, text))

    assert kept == Settings(captions=True, keys={Action.RULER: "f12"})
    assert sorted(fault.place.split("[")[0] for fault in faults) == [
        "keys.juggle",
        "keys.redo",
        "keys.speed",
        "mute",
        "palette",
        "shaders",
        "speed",
        "volume",
        "window",
    ]
    assert load_settings(file) == (kept, [])
    assert (file.parent / OLD).read_text("utf-8") == text


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"scale": NaN}', "\ud800", "null"])
def test_what_is_no_settings_at_all_is_told_and_not_used(file: Path, text: str) -> None:
    write_settings(file, "").write_bytes(text.encode("utf-8", "surrogatepass"))
    kept, faults = load_settings(file)

    assert kept == Settings()
    assert len(faults) == 1


def test_a_key_that_two_actions_have_stays_with_whoever_has_it(file: Path) -> None:
    kept, faults = load_settings(write_settings(file, '{"keys": {"ruler": "v", "turn": "f4"}}'))

    assert kept.keys == {Action.TURN: "f4"}
    assert faults == [Fault("keys.ruler", "v is already used for speed")]


@pytest.mark.parametrize(
    ("own", "rosters", "dock"),
    [
        ({"turn": "f4"}, "r", "f5"),
        ({"turn": "f4", "ruler": "r"}, "m", "f5"),
        ({"turn": "f4", "ruler": "f5"}, "r", "m"),
        ({"turn": "f4", "rosters": "f5", "dock": "r"}, "f5", "r"),
        ({"rosters": "f5"}, "f5", "f4"),
    ],
)
def test_a_key_that_was_the_users_before_an_action_came_stays_his(
    file: Path, own: dict[str, str], rosters: str, dock: str
) -> None:
    kept, faults = load_settings(write_settings(file, json.dumps({"keys": own})))

    assert faults == []
    assert kept.keys == own
    assert (kept.bound[Action.ROSTERS], kept.bound[Action.DOCK]) == (rosters, dock)
    assert len({*kept.bound.values()}) == len(kept.bound)


def test_keys_may_be_swapped(file: Path) -> None:
    kept, faults = load_settings(write_settings(file, '{"keys": {"ruler": "v", "speed": "m"}}'))

    assert (kept.bound[Action.RULER], kept.bound[Action.SPEED]) == ("v", "m")
    assert faults == []


@pytest.mark.parametrize("reason", ["is a folder", "is no folder"])
def test_a_home_that_cannot_be_used_never_stops_play(tmp_path: Path, reason: str) -> None:
    home = tmp_path / "home"
    if reason == "is a folder":
        file = home / "settings.json"
        file.mkdir(parents=True)
        assert load_settings(file).settings == Settings()
    else:
        home.write_text("a file", "utf-8")
        file = home / "settings.json"
        assert load_settings(file) == (Settings(), [])
    with pytest.raises(UnusableFile, match="cannot write it"):
        save_settings(file, Settings())


def test_another_key_is_taken_unless_it_has_a_meaning() -> None:
    assert Settings().with_key(Action.RULER, "insert").bound[Action.RULER] == "insert"
    with pytest.raises(UnusableFile, match="f is already used for mend"):
        Settings().with_key(Action.RULER, "f")


def test_every_action_has_a_key_of_its_own_and_words() -> None:
    assert [*DEFAULT_KEYS] == [*Action]
    assert len({*DEFAULT_KEYS.values()}) == len(Action)
    assert [a for a in Action if key_fault(DEFAULT_KEYS[a])] == []
    assert [a for a in Action if rival(a, DEFAULT_KEYS[a], {})] == []


def test_every_action_of_the_editor_has_a_key_of_its_own_but_for_stamps() -> None:
    assert [*EDITOR_KEYS] == [*EditorAction]
    assert [a for a in EditorAction if key_fault(EDITOR_KEYS[a], EDITOR_RESERVED)] == []
    assert [a for a in EditorAction if rival(a, EDITOR_KEYS[a], {})] == []
    apart = [key for action, key in EDITOR_KEYS.items() if action not in STAMPING]
    assert len({*apart}) == len(apart)


@pytest.mark.parametrize(
    ("own", "action", "freed"),
    [
        ({"keys": {"ruler": "f12"}}, Action.SHOW, "m"),
        ({"editor_keys": {"rectangle": "b"}}, EditorAction.SCATTER, "r"),
        ({"editor_keys": {"grid": "shift+m"}}, EditorAction.MIRROR_AXIS, "g"),
        ({"editor_keys": {"rectangle": "b", "select": "r"}}, EditorAction.SCATTER, "v"),
    ],
)
def test_a_later_action_leaves_its_key_to_whom_the_user_gave_it(
    file: Path, own: Mapping[str, object], action: KeyAction, freed: str
) -> None:
    kept, faults = load_settings(write_settings(file, json.dumps(own)))

    assert faults == []
    bound = [*kept.bound.items(), *kept.editor_bound.items()]
    assert (action, freed) in bound


def test_table_and_editor_may_give_a_key_different_meanings(file: Path) -> None:
    own = {"keys": {"ruler": "f12"}, "editor_keys": {"select": "f12", "rectangle": "v"}}
    kept, faults = load_settings(write_settings(file, json.dumps(own)))

    assert faults == []
    assert kept.bound[Action.RULER] == kept.editor_bound[EditorAction.SELECT] == "f12"
    save_settings(file, kept)
    assert load_settings(file) == (kept, [])
    with pytest.raises(UnusableFile, match="v is already used for rectangle"):
        kept.with_key(EditorAction.GRID, "v")


@pytest.mark.parametrize(
    ("editors", "place", "reason"),
    [
        ({"select": "p"}, "editor_keys.select", "p is already used for polygon"),
        ({"select": "f11"}, "editor_keys.select", "f11 is already used for fullscreen"),
        ({"to_back": "shift+]"}, "editor_keys.to_back", "shift+] is already used for to_front"),
        ({"select": "space"}, "editor_keys.select", "is reserved"),
        ({"select": "0"}, "editor_keys.select", "is reserved"),
        ({"flip_stamp": "ctrl+s"}, "editor_keys.flip_stamp", "ctrl+s is already used for save"),
    ],
)
def test_a_key_that_means_something_else_in_the_editor_is_told(
    file: Path, editors: dict[str, str], place: str, reason: str
) -> None:
    kept, faults = load_settings(
        write_settings(file, json.dumps({"editor_keys": editors, "mute": True}))
    )

    assert kept == Settings(mute=True)
    assert [(fault.place, fault.reason) for fault in faults] == [(place, reason)]


def test_a_stamp_may_be_flipped_by_the_key_of_a_tool(file: Path) -> None:
    own = {"editor_keys": {"flip_stamp": "p"}}

    assert load_settings(write_settings(file, json.dumps(own))).faults == []


def test_a_key_of_the_whole_window_that_was_the_users_stays_his(file: Path) -> None:
    own = {"keys": {"fullscreen": "ctrl+a", "walk": "f11"}}
    kept, faults = load_settings(write_settings(file, json.dumps(own)))

    assert faults == []
    assert kept.bound[Action.FULLSCREEN] == "ctrl+a"
    # Full screen left F11 to the walk through the panels, which left F6.
    assert kept.editor_bound[EditorAction.SELECT_ALL] == "f6"
    bound = [key for a, key in kept.editor_bound.items() if a not in STAMPING]
    assert len({*bound}) == len(bound)


@pytest.mark.parametrize("key", ["m", "ö", "f12", "ctrl+shift+home", "ctrl++", "shift+,"])
def test_a_key_is_spelt(key: str) -> None:
    assert key_fault(key) == ""


@pytest.mark.parametrize("key", ["", "M", "f13", "meta+k", "two", "tab", "escape", "3", " "])
def test_what_is_no_key_or_has_a_meaning_cannot_be_bound(key: str) -> None:
    assert key_fault(key)


def test_loudness_is_the_part_of_the_whole() -> None:
    assert Settings(volume=50, effects=50).loudness == 0.25
    assert Settings(mute=True).loudness == 0.0
