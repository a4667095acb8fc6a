"""A lesson in the editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.content.lessons import Lesson, LessonStep, StepCondition
from game.content.maps.map_file import MapObject
from game.editor.open_file import new_workspace
from game.screens.editor.checks import ChecksTab
from game.screens.editor.editor_layout import EditorLayout
from game.screens.editor.screen import EditorScreen
from game.screens.screen import Change, Close, Screen, Visit, WindowContext
from game.screens.teaching import LessonCard, Teacher, end_of
from game.table.events import Act
from game.widgets.button import Style
from game.widgets.panel_stack import Reply

CARD_HEIGHT = 230.0


class EditorLesson(EditorScreen):
    """An editor with lesson cards below its dock, which watches what is drawn."""

    def __init__(self, lesson: Lesson, after: Callable[[], Screen]) -> None:
        super().__init__(new_workspace())
        self.teacher, self.after = Teacher(lesson, self), after
        self.steps = None
        self.finished = self._tried = False
        self._before = dict[int, MapObject]()
        """The objects of the map when the step began, by id."""

    def places(self) -> EditorLayout:
        places = super().places()
        left, top, wide, high = places.tab
        return places._replace(tab=(left, top, wide, high - CARD_HEIGHT))

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        left, top, wide, high = super().places().tab
        box, teacher = (left, top + high - CARD_HEIGHT, wide, CARD_HEIGHT), self.teacher
        card = LessonCard(frame.theme, box, teacher.next, self._leave, lambda _: None)
        card.next.shortcut = None  # a key of the editor
        teacher.card = card
        self.stack.add(card.panel)
        teacher.show()

    def _leave(self) -> None:
        self.filing.guarded(lambda: self.go(Close()))

    def finish(self) -> None:
        self.finished = True
        replies = [Reply("Other lessons", self._leave, Style.PRIMARY), Reply("Keep drawing")]
        self.ask(end_of(self.teacher.lesson, self.stack.theme, replies))

    def go(self, change: Change) -> None:
        self._tried = self._tried or isinstance(change, Visit)
        super().go(change)

    def update(self, seconds: float) -> Change | None:
        change = super().update(seconds)
        if self.stack.dialog is None and change is None:
            self.teacher.teach()
        return change

    # Called by the teacher.

    @property
    def zoomed(self) -> bool:
        return self.canvas.camera.steps > 0

    @property
    def can_redo(self) -> bool:
        return bool(self.workspace.history.redoes)

    def begin_step(self) -> None:
        self._before = self._objects()

    def _objects(self) -> dict[int, MapObject]:
        return {one.id: one for _, one in self.workspace.map.objects()}

    def is_done(self, step: LessonStep) -> bool:
        now, before = self._objects(), self._before
        kinds = [type(one.what).__name__ for one in now.values()]
        met: dict[StepCondition | Act, bool] = {
            StepCondition.PLACED: kinds.count(step.kind) >= step.many,
            StepCondition.CHANGED: any(now.get(id_, one) != one for id_, one in before.items()),
            StepCondition.MIRRORED: bool(self.workspace.mirror),
            StepCondition.CHECKED: self.shows(self.tab(ChecksTab)),
            StepCondition.TRIED: self._tried,
        }
        return met[step.until]

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        # The card's frame is drawn over board and panels.
        self.canvas.spoil()
        self.stack.spoil()
        changed = super().draw(canvas)
        if self.stack.dialog:
            return changed
        panels = {
            "tools": self.toolbar.panel,
            "palette": self.palette.panel,
            "dock": self.dock.panel,
            "header": self.topbar.panel,
        }
        return [*changed, *self.teacher.frame(canvas, panels)]
