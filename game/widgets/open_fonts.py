"""The fonts that are open, one for each style at each size.

pygame lets other threads run while it opens a font, but they may not open or close one then:
FreeType changes a list of all open fonts. So fonts are opened and closed only here, one at a
time.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import pygame

MAX_OPEN = 150
"""Number of open fonts from which on those are closed that nobody uses."""
UNSHAPED = {"", "Hani"}
"""Scripts whose letters may stand apart."""
_open: OrderedDict[tuple[FontStyle, int], pygame.Font] = OrderedDict()
"""The open fonts; those asked for last are at the end."""
_changing = Lock()


class FontStyle(NamedTuple):
    """A font file as it is opened for one script, which is shaped in one direction."""

    file: Path
    script: str = ""
    right_to_left: bool = False


def open_font(style: FontStyle, pixels: int) -> pygame.Font:
    """Return the font of a style and size, for any thread; raise as ``pygame.Font`` does."""
    with _changing:
        font = _open.pop((style, pixels), None)
        if font is None or not _is_usable(font):
            _close_unused()
            font = _opened(style, pixels)
        _open[style, pixels] = font
        return font


def _is_usable(font: pygame.Font) -> bool:
    """Return whether pygame has not been ended since a font was opened."""
    try:
        font.get_height()
    except pygame.error:
        return False
    return True


def _close_unused() -> None:
    """Close the fonts without other references, if many are open."""
    if len(_open) >= MAX_OPEN:
        for key in [*_open]:
            # The two are the dictionary's and the argument's.
            if sys.getrefcount(_open[key]) == 2:
                del _open[key]


def _opened(style: FontStyle, pixels: int) -> pygame.Font:
    font = pygame.Font(style.file, pixels)
    # A pygame without HarfBuzz shapes no scripts.
    with suppress(pygame.error):
        if style.script not in UNSHAPED:
            font.set_script(style.script)
        if style.right_to_left:
            font.set_direction(pygame.DIRECTION_RTL)
    return font
