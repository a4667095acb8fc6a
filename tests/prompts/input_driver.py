"""Mouse and keyboard events sent to a prompt; positions are in inches on the board."""

from __future__ import annotations

import pygame

from game.geometry.points import Point
from game.prompts.prompt import AnyPrompt, PointerState


def pointer_at(x: float, y: float) -> PointerState:
    return PointerState(Point(x, y))


def move_to(prompt: AnyPrompt, x: float, y: float) -> bool:
    event = pygame.Event(pygame.MOUSEMOTION, pos=(0, 0), rel=(0, 0), buttons=(0, 0, 0))
    return prompt.handle(event, pointer_at(x, y))


def push_at(prompt: AnyPrompt, x: float, y: float, button: int = 1) -> bool:
    event = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(0, 0), button=button)
    return prompt.handle(event, pointer_at(x, y))


def let_go_at(prompt: AnyPrompt, x: float, y: float, button: int = 1) -> bool:
    event = pygame.Event(pygame.MOUSEBUTTONUP, pos=(0, 0), button=button)
    return prompt.handle(event, pointer_at(x, y))


def click_at(prompt: AnyPrompt, x: float, y: float) -> None:
    move_to(prompt, x, y)
    push_at(prompt, x, y)
    let_go_at(prompt, x, y)


def drag_through(prompt: AnyPrompt, *spots: tuple[float, float]) -> None:
    """Drag from the first place to the last, with a bend at each place between."""
    push_at(prompt, *spots[0])
    for spot in spots[1:-1]:
        move_to(prompt, *spot)
        press_key(prompt, pygame.K_b)
    move_to(prompt, *spots[-1])
    let_go_at(prompt, *spots[-1])


def press_key(prompt: AnyPrompt, key: int, mod: int = 0) -> bool:
    event = pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
    return prompt.handle(event, prompt.hand)
