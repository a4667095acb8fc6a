"""A lesson in a battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from game.content.faults import UnusableFile
from game.content.lessons import Lesson, LessonStep, StepCondition
from game.content.palettes import palette
from game.content.save_format import HUMAN
from game.content.scenarios import load_scenario
from game.content.table_actions import Action
from game.prompts.choose import anchor
from game.rules.situation_setup import battle_from
from game.screens.battle.screen import BattleScreen
from game.screens.lesson_card import MAX_CARD_HEIGHT, SHARE, LessonCard
from game.screens.lesson_progress import DEEDS, is_step_done, is_step_past, picked, refused
from game.screens.lesson_teacher import Teacher, end_of, learnt
from game.screens.live_game import LiveGame
from game.screens.screen import Begin, Change, Close, Destination, WindowContext
from game.screens.seats import Seats
from game.table.events import Act
from game.table.records import Side
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone
from game.widgets.button import Style
from game.widgets.cells import column, sized
from game.widgets.key_bindings import key_for
from game.widgets.panel_stack import Reply
from game.widgets.places import PanelPlace, places_of

NOT_SAVED = "Lessons are not saved; they start from the beginning each time."


class LessonGame(LiveGame):
    """A game that is never saved, because a lesson always starts from the beginning."""

    why_not_kept = NOT_SAVED
    is_savable = False

    def save_as(self, name: str) -> Path:
        raise UnusableFile(name, [("", NOT_SAVED)])


class LessonScreen(BattleScreen):
    """A battle screen that shows lesson cards, and watches the events and the prompt."""

    keeps_rosters = True

    def __init__(self, lesson: Lesson, *, speed: float = 0.0) -> None:
        assert lesson.opened
        assert lesson.side
        battle = battle_from(lesson.opened, lesson.seed, lesson.title)
        self.side = Side(lesson.side)
        names = {s: HUMAN if s == self.side else lesson.bot for s in battle.opening.sides}
        super().__init__(
            LessonGame(battle, battle.session(), Seats(names), kept=False), speed=speed
        )
        own = battle.opening.sides.index(self.side)
        colours = palette().colours[own], palette().colours[1 - own]
        self.teacher = Teacher(lesson, self, own=colours[0], enemy=colours[1])
        self.finished = False
        """True once its last step is done; the end is shown once that is marked."""
        self._ends = False
        """True until the end is shown."""
        self._measured = False
        """True if the ruler was in use when the step began."""
        self._answered = list[tuple[int, str, str]]()
        """The learner's answers: number of answers before it, kind of the question, answer."""

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        parts, theme, teacher = self.parts, frame.theme, self.teacher
        room = parts.places.rosters
        tall = min(MAX_CARD_HEIGHT, SHARE * room[3])
        card = sized(PanelPlace("card"), height=tall)
        places = places_of(column(PanelPlace("rosters"), card, gap=0), room)
        parts.move_rosters(places["rosters"], self.pick_unit)
        box, calls = places["card"], (teacher.next, self._leave, self.open_clause)
        teacher.card = LessonCard(theme, box, *calls, shortcut=key_for(Action.CARD))
        parts.stack.add(teacher.card.panel)
        teacher.show()

    def _leave(self) -> None:
        self.go(Close())

    def finish(self) -> None:
        self.finished = self._ends = True

    def _show_end(self) -> None:
        self._ends = False
        others = Reply("Other lessons", self._leave, Style.PRIMARY)
        replies = [others, Reply("Play a battle", lambda: self.go(Begin(Destination("play"))))]
        if scenario := self.teacher.lesson.then:
            opened = Begin(Destination("trial", "scenario", scenario))
            now = f"Play it now: {load_scenario(scenario).title}"
            battle = Reply(now, lambda: self.go(opened), Style.PRIMARY)
            replies = [battle, replace(others, style=Style.PLAIN)]
        if not self.ended:
            replies.append(Reply("Keep playing"))
        self.stack.ask(end_of(self.teacher, self.stack.theme, replies))

    def show_result(self) -> None:
        """Show the last card or the end of the lesson, instead of the results."""
        if self.teacher.is_last:
            self.finish()
        else:
            self.teacher.to_last()

    def _take_answer(self) -> None:
        if self.prompt and self.prompt.answer is not None:
            kind, given = self.prompt.decision.kind, self.session.answers_given
            kept = [one for one in self._answered if one[0] < given]
            said = given, kind.value if kind else "", str(self.prompt.answer)
            self._answered = [*kept, said]
        super()._take_answer()

    def update(self, seconds: float) -> Change | None:
        change = super().update(seconds)
        if self._ends and change is None:
            if marks := learnt(self.frame.settings, self.teacher):
                return marks
            self._show_end()
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
        left = [one for one in self._answered if one[0] < self.session.answers_given]
        given = [a for _, k, a in left if k == step.kind and a.startswith(step.answer)]
        return {
            StepCondition.PICKED: picked(step, self.prompt),
            StepCondition.REFUSED: refused(self.prompt),
            StepCondition.MEASURED: self.measuring and not self._measured,
            # A later step is not left again while the answer's events are shown.
            StepCondition.ANSWERED: len(given) >= step.many
            and not (self.busy and step is self.teacher.step),
            StepCondition.SHOWN: step.kind in {k.action for k in self.extras.overlays.on},
            StepCondition.OVER: self.ended,
        }[step.until]

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        parts = self.parts
        parts.board.pointed = tuple(self._pointed())
        self.teacher.frame(
            {
                "ask": parts.ask.panel,
                "log": parts.log.panel,
                "header": parts.header.panel,
                "card": parts.card_panel,
                "footer": parts.footer.panel,
                "rosters": parts.rosters.panel,
            }
        )
        return super().draw(canvas)

    def _pointed(self) -> list[Overlay]:
        """Return overlays around the units and markers of the card, where they are drawn."""
        shown = self.parts.board.scene.shown_models()
        moved = {m.disc: m.disc._replace(at=at) for m, at, _ in shown if at != m.at}
        found = list[Overlay]()
        for id_ in self.teacher.step.mark:
            mark = anchor(self.table, id_)
            mark = replace(mark, discs=tuple([moved.get(d, d) for d in mark.discs]))
            found += mark.shown(OverlayTone.PLANNED, aimed=True)
        return found

    @property
    def measuring(self) -> bool:
        return self.parts.board.measure.on

    @property
    def table(self) -> Table:
        return self.parts.board.scene.stage.seen
