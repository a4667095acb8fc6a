"""The list of lessons."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from game.content.lessons import Lesson, lessons, load_lesson
from game.screens.card import Card
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Change, Destination, Load, Open, WindowContext
from game.screens.shelf import LIST, Shelf, ShelfAction
from game.widgets.button import Style
from game.widgets.cells import column
from game.widgets.list_box import ListRow
from game.widgets.sizes import APART


class LessonsScreen(MenuScreen):
    """The list of lessons; the first one that is not finished yet is selected."""

    def __init__(self) -> None:
        self.shelf = Shelf(self.open, none="There is no lesson")

    def fill(self, frame: WindowContext) -> None:
        found, learnt = lessons(), frame.settings.learnt
        self.shelf.put(_row(lesson, learnt) for lesson in found)
        if not learnt:
            first, *others = self.shelf.rows
            self.shelf.put((replace(first, note="start here"), *others))
        left = [lesson.id for lesson in found if lesson.id not in learnt]
        self.shelf.choose((left or [found[0].id])[0])
        super().fill(frame)

    def view(self) -> Card:
        words = "Short lessons at the table: do what each card says."
        start = ShelfAction("Start", self.open, "play", style=Style.PRIMARY)
        foot = self.shelf.foot(start, back=self.back_button())
        body = column(self.shelf.cell(words), foot, gap=APART)
        return Card("LEARN", body, focus=LIST)

    def open(self) -> None:
        """Open the chosen lesson."""
        id_ = self.shelf.chosen

        def show(lesson: Lesson) -> Change:
            if lesson.opened:
                return Open(Destination("lesson", lesson))
            return Open(Destination("map lesson", lesson))

        self.change = Load("Opening the lesson", lambda: load_lesson(id_), show)


def _row(lesson: Lesson, learnt: Collection[str]) -> ListRow:
    note = "done" if lesson.id in learnt else f"{lesson.minutes} min"
    return ListRow(lesson.id, label=lesson.title, detail=lesson.blurb, note=note)
