"""Mouse and keyboard events sent to a panel stack."""

from __future__ import annotations

import pygame

from game.widgets.panel_stack import PanelStack
from game.widgets.widget import Pixel


def move_to(stack: PanelStack, at: Pixel) -> bool:
    event = pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
    return stack.handle(event)


def push_at(stack: PanelStack, at: Pixel) -> bool:
    move_to(stack, at)
    return stack.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))


def let_go_at(stack: PanelStack, at: Pixel) -> bool:
    move_to(stack, at)
    return stack.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


def click_at(stack: PanelStack, at: Pixel) -> bool:
    pushed = push_at(stack, at)
    return let_go_at(stack, at) or pushed


def turn_wheel(stack: PanelStack, at: Pixel, notches: int) -> bool:
    move_to(stack, at)
    return stack.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=notches))


def press_key(stack: PanelStack, key: int, mod: int = 0, letter: str = "") -> bool:
    return stack.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=letter))


def type_in(stack: PanelStack, words: str) -> None:
    for letter in words:
        press_key(stack, pygame.key.key_code(letter), letter=letter)
        stack.handle(pygame.Event(pygame.TEXTINPUT, text=letter))
