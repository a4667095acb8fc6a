"""Every screen in every size of window: nothing is cut off, nothing lies over another thing."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.content.settings import TEXTS
from game.screens import backdrop, doors, thumbnail
from game.screens.battle.board import BoardView
from game.screens.battle.screen import BattleScreen
from game.screens.scaling import largest_scale
from game.screens.screen import Frame, Screen
from game.view.board.bake import Bake
from game.widgets.desk import Desk
from game.widgets.panel import Panel
from game.widgets.theme import Box
from tests.screens.catalogue import SHOTS, Shot, freeze
from tests.screens.hands import Player
from tests.tools.proofs import Proof, faults

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160))
SCALES = {"small": 0.75, "plain": 1.0, "largest": None}


class Dark:
    """Nothing goes on behind the doors."""

    def fit(self, frame: Frame) -> None: ...

    def update(self, seconds: float) -> None: ...

    def draw(self, canvas: pygame.Surface) -> None:
        canvas.fill("black")

    def leave(self) -> None: ...


class Album:
    """Every shot of the catalogue, taken once and held up to any window."""

    def __init__(self) -> None:
        self.player = Player(Frame(Proof(), SIZES[0]))
        self.screens: dict[str, Screen] = {}
        for name, shot in SHOTS.items():
            self._take(name, shot)

    def _take(self, name: str, shot: Shot) -> None:
        self.player.stack.screens = []
        self.player.frame = self.player.stack.frame = self._frame(SIZES[0], 1.0, shot)
        self.screens[name] = shot.make(self.player)
        self.player.stack.screens = []

    @staticmethod
    def _frame(size: tuple[int, int], scale: float, shot: Shot) -> Frame:
        return Frame(Proof(scale), size, shot.settings)

    def show(self, name: str, frame: Frame) -> Screen:
        shot, player = SHOTS[name], self.player
        player.stack.screens = [self.screens[name]]
        player.frame = frame._replace(settings=shot.settings)
        player.stack.refit(player.frame)
        player.wait()
        shot.pose(player)
        player.wait()
        return player.top

    def faults(self, frame: Frame) -> list[str]:
        """Return what is wrong with the screens in a window, a line for each."""
        self.player.canvas = pygame.Surface(frame.size).convert()
        window, found = self.player.canvas.get_rect(), list[str]()
        for name in SHOTS:
            self.show(name, frame)
            found += (f"{name}: {fault}" for fault in faults(self.desk, window))
        return found

    @property
    def desk(self) -> Desk:
        """Return what is to be seen: the curtain, if it has fallen."""
        top = self.player.top
        veil = top.handover.veil if isinstance(top, BattleScreen) else None
        return veil.desk if veil else self.player.desk

    def leave(self) -> None:
        for screen in self.screens.values():
            screen.leave()


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Album]:
    """Take all shots once, with words and panels as ever, but on tables without paint."""
    with pytest.MonkeyPatch.context() as patch:
        freeze(patch)
        patch.setenv("UNDERTOW_HOME", str(tmp_path_factory.mktemp("album")))
        patch.setattr(BoardView, "draw", lambda *_: False)
        patch.setattr(Bake, "part", bare)
        # What is drawn is drawn on the sheets of the proofs.
        patch.setattr(Desk, "draw", lambda *_: [])
        patch.setattr(Panel, "lie_on", lambda *_: None)
        patch.setattr(doors, "vista", lambda *_: Dark())
        album = Album()
        yield album
        album.leave()
    # Nobody else may see tables without paint.
    for kept in (backdrop._table, thumbnail._picture):
        kept.cache_clear()


def bare(_: Bake, area: Box, ppi: int) -> pygame.Surface:
    left, top, right, bottom = area
    return pygame.Surface((round((right - left) * ppi), round((bottom - top) * ppi)))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_off_or_lies_over_another_thing(
    album: Album, size: tuple[int, int], scale: str
) -> None:
    look = Proof(SCALES[scale] or largest_scale(size))

    assert album.faults(Frame(look, size)) == []


@pytest.mark.parametrize("scale", SCALES)
def test_nor_is_it_when_running_text_is_largest(album: Album, scale: str) -> None:
    look = Proof(SCALES[scale] or largest_scale(SIZES[0]), TEXTS[-1])

    assert album.faults(Frame(look, SIZES[0])) == []
