"""Players of a whole cage bout: one uses only keys, the other only the mouse."""

from __future__ import annotations

from math import cos, radians, sin

import pygame

from game.geometry.points import Point
from game.play.decisions import PASS
from game.prompts.prompt import AnyPrompt, PromptAction
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame, start_game
from game.screens.result import ResultScreen
from game.systems.cage.prompts.bout_prompt import BoutPrompt
from game.systems.cage.prompts.floor_prompt import FloorPrompt
from game.systems.cage.rules import CageKind
from tests.screens.play_battle import Clicker, Typist
from tests.screens.scripted_player import MOST, Person
from tests.screens.sdl_driver import Deeds

TURNS = 3
STEPS = 4
"""Number of steps of 5° by which the floor is turned."""
SEEN = 3
"""Number of options that are visible without scrolling."""
MIDDLE = 14.0
"""Degrees from the top: slightly off a cell's middle, clear of its champion."""


def bout() -> LiveGame:
    """Start a short single bout of two people, before champions are picked."""
    return start_game(prepare("cage", seed=5, options={"turns": TURNS}), ("human", "human"))


class Fencer(Person):
    """A player that advances and attacks, and turns the floor whenever it may."""

    def battle(self) -> Deeds:
        for _ in range(MOST * 20):
            top = self.at.top
            if isinstance(top, ResultScreen):
                return
            assert isinstance(top, BattleScreen)
            assert top.handover.veil or top.stack.dialog is None
            self.story = top.session.game.story
            if top.handover.veil:
                yield from self.wait()
                yield from self.press(top.handover.veil.words.lift)
            elif top.busy:
                yield from self.skip()
            elif top.prompt and top.prompt.answer is None:
                yield from self.wait()
                yield from self.answer(top, top.prompt)
            else:
                yield
        raise AssertionError(f"the bout came to no end: {self.asked[-9:]}")

    def answer(self, screen: BattleScreen, prompt: AnyPrompt) -> Deeds:
        if isinstance(prompt, FloorPrompt):
            self.asked.append("floor")
            yield from self.turn(screen, prompt)
            assert prompt.value
            yield from self.take(screen, prompt.choices()[0])
        else:
            yield from super().answer(screen, prompt)

    def _picked(self, screen: BattleScreen, prompt: AnyPrompt) -> PromptAction:
        able = [c for c in prompt.choices() if not c.reason and c.id != PASS]
        if prompt.decision.kind is CageKind.CHAMPION:
            # Captain against veteran: the better champion rolls two dice, and chooses.
            return able[self.asked.count("champion") - 1]
        hits = [c for c in able if c.id.startswith(("attack", "advance"))]
        return self.rng.choice(hits or able[:SEEN])

    def turn(self, screen: BattleScreen, prompt: FloorPrompt) -> Deeds:
        raise NotImplementedError


class FencerByKeys(Fencer, Typist):
    def turn(self, screen: BattleScreen, prompt: FloorPrompt) -> Deeds:
        yield from self.at.hold(pygame.K_RIGHT, STEPS)


class FencerByMouse(Fencer, Clicker):
    def take(self, screen: BattleScreen, choice: PromptAction) -> Deeds:
        """Click the option's highlight on the board if there is one, else in the panel."""
        prompt = screen.prompt
        spot = prompt.anchors.get(choice.id) if isinstance(prompt, BoutPrompt) else None
        if isinstance(prompt, BoutPrompt) and spot and choice.id.startswith("advance"):
            ring = spot.outline
            at = Point(sum(p.x for p in ring) / len(ring), sum(p.y for p in ring) / len(ring))
            there = screen.parts.board.scene.camera.pixel(at)
            for _ in range(3):
                # Wait until a hover card there has moved out of the way.
                self.at.move(screen.parts.board.window.topleft)
                yield
            yield from self.at.click(there)
            assert prompt.answer == choice.id
            return
        yield from super().take(screen, choice)

    def turn(self, screen: BattleScreen, prompt: FloorPrompt) -> Deeds:
        pixel = screen.parts.board.scene.camera.pixel
        inner = prompt.floor.radii[prompt.ring - 1] if prompt.ring else 0.0
        distance = (inner + prompt.floor.radii[prompt.ring]) / 2
        yield from self.at.drag(
            pixel(self.off(prompt, distance, MIDDLE)),
            pixel(self.off(prompt, distance, MIDDLE + 20.0)),
        )

    def off(self, prompt: FloorPrompt, distance: float, degrees: float) -> Point:
        x, y = prompt.floor.at
        return Point(x + distance * sin(radians(degrees)), y - distance * cos(radians(degrees)))
