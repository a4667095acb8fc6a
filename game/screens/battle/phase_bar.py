"""Phase arrows, the instruction ribbon and key hints."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import pygame

from game.content.palettes import Colour, palette
from game.play.phases import Phase, PhaseMachine, When
from game.play.wording import phase_text
from game.table.records import Side
from game.table.state import Table
from game.view.style import NEUTRAL, TEAMS, VOID
from game.widgets.keys import insert_key_names
from game.widgets.theme import AMBER, DIM, HIGH, MUTED, ON_AMBER, TEXT, Box, Plate, Theme, plate
from game.widgets.widget import Visible, Widget


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
    around = _around(phases, table)
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
        theme, many = self.theme, max(1, len(self.marks))
        point = theme.px(12)
        wide = min(theme.px(150), (self.rect.width - point) // many)
        size = next((s for s in (17.0, 15.0) if self._all_fit(wide, s)), 14.0)
        left = self.rect.left
        for n, (mark, share) in enumerate(
            zip(self.marks, self._widths(wide, size), strict=True)
        ):
            place = pygame.Rect(left, 0, share - theme.px(2), theme.px(38))
            place.centery, left = self.rect.centery, left + share
            arrow = theme.drawing(_arrow(theme, place.size, n > 0, mark.step), *place.size)
            canvas.blit(arrow, place)
            self._paint_words(canvas, mark, place, size, point)

    def _all_fit(self, wide: int, size: float) -> bool:
        return all(self._need(mark, size) <= wide for mark in self.marks)

    def _widths(self, wide: int, size: float) -> list[int]:
        """Return the widths of the arrows: equal, unless the current one needs more."""
        needs = [
            self._need(mark, size) if mark.step is PhaseStep.NOW else 0 for mark in self.marks
        ]
        widest = max(needs, default=0)
        if widest <= wide:
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
    tip = theme.px(12)
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


BARE = Plate(VOID, VOID, VOID, shine=0.0, corner=0.0)
"""Plate of both strips: the empty colour around the table."""


class Ribbon(NamedTuple):
    who: str = ""
    """The side, in capitals before the words."""
    words: str = ""
    team: int | None = None


class RibbonBar(Widget):
    """A plate in the colour of the side that has to decide."""

    ribbon = Visible[Ribbon]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.ribbon = Ribbon()

    def paint(self, canvas: pygame.Surface) -> None:
        id_, words, number = self.ribbon
        if not (id_ or words):
            return
        team = NEUTRAL if number is None else TEAMS[number]
        theme, px = self.theme, self.theme.px
        name = theme.text(id_.upper(), 18, team.light, "title")
        room = self.rect.width - name.get_width() - px(80)
        line = theme.text(self.short(words, 15, room), 15, TEXT)
        gap = px(12) if id_ and words else 0
        place = pygame.Rect(0, 0, name.get_width() + gap + line.get_width() + px(40), px(34))
        place.center = self.rect.center
        look = Plate("#1B2125", "#12171A", team.plain, corner=17.0, line=1.6)
        canvas.blit(plate(theme, place.size, look), place)
        canvas.blit(name, name.get_rect(left=place.left + px(20), centery=place.centery))
        canvas.blit(line, line.get_rect(right=place.right - px(20), centery=place.centery))


class HintBar(Widget):
    """A row of keys and their actions, as many as fit; the last hint has precedence."""

    hints = Visible[tuple[tuple[str, str], ...]]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.hints = ()

    @property
    def shown_hints(self) -> list[tuple[str, str]]:
        """Return the hints that fit."""
        if not self.hints:
            return []
        *first, last = [(insert_key_names(key), does) for key, does in self.hints]
        room = self.rect.width - self.theme.px(12) - self._wide(last)
        if room < 0:
            return []
        kept = list[tuple[str, str]]()
        for hint in first:
            room -= self._wide(hint)
            if room < 0:
                break
            kept.append(hint)
        return [*kept, last]

    def _wide(self, hint: tuple[str, str]) -> int:
        theme, (key, does) = self.theme, hint
        return theme.width(key, 12, "mono") + theme.width(does, 12) + theme.px(30)

    def paint(self, canvas: pygame.Surface) -> None:
        x = self.rect.left + self.theme.px(12)
        for hint in self.shown_hints:
            self._paint_hint(canvas, hint, x)
            x += self._wide(hint)

    def _paint_hint(self, canvas: pygame.Surface, hint: tuple[str, str], x: int) -> None:
        theme, px, y = self.theme, self.theme.px, self.rect.centery
        cap, words = theme.text(hint[0], 12, TEXT, "mono"), theme.text(hint[1], 12, MUTED)
        box = pygame.Rect(x, y - px(9), cap.get_width() + px(8), px(18))
        pygame.draw.rect(canvas, HIGH, box, border_radius=px(4))
        canvas.blit(cap, cap.get_rect(center=box.center))
        canvas.blit(words, words.get_rect(left=box.right + px(6), centery=y))
