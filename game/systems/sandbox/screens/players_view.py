"""The players' view of a sandbox: the board alone, in this window or in a second one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin

import pygame

from game.content.settings import Action
from game.cores.kit.queries import HIDES, TableView
from game.geometry.points import Disc, Path, Point
from game.lab.sight import seen_from
from game.play.game import Rules
from game.screens.battle.handover_curtain import CurtainPanel, CurtainWords
from game.screens.screen import Change, Close, WindowContext
from game.systems.sandbox.rules import bench_of
from game.systems.sandbox.rules.table_aids import NEARBY, Fog, LampLight, Vision
from game.table.records import Side
from game.table.state import Table
from game.view.overlays import Pin
from game.view.overlays.ground_outlines import visible_area
from game.view.overlays.tags_and_fog import THICK, FogCover, FogOpenings
from game.view.scene import Scene
from game.view.style import INKS
from game.widgets.key_bindings import action_of
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import AMBER, INK, Theme

SIZE = (1280, 720)
"""Size in pixels in which the second window opens."""
CORNERS = 40
"""Number of corners of the circle around a model in the dark."""
TITLE = "Undertow: the players' view"
RETURN = CurtainWords(
    "Game master", AMBER, "Only the person who runs the table looks on from here.", "Go on"
)


def fog_openings(view: TableView, vision: Vision) -> FogOpenings:
    """``SB-17``  Return the areas without fog for some sides, for display."""
    seen = tuple(seen_from(view, eye) for eye in vision.eyes)
    if vision.fog is not Fog.DARK:
        return FogOpenings(seen)
    near = [_circle(eye._replace(radius=eye.radius + NEARBY)) for eye in vision.eyes]
    return FogOpenings(seen, (*near, *(_lit(view, light) for light in vision.lights)))


def _lit(view: TableView, light: LampLight) -> Path:
    """``SB-17``  Return the area that a lamp lights up."""
    hides = [*HIDES.of(view, Disc(light.at, 0.0))]
    walls = [side for hide in hides if not hide.into for side in hide.sides]
    clumps = [hide.sides for hide in hides if hide.into]
    return visible_area(light.at, light.radius, (*walls, *view.table.board.rim), clumps)


def _circle(disc: Disc) -> Path:
    (x, y), r = disc
    return tuple(Point(x + r * dx, y + r * dy) for dx, dy in _directions())


@lru_cache(maxsize=1)
def _directions() -> tuple[tuple[float, float], ...]:
    turns = [radians(360.0 * n / CORNERS) for n in range(CORNERS)]
    return tuple((sin(turn), cos(turn)) for turn in turns)


class PlayersBoard:
    """``SB-19``  The board as players see it, without panels."""

    def __init__(self, table: Table, theme: Theme, window: pygame.Rect, rules: Rules) -> None:
        self.scene, self.rules = Scene(table, theme, window, rules.parts), rules
        self.pins: list[Pin] = []
        self._shown: object = None
        self._drawn: object = None

    def show(self, table: Table, sides: Sequence[Side], moment: object) -> None:
        """Show a table as some sides see it; *moment* changes whenever the table does."""
        if (key := (tuple(sides), moment)) == self._shown:
            return
        self._shown, self._drawn = key, None
        vision = Vision(table, sides)
        self.scene.restart(table)
        self.scene.hidden = frozenset(model.id for model in vision.hidden())
        openings = fog_openings(TableView(table, self.rules), vision) if vision.fog else None
        self.scene.fog = FogCover(openings, THICK) if openings else None
        self.scene.revealed = bench_of(table).revealed
        self.pins = [Pin(t.at, t.words, INKS[t.ink]) for t in vision.tokens()]

    def draw(self, canvas: pygame.Surface) -> bool:
        """Draw if anything changed; return whether it did."""
        camera = self.scene.camera
        key = camera.view, tuple(camera.window)
        if key == self._drawn:
            return False
        canvas.fill(INK)
        self._drawn = key if self.scene.draw(canvas, above=self.pins) else None
        return True

    def spoil(self) -> None:
        """Force a redraw in the next frame."""
        self._drawn = None


class PlayersScreen:
    """The players' view in the window of the person who runs the table.

    Any key or click lowers a curtain, which that person lifts to return.
    """

    caption = "The players' view"

    def __init__(self, table: Table, sides: Sequence[Side], rules: Rules) -> None:
        self.table, self.sides, self.rules = table, tuple(sides), rules
        self.veil: CurtainPanel | None = None
        self.board: PlayersBoard
        self.stack: PanelStack
        """The panels of the curtain; without panels while it is up."""

    def fill(self, frame: WindowContext) -> None:
        self.frame = frame
        window = pygame.Rect((0, 0), frame.size)
        self.board = PlayersBoard(self.table, frame.theme, window, self.rules)
        self.board.show(self.table, self.sides, "")
        self.stack = PanelStack(frame.theme)
        if self.veil:
            self._cover()

    def _cover(self) -> None:
        """Lower the curtain, or fit it to another window."""
        self.veil = self.veil or CurtainPanel(RETURN, None)
        self.veil.fill(self.frame)
        self.stack = self.veil.stack

    def handle(self, event: pygame.Event) -> Change | None:
        if self.veil:
            self.veil.handle(event)
            return Close() if self.veil.lifted else None
        if event.type == pygame.MOUSEWHEEL:
            self.board.scene.camera.zoom(event.y, pygame.mouse.get_pos())
        elif event.type == pygame.KEYDOWN or (
            event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        ):
            self._cover()
        return None

    def update(self, seconds: float) -> Change | None:
        if self.veil:
            self.veil.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self.veil:
            return self.veil.draw(canvas)
        return [canvas.get_rect()] if self.board.draw(canvas) else []

    def leave(self) -> None:
        """Release nothing."""


class PlayersWindow(pygame.Window):
    """A second window with the players' view, for another screen."""

    def __init__(self, theme: Theme, table: Table, rules: Rules) -> None:
        """Open the window; raise pygame.error if there can be no second one."""
        super().__init__(TITLE, SIZE, resizable=True)
        self.closed = self.full = False
        self.board = PlayersBoard(table, theme, pygame.Rect((0, 0), SIZE), rules)

    def take_event(self, event: pygame.Event) -> None:
        """Handle one of its own events: close it, fit its size, fill the screen or zoom."""
        match event.type:
            case pygame.WINDOWCLOSE:
                self.close()
            case pygame.WINDOWEXPOSED | pygame.WINDOWSIZECHANGED:
                self.board.scene.camera.resize(pygame.Rect((0, 0), self.size))
                self.board.scene.camera.fit()
                self.board.spoil()
            case pygame.MOUSEWHEEL:
                self.board.scene.camera.zoom(event.y, self.board.scene.camera.window.center)
            case pygame.KEYDOWN if action_of(event) is Action.FULLSCREEN:
                self.fill_screen()

    def fill_screen(self) -> None:
        """Fill the screen that it is on, or be a window again."""
        self.full = not self.full
        if self.full:
            self.set_fullscreen(True)
        else:
            self.set_windowed()

    def draw(self) -> None:
        """Draw the board if anything changed."""
        if not self.closed and self.board.draw(self.get_surface()):
            self.flip()

    def close(self) -> None:
        """Close the window, once."""
        if not self.closed:
            self.closed = True
            self.destroy()
