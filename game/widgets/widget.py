"""The base class of widgets, keyboard focus, and panels, which repaint what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast, overload

import pygame

from game.widgets.text_layout import Shortened, shortened
from game.widgets.theme import MUTED, RULE, SHEET, Box, Face, Plate, Theme, plate

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
        # A widget that was replaced meanwhile has nothing more to say.
        if left and left is not widget and left in self.widgets():
            left.leave()

    def commit(self) -> None:
        """Let the focused widget take what was typed, before the focus moves.

        Widgets may be made anew by that, so the next one is to be found afterwards.
        """
        if self.on and self.on in self.ring():
            self.on.leave()

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


W = TypeVar("W", bound=Widget)


class Inlay(NamedTuple):
    """A plate drawn on a panel's background, optionally with a heading and a rule below it."""

    box: Box
    look: Plate
    heading: str = ""


class Panel:
    """A group of widgets that repaints those that changed and returns the changed areas."""

    def __init__(self, theme: Theme, box: Box, look: Plate | None = SHEET) -> None:
        self.box, self.look = box, look
        self.widgets: list[Widget] = []
        self.inlays: list[Inlay] = []
        self._mouse: Pixel = (-1, -1)
        self.behind: pygame.Surface | None = None
        """Picture of the whole window that is visible behind the plate."""
        self._surface: pygame.Surface | None = None
        self.fit(theme)

    @property
    def surface(self) -> pygame.Surface:
        """Return its picture, which is made when a size is first drawn, not when it is set."""
        if self._surface is None or self._surface.get_size() != self.rect.size:
            self._surface = self._blank()
        return self._surface

    def _blank(self) -> pygame.Surface:
        """Return an empty picture of its size, in the format of the window."""
        return pygame.Surface(self.rect.size)

    def fit(self, theme: Theme) -> None:
        """Take size and place from a theme's scale, and repaint everything."""
        self.theme = theme
        self.rect = theme.rect(self.box)
        for widget in self.widgets:
            widget.fit(theme)
        self.dirty = True

    def move(self, box: Box) -> None:
        """Give the panel another box, in units, and repaint everything."""
        self.box = box
        self.fit(self.theme)

    def add(self, widget: W) -> W:
        """Add a widget, fitted to the theme, and return it."""
        widget.fit(self.theme)
        self.widgets.append(widget)
        return widget

    def lie_on(self, window: pygame.Surface) -> None:
        """Use a copy of the window's current contents as the picture behind the plate."""
        self.behind = window.copy()
        self.dirty = True

    def inlay(self, box: Box, look: Plate, heading: str = "") -> None:
        """Add a plate to the background; *box* is in units of the panel."""
        self.inlays.append(Inlay(box, look, heading))
        self.dirty = True

    def clear(self) -> None:
        """Remove all widgets and inlays."""
        self.widgets.clear()
        self.inlays.clear()
        self.dirty = True

    def paint(self) -> list[pygame.Rect]:
        """Update the surface; return the changed areas in pixels of the window."""
        if self.dirty:
            self.ground = self._ground()
        self._uncover()
        for widget in self.widgets:
            if widget.hovered and widget.dirty:
                widget.point(self._mouse)
        changed = []
        for widget in sorted(self.widgets, key=lambda w: w.shown):
            if self.dirty or widget.dirty:
                self._paint_widget(widget)
                changed.append(widget.rect.move(self.rect.topleft))
        if self.dirty:
            changed = [self.rect.copy()]
        self.dirty = False
        return changed

    def _uncover(self) -> None:
        """Mark widgets for repainting that overlap a widget which is about to be hidden."""
        for gone in [w for w in self.widgets if w.dirty and not w.shown]:
            for widget in self.widgets:
                if widget.shown and widget.rect.colliderect(gone.rect):
                    widget.dirty = True

    def draw(self, canvas: pygame.Surface) -> list[pygame.Rect]:
        """Paint the panel on the window; return the changed areas in pixels of the window."""
        changed = self.paint()
        canvas.blit(self.surface, self.rect)
        return changed

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Offer an event to the widgets; *at* is the mouse position in the window.

        Return whether it was used. Events over a panel never reach the board below it, except
        releases of a button.
        """
        here = at[0] - self.rect.left, at[1] - self.rect.top
        over = self.rect.collidepoint(at)
        if event.type == pygame.MOUSEMOTION:
            self._mouse = here
            for widget in self.widgets:
                widget.hovered = over and widget.shown and widget.rect.collidepoint(here)
        taken = [w.handle(event, here) for w in list(self.widgets) if w.shown]
        return any(taken) or (over and event.type != pygame.MOUSEBUTTONUP)

    def widget_at(self, at: Pixel) -> Widget | None:
        """Return the widget under a pixel of the window; None if there is none."""
        here = at[0] - self.rect.left, at[1] - self.rect.top
        if not self.rect.collidepoint(at):
            return None
        return next((w for w in self.widgets if w.shown and w.rect.collidepoint(here)), None)

    def _paint_widget(self, widget: Widget) -> None:
        if not self.dirty:
            self.surface.blit(self.ground, widget.rect, widget.rect)
        widget.dirty = False
        widget.cut.clear()
        if widget.shown:
            self.surface.set_clip(widget.rect)
            widget.paint(self.surface)
            self.surface.set_clip(None)

    def _ground(self) -> pygame.Surface:
        ground = self.surface
        ground.fill((0, 0, 0, 0))  # corners of the plate are translucent
        if self.behind:
            ground.blit(self.behind, (0, 0), self.rect)
        if self.look:
            ground.blit(plate(self.theme, self.rect.size, self.look), (0, 0))
        for inlay in self.inlays:
            place = self.theme.rect(inlay.box)
            ground.blit(plate(self.theme, place.size, inlay.look), place)
            if inlay.heading:
                self._paint_heading(ground, inlay.heading, place)
        return ground.copy()

    def _paint_heading(self, ground: pygame.Surface, words: str, place: pygame.Rect) -> None:
        px = self.theme.px
        heading = self.theme.text(words.upper(), 17, MUTED, "title")
        ground.blit(heading, (place.left + px(14), place.top + px(9)))
        y = place.top + px(37)
        pygame.draw.line(ground, RULE, (place.left + 1, y), (place.right - 2, y))


class TransparentPanel(Panel):
    """A transparent panel; redraw everything behind it before drawing it."""

    def _blank(self) -> pygame.Surface:
        return pygame.Surface(self.rect.size, pygame.SRCALPHA)

    def _ground(self) -> pygame.Surface:
        self.surface.fill((0, 0, 0, 0))
        if self.look:
            self.surface.blit(plate(self.theme, self.rect.size, self.look), (0, 0))
        return self.surface.copy()

    def _paint_widget(self, widget: Widget) -> None:
        if not self.dirty:
            # Old contents must not show through.
            self.surface.fill((0, 0, 0, 0), widget.rect)
        super()._paint_widget(widget)
