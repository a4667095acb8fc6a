"""The surround of a board that is shown to spectators: a bar, a caption."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.screens.battle.header import ScoreDisplay, StatusItem, TurnEdge, TurnTitle
from game.screens.battle.phase_bar import PhaseBar
from game.screens.battle.window_additions import Status
from game.screens.show.show_stakes import Stakes, StakesStrip
from game.shown.event_captions import EventCaption
from game.shown.turn_header import OVER, TurnHeader
from game.view.colours import TEAMS
from game.widgets.cells import LayoutCell, column, row, sized
from game.widgets.layout import natural_width
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, CONTROL, EDGE, GAP, LARGE, LEAD_TEXT, SMALL_TEXT, TIGHT
from game.widgets.text_view import Label
from game.widgets.theme import BAR, INK, TEXT, Theme

STAKES = 26
"""Height in units of the line with the goals and the chances."""
DESIGNED = (1200, 675)
"""Size of a window, in units of the bar and the caption, that they are designed for."""
CAPTION_SIZES = tuple(range(34, 12, -4))
"""Sizes of letters in units; the first is used at which the caption fits in one line."""
LEAST_SCALE = 0.68
"""Pixels of a unit below which the words of the bar are illegible."""


class BarForm(NamedTuple):
    """A form of the bar: the less room, the shorter."""

    unit_size: float | None
    """Size of the letters for what the score counts; None if that is left out."""
    is_short: bool = False
    """True if the title is short; that of a turn of both sides is its number then."""
    cuts_phases: bool = False
    """True if the names of the phases may be cut, but for the current one."""


FORMS = (
    BarForm(LEAD_TEXT),
    BarForm(SMALL_TEXT),
    BarForm(SMALL_TEXT, is_short=True),
    BarForm(SMALL_TEXT, is_short=True, cuts_phases=True),
    BarForm(None, is_short=True, cuts_phases=True),
)
"""The forms of the bar; the first one that fits is used."""


def show_scale(size: tuple[float, float]) -> float:
    """Return the pixels of a unit of bar and caption in a window; larger than elsewhere."""
    return max(LEAST_SCALE, min(size[0] / DESIGNED[0], size[1] / DESIGNED[1]))


class ShownCaption(NamedTuple):
    """Words for spectators, and the side that acts."""

    text: str
    team: int | None = None

    @classmethod
    def of(cls, caption: EventCaption | None, title: str) -> ShownCaption:
        """Return a caption of events; before the first one, the title."""
        return cls(caption.text, caption.team) if caption else cls(title)


class CaptionStrip:
    """One line of large letters, with a stripe in the colour of the side that acts."""

    def __init__(self, theme: Theme, rect: pygame.Rect) -> None:
        self.theme, self.rect = theme, rect

    def size_for(self, text: str) -> float:
        """Return the largest size of letters at which a text fits."""
        room = self.rect.width - 2 * self.theme.px(GAP + EDGE)
        fitting = (n for n in CAPTION_SIZES if self.theme.width(text, n, "title") <= room)
        return next(fitting, CAPTION_SIZES[-1])

    def draw(self, canvas: pygame.Surface, caption: ShownCaption) -> None:
        theme, rect = self.theme, self.rect
        canvas.fill(INK, rect)
        ink = TEXT
        if caption.team is not None:
            team = TEAMS[caption.team]
            ink, wide = team.light, theme.px(GAP)
            dash = theme.px(GAP) if caption.team else rect.height
            for top in range(rect.top, rect.bottom, dash + dash // 2):
                high = min(dash, rect.bottom - top)
                canvas.fill(team.plain, (rect.left, top, wide, high))
                canvas.fill(team.plain, (rect.right - wide, top, wide, high))
        words = theme.text(caption.text, self.size_for(caption.text), ink, "title")
        canvas.set_clip(rect)
        canvas.blit(words, words.get_rect(center=rect.center))
        canvas.set_clip(None)


class ShowSurround:
    """Sides with score, turn, phase and goals above the board, and one caption below it."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.theme = theme = Theme(show_scale(size))
        bar, low = theme.px(CONTROL + TIGHT), theme.px(LARGE)
        top = bar + theme.px(STAKES)
        self.board = pygame.Rect(0, top, size[0], max(1, size[1] - top - low))
        """The place of the board, in pixels."""
        units = theme.units(size[0]) + 1.0
        self._bar = Panel(theme, (0.0, 0.0, units, CONTROL + TIGHT), BAR)
        strip = pygame.Rect(0, self.board.bottom, size[0], size[1] - self.board.bottom)
        self.strip = CaptionStrip(theme, strip)
        self.goals = StakesStrip(theme, pygame.Rect(0, bar, size[0], top - bar))
        self._header: object = None
        self._drawn: object = None

    def spoil(self) -> None:
        """Draw all of it in the next frame."""
        self._drawn = None

    def draw(
        self,
        canvas: pygame.Surface,
        header: TurnHeader,
        caption: ShownCaption,
        stakes: Stakes,
    ) -> list[pygame.Rect]:
        """Draw the bar, the goals and the caption if they changed; return what was drawn."""
        if self._drawn == (header, caption, stakes):
            return []
        self._drawn = header, caption, stakes
        if self._header != (header, stakes.statuses):
            self._header = header, stakes.statuses
            self._describe(header, stakes.statuses)
        self._bar.draw(canvas)
        self.goals.draw(canvas, stakes)
        self.strip.draw(canvas, caption)
        return [self._bar.rect, self.goals.rect, self.strip.rect]

    def _describe(self, header: TurnHeader, statuses: Sequence[Status]) -> None:
        phases = PhaseBar(header.marks)
        spare = phases.natural(self.theme)[0] - phases.least_width(self.theme)
        lines = [(form.cuts_phases, _line(header, statuses, form)) for form in FORMS]
        room = self._bar.box[2]
        fitting = (
            line
            for cuts, line in lines
            if natural_width(self.theme, line) - spare * cuts <= room
        )
        line = next(fitting, lines[-1][1])
        edge = sized(TurnEdge(header.team), height=TIGHT)
        self._bar.show(column(sized(line, grow=1), edge, gap=0))


def _line(header: TurnHeader, statuses: Sequence[Status], form: BarForm) -> LayoutCell:
    """Describe the bar."""
    size = form.unit_size
    unit = Label(header.unit, size=size, colour=TEXT) if size else None
    who, turn, team = header.who, header.turn, header.team
    if form.is_short and turn and team is None and who != OVER:
        who, turn = turn, ""
    return row(
        TurnTitle(who, turn, team, is_short=form.is_short),
        sized(PhaseBar(header.marks), grow=1),
        *(StatusItem(status, lambda: None) for status in statuses),
        ScoreDisplay(header.standings, "", lambda: None),
        unit,
        gap=CLOSE,
        pad=(EDGE, 0),
    )
