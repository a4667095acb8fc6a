"""Names in files of strangers lead to files of the library, or are refused."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pygame
import pytest
from pydantic import BaseModel

from game.cli import main
from game.cli.arguments import file_or_name
from game.content import library_kinds
from game.content.armouries.armoury_library import SHAPES, load_armoury, parse_armoury
from game.content.army_lists.roster_toml import written
from game.content.campaign_files import parse_campaign
from game.content.campaign_saves import begun, keep, load_ongoing, new_place
from game.content.campaign_saves import place_of as place_of_campaign
from game.content.faults import Fault, UnusableFile, spelt
from game.content.file_names import is_local_path, joined, naming_fault, single_name
from game.content.file_schemas import SCHEMAS
from game.content.file_source import SavedSource
from game.content.file_words import nearest, word_of
from game.content.how_to_pages import has_page, parse_page
from game.content.icons import known_icon
from game.content.lessons import Lesson, parse_lesson
from game.content.maps.map_library import load_board, parse_map, text_of_map
from game.content.maps.writer import canonical
from game.content.names_in_files import NamePlace, name_faults, named_at, places_in
from game.content.own_folders import own_folder
from game.content.packs.pack_reading import pack_of
from game.content.rosters import RosterFile, parse_roster
from game.content.save_format import SavedGame, default_save_name, parse_save
from game.content.scenarios import Scenario, load_scenario, parse_scenario
from game.content.shipped_folders import ASSETS, ROOT
from game.content.situations.situation_files import parse_situation
from game.content.situations.situation_schema import Situation
from game.content.user_files import DISK, PackSource
from game.forms.form_files import copy_file
from game.forms.form_kinds import FORMS
from game.lab.experiments import ExperimentFile, parse_experiment
from game.rules.battles import battle_of, prepare
from game.rules.saving import saved_text
from game.screens.scenario_banner import moment_of
from game.widgets.theme import Theme
from tests.campaigns import campaign, fought_battle
from tests.content.exhausting import sealed
from tests.content.pack_parts import pack_bytes, texts, zip_of
from tests.content.test_maps_pictures import YARD, mapped
from tests.tools.refusals import refusal_of
from tests.tools.texts import edited

pytestmark = pytest.mark.usefixtures("own_home")

STRANGE = "zzz"
"""A part of each name that is refused; no file has it."""
BAD = {
    "an absolute path": "/zzz/x",
    "another computer": "//zzz/share/x.png",
    "another computer on Windows": r"\\zzz\share\x.png",
    "an absolute path on Windows": r"\zzz",
    "a drive": r"C:\zzz\x",
    "a place on a drive": "C:zzz",
    "steps outwards": "../../zzz",
    "steps outwards within": "a/../../zzz",
    "steps outwards on Windows": r"a\..\..\zzz",
    "a backslash": r"zzz\x",
    "a device": "zzz/nul.toml",
    "a device with an ending": "com1.zzz",
    "a null character": "zzz\0",
    "a control character": "zzz\x1b[2J",
    "a stream": "zzz:stream",
    "a home folder": "~/zzz",
    "a dot at the end": "zzz.",
    "a space at the end": "zzz ",
    "dots only": "zzz/.../x",
}

SEEN = list[str]()
WATCHED = [False]
OPENING = {"open", "os.listdir", "os.scandir", "os.mkdir", "os.rename"}


def _note(event: str, found: tuple[Any, ...]) -> None:
    if WATCHED[0] and event in OPENING:
        SEEN.extend(os.fsdecode(one) for one in found if isinstance(one, str | bytes | Path))


def _hook(event: str, found: tuple[Any, ...], note: Callable[..., None] | None = _note) -> None:
    # At the end of the process the names of modules are gone before the hook is.
    if WATCHED and note:
        note(event, found)


sys.addaudithook(_hook)  # it can never be removed


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Collect the paths of all files that are looked for, opened or written meanwhile."""
    usual = os.stat

    def noted(path: Any, *args: Any, **settings: Any) -> os.stat_result:
        if isinstance(path, str | bytes | Path):
            SEEN.append(os.fsdecode(path))
        return usual(path, *args, **settings)

    monkeypatch.setattr(os, "stat", noted)
    SEEN.clear()
    WATCHED[0] = True
    yield SEEN
    WATCHED[0] = False


