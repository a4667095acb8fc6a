"""Widgets of tabs: one for each type of member, a legend of heat, bars of win shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, NamedTuple, get_args

import numpy as np
import numpy.typing as npt
import pygame

from game.content.maps.class_base import (
    BY_RULEBOOK,
    MAX_LETTERS,
    MAX_LINES,
    IsText,
    MapClass,
    references,
)
from game.content.maps.class_registry import CHOICES
from game.content.maps.writer import member_type
from game.content.palettes import Colour, palette
from game.lab.confidence import Interval
from game.lab.heat_maps import Heat
from game.lab.squares import Counts
from game.view.overlays.renderer import MAX_ALPHA, MIN_ALPHA
from game.view.style import AMBER, COOL
from game.widgets.button import Button, Style
from game.widgets.colour_picker import ColourButton
from game.widgets.inputs import NumberField, Stepper
from game.widgets.text_field import TextArea, TextField
from game.widgets.theme import DEEP, LINE, MUTED, TEXT, Box
from game.widgets.widget import Visible, Widget

MIXED = "(several)"
"""Shown where the selected objects differ."""


class MemberBinding(NamedTuple):
    """Functions by which a member's widget reads and changes the value."""

    now: Callable[[], Any]
    """The value that all selected objects share; None if they differ."""
    set: Callable[[Any], None]
    pick: Callable[[], None] = lambda: None
    """Lets the user click the object to refer to."""
    called: Callable[[int], str] = str
    """Returns an object's name by its id."""
    usual: str = ""
    """The value that the rulebook gives, with its clause; empty if objects differ in it."""
    ask: Callable[[str, str, Callable[[str], None]], None] = lambda *_: None
    """Lets the user choose a colour: gets a title, the present colour and ``set``."""


class ChoiceInput(Stepper):
    """A stepper over a few values, which can also show that the objects differ."""

    def __init__(
        self, box: Box, labels: Sequence[str], on_choose: Callable[[int], None]
    ) -> None:
        """*on_choose*: called with the index of a label, from 0."""
        super().__init__(box, [MIXED, *labels], lambda n: on_choose(n - 1))

    def show(self, n: int | None) -> None:
        """Show a label by its index; None shows that the objects differ."""
        self.value = 0 if n is None else n + 1

    def step(self, step: int) -> None:
        many = len(self.labels) - 1
        if not many:
            return
        at = self.value - 1 if self.value else -(step > 0)
        self.value = (at + step) % many + 1
        self.on_change(self.value)


def member_widget(
    box: Box, kind: type[MapClass], name: str, asks: MemberBinding
) -> tuple[Widget, Callable[[], None]]:
    """Return a widget for a member, and a function that updates it."""
    field = kind.model_fields[name]
    text, choice = member_type(field)
    if name in references(kind):
        return _reference(box, asks)
    if choice:
        return _choice(box, list(get_args(CHOICES[choice])), _capital, asks)
    if text == "bool":
        return _choice(box, [False, True], lambda value: "Yes" if value else "No", asks)
    if text in {"int", "float"}:
        return _number(box, kind, name, asks)
    if text == "color":
        return _colour(box, kind, name, asks)
    return _lines(box, asks) if is_text(kind, name) else _text(box, asks)


def is_text(kind: type[MapClass], name: str) -> bool:
    """Return whether a member is a text of several lines."""
    return any(isinstance(mark, IsText) for mark in kind.model_fields[name].metadata)


def _capital(word: object) -> str:
    return str(word).capitalize()


def _choice(
    box: Box, values: list[Any], words: Callable[[Any], str], asks: MemberBinding
) -> tuple[Widget, Callable[[], None]]:
    value, _, clause = asks.usual.partition(" (")
    labels = [f"Usual ({value})" if value and v == BY_RULEBOOK else words(v) for v in values]
    stepper = ChoiceInput(box, labels, lambda n: asks.set(values[n]))
    if value:
        stepper.hint = f"Usual with this class: {value} ({clause}"

    def show() -> None:
        now = asks.now()
        stepper.show(values.index(now) if now in values else None)

    return stepper, show


