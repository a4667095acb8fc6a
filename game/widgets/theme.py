"""The look of the window at one UI scale."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import Any, Literal, NamedTuple, TypeAlias

import pygame

from game.content.faults import UnusableFile
from game.content.file_lookup import is_file
from game.content.file_names import joined, naming_fault
from game.content.icons import Icon, load_icon
from game.content.palettes import Colour, Team
from game.content.shipped_folders import ASSETS, ICONS
from game.picture_cache import PICTURES, OwnPictures
from game.widgets.open_fonts import FontStyle, open_font
from game.widgets.text_runs import FontChain, TextLine

INK = "#0B0D0F"
DEEP = "#101417"
GROUND = "#161B1F"
HIGH = "#2A3339"
LINE = "#354047"
RULE = "#2A333A"
"""A thin line that separates parts of a plate."""
TEXT = "#ECE6D8"
MUTED = "#8F9AA0"
DIM = "#5C676D"
AMBER = "#E9A23B"
"""Marks only what can be pressed, the recommended button above all."""
GLOW = "#FFD79A"
"""Amber as light: edges of what can be pressed."""
FOCUS = "#FFFFFF"
"""The ring of what has the keyboard, and the caret."""
CHOSEN = "#B9CBD6"
"""Edge of what is chosen, where it belongs to no side."""
ON_AMBER = "#201405"
DANGER = "#E5604D"
"""Edge of an action that cannot be undone."""


STAND_INS = {"units": "person", "weapons": "blade"}
"""Icons used for units and weapons without an icon, by folder."""

Face: TypeAlias = Literal["body", "strong", "heading", "title", "mono"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height in units, which are pixels at a UI scale of 1."""
Size: TypeAlias = tuple[int, int]
FONTS = ASSETS / "fonts"
STAND_IN_FONTS = (
    *("JetBrainsMono-Regular.ttf", "NotoSansSymbols-Regular.ttf"),
    *("NotoSansSymbols2-Regular.ttf", "NotoEmoji-Regular.ttf"),
)
"""Fonts for the characters that the text font and those of Hebrew and Arabic lack."""
MAX_TEXTS = 3000
"""Maximum number of cached layouts of texts; then the cache is cleared."""
LARGE = 512 * 512
"""Pixels, at a UI scale of 1, from which pictures are not kept: panels keep what they show."""
MAX_MEASURED = 20_000
"""Maximum number of cached text widths of a theme, and of all themes."""
_advances = dict[tuple[str, Face, int], int]()
"""Widths of texts by face and size in pixels, for the themes of all scales and palettes."""
_NO_SIGN = re.compile("[\0\ud800-\udfff]")
"""Matches lone surrogates and NUL, which cannot be drawn."""


class FontFile(NamedTuple):
    """A font file, with extra letter spacing as a share of the font size."""

    file: str
    spread: float = 0.0


CUTS: dict[Face, FontFile] = {
    "body": FontFile("Inter-Regular.ttf"),
    "strong": FontFile("Inter-SemiBold.ttf"),
    "heading": FontFile("BarlowCondensed-SemiBold.ttf", 0.02),
    "title": FontFile("BarlowCondensed-Bold.ttf", 0.06),
    "mono": FontFile("JetBrainsMono-Regular.ttf"),
}


def _chain(face: Face) -> FontChain:
    """Return the fonts that ship with the game in the order in which a face uses them."""
    weight = "Regular" if face in {"body", "mono"} else "SemiBold"
    scripts = (f"NotoSans{script}-{weight}.ttf" for script in ("Hebrew", "Arabic"))
    files = (f"Inter-{weight}.ttf", *scripts, *STAND_IN_FONTS)
    return FontChain(FONTS / CUTS[face].file, [FONTS / file for file in files])


CHAINS: dict[Face, FontChain] = {face: _chain(face) for face in CUTS}


