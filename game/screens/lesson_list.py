"""The list of lessons."""

from __future__ import annotations

from collections.abc import Callable, Collection

from game.content.lessons import Lesson, lessons, load_lesson
from game.screens.battle_lesson import LessonScreen
from game.screens.editor_lesson import EditorLesson
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Adopt, Change, Load, Open, Screen
from game.widgets.button import Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_view import Label
from game.widgets.theme import MUTED

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
