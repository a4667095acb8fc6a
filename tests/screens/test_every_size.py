"""Every screen in every window size: nothing is cut off and nothing overlaps."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count

import pytest

from game.content.settings import TEXTS
from game.screens.backdrop import Backdrop
from game.screens.battle.board_view import BoardView
from game.screens.editor.map_canvas import Canvas
from game.screens.screen import Screen, WindowContext
from game.screens.ui_scale import largest_scale
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from tests.screens.catalogue import SHOTS, Shot, freeze
from tests.screens.input_driver import Player
from tests.screens.test_golden import SHOWN
from tests.tools.layout_checks import Proof, Sheet, faults_of_window, layout_faults

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160))
SCALES = {"small": 0.75, "plain": 1.0, "largest": None}
SAME_UNITS = 0.01
AT_ONCE = 8
"""Number of fast tests whose screens are freed together."""
USUAL, TIGHT = SIZES[0], SIZES[2]
"""Windows of the fast tier: the smallest, and a common one at its largest scale."""


class Album:
    """A shot of the catalogue, opened once and fitted to any window size."""

    def __init__(self, shot: Shot, player: Player, screen: Screen) -> None:
        self.shot, self.player, self.screen = shot, player, screen

    @classmethod
    def opened(cls, name: str, look: Proof) -> Album:
        """Open a shot."""
        shot = SHOTS[name]
        player = Player(WindowContext(look, SIZES[0], shot.settings))
        return cls(shot, player, shot.make(player))

    def faults(self, size: tuple[int, int], look: Proof) -> list[str]:
        """Return the layout faults of the screen in a window of *size*."""
        player = self.player
        sheet = player.canvas = Sheet(size, look)
        player.stack.screens = [self.screen]
        player.frame = WindowContext(look, size, self.shot.settings)
        player.stack.refit(player.frame)
        player.wait()
        found = [*faults_of_window(sheet, player.seen_panels)]
        self.shot.pose(player)
        player.wait()
        found += layout_faults(player.seen_panels, sheet.get_rect())
        return [f"{size} at {look.scale}, text {look.running}: {fault}" for fault in found]


@contextmanager
def only_laid_out() -> Iterator[None]:
    """Lay screens out without drawing most of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoardView, "draw", lambda *_: False)
        # Nothing on an edited board and below panels is text that the checks look at.
        patch.setattr(Canvas, "draw", lambda canvas, *_: [canvas.window])
        patch.setattr(Backdrop, "draw", lambda *_: [])
        # The layout checks draw on sheets of their own.
        patch.setattr(PanelStack, "draw", lambda *_: [])
        patch.setattr(Panel, "lie_on", lambda *_: None)
        patch.setattr(Backdrop, "_paint", lambda *_: None)
        yield


@pytest.fixture(scope="module")
def _only_laid_out() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch, only_laid_out():
        freeze(patch)
        yield


_left = count(1)
"""Counts the tests that have left their screens."""


@pytest.fixture(autouse=True)
def _forgotten(request: pytest.FixtureRequest) -> Iterator[None]:
    """Free the screens of some tests; their parts form cycles and hold large surfaces."""
    yield
    if next(_left) % AT_ONCE == 0 or request.node.get_closest_marker("slow"):
        gc.collect()
        gc.freeze()  # The next collection need not look at what is left.


@cache
def proofs() -> dict[tuple[int, int], Proof]:
    """Return a theme for each window of the fast tier, so that texts are measured once."""
    return {USUAL: Proof(), TIGHT: Proof(largest_scale(TIGHT))}


@pytest.mark.usefixtures("_only_laid_out")
@pytest.mark.parametrize("name", [name for name in SHOTS if name in SHOWN])
def test_nothing_is_cut_off_or_lies_over_another_thing(name: str) -> None:
    """The other screens are looked at where they are drawn anyway, in ``test_drawn``."""
    album, found = Album.opened(name, proofs()[USUAL]), list[str]()
    for size, proof in proofs().items():
        found += album.faults(size, proof)
    album.screen.leave()

    assert found == []


def windows_of(number: int) -> Iterator[tuple[tuple[int, int], float]]:
    """Yield windows and scales for the screen of a number.

    Windows of equal size in units are laid out alike but for rounding, so of these each
    screen takes one in turn. Those with more room than the smallest window has at its own
    scale are taken by every second screen, in turn, all others by all screens.
    """
    alike = dict[tuple[int, ...], list[tuple[tuple[int, int], float]]]()
    for size in SIZES:
        for wanted in SCALES.values():
            scale = wanted or largest_scale(size)
            units = tuple(int(pixels / scale + SAME_UNITS) for pixels in size)
            alike.setdefault(units, []).append((size, scale))
    for n, (units, windows) in enumerate(alike.items()):
        if units <= USUAL or (number + n) % 2:
            yield windows[number % len(windows)]


@pytest.fixture(scope="module")
def all_proofs() -> Callable[[float, float], Proof]:
    """Return what makes one theme for each scale and text size."""
    return cache(Proof)


@pytest.mark.slow
@pytest.mark.usefixtures("_only_laid_out")
@pytest.mark.parametrize("name", SHOTS)
def test_nothing_is_cut_off_in_any_size_at_any_scale(
    name: str, all_proofs: Callable[[float, float], Proof]
) -> None:
    windows = [
        (size, all_proofs(scale, 1.0)) for size, scale in windows_of([*SHOTS].index(name))
    ]
    # The same with the largest text size.
    windows += [
        (USUAL, all_proofs(wanted or largest_scale(USUAL), TEXTS[-1]))
        for wanted in SCALES.values()
    ]
    album, found = Album.opened(name, all_proofs(1.0, 1.0)), list[str]()
    for size, proof in windows:
        found += album.faults(size, proof)
    album.screen.leave()
    for _, proof in windows:
        proof.forget()

    assert found == []