class Theme:
    """The look of the window at one UI scale; a new scale or palette needs a new theme."""

    def __init__(self, scale: float = 1.0, running: float = 1.0) -> None:
        self.scale = scale
        self.running = running
        """Scale of running text, which wraps and can scroll, relative to its usual size."""
        self._fonts: dict[tuple[Face, int], pygame.Font] = {}
        self._lines: dict[tuple[str, float, Face], TextLine] = {}
        self._pictures = OwnPictures()
        self._drawn = OwnPictures((type(self), scale))
        """Pictures that follow from their keys alone; themes of one scale share them."""
        self._large = round(LARGE * max(1.0, scale * scale))
        self._widths: dict[tuple[str, float, Face], int] = {}
        self._sources: dict[str, Icon] = {}
        self.shortened: dict[object, str] = {}
        """Cache of shortened texts, by text, size, width in pixels and font."""
        self.wrapped: dict[object, Any] = {}
        """Cache of wrapped lines for ``TextStyle.wrap``."""

    def px(self, units: float) -> int:
        """Return a length in pixels, at least 1."""
        return max(1, round(units * self.scale))

    def units(self, pixels: int) -> float:
        """Return a length in units that has room for pixels wherever it begins."""
        return (pixels + 1) / self.scale

    def rect(self, box: Box) -> pygame.Rect:
        """Return a box in pixels; boxes that touch in units touch in pixels."""
        left, top, width, height = box
        x, y = round(left * self.scale), round(top * self.scale)
        right, bottom = round((left + width) * self.scale), round((top + height) * self.scale)
        return pygame.Rect(x, y, right - x, bottom - y)

    def font(self, face: Face, size: float) -> pygame.Font:
        """Return a font at a size in units."""
        key = face, self.px(size)
        if key not in self._fonts:
            self._fonts[key] = open_font(FontStyle(FONTS / CUTS[face].file), key[1])
        return self._fonts[key]

    def _line(self, words: str, size: float, face: Face) -> TextLine | None:
        """Return a text in runs of several fonts; None if the font of its face is enough."""
        if words.isascii() or (chain := CHAINS[face]).draws_alone(words):
            return None
        key = words, size, face
        if key not in self._lines:
            if len(self._lines) >= MAX_TEXTS:
                self._lines.clear()

            def opened(style: FontStyle) -> pygame.Font:
                return open_font(style, self.px(size))

            self._lines[key] = TextLine(words, chain, opened, self.spread(face, size))
        return self._lines[key]

    def spread(self, face: Face, size: float) -> int:
        """Return the extra pixels between two letters."""
        return round(CUTS[face].spread * size * self.scale)

    def width(self, words: str, size: float, face: Face = "body") -> int:
        """Return the width of a text in pixels."""
        key = words, size, face
        if key not in self._widths:
            if len(self._widths) >= MAX_MEASURED:
                self._widths.clear()
            self._widths[key] = self._measured(words, size, face)
        return self._widths[key]

    def _measured(self, words: str, size: float, face: Face) -> int:
        spread, words = self.spread(face, size), drawable(words)
        if line := self._line(words, size, face):
            return line.width
        if not spread:
            return self._advance(words, size, face)
        letters = [self._advance(letter, size, face) for letter in words]
        return sum(letters) + spread * max(0, len(letters) - 1)

    def _advance(self, words: str, size: float, face: Face) -> int:
        """Return the width of a text in the font of its face alone, which themes share."""
        key = words, face, self.px(size)
        if (found := _advances.get(key)) is None:
            if len(_advances) >= MAX_MEASURED:
                _advances.clear()
            found = _advances[key] = self.font(face, size).size(words)[0]
        return found

    def caret(self, words: str, index: int, size: float, face: Face = "body") -> int:
        """Return the pixel, from the left of a text, of the caret before a character."""
        if line := self._line(drawable(words), size, face):
            return line.x_of(index)
        return self.width(words[:index], size, face)

    def index_at(self, words: str, x: float, size: float, face: Face = "body") -> int:
        """Return the index in a text whose caret is nearest to a pixel."""
        if line := self._line(drawable(words), size, face):
            return line.index_at(x)
        edges = [self.width(words[:n], size, face) for n in range(len(words) + 1)]
        return min(range(len(edges)), key=lambda n: abs(edges[n] - x))

    def text(
        self, words: str, size: float, colour: Colour = TEXT, face: Face = "body"
    ) -> pygame.Surface:
        """Return a rendered line of text; *size* is in units."""
        key = words, size, colour, face
        return self._drawn.recall(key) or self._drawn.made(
            key, lambda: self._render(words, size, colour, face)
        )

    def icon(self, name: str, size: int, colour: Colour = TEXT) -> pygame.Surface:
        """Return an icon such as ``ui/play`` or ``units/rifle``, *size* pixels square.

        A missing icon of a unit, as a roster may name it, is replaced by a person; that of a
        weapon by a blade. PNG pictures have their own colours.
        """
        if name not in self._sources:
            self._sources[name] = _icon_source(name)
        icon = self._sources[name]
        if not icon.png:
            return self.drawing(icon.svg.replace("currentColor", colour), size, size)
        key = icon.png, size
        return self._drawn.made(key, lambda: _fitted(icon.png, size))

    def drawing(self, svg: str, width: int, height: int) -> pygame.Surface:
        """Return an SVG drawn at a size in pixels."""
        if self.is_large(width, height):
            return draw_svg(svg, width, height)
        key = svg, width, height
        return self._drawn.made(key, lambda: draw_svg(svg, width, height))

    def is_large(self, width: int, height: int) -> bool:
        """Return whether pictures of a size in pixels are drawn each time."""
        return width * height > self._large

    def plate(self, look: Plate, width: int, height: int) -> pygame.Surface:
        """Return a plate of a size in pixels."""
        if self.is_large(width, height):
            return draw_plate(look, width, height, self.scale)
        key = look, width, height
        return self._drawn.made(key, lambda: draw_plate(look, width, height, self.scale))

    def _render(self, words: str, size: float, colour: Colour, face: Face) -> pygame.Surface:
        font, spread = self.font(face, size), self.spread(face, size)
        words = drawable(words)
        if mixed := self._line(words, size, face):
            return mixed.draw(colour)
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

    def kept(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture of a key; it is drawn if it is not kept from before."""
        return self._pictures.made(key, draw)


def _icon_source(name: str) -> Icon:
    """Return the icon of a name, or the one that stands in for it."""
    folder, _, word = name.partition("/")
    shipped = f"{name}.svg"
    if svg := _shipped_svg(shipped):
        return Icon(svg=svg)
    if folder in STAND_INS:
        shipped = f"{folder}/{STAND_INS[folder]}.svg"
        # The faults of the user's icons are told where files are checked.
        with suppress(UnusableFile, pygame.error):
            if folder == "units" and (icon := load_icon(word)):
                _fitted(icon.png, 8) if icon.png else draw_svg(icon.svg, 8, 8)
                return icon
    return Icon(svg=_shipped_svg(shipped) or joined(ICONS, shipped).read_text("utf-8"))


@lru_cache(maxsize=512)
def _shipped_svg(name: str) -> str:
    """Return the text of a shipped icon, which stays while the program runs; or no text."""
    if naming_fault(name) or not is_file(path := joined(ICONS, name)):
        return ""
    return path.read_text("utf-8")


def _fitted(png: bytes, size: int) -> pygame.Surface:
    """Return a PNG picture fitted into a square of *size* pixels."""
    picture = pygame.image.load(BytesIO(png), "icon.png").convert_alpha()
    wide, high = picture.get_size()
    share = size / max(wide, high)
    small = max(1, round(wide * share)), max(1, round(high * share))
    square = pygame.Surface((size, size), pygame.SRCALPHA)
    scaled = pygame.transform.smoothscale(picture, small)
    square.blit(scaled, scaled.get_rect(center=square.get_rect().center))
    return square


def draw_svg(svg: str, width: int, height: int) -> pygame.Surface:
    """Return an SVG drawn at a size in pixels, without caching."""
    return pygame.image.load_sized_svg(BytesIO(svg.encode()), (width, height)).convert_alpha()


def drawable(words: str) -> str:
    """Return a text with a replacement sign for characters that fonts cannot draw.

    File names may contain such characters.
    """
    if "\0" not in words and (words.isascii() or not _NO_SIGN.search(words)):
        return words
    return _NO_SIGN.sub("\N{REPLACEMENT CHARACTER}", words)


@dataclass(frozen=True, slots=True)
class Plate:
    """Colours and shape of a background plate."""

    top: Colour
    bottom: Colour
    edge: Colour
    _: KW_ONLY
    shine: float = 0.06
    """Opacity of the highlight under the upper edge."""
    corner: float = 8.0
    """Radius of the corners in units."""
    line: float = 1.0


BAR = Plate("#1B2125", "#12171A", "#2E383F", corner=0.0)
SHEET = Plate("#171C20", "#12161A", "#2A343B", corner=0.0)
CARD = Plate("#28323A", "#1B2227", "#3F4D56", corner=10.0)
WELL = Plate("#1B2125", "#161B1F", "#2D373E", corner=10.0)
"""Sunk rather than raised: logs, lists and fields."""
URGENT = Plate("#27313A", "#1A2127", CHOSEN, corner=10.0, line=1.4)
"""A panel with a question to a player."""
TIP = Plate("#252D33", "#191F23", "#4A5963")
FELT = Plate("#0E2A26", "#174038", "#6A4B2A", shine=0.03, corner=12.0, line=3.0)
"""The dice tray."""

PLAIN = Plate("#333E46", "#262F35", "#4A5963", shine=0.16, corner=7.0)
PLAIN_LIT = Plate("#3F4C55", "#303B42", "#61737F", shine=0.2, corner=7.0)
PRIMARY = Plate("#F0B354", "#C98526", GLOW, shine=0.25, corner=7.0)
PRIMARY_LIT = Plate("#FBC56E", "#DB9632", "#FFE7C0", shine=0.3, corner=7.0)
GHOST = Plate("#1D2429", "#1A2025", "#343F47", shine=0.04, corner=7.0)
GHOST_LIT = Plate("#28323A", "#222A30", "#4A5963", shine=0.08, corner=7.0)
DANGER_PLATE = Plate("#5B2A22", "#43201A", "#8A4235", shine=0.1, corner=7.0)
DANGER_PLATE_LIT = Plate("#74352A", "#552820", DANGER, shine=0.12, corner=7.0)
ROW = Plate("#20282E", "#1A2025", "#2D373E", corner=8.0)
ROW_LIT = Plate("#28323A", "#20282E", "#3F4D56", corner=8.0)
ROW_CHOSEN = Plate("#3A4954", "#2B3841", CHOSEN, corner=8.0, line=1.4)
OFFERED = Plate("#3A2E1B", "#2A2215", AMBER, corner=8.0, line=1.4)
"""An option that Enter takes."""


def chosen_by(team: Team) -> Plate:
    """Return the plate of a row that is chosen, in a side's colour."""
    return replace(ROW_CHOSEN, top=_dimmed(team.dark), bottom=DEEP, edge=team.plain)


def _dimmed(colour: Colour) -> Colour:
    return "#" + "".join(f"{round(int(colour[n : n + 2], 16) * 0.8):02X}" for n in (1, 3, 5))


def plate(theme: Theme, size: tuple[int, int], look: Plate) -> pygame.Surface:
    """Return a plate of a size in pixels."""
    return theme.plate(look, max(4, size[0]), max(4, size[1]))


def lay_plate(
    theme: Theme, canvas: pygame.Surface, look: Plate, place: Size, size: Size
) -> None:
    """Draw a plate; a large one, which is not kept, is put together on the canvas."""
    width, height = max(4, size[0]), max(4, size[1])
    if not theme.is_large(width, height):
        canvas.blit(theme.plate(look, width, height), place)
        return
    for part, x in _parts_of_plate(look, width, height, theme.scale):
        canvas.blit(part, (place[0] + x, place[1]))


def draw_plate(look: Plate, width: int, height: int, scale: float) -> pygame.Surface:
    """Return a plate of a size in pixels, without caching."""
    parts = [*_parts_of_plate(look, width, height, scale)]
    if len(parts) == 1:
        return parts[0][0]
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    for part, x in parts:
        whole.blit(part, (x, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return whole


def _parts_of_plate(
    look: Plate, width: int, height: int, scale: float
) -> Iterator[tuple[pygame.Surface, int]]:
    """Yield the parts of a plate, each with the pixels to the left of it.

    All columns but those at the corners are equal, so that one is drawn and repeated.
    """
    line = max(1.0, look.line * scale)
    corner = min(look.corner * scale, width / 2, height / 2)
    end = ceil(corner + line) + 2
    narrow = 2 * end + 1
    if narrow >= width:
        yield draw_svg(_svg_of_plate(look, width, height, line, corner), width, height), 0
        return
    drawn = _narrow_plate(look, narrow, height, line, corner)
    column = drawn.subsurface((end, 0, 1, height))
    yield drawn.subsurface((0, 0, end, height)), 0
    yield pygame.transform.scale(column, (width - 2 * end, height)), end
    yield drawn.subsurface((end + 1, 0, end, height)), width - end


@PICTURES.keeps
def _narrow_plate(
    look: Plate, width: int, height: int, line: float, corner: float
) -> pygame.Surface:
    """Return a plate with its corners and little between them; panels of a height share it."""
    return draw_svg(_svg_of_plate(look, width, height, line, corner), width, height)


def _svg_of_plate(look: Plate, width: int, height: int, line: float, corner: float) -> str:
    """Return a plate as SVG; the width of the *line* and the *corner* are in pixels."""
    inset, under = line / 2, line + 0.6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><defs>'
        '<linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0" stop-color="{look.top}"/>'
        f'<stop offset="1" stop-color="{look.bottom}"/></linearGradient></defs>'
        f'<rect x="{inset}" y="{inset}" width="{width - line}" '
        f'height="{height - line}" rx="{corner}" fill="url(#g)" stroke="{look.edge}" '
        f'stroke-width="{line}"/><path d="M{corner + 1} {under} H{width - corner - 1}" '
        f'stroke="#FFFFFF" stroke-opacity="{look.shine}" stroke-width="1.2"/></svg>'
    )


def focus_ring(theme: Theme, canvas: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a light line with a dark one inside it, which is visible on any plate."""
    corner, line = theme.px(7), theme.px(2)
    pygame.draw.rect(canvas, FOCUS, rect, line, border_radius=corner)
    pygame.draw.rect(canvas, INK, rect.inflate(-2 * line, -2 * line), 1, border_radius=corner)
