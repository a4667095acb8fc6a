"""Mouse and keyboard events sent to a prompt; positions are in inches on the board."""

from __future__ import annotations

import pygame

from game.geometry.points import Point
from game.prompts.prompt import AnyPrompt, PointerState


def at(x: float, y: float) -> PointerState:
    return PointerState(Point(x, y))


def move(prompt: AnyPrompt, x: float, y: float) -> bool:
    event = pygame.Event(pygame.MOUSEMOTION, pos=(0, 0), rel=(0, 0), buttons=(0, 0, 0))
    return prompt.handle(event, at(x, y))


def push(prompt: AnyPrompt, x: float, y: float, button: int = 1) -> bool:
    event = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(0, 0), button=button)
    return prompt.handle(event, at(x, y))


def let_go(prompt: AnyPrompt, x: float, y: float, button: int = 1) -> bool:
    event = pygame.Event(pygame.MOUSEBUTTONUP, pos=(0, 0), button=button)
    return prompt.handle(event, at(x, y))


def click(prompt: AnyPrompt, x: float, y: float) -> None:
    move(prompt, x, y)
    push(prompt, x, y)
    let_go(prompt, x, y)


def drag(prompt: AnyPrompt, *spots: tuple[float, float]) -> None:
    """Drag from the first place to the last, with a bend at each place between."""
    push(prompt, *spots[0])
    for spot in spots[1:-1]:
        move(prompt, *spot)
        press(prompt, pygame.K_b)
    move(prompt, *spots[-1])
    let_go(prompt, *spots[-1])


def press(prompt: AnyPrompt, key: int, mod: int = 0) -> bool:
    event = pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
    return prompt.handle(event, prompt.hand)
