"""Toolbar, top bar, status bar and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import pygame

from game.content.editor_actions import TOOLS as TOOL_ACTIONS
from game.content.editor_actions import EditorAction
from game.content.maps.class_registry import KEYS as CLASS_KEYS
from game.content.maps.map_file import MapFile
from game.editor.clipboard import duplicate
from game.editor.groups import group, ungroup
from game.editor.object_commands import BACK, FRONT, delete, nudge, order, select_all, unlock
from game.editor.property_commands import select_alike, turn_lock, turn_visible
from game.editor.registry import PROBES
from game.editor.tools import Tool
from game.editor.tools.registry import fill_with_rock
from game.editor.workspace import Workspace
from game.screens.editor.host import EditorHost, attempt
from game.screens.editor.map_canvas import Canvas
from game.widgets.button import Button, IconButton, Style
from game.widgets.key_bindings import insert_editor_keys, key_for
from game.widgets.keys import Key, keys_pressed
from game.widgets.panel_stack import PanelStack
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, BAR, MUTED, TEXT, Box
from game.widgets.widget import Panel

KEYS = (
    (" ".join(f"{{editor_{action}}}" for action in TOOL_ACTIONS), "tools, as at the left"),
    ("1 to 9, 0", "draw wall, ground, lane, zone, marker, origin, grate, ruin, lamp, note"),
    ("{editor_search}", "search the palette"),
    ("Enter, double click", "end a polygon or polyline; else Enter clicks like Space"),
    ("Right click", "the same"),
    ("{editor_undo_corner}", "undo its last corner"),
    ("Esc", "cancel; clear the selection; open the menu"),
    ("Tab, Shift+Tab", "select the next object, the previous one"),
    ("Arrows, Shift+arrows", "nudge the selection by one grid step, by ten"),
    ("Arrows, Ctrl+arrows", "move the pointer: with nothing selected, in any case"),
    ("Space", "press the pointer: tap it to click, hold it to drag with arrows"),
    ("{editor_delete}", "delete the selection"),
    ("{editor_select_all}, {editor_select_alike}", "select all; all of the same classes"),
    ("Shift+click, Ctrl+click", "add or take away; with both, what is underneath"),
    ("{editor_list}", "list and find objects: {editor_rename} renames, Space picks"),
    ("{editor_undo}, {editor_redo}", "undo, redo"),
    ("{editor_copy}, {editor_cut}", "copy, cut"),
    ("{editor_paste}, {editor_duplicate}", "paste, duplicate"),
    ("{editor_lock}, {editor_unlock}", "lock or unlock the selection; unlock everything"),
    ("{editor_hide}", "hide or show the selection"),
    ("{editor_backward}, {editor_forward}", "send the selection back, bring it forward"),
    ("{editor_to_back}, {editor_to_front}", "send it to the back, bring it to the front"),
    ("{editor_grid}, {editor_show_grid}", "grid size; show or hide the grid"),
    ("{editor_mirror}", "mirror: none, left-right, top-bottom, rotated"),
    ("{editor_look}", "show the board painted or in plain colours"),
    ("{editor_group}, {editor_ungroup}", "group the selection, ungroup it"),
    ("Alt+click, Enter", "select one object of a group"),
    ("{editor_turn_stamp}, {editor_flip_stamp}", "with a stamp: turn it, flip it"),
    ("{editor_fill}", "fill all ground with rock that cannot be reached"),
    ("{editor_save}, {editor_save_as}", "save, save as"),
    ("{editor_new}, {editor_open}", "new map, open a map"),
    ("{editor_try}", "try the map"),
    (
        "{editor_what_if}",
        f"simulate {', '.join(probe.noun for probe in PROBES if probe.noun)}",
    ),
    ("Wheel, {editor_zoom_in}, {editor_zoom_out}", "zoom in, out"),
    ("Right or middle drag", "move the board"),
    ("{editor_whole_board}", "the whole board"),
    ("{walk}, then Tab", "next panel; its buttons and fields. Esc leads back"),
    ("{editor_help}", "this list"),
)
"""Keys and what they do, with the names of actions in place of keys that can be changed."""
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

    canvas: Canvas

    def choose(self, name: str) -> None: ...

    def step_mirror(self) -> None: ...

    def step_through(self, step: int) -> None: ...


def does(screen: Keyboard, event: pygame.Event) -> bool:
    """Perform what a key with a fixed meaning does; return whether it has one."""
    return any(_draws(screen, key) or _edits(screen, key) for key in keys_pressed(event))


def _draws(screen: Keyboard, key: Key) -> bool:
    """Choose the class of a digit."""
    if key.ctrl or key.shift or not pygame.K_0 <= key.code <= pygame.K_9:
        return False
    # The key 0 follows the 9.
    screen.choose(CLASS_KEYS[(key.code - pygame.K_1) % len(CLASS_KEYS)].__name__)
    return True


def _edits(screen: Keyboard, key: Key) -> bool:
    """Click with the pointer, move it or the selection, or select the next object."""
    work = screen.workspace
    if key.code == pygame.K_SPACE:
        held = pygame.KMOD_SHIFT * key.shift | pygame.KMOD_CTRL * key.ctrl
        screen.canvas.tap(held)
    elif key.code in ARROWS:
        dx, dy = ARROWS[key.code]
        if key.ctrl or screen.canvas.is_pointing:
            screen.canvas.step(dx, dy, far=key.shift)
        else:
            attempt(screen, lambda: nudge(work, dx, dy, far=key.shift))
    elif key.code == pygame.K_TAB and not key.ctrl:
        screen.step_through(-1 if key.shift else 1)
    else:
        return False
    return True


def step_grid(workspace: Workspace) -> None:
    """Go on to the next step of the grid."""
    snapping = workspace.snapping
    at = GRIDS.index(snapping.grid) if snapping.grid in GRIDS else 0
    workspace.snapping = replace(snapping, grid=GRIDS[(at + 1) % len(GRIDS)])


def turn_snapping(workspace: Workspace) -> None:
    """Turn snapping to corners and angles on or off."""
    snapping = workspace.snapping
    on = not (snapping.vertices or snapping.angles)
    workspace.snapping = replace(snapping, vertices=on, angles=on)


COMMANDS: Mapping[EditorAction, Callable[[Workspace], object]] = {
    EditorAction.DELETE: delete,
    EditorAction.SELECT_ALL: select_all,
    EditorAction.DUPLICATE: duplicate,
    EditorAction.GROUP: group,
    EditorAction.UNGROUP: ungroup,
    EditorAction.FILL: fill_with_rock,
    EditorAction.SELECT_ALIKE: select_alike,
    EditorAction.HIDE: turn_visible,
    EditorAction.LOCK: turn_lock,
    EditorAction.UNLOCK: unlock,
    EditorAction.BACKWARD: lambda work: order(work, -1),
    EditorAction.FORWARD: lambda work: order(work, 1),
    EditorAction.TO_BACK: lambda work: order(work, BACK),
    EditorAction.TO_FRONT: lambda work: order(work, FRONT),
}
"""Commands that need nothing but the workspace."""
TOOL_SIZE, TOOL_GAP = 40.0, 4.0
ICONS = {
    "Select": "mouse-pointer-2",
    "Rectangle": "square",
    "Ellipse": "circle",
    "Polygon": "pentagon",
    "Line": "spline",
    "Polyline": "spline",
    "Point": "map-pin",
    "Corridor": "route",
    "Stamp": "stamp",
    "Eyedropper": "pipette",
    "Eraser": "eraser",
    "Picture": "image",
}


class Toolbar:
    def __init__(self, tools: Mapping[str, Tool], use: Callable[[str], None]) -> None:
        """*use*: switches to a tool, by its name."""
        self.tools, self.use = tools, use
        self.buttons: dict[str, IconButton] = {}

    def fill(self, stack: PanelStack, box: Box) -> None:
        panel = self.panel = stack.add(Panel(stack.theme, box, BAR))
        many = max(1, len(self.tools))
        side = min(TOOL_SIZE, (box[3] - 12) / many - TOOL_GAP)
        self.buttons = {}
        for n, (name, tool) in enumerate(self.tools.items()):
            place = ((box[2] - side) / 2, 8 + n * (side + TOOL_GAP), side, side)
            button = IconButton(place, name, partial(self.use, name))
            button.icon = f"ui/{ICONS.get(name, 'square-pen')}"
            button.hint = f"{name} ({key_for(tool.action)})\n{insert_editor_keys(tool.hint)}"
            self.buttons[name] = panel.add(button)

    def refresh(self, canvas: Canvas) -> None:
        for name, button in self.buttons.items():
            mine = self.tools[name] is canvas.tool
            button.style = Style.PRIMARY if mine else Style.GHOST


BUTTON_SIZE, BUTTON_GAP = 36.0, 6.0
TRY, GRID = 148.0, 88.0
TOOLS: Sequence[tuple[str, str, EditorAction | None, str]] = (
    ("Save", "save", EditorAction.SAVE, "Save"),
    ("Undo", "undo-2", EditorAction.UNDO, ""),
    ("Redo", "redo-2", EditorAction.REDO, ""),
    ("Snapping", "magnet", None, ""),
    ("Mirror", "flip-horizontal-2", None, ""),
    ("Look", "palette", EditorAction.LOOK, ""),
    ("Whole board", "maximize", EditorAction.WHOLE_BOARD, "The whole board"),
    ("Help", "circle-question-mark", EditorAction.HELP, "What the keys do"),
)
"""Names, icons, actions and hints of the buttons."""


class Topbar:
    def __init__(self, workspace: Workspace, actions: Mapping[str, Callable[[], None]]) -> None:
        """*actions*: the functions of the buttons by their names."""
        self.workspace, self.actions = workspace, actions
        self._judged: tuple[MapFile | None, MapFile | None, bool] = (None, None, True)

    def fill(self, stack: PanelStack, box: Box) -> None:
        self.panel = stack.add(Panel(stack.theme, box, BAR))
        _, _, wide, high = box
        self.top = (high - BUTTON_SIZE) / 2
        menu = self._icon(10, "Menu", "menu")
        menu.hint = "New, open, save, import, generate, close (Esc)"
        left = wide - 10 - TRY
        self.trying = Button(
            (left, self.top, TRY, BUTTON_SIZE), "TRY", self.actions["TRY"], icon="ui/play"
        )
        self.trying.shortcut, self.trying.style = key_for(EditorAction.TRY), Style.PRIMARY
        self.trying.hint = "Play the map as it is, then come back to drawing"
        self.panel.add(self.trying)
        left -= len(TOOLS) * (BUTTON_SIZE + BUTTON_GAP) + GRID + BUTTON_GAP + 3 * 10
        self._add_tools(left)
        self.name = Label((58, 0, left - 70, high), "", size=20, face="title")
        self.panel.add(self.name)

    def _add_tools(self, left: float) -> None:
        self.buttons: dict[str, IconButton] = {}
        for name, icon, action, hint in TOOLS:
            if name in {"Snapping", "Whole board"}:
                left += 10
            if name == "Snapping":
                place = (left, self.top, GRID, BUTTON_SIZE)
                self.grid = Button(place, "", self.actions["Grid"], icon="ui/grid-3x3")
                self.grid.style = Style.GHOST
                self.panel.add(self.grid)
                left += GRID + BUTTON_GAP
            button = self.buttons[name] = self._icon(left, name, icon)
            button.shortcut = key = key_for(action) if action else None
            button.hint = f"{hint} ({key})" if hint else ""
            left += BUTTON_SIZE + BUTTON_GAP

    def _icon(self, left: float, name: str, icon: str) -> IconButton:
        place = (left, self.top, BUTTON_SIZE, BUTTON_SIZE)
        button = IconButton(place, name, self.actions[name])
        button.icon, button.style = f"ui/{icon}", Style.GHOST
        return self.panel.add(button)

    def refresh(self, canvas: Canvas) -> None:
        work, saved = self.workspace, self.is_saved
        title = work.heading
        short = self.name.short(title, 20, self.name.rect.width - 30, "title")
        self.name.text = short if saved else f"{short}  •"
        self.name.colour = TEXT if saved else AMBER
        file = str(work.path) if work.path else "not saved yet"
        unsaved = "; unsaved changes" if work.path and not saved else ""
        self.name.hint = f"{title}: {file}{unsaved}"
        undoes, redoes = work.history.undoes, work.history.redoes
        self._say("Undo", undoes, "Nothing to undo")
        self._say("Redo", redoes, "Nothing to redo")
        self._show_drawing(work, canvas)

    def _say(self, name: str, change: str, reason: str) -> None:
        """Show the change that a button would undo or redo, or why there is none."""
        button = self.buttons[name]
        button.hint = change and f"{name}: {change} ({button.shortcut})"
        button.reason = "" if change else reason

    def _show_drawing(self, work: Workspace, canvas: Canvas) -> None:
        """Show grid, snapping, mirror and look."""
        snapping = work.snapping
        grid = {1.0: '1"', 0.5: '½"', 0.25: '¼"'}.get(snapping.grid, "off")
        self.grid.label = grid
        apart = "off" if grid == "off" else f"every {grid}"
        key, shows = key_for(EditorAction.GRID), key_for(EditorAction.SHOW_GRID)
        self.grid.hint = f"Grid for snapping: {apart} ({key}); {shows} shows or hides it"
        on = snapping.vertices or snapping.angles
        self._light("Snapping", on=on)
        state = "on" if on else "off"
        self.buttons["Snapping"].hint = f"Snapping to corners, edges and angles: {state}"
        self._light("Mirror", on=bool(work.mirror))
        turned = work.mirror in {"top-bottom", "turned"}
        icon = {"top-bottom": "flip-vertical-2", "turned": "rotate-cw"}
        self.buttons["Mirror"].icon = (
            f"ui/{icon[work.mirror]}" if turned else "ui/flip-horizontal-2"
        )
        self.buttons["Mirror"].hint = f"{MIRRORS[work.mirror]} ({key_for(EditorAction.MIRROR)})"
        self._light("Look", on=canvas.painted)
        look = "painted" if canvas.painted else "in plain colours"
        self.buttons["Look"].hint = f"The board is shown {look} ({key_for(EditorAction.LOOK)})"

    def _light(self, name: str, *, on: bool) -> None:
        self.buttons[name].style = Style.PLAIN if on else Style.GHOST

    @property
    def is_saved(self) -> bool:
        """Return whether the map equals its file; computed once for each map."""
        work = self.workspace
        if self._judged[0] is not work.map or self._judged[1] is not work.saved:
            self._judged = work.map, work.saved, work.is_saved
        return self._judged[2]


PLACE = 150.0
"""Width in units of the pointer's position."""


