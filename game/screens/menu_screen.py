"""The base of menu screens: a card over the backdrop, its buttons, pictures of maps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Generic, TypeVar

import pygame

from game.content.faults import UnusableFile
from game.content.file_source import DISK, MAPS, named
from game.content.maps import board_of, load_map
from game.content.storage import MAPS as MAPS_FOLDER
from game.screens.battle.dialogs import clause_dialog, notice
from game.screens.screen import Change, Close, WindowContext
from game.table.board import Board
from game.view.background_task import Loader
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache, inches
from game.view.systems import map_pictures
from game.widgets.button import Button, Style
from game.widgets.keys import Key
from game.widgets.panel_stack import Dialog, PanelStack, Reply
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, CARD, INK, Box
from game.widgets.widget import Panel

TITLE_BOX = (28.0, 16.0, 400.0, 42.0)


class MenuScreen:
    """A screen with a card in the middle of the window; widgets set ``change`` to leave it."""

    frame: WindowContext
    stack: PanelStack
    backdrop: Backdrop
    change: Change | None = None
    """The change of screens that a widget has requested."""

    def fill(self, frame: WindowContext) -> None:
        self.frame = frame
        self.lay_out()

    def lay_out(self) -> None:
        """Create all widgets on a new card."""
        raise NotImplementedError

    def new_card(
        self, wide: float, high: float, title: str, box: Box = TITLE_BOX, size: float = 28
    ) -> Panel:
        """Replace all panels by a card; *box* and *size* are those of its title, if any."""
        self.stack, self.backdrop = PanelStack(self.frame.theme), Backdrop()
        across, down = self.frame.units
        place = (across - wide) / 2, (down - high) / 2, wide, high
        card = self.stack.add(Panel(self.frame.theme, place, CARD))
        if title:
            card.add(Label(box, title, size=size, colour=AMBER, face="title"))
        return card

    def add_button(
        self,
        box: Box,
        label: str,
        press: Callable[[], None],
        icon: str,
        key: int = 0,
        *,
        style: Style = Style.PLAIN,
        size: float = 17,
        hint: str = "",
        reason: str = "",
    ) -> Button:
        """Add a button to the card; *key* is its shortcut."""
        button = Button(box, label, press, icon=f"ui/{icon}", style=style, size=size)
        button.shortcut = Key(key) if key else None
        button.hint, button.reason = hint, reason
        return self.stack.panels[0].add(button)

    def add_back(self, box: Box) -> Button:
        """Add a button that closes the screen."""
        return self.add_button(box, "Back", self.back, "arrow-left", pygame.K_ESCAPE)

    def back(self) -> None:
        self.change = Close()

    def show_message(self, title: str, words: str) -> None:
        self.stack.ask(notice(self.frame.theme, title, words))

    def open_clause(self, id_: str) -> None:
        self.stack.ask(clause_dialog(self.frame.theme, id_, self.open_clause))

    def handle(self, event: pygame.Event) -> Change | None:
        self.route(event)
        change, self.change = self.change, None
        return change

    def route(self, event: pygame.Event) -> None:
        """Pass an event to the widgets."""
        self.stack.handle(event)

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return self.backdrop.draw(canvas, self.frame, self.stack)

    def leave(self) -> None:
        """Release nothing: threads end by themselves."""


MAP = "old-quarter.tmj"
BACKDROP_CLOSE = 54
"""Pixels per inch, at a UI scale of 1."""


@lru_cache(maxsize=1)
def _board() -> Board | None:
    try:
        return load_map(MAPS_FOLDER / MAP)
    except UnusableFile:
        return None


@lru_cache(maxsize=2)
def _table(size: tuple[int, int], ppi: int) -> pygame.Surface:
    """Return the middle of the board, or a plain area if the map cannot be read."""
    canvas = pygame.Surface(size).convert()
    canvas.fill(INK)
    if board := _board():
        wide, high = size[0] // ppi + 1, size[1] // ppi + 1
        left = max(0, round((board.width - wide) / 2))
        top = max(0, round((board.height - high) / 2))
        cache, painter, side = TileDiskCache(board), BoardPainter(board), inches(ppi)
        for x, y in product(range(0, wide, side), range(0, high, side)):
            area = (left + x, top + y, left + min(x + side, wide), top + min(y + side, high))
            canvas.blit(cache.part(area, ppi, painter.part), (x * ppi, y * ppi))
    return canvas


def paint_backdrop(canvas: pygame.Surface, frame: WindowContext, share: float = 0.28) -> None:
    """Paint the whole window with the table; *share* of its light is left."""
    canvas.blit(_table(canvas.get_size(), frame.theme.px(BACKDROP_CLOSE)), (0, 0))
    level = round(255 * share)
    canvas.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


class Backdrop:
    """The background of a screen's panels; repainted wherever a dialog darkened it."""

    def __init__(self) -> None:
        self.is_fresh = True
        """True if the whole window still has to be drawn."""

    def draw(
        self, canvas: pygame.Surface, frame: WindowContext, stack: PanelStack
    ) -> Sequence[pygame.Rect]:
        """Draw panels of which the first lies on the backdrop; return the changed areas."""
        if self.is_fresh or stack.dialog:
            paint_backdrop(canvas, frame)
            stack.panels[0].lie_on(canvas)
        changed = stack.draw(canvas)
        fresh, self.is_fresh = self.is_fresh, stack.dialog is not None
        return [canvas.get_rect()] if fresh else changed


