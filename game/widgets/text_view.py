"""Labels, headings and paragraphs, and a scrollable log with links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, TypeAlias

import pygame

from game.content.palettes import Colour
from game.widgets.list_box import Scroll
from game.widgets.text_layout import Line, Shortened, TextPiece, TextSpan, TextStyle, shortened
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, RULE, TEXT, Box, Face, Theme, focus_ring
from game.widgets.widget import Pixel, Visible, Widget

LEADING = 1.45
"""Line height of a paragraph, as a multiple of the font size."""
SPARE = 0.25
"""Share of a paragraph's last line that may lie below its box: it holds no letters."""

Align: TypeAlias = Literal["left", "centre", "right"]


class Label(Widget):
    """One line of text, vertically centred in its box."""

    text = Visible[str]()
    colour = Visible[Colour]()

    def __init__(
        self,
        box: Box,
        text: str,
        *,
        size: float = 14,
        colour: Colour = TEXT,
        face: Face = "body",
        align: Align = "left",
        hint: str = "",
    ) -> None:
        super().__init__(box, hint)
        self.text, self.colour = text, colour
        self.size, self.face, self.align = size, face, align

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text, aligned in the box; its tooltip shows what does not fit."""
        shown = self.short(self.text, self.size, self.rect.width, self.face)
        words = self.theme.text(shown, self.size, self.colour, self.face)
        place = words.get_rect(centery=self.rect.centery, left=self.rect.left)
        if self.align == "centre":
            place.centerx = self.rect.centerx
        elif self.align == "right":
            place.right = self.rect.right
        canvas.blit(words, place)


def heading(box: Box, text: str, *, align: Align = "left") -> Label:
    """Return the heading of a part of a panel, in small capitals."""
    return Label(box, text.upper(), size=17, colour=MUTED, face="title", align=align)


class Paragraph(Widget):
    """Wrapped text of several colours; its tooltip shows what does not fit into its box."""

    spans = Visible[Sequence[TextSpan]]()

    def __init__(
        self, box: Box, spans: str | Sequence[TextSpan], *, size: float = 13, hint: str = ""
    ) -> None:
        super().__init__(box, hint)
        self.spans = (TextSpan(spans),) if isinstance(spans, str) else tuple(spans)
        self.size = size

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text, wrapped to the width of the box."""
        script = TextStyle(self.theme, self.size, round(self.size * LEADING))
        lines = script.wrap(self.spans, self.rect.width)
        room = max(1, int(self.rect.height / script.high + SPARE))
        if len(lines) > room:
            self.cut.setdefault("", []).append(self.text)
            lines = [*lines[: room - 1], self._cut_off(lines[room - 1])]
        script.paint(canvas, lines, self.rect.topleft)

    @property
    def text(self) -> str:
        """Return its text without colours."""
        return "".join([span.text for span in self.spans])

    def _cut_off(self, line: Line) -> Line:
        """Return the last line that fits, with an ellipsis at its end."""
        if not line:
            return line
        x, _, span = line[-1]
        room, words = self.rect.width - x, f"{span.text.rstrip()}…"
        text = Shortened(shortened(self.theme, words, self.size, room, span.face))
        text.whole = self.text
        return [*line[:-1], TextPiece(x, room, replace(span, text=text))]


INDENT = 24.0
"""Units from the edge to the text, which leaves room for an entry's icon."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a log: text spans with an optional icon."""

    spans: tuple[TextSpan, ...]
    icon: str = ""
    heading: bool = False
    """True for small capitals with a rule after them: a new turn, a new phase."""
    hint: str = ""
    """A text for the tooltip while the mouse is on the entry."""


class Wrapped(NamedTuple):
    entry: LogEntry
    first: bool
    line: Line


def heading_entry(words: str) -> LogEntry:
    """Return a heading entry with some words in capitals."""
    return LogEntry((TextSpan(words.upper(), DIM, face="title"),), heading=True)


