"""Routing of input events to the parts of a battle."""

from __future__ import annotations

import pygame

from game.content.table_actions import Action
from game.prompts.drafts import NUDGE
from game.prompts.march import FAR_NUDGE
from game.prompts.prompt import ARROWS, STEPS, AnyPrompt
from game.screens.battle.battle_window import BattlePanels
from game.widgets.key_bindings import action_of, is_key_released
from game.widgets.panel_stack import MICE


def route(event: pygame.Event, parts: BattlePanels, prompt: AnyPrompt | None) -> bool:
    """Route an event to the first component that handles it; return whether one did."""
    if event.type in MICE and event.type != pygame.MOUSEWHEEL:
        parts.board.mouse = event.pos
    parts.board.note_button(event)
    if parts.stack.dialog:
        parts.board.release()
        return parts.stack.handle(event)
    if _ruler(event, parts, prompt) or _walks(event, parts) or _cancels(event, parts, prompt):
        return True
    hand = parts.board.hand()
    if prompt and prompt.busy and prompt.handle(event, hand):
        return True
    if parts.stack.handle(event):
        if prompt and event.type == pygame.MOUSEMOTION:
            prompt.handle(event, hand._replace(over=False))
        return True
    if prompt and prompt.handle(event, hand):
        if event.type == pygame.KEYDOWN:
            # Enter then means what the large button says, no longer a button left behind.
            parts.stack.focus.to(None)
        return True
    return parts.board.handle(event)


def _cancels(event: pygame.Event, parts: BattlePanels, prompt: AnyPrompt | None) -> bool:
    """Let Escape or a right click break off a drag, leave a panel or put a unit back.

    Only then Escape pauses the game.
    """
    escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
    right = parts.board.is_right_click(event)
    if not (escape or right):
        return False
    if right:
        parts.board.release()
    if escape and parts.stack.focus.on and not (prompt and prompt.busy):
        parts.stack.focus.to(None)
        return True
    return bool(prompt and prompt.cancel())


def _ruler(event: pygame.Event, parts: BattlePanels, prompt: AnyPrompt | None) -> bool:
    measure = parts.board.measure
    if event.type == pygame.MOUSEMOTION and measure.on:
        parts.board.lay_ruler(prompt)
    if event.type == pygame.WINDOWFOCUSLOST:
        # No key-up event arrives while the window has no focus.
        measure.lift()
    # Tab is always the ruler; another key can be bound where a window manager takes Tab.
    tab = event.type in {pygame.KEYDOWN, pygame.KEYUP} and event.key == pygame.K_TAB
    if is_key_released(event, Action.RULER) or (tab and event.type == pygame.KEYUP):
        measure.lift()
        return True
    if tab or action_of(event) is Action.RULER:
        # A held key repeats, which must not lead the end back to the mouse.
        if not (measure.on or event.mod & pygame.KMOD_ALT):
            parts.board.lay_ruler(prompt)
        return True
    if measure.on and event.type == pygame.KEYDOWN and _key_ruler(event, parts, prompt):
        return True
    return _wheel_ruler(event, parts, prompt)


def _key_ruler(event: pygame.Event, parts: BattlePanels, prompt: AnyPrompt | None) -> bool:
    """Move the ruler's end by a key; return whether it was one for that."""
    if by := STEPS.get(action_of(event)):
        parts.board.step_ruler(prompt, by)
    elif event.key in ARROWS:
        right, down = ARROWS[event.key]
        inches = FAR_NUDGE if event.mod & pygame.KMOD_SHIFT else NUDGE
        parts.board.nudge_ruler(inches * right, inches * down)
    else:
        return False
    return True


def _wheel_ruler(event: pygame.Event, parts: BattlePanels, prompt: AnyPrompt | None) -> bool:
    """Measure while the wheel is held down; return whether the event was used for that."""
    if event.type not in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP} or (
        event.button != pygame.BUTTON_MIDDLE
    ):
        return False
    if event.type == pygame.MOUSEBUTTONUP:
        parts.board.measure.lift()
    elif parts.board.window.collidepoint(event.pos):
        parts.board.lay_ruler(prompt)
    return True


def _walks(event: pygame.Event, parts: BattlePanels) -> bool:
    """Move the focus through buttons, lists and log; return whether it was that key."""
    if action_of(event) is not Action.WALK:
        return False
    parts.stack.focus.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
    return True
