"""The base of menu screens: a card over the backdrop, its buttons, pictures of maps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Generic, TypeAlias, TypeVar

import pygame

from game.background import Loader
from game.content.faults import UnusableFile
from game.content.file_names import joined, naming_fault
from game.content.file_source import DISK, MAPS, named
from game.content.maps.map_library import board_of, load_map, map_text
from game.content.scenarios import Scenario
from game.content.storage import ASSETS, is_file
from game.content.storage import MAPS as MAPS_FOLDER
from game.screens.battle.clause_dialog import clause_dialog
from game.screens.screen import Change, Close, WindowContext
from game.table.board import Board
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache, inches
from game.view.systems import map_pictures
from game.widgets.button import Button, Style
from game.widgets.dialogs import notice
from game.widgets.keys import Key
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import LEADING, Label
from game.widgets.theme import AMBER, CARD, DIM, INK, TEXT, Box
from game.widgets.widget import Panel, Visible, Widget

MOMENTS = ASSETS / "moments"
"""Pictures of scenarios, made by ``gallery``."""
TITLE_BOX = (28.0, 16.0, 400.0, 42.0)


class MenuScreen:
    """A screen with a card in the middle of the window; widgets set ``change`` to leave it."""

    frame: WindowContext
    stack: PanelStack
    backdrop: Backdrop
    change: Change | None = None
    """The change of screens that a widget has requested."""
    caption = ""
    """The title of its card, for the bar of the window."""

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
        self.caption = title.capitalize() if title.isupper() else title
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
"""Minimum pixels per inch, at a UI scale of 1; a window wider than the board takes more."""


@lru_cache(maxsize=1)
def _board() -> Board | None:
    try:
        return load_map(MAPS_FOLDER / MAP)
    except UnusableFile:
        return None


@lru_cache(maxsize=2)
def _table(size: tuple[int, int], ppi: int) -> pygame.Surface:
    """Return the middle of the board, or a plain area if the map cannot be read."""
    canvas = pygame.Surface(size)
    canvas.fill(INK)
    if board := _board():
        ppi = max(ppi, ceil(size[0] / int(board.width)), ceil(size[1] / int(board.height)))
        wide, high = ceil(size[0] / ppi), ceil(size[1] / ppi)
        left = max(0, round((board.width - wide) / 2))
        top = max(0, round((board.height - high) / 2))
        painter, side = BoardPainter(board), inches(ppi)
        cache = TileDiskCache(painter)
        for x, y in product(range(0, wide, side), range(0, high, side)):
            area = (left + x, top + y, left + min(x + side, wide), top + min(y + side, high))
            canvas.blit(cache.part(area, ppi, painter.part), (x * ppi, y * ppi))
    return canvas


def prepare_backdrop(frame: WindowContext) -> None:
    """Paint the table of the backdrop, which takes a second or two the first time."""
    _table(frame.size, frame.theme.px(BACKDROP_CLOSE))


def paint_backdrop(canvas: pygame.Surface, frame: WindowContext, share: float = 0.28) -> None:
    """Paint the whole window with the table; *share* of its light is left."""
    if frame.plain:
        canvas.fill(INK)
        return
    canvas.blit(_table(canvas.get_size(), frame.theme.px(BACKDROP_CLOSE)), (0, 0))
    level = round(255 * share)
    canvas.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=48)
def moment_of(scenario: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture of a moment of a scenario, cut to a size; None if it has none."""
    name = f"{scenario}.jpg"
    if naming_fault(name) or not is_file(joined(MOMENTS, name)):
        return None
    picture = pygame.image.load(joined(MOMENTS, name)).convert()
    wide, high = picture.get_size()
    share = max(size[0] / wide, size[1] / high)
    whole = pygame.transform.smoothscale(picture, (ceil(wide * share), ceil(high * share)))
    return whole.subsurface(
        pygame.Rect((0, 0), size).move(
            (whole.get_width() - size[0]) // 2, (whole.get_height() - size[1]) // 2
        )
    )


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


def picture_of_map(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a picture of a map within a size in pixels; None if it cannot be read."""
    file = named(name, MAPS, ".tmj")
    try:
        return _picture(map_text(DISK, file), file, size)
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
    whole = TileDiskCache(bake).part(area, ppi, bake.part)
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


MapKey: TypeAlias = tuple[str, tuple[int, int]]
"""Name of a map, and the size of its picture in pixels."""


SHOWN = 0.64
"""Share of the banner's width that its picture takes, at the right."""
BESIDE = 0.64
"""Share of its width that the words take, at the left."""


class Banner(Widget):
    """The selected scenario: its title and description over the picture of a moment of it."""

    def __init__(self, box: Box, scenario: Scenario, *, has_picture: bool) -> None:
        super().__init__(box, scenario.blurb)
        self.scenario, self.has_picture = scenario, has_picture

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        script = TextStyle(theme, 14, round(14 * LEADING))
        top = rect.top + px(36)
        size = round(rect.width * SHOWN), rect.height
        found = moment_of(self.scenario.id, size) if self.has_picture else None
        room = rect.width - px(6) if found is None else round(rect.width * BESIDE)
        lines = script.wrap((TextSpan(self.scenario.blurb, TEXT),), room)
        if found and top + len(lines) * script.high > rect.bottom:
            # Large text needs the whole width.
            lines, found = script.wrap((TextSpan(self.scenario.blurb, TEXT),), rect.width), None
        if found:
            faded = found.convert_alpha()
            faded.blit(fade(size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            canvas.blit(faded, faded.get_rect(topright=rect.topright))
        canvas.blit(theme.text(self.scenario.title, 28, TEXT, "title"), rect)
        script.paint(canvas, lines, (rect.left, top))


@lru_cache(maxsize=4)
def fade(size: tuple[int, int]) -> pygame.Surface:
    """Return a white surface that is transparent at the left, where words stand."""
    line = pygame.Surface((64, 1), pygame.SRCALPHA)
    for x in range(64):
        line.set_at(
            (x, 0), (255, 255, 255, round(255 * min(1.0, max(0.0, x / 63 - 0.2) / 0.5)))
        )
    return pygame.transform.smoothscale(line, size)


class Thumbnail(Widget):
    map = Visible[str]()
    """Name of the map."""

    def __init__(self, box: Box, pictures: PictureQueue[MapKey]) -> None:
        super().__init__(box)
        self.map, self.pictures = "", pictures

    def paint(self, canvas: pygame.Surface) -> None:
        key = self.map, self.rect.size
        picture = self.pictures.kept.get(key)
        if picture is None:
            drawn = key in self.pictures.kept
            words = self.theme.text("No picture" if drawn else "Drawing the map …", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(picture, picture.get_rect(center=self.rect.center))


class FigureView(Widget):
    """A chart drawn in the background, on white."""

    picture = Visible[pygame.Surface | None]()
    words = Visible[str]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.picture, self.words = None, ""

    def paint(self, canvas: pygame.Surface) -> None:
        if self.picture:
            canvas.blit(self.picture, self.picture.get_rect(midtop=self.rect.midtop))
        else:
            text = self.theme.text(self.words, 14, DIM)
            canvas.blit(text, text.get_rect(center=self.rect.center))
