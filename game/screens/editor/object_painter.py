"""Drawing of map objects, placed or only sketched by a tool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import pygame

from game.content.maps.classes import Decor, Door, Ground, Note, Objective
from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile, MapObject
from game.content.palettes import Colour, teams_of
from game.editor.side_order import order_of, reserved_sides
from game.editor.tools import Handle, MeasureLabel, Role, SketchLine, ToolSketch
from game.geometry.points import Path, Point, distance
from game.screens.editor.decor_pictures import DecorPictures
from game.view.colours import AMBER, COOL, CREAM, GLOW, HALO, WOUND
from game.view.door_pictures import leaves
from game.view.sprites import MapNote, draw_note, ink_on
from game.view.style import DrawingTheme

Pixels: TypeAlias = Sequence[tuple[int, int]]

GROUNDS = {
    "paving": "#55554E",
    "road": "#3C3D3E",
    "grass": "#3D4B30",
    "earth": "#4A3E30",
    "water": "#1B4346",
    "deck": "#465058",
    "void": "#0B0D12",
}
TINT = 46
"""Opacity of tinted areas, of 255."""
DISC = 12.0
"""Radius in units of a point's disc."""
NAMED, CLOSE = 12, 34
"""Minimum pixels per inch to show the names of zones and markers, and all names."""
ARROW_STEP_INCHES = 3.0
"""Inches between the arrows of a lane."""
STREAM = "#7FC7F4"
COLOURS: Mapping[Role, Colour] = {
    Role.OUTLINE: AMBER,
    Role.WRONG: WOUND,
    Role.HOVER: COOL,
    Role.BOX: GLOW,
    Role.GUIDE: "#6FCF97",
    Role.AXIS: "#6FCF97",
    Role.HANDLE: CREAM,
    Role.VERTEX: AMBER,
    Role.MIDDLE: "#8F9AA0",
    Role.TURN: "#6FCF97",
}
DASHED = {Role.BOX, Role.GUIDE, Role.AXIS, Role.WRONG}
"""Roles of dashed lines, which differ by more than colour."""
DASH = 7


def colour_of(what: MapClass) -> Colour:
    """Return the colour of a class without its opacity; of ground and notes: their own."""
    if isinstance(what, Ground):
        return GROUNDS[what.material]
    return f"#{what.tint[3:] if isinstance(what, Note) else type(what).colour[3:]}"


def rank(one: MapObject) -> int:
    """Return an object's drawing rank: ground, water and tints, others, points and lines."""
    return 3 if one.shape == "point" else one.what.rank


def reach(one: MapObject, ppi: int) -> float:
    """Return the pixels by which a line reaches beyond its path."""
    return max(3.0, line_width(one.what, ppi) / 2 + 2)


def line_width(what: MapClass, ppi: int) -> int:
    return max(2, round(what.line_inches * ppi))


def pixels(path: Path, ppi: int, corner: tuple[int, int]) -> list[tuple[int, int]]:
    left, top = corner
    return [(left + round(x * ppi), top + round(y * ppi)) for x, y in path]


