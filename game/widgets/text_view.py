"""Widgets that show text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import pygame

from game.content.palettes import Colour
from game.widgets.scroll import Scroll
from game.widgets.sizes import LEAD_TEXT
from game.widgets.text_layout import Line, Shortened, TextPiece, TextSpan, TextStyle, shortened
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, RULE, TEXT, Face, Theme, focus_ring
from game.widgets.widget import Pixel, Visible, Widget

LEADING = 1.45
"""Line height of a paragraph, as a multiple of the font size."""
READABLE = 460.0
"""Width that a paragraph wants at most."""
SLACK = 1e-6
SPARE = 0.25
"""Share of a paragraph's last line that may lie below its box: it holds no letters."""

Align: TypeAlias = Literal["left", "centre", "right"]
LOG_WIDE, LEAST_LINES = 300.0, 3
"""Width that a log wants, and the number of lines that are always seen."""
INDENT = 24.0
"""Units from the edge to the text, which leaves room for an entry's icon."""


class Label(Widget):
    """A short text, vertically centred in its box; it is wrapped if it has more lines."""

    grows: ClassVar[tuple[float, float]] = (0.0, 0.0)
    wraps: ClassVar[bool] = True

    text = Visible[str]()
    colour = Visible[Colour]()

    def __init__(
        self,
        text: str,
        *,
        size: float = 14,
        colour: Colour = TEXT,
        face: Face = "body",
        align: Align = "left",
        hint: str = "",
    ) -> None:
        super().__init__(hint)
        self.text, self.colour = text, colour
        self.size, self.face, self.align = size, face, align

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text, aligned in the box; its tooltip shows what does not fit."""
        style = self._style(self.theme)
        room = max(1, int(self.rect.height / style.high + SPARE))
        if room > 1 and self.theme.width(self.text, self.size, self.face) > self.rect.width:
            lines = _plain_lines(style, self.text, self.rect.width, self.face)
            rest = " ".join(lines[room - 1 :])
            lines = [*lines[: room - 1], rest] if len(lines) > room else lines
            top = self.rect.centery - style.high * len(lines) // 2
            for n, line in enumerate(lines):
                place = pygame.Rect(self.rect.left, top + n * style.high, self.rect.width, 0)
                place.height = style.high
                self._paint_line(canvas, line, place)
            if self.cut:
                self.cut = {"": [self.text]}
        else:
            self._paint_line(canvas, self.text, self.rect)

    def _style(self, theme: Theme) -> TextStyle:
        return TextStyle(theme, self.size, round(self.size * LEADING))

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of the text in one line."""
        wide = theme.units(theme.width(self.text, self.size, self.face)) if self.text else 0
        return wide, round(self.size * LEADING)

    def least_width(self, theme: Theme) -> float:
        """Return the width of the longest word."""
        words = self.text.split()
        widest = max((theme.width(word, self.size, self.face) for word in words), default=0)
        return theme.units(widest)

    def height_for(self, theme: Theme, width: float) -> float:
        """Return the height of the text, wrapped to a width."""
        wide, high = self.natural(theme)
        if wide <= width + SLACK:
            return high
        style, room = self._style(theme), int(width * theme.scale) - 1
        lines = len(_plain_lines(style, self.text, max(1, room), self.face))
        return max(high, theme.units(lines * style.high))

    def _paint_line(self, canvas: pygame.Surface, line: str, box: pygame.Rect) -> None:
        shown = self.short(line, self.size, box.width, self.face)
        words = self.theme.text(shown, self.size, self.colour, self.face)
        place = words.get_rect(centery=box.centery, left=box.left)
        if self.align == "centre":
            place.centerx = box.centerx
        elif self.align == "right":
            place.right = box.right
        canvas.blit(words, place)


def _plain_lines(style: TextStyle, text: str, room: int, face: Face) -> list[str]:
    """Return a text, wrapped to *room* pixels."""
    lines = style.wrap((TextSpan(text, face=face),), room)
    return ["".join([piece.span.text for piece in line]) for line in lines]


def heading(text: str, *, align: Align = "left", hint: str = "") -> Label:
    """Return the heading of a part of a panel, in small capitals."""
    look: dict[str, Any] = {"colour": MUTED, "face": "title", "align": align}
    return Label(text.upper(), size=LEAD_TEXT, hint=hint, **look)


