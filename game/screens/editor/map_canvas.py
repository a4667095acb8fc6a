"""The canvas on which a map is edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.editor.edits import EditRefusedError
from game.editor.object_commands import NUDGE
from game.editor.snapping import objects_at
from game.editor.tools import NOTHING, Handle, MeasureLabel, Pointer, Role, Tool, ToolSketch
from game.editor.tools.toolbox import Toolbox
from game.editor.transforms import clamped
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.geometry.polygons import Box, box_middle
from game.screens.editor.decor_pictures import DecorPictures
from game.screens.editor.object_layer import BoardRenderer, LayerView, ObjectLayer
from game.screens.editor.object_painter import draw_selected, draw_sketch
from game.screens.editor.tab import Tab
from game.view.camera import Camera
from game.view.overlays.renderer import OverlayRenderer
from game.widgets.theme import Theme
from game.widgets.widget import Pixel

FINGER = 8.0
"""Units around the mouse within which objects are hit."""
STILL = 4
"""Units by which the mouse may move during a click."""
AROUND = 0.4
"""Share of the canvas that an area takes at most when it is shown."""
TWICE = 0.5
"""Maximum seconds between the clicks of a double click."""


@dataclass(slots=True)
class KeyPress:
    """The key that acts as the button of the keyboard pointer."""

    mods: int = 0
    """Modifier keys when it was pressed."""
    is_down: bool = False
    is_tap: bool = False
    """True while the pointer has not moved since the key began to hold the button."""


class Canvas:
    """The board in the editor. All positions are pixels of the canvas, at ``window``."""

    def __init__(
        self,
        work: Workspace,
        toolbox: Toolbox,
        theme: Theme,
        window: pygame.Rect,
        say: Callable[[str], None],
    ) -> None:
        """*say*: shows why a tool refuses a change."""
        self.work, self.toolbox, self._say = work, toolbox, say
        self.window = window
        self.painted = True
        """True if the board is shown painted, false for plain colours."""
        self.gridded = True
        self.mouse: Pixel = (-1, -1)
        self.paint = BoardRenderer(work)
        self.decor = DecorPictures(work)
        self._fit(theme)
        self.camera = self._new_camera()
        self.cursor: Point | None = None
        """Place of the keyboard pointer on the board; None while the mouse points."""
        self._rest: Pixel = (-1, -1)
        """Place of the mouse when the keyboard pointer appeared."""
        self._key = KeyPress()
        self._sketched: Tool | None = None
        """The tool whose sketch is known."""
        self._sketch: ToolSketch = NOTHING
        self._stale = True
        """True if the tool's sketch may have changed."""
        self._held = False
        self._pan: tuple[int, Pixel, bool] | None = None
        """The button that drags the board, the start, and whether the board has moved yet."""
        self._clicked: tuple[float, Pixel] = (-9.0, (0, 0))
        self._clock = 0.0
        self._drawn: object = None
        self.ask: Callable[[Pointer], bool] = lambda _: False
        """Offers a right click that the tool does not need to others; returns whether used."""
        self.picking: tuple[Callable[[MapObject], bool], Callable[[int], None]] | None = None
        """The condition on the object to pick, and the callback for its id."""

    def _fit(self, theme: Theme) -> None:
        self.theme = theme
        self.sheet, self.pen = ObjectLayer(theme, self.decor), OverlayRenderer(theme)

    def _new_camera(self) -> Camera:
        board = self.work.map
        return Camera(board.width, board.height, pygame.Rect((0, 0), self.window.size))

    def fit(self, theme: Theme, window: pygame.Rect) -> None:
        """Move to another part of the window, at another scale."""
        self.window = window
        if theme is not self.theme:
            self._fit(theme)
        whole = self.camera.steps == 0
        self.camera.resize(pygame.Rect((0, 0), window.size))
        if whole:
            self.camera.fit()
        self.spoil()

    def spoil(self) -> None:
        """Force a full redraw in the next frame."""
        self._drawn = None

    @property
    def held(self) -> bool:
        """Return whether something is being dragged."""
        return self._held or self._pan is not None

    @property
    def tool(self) -> Tool:
        """Return the tool in use."""
        return self.toolbox.tool

    def pointer(self) -> Pointer:
        # With the arrows, Shift means ten steps and Ctrl the pointer.
        mods = self._key.mods if self.cursor else pygame.key.get_mods()
        return Pointer(
            self.cursor or self.camera.point(self.mouse),
            reach=self.theme.px(FINGER) / self.camera.ppi,
            shift=bool(mods & pygame.KMOD_SHIFT),
            ctrl=bool(mods & pygame.KMOD_CTRL),
            alt=bool(mods & pygame.KMOD_ALT),
        )

    @property
    def at(self) -> Point | None:
        """Return the position of the pointer on the board in inches; None off it."""
        if self.cursor:
            return self.cursor
        return self.camera.point(self.mouse) if self.camera.on_table(self.mouse) else None

    def handle(self, event: pygame.Event) -> bool:
        """Draw, pan and zoom; return whether the event was used."""
        if event.type in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION}:
            self.mouse = event.pos[0] - self.window.left, event.pos[1] - self.window.top
            moves = event.type == pygame.MOUSEMOTION
            if not (moves and self._is_near(self._rest, self.theme.px(STILL))):
                self.cursor = None
        match event.type:
            case pygame.MOUSEBUTTONDOWN if self.camera.window.collidepoint(self.mouse):
                return self._press(event.button)
            case pygame.MOUSEMOTION:
                return self._move(event)
            case pygame.MOUSEBUTTONUP:
                return self._let_go(event.button)
            case pygame.KEYUP if event.key == pygame.K_SPACE:
                self._end_tap()
                return True
            case pygame.MOUSEWHEEL if self.camera.window.collidepoint(self.mouse):
                self.camera.zoom(event.y, self.mouse)
                self._call_tool(lambda tool: tool.hover(self.pointer()))
                return True
        return False

    def _press(self, button: int) -> bool:
        if button in {2, 3} and not self._held:
            self._pan = button, self.mouse, False
        elif button == 1 and self._pan is None:
            if self.picking:
                self._pick()
            elif self._is_double():
                self._call_tool(lambda tool: tool.finish())
            else:
                self._held = True
                self._call_tool(lambda tool: tool.press(self.pointer()))
        return True

    def _pick(self) -> None:
        """Pass the object under the mouse to the callback if it fits; else keep waiting."""
        assert self.picking
        fits, then = self.picking
        work = self.work
        near = [one for one in objects_at(work, self.pointer(), locked=True) if fits(one)]
        if near:
            self.picking = None
            then(near[0].id)

    def _is_double(self) -> bool:
        """Return whether this click is the second of a double click, and record it."""
        (when, (x, y)), near = self._clicked, self.theme.px(STILL)
        double = self._clock - when <= TWICE and self._is_near((x, y), near)
        self._clicked = (-9.0 if double else self._clock), self.mouse
        return double

    def _is_near(self, spot: Pixel, distance: int) -> bool:
        return (
            abs(self.mouse[0] - spot[0]) <= distance
            and abs(self.mouse[1] - spot[1]) <= distance
        )

    def _move(self, event: pygame.Event) -> bool:
        if self._pan:
            button, start, moved = self._pan
            if moved:
                self.camera.pan(*event.rel)
            elif not self._is_near(start, self.theme.px(STILL)):
                self.camera.pan(self.mouse[0] - start[0], self.mouse[1] - start[1])
                self._pan = button, start, True
            return True
        if self._held:
            self._call_tool(lambda tool: tool.drag(self.pointer()))
        elif self.camera.window.collidepoint(self.mouse):
            self._call_tool(lambda tool: tool.hover(self.pointer()))
        return self._held

    def _let_go(self, button: int) -> bool:
        if self._pan and button == self._pan[0]:
            moved, self._pan = self._pan[2], None
            if button == 3 and not moved and not self._is_asked():
                self._call_tool(lambda tool: tool.finish())
            return True
        if button == 1 and self._held:
            self._held = False
            self._call_tool(lambda tool: tool.release(self.pointer()))
            return True
        return False

    def _is_asked(self) -> bool:
        """Offer a right click that the tool does not need to others; return whether used."""
        return not self.tool.is_drawing and self.ask(self.pointer())

    def _call_tool(self, what: Callable[[Tool], object]) -> None:
        """Call a method of the tool; show the reason if its edit is refused."""
        self._stale = True
        try:
            what(self.tool)
        except EditRefusedError as error:
            self._say(str(error))

    def finish(self) -> None:
        """Complete the tool's action; if there is none, click with the keyboard pointer."""
        self._stale = True
        if self._held or not self.tool.finish():
            self.tap(0)
            self._end_tap()

    def step(self, dx: int, dy: int, *, far: bool = False) -> None:
        """Move the keyboard pointer by a step of the grid, or ten, and drag what it holds.

        It begins at the mouse, or in the middle of the view.
        """
        work = self.work
        inches = (work.snapping.grid or NUDGE) * (10 if far else 1)
        x, y = self._appear()
        at = Point(x + dx * inches, y + dy * inches)
        self.cursor = clamped(at, work.map.width, work.map.height)
        self._key.is_tap = False
        self.look_at(self.cursor)
        if self._held:
            self._call_tool(lambda tool: tool.drag(self.pointer()))
        else:
            self._key.mods = 0
            self._call_tool(lambda tool: tool.hover(self.pointer()))

    @property
    def is_pointing(self) -> bool:
        """Return whether the arrows move the keyboard pointer, not the selection."""
        draws = self.cursor is not None and self.toolbox.name != "Select"
        return self.held or draws or not self.work.selection

    def _appear(self) -> Point:
        if self.cursor is None:
            self._rest = self.mouse
            at = self.at or self.camera.point(self.camera.window.center)
            self.cursor = self.work.on_grid(at)
        return self.cursor

    def tap(self, mods: int) -> None:
        """Press the button of the keyboard pointer; a key that repeats does so once."""
        if self._key.is_down:
            return
        self._appear()
        self._key = KeyPress(mods, is_down=True, is_tap=not self._held)
        if self.picking:
            self._pick()
        elif not self._held:
            self._held = True
            self._call_tool(lambda tool: tool.press(self.pointer()))

    def _end_tap(self) -> None:
        """Release the button, unless a tap has only begun to drag."""
        if not self._key.is_down:
            return
        self._key.is_down = False
        tool = self.tool
        begun = self._key.is_tap and tool.drags and not tool.refused
        if self._held and not begun:
            self._held = False
            self._call_tool(lambda tool: tool.release(self.pointer()))

    def cancel(self) -> bool:
        """Cancel a pick or the tool's action; return whether there was one."""
        self._stale, self._held, self._key = True, False, KeyPress()
        if self.picking:
            self.picking = None
            return True
        return self.tool.cancel()

    def take_action(self, action: EditorAction) -> bool:
        """Offer an action to the tool; return whether it is the tool's own."""
        self._stale = True
        return self.tool.take_action(action)

    def erase(self) -> bool:
        self._stale = True
        return self.tool.erase()

    def changed(self) -> None:
        """Update to the current map and selection."""
        self._stale = True
        board = self.work.map
        if (board.width, board.height) != (self.camera.width, self.camera.height):
            self.camera = self._new_camera()

    def zoom(self, steps: int) -> None:
        about = self.camera.pixel(self.cursor) if self.cursor else self.camera.window.center
        self.camera.zoom(steps, about)

    def turn_paint(self) -> None:
        """Show the board painted, or in plain colours."""
        self.painted = not self.painted

    def turn_grid(self) -> None:
        """Show or hide the grid."""
        self.gridded = not self.gridded

    def look_at(self, at: Point) -> None:
        margin = -4 * self.theme.px(FINGER)
        seen = self.camera.window.inflate(margin, margin)
        if not seen.collidepoint(self.camera.pixel(at)):
            self.camera.look_at(at)

    def zoom_to(self, area: Box) -> None:
        """Show an area in the middle, at the closest zoom that leaves room around it."""
        camera, (left, top, right, low) = self.camera, area
        camera.fit()
        room, before = camera.window, 0
        while camera.ppi != before:
            before = camera.ppi
            camera.zoom(1, room.center)
            wide, high = (right - left) * camera.ppi, (low - top) * camera.ppi
            if wide > room.width * AROUND or high > room.height * AROUND:
                camera.zoom(-1, room.center)
                break
        camera.look_at(box_middle(area))

    @property
    def sketch(self) -> ToolSketch:
        if self._stale or self._sketched is not self.tool:
            self._sketched, self._sketch, self._stale = self.tool, self.tool.sketch(), False
        return self._sketch

    def update(self, seconds: float) -> None:
        self._clock += seconds
        map_ = self.work.map
        if self.paint.follow(map_, seconds, self.camera, held=self.held) and self.painted:
            self.sheet.spoil()
            self.spoil()

    def draw(self, canvas: pygame.Surface, tab: Tab | None) -> list[pygame.Rect]:
        """Draw if anything changed; return the rectangles of the window drawn."""
        work, camera, sketch = self.work, self.camera, self._pointed(self.sketch)
        view = self._view()
        overlays = tab.overlays() if tab else ()
        board = canvas.subsurface(self.window.clip(canvas.get_rect()))
        key = view, sketch, overlays, tab and tab.stamp, work.map, work.selection
        if key == self._drawn and (self.sheet.is_crisp or not self.paint.has_news(camera.ppi)):
            return []
        hidden = sketch.hidden | {one.id for one in sketch.objects}
        self.sheet.bring(work.map, hidden, camera, self.paint, view)
        board.blit(self.sheet.surface, (0, 0))
        if tab:
            tab.paint(board, camera.ppi, view.corner)
        crisp = self.pen.draw(board, camera, overlays)
        draw_selected(board, work.selected(), hidden, camera.ppi, view.corner, self.theme)
        known, own = self.sheet.numbers, self.sheet.colours
        draw_sketch(board, sketch, camera.ppi, view.corner, self.theme, known, own, self.decor)
        self._drawn = key if crisp else None
        return [self.window]

    def _pointed(self, sketch: ToolSketch) -> ToolSketch:
        """Return a sketch with the keyboard pointer and its place."""
        if self.cursor is None:
            return sketch
        handles = (*sketch.handles, Handle(self.cursor, Role.POINTER))
        place = f'{self.cursor.x:g}" {self.cursor.y:g}"'
        words = sketch.words or (MeasureLabel(self.cursor, place),)
        return sketch._replace(handles=handles, words=words)

    def _view(self) -> LayerView:
        work, camera = self.work, self.camera
        return LayerView(
            camera.ppi,
            corner=(camera.left, camera.top),
            size=camera.window.size,
            board=(work.map.width, work.map.height),
            look=work.map.board.look,
            painted=self.painted,
            grid=(work.snapping.grid or 1.0) if self.gridded else 0.0,
        )
