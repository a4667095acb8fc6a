"""The eraser."""

from __future__ import annotations

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.editor.object_commands import delete
from game.editor.object_words import counted
from game.editor.snapping import objects_at
from game.editor.tools import Pointer, Role, Tool, ToolSketch, outline
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance


class EraserTool(Tool):
    name = "Eraser"
    action = EditorAction.ERASER
    hint = "Click or drag across objects to erase them."

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.last: Point | None = None
        """Previous position of the pointer, while the button is down."""
        self.gone: dict[int, MapObject] = {}

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.gone = {}
        self.last = pointer.at
        # A click takes one object only, however many overlap there.
        for one in objects_at(self.workspace, pointer)[:1]:
            self.gone[one.id] = one

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.last is None:
            return
        a, b = self.last, pointer.at
        steps = int(distance(a, b) / pointer.reach)
        for n in range(1, steps + 1):
            share = n / steps
            at = Point(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            for one in objects_at(self.workspace, pointer._replace(at=at))[:1]:
                self.gone[one.id] = one
        if steps:
            self.last = b

    def release(self, pointer: Pointer) -> None:
        self.drag(pointer)
        self.last = None
        if self.gone:
            label = f"Erase {counted([*self.gone.values()])}"
            self.attempt(delete, self.workspace, tuple(self.gone), label)
        self.gone = {}

    def cancel(self) -> bool:
        super().cancel()
        under_way = self.last is not None
        self.last, self.gone = None, {}
        return under_way

    def sketch(self) -> ToolSketch:
        found = [*self.gone.values()]
        if self.last is None and self.pointer:
            found = objects_at(self.workspace, self.pointer)[:1]
        lines = [outline(one, Role.WRONG) for one in found]
        hint = f"Erase {counted(found)}" if found else ""
        return self.shown(gone=tuple(self.gone), lines=lines, hint=hint)
