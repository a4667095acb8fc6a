"""The base of widgets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from types import MethodType
from typing import Any, ClassVar, Generic, Self, TypeVar, cast, overload

import pygame

from game.widgets.text_layout import Shortened, shortened
from game.widgets.theme import Box, Face, Theme
from game.widgets.views import View

T = TypeVar("T")

Pixel = tuple[int, int]

_NEVER = object()
UNSEEN = frozenset(("hint", "shortcut"))
"""Parts of a description without a look."""


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
    """A part of a panel; it paints inside its box and does not overlap others.

    What is passed to a constructor describes a widget. All else is its state, whose attributes
    each class names in ``state``: it stays when the widget takes over another description.
    """

    focusable: ClassVar[bool] = False
    """True if Tab stops here."""
    takes_keys: ClassVar[bool] = False
    """True if a click gives it the focus, because it handles more keys than a press."""
    takes_wheel: ClassVar[bool] = False
    """True if the wheel scrolls it, also where it lies in a column that scrolls."""
    grows: ClassVar[tuple[float, float]] = (1.0, 1.0)
    """Weights by which it takes room that is left, in width and in height."""
    wraps: ClassVar[bool] = False
    """True if its height depends on its width."""
    state: ClassVar[frozenset[str]] = frozenset(
        ("key", "box", "rect", "view", "theme", "dirty", "cut", "_hovered", "_focused")
    )
    """Attributes that it keeps when it takes over another description."""

    shown = Visible[bool]()
    hovered = Visible[bool]()
    focused = Visible[bool]()

    theme: Theme

    def __init__(self, hint: str = "") -> None:
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        """Place on its panel, in units."""
        self.key: Hashable = None
        """Key by which a description knows it; None for its place there."""
        self.view: View | None = None
        """The scrolling part of the panel that it lies in."""
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
    def refusal(self) -> str:
        """Return why the part under the mouse cannot be used; empty if it can."""
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

    def placed(self, box: Box) -> Self:
        """Place it by hand, in units of its panel, and return it."""
        self.box = box
        return self

    def fit(self, theme: Theme) -> None:
        """Take size and place from a theme's scale."""
        self.theme = theme
        self.rect = self._place(theme)
        self.dirty = True

    def _place(self, theme: Theme) -> pygame.Rect:
        rect = theme.rect(self.box)
        return rect.move(0, -self.view.shift) if self.view else rect

    def lie(self, theme: Theme, box: Box, view: View | None) -> bool:
        """Take a place in units; return whether it changed. Only another size fits it anew."""
        self.box, self.view = box, view
        rect, before = self._place(theme), self.rect
        if getattr(self, "theme", None) is theme and rect.size == before.size:
            self.rect = rect
        else:
            self.fit(theme)
        return rect != before

    def reveal(self) -> None:
        """Let the parts of the panel scroll to it."""
        if self.view and self.view.reveal(self._place(self.theme)):
            self.dirty = True

    def covers(self, at: Pixel) -> bool:
        """Return whether it is visible at a pixel of the panel."""
        seen = self.view is None or self.view.clip.collidepoint(at)
        return seen and self.shown and bool(self.rect.collidepoint(at))

    # Its size

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the width and the height that it wants, in units."""
        return 0.0, 0.0

    def natural_width(self, theme: Theme) -> float:
        """Return the width that it wants, in units, if that is found sooner than the height."""
        return self.natural(theme)[0]

    def least_width(self, theme: Theme) -> float:
        """Return the width in units that it needs."""
        return self.natural(theme)[0]

    def height_for(self, theme: Theme, width: float) -> float:
        """Return the height that it wants if it has a width, in units."""
        return self.natural(theme)[1]

    def least_height(self, theme: Theme, wanted: float) -> float:
        """Return the height in units that it needs, of a widget that can grow in height."""
        return 0.0

    def take(self, new: Widget) -> None:
        """Take over what another widget of this class describes, and keep its own state."""
        mine, state = self.__dict__, self.state
        for name, value in new.__dict__.items():
            before = mine.get(name, _NEVER)
            if before is value or name in state:
                continue
            if getattr(value, "__self__", None) is new:
                value = MethodType(value.__func__, self)  # noqa: PLW2901  its own method
            mine[name] = value
            if not (callable(value) or name in UNSEEN or before == value):
                mine["dirty"] = True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the widget on the clean background of its panel."""
        raise NotImplementedError

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Handle an event and return whether it was used; *at* is in pixels of the panel."""
        return False

    def point(self, at: Pixel) -> None:
        """Find the part at a pixel of the panel, where the mouse rests.

        Called before it is repainted: after a scroll or a change another part may lie there.
        """

    def leave(self) -> None:
        """Handle the loss of keyboard focus."""

    @property
    def takes_text(self) -> bool:
        """Return whether text is typed into it while it has the focus."""
        return False

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
            widget.reveal()
        # A widget that was replaced meanwhile has nothing more to say.
        if left and left is not widget and left in self.widgets():
            left.leave()

    def commit(self) -> None:
        """Let the focused widget take what was typed, before the focus moves.

        Widgets may be made anew by that, so the next one is to be found afterwards.
        """
        if self.on and self.on in self.ring():
            self.on.leave()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep the focus while a description is shown.

        If its widget vanishes, the one that is then at its place in the ring gets it.
        """
        ring, on = self.ring(), self.on
        yield
        if on in ring and self.on is on and on not in (after := self.ring()):
            place = min(ring.index(on), len(after) - 1)
            self.to(after[place] if after else None)

    def ring(self) -> list[Widget]:
        return [w for w in self.widgets() if w.focusable and w.shown]

    def step(self, step: int) -> None:
        self.commit()
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
