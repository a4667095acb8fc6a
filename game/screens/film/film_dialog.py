"""The dialogs around the making of a film."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

import pygame

from game.screens.film.film_settings import FORMATS
from game.screens.seat_choice import labelled
from game.widgets.cells import LayoutCell, column
from game.widgets.fields import choice
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import CLOSE
from game.widgets.theme import AMBER, MUTED, WELL, Theme, plate
from game.widgets.widget import Visible, Widget

ABOUT = "Films the table with names, score, turn and story. The replay waits meanwhile."
SIZES = ((640, 360), (960, 540), (1280, 720), (1920, 1080), (3840, 2160))
"""Sizes to choose from, in pixels."""
SET_UP = 0
"""Stands for the time before the first turn."""


class FilmDialog(Dialog):
    """A dialog that asks for the kind, the size and the turns of a film."""

    def __init__(self, theme: Theme, turns: Sequence[int], reply: Reply) -> None:
        """Offer a battle's game turns, by their numbers."""
        self.ending, self.size = next(iter(FORMATS)), (1280, 720)
        self.first, self.last = SET_UP, max(turns, default=SET_UP)
        self._turns = [(SET_UP, "Set-up"), *((turn, f"Turn {turn}") for turn in turns)]
        super().__init__(theme, "Film", ABOUT, (reply, CANCEL))

    def view(self) -> LayoutCell:
        """Describe a row for each choice."""
        kinds = [(kind.ending, f"{kind.ending}: {kind.about}") for kind in FORMATS.values()]
        sizes = [(size, "{} × {}".format(*size)) for size in SIZES]
        return column(
            self._row("Kind", kinds, "ending"),
            self._row("Size", sizes, "size"),
            self._row("From", self._turns, "first"),
            self._row("To", self._turns, "last"),
            gap=CLOSE,
        )

    def _row(self, label: str, values: Sequence[tuple[Any, str]], name: str) -> LayoutCell:
        put: Callable[[Any], None] = partial(self._put, name)
        return labelled(label, MUTED, choice(values)(getattr(self, name), put))

    def _put(self, name: str, value: Any) -> None:
        setattr(self, name, value)
        if name == "first":
            self.last = max(self.first, self.last)
        elif name == "last":
            self.first = min(self.first, self.last)


class ProgressBar(Widget):
    """A bar that fills from the left."""

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    share = Visible[float]()
    """The part that is full, from 0 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.share = 0.0

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a flat size."""
        return 0.0, 2 * CLOSE

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(plate(self.theme, self.rect.size, WELL), self.rect)
        inner = self.rect.inflate(-self.theme.px(6), -self.theme.px(6))
        inner.width = round(inner.width * self.share)
        canvas.fill(AMBER, inner)


class FilmProgress(Dialog):
    """A dialog that shows how much of a film is made, and can cancel it."""

    def __init__(self, theme: Theme, name: str, cancel: Callable[[], None]) -> None:
        self.bar = ProgressBar()
        reply = Reply("Cancel", cancel, CANCEL.style, CANCEL.shortcut)
        super().__init__(theme, "Filming", name, (reply,), content=self.bar)
