"""Sizes, words, icons and drawings at one UI scale, each rendered once and kept."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import pygame

from game.content.palettes import Colour
from game.widgets.palette import TEXT

ASSETS = Path(__file__).parents[2] / "assets"
STAND_INS = {"units": "person", "weapons": "blade"}
"""Icons of units and weapons that there is no icon of, by the folder."""

Face: TypeAlias = Literal["body", "strong", "heading", "title", "mono"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height in units: pixels at a UI scale of 1."""


class Cut(NamedTuple):
    """A font file, and how far apart its letters stand as a share of their size."""

    file: str
    spread: float = 0.0


CUTS: dict[Face, Cut] = {
    "body": Cut("Inter-Regular.ttf"),
    "strong": Cut("Inter-SemiBold.ttf"),
    "heading": Cut("BarlowCondensed-SemiBold.ttf", 0.02),
    "title": Cut("BarlowCondensed-Bold.ttf", 0.06),
    "mono": Cut("JetBrainsMono-Regular.ttf"),
}

MOST_KEPT = 3000
"""So many words and drawings are kept before all are forgotten: some 30 MB."""
MOST_MEASURED = 20_000
"""So many words are remembered by how wide they are."""


_NO_SIGN = re.compile("[\0\ud800-\udfff]")
"""Half characters, and the end of a text in C."""


class Theme:
    """How the window looks at one UI scale. A new scale, or another palette, is a new theme."""

    def __init__(self, scale: float = 1.0, running: float = 1.0) -> None:
        self.scale = scale
        self.running = running
        """How large running text is set, beside its usual size: what wraps, and can scroll."""
        self._fonts: dict[tuple[Face, int], pygame.Font] = {}
        self._kept: dict[object, pygame.Surface] = {}
        self._widths: dict[tuple[str, float, Face], int] = {}
        self._sources: dict[str, str] = {}
        self.shortened: dict[object, str] = {}
        """Words that were cut already, by what they had to fit; ``short`` looks here first."""
        self.wrapped: dict[object, Any] = {}
        """Lines that were broken already: ``Script.wrap`` looks here first."""

    def px(self, units: float) -> int:
        return max(1, round(units * self.scale))

    def rect(self, box: Box) -> pygame.Rect:
        """Return a box in pixels; boxes that touch in units touch in pixels."""
        left, top, width, height = box
        x, y = round(left * self.scale), round(top * self.scale)
        right, bottom = round((left + width) * self.scale), round((top + height) * self.scale)
        return pygame.Rect(x, y, right - x, bottom - y)

    def font(self, face: Face, size: float) -> pygame.Font:
        key = face, self.px(size)
        if key not in self._fonts:
            self._fonts[key] = pygame.Font(ASSETS / "fonts" / CUTS[face].file, key[1])
        return self._fonts[key]

    def spread(self, face: Face, size: float) -> int:
        """Return the pixels between two letters beyond what the font itself puts there."""
        return round(CUTS[face].spread * size * self.scale)

    def width(self, words: str, size: float, face: Face = "body") -> int:
        """Return how many pixels wide some words are."""
        key = words, size, face
        if key not in self._widths:
            if len(self._widths) >= MOST_MEASURED:
                self._widths.clear()
            self._widths[key] = self._measured(words, size, face)
        return self._widths[key]

    def _measured(self, words: str, size: float, face: Face) -> int:
        spread, words = self.spread(face, size), drawable(words)
        if not spread:
            return self.font(face, size).size(words)[0]
        letters = [self.font(face, size).size(letter)[0] for letter in words]
        return sum(letters) + spread * max(0, len(letters) - 1)

    def text(
        self, words: str, size: float, colour: Colour = TEXT, face: Face = "body"
    ) -> pygame.Surface:
        key = words, size, colour, face
        return self._kept.get(key) or self._keep(key, self._render(words, size, colour, face))

    def icon(self, name: str, size: int, colour: Colour = TEXT) -> pygame.Surface:
        """Return an icon such as ``ui/play`` or ``units/rifle``, *size* pixels square.

        A unit's icon that there is none of, as a roster may name, is that of a person; a
        weapon's is a blade.
        """
        if name not in self._sources:
            file = ASSETS / "icons" / f"{name}.svg"
            folder = file.parent.name
            if folder in STAND_INS and not file.exists():
                file = file.with_name(f"{STAND_INS[folder]}.svg")
            self._sources[name] = file.read_text("utf-8")
        return self.drawing(self._sources[name].replace("currentColor", colour), size, size)

    def drawing(self, svg: str, width: int, height: int) -> pygame.Surface:
        """Return an SVG drawn at a size in pixels."""
        key = svg, width, height
        return self._kept.get(key) or self._keep(key, draw_svg(svg, width, height))

    def _render(self, words: str, size: float, colour: Colour, face: Face) -> pygame.Surface:
        font, spread = self.font(face, size), self.spread(face, size)
        words = drawable(words)
        if not spread:
            return font.render(words, True, colour).convert_alpha()  # noqa: FBT003 pygame's
        line = pygame.Surface(
            (self.width(words, size, face), font.get_height()), pygame.SRCALPHA
        )
        x = 0
        for letter in words:
            glyph = font.render(letter, True, colour)  # noqa: FBT003
            line.blit(glyph, (x, 0))
            x += glyph.get_width() + spread
        return line

    def _keep(self, key: object, surface: pygame.Surface) -> pygame.Surface:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[key] = surface
        return surface


def draw_svg(svg: str, width: int, height: int) -> pygame.Surface:
    return pygame.image.load_sized_svg(BytesIO(svg.encode()), (width, height)).convert_alpha()


def drawable(words: str) -> str:
    """Return words with a sign for whatever no font can draw: names of files may hold it."""
    if "\0" not in words and (words.isascii() or not _NO_SIGN.search(words)):
        return words
    return _NO_SIGN.sub("\N{REPLACEMENT CHARACTER}", words)
