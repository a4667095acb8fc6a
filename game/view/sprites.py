"""Cached sprites of objects on the table."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import NamedTuple

import pygame

from game.content.palettes import Colour, Team
from game.geometry.points import Path, Point
from game.geometry.polygons import box, box_middle
from game.picture_cache import PICTURES, OwnPictures
from game.table.board import Board, Spot
from game.table.records import Profile
from game.text.clusters import wrapped_letters
from game.view.colours import CREAM, DONE, HALO, LOST_WOUND, NEUTRAL, TEAMS, WOUND
from game.view.squad_signs import sign_svg
from game.view.style import DrawingTheme, draw_svg, kept_svg

TURN = 15
"""Degrees between two facings for which tokens are drawn."""
FROM_ABOVE = frozenset(
    f"units/{name}" for name in ("bike", "bike-sergeant", "drone", "gargoyle", "rider")
)
"""Icons seen from above, of models that ride or fly; they turn with the model."""
AROUND = 1.36
"""Ratio of a token's picture to its base; it leaves space for glow, notch and shadow."""
SMALL = 30
"""Tokens of fewer pixels have a thin ring, their side's dark shade and a larger icon."""
LEAST_RING = 1.4
"""Minimum width in pixels of the thin ring."""
_ICON, _ICON_FROM_ABOVE, _ICON_SMALL = 0.58, 0.70, 0.86
"""Ratio of an icon to its base."""
SIGN, LEAST_SIGN = 30.0, 10.0
"""Width of a squad's sign on a base of 92, and its least width in pixels."""
_REACH = 46 * AROUND
_BOX = f"{60 - _REACH} {60 - _REACH} {2 * _REACH} {2 * _REACH}"
"""View box of the SVG picture of a token; its base has radius 46 about (60, 60)."""
LABEL_LETTERS = 40
"""Number of letters at which a line of a label is broken."""
SMALL_LETTERS = 8
"""Least size in units of a label's letters."""
MARKER = 2.3
"""Width of an objective marker's picture in inches; the hexagon is half as wide."""
PIN_UNITS, PIN_INCHES = 20, 0.8
"""Least diameter of a pin's disc, and its diameter where that is more."""
HIDDEN_SHARE = 0.7
"""Opacity of a hidden note where it is shown."""


class TokenState(StrEnum):
    """The states that tokens are drawn in."""

    READY = "ready"
    DONE = "done"
    """It can do nothing more for now."""
    CHOSEN = "chosen"
    BODY = "body"
    GHOST = "ghost"
    """A possible position of a model."""


class Token(NamedTuple):
    """Everything that a token's picture depends on."""

    icon: str
    team: int
    """0 for the table's first side, 1 for the second; their rings differ by pattern."""
    state: TokenState
    wounds: int
    most: int
    pixels: int
    """Diameter of the base."""
    turn: int = 0
    """Facing in steps of 15 degrees, clockwise from up."""
    squad: int = 0
    """Number of the sign of its squad; 0 for none."""
    base: int = 0
    """True diameter of its base, if the token is drawn larger; else 0."""