def _number(
    box: Box, kind: type[MapClass], name: str, asks: MemberBinding
) -> tuple[Widget, Callable[[], None]]:
    field = kind.model_fields[name]
    whole = field.annotation is int
    least = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    most = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    step = next((m.multiple_of for m in field.metadata if hasattr(m, "multiple_of")), 1)

    def set_(value: float) -> None:
        asks.set(round(value / step) * step if whole else value)

    number = NumberField(
        box, None, set_, step=float(step) if whole else 0.5, least=least, most=most
    )
    if least is not None and most is not None:
        number.hint = f"From {least:g} to {most:g}"
    return number, lambda: number.to(asks.now())


def _text(box: Box, asks: MemberBinding) -> tuple[Widget, Callable[[], None]]:
    field = TextField(box, "", ghost="–")
    return field, bind_text(field, asks.now, asks.set)


def _colour(
    box: Box, kind: type[MapClass], name: str, asks: MemberBinding
) -> tuple[Widget, Callable[[], None]]:
    def press() -> None:
        now = asks.now() or kind.model_fields[name].default
        asks.ask(name.replace("_", " ").capitalize(), now, asks.set)

    button = ColourButton(box, press, mixed=MIXED)

    def show() -> None:
        button.value = asks.now()

    return button, show


def _lines(box: Box, asks: MemberBinding) -> tuple[Widget, Callable[[], None]]:
    area = TextArea(box, ghost="–", longest=MAX_LETTERS, most_lines=MAX_LINES)
    return area, bind_text(area, asks.now, asks.set)


def bind_text(
    field: TextField, now: Callable[[], str | None], set_: Callable[[str], None]
) -> Callable[[], None]:
    """Enter a changed text on Return and when the field loses the focus.

    *now* returns the value, None if several objects differ. Return a function that updates the
    field while it is not being edited.
    """

    def enter(words: str) -> None:
        if words != (now() or ""):
            set_(words)

    field.on_enter = field.on_leave = enter

    def show() -> None:
        if not field.focused:
            field.text = now() or ""
            field.caret = len(field.text)

    return show


def _reference(box: Box, asks: MemberBinding) -> tuple[Widget, Callable[[], None]]:
    button = Button(box, "", asks.pick, icon="ui/crosshair", style=Style.GHOST, size=15)
    button.hint = "Click here, then on the board"

    def show() -> None:
        id_ = asks.now()
        button.label = MIXED if id_ is None else asks.called(id_) if id_ else "Pick one…"

    return button, show


STEPS = 24


@dataclass(frozen=True, slots=True)
class HeatKind:
    label: str
    counts: Callable[[Heat], Counts]
    paint: Callable[[], Colour]
    _: KW_ONLY
    each: str
    """The unit of its counts, in a few words."""
    by_looks: bool = False
    """True if counts are per look at the game, false if they are per game."""

    @property
    def colour(self) -> Colour:
        return self.paint()

    def shares(self, heat: Heat) -> npt.NDArray[np.float64]:
        """Return the heat of each square, from 0 to 1."""
        counts = self.counts(heat).astype(np.float64)
        found: npt.NDArray[np.float64] = counts / max(1.0, float(counts.max()))
        # Few squares are very hot; square roots make others visible.
        return found if self.by_looks else np.sqrt(found)

    def most(self, heat: Heat, games: int) -> float:
        """Return the count of the hottest square, per game or per look."""
        many = heat.looks if self.by_looks else games
        return float(self.counts(heat).max()) / max(1, many)


