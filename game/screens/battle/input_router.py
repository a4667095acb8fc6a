"""Routing of input events; playback state; selection of a model's card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.content.key_bindings import Action
from game.play.session import Session
from game.prompts.prompt import AnyPrompt
from game.screens.battle.floating_panels import GAP, FloatingPanel, board_box
from game.screens.battle.layout import BattleParts
from game.screens.battle.log_panel import CLAUSE, LogLine
from game.table.events import Event
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.playback.stage import Stage
from game.widgets.button import Button, Style
from game.widgets.keys import action_of, is_key_released
from game.widgets.panel_stack import MICE


class InputRouter:
    """Knows the keys that lie across everything: the ruler's, and the one that walks."""

    def take(self, event: pygame.Event, parts: BattleParts, prompt: AnyPrompt | None) -> bool:
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

    def _drops_focus(self, event: pygame.Event, parts: BattleParts) -> bool:
        """Let Escape take the keyboard away from a list or log before it pauses the game."""
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if not escape or parts.desk.focus.on is None:
            return False
        parts.desk.focus.to(None)
        return True

    def _ruler(self, event: pygame.Event, parts: BattleParts, prompt: AnyPrompt | None) -> bool:
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

    def _walks(self, event: pygame.Event, parts: BattleParts) -> bool:
        """Let a key go through buttons, lists and log."""
        if action_of(event) is not Action.WALK:
            return False
        parts.desk.focus.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        return True


class Playback:
    """Counts what the stage has heard of the story, and what of that was shown."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.heard = self.shown = 0

    def open(self, parts: BattleParts) -> None:
        """Begin with everything so far already told."""
        story = self.session.game.story
        parts.log.add(story, self.session.table, 0)
        self.heard = self.shown = len(story)

    def hear(self, stage: Stage) -> None:
        """Let the stage hear what is new."""
        story = self.session.game.story
        stage.hear(story[self.heard :])
        self.heard = len(story)

    def play(self, parts: BattleParts, seconds: float) -> None:
        """Let the stage show what it heard for a while."""
        self._log(parts, parts.board.scene.stage.play(seconds))

    def hold(self, parts: BattleParts) -> None:
        """Let time stand still, or go on."""
        parts.board.scene.stage.hold()

    def step(self, parts: BattleParts) -> None:
        """Show one story more, and hold; what was left of another at once."""
        self._log(parts, parts.board.scene.stage.step())

    def skip(self, parts: BattleParts) -> None:
        """Show all of it at once."""
        self.hear(parts.board.scene.stage)
        self._log(parts, parts.board.scene.stage.skip())

    def _log(self, parts: BattleParts, told: Sequence[Event]) -> None:
        if told:
            parts.board.spoil()
            parts.board.listen(told)
            parts.log.add(told, parts.board.scene.stage.seen, self.shown)
            self.shown += len(told)

    def restart(self, parts: BattleParts) -> None:
        """Show the table as it stands now: part of the story was taken back."""
        parts.board.scene.restart(self.session.table)
        parts.board.spoil()
        self.heard = self.shown = len(self.session.game.story)
        parts.log.take_back(self.shown)


LASTS = 8.0
"""Seconds that the offer stands."""
WIDE, HIGH = 300.0, 54.0


class LogNavigation:
    """A click on a line shows where it happened, and offers to show it again from there."""

    def __init__(
        self, on_place: Callable[[str], None], on_moment: Callable[[int], None]
    ) -> None:
        self.on_place, self.on_moment = on_place, on_moment
        self.count = 0
        self._left = 0.0

    def fill(self, parts: BattleParts) -> None:
        self.parts = parts
        self.float = FloatingPanel(parts.desk, parts.board)
        self.button = self.float.add(
            Button(
                (6, 6, WIDE - 12, HIGH - 12),
                "Look back at this moment",
                self._go,
                icon="ui/clock",
                style=Style.PRIMARY,
            )
        )
        parts.log.on_line = self.point_at

    def point_at(self, count: int) -> None:
        """Show the place of a line that stands after so many events, and make the offer."""
        line = next((t for t in self.parts.log.told if t.count == count), None)
        if place := place_of(line):
            self.on_place(place)
        self.count, self._left = count, LASTS
        left, top, wide, tall = board_box(self.parts.board)
        self.float.put((left + (wide - WIDE) / 2, top + tall - GAP - HIGH, WIDE, HIGH))

    def update(self, seconds: float) -> None:
        self._left -= seconds
        if self._left <= 0.0:
            self.float.drop()

    def _go(self) -> None:
        self.float.drop()
        self.on_moment(self.count)


def place_of(line: LogLine | None) -> str:
    """Return the first thing on the board that a line names; empty for none."""
    links = [span.link for span in line.entry.spans if span.link] if line else []
    return next((link for link in links if not link.startswith(CLAUSE)), "")


class Spotlight:
    """A model that is clicked keeps its card only until the question turns to another."""

    def __init__(self) -> None:
        self.kept = ""
        """The unit or model that was clicked."""
        self._turned: tuple[AnyPrompt, str] | None = None

    def follow(self, prompt: AnyPrompt | None) -> None:
        """Notice whom the question is about now."""
        if prompt is None:
            return
        now = prompt, prompt.subject
        if self._turned is None or now != self._turned:
            self.kept = ""
        self._turned = now

    def rests_on(self, prompt: AnyPrompt | None, table: Table) -> str:
        """Return the model whose card is shown while the mouse points at none."""
        return model_of(table, self.kept or (prompt.subject if prompt else ""))


def model_of(table: Table, id_: str) -> str:
    """Return a model that stands for a unit, a model's own id, or "" for anything else."""
    unit = table.units.get(UnitId(id_))
    if unit is None:
        return id_ if ModelId(id_) in table.models else ""
    return next((m.id for m in table.of(unit.id)), unit.models[0])
