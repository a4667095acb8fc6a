"""Mouse and keyboard events sent to a panel stack."""

from __future__ import annotations

import pygame

from game.widgets.panel_stack import PanelStack
from game.widgets.widget import Pixel


def move(desk: PanelStack, at: Pixel) -> bool:
    event = pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
    return desk.handle(event)


def push(desk: PanelStack, at: Pixel) -> bool:
    move(desk, at)
    return desk.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))


def let_go(desk: PanelStack, at: Pixel) -> bool:
    move(desk, at)
    return desk.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


def click(desk: PanelStack, at: Pixel) -> bool:
    pushed = push(desk, at)
    return let_go(desk, at) or pushed


def wheel(desk: PanelStack, at: Pixel, notches: int) -> bool:
    move(desk, at)
    return desk.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=notches))


def press(desk: PanelStack, key: int, mod: int = 0, letter: str = "") -> bool:
    return desk.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=letter))


def type_in(desk: PanelStack, words: str) -> None:
    for letter in words:
        press(desk, pygame.key.key_code(letter), letter=letter)
        desk.handle(pygame.Event(pygame.TEXTINPUT, text=letter))