class Paragraph(Widget):
    """Wrapped text of several colours; its tooltip shows what does not fit into its box."""

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    wraps: ClassVar[bool] = True

    spans = Visible[Sequence[TextSpan]]()

    def __init__(
        self,
        spans: str | Sequence[TextSpan],
        *,
        size: float = 13,
        hint: str = "",
        least_lines: int = 0,
    ) -> None:
        """*least_lines*: it is never lower, so that nothing moves when its text changes."""
        super().__init__(hint)
        self.spans = (TextSpan(spans),) if isinstance(spans, str) else tuple(spans)
        self.size, self.least_lines = size, least_lines

    def _style(self, theme: Theme) -> TextStyle:
        return TextStyle(theme, self.size, round(self.size * LEADING))

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the width of the text in one line, if it is a short one, and its height."""
        wide = self.natural_width(theme)
        return wide, self.height_for(theme, wide)

    def natural_width(self, theme: Theme) -> float:
        """Return the width of the text in one line, if it is a short one."""
        style = self._style(theme)
        return min(READABLE, theme.units(sum([style.width(span) for span in self.spans])))

    def least_width(self, theme: Theme) -> float:
        """Return the width of a narrow column of text."""
        return min(self.natural_width(theme), 120.0)

    def height_for(self, theme: Theme, width: float) -> float:
        """Return the height of the text, wrapped to a width."""
        lines, style = self.least_lines, self._style(theme)
        if self.text:
            wrapped = style.wrap(self.spans, max(1, int(width * theme.scale) - 1))
            lines = max(lines, len(wrapped))
        return theme.units(lines * style.high) if lines else 0.0

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text, wrapped to the width of the box."""
        script = self._style(self.theme)
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
    takes_wheel: ClassVar[bool] = True
    wraps: ClassVar[bool] = True
    state: ClassVar[frozenset[str]] = Widget.state | {
        *("_lit", "entries", "scroll", "script", "_pointed", "_link"),
        *("_rows", "_icons", "_laid_out", "on_entry"),
    }

    lit = Visible[str]()
    """Link under the mouse, or selected by key."""

    def __init__(
        self,
        on_link: Callable[[str], None] = lambda _: None,
        hint: str = "",
        *,
        indent: float = INDENT,
        entries: Sequence[LogEntry] = (),
        follows: bool = True,
    ) -> None:
        """*indent*: units from the edge to the text; 0 if no entry has an icon.

        *follows*: whether it begins at the end and follows new entries there, as a log does; a
        text to be read begins at its top.
        """
        super().__init__(hint)
        self.indent = indent
        self.on_link = on_link
        self.on_entry: Callable[[LogEntry], None] | None = None
        """Called when an entry is clicked outside its links."""
        self.entries = list(entries)
        self.follows = follows
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
        """Take size and place from a theme's scale; another width wraps all entries anew.

        The entry at the top stays there, unless the log was at its end.
        """
        before = getattr(self, "theme", None), self.rect.width
        top = None if self.scroll.at_end or not self._rows else self._in_sight()[0].entry
        super().fit(theme)
        if before == (theme, self.rect.width):
            return
        self.script = self._script(theme)
        self.show(self.entries)
        if top:
            self.wrap()
            row = next(n for n, row in enumerate(self._rows) if row.entry is top)
            self.scroll.to(row * self.script.high)

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all entries."""
        return LOG_WIDE, self.height_for(theme, LOG_WIDE)

    def natural_width(self, theme: Theme) -> float:
        """Return the width of a column of text."""
        return LOG_WIDE

    def least_width(self, theme: Theme) -> float:
        """Return the width of a narrow column of text."""
        return 120.0

    def height_for(self, theme: Theme, width: float) -> float:
        """Return the height of all entries, wrapped to a width."""
        script = self._script(theme)
        room = int(width * theme.scale) - 1 - theme.px(self.indent + 12)
        lines = sum([len(script.wrap(entry.spans, max(1, room))) for entry in self.entries])
        return self.high(theme, lines)

    def least_height(self, theme: Theme, wanted: float) -> float:
        """Return the height of the lines that are always seen."""
        return min(wanted, self.high(theme, LEAST_LINES))

    def high(self, theme: Theme, lines: int) -> float:
        """Return the height of a number of lines, in units."""
        return theme.units(lines * self._script(theme).high)

    def _script(self, theme: Theme) -> TextStyle:
        return TextStyle(theme, 13 * theme.running, 21 * theme.running)

    def take(self, new: Widget) -> None:
        """Take over another description; entries that are only added leave it where it is."""
        super().take(new)
        assert isinstance(new, Log)
        before = len(self.entries)
        if new.entries[:before] != self.entries:
            self.show(new.entries)
        elif len(new.entries) > before:
            self.append(*new.entries[before:])

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

    def wrap(self) -> None:
        """Break new entries into rows."""
        follow, self.scroll.view = self.scroll.at_end, self.rect.height
        width = self.rect.width - self.theme.px(self.indent + 12)
        for entry in self.entries[self._laid_out :]:
            lines = self.script.wrap(entry.spans, width)
            self._icons |= bool(entry.icon)
            self._rows += [Wrapped(entry, n == 0, line) for n, line in enumerate(lines)]
        self._laid_out = len(self.entries)
        self.scroll.content = len(self._rows) * self.script.high
        if follow and self.follows:
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
            moved = self.scroll.wheel(event, self.script.high)
            self.dirty |= moved
            return moved
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
        self.wrap()
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
        for x, width, span in line:
            if not span.link:
                continue
            dot = self.theme.px(2)
            y = at.bottom - dot
            if span.link == self.lit:
                canvas.fill(GLOW, (at.left + x, y, width, 1))
            else:
                for left in range(at.left + x, at.left + x + width, 2 * dot):
                    canvas.fill(AMBER, (left, y, dot, 1))