def turn_of(facing: float) -> int:
    return round(facing / TURN) % (360 // TURN)


def icon_of(profile: Profile) -> str:
    return f"units/{profile.icon or 'person'}"


def icon_size(pixels: int, *, above: bool = False) -> int:
    """Return the size of the icon on a base of *pixels*; it never shrinks as a base grows."""
    share = _ICON_FROM_ABOVE if above else _ICON
    small = _ICON_SMALL * min(pixels, SMALL - 1)
    return max(6, int(max(share * pixels, small)))


class MapNote(NamedTuple):
    """A note or label that a map has for its readers; no rule reads it."""

    id: str
    outline: Path
    text: str
    is_label: bool
    """True if its text is always shown, false for a pin that shows it when pointed at."""
    is_hidden: bool
    """True if only the game master sees it."""
    inches: float
    """Size of a label's letters."""
    tint: Colour
    """Its colour as ``#AARRGGBB``."""

    @property
    def at(self) -> Point:
        """Return the point at which it is drawn: the middle of its box."""
        return box_middle(box(self.outline))


@lru_cache(maxsize=24)
def notes_of(board: Board) -> tuple[MapNote, ...]:
    """Return the notes of a map, with those for the game master only."""
    return tuple(_note(spot) for spot in board.spots if spot.kind == "note")


def _note(spot: Spot) -> MapNote:
    words, numbers = dict(spot.words), dict(spot.numbers)
    return MapNote(
        spot.id,
        outline=spot.outline,
        text=words["text"] or spot.id.replace("-", " "),
        is_label=words["style"] == "label",
        is_hidden=bool(numbers["hidden"]),
        inches=numbers["size"],
        tint=words["tint"],
    )


def ink_on(colour: Colour) -> Colour:
    """Return the colour, dark or light, that is well readable on another."""
    red, green, blue, _ = pygame.Color(colour)
    return "#101417" if red * 0.3 + green * 0.6 + blue * 0.1 > 110 else CREAM


def draw_note(note: MapNote, ppi: int, look: DrawingTheme) -> pygame.Surface:
    """Return a note at *ppi* pixels per inch: the words of a label, or a pin."""
    colour, opacity = f"#{note.tint[3:]}", int(note.tint[1:3], 16)
    if note.is_label:
        picture = _draw_label(note, colour, ppi, look)
    else:
        icon = "ui/eye-off" if note.is_hidden else "ui/clipboard"
        pixels = max(look.px(PIN_UNITS), round(PIN_INCHES * ppi))
        picture = draw_pin(icon, colour, pixels, look)
    if note.is_hidden:
        opacity = round(opacity * HIDDEN_SHARE)
    picture.fill((255, 255, 255, opacity), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def draw_pin(icon: str, colour: Colour, pixels: int, look: DrawingTheme) -> pygame.Surface:
    """Return a disc with an icon, *pixels* wide."""
    radius = pixels / 2
    picture = pygame.Surface((pixels + 2, pixels + 2), pygame.SRCALPHA)
    middle = picture.get_rect().center
    pygame.draw.aacircle(picture, HALO, middle, radius)
    pygame.draw.aacircle(picture, colour, middle, radius - max(1.5, radius * 0.14))
    sign = look.icon(icon, round(pixels * 0.6), ink_on(colour))
    picture.blit(sign, sign.get_rect(center=middle))
    return picture


def _draw_label(note: MapNote, colour: Colour, ppi: int, look: DrawingTheme) -> pygame.Surface:
    size = max(SMALL_LETTERS, note.inches * ppi / look.scale)
    lines = [
        part
        for line in note.text.split("\n")
        for part in wrapped_letters(line, LABEL_LETTERS) or [" "]
    ]
    shade = HALO if ink_on(colour) != CREAM else CREAM
    inks = [look.text(line, size, colour, "heading") for line in lines]
    shades = [look.text(line, size, shade, "heading") for line in lines]
    high, edge = max(ink.get_height() for ink in inks), max(1, round(size * look.scale / 16))
    wide = max(ink.get_width() for ink in inks)
    picture = pygame.Surface((wide + 2 * edge, high * len(inks) + 2 * edge), pygame.SRCALPHA)
    around = [(dx, dy) for dx in (-edge, 0, edge) for dy in (-edge, 0, edge) if dx or dy]
    for pictures, shifts in ((shades, around), (inks, [(0, 0)])):
        for n, line in enumerate(pictures):
            place = line.get_rect(midtop=(picture.get_width() // 2, edge + n * high))
            for dx, dy in shifts:
                picture.blit(line, place.move(dx, dy))
    return picture


class Sprites:
    """Draws tokens, objective markers and notes, and caches their pictures."""

    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self._tokens, self._markers, self._notes = (OwnPictures() for _ in range(3))
        self._faces = OwnPictures()

    def token(self, token: Token) -> pygame.Surface:
        """Return a token's picture, to be drawn centred and with BLEND_PREMULTIPLIED."""
        return self._tokens.recall(token) or self._tokens.made(token, lambda: self._draw(token))

    def marker(self, words: str, team: Team, pixels: int) -> pygame.Surface:
        """Return a hexagon with a number, in the colour of the side that holds it."""
        key = words, team, pixels
        return self._markers.made(key, lambda: self._draw_marker(words, team, pixels))

    def note(self, note: MapNote, ppi: int) -> pygame.Surface:
        """Return a note's picture, to be drawn centred and with BLEND_PREMULTIPLIED."""
        key = note, ppi
        return self._notes.made(key, lambda: draw_note(note, ppi, self.look).premul_alpha())

    def portrait(self, token: Token) -> pygame.Surface:
        """Return a token's picture for rosters and cards, to be drawn without blend flags."""
        turn = token.turn if token.icon in FROM_ABOVE else 0
        picture = self._face(token._replace(turn=turn, wounds=0, most=0, squad=0)).copy()
        if token.state is not TokenState.BODY:
            picture.blit(_notch(token.pixels, token.turn), (0, 0))
            if token.squad:
                picture.blit(_sign(token.squad, token.pixels), (0, 0))
            if token.most > 1 and token.pixels >= 18:
                _draw_pips(picture, token)
        return picture

    def _face(self, token: Token) -> pygame.Surface:
        """Return a token without its notch and wounds, which differ most often."""
        return self._faces.made(token, lambda: self._draw_face(token))

    def _draw_face(self, token: Token) -> pygame.Surface:
        side = round(token.pixels * AROUND)
        picture = kept_svg(_token_svg(token), _BOX, side, side).copy()
        if token.base:
            # Below the icon, which it would make illegible.
            picture.blit(_true_base(token.base, token.pixels, token.team), (0, 0))
        self._draw_icon(picture, token)
        return picture

    def _draw(self, token: Token) -> pygame.Surface:
        picture = self.portrait(token).premul_alpha()
        if token.state in {TokenState.GHOST, TokenState.BODY}:
            share = 150 if token.state is TokenState.GHOST else 190
            picture.fill((share,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        return picture

    def _draw_icon(self, picture: pygame.Surface, token: Token) -> None:
        name = "units/skull" if token.state is TokenState.BODY else token.icon
        above = name in FROM_ABOVE
        size = icon_size(token.pixels, above=above)
        faded = token.state in {TokenState.DONE, TokenState.BODY}
        middle = picture.get_rect().center
        for colour, shift in (("#000000", 1), ("#8D9499" if faded else CREAM, 0)):
            icon = self.look.icon(name, size, colour)
            if above:
                icon = pygame.transform.rotozoom(icon, -TURN * token.turn, 1.0)
            place = icon.get_rect(center=middle)
            picture.blit(icon, place.move(shift, shift * max(1, size // 24)))

    def _draw_marker(self, words: str, team: Team, pixels: int) -> pygame.Surface:
        picture = kept_svg(_hexagon_svg(team), "-60 -60 120 120", pixels, pixels).copy()
        number = self.look.text(words, pixels * 0.30 / self.look.scale, CREAM, "title")
        picture.blit(number, number.get_rect(center=picture.get_rect().center))
        return picture.premul_alpha()


@PICTURES.keeps
def _notch(pixels: int, turn: int) -> pygame.Surface:
    """Return the small triangle on the rim that shows a model's facing."""
    side = round(pixels * AROUND)
    return draw_svg(_notch_svg(turn), _BOX, side, side)


def _true_base(base: int, pixels: int, team: int) -> pygame.Surface:
    """Return the disc with a thin ring that shows how large the base of a larger token is."""
    side, unit = round(pixels * AROUND), 92 / pixels
    disc = (
        f'<circle cx="60" cy="60" r="{base * unit / 2:.1f}" fill="{TEAMS[team].plain}" '
        f'fill-opacity=".45" stroke="{TEAMS[team].light}" stroke-width="{unit:.1f}"/>'
    )
    return draw_svg(disc, _BOX, side, side)


@PICTURES.keeps
def _sign(squad: int, pixels: int) -> pygame.Surface:
    """Return the sign of a squad, at the upper left of a token's rim."""
    side, size = round(pixels * AROUND), max(SIGN, LEAST_SIGN * 92 / pixels)
    at, share = 26 if size <= SIGN else 20, size / 28
    sign = f'<g transform="translate({at} {at}) scale({share:.3f})">{sign_svg(squad)}</g>'
    return draw_svg(sign, _BOX, side, side)


def _token_svg(token: Token) -> str:
    spent = token.state in {TokenState.DONE, TokenState.BODY}
    team = DONE if spent else TEAMS[token.team]
    return (
        '<defs><radialGradient id="s">'
        '<stop offset=".62" stop-color="#000" stop-opacity=".62"/>'
        '<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
        f'{_paints_svg(team)}</defs><circle cx="64" cy="67" r="54" fill="url(#s)"/>'
        f"{_glow_svg(team) if token.state is TokenState.CHOSEN else ''}"
        f'<circle cx="60" cy="60" r="46" fill="{HALO}"/>'
        f"{_small_rim_svg(token, team) if token.pixels < SMALL else _rim_svg(token)}"
    )


def _glow_svg(team: Team) -> str:
    """Return the ring of a chosen model, in the light of its side's colour."""
    return (
        f'<circle cx="60" cy="60" r="52" fill="none" stroke="{team.plain}" '
        'stroke-opacity=".45" stroke-width="11"/>'
        f'<circle cx="60" cy="60" r="51" fill="none" stroke="{team.light}" '
        'stroke-width="4"/>'
    )


def _paints_svg(team: Team) -> str:
    """Return the gradients of a token's inner disc and of its ring."""
    inner = "#33393D" if team is DONE else "#4A545B"
    return (
        '<radialGradient id="i" cx="42%" cy="36%" r="70%">'
        f'<stop offset="0" stop-color="{inner}"/><stop offset="1" stop-color="#14181B"/>'
        '</radialGradient><linearGradient id="r" x1="0%" y1="0%" x2="100%" y2="100%">'
        f'<stop offset="0" stop-color="{team.light}"/><stop offset=".45" '
        f'stop-color="{team.plain}"/><stop offset="1" stop-color="{team.dark}"/>'
        "</linearGradient>"
    )


def _rim_svg(token: Token) -> str:
    """Return the ring and the inner disc of a token."""
    dash = "" if token.team == 0 else ' stroke-dasharray="17.4 4.1"'
    return (
        '<circle cx="60" cy="60" r="41" fill="none" stroke="url(#r)" stroke-width="8.4"'
        f'{dash}/><circle cx="60" cy="60" r="35.5" fill="url(#i)" stroke="{HALO}" '
        'stroke-width="2"/>'
    )


def _small_rim_svg(token: Token, team: Team) -> str:
    """Return the ring and the inner disc of a small token: flat, so that its icon shows."""
    wide = max(5.0, LEAST_RING * 92 / token.pixels)
    radius = 45 - wide / 2
    step = 2 * pi * radius / 8
    dash = f' stroke-dasharray="{0.7 * step:.2f} {0.3 * step:.2f}"' if token.team else ""
    inner = "#262C30" if team is DONE else team.dark
    return (
        f'<circle cx="60" cy="60" r="{45 - wide}" fill="{inner}"/>'
        f'<circle cx="60" cy="60" r="{radius}" fill="none" stroke="{team.plain}" '
        f'stroke-width="{wide}"{dash}/>'
    )


def _notch_svg(turn: int) -> str:
    ahead = radians(turn * TURN - 90)

    def at(turn: float, distance: float) -> str:
        return (
            f"{60 + cos(ahead + turn) * distance:.2f} {60 + sin(ahead + turn) * distance:.2f}"
        )

    return (
        f'<path d="M{at(0, 60)} L{at(-0.38, 43)} A43 43 0 0 1 {at(0.38, 43)} Z" '
        f'fill="#F4EEDF" stroke="{HALO}" stroke-width="2.4"/>'
    )


def _draw_pips(picture: pygame.Surface, token: Token) -> None:
    """Draw a dot for each wound below the base: red if left, dark if lost."""
    radius = max(2.0, token.pixels * 0.062)
    pitch = radius * 2.5
    side = picture.get_width()
    x = side / 2 - pitch * (token.most - 1) / 2
    y = side / 2 + token.pixels * 0.5
    plate = pygame.Rect(0, 0, round(pitch * token.most + radius), round(radius * 3))
    plate.center = round(side / 2), round(y)
    pygame.draw.rect(picture, HALO, plate, border_radius=plate.height // 2)
    for n in range(token.most):
        colour = WOUND if n < token.wounds else LOST_WOUND
        pygame.draw.aacircle(picture, colour, (x + n * pitch, y), radius)


def shield_picture(team: int | None, pixels: int) -> pygame.Surface:
    """Return the hexagon of a marker without a number; *team*: the side that holds it.

    The edge of the second side is broken, as the rings of its tokens are.
    """
    colours = NEUTRAL if team is None else TEAMS[team]
    dash = ' stroke-dasharray="14 6"' if team else ""
    shield = (
        '<path d="M0 -36 L31.2 -18 V18 L0 36 L-31.2 18 V-18 Z" '
        f'fill="{"#171D21" if team is None else colours.dark}" '
        f'stroke="{colours.dark if team is None else colours.plain}" stroke-width="7"{dash}/>'
    )
    return kept_svg(shield, "-41 -41 82 82", pixels, pixels)


def _hexagon_svg(team: Team) -> str:
    return (
        f'<defs><radialGradient id="g"><stop offset="0" stop-color="{team.plain}" '
        f'stop-opacity=".5"/><stop offset="1" stop-color="{team.plain}" stop-opacity="0"/>'
        '</radialGradient></defs><circle r="58" fill="url(#g)"/>'
        '<path d="M0 -36 L31.2 -18 V18 L0 36 L-31.2 18 V-18 Z" fill="#0F1316" '
        f'fill-opacity=".84" stroke="{team.plain}" stroke-width="4.4"/>'
        '<path d="M0 -28 L24.2 -14 V14 L0 28 L-24.2 14 V-14 Z" fill="none" '
        f'stroke="{team.plain}" stroke-opacity=".4" stroke-width="1.6"/>'
    )
