"""The dialogs around the making of a film."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar

import pygame

from game.screens.film.film_settings import FORMATS, FilmFormat
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
SPEEDS = ((None, "Usual"), *((n, f"× {n:g}") for n in (0.5, 1.0, 2.0, 4.0, 8.0)))
"""Playback speeds relative to the window."""


class FilmContents(StrEnum):
    """The part of a battle that a film shows."""

    WHOLE = "whole"
    TURNS = "turns"
    HIGHLIGHTS = "highlights"


CONTENTS = (
    (FilmContents.WHOLE, "The whole battle"),
    (FilmContents.TURNS, "Some turns"),
    (FilmContents.HIGHLIGHTS, "Highlights"),
)


class FilmDialog(Dialog):
    """A dialog that asks for the contents and the form of a film."""

    def __init__(
        self, theme: Theme, turns: Sequence[int], reply: Reply, *, has_highlights: bool = True
    ) -> None:
        """Offer a battle's game turns, by their numbers, and its highlights."""
        self.contents = FilmContents.WHOLE
        self.ending, self.size = next(iter(FORMATS)), (1280, 720)
        self.rate, self.speed = self.format.rates[0], None
        self._contents = [
            one for one in CONTENTS if has_highlights or one[0] is not FilmContents.HIGHLIGHTS
        ]
        self.first, self.last = SET_UP, max(turns, default=SET_UP)
        self._turns = [(SET_UP, "Set-up"), *((turn, f"Turn {turn}") for turn in turns)]
        super().__init__(theme, "Film", ABOUT, (reply, CANCEL))

    def view(self) -> LayoutCell:
        """Describe a row for each choice."""
        kinds = [(kind.ending, f"{kind.ending}: {kind.about}") for kind in FORMATS.values()]
        sizes = [(size, "{} × {}".format(*size)) for size in SIZES]
        rates = [(rate, f"{rate} a second") for rate in sorted(self.format.rates)]
        has_turns = self.contents is FilmContents.TURNS
        return column(
            self._row("Show", self._contents, "contents"),
            self._row("From", self._turns, "first") if has_turns else None,
            self._row("To", self._turns, "last") if has_turns else None,
            self._row("Kind", kinds, "ending"),
            self._row("Size", sizes, "size"),
            self._row("Frames", rates, "rate"),
            self._row("Speed", SPEEDS, "speed"),
            gap=CLOSE,
        )

    @property
    def format(self) -> FilmFormat:
        """Return the kind of film that is chosen."""
        return FORMATS[self.ending]

    def _row(self, label: str, values: Sequence[tuple[Any, str]], name: str) -> LayoutCell:
        put: Callable[[Any], None] = partial(self._put, name)
        return labelled(label, MUTED, choice(values)(getattr(self, name), put))

    def _put(self, name: str, value: Any) -> None:
        setattr(self, name, value)
        if name == "first":
            self.last = max(self.first, self.last)
        elif name == "last":
            self.first = min(self.first, self.last)
        elif name == "ending" and self.rate not in self.format.rates:
            self.rate = self.format.rates[0]


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
