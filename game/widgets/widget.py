"""Widget, and keyboard focus."""

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
    """An attribute that can be seen: a new value makes its widget want to be painted anew."""

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
    """A piece of a panel. Widgets of one panel do not overlap, and paint inside their box."""

    focusable: ClassVar[bool] = False
    """Whether Tab stops here."""
    takes_keys: ClassVar[bool] = False
    """Whether a click gives it the focus: it does more with keys than being pressed."""

    shown = Visible[bool]()
    hovered = Visible[bool]()
    focused = Visible[bool]()

    theme: Theme

    def __init__(self, box: Box, hint: str = "") -> None:
        self.box = box
        self.hint = hint
        self.dirty = True
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Pixels of the panel that it lies on."""
        self.shown = True
        self.hovered = self.focused = False
        self.cut: dict[str, list[str]] = {}
        """The whole of what was shortened when it was painted, for each of its parts."""

    @property
    def tip(self) -> str:
        """Return what there is to say about it; empty for nothing."""
        return self.hint

    @property
    def part(self) -> str:
        """Return which part of it the mouse is at; empty for what is not made of parts."""
        return ""

    @property
    def tooltip(self) -> str:
        """Return the words of its tooltip: what there was no room for, and its tip."""
        tip = (self.tip,) if self.tip else ()
        return "\n".join(dict.fromkeys((*self.cut.get(self.part, ()), *tip)))

    def short(
        self, words: str, size: float, room: int, face: Face = "body", part: str = ""
    ) -> str:
        """Return words, cut where they are wider than some pixels; its tooltip has them all."""
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
        """Draw the widget on its panel, over the panel's clean ground."""
        raise NotImplementedError

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Take an event, or not; *at* is where the mouse is, in pixels of the panel."""
        return False

    def leave(self) -> None:
        """Hear that the keyboard speaks to another widget from now on."""

    def take_key(self, event: pygame.Event) -> bool:
        """Take a KEYDOWN or TEXTINPUT, or not; only the focused widget is offered them."""
        return False


class Focus:
    """A ring of widgets: Tab goes on, Shift-Tab back, other keys go to who has the focus."""

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