def bounds(spots: Pixels) -> pygame.Rect:
    """Return the smallest rectangle around some pixels."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def side_colours(mapfile: MapFile) -> dict[int, Colour]:
    """Return the colours of the objects that are reserved for one of the first two sides."""
    if not (reserved := reserved_sides(mapfile)):
        return {}
    order = order_of(tuple(dict.fromkeys(reserved.values())))
    colours = {side: team.plain for side, team in zip(order, teams_of(order), strict=False)}
    return {id_: colours[side] for id_, side in reserved.items() if side in colours}


def draw_shape(
    canvas: pygame.Surface,
    one: MapObject,
    ppi: int,
    corner: tuple[int, int],
    *,
    filled: bool,
    colours: Mapping[int, Colour] = {},
    decor: DecorPictures | None = None,
) -> None:
    """Draw an area or a line, the area with its edge only unless *filled*.

    Points are drawn by ``draw_mark``. *colours*: those of objects that differ from their class.
    *decor*: the pictures of decor; without one it is a crossed box.
    """
    if one.shape == "point":
        return
    if isinstance(one.what, Decor):
        _decor(canvas, one, ppi, corner, decor, filled=filled)
        return
    spots, colour = pixels(one.outline, ppi, corner), colours.get(one.id, colour_of(one.what))
    if filled and isinstance(one.what, Door):
        closed, is_open = one.shape != "polyline", one.what.state == "open"
        for leaf in leaves(one.outline, closed=closed, is_open=is_open):
            pygame.draw.polygon(canvas, colour, pixels(leaf, ppi, corner))
        pygame.draw.aalines(canvas, colour, closed, spots)
        return
    if one.shape == "polyline":
        wide = line_width(one.what, ppi) if filled else 2
        pygame.draw.lines(canvas, colour, False, spots, wide)  # noqa: FBT003  pygame's
        return
    if filled and one.what.is_tint:
        tint(canvas, spots, colour)
    elif filled:
        pygame.draw.polygon(canvas, colour, spots)
    edge = pygame.Color(colour).lerp("#FFFFFF", 0.3)
    pygame.draw.aalines(canvas, edge, True, spots)  # noqa: FBT003


def _decor(
    canvas: pygame.Surface,
    one: MapObject,
    ppi: int,
    corner: tuple[int, int],
    pictures: DecorPictures | None,
    *,
    filled: bool,
) -> None:
    """Draw decor with its picture if *filled*; without one, as a crossed box."""
    clip, (left, top) = canvas.get_clip(), corner
    edges = clip.left - left, clip.top - top, clip.right - left, clip.bottom - top
    x, y, right, low = (edge / ppi for edge in edges)
    if found := pictures and pictures.laid(one, ppi, (x, y, right, low)):
        picture, (x, y) = found
        if filled:
            at = left + x, top + y
            canvas.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        return
    spots, colour = pixels(one.outline, ppi, corner), colour_of(one.what)
    tint(canvas, spots, colour)
    pygame.draw.aalines(canvas, colour, True, spots)  # noqa: FBT003
    for a, c in ((0, 2), (1, 3)):
        pygame.draw.aaline(canvas, colour, spots[a], spots[c])


def tint(canvas: pygame.Surface, spots: Pixels, colour: Colour, share: int = TINT) -> None:
    """Tint an area, so that the objects below stay visible."""
    seen = bounds(spots).clip(canvas.get_clip())
    if not seen:
        return
    veil = pygame.Surface(seen.size)
    veil.set_colorkey("#000000")
    shade = pygame.Color(colour).lerp("#FFFFFF", 0.02)
    moved = [(x - seen.left, y - seen.top) for x, y in spots]
    pygame.draw.polygon(veil, shade, moved)
    veil.set_alpha(share)
    canvas.blit(veil, seen)


def numbers(mapfile: MapFile) -> dict[int, int]:
    """``MI-03``  Return the number of each marker; 0 becomes the first free one."""
    found = [
        (one.id, one.what.number)
        for _, one in mapfile.objects()
        if isinstance(one.what, Objective)
    ]
    used = {number for _, number in found}
    free = (number for number in range(1, 2 * len(found) + 1) if number not in used)
    return {id_: number or next(free) for id_, number in found}


def label(one: MapObject, ppi: int) -> str:
    """Return an object's label: its name, and the side of a zone; empty if zoomed out."""
    if ppi < (NAMED if one.what.is_landmark else CLOSE):
        return ""
    side = getattr(one.what, "side", "")
    return " · ".join(filter(None, (one.name, side)))


def middle(one: MapObject) -> Point:
    """Return the position of an object's label: the middle of its box."""
    xs, ys = [at.x for at in one.outline], [at.y for at in one.outline]
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def draw_mark(
    canvas: pygame.Surface,
    one: MapObject,
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
    known: Mapping[int, int],
    colours: Mapping[int, Colour] = {},
) -> None:
    """Draw the disc of a point and an object's name; *known*: the numbers of markers.

    *colours*: those of objects that differ from their class.
    """
    (at,) = pixels((middle(one),), ppi, corner)
    note, below = note_of(one), 0
    if note:
        picture = draw_note(note, ppi, look)
        canvas.blit(picture, picture.get_rect(center=at))
        below = picture.get_height() // 2 + look.px(9)
    elif one.shape == "point":
        colour = colours.get(one.id, colour_of(one.what))
        _disc(canvas, one, at, look, str(known.get(one.id, "")), colour)
        below = look.px(DISC + 10)
    words = "" if note and note.is_label else label(one, ppi)
    if words:
        _name(canvas, words, (at[0], at[1] + below), look)


def note_of(one: MapObject) -> MapNote | None:
    """Return the note that an object is; None if it is none."""
    if not isinstance(what := one.what, Note):
        return None
    text = what.text or one.name
    return MapNote(
        one.name,
        outline=one.outline,
        text=text,
        is_label=what.style == "label" and bool(text),
        is_hidden=what.hidden,
        inches=what.size,
        tint=what.tint,
    )


def _disc(
    canvas: pygame.Surface,
    one: MapObject,
    at: tuple[int, int],
    look: DrawingTheme,
    number: str,
    colour: Colour,
) -> None:
    radius = look.px(DISC)
    pygame.draw.aacircle(canvas, HALO, at, radius + look.px(2))
    pygame.draw.aacircle(canvas, colour, at, radius)
    ink = ink_on(colour)
    sign = (
        look.text(number, 16, ink, "title")
        if number
        else look.icon(f"ui/{one.what.icon}", look.px(DISC * 1.3), ink)
    )
    canvas.blit(sign, sign.get_rect(center=at))


def _name(canvas: pygame.Surface, words: str, at: tuple[int, int], look: DrawingTheme) -> None:
    shade = look.text(words, 13, HALO, "heading")
    ink = look.text(words, 13, CREAM, "heading")
    place = ink.get_rect(center=at)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        canvas.blit(shade, place.move(dx, dy))
    canvas.blit(ink, place)


