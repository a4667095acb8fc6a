"""Who gets an event: a dialog, the draft in the hand, the panels, the prompt, the board."""

from __future__ import annotations

import pygame

from game.content.key_bindings import Action
from game.prompts.prompt import AnyPrompt
from game.screens.battle.furniture import Furniture
from game.widgets.keys import action_of, is_key_released
from game.widgets.panel_stack import MICE


class Attention:
    """Knows the keys that lie across everything: the ruler's, and the one that walks."""

    def take(self, event: pygame.Event, parts: Furniture, prompt: AnyPrompt | None) -> bool:
        """Give an event to whoever it is for; return whether somebody took it."""
        if event.type in MICE and event.type != pygame.MOUSEWHEEL:
            parts.board.mouse = event.pos
        if parts.desk.dialog:
            parts.board.release()
            return parts.desk.handle(event)
        if self._ruler(event, parts, prompt) or self._walks(event, parts):
            return True
        if self._drops_focus(event, parts):
            return True
        hand = parts.board.hand()
        if prompt and prompt.busy and prompt.handle(event, hand):
            return True
        if parts.desk.handle(event):
            if prompt and event.type == pygame.MOUSEMOTION:
                prompt.handle(event, hand._replace(over=False))
            return True
        return bool(prompt and prompt.handle(event, hand)) or parts.board.handle(event)

    def _drops_focus(self, event: pygame.Event, parts: Furniture) -> bool:
        """Let Escape take the keyboard away from a list or log before it pauses the game."""
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if not escape or parts.desk.focus.on is None:
            return False
        parts.desk.focus.to(None)
        return True

    def _ruler(self, event: pygame.Event, parts: Furniture, prompt: AnyPrompt | None) -> bool:
        measure = parts.board.measure
        if event.type == pygame.MOUSEMOTION and measure.on:
            parts.board.lay_ruler(prompt)
        if event.type == pygame.WINDOWFOCUSLOST:
            # Nobody will tell when the key is let go.
            measure.lift()
        # Tab is the ruler always; the key that can be chosen, where a window manager takes Tab.
        tab = event.type in {pygame.KEYDOWN, pygame.KEYUP} and event.key == pygame.K_TAB
        if is_key_released(event, Action.RULER) or (tab and event.type == pygame.KEYUP):
            measure.lift()
            return True
        if tab or action_of(event) is Action.RULER:
            if not event.mod & pygame.KMOD_ALT:
                parts.board.lay_ruler(prompt)
            return True
        return False

    def _walks(self, event: pygame.Event, parts: Furniture) -> bool:
        """Let a key go through buttons, lists and log."""
        if action_of(event) is not Action.WALK:
            return False
        parts.desk.focus.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        return True
