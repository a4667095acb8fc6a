"""The dice tray with its pictures of dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.content.palettes import Colour, palette
from game.picture_cache import PICTURES
from game.play.dice_sequences import halved
from game.play.log.wording import side_name
from game.table.events import Rerolled, Rolled, RollKind
from game.view.colours import CREAM
from game.view.style import DrawingTheme, draw_svg

AROUND = 1.6
"""Ratio of a die's picture to the die; it leaves space for the shadow and turned corners."""
PIPS = {
    1: ((50, 50),),
    2: ((30, 30), (70, 70)),
    3: ((28, 28), (50, 50), (72, 72)),
    4: ((30, 30), (70, 30), (30, 70), (70, 70)),
    5: ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)),
    6: ((30, 25), (70, 25), (30, 50), (70, 50), (30, 75), (70, 75)),
}
ROLLING = 0.35
"""Seconds that dice tumble before they lie still."""
TUMBLES = 14
"""Faces shown per second while dice tumble."""
TURNS = 5
"""Number of directions in which a tumbling die is drawn."""
MUTED = "#A9C4BC"
ATTACK = (RollKind.HIT, RollKind.WOUND, RollKind.SAVE)
"""The rolls of one attack, in their order; each is a row of the tray."""
ROW_WORDS = 84.0
"""Units from the left edge of a row to its dice."""
CONCLUSION = 22.0
"""Height in units of the line that says what an attack came to."""
LOW_CONCLUSION = 19.0
"""The same in a low tray."""
LOW_TRAY = 58.0
"""Height in units below which the words in a tray are smaller."""
LOW_EDGES = 5.0
"""Units above and below the rows of a low tray, together."""
LEAST_ROW = 13.0
"""Units that a row needs to be read."""


class WordSizes(NamedTuple):
    """Sizes of a throw's outcome and of the words below it, in units."""

    outcome: float
    needed: float
    above: float
    """Units from the middle of the tray up to that of the outcome."""
    below: float
    """Units from the middle of the tray down to that of the words."""


WORDS, LOW_WORDS = WordSizes(24, 12, 11, 15), WordSizes(17, 11, 8, 10)


class Shades(NamedTuple):
    face: Colour
    edge: Colour
    pip: Colour


class DieVerdict(Enum):
    """The colours of a die, by its result."""

    PLAIN = Shades("#F3EDE0", "#B9B09C", "#22262A")
    """The roll has no target, or only the sum of the dice counts."""
    SUCCESS = Shades("#8FE0AE", "#3E8F61", "#0E2417")
    FAILURE = Shades("#596167", "#343A3F", "#15181A")
    AGAIN = Shades("#FFD27F", "#C07F1E", "#2B1B05")
    """The die was rerolled."""


@PICTURES.keeps
def die(face: int, pixels: int, verdict: DieVerdict = DieVerdict.PLAIN) -> pygame.Surface:
    """Return a die of a width in pixels."""
    side = round(pixels * AROUND)
    return draw_svg(_die_svg(face, verdict.value), "-30 -30 160 160", side, side)


@lru_cache(maxsize=1024)
def leaning(face: int, pixels: int, came: DieVerdict, turn: int) -> pygame.Surface:
    """Return a die turned by *turn* degrees; it is quicker than painting it turned."""
    picture = die(face, pixels, came)
    return pygame.transform.rotozoom(picture, -turn, 1.0) if turn else picture


