"""The scrollable list in which a row is selected."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import accumulate
from typing import ClassVar

import pygame

from game.widgets.scroll import Scroll
from game.widgets.theme import (
    DIM,
    INK,
    MUTED,
    ROW,
    ROW_CHOSEN,
    ROW_LIT,
    TEXT,
    Plate,
    Theme,
    focus_ring,
    plate,
)
from game.widgets.widget import Pixel, Visible, Widget

GAP = 5
LINE, LINES = (36.0, 30.0), (56.0, 44.0)
"""Heights of rows of one line and of two, usual and compact, in units."""
DETAIL_LINE = 15.0
"""Height of a second line of a row's detail, in units."""
PICTURE_EDGE = 12.0
"""Units that a row with a picture is higher than it."""
LEAST_ROWS = 3
HEADING = 26
"""Height of a heading, in units."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list box."""

    id: str
    label: str
    detail: str = ""
    """A second, smaller line."""
    _: KW_ONLY
    note: str = ""
    """A word at the right edge, such as ``"done"``."""
    picture: pygame.Surface | None = None
    """Picture at the left: a token, a thumbnail."""
    pips: tuple[int, int] = (0, 0)
    """Wounds left and wounds at the start, as dots at the right edge."""
    heading: bool = False
    """True for a heading above other rows, which cannot be chosen."""
    faded: bool = False
    reason: str = ""
    """Reason why it cannot be chosen; empty if it can."""
    hint: str = ""


