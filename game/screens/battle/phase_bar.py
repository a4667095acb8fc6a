"""The bar of the phases of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import pygame

from game.content.palettes import Colour, palette
from game.play.phases import Phase, PhaseMachine, When
from game.play.wording import phase_text
from game.table.records import Side
from game.table.state import Table
from game.widgets.theme import AMBER, DIM, ON_AMBER, Theme
from game.widgets.widget import Visible, Widget

HIGH_ARROW, LEAST = 26.0, 22.0
"""Height of an arrow and its least width in units."""


class PhaseStep(Enum):
    DONE = "done"
    NOW = "now"
    TO_COME = "to come"


@dataclass(frozen=True, slots=True)
class PhaseMark:
    name: str
    clause: str
    step: PhaseStep


def marks(phases: PhaseMachine, table: Table) -> tuple[PhaseMark, ...]:
    """Return the phases of the set-up, or of the current player turn."""
    clock = table.clock
    around = [
        p for p in _around(phases, table) if p.name == clock.phase or not p.is_left_out(table)
    ]
    names = [p.name for p in around]
    now = names.index(clock.phase) if clock.phase in names else -1
    return tuple(
        PhaseMark(
            phase_text(p.name),
            p.clause,
            PhaseStep.DONE if n < now else PhaseStep.NOW if n == now else PhaseStep.TO_COME,
        )
        for n, p in enumerate(around)
    )


def _around(phases: PhaseMachine, table: Table) -> list[Phase]:
    clock = table.clock
    if clock.round == 0:
        return [p for p in phases.all if p.when is When.SETUP]
    course = phases.course(table)
    if clock.side is None:
        return [p for p, side in course if side is None]
    return [p for p, side in course if side == Side(clock.side)]


class PhaseBar(Widget):
    """The phases as arrows: amber is the current one, green with a tick is done.

    If room is short, only the current phase shows its name.
    """

    marks = Visible[tuple[PhaseMark, ...]]()

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        super().__init__(box)
        self.marks = ()

    @property
    def tip(self) -> str:
        now = next((m for m in self.marks if m.step is PhaseStep.NOW), None)
        course = " > ".join(mark.name for mark in self.marks)
        return f"{now.name.capitalize()} ({now.clause}) of {course}" if now else ""

    def paint(self, canvas: pygame.Surface) -> None:
        theme, marks = self.theme, self.marks
        point = theme.px(10)
        room = self.rect.width - point
        if room // max(1, len(marks)) < theme.px(LEAST):
            marks = tuple(mark for mark in marks if mark.step is PhaseStep.NOW)
        wide = min(theme.px(150), room // max(1, len(marks)))
        size = next((s for s in (15.0, 13.0) if self._all_fit(marks, wide, s)), 13.0)
        left = self.rect.left
        for n, (mark, share) in enumerate(
            zip(marks, self._widths(marks, wide, size), strict=True)
        ):
            if share < theme.px(LEAST):
                break
            place = pygame.Rect(left, 0, share - theme.px(2), theme.px(HIGH_ARROW))
            place.centery, left = self.rect.centery, left + share
            arrow = theme.drawing(_arrow(theme, place.size, n > 0, mark.step), *place.size)
            canvas.blit(arrow, place)
            self._paint_words(canvas, mark, place, size, point)

    def _all_fit(self, marks: Sequence[PhaseMark], wide: int, size: float) -> bool:
        return all(self._need(mark, size) <= wide for mark in marks)

    def _widths(self, marks: Sequence[PhaseMark], wide: int, size: float) -> list[int]:
        """Return the widths of the arrows: equal, unless the current one needs more."""
        needs = [self._need(mark, size) if mark.step is PhaseStep.NOW else 0 for mark in marks]
        widest = max(needs, default=0)
        if widest <= wide or len(marks) == 1:
            return [wide] * len(needs)
        others = (wide * len(needs) - widest) // (len(needs) - 1)
        return [need or others for need in needs]

    def _need(self, mark: PhaseMark, size: float) -> int:
        return self.theme.width(mark.name.upper(), size, "title") + self.theme.px(24)

    def _paint_words(
        self,
        canvas: pygame.Surface,
        mark: PhaseMark,
        place: pygame.Rect,
        size: float,
        point: int,
    ) -> None:
        theme = self.theme
        colour: Colour = {
            PhaseStep.DONE: palette().good,
            PhaseStep.NOW: ON_AMBER,
            PhaseStep.TO_COME: DIM,
        }[mark.step]
        if self._need(mark, size) > place.width + theme.px(2):
            return
        words = theme.text(mark.name.upper(), size, colour, "title")
        spot = words.get_rect(center=(place.centerx + point // 3, place.centery))
        if mark.step is PhaseStep.DONE and words.get_width() + theme.px(44) < place.width:
            tick = theme.icon("ui/check", theme.px(14), colour)
            canvas.blit(
                tick, tick.get_rect(right=spot.left - theme.px(4), centery=spot.centery)
            )
        canvas.set_clip(place.inflate(-point, 0).clip(self.rect))
        canvas.blit(words, spot)
        canvas.set_clip(self.rect)


def _arrow(theme: Theme, size: tuple[int, int], notched: bool, step: PhaseStep) -> str:  # noqa: FBT001
    width, high = size
    tip = theme.px(10)
    left = f"L{tip} {high / 2}" if notched else ""
    direction = (
        f"M1 1 H{width - tip} L{width - 1} {high / 2} L{width - tip} {high - 1} H1 {left} Z"
    )
    top, low, edge = {
        PhaseStep.DONE: ("#1E2A27", "#19211F", "#2F4B40"),
        PhaseStep.NOW: ("#F0B354", "#C98526", AMBER),
        PhaseStep.TO_COME: ("#20282E", "#1A2025", "#343F47"),
    }[step]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}"><defs>'
        '<linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{low}"/>'
        f'</linearGradient></defs><path d="{direction}" fill="url(#g)" stroke="{edge}"/></svg>'
    )
