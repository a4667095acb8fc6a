"""The eyedropper."""

from __future__ import annotations

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.editor.object_words import object_words
from game.editor.snapping import objects_at
from game.editor.tools import Pointer, Role, Tool, ToolSketch, outline


class EyedropperTool(Tool):
    name = "Eyedropper"
    action = EditorAction.EYEDROPPER
    hint = "Click an object to draw more like it, with the same class and properties."

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        if one := self._on():
            self.workspace.brush = one.what

    def _on(self) -> MapObject | None:
        if self.pointer is None:
            return None
        return next(iter(objects_at(self.workspace, self.pointer, locked=True)), None)

    def sketch(self) -> ToolSketch:
        one = self._on()
        if one is None:
            return self.shown()
        hint = f"Draw like {object_words(one)}: {one.what.words()}"
        return self.shown(lines=[outline(one, Role.HOVER)], hint=hint)
