"""The list of lessons, and lessons in a battle and in the editor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

import pygame

from game.content.faults import UnusableFile
from game.content.lessons import Lesson, LessonStep, StepCondition, lessons, load_lesson
from game.content.maps.map_file import MapObject
from game.content.palettes import palette
from game.content.save_format import HUMAN
from game.editor.open_file import new_workspace
from game.play.phases import PhaseMachine
from game.prompts.choose import anchor
from game.prompts.march import MarchPrompt
from game.prompts.prompt import AnyPrompt
from game.rules.situation_setup import battle_from
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import Seats
from game.screens.editor.checks import ChecksTab
from game.screens.editor.dock import EditorLayout
from game.screens.editor.screen import EditorScreen
from game.screens.live_game import LiveGame
from game.screens.menu_screen import MenuScreen
from game.screens.screen import (
    Adopt,
    Begin,
    Change,
    Close,
    Load,
    Open,
    Screen,
    Visit,
    WindowContext,
)
from game.screens.teaching import MAX_CARD_HEIGHT, SHARE, LessonCard, Teacher, end_of
from game.table.events import Act, Acted, Event
from game.table.records import Side
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone
from game.widgets.button import Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import Reply
from game.widgets.text_view import Label
from game.widgets.theme import MUTED

DEEDS = {
    StepCondition.MOVED: (Act.MOVES, Act.RUNS),
    StepCondition.SHOT: (Act.SHOOTS,),
    StepCondition.CHARGED: (Act.CHARGES, Act.FAILS_TO_CHARGE),
    StepCondition.FOUGHT: (Act.FIGHTS,),
}
"""Acts that complete a step, by its condition."""


def picked(card: LessonStep, prompt: AnyPrompt | None) -> bool:
    """Return whether a march of the card's unit is being drawn, or any if it names none."""
    return isinstance(prompt, MarchPrompt) and card.who in {None, prompt.decision.unit}


def refused(prompt: AnyPrompt | None) -> bool:
    """Return whether the rules refuse the player's present input."""
    if prompt is None:
        return False
    if isinstance(prompt, MarchPrompt):
        stopped = prompt.drag.stopped if prompt.drag else None
        if (stopped and stopped.no) or prompt.no:
            return True
    return prompt.refused is not None


def is_step_done(card: LessonStep, story: Iterable[Event], table: Table, side: Side) -> bool:
    """Return whether the card's unit acted often enough, or any of the learner's."""
    until = card.until
    acts = (until,) if isinstance(until, Act) else DEEDS[until]
    many = 0
    for event in story:
        if isinstance(event, Acted) and event.act in acts:
            unit = table.units.get(event.unit)
            many += event.unit == card.who or bool(not card.who and unit and unit.side == side)
    return many >= card.many


def is_step_past(card: LessonStep, table: Table, phases: PhaseMachine, side: Side) -> bool:
    """Return whether play is past the turn or phase of a card."""
    clock = table.clock
    if not card.phase or clock.round < card.round:
        return False
    if clock.round > card.round or clock.over:
        return True
    course = [(phase.name, whose) for phase, whose in phases.course(table)]
    now = clock.phase, clock.side
    own = [at for at in course if at in {(card.phase, side), (card.phase, None)}]
    return bool(own) and now in course and course.index(now) > course.index(own[0])


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

    keeps_rosters = True

    def __init__(self, lesson: Lesson, after: Callable[[], Screen], speed: float = 0.0) -> None:
        """Open a lesson; *after* makes the screen of a full battle, offered at its end."""
        assert lesson.opened
        battle = battle_from(lesson.opened, lesson.seed, lesson.title)
        self.side = Side(lesson.side)
        names = {s: HUMAN if s == self.side else lesson.bot for s in battle.opening.sides}
        super().__init__(LessonGame(battle, battle.session(), Seats(names)), speed=speed)
        own = battle.opening.sides.index(self.side)
        colours = palette().colours[own], palette().colours[1 - own]
        self.teacher = Teacher(lesson, self, own=colours[0], enemy=colours[1])
        self.after = after
        self.finished = False
        self._measured = False
        """True if the ruler was in use when the step began."""
        self._answered = list[tuple[str, str]]()
        """The kinds of the questions that were answered, with the answers."""

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        left, top, wide, high = self.parts.places.rosters
        tall = min(MAX_CARD_HEIGHT, high * SHARE)
        parts, theme, teacher = self.parts, frame.theme, self.teacher
        parts.move_rosters((left, top, wide, high - tall), self.pick_unit)
        card = (left, top + high - tall, wide, tall)
        teacher.card = LessonCard(theme, card, teacher.next, self._leave, self.open_clause)
        parts.stack.add(teacher.card.panel)
        teacher.show()

    def _leave(self) -> None:
        self.go(Close())

    def finish(self) -> None:
        self.finished = True
        replies = [
            Reply("Other lessons", self._leave, Style.PRIMARY),
            Reply("Play a battle", lambda: self.go(Begin(self.after()))),
        ]
        if not self.ended:
            replies.append(Reply("Keep playing"))
        self.stack.ask(end_of(self.teacher.lesson, self.stack.theme, replies))

    def show_result(self) -> None:
        """Show the last card or the end of the lesson, instead of the results."""
        if self.teacher.is_last:
            self.finish()
        else:
            self.teacher.to_last()

    def with_live_game(self, live_game: LiveGame) -> Screen:
        return BattleScreen(live_game, speed=self.speed)

    def _take_answer(self) -> None:
        if self.prompt and self.prompt.answer is not None:
            kind = self.prompt.decision.kind
            self._answered.append((kind.value if kind else "", str(self.prompt.answer)))
        super()._take_answer()

    def update(self, seconds: float) -> Change | None:
        change = super().update(seconds)
        if self.stack.dialog is None:
            phases = self.live_game.phases
            self.teacher.teach(lambda step: is_step_past(step, self.table, phases, self.side))
        return change

    # Called by the teacher.

    @property
    def zoomed(self) -> bool:
        return self.parts.board.scene.camera.steps > 0

    @property
    def can_redo(self) -> bool:
        return self.session.can_redo or bool(self.prompt and self.prompt.can_redo)

    def begin_step(self) -> None:
        self._measured = self.measuring

    def is_done(self, step: LessonStep) -> bool:
        if isinstance(step.until, Act) or step.until in DEEDS:
            story = self.session.game.story[: self.playback.shown]
            return is_step_done(step, story, self.table, self.side)
        given = [a for k, a in self._answered if k == step.kind and a.startswith(step.answer)]
        return {
            StepCondition.PICKED: picked(step, self.prompt),
            StepCondition.REFUSED: refused(self.prompt),
            StepCondition.MEASURED: self.measuring and not self._measured,
            StepCondition.ANSWERED: len(given) >= step.many and not self.busy,
            StepCondition.SHOWN: step.kind in {k.action for k in self.extras.glass.on},
            StepCondition.OVER: self.ended,
        }[step.until]

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        # The card's highlights are drawn over board and panels.
        self.parts.board.spoil()
        self.stack.spoil()
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
            "rosters": parts.rosters.panel,
        }
        return [*changed, *self.teacher.frame(canvas, panels)]

    def _pointed(self) -> list[Overlay]:
        """Return overlays around the units and markers that the card is about."""
        marks = (anchor(self.table, id_) for id_ in self.teacher.step.mark)
        return [o for mark in marks for o in mark.shown(OverlayTone.PLANNED, aimed=True)]

    @property
    def measuring(self) -> bool:
        return self.parts.board.measure.on

    @property
    def table(self) -> Table:
        return self.parts.board.scene.stage.seen


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


