"""Keys of the editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame

from game.content.maps.class_registry import KEYS as CLASS_KEYS
from game.editor.edits import BACK, FRONT
from game.editor.object_commands import (
    delete,
    duplicate,
    lock,
    nudge,
    order,
    select_all,
    unlock,
)
from game.editor.registry import PROBES
from game.editor.tools import Tool
from game.editor.workspace import Workspace
from game.screens.editor.host import EditorHost, attempt
from game.widgets.keys import Key, key_pressed

KEYS = (
    ("V R P L E D C I X", "tools; the status bar explains each"),
    ("1 to 9", "draw wall, ground, lane, zone, marker, origin, grate, ruin, lamp"),
    ("/", "search the palette"),
    ("Enter, double click", "end a polygon or polyline"),
    ("Right click", "the same"),
    ("Backspace", "undo its last corner"),
    ("Esc", "cancel; clear the selection; open the menu"),
    ("Tab, Shift+Tab", "select the next object, the previous one"),
    ("Arrows, Shift+arrows", "nudge by one grid step, by ten"),
    ("Delete", "delete the selection"),
    ("Ctrl+A", "select all"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("Ctrl+C, X, V, D", "copy, cut, paste, duplicate"),
    ("Ctrl+L, Ctrl+U", "lock the selection, unlock everything"),
    ("[ ], Shift+[ ]", "send back, bring forward; to back, to front"),
    ("G, Shift+G", "grid size; show or hide the grid"),
    ("M", "mirror: none, left-right, top-bottom, rotated"),
    ("K", "show the board painted or in plain colours"),
    ("Ctrl+S, Ctrl+Shift+S", "save, save as"),
    ("Ctrl+N, Ctrl+O", "new map, open a map"),
    ("F5", "try the map"),
    ("F7", f"simulate {', '.join(probe.noun for probe in PROBES if probe.noun)}"),
    ("Wheel, PgUp, PgDn", "zoom in, out"),
    ("Right or middle drag", "move the board"),
    ("Home", "the whole board"),
    ("F6", "step through buttons and fields"),
    ("F1", "this list"),
)

ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
GRIDS = (1.0, 0.5, 0.25, 0.0)
MIRRORS = {
    "": "No mirror",
    "left-right": "Mirrored left to right",
    "top-bottom": "Mirrored top to bottom",
    "turned": "Rotated by 180°",
}


class Keyboard(EditorHost, Protocol):
    """The actions of the screen that keys can trigger."""

    @property
    def tools(self) -> Mapping[str, Tool]: ...

    def use(self, name: str) -> None: ...

    def choose(self, name: str) -> None: ...

    def step_grid(self) -> None: ...

    def step_mirror(self) -> None: ...

    def step_through(self, step: int) -> None: ...


def does(screen: Keyboard, event: pygame.Event) -> bool:
    """Perform the map command of a key; return whether the key has one."""
    key = key_pressed(event)
    if key is None:
        return False
    return _draws(screen, key) or _edits(screen, key)


def _draws(screen: Keyboard, key: Key) -> bool:
    """Handle keys that select how to draw: letters for tools, digits for classes."""
    if key.ctrl or key.shift:
        return False
    name = pygame.key.name(key.code).upper()
    tool = next((n for n, one in screen.tools.items() if one.key.upper() == name), "")
    if tool:
        screen.use(tool)
    elif pygame.K_1 <= key.code <= pygame.K_9:
        screen.choose(CLASS_KEYS[key.code - pygame.K_1].__name__)
    elif key.code == pygame.K_g:
        screen.step_grid()
    elif key.code == pygame.K_m:
        screen.step_mirror()
    else:
        return False
    return True


def _edits(screen: Keyboard, key: Key) -> bool:
    work = screen.workspace
    if key.code in ARROWS and not key.ctrl:
        dx, dy = ARROWS[key.code]
        attempt(screen, lambda: nudge(work, dx, dy, far=key.shift))
    elif key.code == pygame.K_TAB and not key.ctrl:
        screen.step_through(-1 if key.shift else 1)
    elif command := COMMANDS.get(key):
        attempt(screen, lambda: command(work))
    else:
        return False
    return True


COMMANDS: Mapping[Key, Callable[[Workspace], object]] = {
    Key(pygame.K_DELETE): delete,
    Key(pygame.K_a, ctrl=True): select_all,
    Key(pygame.K_d, ctrl=True): duplicate,
    Key(pygame.K_l, ctrl=True): lock,
    Key(pygame.K_u, ctrl=True): unlock,
    Key(pygame.K_LEFTBRACKET): lambda work: order(work, -1),
    Key(pygame.K_RIGHTBRACKET): lambda work: order(work, 1),
    Key(pygame.K_LEFTBRACKET, shift=True): lambda work: order(work, BACK),
    Key(pygame.K_RIGHTBRACKET, shift=True): lambda work: order(work, FRONT),
}
"""Commands that need nothing but the workspace."""