@pytest.fixture
def untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if a file with a strange name is looked for, opened or written."""
    with watched(monkeypatch) as seen:
        yield
    assert not [path for path in seen if STRANGE in path]


def test_the_watch_sees_what_is_looked_for_and_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    with watched(monkeypatch) as seen:
        DISK.has("/zzz/x.tmj")
        with suppress(OSError):
            Path("zzz.png").read_bytes()
    assert {"/zzz/x.tmj", "zzz.png"} <= {*seen}


def faults_when_read(read: Callable[[str], object], text: str) -> list[Fault]:
    return refusal_of(read, text).faults


# The names.


@pytest.mark.parametrize("name", [*BAD.values(), "", ".."], ids=[*BAD, "nothing", "outwards"])
def test_a_name_that_may_lead_out_of_a_folder_is_refused(name: str, tmp_path: Path) -> None:
    assert naming_fault(name)
    with pytest.raises(UnusableFile, match="there can be no such file: its name "):
        joined(tmp_path, name)


@pytest.mark.parametrize(
    "name",
    [
        *("yard", "river-war/yard", "maps/yard.tmj", "./yard", "a..b", "..yard", "yard/.hid"),
        *("Über den Fluß", "河\u3000川", "what?", "con-2", "zero g (2).toml", "a~b"),
    ],
)
def test_any_other_name_is_one_in_the_folder(name: str, tmp_path: Path) -> None:
    assert joined(tmp_path, name).is_relative_to(tmp_path)


def test_the_reason_says_what_is_wrong_with_it() -> None:
    said = {what: naming_fault(name) for what, name in BAD.items()}

    assert said["another computer"].startswith("is a path to another computer; files name only")
    assert said["another computer on Windows"].startswith("is a path to another computer")
    assert said["an absolute path"].startswith("is an absolute path")
    assert said["a place on a drive"].startswith("is a path on a drive")
    assert said["steps outwards on Windows"].startswith("leads out of its folder by '..'")
    assert said["a device"] == "is that of a device on some systems: 'nul.toml'"
    assert said["a stream"] == "has a colon, which stands for a drive or a stream"
    assert said["a null character"] == "has a control character"


def test_a_text_becomes_the_beginning_of_a_file_name() -> None:
    assert single_name("the-water-below") == "the-water-below"
    assert single_name("act 1: rats/war\0") == "act 1- rats-war-"
    assert single_name("~mine") == "my-~mine"
    assert single_name("con") == "my-con"


# The places in files that name others.

EXPERIMENT = """title = "Bouts"
scenarios = ["cage"]
maps = ["training-cage"]
players = ["random,random"]
[rosters]
red = "champions"
[[variant]]
name = "a"
scenario = "cage"
map = "training-cage"
[variant.rosters]
blue = "champions"
[tune]
file = "assets/rosters/champions.toml"
[train]
bot = "steady"
"""
SITUATION = 'title = "A test"\nclauses = ["CC-01"]\nscenario = "cage"\narmoury = "cage"\n'
ROSTER = """title = "Guard"
armoury = "classic"
[[unit]]
id = "guard"
name = "Guard"
[[unit.model]]
profile = "warden"
icon = "rat"
"""
ARMOURY = 'title = "Guns"\nsystem = "classic"\n[profile.guard]\nname = "Guard"\n'


def shipped(file: str) -> str:
    return (ASSETS / file).read_text("utf-8")


FILES: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "armoury": (ARMOURY, lambda text: parse_armoury(text, "my.toml")),
    "roster": (ROSTER, lambda text: parse_roster(text, "my.toml")),
    "scenario": (
        shipped("scenarios/combat_patrol.toml"),
        lambda text: parse_scenario(text, "my.toml"),
    ),
    "campaign": (
        shipped("campaigns/the-water-below.toml"),
        lambda text: parse_campaign(text, "my.toml"),
    ),
    "situation": (SITUATION, lambda text: parse_situation(text, "my.toml")),
    "page": (shipped("pages/cage.toml"), lambda text: parse_page(text, "my.toml")),
    "lesson": (shipped("lessons/cage.toml"), lambda text: parse_lesson(text, "my.toml")),
    "experiment": (EXPERIMENT, lambda text: parse_experiment(text, "my.toml")),
}
"""A text of each kind of file, and its reader."""
ALL_SCHEMAS = {
    **{kind.name: schema for kind, schema in SCHEMAS.items()},
    "situation": Situation,
    "lesson": Lesson,
    "experiment": ExperimentFile,
}
PLACES = [
    pytest.param(kind, place, id=f"{kind}-{place.steps}")
    for kind, schema in ALL_SCHEMAS.items()
    for place in places_in(schema)
]
NAMED = {
    "armoury": {
        "profile.*.icon#": "icon",
    },
    "roster": {
        "armoury": "armoury",
        "profile.*.icon#": "icon",
        "unit.*.model.*.icon": "icon",
    },
    "scenario": {
        "map": "map",
        "maps.*": "map",
        "side.*.roster?": "roster",
        "side.*.rosters.*": "roster",
        "bot": "bot",
    },
    "campaign": {
        "battle.*.scenario": "scenario",
        "battle.*.map?": "map",
        "battle.*.rosters.*?": "roster",
        "battle.*.result.*.extra.*.roster": "roster",
    },
    "situation": {
        "scenario": "scenario",
        "map": "map",
        "armoury": "armoury",
    },
    "page": {
        "part.*.picture.situation.scenario": "scenario",
        "part.*.picture.situation.map": "map",
        "part.*.picture.situation.armoury": "armoury",
    },
    "lesson": {
        "then?": "scenario",
        "situation.scenario": "scenario",
        "situation.map": "map",
        "situation.armoury": "armoury",
    },
    "experiment": {
        "scenarios.*": "scenario",
        "maps.*?": "map",
        "rosters.*?": "roster",
        "rosters.*.*?": "roster",
        "variant.*.scenario?": "scenario",
        "variant.*.map?": "map",
        "variant.*.rosters.*?": "roster",
        "tune.file?": "file",
        "train.bot": "bot",
    },
}
"""Kind of the file that each place of a file names. A place with ``?`` may be empty; one with
``#`` is an id by its schema."""


