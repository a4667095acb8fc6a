"""The choice of a colour, by a button that opens a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from colorsys import hsv_to_rgb, rgb_to_hsv
from re import fullmatch
from typing import ClassVar, NamedTuple

import pygame

from game.content.palettes import Colour
from game.picture_cache import PICTURES
from game.widgets.button import Button, Style
from game.widgets.cells import LayoutCell, column, keyed, sized
from game.widgets.fields import COMPACT, Field, Put, form
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import CONTROL
from game.widgets.slider import Slider
from game.widgets.text_field import TextField
from game.widgets.theme import AMBER, INK, LINE, Theme, focus_ring
from game.widgets.widget import Pixel, Visible, Widget

HUES = 72
"""Number of steps by which keys go around the hues; of saturations there are 20."""
ACROSS, SWATCH = 12, 26
"""Swatches in a row, and the side of one in units."""
MAX_SWATCHES = 2 * ACROSS
HIGH = 130.0
"""Height of the field of hues in units."""
DIGITS_WIDE = 150.0
"""Width of the field for digits in units."""
SWATCHES, HUE_FIELD = "swatches", "hues"
"""Keys of the widgets that the focus may begin at."""


class HsvColour(NamedTuple):
    """A colour by hue, saturation, brightness and opacity, each from 0 to 1."""

    hue: float
    saturation: float
    brightness: float
    opacity: float

    @property
    def text(self) -> str:
        """Return the colour as ``#aarrggbb``."""
        return f"#{round(self.opacity * 255):02x}{self.opaque[1:]}"

    @property
    def opaque(self) -> Colour:
        """Return the colour without its opacity, as ``#rrggbb``."""
        parts = hsv_to_rgb(self.hue, self.saturation, self.brightness)
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def colour_from(words: str, opacity: float = 1.0) -> HsvColour | None:
    """Return a colour from ``#rrggbb`` or ``#aarrggbb``; None if it is neither.

    The first form gets *opacity*; the ``#`` may be left out.
    """
    digits = words.strip().lstrip("#")
    if not fullmatch(r"([0-9a-fA-F]{2}){3,4}", digits):
        return None
    if len(digits) == 8:
        opacity, digits = int(digits[:2], 16) / 255, digits[2:]
    red, green, blue = (int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4))
    return HsvColour(*rgb_to_hsv(red, green, blue), opacity)


