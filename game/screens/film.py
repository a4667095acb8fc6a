"""A battle, or a turn of it, as an animated GIF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

import pygame

from game.content.palettes import palette
from game.table.events import Event
from game.table.state import Table
from game.view.playback.stage import Stage
from game.view.scene import Scene
from game.view.style import AMBER, CREAM, DONE, HALO, LOST_WOUND, WOUND, DrawingTheme

if TYPE_CHECKING:
    from PIL.Image import Image

RATE: Final = 10
"""Frames a second."""
LONGEST: Final = 45.0
"""Seconds: a longer story is shown faster."""
SLOWEST: Final = 2.0
"""How many times faster than in the window a short story is shown."""
REST: Final = 1500
"""Milliseconds that the last frame stays."""


def film(
    table: Table, events: Sequence[Event], look: DrawingTheme, size: tuple[int, int]
) -> bytes:
    """Return a GIF of what happens to a table; *table* is as it was before."""
    from PIL.Image import Dither  # noqa: PLC0415  slow to load, and only films need it

    frames = [*_frames(table, events, look, size)]
    colours = _colours(frames[0])
    first, *rest = [frame.quantize(palette=colours, dither=Dither.NONE) for frame in frames]
    times = [1000 // RATE] * len(rest) + [REST]
    told = BytesIO()
    first.save(
        told, "GIF", save_all=True, append_images=rest, duration=times, loop=0, disposal=1
    )
    return told.getvalue()


def _colours(frame: Image) -> Image:
    """Return a picture with the palette of all frames: of the board, and all that tells.

    However little there is of the sides' colours, they stay what they are.
    """
    from PIL import Image  # noqa: PLC0415  slow to load, and only films need it

    chosen = palette()
    teams = (*chosen.teams, DONE)
    signals = [shade for team in teams for shade in (team.light, team.plain, team.dark)]
    signals += [chosen.good, chosen.bad, AMBER, CREAM, WOUND, LOST_WOUND, HALO]
    rest = 256 - len(signals)
    board = frame.quantize(rest).getpalette() or []
    parts = [part for shade in signals for part in pygame.Color(shade)[:3]]
    colours = Image.new("P", (1, 1))
    colours.putpalette(board[: 3 * rest] + parts)
    return colours


def _frames(
    table: Table, events: Sequence[Event], look: DrawingTheme, size: tuple[int, int]
) -> Iterator[Image]:
    # Nothing else needs Pillow, and it takes its time to load.
    from PIL import Image  # noqa: PLC0415  slow to load, and only films need it

    canvas = pygame.Surface(size).convert()
    scene = Scene(table, look, canvas.get_rect())
    scene.prepare()
    scene.stage.hear(events)
    scene.stage.speed = max(SLOWEST, _seconds(table, events) / LONGEST)
    while True:
        scene.draw(canvas)
        yield Image.frombytes("RGB", size, pygame.image.tobytes(canvas, "RGB"))
        if not scene.stage.lively:
            return
        scene.stage.play(1 / RATE)


def _seconds(table: Table, events: Sequence[Event]) -> float:
    """Return how long a story takes in the window."""
    stage, steps = Stage(table), 0
    stage.hear(events)
    while stage.busy:
        stage.play(1 / RATE)
        steps += 1
    return steps / RATE
