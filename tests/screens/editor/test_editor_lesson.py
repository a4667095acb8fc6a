"""The lesson of the editor, by mouse alone, and by keys wherever there is one."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from game.content.lessons import load_lesson
from game.geometry.points import Point
from game.screens.battle.screen import BattleScreen
from game.screens.editor_lesson import EditorLesson
from game.widgets.button import Button
from game.widgets.list_box import ListBox
from tests.screens.editor.editor_states import button_of
from tests.screens.input_driver import Player
from tests.screens.lesson_pupil import (
    KEYS,
    MICE,
    LessonPart,
    MousePupil,
    follow_in_editor,
    lesson_part,
)
from tests.screens.sdl_driver import AtWindow, Deeds


class Drawer(MousePupil):
    """A pupil that chooses tools, classes and buttons with the mouse."""

    def pixel(self, at: Point) -> tuple[int, int]:
        canvas = self.screen.canvas
        left, top = canvas.window.topleft
        x, y = canvas.camera.pixel(at)
        return left + x, top + y

    def settle(self) -> Deeds:
        for _ in range(4):
            yield

    def wheel(self, notches: int) -> Deeds:
        self.at.move(self.screen.canvas.window.center)
        yield
        self.at.post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)
        yield

    def brush(self, label: str, key: int) -> Deeds:
        """Choose a class: *label* in the list, or *key*."""
        listing: ListBox = self.screen.palette.list
        place = self.place(listing)
        for turn in range(40):
            for y in range(4, place.height, 8):
                row = listing.row_at((listing.rect.centerx, listing.rect.top + y))
                if row and row.label == label:
                    yield from self.at.click((place.centerx, place.top + y))
                    return
            self.at.move(place.center)
            yield
            self.at.post(pygame.MOUSEWHEEL, x=0, y=3 if turn == 0 else -1, flipped=False)
            yield
        raise AssertionError(f"no row {label!r}")

    def tool(self, name: str, key: int) -> Deeds:
        """Choose a tool by its button, or by *key*."""
        yield from self.hit(button_of(self.screen.toolbar, name), key)

    def command(self, name: str, key: int, mod: int = 0) -> Deeds:
        """Press a button of the top bar, or *key*."""
        yield from self.hit(button_of(self.screen.topbar, name), key, mod)

    def tab(self, name: str) -> Deeds:
        """Open a tab of the dock; its label may end with a number of faults."""
        heads = (w for w in self.screen.dock.heads_panel.widgets if isinstance(w, Button))
        yield from self.at.click(self.place(next(h for h in heads if name in h.label)).center)

    def hit(self, button: Button, key: int, mod: int = 0) -> Deeds:
        yield from self.at.click(self.place(button).center)

    def box(self, start: tuple[float, float], end: tuple[float, float]) -> Deeds:
        yield from self.at.drag(self.pixel(Point(*start)), self.pixel(Point(*end)))
        yield from self.settle()

    def spots(self, *spots: tuple[float, float]) -> Deeds:
        for spot in spots:
            yield from self.click(Point(*spot))
            yield from self.settle()

    def try_it(self) -> Deeds:
        """Open a battle on the map."""
        yield from self.hit(button_of(self.screen.topbar, "TRY"), pygame.K_F5)
        yield from self.at.until(BattleScreen)


class DrawerByKeys(Drawer):
    """A pupil that uses keys, and the mouse only on the table."""

    posts = frozenset(KEYS | MICE)

    def brush(self, label: str, key: int) -> Deeds:
        yield from self.at.key(key)

    def hit(self, button: Button, key: int, mod: int = 0) -> Deeds:
        yield from self.at.key(key, mod)


CTRL = pygame.KMOD_CTRL
PARTS: Sequence[LessonPart] = (
    lesson_part("wheel over it to zoom in", lambda p: p.wheel(2), ends=False),
    lesson_part(
        "press Home, or the button at the top",
        lambda p: p.command("Whole board", pygame.K_HOME),
    ),
    lesson_part(
        "Choose Ruin in the list on the left, or press 8",
        lambda p: p.brush("Ruin", pygame.K_8),
        ends=False,
    ),
    lesson_part(
        "press the mouse on the table, drag and let go", lambda p: p.box((18, 10), (24, 15))
    ),
    lesson_part(
        "Choose Select at the left edge, or press V",
        lambda p: p.tool("Select", pygame.K_v),
        ends=False,
    ),
    lesson_part("drag the ruin to another place", lambda p: p.box((21, 12), (25, 20))),
    lesson_part(
        "press Ctrl+Z, or Undo", lambda p: p.command("Undo", pygame.K_z, CTRL), ends=False
    ),
    lesson_part("by Ctrl+Y or Redo", lambda p: p.command("Redo", pygame.K_y, CTRL)),
    lesson_part("Press M, or the mirror at the top", lambda p: p.command("Mirror", pygame.K_m)),
    lesson_part(
        "Choose Deployment zone in the list, or press 4",
        lambda p: p.brush("Deployment zone", pygame.K_4),
        ends=False,
    ),
    lesson_part("drag a box along the left edge", lambda p: p.box((0, 0), (8, 48))),
    lesson_part(
        "Choose Objective in the list, or press 5",
        lambda p: p.brush("Objective", pygame.K_5),
        ends=False,
    ),
    lesson_part("click two places between the zones", lambda p: p.spots((18, 30), (14, 38))),
    lesson_part("Open Checks at the top right", lambda p: p.tab("Checks")),
    lesson_part("Press F5, or Try at the top", lambda p: p.try_it()),
)


@pytest.mark.parametrize("kind", [Drawer, DrawerByKeys])
def test_the_editor_is_learnt_by_doing_what_each_card_says(kind: type[Drawer]) -> None:
    follow_in_editor(kind(AtWindow()), "editor", PARTS)


def test_skipping_the_ruin_also_skips_what_is_done_with_it(player: Player) -> None:
    """Without a ruin there is none to move, and no move to take back."""
    screen = player.open(EditorLesson(load_lesson("editor")))
    player.press("Skip")
    assert screen.teacher.step.title == "Draw a ruin"
    player.press("Skip")
    player.wait(2)

    assert screen.teacher.step.title == "Fair for both sides"
