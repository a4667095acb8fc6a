"""Floating panels: turn banner, legend, overlays, minimap, debug information."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

import pygame

from game.geometry.points import Point
from game.play.decisions import Decision
from game.play.session import Session
from game.screens.battle.board_view import BoardView
from game.screens.battle.forecast_overlay import LEGEND_HEIGHT, LEGEND_WIDTH, LegendBar
from game.screens.battle.overlays import LAYERS_WIDTH, OverlayButtons
from game.screens.battle.window_part import Legend, OverlayKind
from game.table.records import Where
from game.view.style import TEAMS
from game.widgets.button import IconButton, Style
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import Log, Paragraph
from game.widgets.theme import AMBER, GLOW, Box, Plate, plate
from game.widgets.widget import Panel, Pixel, Visible, Widget

SLIP = Plate("#1B2125", "#12171A", "#4A5963", corner=0.0)
"""Plate of floating panels: without round corners, which would show the board behind."""
GAP = 10.0
"""Units between a floating panel and the edge of the board."""


class FloatingPanel(Panel):
    """A panel over the board that comes and goes; the board behind it is then redrawn."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack.theme, (0, 0, 10, 10), SLIP)
        self.stack, self.board = stack, board

    @property
    def there(self) -> bool:
        return self in self.stack.panels

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Pass events on to the board if the panel has nothing to press but logs."""
        found = [w for w in self.widgets if isinstance(w, Log)]
        pressable = any(
            type(w).handle is not Widget.handle for w in self.widgets if w not in found
        )
        return super().handle(event, at) and pressable

    def add_icon(self, place: Point, icon: str, hint: str, press: Callable[[], None]) -> None:
        """Add a small button at a place in units."""
        box, icon = (*place, 30.0, 30.0), f"ui/{icon}"
        self.add(IconButton(box, "", press, icon=icon, hint=hint, style=Style.GHOST))

    def put(self, box: Box) -> None:
        """Show the panel at *box*, in units of the window."""
        if box != self.box:
            self.board.spoil()
            self.move(box)
        if not self.there:
            self.stack.add(self)
            self.dirty = True

    def drop(self) -> None:
        """Remove the panel."""
        if self.there:
            self.stack.panels.remove(self)
            self.board.spoil()


class QuestionDock(Protocol):
    """The column of the question, with a place for notes on what the mouse points at."""

    @property
    def aside(self) -> Box | None:
        """Return the place of card and log; None while the dock is closed."""

    def lend(self, to: Panel, top: float, low: float) -> None:
        """Keep card and log out of the dock's space between two heights, in units."""


class DockedPanel(FloatingPanel):
    """A panel in the place of card and log, or over the board while the dock is closed."""

    def __init__(self, stack: PanelStack, board: BoardView, dock: QuestionDock) -> None:
        super().__init__(stack, board)
        self.dock = dock

    def put(self, box: Box) -> None:
        if self.dock.aside:
            self.dock.lend(self, box[1], box[1] + box[3])
        super().put(box)

    def drop(self) -> None:
        if self.there and self.dock.aside:
            self.dock.lend(self, 0.0, 0.0)
        super().drop()


def board_box(board: BoardView) -> Box:
    """Return the rectangle of the board in the window, in units."""
    window, scale = board.window, board.theme.scale
    return window.x / scale, window.y / scale, window.width / scale, window.height / scale


BANNER_SECONDS = 1.2
BANNER_HIGH = 84.0


class TurnSign(Widget):
    """The side whose turn begins, in large letters."""

    words = Visible[str]()
    team = Visible[int]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.words, self.team = "", 0

    def paint(self, canvas: pygame.Surface) -> None:
        team, rect, px = TEAMS[self.team], self.rect, self.theme.px
        look = Plate(team.dark, "#12171A", team.plain, corner=0.0, line=2.0)
        canvas.blit(plate(self.theme, rect.size, look), rect)
        words = self.theme.text(self.words, 34, team.light, "title")
        place = words.get_rect(center=rect.center)
        canvas.blit(words, place)
        for x in (place.left - px(60), place.right + px(20)):
            dashes = range(x, x + px(40), px(14)) if self.team else (x,)
            for left in dashes:
                wide = px(9) if self.team else px(40)
                canvas.fill(team.plain, (left, rect.centery - 1, wide, px(3)))


