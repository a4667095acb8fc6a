"""The list of map objects, whose rows are edited in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

import pygame

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.widgets.key_bindings import editor_actions_of, key_for
from game.widgets.keys import Key
from game.widgets.list_box import GAP as ROW_GAP
from game.widgets.list_box import ListBox, ListRow
from game.widgets.pressed_keys import key_pressed
from game.widgets.scroll import Scroll
from game.widgets.sizes import FIELD
from game.widgets.text_field import TextField
from game.widgets.theme import (
    AMBER,
    DIM,
    MUTED,
    ROW,
    ROW_CHOSEN,
    ROW_LIT,
    TEXT,
    Face,
    Theme,
    plate,
)
from game.widgets.widget import Pixel, Visible

TWICE = 0.5
"""Maximum seconds between the clicks of a double click."""
DRAG = 6
"""Units by which the mouse must move to drag rows."""
LINE = 24.0
"""Height of a row, and width of the columns of eye and padlock, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectRow(ListRow):
    """A row of the list: an object, or the heading of a layer."""

    layer: int
    object: MapObject | None = None
    """The object; None for a heading."""
    visible: bool = True
    locked: bool = False
    folded: bool = False
    """True for the heading of a layer whose objects are not listed."""
    sought: str = ""
    """The text in which a search looks."""


class ListOwner(Protocol):
    """The actions that the rows of the list call."""

    def take(self, ids: Iterable[int]) -> None:
        """Select objects."""

    def enter(self, row: ObjectRow) -> None:
        """Draw on a layer, or show an object on the board."""

    def name(self, row: ObjectRow, words: str) -> None: ...

    def turn(self, row: ObjectRow, column: Literal["eye", "lock"]) -> None:
        """Hide or show, or lock or unlock, a row; the whole selection if it is part of it."""

    def fold(self, layer: int, *, folded: bool) -> None: ...

    def step(self, row: ObjectRow, step: Literal[1, -1]) -> None:
        """Move a layer, or the selection, up or down."""

    def drop(self, layer: int, below: int) -> None:
        """Move the selection into a layer, below one of its objects; on top if it is 0."""


