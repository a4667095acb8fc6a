"""A map printed over several pages at table scale, as a PDF."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, floor
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from game.content.pdf_pages import PdfPages
from game.content.safe_writing import write_bytes
from game.view.board.painter import RESOLUTIONS, MapPrint, StoppedError, size_fault
from game.view.style import DrawingTheme
from game.view.surface_arrays import surfarray

MARGIN: Final = 0.45
"""Inches of a page that stay free on each side, for the printer and the cutting marks."""
MARK, MARK_GAP = 0.25, 0.05
"""Length of a cutting mark, and its distance from the corner of the map, in inches."""
LABEL, LABEL_UNITS = 0.12, 40.0
"""Height of the words below the map in inches, and in units as they are drawn first."""
INK = "#404040"
MAX_PAGES = 400


class Paper(NamedTuple):
    """A size of paper, upright, in inches."""

    name: str
    width: float
    height: float


PAPERS: Final = {
    "a4": Paper("A4", 8.27, 11.69),
    "a3": Paper("A3", 11.69, 16.54),
    "letter": Paper("US letter", 8.5, 11.0),
}
"""Sizes of paper by the words for them on the command line."""


class PagePlan(NamedTuple):
    """The pages of a map: whole inches on each, with as few pages as possible."""

    paper: Paper
    """The paper as it is turned."""
    across: int
    """Inches of the map on a page, from left to right."""
    down: int
    columns: int
    rows: int

    @property
    def pages(self) -> int:
        return self.columns * self.rows

    def area(self, page: int, width: int, height: int) -> tuple[int, int, int, int]:
        """Return the part of a map on a page, by its number from 0."""
        row, column = divmod(page, self.columns)
        left, top = column * self.across, row * self.down
        return left, top, min(left + self.across, width), min(top + self.down, height)

    def label(self, page: int) -> str:
        """Return the name of a page, by its number from 0: its row and column."""
        row, column = divmod(page, self.columns)
        return f"Row {row + 1} of {self.rows}, column {column + 1} of {self.columns}"


def page_plan(width: int, height: int, paper: Paper) -> PagePlan:
    """Return the pages for a map of that size, on upright paper or across."""
    turned = paper._replace(width=paper.height, height=paper.width)
    plans = [_plan(width, height, one) for one in (paper, turned)]
    return min(plans, key=lambda plan: plan.pages)


def page_fault(width: int, height: int, paper: Paper, ppi: int) -> str:
    """Return the reason why a map cannot be printed over pages; empty if it can."""
    if ppi not in RESOLUTIONS:
        return size_fault(width, height, ppi)
    pages = page_plan(width, height, paper).pages
    return f"{pages} pages are more than {MAX_PAGES}" if pages > MAX_PAGES else ""


def _plan(width: int, height: int, paper: Paper) -> PagePlan:
    across, down = floor(paper.width - 2 * MARGIN), floor(paper.height - 2 * MARGIN)
    return PagePlan(paper, across, down, ceil(width / across), ceil(height / down))


@dataclass(slots=True)
class PagePrint:
    """The pages of a map, to be painted by ``write`` in a thread.

    *done* grows to 1 meanwhile. Setting *stopped* cancels the painting.
    """

    drawn: MapPrint
    paper: Paper
    look: DrawingTheme
    done: float = 0.0
    stopped: bool = False
    plan: PagePlan = field(init=False)
    _labels: list[pygame.Surface] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        mapfile = self.drawn.mapfile
        self.plan = page_plan(mapfile.width, mapfile.height, self.paper)
        before = f"{mapfile.board.title} · " if mapfile.board.title else ""
        # Drawn now: fonts are not for other threads.
        self._labels = [
            self.look.text(before + self.plan.label(n), LABEL_UNITS, INK)
            for n in range(self.plan.pages)
        ]

    def write(self, path: Path) -> None:
        """Paint the pages into a PDF.

        Raise UnusableFile if it cannot be written, StoppedError if it was stopped; the file
        remains unchanged then.
        """
        pdf = PdfPages(self.drawn.settings.ppi)
        for n in range(self.plan.pages):
            if self.stopped:
                raise StoppedError
            page = self.page(n)
            pdf.add(pygame.image.tobytes(page, "RGB"), page.get_size())
            self.done = (n + 1) / self.plan.pages
        write_bytes(path, pdf.data())

    def page(self, n: int) -> pygame.Surface:
        """Return a page by its number from 0."""
        mapfile, ppi, paper = self.drawn.mapfile, self.drawn.settings.ppi, self.plan.paper
        area = self.plan.area(n, mapfile.width, mapfile.height)
        page = pygame.Surface((round(paper.width * ppi), round(paper.height * ppi)))
        page.fill("#FFFFFF")
        size = (area[2] - area[0]) * ppi, (area[3] - area[1]) * ppi
        full = self.plan.across * ppi, self.plan.down * ppi
        table = pygame.Rect((page.width - full[0]) // 2, (page.height - full[1]) // 2, *size)
        _mark(page, table, ppi)
        self._write_label(page, table, self._labels[n])
        pixels = self.drawn.area(*area).swapaxes(0, 1)
        surfarray.blit_array(page.subsurface(table), pixels)
        return page

    def _write_label(
        self, page: pygame.Surface, table: pygame.Rect, label: pygame.Surface
    ) -> None:
        high = max(1, round(LABEL * self.drawn.settings.ppi))
        size = max(1, round(label.width * high / max(1, label.height))), high
        words = pygame.transform.smoothscale(label, size) if label.width else label
        top = table.bottom + round(MARK_GAP * self.drawn.settings.ppi)
        page.blit(words, words.get_rect(midtop=(table.centerx, top)))


def _mark(page: pygame.Surface, table: pygame.Rect, ppi: int) -> None:
    """Draw the marks at the corners along which the map is cut out."""
    thick, long, gap = max(1, ppi // 100), round(MARK * ppi), round(MARK_GAP * ppi)
    for x, outward in ((table.left, -1), (table.right, 1)):
        for y, downward in ((table.top, -1), (table.bottom, 1)):
            for dx, dy in ((outward, 0), (0, downward)):
                ends = [(x + dx * far, y + dy * far) for far in (gap, gap + long)]
                pygame.draw.line(page, INK, ends[0], ends[1], thick)