WIDE, MARGIN = 560.0, 20.0


class LessonsScreen(MenuScreen):
    """The list of lessons; the first one that is not finished yet is selected.

    It opens by itself if none is finished.
    """

    def __init__(self, after: Callable[[], Screen]) -> None:
        """*after* makes the screen of a full battle, offered at the end of a lesson."""
        self.after = after
        self._open: LessonScreen | EditorLesson | None = None
        """The lesson that was opened last."""

    def lay_out(self) -> None:
        found, learnt = lessons(), self._learnt
        tall = min(self.frame.units[1] - 2 * MARGIN, 160.0 + 62.0 * len(found))
        panel = self.new_card(WIDE, tall, "LEARN")
        words = "Short lessons at the table: do what each card says."
        panel.add(Label((28, 58, WIDE - 56, 22), words, size=13, colour=MUTED))
        rows = [_row(lesson, learnt) for lesson in found]
        box = (24, 92, WIDE - 48, tall - 92 - 66)
        self.list = panel.add(ListBox(box, rows, on_open=self.open, row_height=56))
        left = [lesson.id for lesson in found if lesson.id not in learnt]
        self.list.chosen = (left or [found[0].id])[0]
        top = tall - 56
        press = lambda: self.open(self.list.chosen)  # noqa: E731
        self.add_button((24, top, 220, 42), "Start", press, "play", style=Style.PRIMARY)
        self.add_back((WIDE - 164, top, 140, 42))
        self.stack.focus.to(self.list)

    @property
    def _learnt(self) -> tuple[str, ...]:
        """Return the finished lessons, with the one that was just finished."""
        learnt = self.frame.settings.learnt
        done = self._open.teacher.lesson.id if self._open and self._open.finished else ""
        return (*learnt, done) if done and done not in learnt else learnt

    def open(self, id_: str) -> None:
        """Open a lesson."""

        def show(lesson: Lesson) -> Change:
            kind = LessonScreen if lesson.opened else EditorLesson
            self._open = kind(lesson, self.after)
            return Open(self._open)

        self.change = Load("Opening the lesson", lambda: load_lesson(id_), show)

    def update(self, seconds: float) -> Change | None:
        """Remember the lesson that was finished; open the first one if none ever was."""
        if not self._learnt and self._open is None:
            self.open(self.list.chosen)
            change, self.change = self.change, None
            return change
        if self._learnt != self.frame.settings.learnt:
            return Adopt(self.frame.settings.model_copy(update={"learnt": self._learnt}))
        return super().update(seconds)


def _row(lesson: Lesson, learnt: Collection[str]) -> ListRow:
    done = lesson.id in learnt
    note = "done" if done else f"{lesson.minutes} min"
    return ListRow(lesson.id, label=lesson.title, detail=lesson.blurb, note=note, faded=done)