def box_of(one: MapObject, ppi: int, look: DrawingTheme) -> pygame.Rect:
    """Return the pixels, from the board's corner, that an object and its marks may take."""
    spots = pixels(one.outline, ppi, (0, 0))
    around = look.px(DISC + 4) if one.shape == "point" else 12 + ppi // 4
    box = bounds(spots).inflate(2 * around, 2 * around)
    middle, below = box.center, look.px(DISC + 10) if one.shape == "point" else 0
    if note := note_of(one):
        picture = draw_note(note, ppi, look).get_rect(center=middle)
        box.union_ip(picture)
        below = picture.height // 2 + look.px(9)
    if words := label(one, ppi):
        wide, high = look.text(words, 13, CREAM, "heading").get_size()
        name = pygame.Rect(0, 0, wide + 4, high + 4)
        name.center = middle[0], middle[1] + below
        box.union_ip(name)
    return box


def draw_stream(
    canvas: pygame.Surface, path: Path, ppi: int, corner: tuple[int, int], look: DrawingTheme
) -> None:
    """Draw arrows along the path of a stream."""
    size = max(3.0, min(look.px(7), ppi * 0.4))
    for at, ahead in _arrows(path):
        ((x, y),) = pixels((at,), ppi, corner)
        dx, dy = ahead.x * size, ahead.y * size
        head = [
            (x + dx, y + dy),
            (x - dx * 0.6 - dy * 0.8, y - dy * 0.6 + dx * 0.8),
            (x - dx * 0.6 + dy * 0.8, y - dy * 0.6 - dx * 0.8),
        ]
        pygame.draw.polygon(canvas, HALO, head, 3)
        pygame.draw.polygon(canvas, STREAM, head)


def _arrows(path: Path) -> Iterator[tuple[Point, Point]]:
    """Yield positions and directions of the arrows along a path."""
    to_go = ARROW_STEP_INCHES / 2
    for a, b in pairwise(path):
        inches = distance(a, b)
        if not inches:
            continue
        ahead = Point((b.x - a.x) / inches, (b.y - a.y) / inches)
        at = to_go
        while at < inches:
            yield Point(a.x + ahead.x * at, a.y + ahead.y * at), ahead
            at += ARROW_STEP_INCHES
        to_go = at - inches


def draw_sketch(
    board: pygame.Surface,
    sketch: ToolSketch,
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
    known: Mapping[int, int],
    colours: Mapping[int, Colour] = {},
    decor: DecorPictures | None = None,
) -> None:
    """Draw a sketch; *known*: the numbers of markers.

    *colours* and *decor*: as for ``draw_shape``.
    """
    for one in sketch.objects:
        draw_shape(board, one, ppi, corner, filled=True, colours=colours, decor=decor)
        draw_mark(board, one, ppi, corner, look, known, colours)
    for line in sketch.lines:
        _line(board, line, ppi, corner, look)
    for handle in sketch.handles:
        _handle(board, handle, ppi, corner, look)
    for word in sketch.words:
        _word(board, word, ppi, corner, look)


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
        note = note_of(one)
        if one.shape == "point" and note and note.is_label:
            (at,) = pixels(one.outline, ppi, corner)
            words = draw_note(note, ppi, look).get_rect(center=at).inflate(8, 4)
            pygame.draw.rect(board, HALO, words.inflate(2, 2), look.px(4))
            pygame.draw.rect(board, AMBER, words, look.px(2))
        elif one.shape == "point":
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
) -> None:
    spots = pixels(line.path, ppi, corner)
    if not spots:
        return
    if len(spots) == 1:
        spots *= 2
    colour, wide = COLOURS[line.role], look.px(4 if line.role is Role.AXIS else 2)
    loop = [*spots, spots[0]] if line.closed else spots
    if line.role in DASHED:
        for a, b in _dashes(loop, look.px(DASH)):
            pygame.draw.line(board, HALO, a, b, wide + 1)
            pygame.draw.line(board, colour, a, b, max(1, wide - 1))
    else:
        pygame.draw.lines(board, HALO, False, loop, wide + 2)  # noqa: FBT003  pygame's
        pygame.draw.lines(board, colour, False, loop, wide)  # noqa: FBT003


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
) -> None:
    (at,) = pixels((handle.at,), ppi, corner)
    if handle.role is Role.POINTER:
        _cross(board, at, look)
        return
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


def _cross(board: pygame.Surface, at: tuple[int, int], look: DrawingTheme) -> None:
    """Draw the cross of the keyboard pointer, open in its middle."""
    x, y = at
    near, far = look.px(5), look.px(16)
    for colour, width in ((HALO, look.px(5)), (GLOW, look.px(2))):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            start, end = (x + dx * near, y + dy * near), (x + dx * far, y + dy * far)
            pygame.draw.line(board, colour, start, end, width)


def _word(
    board: pygame.Surface,
    word: MeasureLabel,
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
) -> None:
    (at,) = pixels((word.at,), ppi, corner)
    ink = look.text(word.text, 14, CREAM, "heading")
    plate = ink.get_rect().inflate(look.px(14), look.px(6))
    plate.midbottom = at[0], at[1] - look.px(12)
    plate.clamp_ip(board.get_rect())
    pygame.draw.rect(board, HALO, plate, border_radius=plate.height // 2)
    board.blit(ink, ink.get_rect(center=plate.center))
