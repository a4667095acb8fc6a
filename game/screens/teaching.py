"""Teaching: how-to-play pages with pictures, and the teacher of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Protocol

import pygame

from game.content.how_to_pages import HowToPage, Picture, load_page
from game.content.lessons import Lesson, LessonStep, StepCondition
from game.content.rulebook import clause
from game.content.scenarios import load_scenario
from game.content.settings import Action
from game.geometry.points import Disc, Point
from game.rules.situation_setup import set_up
from game.screens.battle.clause_dialog import marked
from game.screens.menu_screen import MenuScreen
from game.screens.picture_queue import PictureQueue
from game.screens.screen import Change
from game.table.state import Table
from game.view.overlays import BaseOutline, Overlay, OverlayLine, OverlayTone, RangeRing, Trail
from game.view.scene import Scene
from game.widgets.button import Button, Style
from game.widgets.key_bindings import insert_key_names, key_for
from game.widgets.panel_stack import Dialog, Reply
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import LEADING, Label, Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT, URGENT, WELL, Box, Theme
from game.widgets.widget import Panel, Visible, Widget

MAX_CARD_HEIGHT = 372.0
"""Maximum height in units, enough for the longest card."""
SHARE = 0.56
"""Maximum share of a low column's height; longer text is scrolled."""
TITLE_TOP, TITLE_SIZE = 28.0, 20.0
EDGE, FOOT = 14.0, 54.0


