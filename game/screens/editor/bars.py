"""The bars of the editor, with keys for the same actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

import pygame

from game.content.editor_actions import TOOLS as TOOL_ACTIONS
from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapFile
from game.editor.clipboard import duplicate
from game.editor.groups import group, ungroup
from game.editor.list_commands import select_alike, turn_lock, turn_visible
from game.editor.map_probes import PROBES
from game.editor.object_commands import BACK, FRONT, delete, order, select_all, unlock
from game.editor.tools import Tool
from game.editor.tools.toolbox import Toolbox, fill_with_rock
from game.editor.workspace import Workspace
from game.screens.editor.map_canvas import Canvas
from game.screens.editor.status_line import StatusLine
from game.widgets.button import Button, IconButton, Style
from game.widgets.cells import Child, column, keyed, row, sized
from game.widgets.key_bindings import insert_editor_keys, key_for
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.sizes import (
    APART,
    CLOSE,
    CONTROL,
    EDGE,
    GAP,
    HEADING_TEXT,
    ICON,
    MEDIUM,
    SHORT_FIELD,
    TIGHT,
)
from game.widgets.text_view import Label
from game.widgets.theme import AMBER, BAR, TEXT, Box

KEYS = (
    (" ".join(f"{{editor_{action}}}" for action in TOOL_ACTIONS), "tools, as at the left"),
    ("1 to 9, 0", "draw an object of the class with this digit in the palette"),
    ("{editor_search}", "search the palette"),
    ("Enter, double click", "end a polygon or polyline; else Enter clicks like Space"),
    ("Right click", "the same"),
    ("{editor_undo_corner}", "undo its last corner"),
    ("Esc", "cancel; clear the selection; open the menu"),
    ("Tab, Shift+Tab", "select the next object, the previous one"),
    ("Arrows, Shift+arrows", "nudge the selection by one grid step, by ten"),
    ("Arrows, Ctrl+arrows", "move the pointer: with nothing selected, in any case"),
    ("Space", "press the pointer: tap to click, hold to drag with arrows"),
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
    (
        "{editor_mirror}, {editor_mirror_axis}",
        "mirror on or off; left-right, top-bottom, rotated",
    ),
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
GRIDS = {1.0: '1"', 0.5: '½"', 0.25: '¼"', 0.0: "off"}
"""The steps of the grid, with their names."""
MIRRORS = {
    "": "No mirror",
    "left-right": "Mirrored left to right",
    "top-bottom": "Mirrored top to bottom",
    "turned": "Rotated by 180°",
}
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
ICONS = {
    "Select": "mouse-pointer-2",
    "Rectangle": "square",
    "Ellipse": "circle",
    "Polygon": "pentagon",
    "Line": "spline",
    "Polyline": "spline",
    "Point": "map-pin",
    "Corridor": "route",
    "Scatter": "wand-sparkles",
    "Stamp": "stamp",
    "Eyedropper": "pipette",
    "Eraser": "eraser",
    "Picture": "image",
}


def step_grid(workspace: Workspace) -> None:
    """Go on to the next step of the grid."""
    snapping = workspace.snapping
    steps = [*GRIDS]
    at = steps.index(snapping.grid) if snapping.grid in GRIDS else 0
    workspace.snapping = replace(snapping, grid=steps[(at + 1) % len(steps)])


def turn_snapping(workspace: Workspace) -> None:
    """Turn snapping to corners and angles on or off."""
    snapping = workspace.snapping
    on = not (snapping.vertices or snapping.angles)
    workspace.snapping = replace(snapping, vertices=on, angles=on)


class Bar:
    """A bar at an edge of the window, described anew when it is to show something else."""

    panel: Panel

    def __init__(self) -> None:
        self._shown: object = None

    def fill(self, stack: PanelStack, box: Box) -> None:
        """Add its panel to a stack; ``update`` describes it."""
        self.panel, self._shown = stack.add(Panel(stack.theme, box, BAR)), None

    def update(self, canvas: Canvas) -> None:
        """Describe it if it is to show something else; called in every frame."""
        shown = self.shown(canvas)
        if shown != self._shown:
            self._shown = shown
            self.panel.show(self.view(canvas))

    def shown(self, canvas: Canvas) -> tuple[object, ...]:
        """Return all that its description depends on. Must be quick."""
        raise NotImplementedError

    def view(self, canvas: Canvas) -> Child:
        """Describe it."""
        raise NotImplementedError


class Toolbar(Bar):
    def __init__(self, toolbox: Toolbox) -> None:
        super().__init__()
        self.toolbox = toolbox

    def shown(self, canvas: Canvas) -> tuple[object, ...]:
        return (self.toolbox.tool,)

    def view(self, canvas: Canvas) -> Child:
        """Describe a button for each tool; in a low window they are lower."""
        buttons = (self._button(name, tool) for name, tool in self.toolbox.tools.items())
        cells = [sized(button, height=CONTROL, least=ICON) for button in buttons]
        return column(*cells, pad=CLOSE, gap=TIGHT)

    def _button(self, name: str, tool: Tool) -> Child:
        button = IconButton(
            name,
            partial(self.toolbox.use, name),
            icon=f"ui/{ICONS.get(name, 'square-pen')}",
            hint=f"{name} ({key_for(tool.action)})\n{insert_editor_keys(tool.hint)}",
            style=Style.PRIMARY if tool is self.toolbox.tool else Style.GHOST,
        )
        return keyed(name, button)


class Topbar(Bar):
    def __init__(self, workspace: Workspace, actions: Mapping[str, Callable[[], None]]) -> None:
        """*actions*: the functions of the buttons by their names."""
        super().__init__()
        self.workspace, self.actions = workspace, actions
        self._judged: tuple[MapFile | None, MapFile | None, bool] = (None, None, True)

    def shown(self, canvas: Canvas) -> tuple[object, ...]:
        work = self.workspace
        changes = work.history.undoes, work.history.redoes
        drawing = work.snapping, work.mirror, canvas.painted
        return work.heading, work.path, self.is_saved, *changes, *drawing

    def view(self, canvas: Canvas) -> Child:
        """Describe the title, and the buttons in groups."""
        menu = self._icon("Menu", "menu", "New, open, save, import, generate, close (Esc)")
        title = row(menu, row(*self._title()), gap=EDGE)
        groups = self._file_buttons(), self._drawing_buttons(canvas), self._other_buttons()
        rows = (row(*buttons, gap=TIGHT) for buttons in groups)
        left = sized(title, width=0, grow=1)
        return row(left, *rows, self._trial(), pad=(GAP, 0), gap=APART)

    def _title(self) -> Iterator[Child]:
        """Yield the title, which is cut where it has no room, and a sign of changes."""
        work, saved = self.workspace, self.is_saved
        file = str(work.path) if work.path else "not saved yet"
        unsaved = "; unsaved changes" if work.path and not saved else ""
        hint = f"{work.heading}: {file}{unsaved}"
        colour = TEXT if saved else AMBER
        title = Label(work.heading, size=HEADING_TEXT, colour=colour, face="title", hint=hint)
        yield sized(title, height=MEDIUM, least=0)
        if not saved:
            yield Label("•", size=HEADING_TEXT, colour=colour, face="title", hint=hint)

    def _file_buttons(self) -> Iterator[Child]:
        history = self.workspace.history
        yield self._icon("Save", "save", "Save", EditorAction.SAVE)
        undo = history.undoes and f"Undo: {history.undoes}"
        yield self._icon(
            "Undo", "undo-2", undo, EditorAction.UNDO, reason="" if undo else "Nothing to undo"
        )
        redo = history.redoes and f"Redo: {history.redoes}"
        yield self._icon(
            "Redo", "redo-2", redo, EditorAction.REDO, reason="" if redo else "Nothing to redo"
        )

    def _drawing_buttons(self, canvas: Canvas) -> Iterator[Child]:
        """Yield those of grid, snapping, mirror and look."""
        work, snapping = self.workspace, self.workspace.snapping
        grid = GRIDS.get(snapping.grid, "off")
        apart = "off" if grid == "off" else f"every {grid}"
        key, shows = key_for(EditorAction.GRID), key_for(EditorAction.SHOW_GRID)
        button = Button(
            grid,
            self.actions["Grid"],
            icon="ui/grid-3x3",
            hint=f"Grid for snapping: {apart} ({key}); {shows} shows or hides it",
            style=Style.GHOST,
        )
        yield sized(keyed("Grid", button), width=SHORT_FIELD, height=MEDIUM)
        on = snapping.vertices or snapping.angles
        words = f"Snapping to corners, edges and angles: {'on' if on else 'off'}"
        yield self._icon("Snapping", "magnet", words, is_on=on)
        # The icons are named by their axis.
        icon = {"top-bottom": "flip-horizontal-2", "turned": "rotate-cw"}
        look = icon.get(work.mirror, "flip-vertical-2")
        words = f"{MIRRORS[work.mirror]} ({key_for(EditorAction.MIRROR)})"
        yield self._icon("Mirror", look, words, is_on=bool(work.mirror))
        words = f"The board is shown {'painted' if canvas.painted else 'in plain colours'}"
        yield self._icon("Look", "palette", words, EditorAction.LOOK, is_on=canvas.painted)

    def _other_buttons(self) -> Iterator[Child]:
        yield self._icon("Whole board", "maximize", "The whole board", EditorAction.WHOLE_BOARD)
        yield self._icon("Help", "circle-question-mark", "What the keys do", EditorAction.HELP)

    def _trial(self) -> Child:
        button = Button(
            "TRY",
            self.actions["TRY"],
            icon="ui/play",
            shortcut=key_for(EditorAction.TRY),
            style=Style.PRIMARY,
            hint="Play the map as it is, then come back to drawing",
        )
        return sized(keyed("TRY", button), height=MEDIUM)

    def _icon(
        self,
        name: str,
        icon: str,
        hint: str,
        action: EditorAction | None = None,
        *,
        is_on: bool = False,
        reason: str = "",
    ) -> Child:
        """Return a button of one icon; its hint ends with the key of its action."""
        key = key_for(action) if action else None
        button = IconButton(
            name,
            self.actions[name],
            icon=f"ui/{icon}",
            shortcut=key,
            style=Style.PLAIN if is_on else Style.GHOST,
            hint=f"{hint} ({key})" if hint and key else hint,
            reason=reason,
        )
        return sized(keyed(name, button), width=MEDIUM, height=MEDIUM)

    @property
    def is_saved(self) -> bool:
        """Return whether the map equals its file; computed once for each map."""
        work = self.workspace
        if self._judged[0] is not work.map or self._judged[1] is not work.saved:
            self._judged = work.map, work.saved, work.is_saved
        return self._judged[2]


class StatusBar(Bar):
    def __init__(self) -> None:
        super().__init__()
        self._said = ""
        self._over: object = None
        """State of the tool when the message was shown."""

    def say(self, words: str, canvas: Canvas) -> None:
        """Show a message until the tool's hint, the tool, the map or the selection changes."""
        self._said, self._over = words, _hint_state(canvas)

    def update(self, canvas: Canvas) -> None:
        if self._said and _hint_state(canvas) != self._over:
            self._said = ""
        super().update(canvas)

    def shown(self, canvas: Canvas) -> tuple[str, str, str]:
        at = canvas.at
        place = f'{at.x:.2f}" {at.y:.2f}"' if at else ""
        return self._said, _hint(canvas), place

    def view(self, canvas: Canvas) -> Child:
        """Describe the message or else the hint, and the pointer's position."""
        said, hint, place = self.shown(canvas)
        words = said or insert_editor_keys(hint)
        return row(StatusLine(words, place, is_message=bool(said)), pad=(EDGE, 0))


def _hint(canvas: Canvas) -> str:
    """Return the tool's hint, with names in place of keys."""
    return canvas.sketch.hint or canvas.tool.hint


def _hint_state(canvas: Canvas) -> tuple[object, ...]:
    """Return the tool's hint; and tool, map and selection."""
    work = canvas.work
    return _hint(canvas), canvas.tool, work.map, work.selection
