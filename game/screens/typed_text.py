"""The text of a key press goes only where the keyboard was when the key was pressed."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import pygame

from game.screens.screen import Screen
from game.widgets.panel_stack import PanelStack
from game.widgets.pressed_keys import types_text
from game.widgets.widget import Widget


@runtime_checkable
class HasPanels(Protocol):
    """A screen with panels, in which text may be typed."""

    @property
    def stack(self) -> PanelStack:
        """Return its panels."""
        ...


def typed_into(screen: Screen | None) -> Widget | None:
    """Return the widget of a screen into which text is typed; None if there is none."""
    return screen.stack.typed_into if isinstance(screen, HasPanels) else None


class TypedText:
    """Tells text that was typed into a field from that of a key which led to the field.

    A key press comes as two events: the key, which may focus a field or open a screen with
    one, and then its text, which is not meant for that field.
    """

    def __init__(self) -> None:
        self._key = 0
        """The key pressed last; 0 once it is released."""
        self._text = ""
        """The text of that key."""
        self._into: Widget | None = None
        """The widget that got this text when the key was pressed."""

    def drops(self, event: pygame.Event, screen: Screen | None) -> bool:
        """Return whether an event is to be ignored; called with all events, before a screen."""
        if event.type == pygame.KEYDOWN and event.key != self._key:
            self._key, self._text = event.key, getattr(event, "unicode", "")
            self._into = typed_into(screen) if types_text(event) else None
        elif event.type == pygame.KEYUP and event.key == self._key:
            self._key, self._text = 0, ""
        elif event.type == pygame.TEXTINPUT and event.text == self._text:
            return self._into is None or self._into is not typed_into(screen)
        return False
