"""Small pictures of maps, of which each is drawn once."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from game.content.library_kinds import MAP
from game.content.own_folders import own_folder
from game.picture_cache import PICTURES
from game.screens.editor.start_screen import KINDS, StartScreen
from game.screens.map_thumbnails import map_key
from game.screens.scenario_banner import moment_of
from game.screens.shelf import LIST
from game.view.board.painter import BoardPainter
from tests.screens.input_driver import Player


def test_no_picture_of_the_list_of_maps_is_drawn_twice(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when the list is scrolled, or another kind is listed meanwhile, nor later."""
    PICTURES.clear()
    painted = list[object]()
    part = BoardPainter.part

    def counted(own: BoardPainter, *where: object) -> pygame.Surface:
        painted.append((own.board.name, *where))
        return part(own, *where)  # type: ignore[arg-type]

    monkeypatch.setattr(BoardPainter, "part", counted)
    screen = player.open(StartScreen())
    player.wait_until(lambda: all(key in PICTURES for key in screen.keys.values()))
    player.wait()
    assert all(row.picture for row in screen.shelf.rows)
    before = len(painted)
    assert before
    assert len(set(painted)) == before
    player.move(*player.list_box(LIST).rect.center)
    for notches in (-30, 30):
        player.wheel(notches)
        player.wait(5)
    for kind in (*KINDS[1:], "map"):
        screen.turn_to(kind)
        player.wait(3)
    again = player.open(StartScreen())
    player.wait(20)
    assert all(row.picture for row in again.shelf.rows)
    assert len(painted) == before


def test_moments_are_kept_with_the_other_pictures() -> None:
    PICTURES.clear()
    first = moment_of("combat_patrol", (96, 58))

    assert moment_of("combat_patrol", (96, 58)) is first
    assert PICTURES.pixels == 96 * 58


def test_a_map_that_was_changed_gets_another_picture(home: Path) -> None:
    """A built-in one and one that is missing stay as they are."""
    file = own_folder(MAP) / "yard.tmj"
    file.parent.mkdir(parents=True)
    file.write_text("{}", "utf-8")
    os.utime(file, ns=(1, 1))
    before = map_key("yard", (92, 64))
    assert before == ("yard", (92, 64), 1, ())
    os.utime(file, ns=(2, 2))

    assert map_key("yard", (92, 64)) != before
    assert map_key("old-quarter", (92, 64)).changed == 0
    assert map_key("missing", (92, 64)).changed == 0
