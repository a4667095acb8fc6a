"""Dice rolled large on the board, beside the models that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, sin
from typing import Final

import pygame

from game.table.events import Rerolled, Rolled, RollKind
from game.table.records import Model, ModelId, UnitId, Where
from game.table.state import Table
from game.view.camera import Camera, View
from game.view.colours import CREAM, HALO
from game.view.dice_tray import ROLLING, DieVerdict, Throw, leaning, tumbling
from game.view.overlays.badges import Surroundings, base_rect, best_place
from game.view.style import DrawingTheme

SORTS: Final = 0.16
"""Seconds in which successes move forward and failures fly off, after the dice lie still."""
LIES: Final = ROLLING + SORTS
"""Seconds after which all dice lie still."""
RESTS: Final = 1.15
"""Seconds after which the result drops into the tray."""
DROPS: Final = 0.3
"""Seconds that it drops."""
LASTS: Final = RESTS + DROPS
HOP: Final = 0.5
"""Height that dice are thrown from, in widths of a die."""
FLIES: Final = 2.4
"""Widths of a die that a failure flies."""
TUMBLES: Final = 18
"""Pictures per second of a die that tumbles."""
SIZES: Final = ((6, 38), (14, 32), (24, 26), (40, 21))
"""Widths of a die in units, by the maximum number of dice; more are :data:`SMALL_DIE` wide."""
SMALL_DIE: Final = 16
ONE_ROW: Final = 6
"""Maximum number of dice that lie in one row."""
COLUMNS: Final = 10
PITCH: Final = 1.16
"""Width of a die's place, in widths of a die."""
WORDS: Final = 24
"""Height of the words below the dice, in units."""
FALLING: Final = 24
"""Size in units of the words that drop into the tray."""
SHADOW: Final = 2
"""Pixels, each way, between that outcome and its shadow."""
SCAN: Final = 24
"""Pixels between the places that are tried if all places near the models are taken."""
TRAY_ONLY: Final = frozenset(
    {
        RollKind.ROUTINE,
        RollKind.SWEPT,
        RollKind.ORDER,
        RollKind.TIE,
        RollKind.ROLL_OFF,
        RollKind.CONTEST,
        RollKind.PARTING,
        RollKind.ESCAPE,
        RollKind.SLOWS,
        RollKind.BY_HAND,
    }
)
"""Kinds of rolls that are shown in the tray only: small ones, and those of both sides."""


@dataclass(frozen=True, slots=True)
class Toss:
    """Dice on the board."""

    throw: Throw
    fresh: frozenset[int]
    """Indexes of the dice that tumble: all, or those that are rerolled."""
    at: tuple[Model, ...]
    """The models that the dice lie beside."""
    about: tuple[Model, ...]
    """The models in question, which dice do not cover: those at whom, and those who roll."""

    def rerolled(self, event: Rerolled) -> Toss:
        throw = self.throw.rerolled(event)
        return Toss(throw, frozenset({event.n}), self.at, self.about)

    def is_at_rest(self, age: float) -> bool:
        """Return whether nothing of it moves *age* seconds after the throw."""
        sorts = self.order != [*range(len(self.throw.faces))]
        return (LIES if sorts else ROLLING) <= age < RESTS

    @property
    def order(self) -> list[int]:
        """Return the indexes of the dice that remain, successes first."""
        if not self._sorts:
            return [*range(len(self.throw.faces))]
        return [n for n in range(len(self.throw.faces)) if self._succeeds(n)]

    @property
    def failures(self) -> list[int]:
        return [
            n for n in range(len(self.throw.faces)) if self._sorts and not self._succeeds(n)
        ]

    @property
    def _sorts(self) -> bool:
        return bool(self.throw.rolled.need) and not self.throw.rolled.total

    def _succeeds(self, n: int) -> bool:
        return self.throw.die_verdict(n) is not DieVerdict.FAILURE


