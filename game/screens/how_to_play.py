"""The how-to-play page of a scenario, and its pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import pairwise

import pygame

from game.content.learning import HowToPage, Picture, load_page
from game.content.scenarios import load_scenario
from game.geometry.points import Disc, Point
from game.rules.situation_setup import set_up
from game.screens.battle.dialogs import marked
from game.screens.menu_screen import MenuScreen, PictureQueue
from game.screens.screen import Change
from game.table.state import Table
from game.view.overlays import (
    BaseOutline,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    Trail,
)
from game.view.scene import Scene
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import DIM, TEXT, WELL, Box, Theme
from game.widgets.widget import Panel, Visible, Widget

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
    canvas = pygame.Surface(window.size).convert()
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
