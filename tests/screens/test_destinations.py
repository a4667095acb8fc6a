"""Screens that are named by others, and made when they are opened."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import game
from game.background import loading
from game.screens import destinations
from game.screens.destinations import SCREENS, screen_of
from game.screens.screen import Begin, Destination, Open, Screen, Visit
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen
from game.screens.system_screens import SYSTEM_SCREENS
from game.screens.title import TitleScreen
from tests.screens.bare import Dark
from tests.screens.input_driver import Player

OWN = {
    f"{system}.{name}": make
    for system, screens in SYSTEM_SCREENS.items()
    for name, make in screens.items()
}
MAKERS: dict[str, Callable[..., Screen]] = {**SCREENS, **OWN}
PLAYED_ON = [name for name in MAKERS if name.rpartition(".")[2] == "battle"]
"""Screens on which games are played; the system of a game chooses one."""


@cache
def visits() -> tuple[ast.Call, ...]:
    """Return all calls that make a destination with a name that is written there."""
    return tuple(_visits())


def _visits() -> Iterator[ast.Call]:
    for file in sorted(Path(game.__file__).parent.rglob("*.py")):
        text = file.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "Destination(" in text else ():
            match node:
                case ast.Call(ast.Name("Destination"), [ast.Constant(str()), *_]):
                    yield node
                case _:
                    pass


def named(visit: ast.Call) -> str:
    return str(ast.literal_eval(visit.args[0]))


def takes(make: Callable[..., Screen], visit: ast.Call) -> None:
    """Check that a maker takes the arguments of a visit; raise TypeError."""
    given = visit.args[1:]
    options = dict.fromkeys(str(one.arg) for one in visit.keywords)
    if any(isinstance(one, ast.Starred) for one in given):
        # Their number is known only when it is run.
        signature(make).bind_partial(**options)
    else:
        signature(make).bind(*given, **options)


def test_screens_are_visited_by_the_names_of_the_table() -> None:
    """Every visit leads to a screen, and every screen of the table is visited."""
    assert {named(visit) for visit in visits()}.union(PLAYED_ON) == MAKERS.keys()


@pytest.mark.parametrize("name", MAKERS)
def test_a_screen_takes_the_arguments_that_it_is_visited_with(name: str) -> None:
    for visit in visits():
        if named(visit) == name:
            takes(MAKERS[name], visit)


@pytest.mark.parametrize("name", PLAYED_ON)
def test_a_game_can_be_played_on_the_screen_of_its_system(name: str) -> None:
    signature(MAKERS[name]).bind("a game", speed=1.0)


@pytest.mark.parametrize("text", ['Destination("settings", 1)', 'Destination("form")'])
def test_a_visit_with_the_wrong_arguments_is_found(text: str) -> None:
    visit = ast.parse(text, mode="eval").body
    assert isinstance(visit, ast.Call)

    with pytest.raises(TypeError):
        takes(MAKERS[named(visit)], visit)


def test_a_named_screen_is_opened_visited_or_begun_like_any_other(player: Player) -> None:
    player.stack.follow(Open(Destination("settings")))
    assert isinstance(player.top, SettingsScreen)
    player.stack.follow(Begin(Destination("play")))
    assert isinstance(player.top, SetupScreen)
    assert len(player.stack.screens) == 1

    player.stack.follow(Visit(Destination("trial", "scenario", "combat_patrol"), "form"))

    assert isinstance(player.top, SetupScreen)
    assert player.top.frame.home == "form"
    assert player.top.plan.scenario.id == "combat_patrol"


class Watched(dict[str, Any]):
    """A table of screens that remembers which were looked up."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(names))
        self.looked_up = list[str]()

    def __getitem__(self, name: str) -> Any:
        self.looked_up.append(name)
        return super().__getitem__(name)


def test_all_screens_are_imported_behind_the_title(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the first click on a button takes no longer than others."""
    monkeypatch.setattr(destinations, "SCREENS", table := Watched(SCREENS))
    waited = list[list[str]]()
    monkeypatch.setattr(Dark, "wait", lambda _: waited.append([*table.looked_up]))

    player.open(TitleScreen(1))
    player.wait_for(lambda: bool(waited) and not loading())

    assert table.looked_up == [*SCREENS]
    assert waited == [[]], "the battle is shown first"


def test_options_of_a_destination_reach_the_screen() -> None:
    screen = screen_of(Destination("play", watch=True))

    assert isinstance(screen, SetupScreen)
    assert screen.watch
