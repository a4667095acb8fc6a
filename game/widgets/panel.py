"""Panels: groups of widgets that repaint those that changed."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import nullcontext
from typing import TypeVar

import pygame

from game.widgets.cells import Child
from game.widgets.description import Description
from game.widgets.layout import Backing
from game.widgets.theme import AMBER, MUTED, RULE, SHEET, Box, Plate, Theme, lay_plate
from game.widgets.widget import Focus, Pixel, Widget

OUTSIDE: Pixel = (-9999, -9999)
"""Place of the mouse for widgets that are scrolled out of view where it is."""
W = TypeVar("W", bound=Widget)


class Panel:
    """A group of widgets that repaints those that changed and returns the changed areas."""

    def __init__(self, theme: Theme, box: Box, look: Plate | None = SHEET) -> None:
        self.box, self.look = box, look
        self.widgets: list[Widget] = []
        self._mouse: Pixel = (-1, -1)
        self.behind: pygame.Surface | None = None
        """Picture of the window that is visible behind the plate."""
        self._surface: pygame.Surface | None = None
        self.ground: pygame.Surface | None = None
        """Picture of all below the widgets; None if there is nothing."""
        self._has_frame = False
        self.described = Description()
        self.focus: Focus | None = None
        """The keyboard focus that its widgets share with those of other panels."""
        self.acted = False
        """True if a widget used the last event."""
        self._over = False
        self._shifts: list[int] = []
        """By how much each view had scrolled when it was painted."""
        self.fit(theme)

    @property
    def has_frame(self) -> bool:
        """Return whether a bright frame draws attention to the panel."""
        return self._has_frame

    @has_frame.setter
    def has_frame(self, has: bool) -> None:
        self.dirty |= has is not self._has_frame
        self._has_frame = has

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
        described = self.described.widgets.values()
        for widget in self.widgets:
            if widget not in described:
                widget.fit(theme)
        self.described.fit(theme, (0.0, 0.0, *self.box[2:]))
        self.dirty = True

    def show(self, content: Child) -> None:
        """Show a description: place its widgets, and keep those that are there already.

        The focus stays on its widget; widgets added by hand stay as they are.
        """
        before = {id(widget) for widget in self.described.widgets.values()}
        by_hand = [widget for widget in self.widgets if id(widget) not in before]
        with self.focus.kept() if self.focus else nullcontext():
            moved = self.described.show(self.theme, content, (0.0, 0.0, *self.box[2:]))
            self.widgets = [*by_hand, *self.described.widgets.values()]
        if moved:
            self._moved()

    def known(self, *keys: Hashable) -> Widget | None:
        """Return the described widget of a key, or of keys from outside in; None if none."""
        end = tuple(("key", key) for key in keys)
        found = self.described.widgets.items()
        return next((widget for path, widget in found if path[-len(end) :] == end), None)

    def _moved(self) -> None:
        """Repaint everything, because widgets have moved, also under a resting mouse."""
        self.dirty = True
        for widget in self.widgets:
            widget.hovered = self._over and widget.covers(self._mouse)

    def move(self, box: Box) -> None:
        """Give the panel another box, in units, and repaint everything."""
        self.box = box
        self.fit(self.theme)

    def add(self, widget: W, box: Box | None = None) -> W:
        """Add a widget at a place in units, fitted to the theme, and return it."""
        if box is not None:
            widget.box = box
        widget.fit(self.theme)
        self.widgets.append(widget)
        return widget

    def lie_on(self, window: pygame.Surface) -> None:
        """Show what the window has there now behind the plate; once for each size."""
        if self.behind is None or self.behind.get_size() != self.rect.size:
            self.behind = window.subsurface(self.rect.clip(window.get_rect())).copy()
            self.dirty = True

    def clear(self) -> None:
        """Remove all widgets and plates."""
        self.widgets.clear()
        self.described = Description()
        self.dirty = True

    @property
    def is_stale(self) -> bool:
        """Return whether anything of it has to be repainted."""
        return (
            self.dirty
            or any(widget.dirty for widget in self.widgets)
            or [view.shift for view in self.described.views] != self._shifts
        )

    def paint(self) -> list[pygame.Rect]:
        """Update the surface; return the changed areas in pixels of the window."""
        self._follow()
        if not self.dirty and not any([widget.dirty for widget in self.widgets]):
            return []
        if self.dirty:
            self.ground = self._painted_ground()
        self._uncover()
        for widget in self.widgets:
            if widget.hovered and widget.dirty:
                widget.point(self._mouse)
        changed = []
        for widget in sorted(self.widgets, key=lambda w: w.shown):
            if self.dirty or widget.dirty:
                self._paint_widget(widget)
                changed.append(self.visible_part(widget).move(self.rect.topleft))
        if self.dirty:
            for view in self.described.views:
                view.paint(self.surface, self.theme)
            changed = [self.rect.copy()]
        if changed and self.has_frame:
            edge, wide = self.surface.get_rect(), self.theme.px(3)
            pygame.draw.rect(self.surface, AMBER, edge, wide, border_radius=self.theme.px(6))
        self.dirty = False
        return changed

    def _follow(self) -> None:
        """Move what has scrolled since the last time."""
        if not self.described.views and not self._shifts:
            return
        shifts = [view.shift for view in self.described.views]
        if shifts != self._shifts:
            self._shifts = shifts
            self.described.scrolled()
            self._moved()

    def visible_part(self, widget: Widget) -> pygame.Rect:
        """Return the part of a widget's place that is not scrolled out of view."""
        return widget.rect.clip(widget.view.clip) if widget.view else widget.rect

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
        over = bool(self.rect.collidepoint(at))
        if event.type == pygame.MOUSEMOTION:
            self._mouse, self._over = here, over
            for widget in self.widgets:
                widget.hovered = over and widget.covers(here)
        self.acted = self._offer(event, here)
        return self.acted or (over and event.type != pygame.MOUSEBUTTONUP)

    def _offer(self, event: pygame.Event, here: Pixel) -> bool:
        """Offer an event to the widgets and views; return whether one used it."""
        views = self.described.views
        if event.type == pygame.MOUSEWHEEL and any(view.scroll.most for view in views):
            return self._wheel(event)
        taken = [view.handle(event, here, self.theme) for view in views]
        if any(taken):
            self._follow()
            return True
        for widget in list(self.widgets):
            if widget.shown:
                seen = widget.view is None or widget.view.clip.collidepoint(here)
                drag = event.type == pygame.MOUSEMOTION and getattr(widget, "held", False)
                taken.append(widget.handle(event, here if seen or drag else OUTSIDE))
        return any(taken)

    def _wheel(self, event: pygame.Event) -> bool:
        """Scroll the widget under the mouse, else the views around it, the innermost first.

        Over a view that scrolls, a value changes only in the widget that has the focus.
        """
        if not self._over:
            return False
        below = next((w for w in self.widgets if w.hovered), None)
        inside = [v for v in self.described.views if v.clip.collidepoint(self._mouse)]
        view = inside[-1] if inside else None
        offered = below and (below.takes_wheel or below.focused or view is None)
        if below and offered and below.handle(event, self._mouse):
            return True
        while view and not view.wheel(event):
            view = view.outer
        self._follow()
        return view is not None

    def scroll_by_key(self, event: pygame.Event) -> bool:
        """Scroll the outermost view by a key, as ``Scroll.key`` does; return whether it did."""
        views = [v for v in self.described.views if v.scroll.most]
        return bool(views) and views[0].scroll.key(event, views[0].line)

    def widget_at(self, at: Pixel) -> Widget | None:
        """Return the widget under a pixel of the window; None if there is none."""
        here = at[0] - self.rect.left, at[1] - self.rect.top
        if not self.rect.collidepoint(at):
            return None
        return next((w for w in self.widgets if w.covers(here)), None)

    def _paint_widget(self, widget: Widget) -> None:
        seen = self.visible_part(widget)
        if not self.dirty:
            self._lay_ground(seen)
        widget.dirty = False
        widget.cut.clear()
        if widget.shown and seen:
            self.surface.set_clip(seen)
            widget.paint(self.surface)
            self.surface.set_clip(None)

    def _lay_ground(self, place: pygame.Rect) -> None:
        if self.ground:
            self.surface.blit(self.ground, place, place)

    def _painted_ground(self) -> pygame.Surface | None:
        """Paint all below the widgets; return a copy of it, None if there is nothing."""
        ground = self.surface
        ground.fill((0, 0, 0, 0))  # corners of the plate are translucent
        if self.behind:
            ground.blit(self.behind, (max(0, -self.rect.left), max(0, -self.rect.top)))
        if self.look:
            lay_plate(self.theme, ground, self.look, (0, 0), self.rect.size)
        self._paint_plates(ground)
        return ground.copy()

    def _paint_plates(self, ground: pygame.Surface) -> None:
        views = self.described.views
        for backing in self.described.plates:
            place = self.place_of(backing)
            if backing.view is not None:
                ground.set_clip(views[backing.view].clip)
            lay_plate(self.theme, ground, backing.look, place.topleft, place.size)
            if backing.heading:
                self._paint_heading(ground, backing.heading, place)
            ground.set_clip(None)

    def place_of(self, backing: Backing) -> pygame.Rect:
        """Return the place of a plate in pixels of the panel, where it has scrolled to."""
        place = self.theme.rect(backing.box)
        if backing.view is not None:
            place.move_ip(0, -self.described.views[backing.view].shift)
        return place

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

    def _painted_ground(self) -> pygame.Surface | None:
        self.surface.fill((0, 0, 0, 0))
        if self.look:
            lay_plate(self.theme, self.surface, self.look, (0, 0), self.rect.size)
        self._paint_plates(self.surface)
        has_plates = bool(self.look or self.described.plates)
        return self.surface.copy() if has_plates else None

    def _lay_ground(self, place: pygame.Rect) -> None:
        # Old contents must not show through.
        self.surface.fill((0, 0, 0, 0), place)
        super()._lay_ground(place)