def toss_of(rolled: Rolled, table: Table) -> Toss | None:
    """Return the dice on the board of a roll; None if they are in the tray only."""
    if rolled.kind in TRAY_ONLY:
        return None
    mine, theirs = (on_table(id_, table) for id_ in (rolled.who, rolled.target))
    at = theirs or mine
    if not at:
        return None
    throw = Throw(rolled, rolled.faces)
    return Toss(throw, frozenset(range(len(rolled.faces))), at, (*theirs, *mine))


def on_table(id_: str, table: Table) -> tuple[Model, ...]:
    """Return a model on the table by its id, or those of a unit; else its bodies."""
    unit = table.units.get(UnitId(id_))
    ids = unit.models if unit else [ModelId(id_)]
    models = [table.models[one] for one in ids if one in table.models]
    places = (Where.TABLE, Where.BODY)
    found = (tuple(m for m in models if m.where is where) for where in places)
    return next(filter(None, found), ())


class BoardDice:
    """Draws dice on the board; it finds a place for each roll once."""

    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self.aim: View | None = None
        """The view that the camera glides to; None if it rests."""
        self.covered: Sequence[pygame.Rect] = ()
        """Panels over the board, in pixels of the window, under which no dice lie."""
        self._places: dict[int, tuple[Rolled, int, pygame.Rect]] = {}
        """Rolls that are shown, by their identity, with pixels per inch and place.

        Places are in pixels from the board's corner.
        """

    def place(
        self,
        camera: Camera,
        tosses: Iterable[Toss],
        bases: Iterable[Model],
        badges: Sequence[pygame.Rect],
    ) -> None:
        """Find places for the dice that are shown, which come before they are drawn.

        *bases*: the models on the table; *badges*: places of badges in the window.
        """
        tosses = [*tosses]
        shown = {id(toss.throw.rolled) for toss in tosses}
        self._places = {key: found for key, found in self._places.items() if key in shown}
        for toss in tosses:
            self._place(toss, camera, bases, badges)

    def draw(
        self,
        canvas: pygame.Surface,
        camera: Camera,
        tosses: Iterable[tuple[Toss, float]],
        tray: pygame.Rect | None,
        *,
        still: bool,
    ) -> None:
        """Draw dice at their places after some seconds each.

        *tray*: the tray's place in the window; *still*: nothing tumbles or flies (reduced
        motion).
        """
        _, left, top = self.aim or camera.view
        for toss, age in tosses:
            place = self._places[id(toss.throw.rolled)][2].move(left, top)
            end = tray.center if tray else camera.window.midbottom
            self._draw(canvas, toss, age, (place, end), still=still)

    @staticmethod
    def lies(age: float) -> bool:
        """Return whether dice lie still *age* seconds after they were thrown."""
        return LIES <= age < RESTS

    def look_of(self, age: float) -> float:
        """Return a number that differs if dice look different after *age* seconds."""
        return LIES if self.lies(age) else age

    def area(self, toss: Toss, age: float, camera: Camera) -> pygame.Rect | None:
        """Return the pixels that dice may cover without a tray; None before they are drawn."""
        _, left, top = camera.view
        known = self._places.get(id(toss.throw.rolled))
        if not known:
            return None
        place = known[2].move(left, top)
        if falls := _falls(age):
            return self._falling(toss, falls, place.center, camera.window.midbottom)
        size = self._size(len(toss.throw.faces))
        reach = ceil((1 if age < ROLLING or age >= LIES else 1 + FLIES) * size)
        plates = [self._words(toss.throw, words) for words in ("", toss.throw.outcome_in_words)]
        wide = max(plate.get_width() for plate in plates) + self.look.px(12)
        field = place.inflate(2 * reach, 2 * reach)
        return field.inflate(max(0, wide - field.width), 0)

    def places(self, camera: Camera) -> list[pygame.Rect]:
        """Return where dice were drawn last, in the window."""
        found = self._places.values()
        return [place.move(camera.left, camera.top) for _, _, place in found]

    def _size(self, many: int) -> int:
        """Return the width of a die in pixels."""
        return self.look.px(next((size for most, size in SIZES if many <= most), SMALL_DIE))

    def _plate(self, throw: Throw) -> pygame.Rect:
        """Return the room that a throw takes: its dice, and the words below them."""
        columns, rows = _grid(len(throw.faces))
        pitch = round(self._size(len(throw.faces)) * PITCH)
        longest = max("00 of 00", throw.outcome_in_words, key=len)
        wide = max(columns * pitch, self._words(throw, longest).get_width() + self.look.px(16))
        return pygame.Rect(0, 0, wide, rows * pitch + self.look.px(WORDS))

    def _words(self, throw: Throw, outcome: str) -> pygame.Surface:
        return self.look.text(f"{throw.needed}   {outcome}".strip(), 15, CREAM, "heading")

    def _place(
        self,
        toss: Toss,
        camera: Camera,
        bases: Iterable[Model],
        badges: Sequence[pygame.Rect],
    ) -> None:
        """Find the place of dice; it is sought once for each roll and zoom.

        While the camera glides it is the place at the end: the dice do not move with the board.
        """
        steps, left, top = self.aim or camera.view
        room, ppi = camera.window.move(-left, -top), camera.ppi_after(steps)
        rolled = toss.throw.rolled
        known = self._places.get(id(rolled))
        covered = [panel.move(-left, -top) for panel in self.covered]
        is_known = known and known[:2] == (rolled, ppi) and room.contains(known[2])
        if known and is_known and known[2].collidelist(covered) < 0:
            return
        theirs = {m.id for m in toss.about}
        others = [base_rect(m, ppi) for m in bases if m.id not in theirs]
        free = [] if self.aim else [taken.move(-left, -top) for taken in badges]
        size = self._plate(toss.throw).size
        place = dice_place(toss, size, room, (others, free), ppi, self.look, covered)
        self._places[id(rolled)] = rolled, ppi, place

    def _draw(
        self,
        canvas: pygame.Surface,
        toss: Toss,
        age: float,
        way: tuple[pygame.Rect, tuple[int, int]],
        *,
        still: bool,
    ) -> None:
        """Draw dice at the first place of a *way*; their outcome drops to the second one."""
        (place, end), falls = way, 0.0 if still else _falls(age)
        rolls = age < ROLLING and not still
        words = self._words(toss.throw, "" if rolls else toss.throw.outcome_in_words)
        if not falls:
            plate = words.get_rect(midbottom=place.midbottom).inflate(self.look.px(12), 0)
            pygame.draw.rect(canvas, HALO, plate, border_radius=self.look.px(6))
            canvas.blit(words, words.get_rect(center=plate.center))
            canvas.fblits([*self._dice(toss, age, place, still=still)])
            return
        shade, outcome = (
            self.look.text(toss.throw.outcome, FALLING, colour, "title")
            for colour in (HALO, CREAM)
        )
        spot = self._falling(toss, falls, place.center, end).topleft
        canvas.blit(shade, (spot[0] + SHADOW, spot[1] + SHADOW))
        canvas.blit(outcome, spot)

    def _falling(
        self, toss: Toss, falls: float, start: tuple[int, int], end: tuple[int, int]
    ) -> pygame.Rect:
        """Return the pixels of an outcome, with its shadow, in a share of its drop."""
        x = start[0] + (end[0] - start[0]) * falls**2
        y = start[1] + (end[1] - start[1]) * falls**2 - sin(pi * falls) * self.look.px(40)
        outcome = self.look.text(toss.throw.outcome, FALLING, CREAM, "title")
        spot = outcome.get_rect(center=(round(x), round(y)))
        return spot.union(spot.move(SHADOW, SHADOW))

    def _dice(
        self, toss: Toss, age: float, place: pygame.Rect, *, still: bool
    ) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """Yield the pictures of dice: they tumble, then those that count move forward."""
        throw, size = toss.throw, self._size(len(toss.throw.faces))
        pitch = round(size * PITCH)
        columns, rows = _grid(len(throw.faces))
        field = pygame.Rect(0, place.top, columns * pitch, rows * pitch)
        field.centerx = place.centerx
        spots = [
            (field.left + n % columns * pitch + pitch // 2,
             field.top + n // columns * pitch + pitch // 2)
            for n in range(len(throw.faces))
        ]  # fmt: skip
        share = 1.0 if still else min(1.0, max(0.0, (age - ROLLING) / SORTS))
        order, lost = toss.order, toss.failures
        ranks = {n: rank for rank, n in enumerate((*order, *lost) if still else order)}
        for n, spot in enumerate(spots):
            if not still and age < ROLLING:
                yield self._tumbling(toss, n, spot, size, age)
                continue
            came, turn = throw.die_verdict(n), (n * 7 + throw.faces[n] * 5) % 5 * 8 - 16
            picture = leaning(throw.faces[n], size, came, turn)
            x, y = spot
            if n in ranks:
                end = spots[ranks[n]]
                x, y = round(x + (end[0] - x) * share), round(y + (end[1] - y) * share)
            elif share >= 1.0:
                continue
            else:
                way = 2 * pi * ((n * 5 + throw.faces[n]) % 16) / 16
                x += round(cos(way) * FLIES * size * share)
                y += round(sin(way) * FLIES * size * share)
                picture = picture.copy()
                picture.set_alpha(round(255 * (1.0 - share)))
            yield picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)

    def _tumbling(
        self, toss: Toss, n: int, spot: tuple[int, int], size: int, age: float
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """Return the picture of a die that is still rolling, or waits for one that is."""
        face = toss.throw.faces[n]
        x, y = spot
        if n in toss.fresh:
            step = int(age * TUMBLES) + n
            y -= round(HOP * size * abs(cos(1.5 * pi * age / ROLLING)) * (1.0 - age / ROLLING))
            picture = tumbling(face, size, step)
        else:
            picture = leaning(face, size, DieVerdict.PLAIN, 0)
        return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


def _falls(age: float) -> float:
    """Return the share of its drop that an outcome has dropped; 0 while dice lie."""
    return max(0.0, (age - RESTS) / DROPS)


def _grid(many: int) -> tuple[int, int]:
    """Return the columns and rows in which dice lie."""
    rows = 1 if many <= ONE_ROW else max(2, -(-many // COLUMNS))
    return -(-many // rows), rows


def dice_place(
    toss: Toss,
    size: tuple[int, int],
    room: pygame.Rect,
    taken: tuple[Sequence[pygame.Rect], Sequence[pygame.Rect]],
    ppi: int,
    look: DrawingTheme,
    covered: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Return a place for dice in a room, in pixels from the board's corner.

    It covers none of the models in question if any place does not. *taken*: bases of other
    models, and badges; *covered*: panels over the room.
    """
    others, badges = taken
    about = [*(base_rect(m, ppi) for m in toss.about), *covered]
    at = [base_rect(m, ppi) for m in toss.at]
    around = Surroundings(badges, about, (), others)
    place = best_place(at, size, room, around, look.scale)
    if room.contains(place) and place.collidelist(about) < 0:
        return place
    middle = pygame.Vector2(at[0].unionall(at[1:]).center)
    tried = (
        pygame.Rect((x, y), size)
        for y in range(room.top, room.bottom - size[1] + 1, SCAN)
        for x in range(room.left, room.right - size[0] + 1, SCAN)
    )
    free = [spot for spot in tried if spot.collidelist(about) < 0]
    return min(free, key=lambda spot: middle.distance_to(spot.center), default=place)
