"""The show mode of a battle window, in which the board fills it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.content.table_actions import Action
from game.play.game import Rules
from game.rules.catalog import score_label, score_of, standing
from game.screens.battle.board_view import BoardView
from game.screens.battle.shown_play import ShownGame
from game.screens.screen import WindowContext
from game.screens.show.caption_source import CaptionSource
from game.screens.show.show_camera import ShowCamera, acting
from game.screens.show.show_pace import ShowPace
from game.screens.show.show_pen import ShowPen
from game.screens.show.show_stakes import StakesSource
from game.screens.show.show_surround import ShownCaption, ShowSurround
from game.shown.event_captions import EventCaption
from game.shown.event_log import EventLog
from game.shown.turn_header import TurnHeader, turn_header
from game.widgets.key_bindings import action_of
from game.widgets.theme import Box
from game.widgets.widget import Pixel

POINTER_SECONDS = 1.5
"""Seconds without motion after which the pointer is hidden."""
LIGHT_KEY = pygame.K_l
JITTER = 3
"""Pixels that a mouse may move without showing the pointer again."""


def show_board(frame: WindowContext) -> Box:
    """Return the place of the board in a window in show mode, in units of the window."""
    left, top, wide, high = ShowSurround(frame.size).board
    scale = frame.theme.scale
    return left / scale, top / scale, wide / scale, high / scale


class ShowMode:
    """The show mode of one window, with the surround of the board."""

    def __init__(
        self, game: ShownGame, rules: Rules, event_log: EventLog, refill: Callable[[], None]
    ) -> None:
        """*refill*: lays the window out anew when the show begins or ends."""
        self.game, self.event_log, self._refill = game, event_log, refill
        self._rules = rules
        event_log.captions.mission, event_log.captions.turns = game.mission, game.turns
        self.on = False
        self.pen, self.pace = ShowPen(), ShowPace()
        self.surround: ShowSurround | None = None
        self.board: BoardView | None = None
        self._camera: ShowCamera | None = None
        self._captions = CaptionSource(event_log)
        self._stakes = StakesSource(game.goals, rules)
        self._header: tuple[object, TurnHeader] | None = None
        self._still = 0.0
        """Seconds since the mouse moved."""
        self._mouse: Pixel = (-1, -1)
        self._pen_key: object = None

    def turn(self) -> None:
        """Begin the show, or end it."""
        self.on = not self.on
        self.pen.wipe()
        self.pen.has_light = False
        self._still = 0.0
        if not self.on:
            self._show_pointer(shown=True)
            if self.board:
                self.board.show_whole()
                self.board.show_acting(())
        self._refill()

    def lay_out(self, board: BoardView, size: tuple[int, int]) -> None:
        """Lay out bar and caption for a window; the board lies between them."""
        self.board = board
        # A forecast of each charge takes time that only spectators are given.
        self.event_log.captions.rules = self._rules if self.on else None
        self.surround = ShowSurround(size) if self.on else None
        self._camera = ShowCamera(board.guide) if self.on else None
        if self.on:
            board.guide.on = True
            board.guide.forget()

    def handle(self, event: pygame.Event) -> bool:
        """Handle the keys of the show, and pen and light; return whether the event was used."""
        if action_of(event) is Action.SHOW:
            self.turn()
            return True
        if not self.on:
            return False
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.turn()
            return True
        if event.type == pygame.KEYDOWN and event.key == LIGHT_KEY and not event.mod:
            self.pen.has_light = not self.pen.has_light
            return True
        if event.type == pygame.MOUSEMOTION and self._moves(event.pos):
            self.wake()
        return self.pen.handle(event)

    def _moves(self, at: Pixel) -> bool:
        x, y = self._mouse
        moved = abs(at[0] - x) > JITTER or abs(at[1] - y) > JITTER
        self._mouse = at if moved else self._mouse
        return moved

    def _show_pointer(self, *, shown: bool) -> None:
        if pygame.display.get_init() and pygame.mouse.get_visible() is not shown:
            pygame.mouse.set_visible(shown)

    @property
    def caption(self) -> EventCaption | None:
        """Return the caption of what is shown now."""
        return self._captions.caption

    def paced(self, seconds: float) -> float:
        """Return the seconds by which the playback advances in a frame of *seconds*."""
        if not self.on or self.board is None:
            return seconds
        return self.pace.paced(seconds, self._captions.pacing, self.board.stage)

    def update(self, seconds: float, *, is_covered: bool) -> None:
        """Advance camera and pointer; *is_covered*: by a dialog, which needs the pointer."""
        if not (self.on and self.board and self._camera):
            return
        if is_covered:
            self.wake()
            return
        self._still += seconds
        if self._still > POINTER_SECONDS:
            self._show_pointer(shown=False)
        stage = self.board.stage
        self._captions.update(stage, seconds)
        self._camera.update(seconds, self.caption, stage.seen)
        self.board.show_acting(acting(self._captions.latest, stage.seen))

    def header(self) -> TurnHeader:
        """Return the contents of the bar."""
        assert self.board
        game, table = self.game, self.board.seen
        key = (id(table), table.clock, *table.scores.items(), len(table.losses), table.result)
        if self._header is None or self._header[0] != key:
            scores, label = standing(game.mission, table), score_label(game.mission)
            unit = score_of(game.mission).unit
            now = turn_header(game.phases, table, game.turns, scores, label, unit)
            self._header = key, now
        return self._header[1]

    def wake(self) -> None:
        """Show the pointer again after an input."""
        self._still = 0.0
        self._show_pointer(shown=True)

    def spoil(self) -> None:
        """Draw bar and caption in the next frame."""
        if self.surround:
            self.surround.spoil()

    def before_draw(self) -> None:
        """Have the board drawn anew if strokes or light over it have changed."""
        if self.on and self.board and self.pen.key != self._pen_key:
            self._pen_key = self.pen.key
            self.board.spoil()

    def draw(self, canvas: pygame.Surface) -> list[pygame.Rect]:
        """Draw bar and caption; return what was drawn."""
        if not (self.on and self.surround and self.board):
            return []
        shown = ShownCaption.of(self.caption, self.game.title)
        stakes = self._stakes.stakes(self.board.seen)
        return self.surround.draw(canvas, self.header(), shown, stakes)

    def draw_over(self, canvas: pygame.Surface) -> None:
        """Draw strokes and light over a board that was just drawn."""
        if self.on and self.surround:
            self.pen.draw(canvas, self.surround.board, self.surround.theme.scale)

    def release(self) -> None:
        """Show the pointer again."""
        self._show_pointer(shown=True)