class NoticeScreen:
    """A screen that shows one message and closes with it."""

    def __init__(self, title: str, words: str) -> None:
        self.title, self.words = title, words
        self.stack: PanelStack

    def fill(self, frame: WindowContext) -> None:
        """Build the dialog for a window."""
        self.stack = PanelStack(frame.theme)
        close = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
        self.stack.ask(Dialog(frame.theme, self.title, self.words, (close,), width=620))

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; return ``Close`` once the dialog is closed."""
        self.stack.handle(event)
        return None if self.stack.dialog else Close()

    def update(self, seconds: float) -> Change | None:
        """Advance the dialog by *seconds*."""
        self.stack.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the dialog; return the changed areas."""
        canvas.fill(INK)
        self.stack.draw(canvas)
        return [canvas.get_rect()]

    def leave(self) -> None:
        pass


def picture_of_map(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a picture of a map within a size in pixels; None if it cannot be read."""
    file = named(name, MAPS, ".tmj")
    try:
        return _picture(DISK.read(file), file, size)
    except UnusableFile:
        return None


@lru_cache(maxsize=24)
def _picture(text: str, file: str, size: tuple[int, int]) -> pygame.Surface:
    board = board_of(text, file)
    share = min(size[0] / board.width, size[1] / board.height)
    whole = _painted(text, file, max(4, round(share)))
    small = max(1, round(board.width * share)), max(1, round(board.height * share))
    return pygame.transform.smoothscale(whole, small)


@lru_cache(maxsize=8)
def _painted(text: str, file: str, ppi: int) -> pygame.Surface:
    """Return a whole map at *ppi* pixels per inch."""
    board = board_of(text, file)
    area = (0.0, 0.0, float(ceil(board.width)), float(ceil(board.height)))
    bake = BoardPainter(board)
    whole = TileDiskCache(board).part(area, ppi, bake.part)
    for one in map_pictures(bake.plan):
        picture, at = one.paint(ppi)
        whole.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole


K = TypeVar("K", bound=Hashable)


class PictureQueue(Generic[K]):
    """Pictures by their keys, drawn in a background thread, one at a time."""

    def __init__(self, kept: dict[K, pygame.Surface | None] | None = None) -> None:
        """*kept*: the pictures drawn so far."""
        self.kept = {} if kept is None else kept
        """Pictures by key; None if one cannot be drawn."""
        self._drawing: tuple[K, Loader[pygame.Surface | None]] | None = None

    def draw_next(
        self, wanted: Iterable[tuple[K, Callable[[], pygame.Surface | None]]]
    ) -> bool:
        """Draw the next missing picture; return whether another one was finished."""
        finished = self._drawing is not None and self._drawing[1].done
        if self._drawing and finished:
            (key, loader), self._drawing = self._drawing, None
            self.kept[key] = loader.result()
        missing = (one for one in wanted if one[0] not in self.kept)
        if self._drawing is None and (one := next(missing, None)):
            self._drawing = one[0], Loader(one[1])
        return finished
