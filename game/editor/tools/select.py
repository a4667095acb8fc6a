"""The selection tool."""

from __future__ import annotations

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.editor.groups import with_groups
from game.editor.object_words import object_words, summary
from game.editor.snapping import objects_at, objects_in_box
from game.editor.system_parts import moved_together
from game.editor.tools import Handle, Pointer, Role, SketchLine, Tool, ToolSketch, outline
from game.editor.tools.drags import (
    BendDrag,
    MoveDrag,
    ObjectDrag,
    RadiusDrag,
    circle,
    frame_of,
    grabbed,
    handles,
    lines,
    middles,
    radius_handle,
)
from game.editor.transforms import with_corners
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance

REACH = 0.25
"""Inches, until a pointer has been reported."""


class SelectTool(Tool):
    name = "Select"
    action = EditorAction.SELECT
    hint = (
        "Click or drag a box to select; drag what is selected to move it. "
        "Shift or Ctrl adds and takes away, "
        "both pick what is underneath, double-click edits corners."
    )

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.held: ObjectDrag | None = None
        self.band: Point | None = None
        """Start of the selection box."""
        self.pressed: Point | None = None
        self.picked: tuple[int, ...] | None = None
        """The selection if the button goes up where it went down."""
        self.bending = 0
        """Id of the object that shows its corners; 0 for none."""
        self.corner: int | None = None
        """The corner that Delete removes."""

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self.refused = ""

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.cancel()
        self.pressed = pointer.at
        if (
            self._press_corner(pointer)
            or self._press_radius(pointer)
            or self._press_handle(pointer)
        ):
            return
        self.corner = None
        found = objects_at(self.workspace, pointer)
        if not found:
            self.band = pointer.at
            self.picked = None if pointer.shift or pointer.ctrl else ()
        else:
            self._press_object(found, pointer)

    def _press_object(self, found: list[MapObject], pointer: Pointer) -> None:
        space, ids = self.workspace, [one.id for one in found]
        chosen = [id_ for id_ in ids if id_ in space.selection]
        if pointer.ctrl and pointer.shift:
            below = ids.index(chosen[0]) + 1 if chosen else 0
            space.select([ids[below % len(ids)]])
        elif pointer.alt:
            space.select([ids[0]])
        elif pointer.shift or pointer.ctrl:
            self.picked = _toggled(space.selection, with_groups(space, [ids[0]]))
            if not chosen:
                space.select(self.picked)
                self.picked = None
        elif chosen:
            # The selection may be dragged; a mere click selects as usual.
            self.picked = tuple(with_groups(space, [ids[0]]))
        elif found[0].shape == "point":
            space.select(with_groups(space, [ids[0]]))
        else:
            # A drag selects by a box; a second press moves what the first has selected.
            self.band, self.picked = pointer.at, tuple(with_groups(space, [ids[0]]))
            return
        free = moved_together(space.map, self._free())
        self.held = MoveDrag(space, free, pointer) if free else None

    def _press_handle(self, pointer: Pointer) -> bool:
        free = self._framed()
        frame = None if self._bent() else frame_of(self.workspace, free, pointer.reach)
        if frame:
            scales = self._straight() is None
            self.held = grabbed(frame, self.workspace, free, pointer, scales=scales)
        else:
            self.held = None
        return self.held is not None

    def _press_radius(self, pointer: Pointer) -> bool:
        one = self._round()
        if one is None or distance(radius_handle(one, self._board), pointer.at) > pointer.reach:
            return False
        self.held = RadiusDrag(self.workspace, [one])
        return True

    @property
    def _board(self) -> tuple[float, float]:
        return self.workspace.map.width, self.workspace.map.height

    def _round(self) -> MapObject | None:
        """Return the selected point if it alone is selected, and its class has a radius."""
        free = self._free()
        return free[0] if len(free) == 1 and free[0].what.radius_member else None

    def _press_corner(self, pointer: Pointer) -> bool:
        bent = self._bent()
        one = bent or self._straight()
        if one is None:
            return False
        ends = [(distance(at, pointer.at), n, False) for n, at in enumerate(one.outline)]
        if bent:
            ends += [(distance(at, pointer.at), n, True) for n, at in middles(one)]
        inches, n, new = min(ends)
        if inches > pointer.reach:
            return False
        self.held = BendDrag(self.workspace, one, n, new=new)
        self.corner = n if bent and not new else None
        return True

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        self.refused = ""
        if self.held and self._has_left(pointer):
            self.pressed = None
            self.attempt(self.held.follow, pointer)
        elif self._has_left(pointer):
            self.pressed = None

    def _has_left(self, pointer: Pointer) -> bool:
        """Return whether the pointer was moved away since the press, unlike in a mere click."""
        return self.pressed is None or distance(self.pressed, pointer.at) > pointer.reach / 2

    def release(self, pointer: Pointer) -> None:
        self.drag(pointer)
        if self.held and self.pressed is None:
            self._drop()
        elif self.band and self.pressed is None:
            self._select_in_band(pointer)
        elif self.picked is not None:
            self.workspace.select(self.picked)
        self.held = self.band = self.pressed = self.picked = None

    def _drop(self) -> None:
        assert self.held
        if drafts := self.held.drafts:
            after = self.workspace.map.replaced(drafts)
            self.attempt(self.workspace.do, self.held.label, after)

    def _select_in_band(self, pointer: Pointer) -> None:
        assert self.band
        (ax, ay), (bx, by) = self.band, pointer.at
        area = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        found = [one.id for one in objects_in_box(self.workspace, area)]
        before = self.workspace.selection if pointer.shift or pointer.ctrl else ()
        self.workspace.select([*before, *with_groups(self.workspace, found)])

    def finish(self) -> bool:
        """Show the corners of the single selected object, or its frame again.

        Of a selected group, select the object at the pointer, or else the first one.
        """
        chosen = self._free()
        if (
            len(chosen) > 1
            and len(groups := {one.group for one in chosen}) == 1
            and 0 not in groups
        ):
            inside = objects_at(self.workspace, self.pointer) if self.pointer else []
            one = next((one for one in inside if one in chosen), chosen[0])
            self.workspace.select((one.id,))
            return True
        if self.bending or len(chosen) != 1:
            self._forget_corners()
            return bool(chosen)
        one = chosen[0]
        if one.shape in {"polygon", "polyline"} or _can_bend(one):
            self.bending = one.id
        else:
            self.refused = f"{object_words(one)} has no corners to move"
        return True

    def cancel(self) -> bool:
        """Cancel a drag."""
        super().cancel()
        if self.held or self.band:
            self.held = self.band = self.pressed = self.picked = None
            return True
        return False

    def erase(self) -> bool:
        """Delete the corner that was last clicked."""
        one, n = self._bent(), self.corner
        if one is None or n is None or n >= len(one.outline):
            return False
        self.corner = None
        path = one.outline[:n] + one.outline[n + 1 :]
        if len(path) < (2 if one.shape == "polyline" else 3):
            self.refused = f"{object_words(one)} needs all of its corners"
            return True
        after = self.workspace.map.replaced([with_corners(one, path)])
        self.attempt(self.workspace.do, f"Delete a corner of {object_words(one)}", after)
        return True

    def _free(self) -> list[MapObject]:
        """Return the unlocked selected objects."""
        locked = self.workspace.untouchable()
        return [one for one in self.workspace.selected() if one.id not in locked]

    def _framed(self) -> list[MapObject]:
        """Return the objects within the frame: one, or all that move together."""
        free = self._free()
        return free if len(free) == 1 else moved_together(self.workspace.map, free)

    def _bent(self) -> MapObject | None:
        """Return the object that shows its corners, while it alone is selected."""
        if self.bending and self.workspace.selection == (self.bending,):
            found = self._free()
            if found and found[0].shape != "ellipse":
                return found[0]
        self._forget_corners()
        return None

    def _straight(self) -> MapObject | None:
        """Return the straight line that is selected alone.

        It has handles at its ends, because its frame would have no height.
        """
        free = self._free() if len(self.workspace.selection) == 1 else []
        return free[0] if free and not self.bending and _is_straight(free[0]) else None

    def _forget_corners(self) -> None:
        self.bending, self.corner = 0, None

    def sketch(self) -> ToolSketch:
        if self.held and self.pressed is None and (self.held.drafts or self.held.words):
            held = self.held
            return self.shown(held.drafts, lines=held.guides, words=held.words)
        if self.band and self.pressed is None and self.pointer:
            (ax, ay), (bx, by) = self.band, self.pointer.at
            path = (Point(ax, ay), Point(bx, ay), Point(bx, by), Point(ax, by))
            return self.shown(lines=[SketchLine(path, Role.BOX, closed=True)])
        return self._resting()

    def _resting(self) -> ToolSketch:
        chosen = self.workspace.selected()
        shown = [outline(one) for one in chosen]
        hint = f"{summary(chosen)}: {self.hint}" if chosen else ""
        if one := self._bent():
            hint = "Drag corners, or edge middles to add corners; Backspace deletes a corner."
            return self.shown(lines=shown, handles=self._corners(one), hint=hint)
        reach = self.pointer.reach if self.pointer else REACH
        grips = list[Handle]()
        if one := self._round():
            at = radius_handle(one, self._board)
            hot = self.pointer is not None and distance(at, self.pointer.at) <= reach
            shown.append(circle(one))
            grips.append(Handle(at, Role.HANDLE, hot))
        if frame := frame_of(self.workspace, self._framed(), reach):
            straight = self._straight()
            shown += lines(frame)[1 if straight else 0 :]
            grips += handles(frame, self.pointer)[-1 if straight else 0 :]
            if straight:
                grips += self._corners(straight)[: len(straight.outline)]
        if self.pointer and not any(grip.hot for grip in grips):
            found = objects_at(self.workspace, self.pointer)
            shown += [outline(one, Role.HOVER) for one in found[:1]]
        return self.shown(lines=shown, handles=grips, hint=hint)

    def _corners(self, one: MapObject) -> list[Handle]:
        at, reach = (self.pointer.at, self.pointer.reach) if self.pointer else (None, REACH)

        def hot(end: Point) -> bool:
            return at is not None and distance(end, at) <= reach

        corners = [
            Handle(end, Role.VERTEX, hot(end) or n == self.corner)
            for n, end in enumerate(one.outline)
        ]
        return [*corners, *(Handle(end, Role.MIDDLE, hot(end)) for _, end in middles(one))]


def _toggled(ids: tuple[int, ...], some: list[int]) -> tuple[int, ...]:
    """Return a selection with some objects added, or without them if the first is in it."""
    left = tuple(id_ for id_ in ids if id_ not in some)
    return left if some[0] in ids else (*left, *some)


def _is_straight(one: MapObject) -> bool:
    return one.shape == "polyline" and len(one.outline) == 2


def _can_bend(one: MapObject) -> bool:
    """Return whether a rectangle's class also allows polygons."""
    return one.shape == "rectangle" and "polygon" in type(one.what).shapes