@pytest.mark.parametrize("kind", NAMED)
def test_the_schema_of_a_file_says_where_it_names_other_files(kind: str) -> None:
    found = {
        f"{place.steps}{'?' * place.may_be_empty}{'#' * place.is_id}": place.kind.name
        for place in places_in(ALL_SCHEMAS[kind])
    }

    assert found == NAMED[kind]
    assert NAMED.keys() == ALL_SCHEMAS.keys()


def with_name(kind: str, steps: str, name: str) -> tuple[str, str]:
    """Return a file of a kind with another name at a place, and that place."""
    raw = tomllib.loads(FILES[kind][0])
    match steps:
        case "rosters.*.*":
            raw["rosters"] = {"red": ["champions"]}
        case "battle.*.result.*.extra.*.roster":
            extra = {"side": "wardens", "roster": "", "unit": "squad"}
            raw["battle"][0]["result"][0]["extra"] = [extra]
        case "side.*.rosters.*":
            raw["side"][0]["rosters"] = [""]
        case _:
            pass
    *above, last = steps.split(".")
    here: Any = raw
    place = list[int | str]()
    for step in above:
        place.append(_part(here, step))
        if isinstance(here, dict):
            here.setdefault(place[-1], {})
        here = here[place[-1]]
    place.append(_part(here, last))
    here[place[-1]] = name
    return written(raw), spelt(place)


def _part(here: Any, step: str) -> int | str:
    """Return the step to a part of a table or list; a star is the first, or a new one."""
    first = 0 if isinstance(here, list) else next(iter(here), "wardens")
    return first if step == "*" else step


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(("kind", "place"), PLACES)
def test_no_file_names_one_outside_of_the_library(kind: str, place: NamePlace) -> None:
    for name in [*BAD.values(), *([] if place.may_be_empty else [""])]:
        text, at = with_name(kind, place.steps, name)
        faults = faults_when_read(FILES[kind][1], text)
        found = [one.reason for one in faults if one.place and at.endswith(one.place)]

        assert found, (name, at, faults)
        assert place.is_id or f"the name {naming_fault(name)}" in found[0], found