class LessonCard:
    """The panel with the instruction of a step, and buttons to go on and to leave."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_next: Callable[[], None],
        on_leave: Callable[[], None],
        on_clause: Callable[[str], None],
    ) -> None:
        _, _, wide, self._high = box
        self._inner = wide - 2 * EDGE
        self.panel = Panel(theme, box, URGENT)
        self.step = self.panel.add(Label((EDGE, 8, self._inner, 20), "", size=12, colour=MUTED))
        title: Box = (EDGE, TITLE_TOP, self._inner, 26)
        self.title = self.panel.add(Paragraph(title, "", size=TITLE_SIZE))
        self.text = self.panel.add(Log((EDGE, 58, wide - 16, 40), on_clause, indent=0))
        half, top = (self._inner - 8) / 2, self._high - 46
        next_ = Button(
            (EDGE, top, half + 14, 36), "Next", on_next, shortcut=key_for(Action.CARD)
        )
        self.next = self.panel.add(next_)
        leave = (EDGE + half + 22, top, half - 14, 36)
        self.panel.add(Button(leave, "Leave", on_leave, style=Style.GHOST))

    def show(self, card: LessonStep, number: int, many: int, **words: str) -> None:
        """Show a step; *number* counts from 1. *words* are put into its text by their names."""
        waits = card.until is not StepCondition.READ
        self.step.text = f"STEP {number} OF {many}"
        title = TextSpan(card.title, AMBER, face="title")
        self.title.spans = (title,)
        theme = self.panel.theme
        lines = TextStyle(theme, TITLE_SIZE).wrap((title,), theme.px(self._inner))
        high = len(lines) * round(TITLE_SIZE * LEADING)
        self._place(self.title, TITLE_TOP, high)
        top = TITLE_TOP + high + 4
        self._place(self.text, top, self._high - top - FOOT)
        entries = [LogEntry((TextSpan(insert_key_names(card.text, **words), TEXT),))]
        if card.clause:
            why = clause(card.clause)
            cited = TextSpan(f"{why.id} {why.title}", AMBER, why.id)
            entries.append(LogEntry((TextSpan("Why: ", MUTED), cited)))
        self.text.show(entries)
        self.text.lay_out()
        self.text.scroll.to(0)
        self.next.label = "Finish" if number == many else "Skip" if waits else "Next"
        self.next.style = Style.PLAIN if waits else Style.PRIMARY

    def _place(self, widget: Widget, top: float, high: float) -> None:
        left, _, wide, _ = widget.box
        widget.box = left, top, wide, high
        widget.fit(self.panel.theme)
        self.panel.dirty = True


class Learner(Protocol):
    """A screen that shows a lesson."""

    @property
    def zoomed(self) -> bool:
        """Return whether less than the whole table is in view."""
        ...

    @property
    def can_redo(self) -> bool: ...

    def is_done(self, step: LessonStep) -> bool:
        """Return whether the condition of a step is met, if it is one of this screen only."""
        ...

    def begin_step(self) -> None:
        """Remember what conditions are compared with."""

    def finish(self) -> None:
        """End the lesson after its last step."""


class Teacher:
    """Shows the steps of a lesson one after the other, each until it is done."""

    card: LessonCard

    def __init__(self, lesson: Lesson, learner: Learner, **words: str) -> None:
        """*words*: put into the texts by their names, as keys are."""
        self.lesson, self.learner, self.words = lesson, learner, words
        self.number = 0
        """Index of the current step, from 0."""
        self._half = False
        """True if the first half of a step in two halves is done."""
        self._begun = False

    @property
    def step(self) -> LessonStep:
        return self.lesson.cards[self.number]

    @property
    def is_last(self) -> bool:
        return self.number + 1 == len(self.lesson.cards)

    def show(self) -> None:
        """Show the current step from its beginning."""
        self._half = self._begun = False
        self.card.show(self.step, self.number + 1, len(self.lesson.cards), **self.words)

    def next(self) -> None:
        """Show the next step; after the last one, end the lesson."""
        if self.is_last:
            self.learner.finish()
        else:
            self.number += 1
            self.show()

    def to_last(self) -> None:
        """Show the last step."""
        self.number = len(self.lesson.cards) - 1
        self.show()

    def teach(self, is_past: Callable[[LessonStep], bool] = lambda _: False) -> None:
        """Go on past all steps that are done, or too late by *is_past*."""
        while not self.is_last:
            if not self._begun:
                self._begun = True
                self.learner.begin_step()
            if not (is_past(self.step) or self._is_done()):
                return
            self.next()

    def frame(
        self, canvas: pygame.Surface, panels: Mapping[str, Panel]
    ) -> Iterator[pygame.Rect]:
        """Draw a frame around the panel that the step is about, if it is about one."""
        if about := panels.get(self.step.part):
            theme = about.theme
            radius = theme.px(6)
            yield pygame.draw.rect(canvas, GLOW, about.rect, theme.px(3), border_radius=radius)

    def _is_done(self) -> bool:
        match self.step.until:
            case StepCondition.READ:
                return False
            case StepCondition.LOOKED:
                return self._was(now=self.learner.zoomed)
            case StepCondition.TAKEN_BACK:
                return self._was(now=self.learner.can_redo)
            case _:
                return self.learner.is_done(self.step)

    def _was(self, *, now: bool) -> bool:
        """Return whether something was so during this step, and is no longer."""
        self._half = self._half or now
        return self._half and not now


def end_of(lesson: Lesson, theme: Theme, replies: Sequence[Reply]) -> Dialog:
    """Return the dialog at the end of a lesson."""
    return Dialog(theme, f"{lesson.title}: done", GOES_ON, replies, width=560)


GOES_ON = "Go on with another lesson, or with a full battle against a bot or a friend."


MARGIN, GAP = 24.0, 14.0
WIDE, HIGH = 1360.0, 860.0
TEXT_HIGH = 92.0
ACROSS = 3


class RenderedPicture(Widget):
    """A picture, or a placeholder until it is ready."""

    picture = Visible[pygame.Surface | None]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.picture = None

    def paint(self, canvas: pygame.Surface) -> None:
        if self.picture is None:
            words = self.theme.text("Drawing…", 13, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(self.picture, self.picture.get_rect(center=self.rect.center))


class HowToScreen(MenuScreen):
    """A how-to-play page; its pictures are drawn in the background, in order."""

    def __init__(self, scenario: str) -> None:
        """Load the page; raise UnusableFile if there is none."""
        self.page: HowToPage = load_page(scenario)
        self.title = load_scenario(scenario).title

    def lay_out(self) -> None:
        wide, high = self.frame.units
        w, h = min(WIDE, wide - 2 * GAP), min(HIGH, high - 2 * GAP)
        title = f"HOW TO PLAY: {self.title.upper()}"
        panel = self.new_card(w, h, title, (MARGIN, 12, w - 240, 38))
        back = self.add_back((w - MARGIN - 150, 14, 150, 38))
        lead = tuple(marked(self.page.lead))
        panel.add(Paragraph((MARGIN, 56, w - 2 * MARGIN, 42), lead, size=14))
        self._add_passages(panel, (MARGIN, 102, w - 2 * MARGIN, h - 102 - 12))
        self.stack.focus.to(back)

    def _add_passages(self, panel: Panel, box: Box) -> None:
        left, top, wide, high = box
        across = min(ACROSS, len(self.page.passages))
        down = -(-len(self.page.passages) // across)
        w, h = (wide - (across - 1) * GAP) / across, (high - (down - 1) * GAP) / down
        self.drawn: list[RenderedPicture] = []
        for n, passage in enumerate(self.page.passages):
            x, y = left + n % across * (w + GAP), top + n // across * (h + GAP)
            room = h - TEXT_HIGH - 28
            panel.inlay((x, y, w, room), WELL)
            self.drawn.append(panel.add(RenderedPicture((x + 4, y + 4, w - 8, room - 8))))
            name = f"{n + 1}  {passage.title.upper()}"
            title = Label((x + 4, y + room + 2, w - 4, 24), name, size=18, face="title")
            title.colour = TEXT
            panel.add(title)
            place = (x + 4, y + room + 26, w + 6, TEXT_HIGH)
            text = panel.add(Log(place, self.open_clause, indent=0))
            text.append(LogEntry(tuple(marked(passage.text))))
            text.lay_out()
            text.scroll.to(0)
        self.pictures = PictureQueue[int]()

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        scale = self.frame.theme.scale
        wanted = (
            (n, partial(illustration, passage.picture, widget.rect.size, scale))
            for n, (passage, widget) in enumerate(
                zip(self.page.passages, self.drawn, strict=True)
            )
        )
        if self.pictures.draw_next(wanted):
            for n, picture in self.pictures.kept.items():
                self.drawn[n].picture = picture
        return None


BASE = 0.5
"""Radius of the base drawn at the end of a path, in inches."""
TWICE = 2
"""Factor by which pictures are drawn larger before they are scaled to size."""


def picture_of(
    table: Table,
    parts: Collection[str],
    size: tuple[int, int],
    overlays: Iterable[Overlay] = (),
    scale: float = 1.0,
) -> pygame.Surface:
    """Return a picture of a table, within a size in pixels; *parts* are those of its rules.

    It uses a theme of its own, so that it can be drawn in a background thread.
    """
    wide, high = table.board.width, table.board.height
    fit = min(size[0] / wide, size[1] / high)
    ppi = max(4, round(fit * TWICE))
    window = pygame.Rect(0, 0, round((wide + 1) * ppi), round((high + 1) * ppi))
    scene = Scene(table, Theme(scale * TWICE), window, parts)
    scene.prepare()
    canvas = pygame.Surface(window.size)
    scene.draw(canvas, (), overlays)
    whole = canvas.subsurface(scene.camera.board.clip(window))
    small = max(1, round(wide * fit)), max(1, round(high * fit))
    return pygame.transform.smoothscale(whole, small)


def illustration(picture: Picture, size: tuple[int, int], scale: float) -> pygame.Surface:
    """Return a picture of a page; raise UnusableFile if its situation cannot be opened."""
    rules, table = set_up(picture.opened)
    return picture_of(table, rules.parts, size, [*_draw_page_picture(picture)], scale)


def _draw_page_picture(picture: Picture) -> Iterator[Overlay]:
    for ring in picture.circles:
        yield RangeRing(Point(*ring.at), ring.radius, OverlayTone.CHOSEN, f'{ring.radius:g}"')
    for line in picture.lines:
        yield OverlayLine(
            Point(*line.start), Point(*line.end), OverlayTone.GOOD, words=line.words
        )
    for path in picture.paths:
        yield Trail(tuple(Point(*at) for at in path), BASE, 6.0)
    for route in picture.ways:
        for a, b in pairwise(Point(*at) for at in route):
            yield OverlayLine(a, b, OverlayTone.PLANNED)
        yield BaseOutline((Disc(Point(*route[-1]), BASE),), OverlayTone.PLAIN)
