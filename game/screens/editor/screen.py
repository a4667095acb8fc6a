"""The editor: a map, the tools to draw it with, and what there is to know of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.content.maps.document import MapObject
from game.editor.tools.box import toolbox
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.screens.editor.canvas.canvas import Canvas
from game.screens.editor.dock import Dock
from game.screens.editor.footline import Footline
from game.screens.editor.layout import layout
from game.screens.editor.toolbar import Toolbar
from game.screens.editor.topbar import Topbar
from game.screens.screen import Change, Close, Frame
from game.widgets.desk import Desk
from game.widgets.dialog import Dialog


class EditorScreen:
    desk: Desk
    canvas: Canvas

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.tools = toolbox(workspace)
        self.change: Change | None = None
        self.frame: Frame
        self.topbar, self.toolbar = Topbar(self), Toolbar(self)
        self.footline, self.dock = Footline(), Dock(self)
        self._known: object = None
        """What the parts were told last."""

    def fill(self, frame: Frame) -> None:
        first = not hasattr(self, "canvas")
        self.frame, theme = frame, frame.theme
        places = layout(*frame.units)
        window = theme.rect(places.board)
        if first:
            self.canvas = Canvas(self, window)
            if self.tools:
                self.canvas.take(next(iter(self.tools.values())))
        else:
            self.canvas.fit(theme, window)
        self.desk = Desk(theme)
        self.topbar.fill(self.desk, places.top)
        self.toolbar.fill(self.desk, places.tools)
        self.footline.fill(self.desk, places.foot)
        self.dock.fill(self.desk, places)
        self._known = None

    def handle(self, event: pygame.Event) -> Change | None:
        taken = not self.canvas.held and self.desk.handle(event)
        if not taken and not self.desk.dialog:
            self.canvas.handle(event)
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        self.desk.update(seconds)
        self.dock.update(seconds)
        work = self.workspace
        known = work.map, work.selection, work.brush, work.layer, work.history.at
        if known != self._known:
            self._known = known
            self.canvas.changed()
            self.dock.refresh()
        self.canvas.update(seconds)
        self.topbar.refresh()
        self.toolbar.refresh()
        self.footline.refresh(self.canvas)
        change, self.change = self.change, None
        return change

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self.desk.covers:
            self.canvas.spoil()
        drawn = self.canvas.draw(canvas, self.dock.tab)
        changed = self.desk.draw(canvas)
        return [*changed, self.canvas.window] if drawn else changed

    def leave(self) -> None:
        self.dock.leave()

    # What the parts call.

    def use(self, name: str) -> None:
        """Draw with a tool from now on."""
        self.canvas.take(self.tools[name])

    def ask(self, dialog: Dialog) -> None:
        self.desk.ask(dialog)

    def go(self, change: Change) -> None:
        self.change = change

    def close(self) -> None:
        self.change = Close()

    def tell(self, words: str) -> None:
        self.footline.say(words)

    def look_at(self, at: Point) -> None:
        self.canvas.look_at(at)

    def pick(
        self, asks: str, fits: Callable[[MapObject], bool], then: Callable[[int], None]
    ) -> None:
        self.footline.say(asks)

    def refill(self) -> None:
        self.dock.refill()
