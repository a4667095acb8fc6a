"""The inspector tab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, get_args

from game.content.editor_actions import EditorAction
from game.content.maps.class_base import LookName, MapClass, colours, references
from game.content.maps.class_registry import CLASSES
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE, MapObject
from game.editor.board_commands import MIDDLE, objects_off_board, resize, set_board
from game.editor.object_words import counted
from game.editor.property_commands import (
    common_members,
    place_of,
    set_brush,
    set_class,
    set_member,
    set_name,
    set_place,
)
from game.editor.tools.registry import fill_with_rock
from game.screens.editor.class_palette import about, named
from game.screens.editor.host import Tab, attempt
from game.screens.editor.picture_section import PictureSection
from game.screens.editor.tab_widgets import (
    ChoiceInput,
    MemberBinding,
    bind_text,
    is_text,
    member_widget,
)
from game.view.style import AMBER, GLOW, INKS
from game.widgets.button import Button, Style
from game.widgets.colour_picker import ACROSS, ColourDialog
from game.widgets.inputs import NumberField, Stepper
from game.widgets.key_bindings import key_for
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_field import TextField
from game.widgets.text_view import Label, heading
from game.widgets.theme import MUTED, Box
from game.widgets.widget import Panel

ROW, GAP, EDGE = 30.0, 4.0, 14.0
TEXT_HIGH = 108.0
"""Height of a field for a text of several lines."""
MEASURES = (
    ("x", "x", 0.25),
    ("y", "y", 0.25),
    ("width", "Width", 0.25),
    ("height", "Height", 0.25),
    ("rotation", "Rotation", 5.0),
)
"""Members of a position with their labels and step sizes."""
OFFERED = (*INKS.values(), AMBER, GLOW, "#FFE2B0", "#56B4E9", "#E8743B", "#7FC7B4", "#8F9AA0")
"""Colours that the choice of a colour begins with, besides those in use."""
DRAWS_BRUSH = {"Rectangle", "Ellipse", "Polygon", "Polyline", "Point"}


class InspectorTab(Tab):
    title: ClassVar[str] = "Object"
    hint: ClassVar[str] = "Properties of the selection, or of the board."

    _kept: object = None

    def fill(self, panel: Panel) -> None:
        self.panel = panel
        self._kept = None
        self._shows: list[Callable[[], None]] = []

    def refresh(self) -> None:
        """Show the current selection; the fields are kept if its kind is unchanged."""
        work, tool = self.host.workspace, self.host.tool_name
        objects = work.selected()
        kept: tuple[object, ...] = (
            *((one.id, type(one.what), one.shape) for one in objects),
            tool,
        )
        if not objects:
            states = [(one.id, one.visible, one.locked) for one in work.map.pictures]
            kept = type(work.brush), tool, *states
        if kept != self._kept:
            self._kept = kept
            self._lay_out(objects, tool)
        for show in self._shows:
            show()

    def _lay_out(self, objects: list[MapObject], tool: str) -> None:
        self.panel.clear()
        self._shows = []
        self.top = 10.0
        if objects:
            self._add_objects(objects)
        elif tool == "Corridor":
            self._add_corridor()
        elif tool in DRAWS_BRUSH:
            self._add_brush(type(self.host.workspace.brush))
        else:
            self._add_board()

    @property
    def wide(self) -> float:
        return self.panel.box[2] - 2 * EDGE

    def _row(self, label: str, high: float = ROW) -> tuple[float, float, float, float]:
        """Add a label for a row; return the box of its field."""
        width = min(112.0, self.wide * 0.38)
        self.panel.add(Label((EDGE, self.top, width, ROW), label, size=13, colour=MUTED))
        place = (EDGE + width, self.top, self.wide - width, high)
        self.top += high + GAP
        return place

    def _add_board(self) -> None:
        self.panel.add(heading((EDGE, self.top, self.wide, 24), "The board"))
        self.top += 30
        work = self.host.workspace
        title = TextField(self._row("Title"), work.map.board.title, ghost="Untitled")
        self._bind(
            title, lambda: work.map.board.title, lambda words: set_board(work, "title", words)
        )
        self.panel.add(title)
        for side in ("width", "height"):
            self._add_side(side)
        looks = get_args(LookName)
        look = Stepper(
            self._row("Look"),
            [word.capitalize() for word in looks],
            lambda n: self._do(lambda: set_board(work, "look", looks[n])),
            looks.index(work.map.board.look),
        )
        look.hint = "Floor and wall material (appearance only)"
        self.panel.add(look)

        def show_look() -> None:
            look.value = looks.index(work.map.board.look)

        self._shows.append(show_look)
        self._add_counts()
        self._add_filling()
        section = PictureSection(self.host, self.panel, self.top + 40)
        self._shows.append(section.show)

    def _add_filling(self) -> None:
        """Add a button that fills with rock all ground that cannot be reached."""
        self.top += 8
        work = self.host.workspace
        button = Button(
            (EDGE, self.top, self.wide, ROW),
            "Fill the rest with rock",
            lambda: self._do(lambda: fill_with_rock(work)),
            size=15,
        )
        button.hint = (
            "Turns all ground into rock that models cannot reach from lanes; on a map without "
            f"lanes, from zones ({key_for(EditorAction.FILL)})"
        )
        self.panel.add(button)

    def _add_side(self, side: str) -> None:
        work = self.host.workspace
        field = NumberField(
            self._row(side.capitalize()),
            getattr(work.map, side),
            lambda value: self._resize(side, round(value)),
            least=MIN_SIDE,
            most=MAX_SIDE,
        )
        field.hint = f"Whole inches, {MIN_SIDE} to {MAX_SIDE}; objects stay centred"
        self._shows.append(lambda: field.to(getattr(work.map, side)))
        self.panel.add(field)

    def _resize(self, side: str, inches: int) -> None:
        """Resize the board; ask first if objects would fall off."""
        work = self.host.workspace
        wide = inches if side == "width" else work.map.width
        high = inches if side == "height" else work.map.height
        if lost := objects_off_board(work.map, wide, high, MIDDLE):
            drop = Reply(
                f"Resize and delete {'it' if len(lost) == 1 else 'them'}",
                lambda: self._do(lambda: resize(work, wide, high, drop=True)),
                Style.DANGER,
            )
            words = f'{counted(lost)} would be off a board of {wide}" × {high}".'
            theme = self.host.frame.theme
            self.host.ask(Dialog(theme, "Make it smaller?", words, (drop, CANCEL)))
            self.refresh()
        else:
            self._do(lambda: resize(work, wide, high))

    def _add_counts(self) -> None:
        self.top += 4
        words = Label((EDGE, self.top, self.wide, 22), "", size=13, colour=MUTED)
        self.panel.add(words)
        self.top += 22

        def show() -> None:
            many = sum(len(layer.objects) for layer in self.host.workspace.map.layers)
            words.text = f"{many} object{'s' * (many != 1)} on the map"

        self._shows.append(show)

    def _add_brush(self, kind: type[MapClass]) -> None:
        """Show the members of the brush."""
        self.panel.add(heading((EDGE, self.top, self.wide, 24), f"Next: {named(kind)}"))
        self.top += 28
        for name in kind.model_fields:
            if name not in references(kind):
                self._add_member(kind, name, self._brushing(name))

    def _brushing(self, name: str) -> MemberBinding:
        work = self.host.workspace
        return MemberBinding(
            now=lambda: getattr(work.brush, name, None),
            set=lambda value: self._do(lambda: set_brush(work, name, value)),
            usual=work.brush.usual(name),
            ask=self._ask_colour,
        )

    def _add_corridor(self) -> None:
        """Show the dimensions of corridors."""
        self.panel.add(heading((EDGE, self.top, self.wide, 24), "Corridors"))
        self.top += 28
        self._add_breadth("width", 1.5, 12.0)
        self._add_breadth("wall", 0.25, 4.0)
        self._add_filling()

    def _add_breadth(self, name: str, least: float, most: float) -> None:
        work = self.host.workspace

        def set_(value: float) -> None:
            work.corridor = replace(work.corridor, **{name: value})

        def now() -> float:
            return float(getattr(work.corridor, name))

        row, hint = self._row(name.capitalize()), f"Inches, from {least:g} to {most:g}"
        field = NumberField(row, now(), set_, step=0.5, least=least, most=most, hint=hint)
        self._shows.append(lambda: field.to(now()))
        self.panel.add(field)

    def _add_objects(self, objects: list[MapObject]) -> None:
        work = self.host.workspace
        self.panel.add(heading((EDGE, self.top, self.wide, 24), counted(objects)))
        self.top += 28
        field = TextField(self._row("Name"), "", ghost="No name")
        self._bind(
            field,
            lambda: _shared(work.selected(), lambda one: one.name),
            lambda text: set_name(work, text),
        )
        self.panel.add(field)
        self._add_class(objects)
        self._add_measures(objects)
        for name in common_members(work):
            self._add_shared(type(objects[0].what), name)

    def _add_class(self, objects: list[MapObject]) -> None:
        shapes = {one.shape for one in objects}
        able = [name for name, kind in CLASSES.items() if shapes <= kind.shapes]
        work = self.host.workspace

        def set_(n: int) -> None:
            self._do(lambda: set_class(work, CLASSES[able[n]]))

        field = ChoiceInput(self._row("Class"), [named(CLASSES[name]) for name in able], set_)

        def show() -> None:
            now = _shared(work.selected(), lambda one: type(one.what).__name__)
            field.show(able.index(now) if now in able else None)
            field.hint = str(about(CLASSES[now])) if now else "Several classes"

        self._shows.append(show)
        self.panel.add(field)

    def _add_measures(self, objects: list[MapObject]) -> None:
        sized = not any(one.shape == "point" for one in objects)
        half = (self.wide - 10) / 2
        for n, (name, label, step) in enumerate(MEASURES if sized else MEASURES[:2]):
            left, label_wide = EDGE + n % 2 * (half + 10), 58.0
            if n and n % 2 == 0:
                self.top += ROW + GAP
            self.panel.add(
                Label((left, self.top, label_wide, ROW), label, size=13, colour=MUTED)
            )
            self._add_measure((left + label_wide, self.top, half - label_wide, ROW), name, step)
        self.top += ROW + GAP

    def _add_measure(self, box: Box, name: str, step: float) -> None:
        work = self.host.workspace

        def set_(value: float) -> None:
            self._do(lambda: set_place(work, name, value))

        hint = "Degrees clockwise" if name == "rotation" else "Inches"
        field = NumberField(box, None, set_, step=step, hint=hint)

        def show() -> None:
            field.to(_shared(work.selected(), lambda one: getattr(place_of(one), name)))

        self._shows.append(show)
        self.panel.add(field)

    def _add_shared(self, kind: type[MapClass], name: str) -> None:
        """Show a member that all selected objects have."""
        work = self.host.workspace
        asks = MemberBinding(
            now=lambda: _shared(work.selected(), lambda one: getattr(one.what, name, None)),
            set=lambda value: self._do(lambda: set_member(work, name, value)),
            pick=lambda: self._pick(name, references(kind).get(name, "")),
            called=self._called,
            usual=_shared(work.selected(), lambda one: one.what.usual(name)) or "",
            ask=self._ask_colour,
        )
        self._add_member(kind, name, asks)

    def _add_member(self, kind: type[MapClass], name: str, asks: MemberBinding) -> None:
        label = name.replace("_", " ").capitalize()
        box = self._row(label, TEXT_HIGH if is_text(kind, name) else ROW)
        widget, show = member_widget(box, kind, name, asks)
        self.panel.add(widget)
        self._shows.append(show)

    def _ask_colour(self, title: str, now: str, then: Callable[[str], None]) -> None:
        """Let the user choose a colour; those in use on the map are offered first."""
        used = [
            getattr(one.what, name)
            for _, one in self.host.workspace.map.objects()
            for name in colours(type(one.what))
        ]
        common = [colour for colour, _ in Counter(used).most_common(ACROSS)]
        offered = [now, *common, *(f"#ff{ink[1:].lower()}" for ink in OFFERED)]
        self.host.ask(ColourDialog(self.host.frame.theme, title, now, then, offered))

    def _called(self, id_: int) -> str:
        """Return the name of an object that a member refers to."""
        one = self.host.workspace.index.get(id_)
        return counted([one]) if one else "none"

    def _pick(self, member: str, wanted: str) -> None:
        """Let the user click the object that a member is to refer to."""
        work, chosen = self.host.workspace, self.host.workspace.selection

        def take(id_: int) -> None:
            work.select(chosen)
            self._do(lambda: set_member(work, member, id_))

        asks = f"Click the {named(CLASSES[wanted]).lower()} to refer to; Esc cancels."
        self.host.pick(asks, lambda one: type(one.what).__name__ == wanted, take)

    def _bind(
        self, field: TextField, now: Callable[[], str | None], set_: Callable[[str], None]
    ) -> None:
        """Let a field show and set a text, as ``bind_text`` says."""
        self._shows.append(bind_text(field, now, lambda text: self._do(lambda: set_(text))))

    def _do(self, what: Callable[[], None]) -> None:
        attempt(self.host, what)
        for show in self._shows:
            show()


def _shared(objects: list[MapObject], of: Callable[[MapObject], Any]) -> Any:
    """Return a value that all objects share; None if they differ."""
    found = [of(one) for one in objects]
    return found[0] if found and all(value == found[0] for value in found) else None
