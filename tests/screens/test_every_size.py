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
from game.screens.screen import Frame
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
    """A shot of the catalogue, taken once and held up to any window."""

    def __init__(self, name: str) -> None:
        self.shot = SHOTS[name]
        self._looks: dict[tuple[float, float], Proof] = {}
        self.player = Player(_frame(SIZES[0], self.look(1.0), self.shot))
        self.screen = self.shot.make(self.player)

    def look(self, scale: float, running: float = 1.0) -> Proof:
        """Return how a window looks; the same for all windows of one scale."""
        key = scale, running
        if key not in self._looks:
            self._looks[key] = Proof(*key)
        return self._looks[key]

    def faults(self, size: tuple[int, int], look: Proof) -> list[str]:
        """Return what is wrong with the screen in a window."""
        player = self.player
        player.canvas = pygame.Surface(size).convert()
        player.stack.screens = [self.screen]
        player.frame = _frame(size, look, self.shot)
        player.stack.refit(player.frame)
        player.wait()
        self.shot.pose(player)
        player.wait()
        return [*faults(self.desk, player.canvas.get_rect())]

    @property
    def desk(self) -> Desk:
        """Return what is to be seen: the curtain, if it has fallen."""
        top = self.player.top
        veil = top.handover.veil if isinstance(top, BattleScreen) else None
        return veil.desk if veil else self.player.desk


def _frame(size: tuple[int, int], look: Proof, shot: Shot) -> Frame:
    return Frame(look, size, shot.settings)


@pytest.fixture(scope="module")
def bare_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let words and panels be as ever, but tables without paint."""
    with pytest.MonkeyPatch.context() as patch:
        freeze(patch)
        patch.setenv("UNDERTOW_HOME", str(tmp_path_factory.mktemp("album")))
        patch.setattr(BoardView, "draw", lambda *_: False)
        patch.setattr(Bake, "part", bare)
        patch.setattr(thumbnail, "building", unbuilt)
        # What is drawn is drawn on the sheets of the proofs.
        patch.setattr(Desk, "draw", lambda *_: [])
        patch.setattr(Panel, "lie_on", lambda *_: None)
        patch.setattr(doors, "vista", lambda *_: Dark())
        yield
    # Nobody else may see tables without paint.
    for kept in (backdrop._table, thumbnail._picture, thumbnail._painted):
        kept.cache_clear()


def bare(_: Bake, area: Box, ppi: int) -> pygame.Surface:
    left, top, right, bottom = area
    return pygame.Surface((round((right - left) * ppi), round((bottom - top) * ppi)))


def unbuilt(*_: object) -> tuple[pygame.Surface, float, float]:
    return pygame.Surface((1, 1), pygame.SRCALPHA), 0.0, 0.0


@pytest.mark.usefixtures("bare_tables")
@pytest.mark.parametrize("name", SHOTS)
def test_nothing_is_cut_off_or_lies_over_another_thing(name: str) -> None:
    album, found = Album(name), list[str]()
    for size in SIZES:
        for scale in SCALES.values():
            look = album.look(scale or largest_scale(size))
            found += (f"{size} at {look.scale}: {fault}" for fault in album.faults(size, look))
    # When running text is largest, too.
    for scale in SCALES.values():
        look = album.look(scale or largest_scale(SIZES[0]), TEXTS[-1])
        found += (f"large text: {fault}" for fault in album.faults(SIZES[0], look))
    album.screen.leave()

    assert found == []
