"""Fields for text of one line or of several."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar, NamedTuple

import pygame

from game.text.clusters import edge_after, edge_at, edge_before
from game.text.directions import is_right_to_left
from game.widgets.pressed_keys import keys_pressed, types_text
from game.widgets.sizes import CONTROL
from game.widgets.theme import DIM, FOCUS, TEXT, WELL, Theme, focus_ring, plate
from game.widgets.widget import Pixel, Visible, Widget

EDITING = frozenset(
    {pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END, pygame.K_RETURN}
)
"""Keys that can be bound to actions, but edit text while there is a field for it."""
SIZE = 15
PADDING = 10
LEADING = 20
"""Height of a row of a text area, in units."""


class Clipboard:
    def __init__(self) -> None:
        self._text = ""

    def put(self, text: str) -> None:
        """Copy a text, also for other programs; an empty one changes nothing."""
        if text:
            self._text = text
            with suppress(pygame.error):
                pygame.scrap.put_text(text)

    def text(self) -> str:
        """Return the text copied last, here or elsewhere; empty for none."""
        with suppress(pygame.error):
            if found := pygame.scrap.get_text():
                return found
        return self._text


CLIPBOARD = Clipboard()
"""Clipboard of the program, shared by all screens."""


class TextField(Widget):
    """A line of editable text; Return calls ``on_enter``."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True
    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    state: ClassVar[frozenset[str]] = Widget.state | {
        *("_text", "_caret", "_marked", "told", "_shift")
    }

    text = Visible[str]()
    caret = Visible[int]()
    """Index at which the next character is inserted."""
    marked = Visible[bool]()
    """True if all text is selected, and is replaced by the next input."""

    def __init__(
        self,
        text: str = "",
        *,
        ghost: str = "",
        longest: int = 60,
        on_change: Callable[[str], None] = lambda _: None,
        on_enter: Callable[[str], None] = lambda _: None,
        on_leave: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self.text, self.caret, self.marked = text, len(text), False
        self.told = text
        """The text that was described last."""
        self._shift = 0
        """Pixels by which a text that is wider than the field is moved to the left."""
        self.ghost = ghost
        """Placeholder that is shown while the field is empty."""
        self.longest = longest
        self.on_change, self.on_enter, self.on_leave = on_change, on_enter, on_leave

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of a field for a name."""
        return 220.0, CONTROL

    def least_width(self, theme: Theme) -> float:
        """Return the width that it needs."""
        return 90.0

    def take(self, new: Widget) -> None:
        """Take over another description.

        What is typed into it meanwhile stays, unless the description has another text than
        before.
        """
        super().take(new)
        assert isinstance(new, TextField)
        if self.told != new.told or not self.focused:
            self._take_text(new)
        self.told = new.told

    def _take_text(self, new: TextField) -> None:
        if self.text != new.text:
            self.text, self.caret, self.marked = new.text, len(new.text), False

    @property
    def takes_text(self) -> bool:
        return True

    def leave(self) -> None:
        """Deselect the text, and call ``on_leave``."""
        self.marked = False
        self.on_leave(self.text)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Place the caret on a click inside; return whether it was one."""
        if event.type != pygame.MOUSEBUTTONDOWN or not self.rect.collidepoint(at):
            return False
        x = at[0] - self.rect.left - self.theme.px(PADDING) + self._shift
        self.caret = self.theme.index_at(self.text, x, SIZE)
        self.marked = False
        return True

    def take_key(self, event: pygame.Event) -> bool:
        """Insert text, or edit it by a key; return whether the event was used."""
        if event.type == pygame.TEXTINPUT:
            self._put(event.text)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if types_text(event):
            return True  # its text comes as an event of its own
        if event.mod & pygame.KMOD_CTRL:
            return any(self._command(key.code) for key in keys_pressed(event))
        return self._edit(event.key)

    def select_all(self) -> None:
        """Select the whole text, so that the next one typed replaces it."""
        self.marked = bool(self.text)

    def _command(self, key: int) -> bool:
        """Select all, copy, cut or paste; return whether the key was one of these."""
        match key:
            case pygame.K_a:
                self.select_all()
            case pygame.K_c:
                CLIPBOARD.put(self.text)
            case pygame.K_x:
                CLIPBOARD.put(self.text)
                self._replace(0, len(self.text), "")
            case pygame.K_v:
                self._put(CLIPBOARD.text())
            case _:
                return False
        return True

    def _put(self, words: str) -> None:
        """Insert text at the caret, or in place of the selection."""
        start, end = (0, len(self.text)) if self.marked else (self.caret, self.caret)
        room = self.longest - len(self.text) + end - start
        words = self.allowed(words)
        self._replace(start, end, words[: edge_at(words, max(0, min(room, len(words))))])

    def allowed(self, words: str) -> str:
        """Return the part of a text that may be inserted."""
        return "".join(filter(str.isprintable, words))

    @property
    def _caret_line(self) -> str:
        """Return the text of the line in which the caret is."""
        return self.text

    def _edit(self, key: int) -> bool:
        end = len(self.text)
        before, after = edge_before(self.text, self.caret), edge_after(self.text, self.caret)
        left, right = before, after
        if is_right_to_left(self._caret_line):
            left, right = after, before
        match key:
            case pygame.K_BACKSPACE | pygame.K_DELETE if self.marked:
                self._replace(0, end, "")
            case pygame.K_BACKSPACE:
                self._replace(before, self.caret, "")
            case pygame.K_DELETE:
                self._replace(self.caret, after, "")
            case pygame.K_LEFT:
                self.caret = left
            case pygame.K_RIGHT:
                self.caret = right
            case pygame.K_HOME:
                self.caret = 0
            case pygame.K_END:
                self.caret = end
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self.on_enter(self.text)
            case _:
                return False
        self.marked = False
        return True

    def _replace(self, start: int, end: int, words: str) -> None:
        after = self.text[:start] + words + self.text[end:]
        if len(after) > self.longest:
            return
        is_changed = after != self.text
        self.text, self.caret, self.marked = after, start + len(words), False
        if is_changed:
            self.on_change(after)

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text or the placeholder, the selection and the caret."""
        px, rect = self.theme.px, self.rect
        canvas.blit(plate(self.theme, rect.size, WELL), rect)
        room = rect.inflate(-2 * px(PADDING), 0)
        caret = self.theme.caret(self.text, self.caret, SIZE)
        if self.text:
            words = self.theme.text(self.text, SIZE, TEXT)
            self._shift = self._shifted(words.width, caret, room.width)
        else:
            words = self.theme.text(self.short(self.ghost, SIZE, room.width), SIZE, DIM)
            self._shift = 0
        place = words.get_rect(left=room.left - self._shift, centery=rect.centery)
        clip = canvas.get_clip()
        canvas.set_clip(room.clip(clip))
        if self.marked:
            canvas.fill(DIM, place)
        canvas.blit(words, place)
        canvas.set_clip(clip)
        if self.focused:
            tall = px(SIZE + 5)
            x = room.left + caret - self._shift
            canvas.fill(FOCUS, (x, rect.centery - tall // 2, px(1.5), tall))
            focus_ring(self.theme, canvas, rect)

    def _shifted(self, wide: int, caret: int, room: int) -> int:
        """Return by how many pixels a text is moved: its caret shows, else its beginning."""
        most = max(0, wide - room)
        if not self.focused:
            return most if is_right_to_left(self.text) else 0
        return min(most, max(caret - room, min(self._shift, caret)))


class TextRow(NamedTuple):
    """The part of a text, by its indices, that is one row of a text area."""

    start: int
    end: int


class TextArea(TextField):
    """Editable text of several lines, broken at spaces; losing the focus calls ``on_leave``."""

    takes_wheel: ClassVar[bool] = True
    state: ClassVar[frozenset[str]] = TextField.state | {"_first"}

    first = Visible[int]()
    """Index of the first row that is shown."""

    def __init__(
        self,
        text: str = "",
        *,
        ghost: str = "",
        longest: int,
        most_lines: int,
        on_leave: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(text, ghost=ghost, longest=longest, on_leave=on_leave)
        self.most_lines = most_lines
        self.first = 0

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for four rows."""
        return 300.0, 4 * LEADING + 8

    def allowed(self, words: str) -> str:
        """Return printable text with as many line ends as there is room for."""
        words = words.replace("\r\n", "\n")
        lines = ["".join(filter(str.isprintable, line)) for line in words.split("\n")]
        room = self.most_lines - (1 if self.marked else self.text.count("\n") + 1)
        return " ".join(["\n".join(lines[: room + 1]), *lines[room + 1 :]])

    def rows(self) -> list[TextRow]:
        """Return the rows of the text as it is broken."""
        rows, start = list[TextRow](), 0
        for line in self.text.split("\n"):
            end = start + len(line)
            rows += self._broken(start, end)
            start = end + 1
        return rows

    def _broken(self, start: int, end: int) -> list[TextRow]:
        """Break a line, at spaces where it has any, into rows that fit."""
        rows, room = list[TextRow](), self.rect.width - 2 * self.theme.px(PADDING)
        while self.theme.width(self.text[start:end], SIZE) > room:
            low, high = start + 1, end
            while low < high:
                middle = (low + high + 1) // 2
                fits = self.theme.width(self.text[start:middle], SIZE) <= room
                low, high = (middle, high) if fits else (low, middle - 1)
            low = max(edge_at(self.text, low), edge_after(self.text, start))
            space = self.text.rfind(" ", start, low + 1)
            at = space + 1 if space > start else low
            rows.append(TextRow(start, at))
            start = at
        return [*rows, TextRow(start, end)]

    @property
    def _caret_line(self) -> str:
        rows = self.rows()
        start, end = rows[self._row_of_caret(rows)]
        return self.text[start:end]

    def _row_of_caret(self, rows: list[TextRow]) -> int:
        return max(n for n, row in enumerate(rows) if row.start <= self.caret)

    @property
    def _fits(self) -> int:
        """Return the number of rows that fit."""
        return max(1, (self.rect.height - self.theme.px(8)) // self.theme.px(LEADING))

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Place the caret on a click inside, or scroll by the wheel; return whether it did."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            last, before = max(0, len(self.rows()) - self._fits), self.first
            self.first = min(last, max(0, self.first - round(event.y)))
            return self.first != before
        if event.type != pygame.MOUSEBUTTONDOWN or not self.rect.collidepoint(at):
            return False
        down = (at[1] - self.rect.top - self.theme.px(4)) // self.theme.px(LEADING)
        rows = self.rows()
        row = rows[min(len(rows) - 1, self.first + max(0, down))]
        self._to_pixel(row, at[0] - self.rect.left - self.theme.px(PADDING))
        self.marked = False
        return True

    def _to_pixel(self, row: TextRow, x: float) -> None:
        """Place the caret in a row, as near as possible to a pixel from its left."""
        words = self.text[row.start : row.end]
        self.caret = row.start + self.theme.index_at(words, x, SIZE)

    def _caret_x(self, row: TextRow) -> int:
        """Return the pixel of the caret from the left of its row."""
        words = self.text[row.start : row.end]
        return self.theme.caret(words, self.caret - row.start, SIZE)

    def _edit(self, key: int) -> bool:
        rows = self.rows()
        n = self._row_of_caret(rows)
        match key:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                if self.marked or self.text.count("\n") + 1 < self.most_lines:
                    self._put("\n")
            case pygame.K_UP | pygame.K_DOWN:
                to = n + (1 if key == pygame.K_DOWN else -1)
                if 0 <= to < len(rows):
                    self._to_pixel(rows[to], self._caret_x(rows[n]))
            case pygame.K_HOME:
                self.caret = rows[n].start
            case pygame.K_END:
                self.caret = rows[n].end
            case _:
                return super()._edit(key)
        self.marked = False
        return True

    def take_key(self, event: pygame.Event) -> bool:
        """Insert text, or edit it by a key; return whether the event was used."""
        taken = super().take_key(event)
        self._show_caret()
        return taken

    def _show_caret(self) -> None:
        """Scroll to the row of the caret."""
        rows = self.rows()
        n, fits = self._row_of_caret(rows), self._fits
        last = max(0, len(rows) - fits)
        self.first = min(last, max(n - fits + 1, min(self.first, n)))

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the rows in view or the placeholder, the selection and the caret."""
        px, rect, rows = self.theme.px, self.rect, self.rows()
        canvas.blit(plate(self.theme, rect.size, WELL), rect)
        left, high = rect.left + px(PADDING), px(LEADING)
        first = min(self.first, max(0, len(rows) - self._fits))
        for n, (start, end) in enumerate(rows[first : first + self._fits]):
            shown, ink = (self.text[start:end], TEXT) if self.text else (self.ghost, DIM)
            words = self.theme.text(shown, SIZE, ink)
            middle = rect.top + px(4) + n * high + high // 2
            place = words.get_rect(left=left, centery=middle)
            if self.marked:
                canvas.fill(DIM, place)
            canvas.blit(words, place)
        if self.focused:
            n = self._row_of_caret(rows)
            x = left + self._caret_x(rows[n])
            top = rect.top + px(5) + (n - first) * high
            if first <= n < first + self._fits:
                canvas.fill(FOCUS, (x, top, px(1.5), high - px(2)))
            focus_ring(self.theme, canvas, rect)
