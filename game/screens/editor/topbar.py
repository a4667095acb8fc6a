"""The bar at the top: which map, is it saved, undo and redo, and how it is shown."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.editor.workspace import Workspace
from game.widgets.button import IconButton
from game.widgets.desk import Desk
from game.widgets.keys import Key
from game.widgets.label import Label
from game.widgets.panel import Panel
from game.widgets.plates import BAR
from game.widgets.theme import Box


class Drawer(Protocol):
    workspace: Workspace

    def close(self) -> None: ...


class Topbar:
    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer

    def fill(self, desk: Desk, box: Box) -> None:
        panel = desk.add(Panel(desk.theme, box, BAR))
        work = self.drawer.workspace
        leave = IconButton((8, 8, 36, 36), "Leave", self.drawer.close, icon="ui/arrow-left")
        panel.add(leave)
        self.name = panel.add(Label((54, 0, 300, box[3]), "", size=20, face="title"))
        self.undo = panel.add(IconButton((370, 8, 36, 36), "Undo", work.undo))
        self.undo.icon, self.undo.shortcut = "ui/undo-2", Key(pygame.K_z, ctrl=True)
        self.redo = panel.add(IconButton((410, 8, 36, 36), "Redo", work.redo))
        self.redo.icon, self.redo.shortcut = "ui/redo-2", Key(pygame.K_y, ctrl=True)

    def refresh(self) -> None:
        work = self.drawer.workspace
        name = work.map.board.title or (work.path.stem if work.path else "Untitled")
        self.name.text = name if work.is_saved else f"{name} •"
        self.undo.reason = "" if work.history.undoes else "Nothing to undo"
        self.redo.reason = "" if work.history.redoes else "Nothing to redo"