class TurnBanner(FloatingPanel):
    """A banner over the board when the turn of another side begins; any input ends it."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.sign = self.add(TurnSign((0, 0, 10, 10)))
        self._left = 0.0

    def announce(self, words: str, team: int) -> None:
        """Show words for a moment, in the colours of a side by its number."""
        left, top, wide, tall = board_box(self.board)
        self.sign.box = (0, 0, wide, BANNER_HIGH)
        self.sign.words, self.sign.team = words.upper(), team
        self.put((left, top + (tall - BANNER_HIGH) / 3, wide, BANNER_HIGH))
        self.sign.fit(self.theme)
        self._left = BANNER_SECONDS

    def update(self, seconds: float) -> None:
        self._left -= seconds
        if self._left <= 0.0:
            self.drop()

    def end(self) -> None:
        """Remove the banner, because a person does something."""
        self._left = 0.0
        self.drop()


class LegendPanel(FloatingPanel):
    """The legend of tags, at the lower edge of the board."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.bar = self.add(LegendBar((0, 0, LEGEND_WIDTH, LEGEND_HEIGHT)))

    def show(self, legend: Legend | None) -> None:
        """Show a legend; None hides it."""
        self.bar.legend, self.bar.labelled = legend, self.board.scene.labelled
        if legend is None:
            self.drop()
            return
        left, top, wide, tall = board_box(self.board)
        x = left + (wide - LEGEND_WIDTH) / 2
        self.put((x, top + tall - LEGEND_HEIGHT, LEGEND_WIDTH, LEGEND_HEIGHT))


class LayersPanel(FloatingPanel):
    """The buttons of the overlays, beside the tools that open them."""

    def __init__(
        self,
        stack: PanelStack,
        board: BoardView,
        on_turn: Callable[[OverlayKind], None],
        layers: Collection[OverlayKind],
    ) -> None:
        super().__init__(stack, board)
        self.buttons = OverlayButtons(self, on_turn, layers)

    def turn(self) -> None:
        """Show or hide the buttons."""
        if self.there:
            self.drop()
            return
        left, top, wide, tall = board_box(self.board)
        right, low = left + wide - GAP, top + tall - GAP
        size = LAYERS_WIDTH, self.buttons.high
        self.put((right - size[0], low - size[1], *size))


MINIMAP_WIDTH, MINIMAP_HEIGHT = 208.0, 150.0
"""Maximum width and height of the minimap, in units."""
DOT = 2.0


class MinimapWidget(Widget):
    """A picture of the board with a dot for each model and a frame around the visible part."""

    dots = Visible[tuple[tuple[int, int, int], ...]]()
    """Positions of models in pixels of the map, and their sides by number."""
    frame = Visible[tuple[int, int, int, int]]()

    def __init__(self, box: Box, board: BoardView) -> None:
        super().__init__(box, "Click to go there")
        self.board = board
        self.dots, self.frame = (), (0, 0, 0, 0)
        self._held = False
        self._picture: pygame.Surface | None = None
        self._known: object = None

    @property
    def ppi(self) -> float:
        """Return pixels per inch."""
        return self.rect.width / self.board.scene.camera.width

    def refresh(self) -> None:
        """Update the dots and the frame."""
        camera, ppi = self.board.scene.camera, self.ppi
        table = self.board.scene.stage.seen
        self.dots = tuple(
            (round(m.at.x * ppi), round(m.at.y * ppi), table.sides.index(m.side))
            for m in table.models.values()
            if m.where is Where.TABLE
        )
        corner = camera.point(camera.window.topleft)
        share = ppi / camera.ppi
        self.frame = (
            round(corner.x * ppi),
            round(corner.y * ppi),
            round(camera.window.width * share),
            round(camera.window.height * share),
        )

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._held = bool(self.rect.collidepoint(at))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            held, self._held = self._held, False
            return held
        elif event.type != pygame.MOUSEMOTION:
            return False
        if self._held:
            spot = Point(
                (at[0] - self.rect.left) / self.ppi, (at[1] - self.rect.top) / self.ppi
            )
            self.board.scene.camera.look_at(spot)
        return self._held

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(self._board(), self.rect)
        left, top = self.rect.topleft
        for x, y, side in self.dots:
            spot = left + x, top + y
            pygame.draw.circle(canvas, "#0B0D0F", spot, self.theme.px(DOT + 1))
            pygame.draw.circle(canvas, TEAMS[side].plain, spot, self.theme.px(DOT))
        frame = pygame.Rect(self.frame).move(left, top).clip(self.rect)
        pygame.draw.rect(canvas, GLOW, frame, self.theme.px(1.4))

    def _board(self) -> pygame.Surface:
        ground = self.board.scene.ground
        known = ground.progress, self.rect.size
        if self._picture is None or known != self._known:
            self._known = known
            whole = ground.whole or pygame.Surface(self.rect.size)
            self._picture = pygame.transform.smoothscale(whole, self.rect.size)
        return self._picture


