"""Lines of text in any script, drawn by the first fonts that have their characters.

A line is split into runs of one direction, script and font, which are laid on one baseline.
The fonts are tried in this order: the one of the face, the others that ship with the game, the
system's. A character that none of them has is shown by its number, as in ``[8981]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple
from unicodedata import bidirectional, category, name

import pygame

from game.content.palettes import Colour
from game.text.clusters import JOINER, clusters, edge_at, is_emoji_modifier, is_tag
from game.text.directions import DirectedRun, drawn_order
from game.widgets.font_files import coverage_of
from game.widgets.open_fonts import UNSHAPED, FontStyle, open_font
from game.widgets.system_fonts import system_font_files

SCRIPTS = {
    "HEBREW": "Hebr", "ARABIC": "Arab", "SYRIAC": "Syrc", "THAANA": "Thaa", "NKO": "Nkoo",
    "DEVANAGARI": "Deva", "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr",
    "ORIYA": "Orya", "TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda",
    "MALAYALAM": "Mlym", "SINHALA": "Sinh", "THAI": "Thai", "LAO": "Laoo", "TIBETAN": "Tibt",
    "MYANMAR": "Mymr", "KHMER": "Khmr", "MONGOLIAN": "Mong", "CJK": "Hani", "HIRAGANA": "Hani",
    "KATAKANA": "Hani", "HANGUL": "Hani",
}  # fmt: skip
"""ISO 15924 codes of scripts by the first word of their characters' names.

Their letters are drawn by one font in each run, as they are shaped by their neighbours, or
have a common look.
"""
JOINED = {"Arab", "Syrc", "Nkoo", "Mong"}
"""Scripts whose letters join the next one."""
PROBE = 16
"""Size in pixels at which a font of the system is tried."""


def is_plain(sign: str) -> bool:
    """Return whether a character is drawn alone, from left to right."""
    return category(sign)[0] not in "MC" and bidirectional(sign) not in {"R", "AL", "AN"}


@lru_cache(maxsize=2000)
def script_of(sign: str) -> str:
    """Return the code of a character's script; empty if it needs no shaping by one font."""
    return SCRIPTS.get(name(sign, "").partition(" ")[0], "")


def visible_part(cluster: str) -> str:
    """Return a cluster without the characters that only ask for a variant of it."""
    return "".join(
        [
            sign
            for n, sign in enumerate(cluster)
            if not (
                "\ufe00" <= sign <= "\ufe0f"
                or is_tag(sign)
                or (n and is_emoji_modifier(sign))
                or (sign == JOINER and category(cluster[0]) == "So")
                or (category(sign) in {"Cf", "Zl", "Zp"} and len(cluster) == 1)
            )
        ]
    )


class DrawnCluster(NamedTuple):
    """The characters that show one cluster, with their font and script."""

    text: str
    file: Path
    script: str


class FontChain:
    """The font of a face with those that stand in for it, in the order they are tried."""

    def __init__(self, own: Path, others: Iterable[Path]) -> None:
        self.own = own
        self.shipped = (own, *(one for one in others if one != own))
        self._broken: set[Path] = set()
        """Fonts of the system that cannot be used although they seem to have characters."""
        self._plain: set[str] = set()
        """Characters that its own font draws alone, as found before."""

    def draws_alone(self, words: str) -> bool:
        """Return whether the face's own font has a text, whose characters stand apart."""
        if self._plain.issuperset(words):
            return True
        own = coverage_of(self.own)
        found = {
            sign for sign in {*words} if sign.isascii() or (sign in own and is_plain(sign))
        }
        self._plain |= found
        return self._plain.issuperset(words)

    def font_for(self, text: str) -> Path | None:
        """Return the first font that has all characters of a text; None if none has."""
        for file in self.shipped:
            if _has_all(file, text):
                return file
        for file in system_font_files():
            if file not in self._broken and _has_all(file, text):
                if _is_drawable(file, text):
                    return file
                self._broken.add(file)
        return None

    def drawn(self, text: str, *, right_to_left: bool) -> list[DrawnCluster]:
        """Return how each cluster of a text of one direction is drawn."""
        found = list[DrawnCluster]()
        parts = [visible_part(one) for one in clusters(text)]
        for script, group in groupby(parts, key=lambda part: script_of(part[:1] or " ")):
            run = [*group]
            file = self.font_for("".join(run)) if script else None
            for part in run:
                before = found[-1] if found and right_to_left else None
                if file:
                    found.append(DrawnCluster(part, file, script))
                elif not script and before and _has_all(before.file, part):
                    # Spaces and brackets between words from right to left belong to them.
                    found.append(before._replace(text=part))
                else:
                    found.append(self._alone(part, script))
        return found

    def _alone(self, part: str, script: str) -> DrawnCluster:
        """Return how a cluster is drawn for which its neighbours name no font."""
        if file := self.font_for(part):
            return DrawnCluster(part, file, script)
        if file := self.font_for(part[0]):
            # Without its accents it can still be read.
            return DrawnCluster(part[0], file, script)
        return DrawnCluster(f"[{ord(part[0]):X}]", self.own, "")


def _has_all(file: Path, text: str) -> bool:
    coverage = coverage_of(file)
    return all([s in coverage or category(s) == "Cf" for s in text])