class ObjectList(ListBox):
    """Rows of objects, several of which may be selected, dragged and renamed in place."""

    state: ClassVar[frozenset[str]] = ListBox.state | {
        *("_gap", "_column", "anchor", "field", "_renamed", "_pressed", "_alone"),
        *("_mouse", "_clicked", "_clock"),
    }

    selected = Visible[frozenset[str]]()
    gap = Visible[int]()
    """Number of the row above which dragged rows would be dropped; 0 while none are."""
    column = Visible[str]()
    """The column under the mouse: ``"eye"``, ``"lock"`` or ``""``."""

    def __init__(
        self,
        owner: ListOwner,
        rows: Sequence[ObjectRow] = (),
        selected: frozenset[str] = frozenset(),
        scroll: Scroll | None = None,
    ) -> None:
        """*scroll*: the position to scroll, if it outlives the list."""
        super().__init__(rows, row_height=LINE)
        self.owner, self.scroll = owner, scroll or self.scroll
        self.selected, self.gap, self.column = selected, 0, ""
        self.anchor = ""
        """The row from which a range is selected."""
        self.field: TextField | None = None
        """Field over the row that is being renamed."""
        self._renamed = ""
        self._pressed: Pixel | None = None
        self._alone = ""
        """The row that is selected alone if the button goes up without a drag."""
        self._mouse: Pixel = (0, 0)
        self._clicked = -9.0, ""
        self._clock = 0.0

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all rows, which are equally high; there may be thousands."""
        one = self.row_height
        return FIELD, max(one, len(self.rows) * (one + ROW_GAP) - ROW_GAP)

    @property
    def listed(self) -> Sequence[ObjectRow]:
        return [row for row in self.rows if isinstance(row, ObjectRow)]

    def _row(self, id_: str) -> ObjectRow | None:
        return next((row for row in self.listed if row.id == id_), None)

    @property
    def tip(self) -> str:
        """Return what a click on the column under the mouse does, else about the row."""
        row = self._row(self.lit)
        if row and self.column == "eye":
            return f"{'Hide' if row.visible else 'Show'} ({key_for(EditorAction.HIDE)})"
        if row and self.column == "lock":
            return f"{'Unlock' if row.locked else 'Lock'} ({key_for(EditorAction.LOCK)})"
        return super().tip

    def point(self, at: Pixel) -> None:
        """Highlight the row and the column at a pixel of the panel."""
        super().point(at)
        self.column = self._column_at(at)

    def _column_at(self, at: Pixel) -> Literal["", "eye", "lock"]:
        wide = self.theme.px(LINE)
        right = self.rect.right - (self.theme.px(10) if self.scroll.most else 0)
        inside = self.rect.collidepoint(at) and at[0] < right
        number = (right - 1 - at[0]) // wide
        return ("lock", "eye")[number] if inside and number < 2 else ""

    def update(self, seconds: float) -> None:
        """Advance the clock of double clicks, and scroll while rows are dragged to an edge."""
        self._clock += seconds
        if self.gap:
            y, edge = self._mouse[1], self.theme.px(LINE)
            by = (y > self.rect.bottom - edge) - (y < self.rect.top + edge)
            if by and self.scroll.to(self.scroll.offset + by * max(1, edge // 4)):
                self.dirty = True
                self._drag()

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Select, drag, rename, hide or lock rows; return whether the event was used."""
        if event.type == pygame.MOUSEMOTION:
            self._mouse = at
            self.point(at)
            if self._pressed and abs(at[1] - self._pressed[1]) > self.theme.px(DRAG):
                self._drag()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event, at)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._pressed:
            self._let_go()
            return True
        elif event.type == pygame.MOUSEWHEEL:
            return super().handle(event, at)
        return False

    def _press(self, event: pygame.Event, at: Pixel) -> bool:
        if self.field and self.field.rect.collidepoint(at):
            self.dirty = self.field.handle(event, at)
            return True
        self.rename(keep=True)
        row = self.row_at(at)
        if not isinstance(row, ObjectRow):
            return self.rect.collidepoint(at)
        if column := self._column_at(at):
            self.owner.turn(row, column)
            return True
        mods = pygame.key.get_mods()
        extends, adds = bool(mods & pygame.KMOD_SHIFT), bool(mods & pygame.KMOD_CTRL)
        (when, before), self._clicked = self._clicked, (self._clock, row.id)
        if before == row.id and self._clock - when <= TWICE and not (extends or adds):
            self._clicked = -9.0, ""
            self.begin_rename()
            return True
        if row.object is None and at[0] < self.rect.left + self.theme.px(LINE):
            self.owner.fold(row.layer, folded=not row.folded)
            return True
        self._pressed, self._alone = at, ""
        if row.id in self.selected and not (extends or adds):
            self.chosen = self._alone = row.id
        else:
            self.go(self.rows.index(row), extends=extends, adds=adds)
        return True

    def _drag(self) -> None:
        """Find the gap between rows in which dragged rows would be dropped."""
        if not self.selected:
            return
        down = self._mouse[1] - self.rect.top + self.scroll.offset
        self.gap = max(1, min(len(self.rows), round(down / self.pitch)))

    def _let_go(self) -> None:
        gap, self.gap, self._pressed = self.gap, 0, None
        if gap and self.rect.inflate(0, 2 * self.pitch).collidepoint(self._mouse):
            above = self.listed[gap - 1]
            self.owner.drop(above.layer, above.object.id if above.object else 0)
        elif self._alone and not gap:
            self.go([row.id for row in self.rows].index(self._alone))
        self._alone = ""

    def go(self, to: int, *, extends: bool = False, adds: bool = False) -> None:
        """Go to a row by its number and select it, alone unless it *extends* or *adds*."""
        rows = self.listed
        row, before = rows[to], self.selected
        self.chosen = row.id
        self._reveal(to)
        if extends:
            start = next((n for n, r in enumerate(rows) if r.id == self.anchor), to)
            between = rows[min(start, to) : max(start, to) + 1]
            found = [r.id for r in between if r.object]
            now = {*(before if adds else ()), *found}
        elif adds and row.object:
            self.anchor = row.id
            now = {*before ^ {row.id}}
        elif adds:
            return
        else:
            self.anchor = row.id
            now = {row.id} if row.object else set()
        self.owner.take(r.object.id for r in rows if r.object and r.id in now)
        if row.object is None and not extends:
            self.owner.enter(row)

    @property
    def takes_text(self) -> bool:
        """Return whether a row is being renamed."""
        return self.field is not None

    def take_key(self, event: pygame.Event) -> bool:
        """Move, select, fold, order or rename rows by a key; return whether it was used."""
        if self.field:
            return self._type(event)
        key = key_pressed(event) if event.type == pygame.KEYDOWN else None
        if key is None or not self.rows:
            return False
        row, actions = self._row(self.chosen), editor_actions_of(event)
        to = self._aim(key.code, self.listed.index(row) if row else -1)
        if to is not None and key.ctrl and not key.shift:
            self.chosen = self.rows[to].id
            self._reveal(to)
        elif to is not None:
            self.go(to, extends=key.shift, adds=key.ctrl)
        elif EditorAction.SELECT_ALL in actions:
            self.owner.take(r.object.id for r in self.listed if r.object)
        else:
            bys: tuple[Key | EditorAction, ...] = (key, *actions)
            return row is not None and any(self._act(by, row) for by in bys)
        return True

    def _aim(self, key: int, at: int) -> int | None:
        """Return the number of the row to which a key leads; None if it leads to none."""
        page, last = max(1, self.rect.height // self.pitch - 1), len(self.rows) - 1
        steps = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -last - 1,
            pygame.K_END: last + 1,
        }
        return max(0, min(last, at + steps[key])) if key in steps else None

    def _act(self, by: Key | EditorAction, row: ObjectRow) -> bool:
        """Do to the current row what a key or an action means; return whether it means any."""
        owner, first = self.owner, row.object is None

        def fold(*, folded: bool) -> None:
            if first:
                owner.fold(row.layer, folded=folded)
            elif folded:
                self.go(next(n for n, r in enumerate(self.listed) if r.layer == row.layer))

        def pick() -> None:
            if first:
                owner.fold(row.layer, folded=not row.folded)
            else:
                self.go(self.listed.index(row), adds=True)

        does: dict[Key | EditorAction, Callable[[], None]] = {
            Key(pygame.K_RETURN): lambda: owner.enter(row),
            Key(pygame.K_KP_ENTER): lambda: owner.enter(row),
            Key(pygame.K_SPACE): pick,
            Key(pygame.K_SPACE, ctrl=True): pick,
            Key(pygame.K_LEFT): lambda: fold(folded=True),
            Key(pygame.K_RIGHT): lambda: fold(folded=False),
            EditorAction.RENAME: self.begin_rename,
            EditorAction.FORWARD: lambda: owner.step(row, 1),
            EditorAction.BACKWARD: lambda: owner.step(row, -1),
            EditorAction.HIDE: lambda: owner.turn(row, "eye"),
            EditorAction.LOCK: lambda: owner.turn(row, "lock"),
        }
        if act := does.get(by):
            act()
        return act is not None

    def begin_rename(self) -> None:
        """Put a field over the current row; Return or losing the focus enters the name."""
        if row := self._row(self.chosen):
            name = row.object.name if row.object else row.label
            self.field = TextField(name, ghost="No name")
            self.field.theme, self._renamed = self.theme, row.id
            self.field.focused = True
            self.field.marked = bool(name)
            self.dirty = True

    def rename(self, *, keep: bool) -> None:
        """Remove the field; *keep*: enter its name."""
        field, self.field = self.field, None
        row = self._row(self._renamed)
        if field and row and keep:
            self.owner.name(row, field.text)
        self.dirty |= field is not None

    def leave(self) -> None:
        """Enter the name that is being written."""
        self.rename(keep=True)

    def _type(self, event: pygame.Event) -> bool:
        assert self.field
        key = event.key if event.type == pygame.KEYDOWN else 0
        if key in {pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE}:
            self.rename(keep=key != pygame.K_ESCAPE)
            return True
        self.dirty = True
        return self.field.take_key(event)

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the visible rows, the gap for dragged rows, and the field of a name."""
        super().paint(canvas)
        if self.gap:
            top = self.rect.top + self.gap * self.pitch - self.scroll.offset - self.theme.px(3)
            canvas.fill(AMBER, (self.rect.left, top, self.rect.width, self.theme.px(2)))
        if self.field:
            number = next((n for n, r in enumerate(self.rows) if r.id == self._renamed), None)
            if number is None:
                self.field = None
                return
            top = self.rect.top + number * self.pitch - self.scroll.offset
            wide, high = self.rect.width - self.theme.px(10), self.theme.px(LINE)
            self.field.rect = pygame.Rect(self.rect.left, top, wide, high)
            self.field.paint(canvas)

    def paint_row(self, canvas: pygame.Surface, row: ListRow, place: pygame.Rect) -> None:
        """Draw a heading or an object at a place in pixels of the panel."""
        assert isinstance(row, ObjectRow)
        theme, px = self.theme, self.theme.px
        x, faded = place.left + px(4), row.faded or not row.visible
        lit, here = row.id == self.lit, self.focused and row.id == self.chosen
        look = ROW_CHOSEN if row.id in self.selected else ROW_LIT if lit or here else ROW
        if row.object or lit or here:
            canvas.blit(plate(theme, place.size, look), place)
        if here:
            pygame.draw.rect(canvas, AMBER, place.inflate(-4, -4), 1, border_radius=px(5))
        if row.object is None:
            icon = theme.icon(f"ui/chevron-{'right' if row.folded else 'down'}", px(14), MUTED)
            canvas.blit(icon, icon.get_rect(left=x, centery=place.centery))
            x += px(18)
        elif row.picture:
            x += px(10)
            canvas.blit(row.picture, row.picture.get_rect(left=x, centery=place.centery))
            x += row.picture.get_width() + px(7)
        right = self._paint_columns(canvas, row, place)
        note = theme.text(row.note, 12, AMBER if row.object is None and row.faded else DIM)
        right -= note.get_width() + px(6)
        face: Face = "strong" if row.object else "heading"
        size = 13 if row.object else 15
        words = self.short(row.label, size, right - x - px(4), face, row.id)
        ink = DIM if faded else TEXT if row.object else MUTED
        label = theme.text(words, size, ink, face)
        canvas.blit(label, label.get_rect(left=x, centery=place.centery))
        canvas.blit(note, note.get_rect(left=right, centery=place.centery))

    def _paint_columns(self, canvas: pygame.Surface, row: ObjectRow, place: pygame.Rect) -> int:
        """Draw eye and padlock; return where they begin."""
        wide, right = self.theme.px(LINE), place.right
        signs = (
            ("lock" if row.locked else "lock-open", row.locked, "lock"),
            ("eye" if row.visible else "eye-off", not row.visible, "eye"),
        )
        for icon, told, column in signs:
            pointed = row.id == self.lit and self.column == column
            if told or row.id == self.lit:
                ink = TEXT if pointed else AMBER if told else DIM
                sign = self.theme.icon(f"ui/{icon}", self.theme.px(14), ink)
                middle = right - wide // 2, place.centery
                canvas.blit(sign, sign.get_rect(center=middle))
            right -= wide
        return right