@pytest.mark.parametrize(("kind", "place"), PLACES)
def test_every_place_is_found_in_a_file(kind: str, place: NamePlace) -> None:
    text, at = with_name(kind, place.steps, "/zzz")

    found = named_at(tomllib.loads(text), place.steps)
    assert (at, "/zzz") in [(spelt(path), name) for path, name in found]


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the tables in the type of a value."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from models_in(inner)


def names_in(model: type[BaseModel]) -> Iterator[str]:
    """Yield the places in a schema that are called after kinds of files."""
    for name, one in model.model_fields.items():
        parts = [*models_in(one.annotation)]
        for part in parts:
            yield from (f"{one.alias or name}.{rest}" for rest in names_in(part))
        words = ("map", "scenario", "roster", "armoury", "icon", "file")
        is_text = "str" in str(one.annotation)
        if is_text and not parts and name.removesuffix("s") in words:
            yield name


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        ("armoury", SHAPES["classic"]),
        ("armoury", SHAPES["modern"]),
        ("roster", RosterFile),
        ("scenario", Scenario),
        ("situation", Situation),
        ("experiment", ExperimentFile),
    ],
)
def test_all_keys_that_name_files_are_among_the_places(
    kind: str, schema: type[BaseModel]
) -> None:
    places = {place.steps.replace(".*", "") for place in places_in(ALL_SCHEMAS[kind])}
    found = {*names_in(schema)}

    assert found
    # The texts of files in a variant have names that are not looked for.
    assert found - {"variant.files"} <= places


def test_all_bad_names_of_a_file_are_told_with_its_other_faults() -> None:
    raw = tomllib.loads(FILES["scenario"][0])
    raw["map"], raw["maps"][1], raw["side"][0]["rosters"] = "//zzz/x", "/zzz", ["C:zzz", "nix"]
    found = faults_when_read(FILES["scenario"][1], written(raw))
    places = ["map", "maps[1]", "side[0].rosters[0]", "side[0].rosters[1]"]

    assert [one.place for one in found] == places
    assert found[3].reason.startswith("no roster called 'nix'")
    raw["colour"] = "red"
    found = faults_when_read(FILES["scenario"][1], written(raw))
    assert [one.place for one in found] == [*places, "colour"]


def test_the_check_names_file_place_and_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "guard.toml"
    file.write_text(edited(ROSTER, {'"rat"': '"//zzz/share/x.png"'}), "utf-8")

    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.startswith(
        f"{file}: unit[0].model[0].icon: no icon called '//zzz/share/x.png': the name is a path"
        " to another computer; files name only files of the library, or beside them\n"
    )


def test_more_than_fifty_are_counted() -> None:
    faults = name_faults(Scenario, {"maps": ["/zzz"] * 2_000})

    assert len(faults) == 51
    assert faults[-1].reason == "and 1,950 more faults"


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("file", ["assets/scenarios/my.toml", "/home/me/my.toml"])
def test_a_word_of_a_file_becomes_a_path_by_a_function_that_refuses(file: str) -> None:
    for name in BAD.values():
        with pytest.raises(UnusableFile, match="no file called") as caught:
            nearest(DISK, file, name, library_kinds.MAP)
        assert caught.value.file == file
        assert known_icon(name, file) == ""


@pytest.mark.usefixtures("untouched")
def test_a_form_does_not_follow_what_its_file_names() -> None:
    for name in BAD.values():
        text, _ = with_name("roster", "armoury", name)
        file, _ = copy_file(FORMS["roster"], text, "my.toml")
        assert file.armoury is None
        assert any(fault.place == "armoury" for fault in file.faults)


@pytest.mark.parametrize(
    "name", ["//zzz/share/x.png", "/zzz/x.tmx", "assets/scenarios/../x.png"]
)
def test_the_id_of_a_file_leads_to_no_other_file(name: str) -> None:
    assert word_of(name, library_kinds.SCENARIO) == word_of(name, library_kinds.MAP) == "x"


# Good names.


def test_words_and_paths_in_files_mean_what_they_meant() -> None:
    own_folder(library_kinds.MAP).mkdir(parents=True)
    (own_folder(library_kinds.MAP) / "yard.tmj").write_text(
        DISK.read("maps/ruined-crossing.tmj"), "utf-8"
    )
    for word in ("yard", "maps/yard.tmj", "./maps/old-quarter.tmj", "old-quarter"):
        raw = tomllib.loads(FILES["scenario"][0])
        raw["map"] = raw["maps"][0] = word
        assert parse_scenario(written(raw), "my.toml").map == word
    ground = "tests/armouries/proving-ground.toml"
    assert load_armoury(ground).kinds
    text = edited(SITUATION, {'armoury = "cage"': f'armoury = "{ground}"'})
    assert parse_situation(text, "my.toml").armoury == load_armoury(ground)