def _is_drawable(file: Path, text: str) -> bool:
    """Return whether a font of the system opens and draws a text."""
    try:
        open_font(FontStyle(file), PROBE).render(text, True, "white")  # noqa: FBT003  pygame's
    except (pygame.error, OSError, RuntimeError, ValueError, MemoryError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class TextRun:
    """Clusters of a line in one font, which are drawn together."""

    start: int
    """Index in the line's text of its first character."""
    parts: tuple[str, ...]
    """The characters that show each cluster."""
    sizes: tuple[int, ...]
    """The numbers of characters that each cluster has in the line's text."""
    style: FontStyle
    font: pygame.Font
    spread: int
    """Extra pixels between two clusters, which are then drawn one by one."""
    x: int = 0

    @property
    def width(self) -> int:
        """Return its width in pixels."""
        return self.advance(len(self.parts))

    def advance(self, many: int) -> int:
        """Return the pixels from its beginning, on either side, to the end of a cluster."""
        if not many:
            return 0
        if self.spread:
            letters = [self.font.size(part)[0] for part in self.parts[:many] if part]
            return sum(letters) + self.spread * max(0, len(letters) - 1)
        text = "".join(self.parts[:many])
        if many == len(self.parts):
            return self.font.size(text)[0]
        if self.style.script in JOINED and self.parts[many].strip():
            text += JOINER
        return min(self.font.size(text)[0], self.width)

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield the index after each cluster, and the pixel of the line where it ends."""
        for n, index in enumerate(accumulate(self.sizes, initial=self.start)):
            off = self.advance(n)
            yield index, self.x + (self.width - off if self.style.right_to_left else off)

    def draw(self, colour: Colour) -> pygame.Surface:
        """Return it drawn."""
        if not self.spread:
            return self.font.render("".join(self.parts), True, colour).convert_alpha()  # noqa: FBT003
        line = pygame.Surface((max(1, self.width), self.font.get_height()), pygame.SRCALPHA)
        x = 0
        for part in filter(None, self.parts):
            glyph = self.font.render(part, True, colour)  # noqa: FBT003
            line.blit(glyph, (x, 0))
            x += self.font.size(part)[0] + self.spread
        return line


class TextLine:
    """A line of text in runs, with the places of its characters."""

    def __init__(
        self,
        text: str,
        chain: FontChain,
        opened: Callable[[FontStyle], pygame.Font],
        spread: int = 0,
    ) -> None:
        """Split a text into runs, and place them.

        *opened* returns an open font; *spread*: extra pixels between two letters.
        """
        self.text = text
        self.runs: list[TextRun] = []
        self.width = 0
        self._main = opened(FontStyle(chain.own, "", right_to_left=False))
        for directed in drawn_order(text):
            for run in _runs(text, directed, chain, opened, spread):
                self._append(run, spread)
        self._edges: dict[int, int] = {}

    def _append(self, run: TextRun, spread: int) -> None:
        x = self.width + (spread if self.runs else 0)
        placed = TextRun(run.start, run.parts, run.sizes, run.style, run.font, run.spread, x)
        if placed.width:
            self.width = x + placed.width
        self.runs.append(placed)

    def draw(self, colour: Colour) -> pygame.Surface:
        """Return the line drawn on the baseline of its face's font.

        It is as high as that font. If another font needs more room, there is as much more
        above as below, so that the baseline keeps its distance from the middle.
        """
        baseline, high = self._main.get_ascent(), self._main.get_height()
        drawn, more = list[tuple[pygame.Surface, tuple[int, int]]](), 0
        for run in self.runs:
            picture = run.draw(colour)
            top = baseline - run.font.get_ascent()
            ink = picture.get_bounding_rect()
            if ink.height and run.font is not self._main:
                more = max(more, -top - ink.top, top + ink.bottom - high)
            drawn.append((picture, (run.x, top)))
        line = pygame.Surface((self.width, high + 2 * more), pygame.SRCALPHA)
        line.blits([(picture, (x, top + more)) for picture, (x, top) in drawn], doreturn=False)
        return line

    def x_of(self, index: int) -> int:
        """Return the pixel of the caret before a character, beside the one that precedes it."""
        edges = self.edges()
        return edges[edge_at(self.text, index)]

    def index_at(self, x: float) -> int:
        """Return the index whose caret is nearest to a pixel."""
        edges = self.edges()
        return min(sorted(edges), key=lambda index: abs(edges[index] - x))

    def edges(self) -> dict[int, int]:
        """Return the pixel of the caret at each index between clusters."""
        if not self._edges:
            for run in sorted(self.runs, key=lambda run: run.start):
                for n, (index, x) in enumerate(run.edges()):
                    if n or not index:
                        self._edges[index] = x
            if not self.runs:
                self._edges[0] = 0
        return self._edges


def _runs(
    text: str,
    directed: DirectedRun,
    chain: FontChain,
    opened: Callable[[FontStyle], pygame.Font],
    spread: int,
) -> Sequence[TextRun]:
    """Return the runs of a part of one direction in the order in which they are drawn."""
    part = text[directed.start : directed.end]
    backward = directed.right_to_left
    sizes, found, start = [len(one) for one in clusters(part)], list[TextRun](), directed.start
    drawn = zip(chain.drawn(part, right_to_left=backward), sizes, strict=True)
    for (file, script), group in groupby(drawn, key=lambda one: one[0][1:]):
        ones = [*group]
        style = FontStyle(file, script, backward)
        apart = spread if script in UNSHAPED and not backward else 0
        run = TextRun(
            start,
            tuple([one.text for one, _ in ones]),
            tuple([size for _, size in ones]),
            style,
            opened(style),
            apart,
        )
        start += sum(run.sizes)
        found.append(run)
    return found[::-1] if backward else found
