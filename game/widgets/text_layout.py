"""Layout of coloured text within a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import pygame

from game.content.palettes import Colour
from game.text.clusters import breakable, cluster_edges, end_of_blanks, may_break, spaced_words
from game.text.directions import is_right_to_left
from game.widgets.theme import MAX_TEXTS, TEXT, Face, Theme

MAX_BROKEN = 500
"""Maximum number of cached wrapped texts."""
NEAR = 12
"""Pixels to the edge within which the joined text is measured: widths of words are rounded."""
SPARE = 1
"""Pixels by which a line may be wider: after its last letter there is a space between two."""


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Text of one colour, or a small picture within text."""

    text: str = ""
    colour: Colour = TEXT
    link: str = ""
    """Target of a click on it; its meaning is up to the code that shows it."""
    _: KW_ONLY
    face: Face = "body"
    picture: pygame.Surface | None = None


class TextPiece(NamedTuple):
    """A span, or a part of one, with its place on its line in pixels."""

    x: int
    width: int
    span: TextSpan


Line: TypeAlias = list[TextPiece]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Theme, font size and line height, in units, of running text."""

    theme: Theme
    size: float = 13
    leading: float = 21

    @property
    def high(self) -> int:
        """Return the height of a line in pixels."""
        return self.theme.px(self.leading)

    def wrap(self, spans: Iterable[TextSpan], width: int) -> list[Line]:
        """Break spans at spaces into lines of *width* pixels; longer words are broken, too."""
        # Most texts are the same in every frame.
        words, kept = tuple(spans), self.theme.wrapped
        key = words, self.size, width
        if key not in kept:
            if len(kept) >= MAX_BROKEN:
                kept.clear()
            kept[key] = self._wrapped(words, width)
        found: list[Line] = kept[key]
        return found

    def _wrapped(self, spans: Iterable[TextSpan], width: int) -> list[Line]:
        lines: list[Line] = [[]]
        x = 0
        for parts in self._groups(spans, width):
            wide = sum([self.width(part) for part in parts])
            if lines[-1]:
                # Joined to what is before it, a part has one more space between two letters.
                x += self.theme.spread(parts[0].face, self.size)
            if parts[0].text == "\n" or (
                lines[-1] and self._is_over(lines[-1], parts, x + wide, width)
            ):
                lines.append([])
                x = 0
                parts[0] = _unspaced(parts[0])
            for part in parts:
                if wide := self.width(part):
                    lines[-1].append(TextPiece(x, wide, part))
                x += wide
        return [self._set(_gapped(_joined(line))) for line in lines]

    def _groups(self, spans: Iterable[TextSpan], width: int) -> Iterator[list[TextSpan]]:
        """Yield what has to stand on one line; what is wider than a line comes in pieces."""
        for parts in _unbroken(_words(spans)):
            wide = sum([self.width(part) for part in parts])
            if wide <= width or wide - self._blank(parts[0]) <= width:
                yield parts
            else:
                for part in parts:
                    yield from self._pieces(part, width)

    def _blank(self, part: TextSpan) -> int:
        """Return the width of the space before a word, which no line begins with."""
        return self.width(part) - self.width(_unspaced(part))

    def _pieces(self, part: TextSpan, width: int) -> Iterator[list[TextSpan]]:
        """Yield a part as pieces that are no wider than a line, or of one letter."""
        if part.picture or part.text == "\n":
            yield [part]
        else:
            piece = ""
            for start, end in pairwise(cluster_edges(part.text)):
                letter = part.text[start:end]
                more = _with_text(part, piece + letter)
                if piece.strip() and self.width(more) > width:
                    yield [_with_text(part, piece)]
                    piece = ""
                piece += letter
            yield [_with_text(part, piece)]

    def _is_over(self, line: Line, parts: Sequence[TextSpan], end: int, width: int) -> bool:
        """Return whether parts that end near *end* go beyond *width* when joined to a line."""
        if not width - NEAR < end <= width:
            return end > width
        pieces = [TextPiece(0, self.width(part), part) for part in parts if self.width(part)]
        last = self._set(_joined([*line, *pieces]))[-1]
        return last.x + last.width > width + SPARE

    def _set(self, line: Line) -> Line:
        """Return a line with its pieces placed anew: joined text is wider than its parts."""
        x, pieces = 0, list[TextPiece]()
        for piece in line:
            wide = self.width(piece.span)
            pieces.append(TextPiece(x, wide, piece.span))
            x += wide
        return pieces

    def width(self, span: TextSpan) -> int:
        """Return the width of a span in pixels."""
        if span.picture:
            return span.picture.get_width() + self.theme.px(4)
        return self.theme.width(span.text, self.size, span.face)

    def paint(self, canvas: pygame.Surface, lines: Iterable[Line], at: tuple[int, int]) -> None:
        """Draw lines below one another from a point, each piece vertically centred."""
        (left, top), high, text = at, self.high, self.theme.text
        pieces = list[tuple[pygame.Surface, tuple[int, int]]]()
        for line in lines:
            for x, _, span in line:
                look = span.picture or text(span.text, self.size, span.colour, span.face)
                pieces.append((look, (left + x, top + (high - look.get_height()) // 2)))
            top += high
        canvas.fblits(pieces)


def _words(spans: Iterable[TextSpan]) -> Iterator[TextSpan]:
    """Yield the spans word by word, each with the space before it; line ends separately."""
    for span in spans:
        if span.picture:
            yield span
            continue
        for n, row in enumerate(span.text.split("\n")):
            if n:
                yield TextSpan("\n")
            for m, word in enumerate(spaced_words(row)):
                said = f" {word}" if m else word
                for part in (said,) if said.isascii() else breakable(said):
                    yield _with_text(span, part)


def _unbroken(words: Iterable[TextSpan]) -> Iterator[list[TextSpan]]:
    """Yield words together with the parts that follow them where no line may end."""
    parts = list[TextSpan]()
    for word in words:
        if parts and (
            word.picture
            or word.text[:1] in {" ", "\n"}
            or parts[-1].text == "\n"
            or may_break(parts[-1].text[-1:], word.text[:1])
        ):
            yield parts
            parts = []
        parts.append(word)
    if parts:
        yield parts


def _unspaced(part: TextSpan) -> TextSpan:
    """Return a part without the space before it."""
    return _with_text(part, part.text[end_of_blanks(part.text) :])


def _with_text(span: TextSpan, text: str) -> TextSpan:
    """Return a span of the same look; ``dataclasses.replace`` takes much longer."""
    return TextSpan(text, span.colour, span.link, face=span.face, picture=span.picture)


def _joined(line: Line) -> Line:
    """Return the line with neighbours of one look joined, for fewer blits and whole links."""
    joined, words = Line(), list[str]()
    for piece in line:
        before = joined[-1] if joined else None
        if before and not piece.span.picture and _alike(before.span, piece.span):
            words.append(piece.span.text)
            wide = piece.x + piece.width - before.x
            joined[-1] = TextPiece(before.x, wide, before.span)
        else:
            _end_run(joined, words)
            joined.append(piece)
            words = [piece.span.text]
    _end_run(joined, words)
    return joined


def _end_run(line: Line, words: Sequence[str]) -> None:
    """Give the last piece of a line the words that were joined to it."""
    if len(words) > 1:
        x, wide, span = line[-1]
        line[-1] = TextPiece(x, wide, _with_text(span, "".join(words)))


def _gapped(line: Line) -> Line:
    """Return the line with the spaces around words from right to left as pieces of their own.

    Drawn with such words, a space after them would lie at their left.
    """
    parts: Line = []
    for piece in line:
        text = piece.span.text
        if is_right_to_left(text):
            start, end = end_of_blanks(text), len(text.rstrip())
            around = filter(None, (text[:start], text[start:end], text[end:]))
            parts += [TextPiece(0, 0, _with_text(piece.span, part)) for part in around]
        else:
            parts.append(piece)
    return parts


def _alike(a: TextSpan, b: TextSpan) -> bool:
    """Return whether two spans differ only in their text; pictures always differ."""
    return (a.colour, a.link, a.face) == (b.colour, b.link, b.face) and not a.picture


class Shortened(str):
    """A shortened text that remembers the whole one."""

    __slots__ = ("whole",)
    whole: str


def shortened(theme: Theme, words: str, size: float, room: int, face: Face = "body") -> str:
    """Return a text, cut with an ellipsis if it is wider than *room* pixels."""
    key = words, size, room, face
    if key not in theme.shortened:
        if len(theme.shortened) >= MAX_TEXTS:
            theme.shortened.clear()
        theme.shortened[key] = _cut(theme, words, size, room, face)
    return theme.shortened[key]


def _cut(theme: Theme, words: str, size: float, room: int, face: Face) -> str:
    if theme.width(words, size, face) <= room:
        return words
    edges = cluster_edges(words)
    low, high = 0, len(edges) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if theme.width(words[: edges[middle]].rstrip() + "…", size, face) <= room:
            low = middle
        else:
            high = middle - 1
    cut = Shortened(words[: edges[low]].rstrip() + "…")
    cut.whole = words
    return cut