class StatusBar:
    def __init__(self) -> None:
        self._said = ""
        self._over: object = None
        """State of the tool when the message was shown."""

    def fill(self, stack: PanelStack, box: Box) -> None:
        panel = stack.add(Panel(stack.theme, box, BAR))
        _, _, wide, high = box
        self.hint = panel.add(Label((14, 0, wide - PLACE - 28, high), "", size=13))
        place = (wide - PLACE - 12, 0, PLACE, high)
        self.place = panel.add(Label(place, "", size=13, face="mono", align="right"))
        self.place.colour = MUTED

    def say(self, words: str, canvas: Canvas) -> None:
        """Show a message until the tool's hint, the tool, the map or the selection changes."""
        self._said, self._over = words, _hint_state(canvas)

    def refresh(self, canvas: Canvas) -> None:
        if self._said and _hint_state(canvas) != self._over:
            self._said = ""
        hint = self._said or _hint_state(canvas)[0]
        self.hint.text = self.hint.short(hint, 13, self.hint.rect.width)
        self.hint.hint = hint if self.hint.text != hint else ""
        self.hint.colour = AMBER if self._said else TEXT
        at = canvas.at
        self.place.text = f'{at.x:.2f}" {at.y:.2f}"' if at else ""


def _hint_state(canvas: Canvas) -> tuple[str, object]:
    """Return the tool's hint; and tool, map and selection."""
    tool = canvas.tool
    hint = insert_editor_keys(canvas.sketch.hint or (tool.hint if tool else ""))
    return hint, (tool, canvas.host.workspace.map, canvas.host.workspace.selection)
