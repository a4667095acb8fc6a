"""The minimap of a board that does not fit into the view."""

from __future__ import annotations

import pygame

from game.geometry.points import Point
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import FloatingPanel, board_box
from game.table.records import Where
from game.view.colours import TEAMS
from game.widgets.cells import column
from game.widgets.panel_stack import PanelStack
from game.widgets.places import within
from game.widgets.sizes import FAR, GAP, TIGHT
from game.widgets.theme import TEXT, Theme
from game.widgets.widget import Pixel, Visible, Widget

MINIMAP_HEIGHT = 140.0
"""Height of the minimap in units."""
DOT = 2.0
CORNERS = (0, 1), (0, 0), (1, 0)
"""Shares of the board's free room left of the minimap and above it; legends have the fourth
corner."""
ASKED = 100
"""Number of models that one model of the unit asked about counts as."""


class MinimapWidget(Widget):
    """A picture of the board with a dot for each model and a frame around the visible part."""

    dots = Visible[tuple[tuple[int, int, int], ...]]()
    """Positions of models in pixels of the map, and their sides by number."""
    frame = Visible[tuple[int, int, int, int]]()
    painted = Visible[float]()
    """Share of the board that is painted."""

    def __init__(self, board: BoardView) -> None:
        super().__init__("Click to go there")
        self.board, self.camera = board, board.scene.camera
        self.dots, self.frame, self.painted = (), (0, 0, 0, 0), 0.0
        self._held = False
        self._picture: pygame.Surface | None = None
        self._known: object = None

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of the picture of the board."""
        return MINIMAP_HEIGHT * self.camera.width / self.camera.height, MINIMAP_HEIGHT

    @property
    def ppi(self) -> float:
        """Return pixels per inch."""
        return self.rect.width / self.camera.width

    def refresh(self) -> None:
        """Update the dots, the frame and the picture of the board."""
        ground = self.board.scene.ground
        self.painted = ground.progress
        camera, ppi = self.camera, self.ppi
        table = self.board.seen
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
            self.camera.look_at(spot)
        return self._held

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(self._board(), self.rect)
        left, top = self.rect.topleft
        for x, y, side in self.dots:
            spot = left + x, top + y
            pygame.draw.circle(canvas, "#0B0D0F", spot, self.theme.px(DOT + 1))
            pygame.draw.circle(canvas, TEAMS[side].plain, spot, self.theme.px(DOT))
        frame = pygame.Rect(self.frame).move(left, top).clip(self.rect)
        pygame.draw.rect(canvas, TEXT, frame, self.theme.px(1.4))

    def _board(self) -> pygame.Surface:
        ground = self.board.scene.ground
        known = self.painted, self.rect.size
        if self._picture is None or known != self._known:
            self._known = known
            whole = ground.whole or pygame.Surface(self.rect.size)
            self._picture = pygame.transform.smoothscale(whole, self.rect.size)
        return self._picture


class Minimap(FloatingPanel):
    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.face = MinimapWidget(board)
        self._room: object = None
        """The place of the board for which it was shown."""
        self._corner = CORNERS[0]
        self._view: object = None
        """The part of the table that was in view last, and the unit asked about."""
        self._chosen_for: object = None
        """The view for which its corner was chosen."""

    def refresh(self) -> None:
        """Show the minimap while the table does not fit into the view."""
        camera = self.board.scene.camera
        if camera.window.contains(camera.board):
            self.drop()
            return
        if not self.there or self._room != self.board.window:
            self._room = self.board.window.copy()
            self._float()
        self._clear_models()
        self.face.refresh()

    def _float(self) -> None:
        self.float(column(self.face, pad=TIGHT), *self._corner)

    def _clear_models(self) -> None:
        """Move to the corner that hides fewest models, once the view rests."""
        view = self.board.view, self.board.scene.asked
        rests, self._view = view == self._view, view
        is_used = self.rect.collidepoint(self.board.mouse)
        if not rests or view == self._chosen_for or is_used:
            return
        self._chosen_for = view
        best = min(CORNERS, key=lambda corner: (self._hidden(corner), corner != self._corner))
        if best != self._corner:
            self._corner = best
            self._float()

    def _hidden(self, corner: tuple[int, int]) -> int:
        """Return how many models it hides at a corner; those asked about count most."""
        scene, scale = self.board.scene, self.theme.scale
        _, _, wide, high = self.box
        box = within(board_box(self.board), (wide, high), *corner, GAP)
        place = pygame.Rect([round(scale * n) for n in box])
        # The badges and tags of models stand beside them.
        place.inflate_ip(round(2 * scale * FAR), round(2 * scale * FAR))
        return sum(
            ASKED if model.unit == scene.asked else 1
            for model, at, _ in scene.shown_models()
            if place.collidepoint(scene.camera.pixel(at))
        )
