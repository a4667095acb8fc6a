"""The tool that places a stamp on the map."""

from __future__ import annotations

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.editor.clipboard import add_copies, placed_copies
from game.editor.edits import EditRefusedError, drawing_layer
from game.editor.linked_copies import linked
from game.editor.mirror import LEFT_RIGHT, mirrored
from game.editor.snapping import snapped
from game.editor.tools import Pointer, Tool, ToolSketch
from game.editor.transforms import turned
from game.editor.workspace import Workspace
from game.geometry.points import Point


class StampTool(Tool):
    name = "Stamp"
    action = EditorAction.STAMP
    hint = (
        "Click to place the stamp. {editor_turn_stamp} turns it, {editor_flip_stamp} flips it, "
        "Alt ignores the grid, Esc ends."
    )

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.quarters = 0
        """Quarter turns clockwise, after it was flipped."""
        self.is_flipped = False
        self.is_pressed = False

    def refuses(self) -> str:
        return "" if self.workspace.stamp else "Choose a stamp in the tab Stamps."

    def objects(self) -> list[MapObject]:
        """Return the objects of the stamp, flipped and turned."""
        stamp = self.workspace.stamp
        if stamp is None:
            return []
        found = [one for _, one in stamp.objects()]
        if self.workspace.links_stamps:
            found = linked(found, stamp.board.title)
        if self.is_flipped:
            found = [mirrored(one, LEFT_RIGHT, stamp.width, stamp.height) for one in found]
        middle = Point(stamp.width / 2, stamp.height / 2)
        angle = 90.0 * self.quarters
        return [turned(one, middle, angle) for one in found] if self.quarters else found

    def take_action(self, action: EditorAction) -> bool:
        """Turn the stamp, or flip it."""
        if action is EditorAction.TURN_STAMP:
            self.quarters = (self.quarters + 1) % 4
        elif action is EditorAction.FLIP_STAMP:
            # Flipped as it is seen: the turn before it goes the other way.
            self.is_flipped, self.quarters = not self.is_flipped, -self.quarters % 4
        else:
            return False
        self.refused = ""
        return True

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self.refused = ""

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        self.is_pressed = not self.refused

    def release(self, pointer: Pointer) -> None:
        super().release(pointer)
        if self.is_pressed and (stamp := self.workspace.stamp):
            name = stamp.board.title
            label = f"Place the stamp “{name}”" if name else "Place a stamp"
            self.attempt(self._place, label, pointer)
        self.is_pressed = False

    def _place(self, label: str, pointer: Pointer) -> None:
        at = snapped(self.workspace, pointer).at
        add_copies(self.workspace, self.objects(), label, at, on_grid=not pointer.alt)

    def cancel(self) -> bool:
        super().cancel()
        pressed, self.is_pressed = self.is_pressed, False
        return pressed

    def sketch(self) -> ToolSketch:
        if self.pointer is None or self.workspace.stamp is None:
            return self.shown(hint=self.refuses())
        mapfile, _ = drawing_layer(self.workspace.map, 0)
        try:
            at = snapped(self.workspace, self.pointer).at
            ghost = placed_copies(
                self.workspace, mapfile, self.objects(), at, on_grid=not self.pointer.alt
            )
        except EditRefusedError as error:
            return self.shown(hint=str(error))
        return self.shown(ghost)