class Minimap(FloatingPanel):
    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        camera = board.scene.camera
        scale = min((MINIMAP_WIDTH - 8) / camera.width, (MINIMAP_HEIGHT - 8) / camera.height)
        self.size = camera.width * scale + 8, camera.height * scale + 8
        self.face = self.add(
            MinimapWidget((4, 4, camera.width * scale, camera.height * scale), board)
        )

    def refresh(self) -> None:
        """Show the minimap at the lower left while the table does not fit into the view."""
        camera = self.board.scene.camera
        if camera.window.contains(camera.board):
            self.drop()
            return
        left, top, _, tall = board_box(self.board)
        wide, high = self.size
        self.put((left + GAP, top + tall - GAP - high, wide, high))
        self.face.refresh()


DEBUG_WIDTH, SIZE, DEBUG_MARGIN = 380.0, 12.0, 12.0
DEBUG_UPDATE_SECONDS = 0.25
"""Seconds between two updates: figures that flicker cannot be read."""
SMOOTH = 30
"""Frames over which the frame time is averaged."""


class DebugPanel(FloatingPanel):
    """A panel with debug information, shown and hidden by a key."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.words = self.add(
            Paragraph((DEBUG_MARGIN, 8, DEBUG_WIDTH - 2 * DEBUG_MARGIN, 10), "", size=SIZE)
        )
        self.on = False
        self.frame = 0.0
        """Average seconds per frame."""
        self._since = DEBUG_UPDATE_SECONDS

    def turn(self) -> None:
        self.on = not self.on
        self._since = DEBUG_UPDATE_SECONDS
        if not self.on:
            self.drop()

    def update(self, seconds: float) -> None:
        self._since += seconds
        self.frame += (seconds - self.frame) / SMOOTH

    def refresh(self, session: Session, seed: int, file: str) -> None:
        """Update the figures every ``EVERY`` seconds."""
        if not self.on or self._since < DEBUG_UPDATE_SECONDS:
            return
        self._since = 0.0
        found = facts(session, seed, file, self.frame)
        spans = list[TextSpan]()
        for name, value in found:
            spans += [
                TextSpan(f"{name}  ", AMBER, face="mono"),
                TextSpan(f"{value}\n", face="mono"),
            ]
        spans[-1] = TextSpan(found[-1][1], face="mono")
        self.words.spans = tuple(spans)
        lines = TextStyle(self.theme, SIZE).wrap(
            self.words.spans, self.theme.px(DEBUG_WIDTH - 2 * DEBUG_MARGIN)
        )
        high = len(lines) * round(SIZE * 1.45) + 18
        left, top, _, _ = board_box(self.board)
        if self.words.box[3] != high - 16:
            self.words.box = (DEBUG_MARGIN, 8, DEBUG_WIDTH - 2 * DEBUG_MARGIN, high - 16)
        self.put((left + GAP, top + GAP, DEBUG_WIDTH, high))


def facts(session: Session, seed: int, file: str, frame: float) -> Sequence[tuple[str, str]]:
    """Return names and values; *frame* in seconds, *file*: name of the save."""
    table, asked = session.table, session.pending
    clock = table.clock
    return (
        ("waiting", " > ".join(session.where()) or "nobody"),
        ("asks", _question(asked) if asked else "nobody"),
        ("clock", f"round {clock.round}, {clock.phase or 'none'}, {clock.side or 'both'}"),
        ("queue", ", ".join(map(str, table.queue)) or "empty"),
        ("seed", str(seed)),
        ("rolls", str(table.rolls)),
        ("story", f"{len(session.game.story)} events, {len(session.chapters)} chapters"),
        ("frame", f"{frame * 1000:.1f} ms"),
        ("file", file or "none yet"),
    )


def _question(asked: Decision[Any]) -> str:
    kind = f" {asked.kind.value!r}" if asked.kind else ""
    return f"{type(asked).__name__}{kind} of {asked.by}, {asked.clause}"
