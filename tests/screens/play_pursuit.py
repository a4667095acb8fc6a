"""Players of a whole pursuit: one uses only keys, the other only the mouse."""

from __future__ import annotations

import pygame

from game.content.table_actions import Action
from game.geometry.points import Point
from game.prompts.aim import AimPrompt
from game.prompts.place import LayPrompt, PlacePrompt
from game.prompts.prompt import MEND, AnyPrompt, PromptAction
from game.prompts.ride import RidePrompt
from game.screens.battle.screen import BattleScreen
from game.widgets.key_bindings import key_for
from tests.screens.play_battle import Clicker, Typist
from tests.screens.scripted_player import Person
from tests.screens.sdl_driver import Deeds

SLOWS = 4
"""Every such question about the pace is answered by slowing down, others by keeping it."""
ASIDE = 5.0
"""Maximum inches to either side of straight ahead of a destination."""


class Chaser(Person):
    """A player that rides towards the Arrival on the right, a little to one side."""

    def answer(self, screen: BattleScreen, prompt: AnyPrompt) -> Deeds:
        if not isinstance(prompt, RidePrompt | PlacePrompt | AimPrompt):
            yield from super().answer(screen, prompt)
            return
        self.asked.append(type(prompt).__name__)
        if isinstance(prompt, RidePrompt):
            yield from self.ride(screen, prompt)
        elif isinstance(prompt, PlacePrompt):
            yield from self.lay(screen, prompt)
        else:
            yield from self.turn(screen, prompt)
        if prompt.answer is None and screen.prompt is prompt:
            no = prompt.refused or getattr(prompt, "no", None)
            if no:
                self.refused.append(no if isinstance(no, str) else no.reason)
            mend = next((c for c in prompt.choices() if c.id == MEND), None)
            if mend:
                self.mended += 1
                yield from self.take(screen, mend)
        if prompt.answer is None and screen.prompt is prompt:
            yield from self.take(screen, prompt.choices()[0])

    def _picked(self, screen: BattleScreen, prompt: AnyPrompt) -> PromptAction:
        if prompt.decision.clause == "PU-11":
            slows = self.asked.count("pace") % SLOWS == SLOWS - 1
            return prompt.choices()[1 if slows else 0]
        return super()._picked(screen, prompt)

    def ahead(self, prompt: RidePrompt) -> Point:
        """Return a random destination ahead of the model."""
        at = prompt.model.at
        return Point(at.x + self.rng.uniform(-1, 12), at.y + self.rng.uniform(-ASIDE, ASIDE))

    def ride(self, screen: BattleScreen, prompt: RidePrompt) -> Deeds:
        raise NotImplementedError

    def lay(self, screen: BattleScreen, prompt: PlacePrompt) -> Deeds:
        raise NotImplementedError

    def turn(self, screen: BattleScreen, prompt: AimPrompt) -> Deeds:
        raise NotImplementedError


class ChaserByKeys(Chaser, Typist):
    def ride(self, screen: BattleScreen, prompt: RidePrompt) -> Deeds:
        goal = self.ahead(prompt)
        distance, aside = goal.x - prompt.model.at.x, goal.y - prompt.model.at.y
        if distance < 0:
            yield from self.at.key(pygame.K_1)
            return
        yield from self.at.hold(pygame.K_UP, round(distance / 2))
        yield from self.at.key(key_for(Action.BEND).code)
        yield from self.at.hold(pygame.K_RIGHT if aside > 0 else pygame.K_LEFT, 2)
        yield from self.at.hold(pygame.K_UP, round(distance / 2))

    def lay(self, screen: BattleScreen, prompt: PlacePrompt) -> Deeds:
        yield from self.at.hold(self.rng.choice((pygame.K_UP, pygame.K_DOWN)), 6)
        if isinstance(prompt, LayPrompt):
            yield from self.at.key(key_for(Action.TURN).code)

    def turn(self, screen: BattleScreen, prompt: AimPrompt) -> Deeds:
        yield from self.at.key(self.rng.choice((pygame.K_LEFT, pygame.K_RIGHT)))


class ChaserByMouse(Chaser, Clicker):
    def ride(self, screen: BattleScreen, prompt: RidePrompt) -> Deeds:
        there = self.pixel(screen, self.ahead(prompt))
        yield from self.point(there)
        if len(self.asked) % 2:
            yield from self.at.click(there)
        else:
            yield from self.at.drag(self.pixel(screen, prompt.model.at), there)

    def lay(self, screen: BattleScreen, prompt: PlacePrompt) -> Deeds:
        aside = self.rng.uniform(-6, 6)
        there = self.pixel(screen, Point(prompt.at.x, prompt.at.y + aside))
        yield from self.point(there)
        if prompt.decision.turns:
            self.at.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
            yield
        yield from self.at.click(there)

    def turn(self, screen: BattleScreen, prompt: AimPrompt) -> Deeds:
        x, y = prompt.model.at
        there = self.pixel(screen, Point(x + 5, y + self.rng.uniform(-3, 3)))
        yield from self.point(there)
        yield from self.at.click(there)

    def pixel(self, screen: BattleScreen, at: Point) -> tuple[int, int]:
        """Return the pixel of a point, moved onto the table if necessary."""
        board = screen.session.table.board
        x = max(1.0, min(board.width - 1.0, at.x))
        y = max(1.0, min(board.height - 1.0, at.y))
        return screen.parts.board.scene.camera.pixel(Point(x, y))

    def point(self, there: tuple[int, int]) -> Deeds:
        """Move the mouse there, and wait until hover cards have moved out of the way."""
        for _ in range(3):
            self.at.move(there)
            yield
