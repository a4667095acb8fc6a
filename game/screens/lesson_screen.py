"""The lesson screen: a battle screen with a lesson card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.content.faults import UnusableFile
from game.content.learning import Lesson, load_lesson
from game.content.palettes import palette
from game.prompts.board_anchors import anchor
from game.rules.situation_setup import battle_from
from game.screens.battle.layout import layout
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import HUMAN, Seats
from game.screens.battle.side_panels import Rosters
from game.screens.lesson_card import (
    MAX_CARD_HEIGHT,
    SHARE,
    LessonCard,
    StepStart,
    frame,
    given,
    is_step_past,
)
from game.screens.live_game import LiveGame
from game.screens.screen import Begin, Change, Home, Screen, WindowContext
from game.table.events import Event
from game.table.records import Side
from game.table.state import Table
from game.view.overlays.overlay_shapes import Overlay, OverlayTone
from game.widgets.button import Style
from game.widgets.panel_stack import Dialog, Reply

LESSON = "first-battle"
NOT_SAVED = "Lessons are not saved; they start from the beginning each time."


class LessonGame(LiveGame):
    """A game that is never saved, because a lesson always starts from the beginning."""

    def record(self) -> None:
        pass

    @property
    def written(self) -> bool:
        return False

    def save_as(self, name: str) -> Path:
        raise UnusableFile(name, [("", NOT_SAVED)])


class LessonScreen(BattleScreen):
    """A battle screen that shows lesson cards, and watches the events and the prompt."""

    lectern: LessonCard

    def __init__(self, lesson: Lesson, after: Callable[[], Screen], speed: float = 0.0) -> None:
        """Open a lesson; *after* makes the screen that is offered at its end."""
        battle = battle_from(lesson.opened, lesson.seed, lesson.title)
        self.side = Side(lesson.side)
        names = {s: HUMAN if s == self.side else lesson.bot for s in battle.opening.sides}
        super().__init__(LessonGame(battle, battle.session(), Seats(names)), speed=speed)
        self.lesson, self.after = lesson, after
        self.number = 0
        """Index of the current card, from 0."""
        self._begun: StepStart | None = None

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        left, top, wide, high = layout(*frame.units).rosters
        tall = min(MAX_CARD_HEIGHT, high * SHARE)
        parts, theme = self.parts, frame.theme
        old, sides = parts.rosters.panel, self.session.table.sides
        box = (left, top, wide, high - tall)
        parts.rosters = Rosters(theme, box, sides, self.pick_unit, parts.board.scene.portrait)
        parts.stack.panels[parts.stack.panels.index(old)] = parts.rosters.panel
        card = (left, top + high - tall, wide, tall)
        self.lectern = LessonCard(theme, card, self.next, self._leave, self.open_clause)
        parts.stack.add(self.lectern.panel)
        self._begun = None
        self._show()

    def _show(self) -> None:
        cards = self.lesson.cards
        own = self.session.table.sides.index(self.side)
        colours = palette().colours[own], palette().colours[1 - own]
        self.lectern.show(cards[self.number], self.number + 1, len(cards), colours)
        self._begun = None

    def next(self) -> None:
        """Show the next card; after the last one, end the lesson."""
        if self.number + 1 == len(self.lesson.cards):
            self._finish()
            return
        self.number += 1
        self._show()

    def _leave(self) -> None:
        self.go(Home())

    def _finish(self) -> None:
        words = "Next: a full battle, against a bot or a friend."
        replies = [
            Reply("Play a battle", lambda: self.go(Begin(self.after())), Style.PRIMARY),
            Reply("Title screen", self._leave),
        ]
        if not self.over:
            replies.append(Reply("Keep playing"))
        title = f"{self.lesson.title}: done"
        self.stack.ask(Dialog(self.stack.theme, title, words, replies, width=560))

    def show_result(self) -> None:
        """Show the last card or the end of the lesson, instead of the results."""
        if self.number + 1 < len(self.lesson.cards):
            self.number = len(self.lesson.cards) - 1
            self._show()
        else:
            self._finish()

    def with_live_game(self, live_game: LiveGame) -> Screen:
        return BattleScreen(live_game, speed=self.speed)

    def update(self, seconds: float) -> Change | None:
        change = super().update(seconds)
        if self.stack.dialog is None:
            self._teach()
        return change

    def _teach(self) -> None:
        """Advance past all cards that are done or too late."""
        if self._begun is None:
            self._begun = StepStart(self.view, self.measuring)
        while self.number + 1 < len(self.lesson.cards):
            card = self.lesson.cards[self.number]
            late = is_step_past(card, self.table, self.live_game.phases, self.side)
            if not (late or given(card, self, self._begun, self.side)):
                return
            self.next()
            self._begun = StepStart(self.view, self.measuring)

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        self.parts.board.spoil()  # The card's highlights are drawn over the board.
        changed = super().draw(canvas)
        if self.stack.dialog:
            return changed
        scene = self.parts.board.scene
        scene.pen.draw(canvas, scene.camera, self._pointed())
        parts = self.parts
        panels = {
            "ask": parts.ask.panel,
            "log": parts.log.panel,
            "header": parts.header.panel,
            "card": parts.card_panel,
            "footer": parts.footer.panel,
        }
        about = panels.get(self.lesson.cards[self.number].part)
        if about is None:
            return changed
        return [*changed, frame(canvas, about.rect, self.stack.theme)]

    def _pointed(self) -> list[Overlay]:
        """Return overlays around the units and markers that the card is about."""
        marks = (anchor(self.table, id_) for id_ in self.lesson.cards[self.number].mark)
        return [
            overlay for mark in marks for overlay in mark.shown(OverlayTone.PLANNED, aimed=True)
        ]

    # The state that conditions are checked against.

    @property
    def view(self) -> tuple[int, ...]:
        camera = self.parts.board.scene.camera
        return camera.left, camera.top, camera.ppi

    @property
    def measuring(self) -> bool:
        return self.parts.board.measure.on

    @property
    def took_back(self) -> bool:
        return self.session.can_redo or bool(self.prompt and self.prompt.can_redo)

    @property
    def over(self) -> bool:
        return self.ended

    @property
    def events(self) -> Sequence[Event]:
        return self.session.game.story[: self.playback.shown]

    @property
    def table(self) -> Table:
        return self.parts.board.scene.stage.seen


def open_lesson(after: Callable[[], Screen]) -> LessonScreen:
    """Open the first lesson; raise UnusableFile."""
    return LessonScreen(load_lesson(LESSON), after)
