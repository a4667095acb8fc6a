"""The panels of one screen: one focus among them, one tooltip, at most one dialog."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.widgets.button import Button
from game.widgets.dialog import Dialog
from game.widgets.focus import Focus
from game.widgets.panel import Panel
from game.widgets.theme import Theme
from game.widgets.tooltip import beside, tooltip
from game.widgets.widget import Pixel, Widget

PATIENCE = 0.45
"""Seconds that the mouse rests before a tooltip shows."""
VEIL = (96, 100, 104)
"""Everything under a dialog is multiplied by this, of 255."""

KEYS = (pygame.KEYDOWN, pygame.TEXTINPUT)
MICE = (
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
)


class Desk:
    """What a screen lays its panels out on, from the bottom up."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.panels: list[Panel] = []
        self.dialog: Dialog | None = None
        self.mouse: Pixel = (-1, -1)
        self.focus = Focus(self._widgets)
        self._rested = 0.0
        self._tip: pygame.Rect | None = None

    def add(self, panel: Panel) -> Panel:
        self.panels.append(panel)
        return panel

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog; nothing else takes events until one of its replies is pressed."""
        self.dialog = dialog
        self.focus.to(dialog.opening_focus())

    def dismiss(self) -> None:
        """Close the dialog without a reply."""
        self.dialog = None
        self.focus.to(None)

    @property
    def open_panels(self) -> list[Panel]:
        return [self.dialog] if self.dialog else self.panels

    def _widgets(self) -> Iterator[Widget]:
        for panel in self.open_panels:
            yield from panel.widgets

    def handle(self, event: pygame.Event) -> bool:
        """Offer an event to the panels; return whether it was theirs."""
        if event.type in KEYS:
            taken = self._key(event)
        elif event.type in MICE:
            taken = self._mouse(event)
        else:
            return False
        if self.dialog and self.dialog.closed:
            self.dismiss()
        return taken

    def _key(self, event: pygame.Event) -> bool:
        if self.focus.handle(event):
            return True
        buttons = [w for w in self._widgets() if isinstance(w, Button)]
        return any(button.pressed_by(event) for button in buttons) or self.dialog is not None

    def _mouse(self, event: pygame.Event) -> bool:
        if event.type != pygame.MOUSEWHEEL:
            self.mouse = event.pos
        self._rested = 0.0
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._focus_on_click()
        taken = [panel.handle(event, self.mouse) for panel in self.open_panels]
        return any(taken)

    def _focus_on_click(self) -> None:
        below = self.below_mouse()
        if below and below.takes_keys:
            self.focus.to(below)
        elif not self.dialog:
            self.focus.to(None)

    @property
    def covers(self) -> bool:
        """Return whether a dialog or tooltip lies over what else was drawn."""
        return self.dialog is not None or self._tip is not None

    def below_mouse(self) -> Widget | None:
        """Return the widget that the mouse rests on."""
        found = (panel.widget_at(self.mouse) for panel in self.open_panels)
        return next((widget for widget in found if widget), None)

    def update(self, seconds: float) -> None:
        self._rested += seconds

    def draw(self, canvas: pygame.Surface) -> list[pygame.Rect]:
        """Draw the panels, and a dialog and a tooltip over them; return what changed.

        A dialog darkens what the screen drew before: draw all of it anew in every frame.
        """
        changed = [rect for panel in self.panels for rect in panel.draw(canvas)]
        if self.dialog:
            canvas.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
            self.dialog.centre(canvas.get_rect())
            self.dialog.draw(canvas)
            changed = [canvas.get_rect()]
        tip, self._tip = self._tip, self._draw_tip(canvas)
        return [*changed, *(rect for rect in (tip, self._tip) if rect)]

    def _draw_tip(self, canvas: pygame.Surface) -> pygame.Rect | None:
        below = self.below_mouse()
        if not (below and below.tooltip and self._rested >= PATIENCE):
            return None
        tip = tooltip(self.theme, below.tooltip)
        spot = pygame.Rect(self.mouse, (1, 1)).inflate(self.theme.px(16), 0)
        return canvas.blit(tip, beside(tip.get_size(), spot, canvas.get_rect()))