def test_a_file_opened_by_its_path_names_others_beside_it(tmp_path: Path) -> None:
    for name, text in texts().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    found = load_scenario(str(tmp_path / "scenarios" / "crossing.toml"))

    assert found.map == str(tmp_path / "maps" / "yard.tmj")


def test_a_path_that_the_user_types_may_lead_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "near").mkdir()
    (tmp_path / "mine.toml").write_text(shipped("scenarios/cage.toml"), "utf-8")
    monkeypatch.chdir(tmp_path / "near")
    assert load_scenario(file_or_name("../mine.toml")).file == str(tmp_path / "mine.toml")
    assert file_or_name("cage") == "cage"
    assert file_or_name("assets/scenarios/cage.toml") == "assets/scenarios/cage.toml"
    monkeypatch.chdir(ROOT / "maps")
    assert file_or_name("../assets/scenarios/cage.toml") == str(
        ROOT / "assets" / "scenarios" / "cage.toml"
    )


# Packs.


@pytest.mark.usefixtures("untouched")
def test_no_pack_holds_a_file_outside_of_it() -> None:
    for name in BAD.values():
        raw = zip_of(("pack.toml", b""), (f"maps/{name}/x.png", b""))
        with pytest.raises(UnusableFile):
            pack_of(raw, Path("mine.undertow-pack"))


@pytest.mark.usefixtures("untouched")
def test_no_name_leads_out_of_a_pack_or_out_of_the_folders_of_the_user() -> None:
    source = PackSource(pack_of(pack_bytes(), Path("river-war.undertow-pack")))
    names = [f"{kind.folder}/{name}" for kind in library_kinds.OWN for name in BAD.values()]
    for name in filter(naming_fault, names):
        assert not DISK.has(name)
        assert not source.has(name)
        for each in (DISK, source):
            with pytest.raises(UnusableFile):
                each.read(name)


# Maps.


@pytest.mark.usefixtures("untouched")
def test_pictures_and_templates_of_a_map_lie_beside_it(tmp_path: Path) -> None:
    raw, file = json.loads(canonical(mapped(YARD))), tmp_path / "my.tmj"
    layers = {one["type"]: one for one in raw["layers"]}
    for name in BAD.values():
        pictured = {**layers["imagelayer"], "image": f"{name}/x.png"}
        assert not parse_map(json.dumps(raw | {"layers": [pictured]}), "my.tmj").pictures
        templated = [{"id": 900, "x": 0, "y": 0, "template": name}]
        changed = {**layers["objectgroup"], "objects": templated}
        file.write_text(json.dumps(raw | {"layers": [changed]}), "utf-8")
        with pytest.raises(UnusableFile, match="comes from template"):
            text_of_map(file)


# Saves.


@cache
def saved_game() -> tuple[dict[str, Any], ...]:
    """Return the lines of a saved game of the cage, without seals."""
    battle = prepare("cage", seed=1)
    lines = map(json.loads, saved_text(battle.session(), battle.header({})).splitlines())
    return tuple({key: value for key, value in raw.items() if key != "seal"} for raw in lines)


def saved(**header: Any) -> SavedGame:
    """Return the saved game with another header."""
    first, *lines = saved_game()
    bodies = (json.dumps(raw) for raw in (first | header, *lines))
    return parse_save(sealed(*bodies).decode(), "game.undertow")


@pytest.mark.usefixtures("untouched")
def test_the_campaign_of_a_save_is_one_of_those_that_run() -> None:
    assert saved(campaign="the-water-below-20260101T000000").header.campaign
    for name in (*BAD.values(), "folder/zzz"):
        with pytest.raises(UnusableFile, match="line 1: campaign: no file called"):
            saved(campaign=name)