def paint_swatch(canvas: pygame.Surface, place: pygame.Rect, colour: HsvColour) -> None:
    """Fill a place with a colour, over squares that show where it is translucent."""
    side = max(3, place.height // 4)
    canvas.fill("#C9CFD2", place)
    for down in range(-(-place.height // side)):
        for across in range(down % 2, -(-place.width // side), 2):
            at = place.left + across * side, place.top + down * side
            canvas.fill("#5C676D", pygame.Rect(*at, side, side).clip(place))
    sheet = pygame.Surface(place.size)
    sheet.fill(colour.opaque)
    sheet.set_alpha(round(colour.opacity * 255))
    canvas.blit(sheet, place)
    pygame.draw.rect(canvas, LINE, place, 1)


class ColourButton(Button):
    """A button with a swatch and the digits of a colour, which opens the dialog."""

    value = Visible[str | None]()
    """The colour as ``#aarrggbb``; None if several colours differ."""

    def __init__(
        self, on_press: Callable[[], None], *, mixed: str, value: str | None = None
    ) -> None:
        """*mixed*: the words shown if several colours differ."""
        super().__init__("", on_press, style=Style.GHOST, size=15)
        self.value, self.mixed = value, mixed
        self.hint = "Choose a colour"

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for a swatch and the longest name of a colour."""
        widest = max(theme.width(words, 14) for words in ("#DDDDDD · 88%", self.mixed))
        return theme.units(widest) + 34 + 10 + 2 * 12, CONTROL

    def paint_face(self, canvas: pygame.Surface) -> None:
        px, rect = self.theme.px, self.rect
        colour = colour_from(self.value or "")
        words = self.mixed
        left = rect.left + px(12)
        if colour:
            place = pygame.Rect(left, rect.top + px(6), px(34), rect.height - px(12))
            paint_swatch(canvas, place, colour)
            left = place.right + px(10)
            share = f" · {colour.opacity:.0%}" if colour.opacity < 1 else ""
            words = colour.opaque + share
        text = self.theme.text(self.short(words, 14, rect.right - left - px(6)), 14)
        canvas.blit(text, text.get_rect(left=left, centery=rect.centery))


class Swatches(Widget):
    """Rows of colours; a click, or Enter on the one that arrows reach, picks it."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    state: ClassVar[frozenset[str]] = Widget.state | {"_at"}

    at = Visible[int]()
    """Number of the current one."""

    def __init__(
        self, colours: Sequence[HsvColour], on_pick: Callable[[HsvColour], None]
    ) -> None:
        super().__init__()
        self.colours, self.on_pick, self.at = tuple(colours), on_pick, 0
        self.hint = "Colours to start from; the first ones are in use on this map"

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all swatches."""
        pitch = SWATCH + 6.0
        return ACROSS * pitch, -(-len(self.colours) // ACROSS) * pitch

    def place(self, number: int) -> pygame.Rect:
        """Return the rectangle of a swatch on the panel."""
        pitch, side = self.rect.width / ACROSS, self.theme.px(SWATCH)
        left = self.rect.left + round(number % ACROSS * pitch)
        top = self.rect.top + number // ACROSS * self.theme.px(SWATCH + 6) + self.theme.px(3)
        return pygame.Rect(left + self.theme.px(3), top, side, side)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Pick the colour under a click; return whether there is one."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        places = enumerate(map(self.place, range(len(self.colours))))
        number = next((n for n, place in places if place.collidepoint(at)), None)
        if number is None:
            return False
        self.at = number
        self.on_pick(self.colours[number])
        return True

    def take_key(self, event: pygame.Event) -> bool:
        """Go to a colour by the arrows and pick it; return whether it was an arrow."""
        steps = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_UP: -ACROSS,
            pygame.K_DOWN: ACROSS,
        }
        if event.type != pygame.KEYDOWN or event.key not in steps:
            return False
        to = self.at + steps[event.key]
        if 0 <= to < len(self.colours):
            self.at = to
            self.on_pick(self.colours[to])
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the swatches, and a ring around the current one while focused."""
        for number, colour in enumerate(self.colours):
            place = self.place(number)
            paint_swatch(canvas, place, colour)
            if self.focused and number == self.at:
                pygame.draw.rect(canvas, AMBER, place.inflate(6, 6), 2)


@PICTURES.keeps
def _spectrum(brightness: int) -> pygame.Surface:
    """Return all hues across and saturations down, at a brightness in percent, small."""
    sheet = pygame.Surface((73, 21))
    for x in range(73):
        for y in range(21):
            parts = hsv_to_rgb(x / 72, 1 - y / 20, brightness / 100)
            sheet.set_at((x, y), [round(part * 255) for part in parts])
    return sheet


class HueField(Widget):
    """A field of hues across and saturations down, by mouse or arrow keys."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    state: ClassVar[frozenset[str]] = Widget.state | {"_held"}

    colour = Visible[HsvColour]()

    def __init__(self, colour: HsvColour, on_change: Callable[[HsvColour], None]) -> None:
        super().__init__()
        self.colour, self.on_change = colour, on_change
        self._held = False
        self.hint = "Hue and saturation"

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size at which the mouse can tell hues apart."""
        return 300.0, HIGH

    def to(self, hue: float, saturation: float) -> None:
        """Set hue and saturation within 0 to 1, and call back."""
        hue, saturation = (min(1.0, max(0.0, part)) for part in (hue, saturation))
        self.colour = self.colour._replace(hue=hue, saturation=saturation)
        self.on_change(self.colour)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Follow a drag; return whether the event was used."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._held = self.rect.collidepoint(at)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held:
            self._held = False
            return True
        if self._held:
            x, y = at[0] - self.rect.left, at[1] - self.rect.top
            self.to(x / self.rect.width, 1 - y / self.rect.height)
        return self._held

    def take_key(self, event: pygame.Event) -> bool:
        """Move by an arrow key; return whether it was one."""
        steps = {
            pygame.K_LEFT: (-1, 0),
            pygame.K_RIGHT: (1, 0),
            pygame.K_UP: (0, 1),
            pygame.K_DOWN: (0, -1),
        }
        if event.type != pygame.KEYDOWN or event.key not in steps:
            return False
        across, up = steps[event.key]
        self.to(self.colour.hue + across / HUES, self.colour.saturation + up / 20)
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the field at the colour's brightness, and a ring at the colour."""
        sheet = _spectrum(round(self.colour.brightness * 100))
        canvas.blit(pygame.transform.smoothscale(sheet, self.rect.size), self.rect)
        x = self.rect.left + round(self.colour.hue * (self.rect.width - 1))
        y = self.rect.top + round((1 - self.colour.saturation) * (self.rect.height - 1))
        radius = self.theme.px(7)
        pygame.draw.aacircle(canvas, INK, (x, y), radius + 2, 4)
        pygame.draw.aacircle(canvas, "#FFFFFF", (x, y), radius, 2)
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)


class Comparison(Widget):
    """The colour before and the chosen one, side by side."""

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)

    after = Visible[HsvColour]()

    def __init__(self, before: HsvColour, after: HsvColour) -> None:
        super().__init__("Before, and after")
        self.before, self.after = before, after

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for both colours."""
        return 80.0, 30.0

    def paint(self, canvas: pygame.Surface) -> None:
        half = self.rect.copy()
        half.width //= 2
        paint_swatch(canvas, half, self.before)
        half.left = half.right
        paint_swatch(canvas, half, self.after)


class ColourDialog(Dialog):
    """Chooses a colour: from swatches, by hue and saturation, sliders or hexadecimal digits."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        value: str,
        on_choose: Callable[[str], None],
        swatches: Sequence[str] = (),
    ) -> None:
        """*value* and *swatches* are ``#aarrggbb`` or ``#rrggbb``; raise ValueError if not."""
        if (colour := colour_from(value)) is None:
            raise ValueError(value)
        self.before = self.colour = colour
        self.typed: str = colour.opaque
        """Text of the field for digits; the colour stays until it is one."""
        self.on_choose = on_choose
        offered = (one for one in map(colour_from, dict.fromkeys(swatches)) if one)
        self.offered = (*offered,)[:MAX_SWATCHES]
        replies = Reply("Use it", self.choose, Style.PRIMARY, Key(pygame.K_RETURN)), CANCEL
        super().__init__(theme, title, "", replies)

    def view(self) -> LayoutCell:
        colour = self.colour
        swatches = keyed(SWATCHES, Swatches(self.offered, self.to)) if self.offered else None
        return column(
            swatches,
            keyed(HUE_FIELD, HueField(colour, self.to)),
            form(
                self._share("Brightness", "brightness"),
                self._share("Opacity", "opacity"),
                Field(
                    "Digits",
                    self._digits,
                    lambda: self.typed,
                    self._read,
                    aside=Comparison(self.before, colour),
                ),
                style=COMPACT,
            ),
            gap=8,
        )

    def _share(self, label: str, part: str) -> Field:
        """Return the field for a part of the colour, in percent."""

        def slider(percent: int, put: Put) -> Slider:
            return Slider(percent, 0, 100, put)

        return Field(
            label,
            slider,
            lambda: round(getattr(self.colour, part) * 100),
            lambda percent: self.to(self.colour._replace(**{part: percent / 100})),
        )

    def _digits(self, words: str, put: Put) -> LayoutCell:
        field = TextField(
            words,
            longest=9,
            on_change=put,
            on_enter=lambda _: self._enter(),
            on_leave=lambda _: self.to(self.colour),
        )
        field.hint = "#rrggbb, or #aarrggbb with the opacity first"
        return sized(field, width=DIGITS_WIDE, height=COMPACT.height)

    def to(self, colour: HsvColour) -> None:
        """Take a colour, also for the digits."""
        self.colour, self.typed = colour, colour.opaque

    def _read(self, words: str) -> None:
        """Take the colour of the digits, which stay as they are typed."""
        self.typed = words
        self.colour = colour_from(words, self.colour.opacity) or self.colour

    def _enter(self) -> None:
        """Choose the colour of the digits, unless they are no colour."""
        if colour_from(self.typed):
            self.choose()
            self.closed = True

    def choose(self) -> None:
        """Report the colour as ``#aarrggbb``."""
        self.on_choose(self.colour.text)

    def opening_focus(self) -> Widget | None:
        """Return the swatches, whose arrows are the quickest way to a colour."""
        return self.known(SWATCHES) or self.known(HUE_FIELD)
