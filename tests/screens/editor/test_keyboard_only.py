"""The editor by keyboard alone: the pointer, the panels, and two whole maps from nothing."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.content.maps.classes import DeploymentZone, Objective, Wall
from game.content.maps.map_library import read_map
from game.editor.map_checks import judge
from game.screens.battle.screen import BattleScreen
from game.screens.editor.checks import ChecksTab
from game.screens.editor.new_map_screen import NewMapScreen
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.widgets.stepper import Stepper
from tests.screens.editor.editor_states import (
    editor_of,
    status_of,
)
from tests.screens.editor.test_screen import kinds, pixel_in_editor
from tests.screens.input_driver import Player

ARROWS = {
    (1, 0): pygame.K_RIGHT,
    (-1, 0): pygame.K_LEFT,
    (0, 1): pygame.K_DOWN,
    (0, -1): pygame.K_UP,
}


class Typist:
    """A map maker without a mouse; the grid is half an inch."""

    def __init__(self, player: Player) -> None:
        self.player = player

    @property
    def editor(self) -> EditorScreen:
        return editor_of(self.player)

    def go(self, x: float, y: float) -> None:
        """Move the pointer to a place in inches, in steps of 5" and of half an inch."""
        player, canvas = self.player, self.editor.canvas
        if canvas.cursor is None:
            player.key(pygame.K_RIGHT, pygame.KMOD_CTRL)
        assert canvas.cursor
        for axis, goal in enumerate((x, y)):
            for inches, mods in ((5.0, pygame.KMOD_SHIFT), (0.5, 0)):
                while abs(off := goal - canvas.cursor[axis]) >= inches:
                    way = (1 if off > 0 else -1) if axis == 0 else 0
                    along = (way, 0) if axis == 0 else (0, 1 if off > 0 else -1)
                    player.key(ARROWS[along], mods | pygame.KMOD_CTRL)
        assert canvas.cursor == (x, y)

    def box(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Begin a box with a tap, and end it with another."""
        for place in (start, end):
            self.go(*place)
            self.player.key(pygame.K_SPACE)

    def chain(self, *places: tuple[float, float]) -> None:
        for place in places:
            self.go(*place)
            self.player.key(pygame.K_SPACE)
        self.player.key(pygame.K_RETURN)

    def point(self, x: float, y: float) -> None:
        self.go(x, y)
        self.player.key(pygame.K_SPACE)

    def pick_class(self, words: str) -> None:
        """Choose a class by the search of the palette."""
        self.player.key(pygame.K_SLASH)
        self.player.wait()
        self.player.type(words)
        self.player.key(pygame.K_RETURN)

    def enter(self, n: int, words: str) -> None:
        """Write into the field *n* of the visible tab, from 0, and go back to the board."""
        player, stack = self.player, self.editor.stack
        while stack.focus.on not in self.editor.dock.panel.widgets:
            player.key(pygame.K_F6)
        for _ in range(n):
            player.key(pygame.K_TAB)
        for _ in range(12):
            player.key(pygame.K_BACKSPACE)
        player.type(words)
        player.key(pygame.K_RETURN)
        player.key(pygame.K_ESCAPE)

    def focus(self, label: str) -> None:
        """Step with F6 and Tab until a button with a label has the focus."""
        player, stack = self.player, self.editor.stack
        for _ in range(8):
            player.key(pygame.K_F6)
            panel = next((p for p in stack.panels if stack.focus.on in p.widgets), None)
            for _ in range(len(panel.widgets) if panel else 0):
                if getattr(stack.focus.on, "label", "") == label:
                    return
                player.key(pygame.K_TAB)
        raise AssertionError(f"no way to {label!r}")


@pytest.fixture
def typist(player: Player) -> Typist:
    return Typist(player)


def test_arrows_begin_in_the_middle_and_go_by_steps_of_the_grid(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_RIGHT)
    assert editor.canvas.cursor == (24.5, 24)
    player.key(pygame.K_UP, pygame.KMOD_SHIFT)
    assert editor.canvas.cursor == (24.5, 19)
    for _ in range(6):
        player.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert editor.canvas.cursor == (0, 19)
    assert status_of(editor)[1] == '0.00" 19.00"'


def test_the_mouse_takes_over_when_it_really_moves(
    player: Player, editor: EditorScreen
) -> None:
    x, y = pixel_in_editor(editor, 10, 10)
    player.move(x, y)
    player.key(pygame.K_RIGHT)
    assert editor.canvas.cursor == (10.5, 10)
    player.move(x + 1, y)
    assert editor.canvas.cursor == (10.5, 10)
    player.move(x + 40, y)
    assert editor.canvas.cursor is None


def test_a_tap_begins_a_box_and_a_second_one_ends_it(
    editor: EditorScreen, typist: Typist
) -> None:
    typist.player.key(pygame.K_r)
    typist.box((10, 10), (14, 13))

    (one,) = editor.workspace.selected()
    assert one.outline == ((10, 10), (14, 10), (14, 13), (10, 13))
    assert not editor.canvas.held


def test_a_held_key_drags_and_its_repeats_do_nothing(
    player: Player, editor: EditorScreen, typist: Typist
) -> None:
    player.key(pygame.K_r)
    typist.go(10, 10)
    for _ in range(3):
        player.send(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ")
    for _ in range(8):
        player.key(pygame.K_RIGHT)
        player.key(pygame.K_DOWN)
    player.send(pygame.KEYUP, key=pygame.K_SPACE, mod=0)

    (one,) = editor.workspace.selected()
    assert one.outline[2] == (14, 14)


def test_escape_gives_up_a_box_that_a_tap_began(
    player: Player, editor: EditorScreen, typist: Typist
) -> None:
    player.key(pygame.K_r)
    typist.go(10, 10)
    player.key(pygame.K_SPACE)
    typist.go(14, 14)
    player.key(pygame.K_ESCAPE)
    assert not editor.canvas.held
    assert kinds(editor) == []
    typist.box((20, 20), (22, 22))
    assert kinds(editor) == ["Wall"]


def test_an_object_is_selected_moved_by_holding_and_nudged(
    player: Player, editor: EditorScreen, typist: Typist
) -> None:
    player.key(pygame.K_r)
    typist.box((10, 10), (14, 13))
    player.key(pygame.K_v)
    player.key(pygame.K_ESCAPE)
    assert not editor.workspace.selection
    typist.go(12, 12)
    player.key(pygame.K_SPACE)
    (one,) = editor.workspace.selected()
    player.key(pygame.K_RIGHT)
    assert editor.workspace.selected()[0].outline[0] == (10.5, 10)
    player.send(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ")
    for _ in range(4):
        player.key(pygame.K_DOWN)
    player.send(pygame.KEYUP, key=pygame.K_SPACE, mod=0)
    assert editor.workspace.selected()[0].outline[0] == (10.5, 12)
    assert editor.workspace.selection == (one.id,)


def test_f6_goes_from_panel_to_panel_and_back_to_the_board(
    player: Player, editor: EditorScreen
) -> None:
    seen = []
    for _ in range(12):
        player.key(pygame.K_F6)
        if editor.stack.focus.on is None:
            break
        seen += [
            n for n, p in enumerate(editor.stack.panels) if editor.stack.focus.on in p.widgets
        ]
    assert seen == sorted(set(seen))
    assert len(seen) >= 5
    player.key(pygame.K_F6, pygame.KMOD_SHIFT)
    assert editor.stack.focus.on in editor.stack.panels[seen[-1]].widgets
    player.key(pygame.K_ESCAPE)
    assert editor.stack.focus.on is None


def save(player: Player, name: str) -> None:
    player.key(pygame.K_s, pygame.KMOD_CTRL)
    for _ in range(20):
        player.key(pygame.K_BACKSPACE)
    player.type(name)
    player.key(pygame.K_RETURN)


def try_it(player: Player) -> BattleScreen:
    player.key(pygame.K_F5)
    player.wait_until(lambda: isinstance(player.top, BattleScreen))
    assert isinstance(player.top, BattleScreen)
    return player.top


def playable(path: Path) -> tuple[list[str], list[str]]:
    """Return the findings on a map file, and the scenarios that can be played on it."""
    *_, report = judge(read_map(path))
    assert report
    found = [one.scenario for one in report.playable if not one.reasons]
    return [finding.words for finding in report.findings], found


def test_a_map_for_a_patrol_is_drawn_checked_saved_and_tried(
    player: Player, typist: Typist, home: Path
) -> None:
    player.open(StartScreen())
    player.key(pygame.K_n)
    assert isinstance(player.top, NewMapScreen)
    player.wait()
    player.type("Typed")
    player.key(pygame.K_RETURN)

    player.key(pygame.K_4)
    typist.box((0, 0), (48, 10))
    typist.box((0, 38), (48, 48))
    player.key(pygame.K_5)
    for x in (10, 24, 38):
        typist.point(x, 24)
    player.key(pygame.K_1)
    player.key(pygame.K_p)
    typist.chain((18, 16), (22, 16), (20, 19))
    player.key(pygame.K_l)
    typist.chain((26, 30), (32, 30), (32, 33))
    save(player, "typed")

    map_ = typist.editor.workspace.map
    assert [len(map_.all_of(kind)) for kind in (DeploymentZone, Objective, Wall)] == [2, 3, 2]
    findings, scenarios = playable(home / "maps" / "typed.tmj")
    assert findings == []
    assert "combat_patrol" in scenarios
    battle = try_it(player)
    assert battle.session.table.board.name == "Typed"


@pytest.mark.slow
def test_a_sewer_for_the_nest_is_dug_filled_mended_saved_and_tried(
    player: Player, typist: Typist, home: Path
) -> None:
    player.open(NewMapScreen())
    player.type("Dug")
    while not isinstance(player.panels.focus.on, Stepper):
        player.key(pygame.K_TAB)
    player.key(pygame.K_LEFT)
    player.key(pygame.K_RETURN)
    assert typist.editor.workspace.map.board.look == "sewer"

    player.key(pygame.K_c)
    typist.enter(0, "8")
    typist.chain((4, 24), (44, 24))
    typist.chain((24, 4), (24, 44))
    for side, left in (("wardens", 0.5), ("brood", 35.5)):
        player.key(pygame.K_4)
        player.key(pygame.K_v)
        player.key(pygame.K_ESCAPE)
        player.key(pygame.K_r)
        typist.enter(0, side)
        typist.box((left, 20.5), (left + 12, 27.5))
    typist.pick_class("nest")
    typist.point(24, 41)
    player.key(pygame.K_r, pygame.KMOD_CTRL)

    checks = typist.editor.tab(ChecksTab).checks
    player.wait_for(lambda: checks.is_of(typist.editor.workspace.map))
    player.wait()
    typist.focus("Checks 1")
    player.key(pygame.K_RETURN)
    typist.focus("Fix all")
    player.key(pygame.K_RETURN)
    player.key(pygame.K_RETURN)  # in the dialog that says what is changed
    player.key(pygame.K_ESCAPE)
    player.wait_for(lambda: checks.is_of(typist.editor.workspace.map))
    save(player, "dug")

    findings, scenarios = playable(home / "maps" / "dug.tmj")
    assert findings == []
    assert "the_nest" in scenarios
    battle = try_it(player)
    assert battle.session.table.board.name == "Dug"