def test_a_campaign_is_written_into_the_folder_of_those_that_run_only(tmp_path: Path) -> None:
    ongoing = begun(campaign(), 7, {"us": "human", "them": "steady"})
    (tmp_path / "outside").mkdir()
    for name in (*BAD.values(), "", "folder/zzz", "../../outside/mine"):
        with pytest.raises(UnusableFile, match="campaign: no campaign called"):
            keep(place_of_campaign(name), ongoing)
    path = new_place(campaign())
    keep(path, ongoing)

    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [path]


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("key", ["playing", "save", "file"])
def test_a_running_campaign_names_saves_and_campaigns_of_the_library(key: str) -> None:
    ongoing = begun(campaign(), 7, {"us": "human", "them": "steady"})
    path = new_place(campaign())
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = json.loads(ongoing.model_dump_json())
    for name in BAD.values():
        if key == "file" and is_local_path(name):
            continue  # the user opened the campaign by its path
        battle = fought_battle("first", "us").model_dump(mode="json") | {"save": name}
        changed = {"fought": [battle]} if key == "save" else {key: name}
        path.write_text(json.dumps(raw | changed), "utf-8")
        with pytest.raises(UnusableFile) as caught:
            load_ongoing(path)
        (fault,) = caught.value.faults
        assert fault.place == ("fought[0].save" if key == "save" else key)


def test_the_map_of_a_save_leads_to_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    text = canonical(mapped(YARD))
    for name in BAD.values():
        map_ = f"{name}/x.tmj"
        with watched(monkeypatch) as seen:
            assert load_board(map_, SavedSource({map_: text})).pictures == ()
        # A file with a local path is looked for, to compare it with the one in the save.
        looked_for = {map_} if is_local_path(map_) else set[str]()
        assert {one for one in seen if STRANGE in one} == looked_for
    board = load_board("yard", SavedSource({"maps/yard.tmj": text}))
    assert board.pictures[0].file == "maps/yard.png"


def test_the_map_of_a_save_that_was_opened_by_its_path_keeps_its_pictures(
    tmp_path: Path,
) -> None:
    file, text = tmp_path / "yard.tmj", canonical(mapped(YARD))
    file.write_text(text, "utf-8")
    source = SavedSource({str(file): text})

    assert load_board(str(file), source).pictures[0].file == str(tmp_path / "yard.png")
    file.write_text(edited(text, {"yard": "yarn"}), "utf-8")
    assert load_board(str(file), source).pictures == ()
    file.unlink()
    assert load_board(str(file), source).pictures == ()


@pytest.mark.parametrize(
    "name",
    ["//zzz/share", "/zzz", r"C:\zzz", "../../zzz", r"..\zzz", "assets/scenarios/../zzz"],
)
def test_a_save_with_any_names_for_its_files_is_opened_but_follows_none(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = saved_game()[0]
    scenario = tomllib.loads(header["files"][header["scenario"]])
    roster = tomllib.loads(header["files"]["assets/rosters/champions.toml"])
    roster["unit"][0]["model"][0]["icon"] = f"{name}/x.png"
    for side in scenario["side"]:
        side["roster"] = f"{name}/y.toml"
    files = header["files"] | {
        f"{name}/x.toml": written(scenario),
        f"{name}/y.toml": written(roster),
        f"{name}/x.tmj": header["files"][header["map"]],
    }

    with watched(monkeypatch) as seen:
        found = saved(scenario=f"{name}/x.toml", map=f"{name}/x.tmj", files=files)
        battle = battle_of(found)
        assert not has_page(battle.scenario.id)
        assert moment_of(battle.scenario.id, (9, 9)) is None
    # A file with a local path is looked for, to compare it with the one in the save.
    looked_for = {f"{name}/y.toml"} if is_local_path(name) else set[str]()
    assert {one for one in seen if STRANGE in one} == looked_for
    icons = {model.profile.icon for model in battle.opening.models.values()}
    assert "captain" in icons  # that of its profile, for the one that leads out
    assert not [icon for icon in icons if STRANGE in icon]
    assert not naming_fault(default_save_name(found.header.scenario, "2026"))


@pytest.mark.usefixtures("untouched")
def test_an_icon_is_drawn_from_no_other_folder() -> None:
    pygame.display.set_mode((9, 9))
    theme = Theme()
    for name in ("../../../zzz", "../../zzz", r"..\zzz", "a/../../zzz"):
        assert theme.icon(f"units/{name}", 12).get_size() == (12, 12)
