"""Drawing of a tool's sketch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import pygame

from game.content.maps.map_file import MapObject
from game.content.palettes import Colour
from game.editor.tools.tool import Handle, MeasureLabel, Role, SketchLine, ToolSketch
from game.screens.editor.canvas.object_painter import (
    DISC,
    box_of,
    draw_mark,
    draw_shape,
    pixels,
)
from game.view.style import AMBER, COOL, CREAM, GLOW, HALO, WOUND, DrawingTheme

COLOURS: Mapping[Role, Colour] = {
    Role.OUTLINE: AMBER,
    Role.WRONG: WOUND,
    Role.HOVER: COOL,
    Role.BOX: GLOW,
    Role.GUIDE: "#6FCF97",
    Role.HANDLE: CREAM,
    Role.VERTEX: AMBER,
    Role.MIDDLE: "#8F9AA0",
    Role.TURN: "#6FCF97",
}
DASHED = {Role.BOX, Role.GUIDE, Role.WRONG}
"""Roles of dashed lines, which differ by more than colour."""
DASH = 7


def draw_sketch(
    board: pygame.Surface,
    sketch: ToolSketch,
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
    known: Mapping[int, int],
) -> list[pygame.Rect]:
    """Draw a sketch; return the rectangles drawn."""
    took = list[pygame.Rect]()
    for one in sketch.objects:
        draw_shape(board, one, ppi, corner, filled=True)
        draw_mark(board, one, ppi, corner, look, known)
        took.append(box_of(one, ppi, look).move(corner))
    took += [_line(board, line, ppi, corner, look) for line in sketch.lines]
    took += [_handle(board, handle, ppi, corner, look) for handle in sketch.handles]
    took += [_word(board, word, ppi, corner, look) for word in sketch.words]
    return took


def draw_selected(
    board: pygame.Surface,
    objects: Iterable[MapObject],
    hidden: frozenset[int],
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
) -> None:
    """Draw an outline around selected objects, and a ring around points."""
    for one in objects:
        if one.id in hidden:
            continue
        if one.shape == "point":
            (at,) = pixels(one.outline, ppi, corner)
            pygame.draw.aacircle(board, HALO, at, look.px(DISC + 5), look.px(4))
            pygame.draw.aacircle(board, AMBER, at, look.px(DISC + 4), look.px(2))
        else:
            closed = one.shape != "polyline"
            _line(board, SketchLine(one.outline, Role.OUTLINE, closed), ppi, corner, look)


def _line(
    board: pygame.Surface,
    line: SketchLine,
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
) -> pygame.Rect:
    spots = pixels(line.path, ppi, corner)
    if not spots:
        return pygame.Rect(0, 0, 0, 0)
    if len(spots) == 1:
        spots *= 2
    colour, wide = COLOURS[line.role], look.px(2)
    loop = [*spots, spots[0]] if line.closed else spots
    if line.role in DASHED:
        for a, b in _dashes(loop, look.px(DASH)):
            pygame.draw.line(board, HALO, a, b, wide + 1)
            pygame.draw.line(board, colour, a, b, max(1, wide - 1))
    else:
        pygame.draw.lines(board, HALO, False, loop, wide + 2)  # noqa: FBT003  pygame's
        pygame.draw.lines(board, colour, False, loop, wide)  # noqa: FBT003
    return _around(loop, wide + 3)


def _dashes(
    spots: Sequence[tuple[int, int]], long: int
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    for (ax, ay), (bx, by) in pairwise(spots):
        distance = max(abs(bx - ax), abs(by - ay))
        many = max(1, min(200, distance // (2 * long)))
        for n in range(many):
            start, end = n / many, (n + 0.55) / many
            yield (
                (ax + (bx - ax) * start, ay + (by - ay) * start),
                (ax + (bx - ax) * end, ay + (by - ay) * end),
            )


def _handle(
    board: pygame.Surface, handle: Handle, ppi: int, corner: tuple[int, int], look: DrawingTheme
) -> pygame.Rect:
    (at,) = pixels((handle.at,), ppi, corner)
    radius = look.px(6 if handle.hot else 5 if handle.role is not Role.MIDDLE else 4)
    colour = GLOW if handle.hot else COLOURS[handle.role]
    if handle.role in {Role.TURN, Role.MIDDLE}:
        pygame.draw.aacircle(board, HALO, at, radius + 2)
        pygame.draw.aacircle(board, colour, at, radius)
    else:
        box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        box.center = at
        pygame.draw.rect(board, HALO, box.inflate(4, 4))
        pygame.draw.rect(board, colour, box)
    return _around([at], radius + 4)


def _word(
    board: pygame.Surface,
    word: MeasureLabel,
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
) -> pygame.Rect:
    (at,) = pixels((word.at,), ppi, corner)
    ink = look.text(word.text, 14, CREAM, "heading")
    plate = ink.get_rect().inflate(look.px(14), look.px(6))
    plate.midbottom = at[0], at[1] - look.px(12)
    plate.clamp_ip(board.get_rect())
    pygame.draw.rect(board, HALO, plate, border_radius=plate.height // 2)
    board.blit(ink, ink.get_rect(center=plate.center))
    return plate


def _around(spots: Sequence[tuple[int, int]], distance: int) -> pygame.Rect:
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
    return box.inflate(2 * distance, 2 * distance)
