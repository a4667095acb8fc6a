"""Players of a whole game: one uses only the keyboard, one only the mouse."""

from __future__ import annotations

import pygame

from game.content.table_actions import Action
from game.geometry.points import Point
from game.prompts.prompt import PromptAction
from game.screens.battle.screen import BattleScreen
from game.table.records import ModelId
from game.widgets.key_bindings import key_for
from game.widgets.stepper import Stepper
from game.widgets.widget import Widget
from tests.screens.scripted_player import Person
from tests.screens.sdl_driver import Deeds


class Typist(Person):
    """A player that uses only the keyboard."""

    def press(self, label: str) -> Deeds:
        button = self.at.button(label)
        assert button.shortcut, f"no key presses {label}"
        yield from self.at.key(button.shortcut.code)

    def step(self, stepper: Stepper, label: str) -> Deeds:
        yield from self.focus(stepper)
        while stepper.labels[stepper.value] != label:
            yield from self.at.key(pygame.K_RIGHT)

    def choose(self, label: str) -> Deeds:
        listing, row = self.row(label)
        yield from self.focus(listing)
        ids = [row.id for row in listing.rows]
        above = ids.index(row.id) < ids.index(listing.chosen)
        while listing.chosen != row.id:
            yield from self.at.key(pygame.K_UP if above else pygame.K_DOWN)

    def focus(self, widget: Widget) -> Deeds:
        while self.at.panels.focus.on is not widget:
            yield from self.at.key(pygame.K_TAB)

    def skip(self) -> Deeds:
        yield from self.at.key(key_for(Action.SKIP).code)

    def take(self, screen: BattleScreen, choice: PromptAction) -> Deeds:
        if choice.key:
            shift = pygame.KMOD_SHIFT if choice.key.shift else 0
            yield from self.at.key(choice.key.code, shift)
            return
        # It has no key of its own: step to it.
        while screen.prompt and choice.id not in {
            c.id for c in screen.prompt.choices() if c.lit
        }:
            yield from self.at.key(key_for(Action.NEXT).code)
        yield from self.at.key(pygame.K_RETURN)

    def carry(
        self, screen: BattleScreen, lead: ModelId, start: Point, direction: Point
    ) -> Deeds:
        across = pygame.K_RIGHT if direction.x > 0 else pygame.K_LEFT
        along = pygame.K_DOWN if direction.y > 0 else pygame.K_UP
        yield from self.at.hold(along, round(abs(direction.y) * 4))
        yield from self.at.hold(across, round(abs(direction.x) * 4))

    def alone(self, screen: BattleScreen, lead: ModelId) -> Deeds:
        while screen.prompt and screen.prompt.chosen() != {lead}:
            yield from self.at.key(key_for(Action.NEXT).code)


class Clicker(Person):
    """A player that uses only the mouse."""

    def press(self, label: str) -> Deeds:
        yield from self.at.click(self.place(self.at.button(label)).center)

    def step(self, stepper: Stepper, label: str) -> Deeds:
        box = self.place(stepper)
        while stepper.labels[stepper.value] != label:
            yield from self.at.click((box.right - box.height // 2, box.centery))

    def choose(self, label: str) -> Deeds:
        yield from self.at.click(self.place_of_row(label))

    def place_of_row(self, label: str) -> tuple[int, int]:
        """Return a pixel of the row with this label."""
        listing, row = self.row(label)
        at, high = listing.rows.index(row), listing.pitch
        place = self.place(listing)
        return place.centerx, place.top + at * high + high // 3

    def place(self, widget: Widget) -> pygame.Rect:
        panel = next(p for p, w in self.at.seen() if w is widget)
        return widget.rect.move(panel.rect.topleft)

    def skip(self) -> Deeds:
        yield from self.press("Skip")

    def take(self, screen: BattleScreen, choice: PromptAction) -> Deeds:
        ask = screen.parts.ask
        row = next(r for r in ask.choices.rows if r.choice.id == choice.id)
        place = ask.choices.place(row).move(ask.panel.rect.topleft)
        yield from self.at.click((place.left + place.width // 3, place.centery))

    def carry(
        self, screen: BattleScreen, lead: ModelId, start: Point, direction: Point
    ) -> Deeds:
        camera = screen.parts.board.scene.camera
        end = Point(start.x + direction.x, start.y + direction.y)
        yield from self.at.drag(camera.pixel(start), camera.pixel(end))

    def alone(self, screen: BattleScreen, lead: ModelId) -> Deeds:
        at = screen.session.table.models[lead].at
        yield from self.at.click(screen.parts.board.scene.camera.pixel(at))
