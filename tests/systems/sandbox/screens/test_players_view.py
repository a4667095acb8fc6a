"""The players' view of a sandbox, in this window and in a second one (SB-19)."""

from __future__ import annotations

import pygame
import pytest

from game.app import Window
from game.content.maps.map_library import map_of
from game.screens.battle_opening import open_sandbox
from game.systems.sandbox.screens.players_board import PlayersBoard
from game.systems.sandbox.screens.players_view import PlayersScreen
from game.systems.sandbox.screens.screen import SandboxScreen
from game.view.overlays.fog_cover import THICK, THIN
from game.widgets.theme import Theme
from tests.screens import fixtures_sandbox
from tests.screens.input_driver import Player, ready
from tests.screens.window_steps import give


@pytest.fixture
def foggy(player: Player) -> SandboxScreen:
    return fixtures_sandbox.foggy(player)


def pinned(board: PlayersBoard) -> list[str]:
    return sorted(pin.words for pin in board.pins)


@pytest.mark.rule("SB-17", "SB-19")
def test_players_see_what_their_side_sees(player: Player, foggy: SandboxScreen) -> None:
    player.press("View")
    view = player.top
    assert isinstance(view, PlayersScreen)

    assert pinned(view.board) == ["A", "Trap"]
    assert view.board.scene.fog
    assert view.board.scene.fog.opacity == THICK
    assert not any(
        foggy.session.table.models[id_].side == "blue" for id_ in view.board.scene.hidden
    )


def test_the_person_who_runs_the_table_sees_all_under_thin_fog(foggy: SandboxScreen) -> None:
    scene = foggy.parts.board.scene

    assert scene.fog
    assert scene.fog.opacity == THIN
    assert not scene.hidden


def test_fog_that_lifts_is_gone_from_the_table(player: Player, foggy: SandboxScreen) -> None:
    for answer in ("fog", "lift"):
        foggy.press(answer)
        player.key(pygame.K_LSHIFT)
        ready(player, foggy)
    player.wait(2)

    assert foggy.parts.board.scene.fog is None


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN])
def test_a_curtain_guards_the_way_back(player: Player, foggy: SandboxScreen, key: int) -> None:
    player.press("View")
    view = player.top
    assert isinstance(view, PlayersScreen)
    player.key(key)
    player.key(pygame.K_RETURN)
    assert len(player.stack.screens) == 2, "a surplus key must not lift it at once"
    player.wait(60)
    player.key(pygame.K_RETURN)

    assert player.stack.screens == [foggy]


def test_players_of_both_sides_see_all_models(player: Player, foggy: SandboxScreen) -> None:
    foggy.tools.choices.players = 2
    assert foggy.players == ("blue", "red")
    player.press("View")
    view = player.top
    assert isinstance(view, PlayersScreen)

    assert view.board.scene.hidden == frozenset()


def test_a_second_window_follows_the_table(player: Player, foggy: SandboxScreen) -> None:
    player.press("Window")
    player.wait(2)
    second = foggy.second
    assert second
    assert pinned(second.board) == ["A", "Trap"]

    for answer in ("fog", "lift"):
        foggy.press(answer)
        player.key(pygame.K_LSHIFT)
        ready(player, foggy)
    player.wait(2)
    assert second.board.scene.fog is None
    assert len(second.board.pins) == 3

    second.take_event(pygame.Event(pygame.WINDOWCLOSE))
    assert second.closed
    player.wait(2)
    player.press("Window")
    assert foggy.second is not second
    player.press("Window")
    assert foggy.second
    assert foggy.second.closed


def test_leaving_the_table_closes_the_second_window(
    player: Player, foggy: SandboxScreen
) -> None:
    player.press("Window")
    second = foggy.second
    assert second
    player.leave()

    assert second.closed


def test_events_of_the_second_window_never_reach_the_table(
    player: Player, foggy: SandboxScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.press("Window")
    second = foggy.second
    assert second
    window = Window()
    window.stack.screens.append(foggy)
    reached = list[int]()
    monkeypatch.setattr(foggy, "handle", lambda event: reached.append(event.type))
    give(window, pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, window=second))
    give(window, pygame.Event(pygame.WINDOWCLOSE, window=second))

    assert reached == []
    assert second.closed


@pytest.mark.rule("SB-18", "SB-19")
def test_a_hidden_note_is_on_the_table_and_not_in_the_players_view_until_it_is_shown(
    player: Player,
) -> None:
    at = {"class": "Note", "point": [20, 20], "text": "It gives way.", "hidden": True}
    table = player.open(open_sandbox(map_of(48, 48, [{**at, "name": "Trapdoor"}])))
    assert isinstance(table, SandboxScreen)
    ready(player, table)
    assert [note.id for note in table.parts.board.scene.notes] == ["trapdoor"]

    def seen() -> list[str]:
        board = PlayersBoard(
            table.session.table, Theme(), pygame.Rect(0, 0, 640, 480), table.rules
        )
        board.show(table.session.table, table.players, "")
        return [note.id for note in board.scene.notes]

    assert seen() == []
    for answer in ("note", "trapdoor"):
        table.press(answer)
        player.key(pygame.K_LSHIFT)
        ready(player, table)
    assert seen() == ["trapdoor"]
