"""Who gets an event: a dialog, the draft in the hand, the panels, the prompt, the board."""

from __future__ import annotations

import pygame

from game.prompts.prompt import AnyPrompt
from game.screens.battle.furniture import Furniture
from game.screens.battle.hold import HoldKey
from game.widgets.desk import MICE

RULER = pygame.K_m


class Attention:
    """Knows the two keys that lie across everything: the ruler's, and Tab.

    Tab is the ruler, too, while it is held; tapped it goes on to the next thing.
    """

    def __init__(self) -> None:
        self.tab = HoldKey()

    def take(self, event: pygame.Event, parts: Furniture, prompt: AnyPrompt | None) -> bool:
        """Give an event to whoever it is for; return whether somebody took it."""
        if event.type in MICE and event.type != pygame.MOUSEWHEEL:
            parts.board.mouse = event.pos
        if parts.desk.dialog:
            parts.board.release()
            return parts.desk.handle(event)
        if self._ruler(event, parts, prompt) or self._drops_focus(event, parts):
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

    def update(self, seconds: float, parts: Furniture, prompt: AnyPrompt | None) -> None:
        self.tab.update(seconds)
        if self.tab.held and not parts.board.measure.on:
            parts.board.lay_ruler(prompt)

    def _ruler(self, event: pygame.Event, parts: Furniture, prompt: AnyPrompt | None) -> bool:
        measure = parts.board.measure
        if event.type == pygame.MOUSEMOTION and measure.on:
            parts.board.lay_ruler(prompt)
            return False
        if event.type == pygame.KEYDOWN and event.key == RULER:
            parts.board.lay_ruler(prompt)
            return True
        if event.type == pygame.KEYUP and event.key == RULER:
            measure.lift()
            return True
        return self._tab(event, parts, prompt)

    def _tab(self, event: pygame.Event, parts: Furniture, prompt: AnyPrompt | None) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F6:
            parts.desk.focus.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.type not in {pygame.KEYDOWN, pygame.KEYUP} or event.key != pygame.K_TAB:
            return False
        if event.type == pygame.KEYDOWN and parts.desk.focus.on is None:
            self.tab.press()
            return True
        if event.type == pygame.KEYUP and self.tab.down:
            parts.board.measure.lift()
            if self.tab.release():
                self._tapped(event, parts, prompt)
            return True
        return False

    def _tapped(self, event: pygame.Event, parts: Furniture, prompt: AnyPrompt | None) -> None:
        tap = pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=event.mod, unicode="\t")
        if not (prompt and prompt.handle(tap, parts.board.hand())):
            parts.desk.handle(tap)