HEATS = (
    HeatKind(
        "Casualties",
        counts=lambda heat: heat.fallen,
        paint=lambda: palette().bad,
        each="lost per game",
    ),
    HeatKind(
        "Traffic",
        counts=lambda heat: heat.passed,
        paint=lambda: AMBER,
        each="moves over it per game",
    ),
    HeatKind(
        "Sight",
        counts=lambda heat: heat.seen,
        paint=lambda: COOL,
        each="models see it at a time",
        by_looks=True,
    ),
)


class HeatLegend(Widget):
    words = Visible[str]()
    kind = Visible["HeatKind | None"]()

    def __init__(self, box: Box) -> None:
        super().__init__(box, "From zero to the highest value of any square of the map")
        self.words, self.kind = "", None

    def show(self, kind: HeatKind | None, heat: Heat | None, games: int) -> None:
        self.kind = kind
        self.words = ""
        if kind and heat:
            self.words = f"{kind.most(heat, games):.2g} {kind.each}"

    def paint(self, canvas: pygame.Surface) -> None:
        if not self.kind or not self.words:
            return
        theme, px = self.theme, self.theme.px
        track = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, px(12))
        pygame.draw.rect(canvas, DEEP, track)
        wide = track.width / STEPS
        for n in range(STEPS):
            place = pygame.Rect(track.left + round(n * wide), track.top, 0, track.height)
            place.width = track.left + round((n + 1) * wide) - place.left
            ink = pygame.Surface(place.size, pygame.SRCALPHA)
            colour = pygame.Color(self.kind.colour)
            colour.a = round(MIN_ALPHA + (n + 0.5) / STEPS * (MAX_ALPHA - MIN_ALPHA))
            ink.fill(colour)
            canvas.blit(ink, place)
        pygame.draw.rect(canvas, LINE, track, 1)
        none = theme.text("0", 12, MUTED)
        canvas.blit(none, (track.left, track.bottom + px(3)))
        most = theme.text(self.words, 12, MUTED)
        canvas.blit(most, most.get_rect(topright=(track.right, track.bottom + px(3))))


HINT = "The line is the 95% confidence interval (Wilson)"


class WinShare(NamedTuple):
    name: str
    won: int
    games: int
    interval: Interval
    colour: Colour

    @property
    def value(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def words(self) -> str:
        """Return the share in words: ``"62% (51–72%)"``."""
        if not self.games:
            return "no games yet"
        low, high = (round(100 * end) for end in self.interval)
        return f"{self.value:.0%} ({low}–{high}%)"


class ShareBar(Widget):
    share = Visible[WinShare]()

    def __init__(self, box: Box, share: WinShare) -> None:
        super().__init__(box, HINT)
        self.share = share

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, share = self.theme, self.theme.px, self.share
        found = theme.text(share.words, 13, TEXT if share.games else MUTED)
        canvas.blit(found, found.get_rect(topright=self.rect.topright))
        room = self.rect.width - found.get_width() - px(10)
        name = self.short(share.name, 14, room, "strong")
        canvas.blit(theme.text(name, 14, share.colour, "strong"), self.rect.topleft)
        # In a low dock the bar lies close below the words.
        tall = min(px(10), self.rect.height - px(19))
        top = self.rect.bottom - tall - px(4 if tall == px(10) else 1)
        track = pygame.Rect(self.rect.left, top, self.rect.width, tall)
        pygame.draw.rect(canvas, DEEP, track, border_radius=px(3))
        if share.games:
            filled = track.copy()
            filled.width = round(track.width * share.value)
            pygame.draw.rect(canvas, share.colour, filled, border_radius=px(3))
            ends = [track.left + round(track.width * end) for end in share.interval]
            pygame.draw.line(
                canvas, TEXT, (ends[0], track.centery), (ends[1], track.centery), px(2)
            )
            for x in ends:
                pygame.draw.line(canvas, TEXT, (x, track.top - px(1)), (x, track.bottom), px(2))
        pygame.draw.rect(canvas, LINE, track, 1, border_radius=px(3))
