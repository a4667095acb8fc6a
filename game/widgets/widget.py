"""The base class of widgets, and keyboard focus."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar, cast, overload

import pygame

from game.widgets.text_layout import Shortened, shortened
from game.widgets.theme import Box, Face, Theme

T = TypeVar("T")

Pixel = tuple[int, int]

_NEVER = object()


class Visible(Generic[T]):
    """A descriptor for a visible attribute: a changed value marks its widget for repainting."""

    def __set_name__(self, owner: type[Widget], name: str) -> None:
        self.slot = f"_{name}"

    @overload
    def __get__(self, widget: None, owner: type[Widget]) -> Visible[T]: ...

    @overload
    def __get__(self, widget: Widget, owner: type[Widget]) -> T: ...

    def __get__(self, widget: Widget | None, owner: type[Widget]) -> Visible[T] | T:
        return self if widget is None else cast("T", getattr(widget, self.slot))

    def __set__(self, widget: Widget, value: T) -> None:
        before: Any = getattr(widget, self.slot, _NEVER)
        if before is _NEVER or before != value:
            setattr(widget, self.slot, value)
            widget.dirty = True


class Widget:
    """A part of a panel; it paints inside its box and does not overlap others."""

    focusable: ClassVar[bool] = False
    """True if Tab stops here."""
    takes_keys: ClassVar[bool] = False
    """True if a click gives it the focus, because it handles more keys than a press."""

    shown = Visible[bool]()
    hovered = Visible[bool]()
    focused = Visible[bool]()

    theme: Theme

    def __init__(self, box: Box, hint: str = "") -> None:
        self.box = box
        self.hint = hint
        self.dirty = True
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Place in pixels of the panel."""
        self.shown = True
        self.hovered = self.focused = False
        self.cut: dict[str, list[str]] = {}
        """Full texts that were shortened when it was painted, by part."""

    @property
    def tip(self) -> str:
        """Return its hint; empty for none."""
        return self.hint

    @property
    def part(self) -> str:
        """Return the part under the mouse; empty if it has no parts."""
        return ""

    @property
    def tooltip(self) -> str:
        """Return the text of its tooltip: shortened texts in full, and its tip."""
        tip = (self.tip,) if self.tip else ()
        return "\n".join(dict.fromkeys((*self.cut.get(self.part, ()), *tip)))

    def short(
        self, words: str, size: float, room: int, face: Face = "body", part: str = ""
    ) -> str:
        """Return a text cut to *room* pixels; its tooltip then shows all of it."""
        shown = shortened(self.theme, words, size, room, face)
        if isinstance(shown, Shortened):
            self.cut.setdefault(part, []).append(words)
        return shown

    def fit(self, theme: Theme) -> None:
        """Take size and place from a theme's scale."""
        self.theme = theme
        self.rect = theme.rect(self.box)
        self.dirty = True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the widget on the clean background of its panel."""
        raise NotImplementedError

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Handle an event and return whether it was used; *at* is in pixels of the panel."""
        return False

    def leave(self) -> None:
        """Handle the loss of keyboard focus."""

    def take_key(self, event: pygame.Event) -> bool:
        """Handle KEYDOWN or TEXTINPUT while focused; return whether it was used."""
        return False


class Focus:
    """Keyboard focus: Tab and Shift-Tab change it, other keys go to the focused widget."""

    def __init__(self, widgets: Callable[[], Iterable[Widget]]) -> None:
        self.widgets = widgets
        self.on: Widget | None = None

    def to(self, widget: Widget | None) -> None:
        left, self.on = self.on, widget
        if left:
            left.focused = False
        if widget:
            widget.focused = True
        if left and left is not widget:
            left.leave()

    def ring(self) -> list[Widget]:
        return [w for w in self.widgets() if w.focusable and w.shown]

    def step(self, step: int) -> None:
        ring = self.ring()
        if not ring:
            self.to(None)
        elif self.on in ring:
            self.to(ring[(ring.index(self.on) + step) % len(ring)])
        else:
            self.to(ring[0 if step > 0 else -1])

    def handle(self, event: pygame.Event) -> bool:
        if self.on and self.on not in self.ring():
            self.to(None)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        return bool(self.on and self.on.take_key(event))