def tumbling(face: int, pixels: int, step: int) -> pygame.Surface:
    """Return a die in a step of its tumbling; the few pictures are reused."""
    turn = step % TURNS * (90 // TURNS)
    return leaning((face + step) % 6 + 1, pixels, DieVerdict.PLAIN, turn)


def passes(rolled: Rolled, number: int) -> bool:
    """Return whether a face, or a sum of faces, meets the target of a roll."""
    return number <= rolled.need if rolled.under else number >= rolled.need


def verdict(rolled: Rolled, face: int) -> DieVerdict:
    """Return the verdict on one die of a roll."""
    if not rolled.need or rolled.total:
        return DieVerdict.PLAIN
    return DieVerdict.SUCCESS if passes(rolled, face) else DieVerdict.FAILURE


def _die_svg(face: int, shades: Shades) -> str:
    pips = "".join(
        f'<circle cx="{x}" cy="{y + 1.6}" r="9.4" fill="#fff" fill-opacity=".35"/>'
        f'<circle cx="{x}" cy="{y}" r="9" fill="{shades.pip}"/>'
        for x, y in PIPS[face]
    )
    return (
        '<defs><radialGradient id="s"><stop offset=".45" stop-color="#000" stop-opacity=".55"/>'
        '<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="f" x1="0%" y1="0%" x2="100%" y2="100%">'
        f'<stop offset="0" stop-color="{shades.face}"/>'
        f'<stop offset="1" stop-color="{shades.edge}"/></linearGradient>'
        '<radialGradient id="c"><stop offset="0" stop-color="#fff" stop-opacity=".55"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>'
        f'<circle cx="58" cy="64" r="72" fill="url(#s)"/><g>'
        '<rect x="3" y="3" width="94" height="94" rx="19" fill="url(#f)" stroke="#0B0D0F" '
        'stroke-opacity=".55" stroke-width="3"/>'
        f'<circle cx="50" cy="50" r="41" fill="url(#c)" fill-opacity=".5"/>{pips}</g>'
    )


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll in the tray."""

    rolled: Rolled
    faces: tuple[int, ...]
    again: frozenset[int] = frozenset()
    """Indexes of the rerolled dice."""

    def rerolled(self, event: Rerolled) -> Throw:
        """Return the throw after a reroll of one of its dice."""
        faces = list(self.faces)
        faces[event.n] = event.face
        return replace(self, faces=tuple(faces), again=self.again | {event.n})

    def die_verdict(self, n: int) -> DieVerdict:
        """Return the verdict on one die, by its index."""
        came = verdict(self.rolled, self.faces[n])
        return DieVerdict.AGAIN if n in self.again and came is not DieVerdict.FAILURE else came

    @property
    def outcome(self) -> str:
        """Return the result as text: the sum, each face, or the number of successes."""
        if self.rolled.total:
            return str(sum(self.faces))
        if self.rolled.sides == 3:
            return " ".join(str(halved(face)) for face in self.faces)
        if not self.rolled.need:
            return " ".join(map(str, self.faces))
        hits = [face for face in self.faces if passes(self.rolled, face)]
        return f"{len(hits)} of {len(self.faces)}"

    @property
    def outcome_in_words(self) -> str:
        """Return the result; of dice that count as a d3, with the faces that they show."""
        if self.rolled.sides != 3:
            return self.outcome
        faces = " and ".join(map(str, self.faces))
        counts = "counts" if len(self.faces) == 1 else "count"
        return f"{faces} {counts} as {' and '.join(str(halved(f)) for f in self.faces)}"

    @property
    def good(self) -> bool | None:
        """Return whether at least one die or the sum succeeded; None without a target."""
        if not self.rolled.need:
            return None
        numbers = (sum(self.faces),) if self.rolled.total else self.faces
        return any(passes(self.rolled, number) for number in numbers)

    @property
    def needed(self) -> str:
        rolled = self.rolled
        # The target stands beside the dice, and is not named.
        what = rolled.what.removesuffix(" at")
        if not rolled.need:
            return what
        sign = "or less" if rolled.under else "+"
        gap = " " if rolled.under else ""
        return f"{what}: {rolled.need}{gap}{sign}"


class Tray:
    """The dice tray: the last roll, the rolls of an attack, or the two of a roll-off."""

    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self.throws: tuple[Throw, ...] = ()
        """The current throw, those of the current attack, or each side's of a roll-off."""
        self.conclusion = ""
        """The result of the rolls in a few words; empty if there is nothing to say."""
        self._lost = dict[str, int]()
        self.tumbles = True
        """True if dice are shown tumbling; False for reduced motion."""
        self.place: pygame.Rect | None = None
        """Its place in the window; None while it is not shown."""
        self._since = ROLLING

    @property
    def throw(self) -> Throw | None:
        """Return the last throw."""
        return self.throws[-1] if self.throws else None

    @property
    def rolling(self) -> bool:
        """Return whether dice are still tumbling."""
        return self._since < ROLLING

    def take(self, event: Rolled | Rerolled) -> None:
        """Show a new roll, or replace one die of the last one by its reroll."""
        if isinstance(event, Rolled):
            before = self._row_before(event)
            if not before:
                self.forget_losses()
            first = self.throws if rolls_against(self.throws, event) else before
            self.throws = (*first, Throw(event, event.faces))
        elif self.throw:
            self.throws = (*self.throws[:-1], self.throw.rerolled(event))
        self._since = 0.0 if self.tumbles else ROLLING

    def _row_before(self, event: Rolled) -> tuple[Throw, ...]:
        """Return the rolls of the same attack that come before one."""
        last = self.throws[-1].rolled.kind if self.throws else None
        if event.kind not in ATTACK or last not in ATTACK:
            return ()
        step = ATTACK.index(event.kind)
        if not step or step < ATTACK.index(last):
            return ()
        kinds = ATTACK[:step]
        return tuple(throw for throw in self.throws if throw.rolled.kind in kinds)

    def lose(self, unit: str, *, alone: bool) -> None:
        """Note that a unit lost a model to these rolls; *alone*: it was its only one."""
        self._lost[unit] = 0 if alone else self._lost.get(unit, 0) + 1
        parts = [f"{n} of {name}" if n else name for name, n in self._lost.items()]
        many = sum(max(1, n) for n in self._lost.values())
        self.conclusion = f"{' and '.join(parts)} {'fall' if many > 1 else 'falls'}"

    def forget_losses(self) -> None:
        """Forget what earlier rolls came to."""
        self._lost.clear()
        self.conclusion = ""

    def clear(self) -> None:
        """Remove the dice from the tray."""
        self.throws = ()
        self.forget_losses()
        self._since = ROLLING

    def play(self, seconds: float) -> None:
        """Advance the animation by *seconds*."""
        self._since = min(ROLLING, self._since + seconds)

    def settle(self) -> None:
        """End the animation at once."""
        self._since = ROLLING

    def draw(self, canvas: pygame.Surface, place: pygame.Rect) -> None:
        """Draw the dice from the left, their results at the right, and the conclusion below."""
        if self.conclusion and not self.rolling:
            is_low = place.height < self.look.px(LOW_TRAY)
            place = place.copy()
            place.height -= self.look.px(LOW_CONCLUSION if is_low else CONCLUSION)
            words = self.look.text(self.conclusion.upper(), 15, palette().good, "title")
            spot = words.get_rect(centerx=place.centerx, top=place.bottom - self.look.px(3))
            canvas.blit(words, spot)
        if len(self.throws) > 1 and self.throws[0].rolled.kind not in ATTACK:
            self._draw_roll_off(canvas, place)
        elif len(self.throws) > 1 or (self.throw and self.conclusion):
            self._draw_rows(canvas, place)
        elif self.throw:
            self._draw_throw(canvas, place, self.throw)

    def _draw_rows(self, canvas: pygame.Surface, place: pygame.Rect) -> None:
        """Draw each roll of an attack in a row: what is needed, the dice, what came of it."""
        px, text = self.look.px, self.look.text
        is_low = place.height < px(LOW_TRAY)
        inner = place.inflate(-px(20), -px(LOW_EDGES if is_low else 8))
        # Where not all rows can be read, the last ones are shown.
        rows = self.throws[-max(1, inner.height // px(LEAST_ROW)) :]
        high = inner.height // max(1 if is_low else 2, len(rows))
        words = min(14.0, high / px(1) - 2)
        for n, throw in enumerate(rows):
            middle = inner.top + high * n + high // 2
            needed = text(throw.needed, 11, MUTED, "body")
            canvas.blit(needed, needed.get_rect(left=inner.left, centery=middle))
            rests = throw is not self.throw or not self.rolling
            colour = CREAM if throw.good is None else palette().good if throw.good else MUTED
            outcome = text(throw.outcome if rests else "", words, colour, "title")
            right = outcome.get_rect(right=inner.right, centery=middle)
            canvas.blit(outcome, right)
            left = inner.left + px(ROW_WORDS)
            field = pygame.Rect(left, middle - high // 2, inner.right - px(44) - left, high)
            size, spots = die_spots(len(throw.faces), field, px(20))
            for k, spot in enumerate(spots):
                picture = self._die(throw, k, round(size * 0.8))
                canvas.blit(picture, picture.get_rect(center=spot))

    def _draw_roll_off(self, canvas: pygame.Surface, place: pygame.Rect) -> None:
        """Draw each side's die beside its name, and the purpose of the roll below both."""
        px, text = self.look.px, self.look.text
        best = max(sum(throw.faces) for throw in self.throws)
        size = min(px(27), place.height // 2)
        wide, y = place.width // len(self.throws), place.top + round(place.height * 0.4)
        for n, throw in enumerate(self.throws):
            ahead = not self.rolling and sum(throw.faces) == best
            colour = CREAM if ahead else MUTED
            name = text(side_name(throw.rolled.by).upper(), 14, colour, "title")
            x = place.left + n * wide + (wide - name.get_width() - size - px(5)) // 2
            canvas.blit(name, name.get_rect(left=x, centery=y))
            picture = self._die(throw, 0, size)
            middle = x + name.get_width() + px(5) + size // 2, y
            canvas.blit(picture, picture.get_rect(center=middle))
        what = text(self.throws[0].needed, 12, MUTED, "body")
        canvas.blit(what, what.get_rect(centerx=place.centerx, bottom=place.bottom - px(5)))

    def _draw_throw(self, canvas: pygame.Surface, place: pygame.Rect, throw: Throw) -> None:
        words = self._draw_words(canvas, place, throw)
        room = place.width - words - self.look.px(32)
        px = self.look.px
        field = pygame.Rect(place.left + px(18), place.top, room, place.height)
        pitch, spots = die_spots(len(throw.faces), field.inflate(0, -px(8)), px(54))
        for n, spot in enumerate(spots):
            picture = self._die(throw, n, round(pitch / 1.35))
            canvas.blit(picture, picture.get_rect(center=spot))

    def _die(self, throw: Throw, n: int, size: int) -> pygame.Surface:
        face = throw.faces[n]
        lean = (n * 53 + face * 29) % 44 - 22
        if self.rolling and throw is self.throw:
            tumble = int(self._since * TUMBLES) + n
            return tumbling(face, size, tumble)
        return leaning(face, size, throw.die_verdict(n), lean)

    def _draw_words(self, canvas: pygame.Surface, place: pygame.Rect, throw: Throw) -> int:
        """Draw the result and the target; return their width in pixels."""
        px, text = self.look.px, self.look.text
        colour = (
            CREAM if throw.good is None else palette().good if throw.good else palette().bad
        )
        sizes = LOW_WORDS if place.height < px(LOW_TRAY) else WORDS
        outcome = text(throw.outcome.upper(), sizes.outcome, colour, "title")
        counts = throw.rolled.sides == 3 and not self.rolling
        words = f"{throw.needed}: {throw.outcome_in_words}" if counts else throw.needed
        needed = text(words, sizes.needed, MUTED, "body")
        right, middle = place.right - px(16), place.centery
        if not self.rolling:
            spot = outcome.get_rect(right=right, centery=middle - px(sizes.above))
            canvas.blit(outcome, spot)
        canvas.blit(needed, needed.get_rect(right=right, centery=middle + px(sizes.below)))
        return max(outcome.get_width(), needed.get_width())


def die_spots(many: int, field: pygame.Rect, most: int) -> tuple[int, list[tuple[int, int]]]:
    """Return the pitch in pixels, and the middles, of dice that all fit into a field.

    They lie in rows from the left, as far apart as possible, up to *most* pixels.
    """
    pitch, columns, rows = 1, many, 1
    for rows_tried in range(1, max(1, many) + 1):
        across = -(-many // rows_tried)
        fits = min(most, field.width // max(1, across), field.height // rows_tried)
        if fits > pitch:
            pitch, columns, rows = fits, across, rows_tried
        elif fits < pitch:
            break
    top = field.centery - rows * pitch // 2
    return pitch, [
        (
            field.left + (n % columns) * pitch + pitch // 2,
            top + (n // columns) * pitch + pitch // 2,
        )
        for n in range(many)
    ]


def rolls_against(throws: Sequence[Throw], rolled: Rolled) -> bool:
    """Return whether a roll is the second of a roll-off that is in the tray (``CC-36``)."""
    if len(throws) != 1 or len(rolled.faces) != 1 or rolled.need:
        return False
    (first,) = (throw.rolled for throw in throws)
    alike = (first.clause, first.what) == (rolled.clause, rolled.what)
    return alike and len(first.faces) == 1 and first.by != rolled.by