class ListBox(Widget):
    """A list in which a click or the arrows choose a row; a second click or Return opens it.

    The first click on a row that is chosen already does not open it.
    """

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True
    takes_wheel: ClassVar[bool] = True
    state: ClassVar[frozenset[str]] = Widget.state | {
        *("_chosen", "_lit", "clicked", "scroll", "_tops", "_beside", "is_new"),
    }

    rows = Visible[Sequence[ListRow]]()
    chosen = Visible[str]()
    lit = Visible[str]()
    """Id of the row under the mouse."""

    def __init__(
        self,
        rows: Sequence[ListRow] = (),
        *,
        on_choose: Callable[[str], None] = lambda _: None,
        on_open: Callable[[str], None] = lambda _: None,
        row_height: float | None = None,
        is_compact: bool = False,
        has_long_details: bool = False,
        chosen: str | None = None,
        at_once: bool = False,
        picture_size: tuple[float, float] | None = None,
        look: Plate = ROW_CHOSEN,
        scroll: Scroll | None = None,
    ) -> None:
        """Create a list, whose rows are as high as what they hold.

        *chosen*: the chosen row; a list that is described without one keeps its own choice.
        *at_once*: the first click on a row already opens it.
        *row_height*: height of rows that are painted otherwise. *is_compact*: a list beside
        something else. *has_long_details*: details may take two lines. *picture_size*: units
        that are left free for pictures that are still to come; None leaves as much as the
        widest one needs. All words begin at one edge.
        *look*: the plate of the chosen row.
        *scroll*: the position that a list of the same rows had before it was taken away.
        """
        super().__init__()
        self.rows, self.chosen, self.lit = tuple(rows), chosen or "", ""
        self.on_choose, self.on_open = on_choose, on_open
        self.at_once, self.picture_size, self.look = at_once, picture_size, look
        self.has_long_details = has_long_details
        self.row_height = row_height or _row_height(
            self.rows, picture_size, is_compact=is_compact
        ) + (DETAIL_LINE if has_long_details else 0.0)
        self.told = chosen
        """The choice that is described; None if it is the list's own."""
        self.clicked = ""
        """Id of the row that was clicked last; another click opens it while it is chosen."""
        self.scroll = scroll or Scroll()
        self.is_new = not self.scroll.content
        """True until it has its first place, or has taken that of a list before it."""
        self._tops = [0]
        """Top of each row and the end of the last one, in pixels of the content."""
        self._beside = 0
        """Pixels that are left free for pictures."""

    @property
    def tip(self) -> str:
        """Return the reason or the hint of the row under the mouse, else the list's hint."""
        row = self._lit_row
        return (row.reason or row.hint) if row else self.hint

    @property
    def refusal(self) -> str:
        """Return the reason why the row under the mouse cannot be chosen."""
        return self._lit_row.reason if self._lit_row else ""

    @property
    def _lit_row(self) -> ListRow | None:
        return next((row for row in self.rows if row.id == self.lit), None)

    @property
    def part(self) -> str:
        """Return the id of the row under the mouse; empty for none."""
        return self.lit

    @property
    def pitch(self) -> int:
        """Return the pixels from one row to the next."""
        return self.theme.px(self.row_height + GAP)

    def fit(self, theme: Theme) -> None:
        """Take size and place from a theme's scale; the first time the chosen row is seen."""
        super().fit(theme)
        self._measure()
        if self.is_new and self.rect.height:
            self.is_new = False
            if self.told:
                self.show(self.told)

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all rows."""
        headings = sum(row.heading for row in self.rows)
        high = float(headings * (HEADING + GAP))
        high += (len(self.rows) - headings) * (self.row_height + GAP)
        return 240.0, max(self.row_height, high - GAP)

    def least_width(self, theme: Theme) -> float:
        """Return the width that it needs."""
        return 120.0

    def least_height(self, theme: Theme, wanted: float) -> float:
        """Return the height of the rows that are always seen."""
        return min(wanted, LEAST_ROWS * (self.row_height + GAP) - GAP)

    def take(self, new: Widget) -> None:
        """Take over another description; the chosen row of other rows is scrolled into view."""
        assert isinstance(new, ListBox)
        before = self.rows
        super().take(new)
        if new.told is None:
            return
        is_other = [row.id for row in before] != [row.id for row in new.rows]
        if is_other or new.told != self.chosen:
            self.show(new.told)

    def _measure(self) -> None:
        self.scroll.view = self.rect.height
        heading, pitch = self.theme.px(HEADING + GAP), self.pitch
        pitches = [heading if row.heading else pitch for row in self.rows]
        self._tops = [*accumulate(pitches, initial=0)]
        self.scroll.content = self._tops[-1] - self.theme.px(GAP)
        self.scroll.to(self.scroll.offset)
        if self.picture_size:
            self._beside = self.theme.px(self.picture_size[0])
        else:
            pictures = [row.picture.width for row in self.rows if row.picture]
            self._beside = max(pictures, default=0)

    def row_at(self, at: Pixel) -> ListRow | None:
        """Return the row under a pixel of the panel; None if there is none, or a heading."""
        row = self._under(at)
        return None if row is None or row.heading else row

    def _under(self, at: Pixel) -> ListRow | None:
        if not self.rect.collidepoint(at):
            return None
        self._measure()
        number = bisect_right(self._tops, at[1] - self.rect.top + self.scroll.offset) - 1
        return self.rows[number] if number < len(self.rows) else None

    def in_sight(self) -> list[ListRow]:
        """Return the rows that are visible."""
        self._measure()
        first = max(0, bisect_right(self._tops, self.scroll.offset) - 1)
        end = bisect_right(self._tops, self.scroll.offset + self.scroll.view - 1)
        return [*self.rows[first:end]]

    def choose(self, id_: str) -> None:
        """Choose a row by id, scroll it into view and call back, if it can be chosen."""
        row = next(r for r in self.rows if r.id == id_)
        if row.reason:
            return
        self.chosen = id_
        self._reveal(self.rows.index(row))
        self.on_choose(id_)

    def show(self, id_: str) -> None:
        """Choose a row without calling back, and scroll it into view."""
        self.chosen = id_
        number = next((n for n, row in enumerate(self.rows) if row.id == id_), None)
        if number is not None:
            self._reveal(number)

    def _reveal(self, number: int) -> None:
        self._measure()
        # The heading of the first row of a group becomes visible with it.
        first = number - 1 if number and self.rows[number - 1].heading else number
        self.scroll.show(self._tops[first], self._tops[number + 1])

    def point(self, at: Pixel) -> None:
        """Highlight the row at a pixel of the panel; none if there is none."""
        row = self._under(at)
        self.lit = row.id if row else ""

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Handle a click or the wheel; return whether the event was used."""
        row = self.row_at(at)
        if event.type == pygame.MOUSEMOTION:
            self.point(at)
        elif event.type == pygame.MOUSEWHEEL and self.hovered:
            moved = self.scroll.wheel(event, self.pitch // 2)
            self.dirty |= moved
            return moved
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and row:
            again = row.id == self.chosen == self.clicked
            if not row.reason:
                self.clicked = row.id
            if (again or self.at_once) and not row.reason:
                self.on_open(row.id)
            else:
                self.choose(row.id)
            return True
        return False

    def take_key(self, event: pygame.Event) -> bool:
        """Choose, open or scroll by a key; return whether the event was used."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in {pygame.K_UP, pygame.K_DOWN}:
            self._step(-1 if event.key == pygame.K_UP else 1)
            return True
        if event.key in {pygame.K_RETURN, pygame.K_KP_ENTER} and self.chosen:
            self.on_open(self.chosen)
            return True
        self.dirty = True
        return self.scroll.key(event, self.pitch)

    def _step(self, step: int) -> None:
        ids = [row.id for row in self.rows if not (row.reason or row.heading)]
        if self.chosen in ids:
            self.choose(ids[min(len(ids) - 1, max(0, ids.index(self.chosen) + step))])
        elif ids:
            self.choose(ids[0])

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the visible rows and the scroll bar."""
        self._measure()
        wide = self.rect.width - (self.theme.px(10) if self.scroll.most else 0)
        first = max(0, bisect_right(self._tops, self.scroll.offset) - 1)
        for number in range(first, len(self.rows)):
            row, top = self.rows[number], self._tops[number] - self.scroll.offset
            if top > self.rect.height:
                break
            high = self.theme.px(HEADING if row.heading else self.row_height)
            place = pygame.Rect(self.rect.left, self.rect.top + top, wide, high)
            if row.heading:
                edge = self.theme.px(6)  # clear of the ring of the focus
                room = place.width - 2 * edge
                label = self.short(row.label.upper(), 14, room, "heading", row.id)
                words = self.theme.text(label, 14, MUTED, "heading")
                place.left += edge
                canvas.blit(words, words.get_rect(bottomleft=place.bottomleft))
            else:
                self.paint_row(canvas, row, place)
        self.scroll.paint(canvas, self.rect, self.theme)
        if self.focused:
            focus_ring(self.theme, canvas, self._ring(wide))

    def _ring(self, wide: int) -> pygame.Rect:
        """Return the place of the focus ring: that of the chosen row if all of it is visible.

        Around the whole list it would lie over the edges of the rows.
        """
        for number, row in enumerate(self.rows):
            if row.id == self.chosen and not row.heading:
                top = self.rect.top + self._tops[number] - self.scroll.offset
                place = pygame.Rect(self.rect.left, top, wide, self.theme.px(self.row_height))
                if self.rect.contains(place):
                    return place
        return self.rect

    def paint_row(self, canvas: pygame.Surface, row: ListRow, place: pygame.Rect) -> None:
        """Draw one row at a place in pixels of the panel."""
        px = self.theme.px
        chosen = row.id == self.chosen
        look = self.look if chosen else ROW_LIT if row.id == self.lit else ROW
        canvas.blit(plate(self.theme, place.size, look), place)
        if row.picture and not row.label:
            self._paint_compact(canvas, row, row.picture, place)
            return
        room = self._beside
        x = place.left + (px(6) + room + px(7) if room else px(12))
        below = self._is_noted_below(row, place.right - px(10) - x)
        if row.picture:
            middle = place.left + px(6) + room // 2, place.centery
            canvas.blit(row.picture, row.picture.get_rect(center=middle))
        self._paint_words(canvas, row, x, place, below=below)
        self._paint_right(canvas, row, place, chosen=chosen, below=below)

    def _paint_compact(
        self, canvas: pygame.Surface, row: ListRow, picture: pygame.Surface, place: pygame.Rect
    ) -> None:
        """Draw a row without words: its picture, and its note in the corner."""
        px = self.theme.px
        spot = picture.get_rect(centerx=place.centerx, centery=place.centery - px(3))
        canvas.blit(picture, spot)
        note = self.theme.text(row.note, 12, DIM if row.faded else TEXT, "strong")
        plaque = note.get_rect().inflate(px(6), px(1))
        plaque.bottomright = place.right - px(1), place.bottom - px(1)
        pygame.draw.rect(canvas, INK, plaque, border_radius=px(4))
        canvas.blit(note, note.get_rect(center=plaque.center))

    def _paint_words(
        self, canvas: pygame.Surface, row: ListRow, x: int, place: pygame.Rect, *, below: bool
    ) -> None:
        theme, px, faded = self.theme, self.theme.px, row.faded or bool(row.reason)
        room = place.right - px(10) - x
        upper, lower = self._taken(row, below=below)
        words = self.short(row.label, 14, room - upper, "strong", row.id)
        label = theme.text(words, 14, MUTED if faded else TEXT, "strong")
        lines = self._detail_lines(row.detail, room - lower)
        up = px(DETAIL_LINE) * (len(lines) - 1) // 2 if lines else 0
        lift = px(9) if row.detail or (below and not row.pips[1]) else 0
        canvas.blit(label, label.get_rect(left=x, centery=place.centery - lift - up))
        for n, line in enumerate(lines):
            words = self.short(line, 12, room - lower, part=row.id)
            detail = theme.text(words, 12, DIM if faded else MUTED)
            middle = place.centery + px(10) - up + n * px(DETAIL_LINE)
            canvas.blit(detail, detail.get_rect(left=x, centery=middle))

    def _detail_lines(self, detail: str, room: int) -> list[str]:
        """Return the lines of a row's detail, at most two; the last may still be too long."""
        if not (self.has_long_details and self.theme.width(detail, 12) > room):
            return [detail] if detail else []
        words = detail.split(" ")
        ends = range(1, len(words))
        fitting = [n for n in ends if self.theme.width(" ".join(words[:n]), 12) <= room]
        first = max(fitting, default=1)
        return [" ".join(words[:first]), " ".join(words[first:])]

    def _is_noted_below(self, row: ListRow, room: int) -> bool:
        """Return whether a row's note is on its second line, to leave room for the name."""
        if not row.note or row.detail or row.pips[1]:
            return bool(row.note)
        name = self.theme.width(row.label, 14, "strong")
        return self.row_height > LINE[False] and name > room - self._note_width(row)

    def _note_width(self, row: ListRow) -> int:
        theme = self.theme
        return theme.width(row.note.upper(), 13, "heading") + theme.px(8) if row.note else 0

    def _taken(self, row: ListRow, *, below: bool) -> tuple[int, int]:
        """Return the pixels that pips and note take at the right, above and below."""
        px = self.theme.px
        pips = px(12) * row.pips[1] + px(4) if row.pips[1] else 0
        note = self._note_width(row)
        return (pips, note) if below else (max(pips, note),) * 2

    def _paint_right(
        self,
        canvas: pygame.Surface,
        row: ListRow,
        place: pygame.Rect,
        *,
        chosen: bool,
        below: bool,
    ) -> None:
        px = self.theme.px
        right = place.right - px(10)
        if row.note:
            note = self.theme.text(row.note.upper(), 13, TEXT if chosen else DIM, "heading")
            drop = px(10) if below else 0
            canvas.blit(note, note.get_rect(right=right, centery=place.centery + drop))
        lift = px(9) if below else 0
        paint_pips(canvas, row.pips, (right, place.centery - lift), self.theme)


def _row_height(
    rows: Sequence[ListRow], picture: tuple[float, float] | None, *, is_compact: bool
) -> float:
    """Return the height of all rows, which holds what any of them holds."""
    lines = LINES if any(row.detail for row in rows) else LINE
    return max(lines[is_compact], picture[1] + PICTURE_EDGE if picture else 0.0)


def paint_pips(
    canvas: pygame.Surface, pips: tuple[int, int], right: Pixel, theme: Theme
) -> None:
    """Draw wounds as dots that end at a point; lost ones are hollow."""
    left, most = pips
    radius, pitch = theme.px(4), theme.px(12)
    for n in range(most):
        middle = right[0] - radius - (most - 1 - n) * pitch, right[1]
        if n < left:
            pygame.draw.aacircle(canvas, "#E5604D", middle, radius)
        else:
            pygame.draw.aacircle(canvas, "#4A545B", middle, radius, 1)
