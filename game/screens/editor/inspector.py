"""The inspector tab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, ClassVar, TypeAlias, TypeVar, get_args

from game.content.editor_actions import EditorAction
from game.content.key_descriptions import descriptions
from game.content.maps.class_registry import CLASSES
from game.content.maps.map_class import MapClass, colours, references
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE, MapObject
from game.content.maps.member_types import LookName
from game.editor.board_commands import MIDDLE, objects_off_board, resize, set_board
from game.editor.map_probes import probes_about
from game.editor.object_words import counted
from game.editor.place_commands import place_of, set_place
from game.editor.probes import Probe
from game.editor.property_commands import (
    common_members,
    set_brush,
    set_class,
    set_member,
    set_name,
)
from game.editor.tools.toolbox import Toolbox, fill_with_rock
from game.editor.turn_commands import flip_map, flip_selection, turn_map, turn_selection
from game.editor.workspace import Workspace
from game.screens.editor.class_palette import about, named
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.member_widgets import (
    FORM,
    MemberBinding,
    measures,
    member_field,
    short_choice,
)
from game.screens.editor.picture_section import PictureSection, ask_decor
from game.screens.editor.tab import TAB_PAD, Tab
from game.screens.editor.turn_buttons import FlipCommand, turn_buttons
from game.view.colours import AMBER, GLOW, INKS
from game.widgets.button import Button, Style
from game.widgets.cells import Child, LayoutCell, column, keyed, row, space
from game.widgets.colour_picker import ACROSS, ColourDialog
from game.widgets.fields import Field, number, text
from game.widgets.key_bindings import key_for
from game.widgets.number_field import NumberField
from game.widgets.panel import Panel
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import BODY_TEXT, CLOSE, SMALL_TEXT, TIGHT
from game.widgets.text_view import Label, heading
from game.widgets.theme import MUTED

T = TypeVar("T")

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
ObjectPicker: TypeAlias = Callable[
    [str, Callable[[MapObject], bool], Callable[[int], None]], None
]
"""Asks for a click on a matching object, and calls a function with its id."""


class InspectorTab(Tab):
    title: ClassVar[str] = "Object"
    hint: ClassVar[str] = "Properties of the selection, or of the board."

    def __init__(
        self,
        work: Workspace,
        messages: EditorMessages,
        toolbox: Toolbox,
        pick: ObjectPicker,
        what_if: Callable[[type[Probe], int], None],
    ) -> None:
        """*what_if*: starts a probe about an object, by its id."""
        super().__init__(work, messages)
        self.toolbox, self._pick_object, self._what_if = toolbox, pick, what_if
        self.refused = 0
        """Number of changes that were refused; fields are made anew after each."""
        self.section = PictureSection(work, messages, toolbox, self._do, self._reset)
        self._shown: tuple[object, ...] = ()

    def fill(self, panel: Panel) -> None:
        super().fill(panel)
        self._shown = ()

    def refresh(self) -> None:
        """Show the current selection, if anything has changed."""
        self.is_stale = False
        work = self.work
        shown = (
            work.selection,
            work.brush,
            work.corridor,
            work.scatter,
            work.picture,
            self.toolbox.name,
            self.refused,
        )
        if self._shown[1:] != shown or self._shown[0] is not work.map:
            self._shown = work.map, *shown
            super().refresh()

    def view(self) -> Child:
        work, tool = self.work, self.toolbox.name
        objects = work.selected()
        about: object = tool
        if objects:
            about = tuple((one.id, type(one.what), one.shape) for one in objects)
            cells = self._objects(objects)
        elif tool == "Corridor":
            cells = self._corridor()
        elif tool == "Scatter":
            about = tool, type(work.brush)
            cells = chain(self._scatter(), self._brush(type(work.brush)))
        elif tool in DRAWS_BRUSH:
            about = type(work.brush)
            cells = self._brush(type(work.brush))
        else:
            cells = self._board()
        fields = column(*cells, gap=FORM.gap, pad=TAB_PAD, scroll=True)
        # What is being typed is meant for this selection only.
        return keyed((about, self.refused), fields)

    def _board(self) -> Iterator[Child]:
        work = self.work
        board = work.map.board
        yield heading("The board")
        for field in (
            Field("Title", text(ghost="Untitled"), lambda: board.title, self._boarded("title")),
            self._side("width"),
            self._side("height"),
            Field(
                "Look",
                short_choice(
                    [(look, look.capitalize()) for look in get_args(LookName)],
                    "Floor and wall material (appearance only)",
                ),
                lambda: board.look,
                self._boarded("look"),
            ),
        ):
            yield field.cell(FORM)
        many = sum(len(layer.objects) for layer in work.map.layers)
        yield Label(
            f"{many} object{'s' * (many != 1)} on the map", size=SMALL_TEXT, colour=MUTED
        )
        yield self._filling()
        yield self._turning("the map", turn_map, flip_map)
        yield space(CLOSE)
        yield self.section.view()

    def _boarded(self, name: str) -> Callable[[Any], None]:
        work = self.work
        return lambda value: self._do(lambda: set_board(work, name, value))

    def _filling(self) -> Child:
        """Return a button that fills with rock all ground that cannot be reached."""
        work = self.work
        hint = (
            "Turns all ground into rock that models cannot reach from lanes; on a map without "
            f"lanes, from zones ({key_for(EditorAction.FILL)})"
        )
        press = partial(self._do, lambda: fill_with_rock(work))
        return Button("Fill the rest with rock", press, size=BODY_TEXT, hint=hint)

    def _turning(
        self, what: str, turn: Callable[[Workspace], None], flip: FlipCommand
    ) -> Child:
        return row(*turn_buttons(what, self.work, self._do, turn, flip), gap=TIGHT)

    def _side(self, side: str) -> Field:
        work = self.work
        return Field(
            side.capitalize(),
            number(least=MIN_SIDE, most=MAX_SIDE, whole=True),
            lambda: getattr(work.map, side),
            partial(self._resize, side),
            f"Whole inches, {MIN_SIDE} to {MAX_SIDE}; objects stay centred",
        )

    def _resize(self, side: str, inches: int) -> None:
        """Resize the board; ask first if objects would fall off."""
        work = self.work
        wide = inches if side == "width" else work.map.width
        high = inches if side == "height" else work.map.height
        if lost := objects_off_board(work.map, wide, high, MIDDLE):
            drop = Reply(
                f"Resize and delete {'it' if len(lost) == 1 else 'them'}",
                lambda: self._do(lambda: resize(work, wide, high, drop=True)),
                Style.DANGER,
            )
            words = f'{counted(lost)} would be off a board of {wide}" × {high}".'
            theme = self.messages.theme
            self.messages.ask(Dialog(theme, "Make it smaller?", words, (drop, CANCEL)))
            self._reset()
        else:
            self._do(lambda: resize(work, wide, high))

    def _brush(self, kind: type[MapClass]) -> Iterator[Child]:
        """Yield the members of the brush."""
        yield heading(f"Next: {named(kind)}")
        for name in kind.model_fields:
            if name not in references(kind):
                yield self._member(kind, name, self._brushing(name))

    def _brushing(self, name: str) -> MemberBinding:
        work = self.work
        return MemberBinding(
            now=lambda: getattr(work.brush, name, None),
            set=lambda value: self._do(lambda: set_brush(work, name, value)),
            usual=work.brush.usual(name),
            ask=self._ask_colour,
            ask_picture=partial(self._ask_picture, lambda image: set_brush(work, name, image)),
        )

    def _corridor(self) -> Iterator[Child]:
        """Yield the dimensions of corridors."""
        yield heading("Corridors")
        yield self._breadth("width", 1.5, 12.0)
        yield self._breadth("wall", 0.25, 4.0)
        yield space(TIGHT)
        yield self._filling()

    def _scatter(self) -> Iterator[Child]:
        """Yield the options of the scatter tool."""
        yield heading("Scatter")
        yield self._scattering("seed", 1, 9999, 1, "Another seed scatters otherwise")
        yield self._scattering("radius", 0.5, 12.0, 0.5, "Radius of the brush in inches")
        yield self._scattering("size", 0.25, 6.0, 0.25, "Size of each object in inches")
        yield self._scattering("density", 0.05, 1.0, 0.05, "Share of places with an object")

    def _scattering(
        self, name: str, least: float, most: float, step: float, hint: str
    ) -> LayoutCell:
        work = self.work

        def set_(value: Any) -> None:
            work.scatter = replace(work.scatter, **{name: value})

        whole = name == "seed"
        return Field(
            name.capitalize(),
            number(step=step, least=least, most=most, whole=whole),
            lambda: getattr(work.scatter, name),
            set_,
            hint,
        ).cell(FORM)

    def _breadth(self, name: str, least: float, most: float) -> LayoutCell:
        work = self.work

        def set_(value: float) -> None:
            work.corridor = replace(work.corridor, **{name: value})

        return Field(
            name.capitalize(),
            number(step=0.5, least=least, most=most),
            lambda: getattr(work.corridor, name),
            set_,
            f"Inches, from {least:g} to {most:g}",
        ).cell(FORM)

    def _objects(self, objects: list[MapObject]) -> Iterator[Child]:
        work = self.work
        yield heading(counted(objects))
        yield Field(
            "Name",
            text(ghost="No name"),
            lambda: _shared(objects, lambda one: one.name),
            lambda words: self._do(lambda: set_name(work, words)),
        ).cell(FORM)
        yield self._class(objects)
        yield self._measures(objects)
        yield self._turning("the selection", turn_selection, flip_selection)
        for name in common_members(work):
            yield self._shared_member(type(objects[0].what), name, objects)
        if len(objects) == 1:
            for probe in probes_about(objects[0]):
                press = partial(self._what_if, probe, objects[0].id)
                label = f"What if: {probe.name.lower()}"
                yield Button(label, press, size=BODY_TEXT, hint=probe.hint)

    def _class(self, objects: list[MapObject]) -> LayoutCell:
        shapes, work = {one.shape for one in objects}, self.work
        able = [name for name, kind in CLASSES.items() if shapes <= kind.shapes]
        now = _shared(objects, lambda one: type(one.what).__name__)
        hint = str(about(CLASSES[now])) if now else "Several classes"
        return Field(
            "Class",
            short_choice([(name, named(CLASSES[name])) for name in able], hint),
            lambda: now,
            lambda name: self._do(lambda: set_class(work, CLASSES[name])),
        ).cell(FORM)

    def _measures(self, objects: list[MapObject]) -> LayoutCell:
        has_size = not any(one.shape == "point" for one in objects)
        places = [place_of(one) for one in objects]
        return measures(
            {
                label: self._measure(name, step, _shared(places, attrgetter(name)))
                for name, label, step in (MEASURES if has_size else MEASURES[:2])
            }
        )

    def _measure(self, name: str, step: float, now: float | None) -> NumberField:
        work = self.work

        def set_(value: float) -> None:
            self._do(lambda: set_place(work, name, value))

        hint = "Degrees clockwise" if name == "rotation" else "Inches"
        return NumberField(now, set_, step=step, hint=hint)

    def _shared_member(
        self, kind: type[MapClass], name: str, objects: list[MapObject]
    ) -> LayoutCell:
        """Return the field of a member that all selected objects have."""
        work = self.work
        asks = MemberBinding(
            now=lambda: _shared(objects, lambda one: getattr(one.what, name, None)),
            set=lambda value: self._do(lambda: set_member(work, name, value)),
            pick=lambda: self._pick(name, references(kind).get(name, "")),
            called=self._called,
            usual=_shared(objects, lambda one: one.what.usual(name)) or "",
            ask=self._ask_colour,
            ask_picture=partial(self._ask_picture, lambda image: set_member(work, name, image)),
        )
        return self._member(kind, name, asks)

    def _member(self, kind: type[MapClass], name: str, asks: MemberBinding) -> LayoutCell:
        known = descriptions(kind)
        hint = known[name].hint
        # A hint that several members share says nothing that their labels do not.
        is_own = sum(one.hint == hint for one in known.values()) == 1
        style = replace(FORM, has_lines=is_own)
        return member_field(kind, name, asks, hint).cell(style)

    def _ask_colour(self, title: str, now: str, then: Callable[[str], None]) -> None:
        """Let the user choose a colour; those in use on the map are offered first."""
        used = [
            getattr(one.what, name)
            for _, one in self.work.map.objects()
            for name in colours(type(one.what))
        ]
        common = [colour for colour, _ in Counter(used).most_common(ACROSS)]
        offered = [now, *common, *(f"#ff{ink[1:].lower()}" for ink in OFFERED)]
        self.messages.ask(ColourDialog(self.messages.theme, title, now, then, offered))

    def _ask_picture(self, put: Callable[[str], None]) -> None:
        def put_and_show(image: str) -> None:
            put(image)
            self._reset()

        ask_decor(self.work, self.messages, put_and_show)

    def _called(self, id_: int) -> str:
        """Return the name of an object that a member refers to."""
        one = self.work.index.get(id_)
        return counted([one]) if one else "none"

    def _pick(self, member: str, wanted: str) -> None:
        """Let the user click the object that a member is to refer to."""
        work, chosen = self.work, self.work.selection

        def take(id_: int) -> None:
            work.select(chosen)
            self._do(lambda: set_member(work, member, id_))

        asks = f"Click the {named(CLASSES[wanted]).lower()} to refer to; Esc cancels."
        self._pick_object(asks, lambda one: type(one.what).__name__ == wanted, take)

    def _do(self, what: Callable[[], object]) -> None:
        if self.messages.attempt(what):
            self.changed()
        else:
            self._reset()

    def _reset(self) -> None:
        """Let the fields show what is, instead of what was typed."""
        self.refused += 1
        self.changed()


def _shared(objects: Sequence[T], of: Callable[[T], Any]) -> Any:
    """Return a value that all objects share; None if they differ."""
    found = [of(one) for one in objects]
    return found[0] if found and all(value == found[0] for value in found) else None
