"""An unusable file in a user folder prevents nothing from opening; its row gives the reason."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from game.cli import main
from game.content import library_kinds, own_folders
from game.content.save_summaries import saved_games
from game.content.settings import Settings, load_settings
from game.content.shipped_folders import ASSETS
from game.screens import title_actions
from game.screens.campaign_list import ChooserScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.load_game import LoadScreen
from game.screens.screen import Screen
from game.screens.setup import SetupScreen
from tests.screens.input_driver import Player
from tests.tiers import few
from tests.tools.texts import edited

SAVE = '{"format":"undertow-save","version":1,'
WHOLE = SAVE + '"scenario":"a","map":"b","begun":"c"}\n'
DRAWN = '{"file":null,"title":"x","at":"2026-01-01T00:00:00+00:00","edits":3}\n{}'
NAMED = '"scenario":"a","map":"b","begun":"c"'
ODD: dict[str, bytes] = {
    "players that are a number": f'{SAVE}{NAMED},"players":5}}\n'.encode(),
    "events that are a number": f'{WHOLE}{{"line":"answer","events":5}}\n'.encode(),
    "a phase of numbers": (
        f'{WHOLE}{{"line":"answer","events":[5,{{"event":"PhaseBegan","round":"x","phase":7,'
        '"side":[1]}]}\n'
    ).encode(),
    "a winner that is a table": f'{WHOLE}{{"line":"end","winner":{{"a":1}}}}\n'.encode(),
    "half a character": edited(WHOLE, {'"a"': '"a\\u0000"', '"b"': '"\\ud800"'}).encode(),
    "a date in year 1": edited(DRAWN, {"2026": "0001", "+00": "+14"}).encode(),
    "edits beyond any number": edited(DRAWN, {'"edits":3': '"edits":1e400'}).encode(),
    "a title of half characters": edited(DRAWN, {'"x"': '"x\\u0000\\ud800"'}).encode(),
    "numbers for text": edited(WHOLE, {'"a"': "5", '"c"': "9"}).encode(),
    "deep lists": b"[" * 100_000,
    "deep tables": b'{"a":' * 5000 + b"1" + b"}" * 5000,
    "no text at all": b"\0" * 100,
    "nothing": b"",
    "another encoding": b"\xff\xfe\xfa" * 20,
    "a version beyond any number": b'{"format":"undertow-save","version":1e400}\n',
    "a title that is a number": b"title = 1\n",
    "deep TOML": b"a = " + b"[" * 3000 + b"]" * 3000,
    "NUL in TOML": b'title = "\\u0000"\n',
}
OWN_KINDS = (
    library_kinds.MAP,
    library_kinds.ROSTER,
    library_kinds.SCENARIO,
    library_kinds.CAMPAIGN,
    library_kinds.BOT,
)
PLACES: dict[str, tuple[Callable[[], Path], str]] = {
    "saves": (own_folders.saves, ".undertow"),
    "unsaved": (own_folders.unsaved, ".unsaved"),
    **{kind.plural: (partial(own_folders.own_folder, kind), kind.ending) for kind in OWN_KINDS},
    "ongoing": (own_folders.ongoing, ".campaign.json"),
}
SCREENS: list[Callable[[], Screen]] = [
    LoadScreen,
    SetupScreen,
    StartScreen,
    ChooserScreen,
]


def open_all(player: Player) -> None:
    """Open every screen that lists files, and check that nothing raises."""
    assert isinstance(title_actions.latest(), str)
    title_actions.unfinished()
    for make in SCREENS:
        player.open(make())
        player.wait(2)
        player.leave()
    assert main(["list"]) == 0


def put_in_user_folder(place: str, stem: bytes, content: bytes | None) -> None:
    """Write a file into a user folder, or make a folder in its place without content."""
    folder, ending = PLACES[place]
    folder().mkdir(parents=True, exist_ok=True)
    path = folder() / f"{os.fsdecode(stem)}{ending}"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)


def test_odd_files_of_all_kinds_keep_nothing_from_opening(player: Player) -> None:
    for number, content in enumerate(ODD.values()):
        for place in PLACES:
            put_in_user_folder(place, f"odd {number}".encode(), content)

    open_all(player)


@pytest.mark.parametrize("odd", few(ODD))
def test_an_odd_file_keeps_nothing_from_opening(player: Player, odd: str) -> None:
    for place in PLACES:
        put_in_user_folder(place, b"odd", ODD[odd])

    open_all(player)


def test_a_name_that_is_no_text_keeps_nothing_from_opening(player: Player) -> None:
    for place in PLACES:
        put_in_user_folder(place, b"odd\xff", b"x")
        put_in_user_folder(place, b"folder", None)

    open_all(player)


def test_an_odd_save_is_a_row_that_says_why(player: Player) -> None:
    put_in_user_folder("saves", b"odd", ODD["players that are a number"])
    screen = LoadScreen()
    player.open(screen)
    (row,) = screen.shelf.rows

    assert (row.label, row.faded) == ("odd", True)
    file = own_folders.saves() / "odd.undertow"
    why = "line 1: players: must be a table of keys and values, not 5"
    assert row.reason == f"{file}: {why}"
    (summary,) = saved_games(own_folders.saves())
    assert summary.path == file


@pytest.mark.parametrize("odd", ODD)
def test_odd_settings_are_the_usual_ones(tmp_path: Path, odd: str) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(ODD[odd])

    assert load_settings(file).settings == Settings()


def test_what_cannot_be_used_is_listed_with_the_reason(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_user_folder("rosters", b"odd", b"title = 1\n")
    assert main(["list"]) == 0

    text = capsys.readouterr().out
    file = own_folders.own_folder(library_kinds.ROSTER) / "odd.toml"
    why = "cannot be used: title: must be text, not 1"
    assert f"odd                  {why}\n                       {file}\n" in text


def test_a_faulty_file_of_each_kind_is_listed_beside_sound_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folders = {
        "bots": own_folders.own_folder(library_kinds.BOT),
        "scenarios": own_folders.own_folder(library_kinds.SCENARIO),
        "campaigns": own_folders.own_folder(library_kinds.CAMPAIGN),
        "rosters": own_folders.own_folder(library_kinds.ROSTER),
        "armouries": own_folders.own_folder(library_kinds.ARMOURY),
    }
    for kind, folder in folders.items():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "odd.toml").write_text("title = 1", "utf-8")
        sound = min((ASSETS / kind).glob("*.toml"))
        (folder / "mine.toml").write_bytes(sound.read_bytes())
    assert main(["list", "--json"]) == 0

    there_is = json.loads(capsys.readouterr().out)
    for kind, folder in folders.items():
        odd, mine = (
            next(thing for thing in there_is[kind] if thing["id"] == id_)
            for id_ in ("odd", "mine")
        )
        assert odd["file"] == str(folder / "odd.toml")
        assert odd["fault"].startswith(f"{folder / 'odd.toml'}: ")
        assert mine["file"] == str(folder / "mine.toml")
        assert "fault" not in mine
        others = (t for t in there_is[kind] if t["id"] not in {"odd", "mine"})
        assert not any("file" in t for t in others if "/" not in t["id"])