class Log(Widget):
    """A log view; it follows new entries unless the user has scrolled up.

    A link is clicked, or selected with Left and Right and followed with Return.
    """

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    lit = Visible[str]()
    """Link under the mouse, or selected by key."""

    def __init__(
        self,
        box: Box,
        on_link: Callable[[str], None] = lambda _: None,
        hint: str = "",
        *,
        indent: float = INDENT,
    ) -> None:
        """*indent*: units from the edge to the text; 0 if no entry has an icon."""
        super().__init__(box, hint)
        self.indent = indent
        self.on_link = on_link
        self.on_entry: Callable[[LogEntry], None] | None = None
        """Called when an entry is clicked outside its links."""
        self.entries: list[LogEntry] = []
        self.scroll = Scroll()
        self.lit = ""
        self._pointed: LogEntry | None = None
        """The entry under the mouse."""
        self._link = ""
        """The link under the mouse."""
        self._rows: list[Wrapped] = []
        self._icons = False
        """True if an entry has an icon: headings then begin at the icons, else at the text."""
        self._laid_out = 0
        """Number of entries that are broken into rows."""

    @property
    def tip(self) -> str:
        return self.part or self.hint

    @property
    def part(self) -> str:
        """Return the hint of the entry under the mouse; empty if it has none."""
        return self._pointed.hint if self._pointed else ""

    def fit(self, theme: Theme) -> None:
        """Take size and place from a theme's scale, and wrap all entries anew."""
        super().fit(theme)
        self.script = TextStyle(theme, 13 * theme.running, 21 * theme.running)
        self.show(self.entries)

    def show(self, entries: Iterable[LogEntry]) -> None:
        """Replace all entries, and scroll to the end."""
        self.entries = list(entries)
        self._rows = []
        self._icons = False
        self._laid_out = 0
        self.scroll = Scroll()
        self.dirty = True

    def append(self, *entries: LogEntry) -> None:
        """Add entries at the end."""
        self.entries += entries
        self.dirty = True

    def fold(self, many: int, entry: LogEntry) -> None:
        """Replace the last *many* entries by one."""
        gone = self.entries[-many:]
        del self.entries[-many:]
        self._rows = [r for r in self._rows if not any(r.entry is e for e in gone)]
        self._laid_out = min(self._laid_out, len(self.entries))
        self.append(entry)

    def lay_out(self) -> None:
        """Break new entries into rows."""
        follow, self.scroll.view = self.scroll.at_end, self.rect.height
        width = self.rect.width - self.theme.px(self.indent + 12)
        for entry in self.entries[self._laid_out :]:
            lines = self.script.wrap(entry.spans, width)
            self._icons |= bool(entry.icon)
            self._rows += [Wrapped(entry, n == 0, line) for n, line in enumerate(lines)]
        self._laid_out = len(self.entries)
        self.scroll.content = len(self._rows) * self.script.high
        if follow:
            self.scroll.to(self.scroll.most)

    def link_at(self, at: Pixel) -> str:
        """Return the link under a pixel of the panel; empty for none."""
        row = self._row_at(at)
        x = at[0] - self._words_left
        line = row.line if row else []
        return next((p.span.link for p in line if p.x <= x < p.x + p.width), "")

    @property
    def _words_left(self) -> int:
        return self.rect.left + round(self.indent * self.theme.scale)

    def _row_at(self, at: Pixel) -> Wrapped | None:
        if not self.rect.collidepoint(at):
            return None
        row = (at[1] - self.rect.top + self.scroll.offset) // self.script.high
        return self._rows[row] if row < len(self._rows) else None

    def point(self, at: Pixel) -> None:
        """Find entry and link at a pixel; a link selected by key stays until that changes."""
        row, link = self._row_at(at), self.link_at(at)
        self._pointed = row.entry if row else None
        if link != self._link:
            self._link = self.lit = link

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Handle links, clicks on entries and the wheel; return whether the event was used."""
        if event.type == pygame.MOUSEMOTION:
            self.point(at)
        elif event.type == pygame.MOUSEWHEEL and self.hovered:
            self.dirty |= self.scroll.wheel(event, self.script.high)
            return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.link_at(at):
            self.on_link(self.link_at(at))
            return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            row = self._row_at(at)
            if row and self.on_entry:
                self.on_entry(row.entry)
                return True
        return False

    def take_key(self, event: pygame.Event) -> bool:
        """Select and follow links, or scroll; return whether the event was used."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in {pygame.K_LEFT, pygame.K_RIGHT}:
            self._next_link(1 if event.key == pygame.K_RIGHT else -1)
            return True
        if event.key == pygame.K_RETURN and self.lit:
            self.on_link(self.lit)
            return True
        self.dirty = True
        return self.scroll.key(event, self.script.high)

    def _next_link(self, step: int) -> None:
        pieces = [piece for row in self._in_sight() for piece in row.line]
        links = list(dict.fromkeys(p.span.link for p in pieces if p.span.link))
        if links:
            at = links.index(self.lit) + step if self.lit in links else -(step < 0)
            self.lit = links[at % len(links)]

    def _in_sight(self) -> list[Wrapped]:
        first = self.scroll.offset // self.script.high
        return self._rows[first : first + self.rect.height // self.script.high + 2]

    def paint(self, canvas: pygame.Surface) -> None:
        """Wrap new entries and draw the visible rows."""
        self.lay_out()
        high = self.script.high
        at = pygame.Rect(self.rect.left, self.rect.top - self.scroll.offset % high, 0, high)
        for row in self._in_sight():
            out = row.entry.heading and self._icons
            at.left = self.rect.left + self.theme.px(2) if out else self._words_left
            self.script.paint(canvas, (row.line,), at.topleft)
            if row.entry.heading:
                self._paint_rule(canvas, row, at)
            elif row.entry.icon and row.first:
                self._paint_icon(canvas, row.entry.icon, at)
            self._paint_links(canvas, row.line, at)
            at.top += high
        self.scroll.paint(canvas, self.rect, self.theme)
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)

    def _paint_icon(self, canvas: pygame.Surface, name: str, at: pygame.Rect) -> None:
        icon = self.theme.icon(name, self.theme.px(14), DIM)
        left = self.rect.left + self.theme.px(2)
        canvas.blit(icon, icon.get_rect(left=left, centery=at.centery))

    def _paint_rule(self, canvas: pygame.Surface, row: Wrapped, at: pygame.Rect) -> None:
        last = row.line[-1]
        start = at.left + last.x + last.width + self.theme.px(8)
        end = self.rect.right - self.theme.px(14)
        pygame.draw.line(canvas, RULE, (start, at.centery), (end, at.centery))

    def _paint_links(self, canvas: pygame.Surface, line: Line, at: pygame.Rect) -> None:
        """Draw dots under links, and a line under the selected one."""
        y, dot = at.bottom - self.theme.px(2), self.theme.px(2)
        for x, width, span in line:
            if span.link and span.link == self.lit:
                canvas.fill(GLOW, (at.left + x, y, width, 1))
            elif span.link:
                for left in range(at.left + x, at.left + x + width, 2 * dot):
                    canvas.fill(AMBER, (left, y, dot, 1))
