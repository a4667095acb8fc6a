"""The inspector's section on the picture under a map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from game.content.background_pictures import DECOR_ENDINGS
from game.content.editor_actions import EditorAction
from game.content.faults import UnusableFile
from game.content.maps.map_file import PX, MapPicture
from game.content.picture_heads import picture_head
from game.content.png_payload import carries
from game.editor.map_pictures import (
    HEAD,
    PictureTool,
    add_picture,
    bring_decor,
    change_picture,
    chosen_picture,
    remove_picture,
    scale_line,
    shown_size,
    size_of,
)
from game.editor.picture_folders import RECENT_FOLDERS, offered_folders
from game.editor.tools.toolbox import Toolbox
from game.editor.turn_commands import flip_picture, turn_picture
from game.editor.workspace import Workspace
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.member_widgets import FORM, measures
from game.screens.editor.picture_chooser import PictureChooser
from game.screens.editor.turn_buttons import turn_buttons
from game.widgets.button import Button, IconButton, Style
from game.widgets.cells import LayoutCell, column, keyed, row, sized
from game.widgets.fields import Field, choice, number
from game.widgets.key_bindings import key_for
from game.widgets.number_field import NumberField
from game.widgets.sizes import CLOSE, LOW, SHORT_FIELD, SMALL_TEXT, TIGHT
from game.widgets.slider import Slider
from game.widgets.text_view import Label, heading
from game.widgets.theme import MUTED

GHOST = Style.GHOST
COMPACT_FORM = replace(FORM, has_lines=False)
"""Without lines of hints, so that the buttons below stay in sight in a small window."""
HEADING = "Picture underneath"
DECOR_WORDS = "PNG, JPEG or SVG. Its file is copied beside the map."
NONE = "To draw over a picture, drop it here:"


def is_plain_picture(path: Path) -> bool:
    """Return whether a file is a PNG or JPEG that carries neither a map nor a save."""
    try:
        with path.open("rb") as file:
            picture_head(file.read(HEAD), path.name)
    except (OSError, ValueError, UnusableFile):
        return False
    return not carries(path)


class PictureSection:
    """Fields of the chosen picture, and buttons to add and remove one."""

    def __init__(
        self,
        work: Workspace,
        messages: EditorMessages,
        toolbox: Toolbox,
        do: Callable[[Callable[[], object]], None],
        reset: Callable[[], None],
    ) -> None:
        """*do*: changes the map; *reset*: lets the fields show what is."""
        self.work, self.messages, self.toolbox = work, messages, toolbox
        self._do, self._reset = do, reset

    def view(self) -> LayoutCell:
        """Describe the fields of the chosen picture."""
        picture = chosen_picture(self.work)
        if picture is None:
            none = Label(NONE, size=SMALL_TEXT, colour=MUTED)
            return column(heading(HEADING), none, self._adding("Add a picture…"), gap=CLOSE)
        fade = Field(
            "Strength",
            lambda value, put: Slider(value, 0, 100, put),
            lambda: round(picture.opacity * 100),
            lambda value: self._change("Fade picture", "fade", fields={"opacity": value / 100}),
            "How much of the painted ground it hides",
        )
        parts = (
            heading(HEADING),
            self._choice(picture),
            self._measures(picture),
            self._line().cell(COMPACT_FORM),
            fade.cell(COMPACT_FORM),
            self._buttons(picture),
        )
        return keyed(("picture", picture.id), column(*parts, gap=TIGHT))

    def _adding(self, label: str) -> Button:
        hint = "Its file is copied beside the map"
        return Button(
            label, partial(ask_picture, self.work, self.messages), size=SMALL_TEXT, hint=hint
        )

    def _choice(self, picture: MapPicture) -> LayoutCell:
        named = [(one.id, one.name or one.image) for one in self.work.map.pictures]
        stepper = choice(named)(picture.id, partial(setattr, self.work, "picture"))
        listed = sized(stepper, height=LOW, least=SHORT_FIELD, grow=1)
        return row(listed, self._adding("Add…"), gap=CLOSE)

    def _measures(self, picture: MapPicture) -> LayoutCell:
        """Return the place and size; the size both in inches and in pixels to the inch."""
        field = partial(NumberField, step=0.25)
        x, y, place = picture.x / PX, picture.y / PX, self._place
        across, ppi = self._across(picture), PX / picture.scale
        return measures(
            {
                "x": field(x, place("x"), hint="Inches from the left edge"),
                "y": field(y, place("y"), hint="Inches from the upper edge"),
                "Across": field(across, self._widen, hint="Width of the picture in inches"),
                "Px/inch": field(ppi, self._set_ppi, hint="Its pixels to the inch"),
            }
        )

    def _line(self) -> Field:
        key = key_for(EditorAction.PICTURE)
        return Field(
            "Line drawn",
            number(step=0.5, least=0.1, most=400),
            lambda: None,
            self._set_line,
            f"Inches of the line that Shift drew with the Picture tool ({key})",
        )

    def _place(self, key: str) -> Callable[[float], None]:
        return lambda inches: self._change("Move picture", fields={key: inches * PX})

    def _across(self, picture: MapPicture) -> float | None:
        return shown_size(self.work, picture)[0] / PX or None

    def _widen(self, inches: float) -> None:
        picture = chosen_picture(self.work)
        if picture and (wide := shown_size(self.work, picture)[0]):
            scale = picture.scale * inches * PX / wide
            self._change("Scale picture", fields={"scale": scale})

    def _set_ppi(self, pixels: float) -> None:
        self._change("Scale picture", fields={"scale": PX / max(pixels, 0.001)})

    def _set_line(self, inches: float) -> None:
        tool = self.toolbox.tools["Picture"]
        if isinstance(tool, PictureTool) and (line := tool.line):
            tool.line = None
            self._do(lambda: scale_line(self.work, line, inches))
        else:
            key = key_for(EditorAction.PICTURE)
            self.messages.say(f"Take the Picture tool ({key}), and draw a line with Shift")
        self._reset()

    def _take_tool(self) -> None:
        self.toolbox.use("Picture")

    def _buttons(self, picture: MapPicture) -> LayoutCell:
        size = "" if size_of(self.work, picture) else "Its file is missing or damaged"
        shown = "eye" if picture.visible else "eye-off"
        locked = "lock" if picture.locked else "lock-open"
        key = key_for(EditorAction.PICTURE)
        buttons: tuple[tuple[str, str, Callable[[], None]], ...] = (
            (f"Move and scale it on the board ({key})", "move", self._take_tool),
            ("Show or hide it", shown, lambda: self._turn("visible", "Show or hide picture")),
            ("Lock it in its place", locked, lambda: self._turn("locked", "Lock picture")),
            ("Remove it", "trash-2", lambda: self._do(lambda: remove_picture(self.work))),
        )
        made = [
            IconButton(hint, press, icon=f"ui/{icon}", hint=hint, style=GHOST)
            for hint, icon, press in buttons
        ]
        made[3:3] = turn_buttons("it", self.work, self._do, turn_picture, flip_picture)
        return row(*made, Label(size, size=SMALL_TEXT, colour=MUTED), gap=TIGHT)

    def _turn(self, key: str, label: str) -> None:
        if picture := chosen_picture(self.work):
            self._change(label, fields={key: not getattr(picture, key)})

    def _change(self, label: str, series: str = "", *, fields: dict[str, Any]) -> None:
        self._do(lambda: change_picture(self.work, label, series, **fields))


def ask_picture(work: Workspace, messages: EditorMessages) -> None:
    """Let the user choose a picture, and lay it underneath."""

    def take(path: Path) -> None:
        if messages.attempt(lambda: add_picture(work, path)):
            RECENT_FOLDERS.add(path.parent)

    folders = offered_folders(work, RECENT_FOLDERS.folders)
    messages.ask(PictureChooser(messages.theme, folders, take))


def ask_decor(work: Workspace, messages: EditorMessages, put: Callable[[str], None]) -> None:
    """Let the user choose the picture of decor, and pass on its name beside the map."""

    def take(path: Path) -> None:
        def bring() -> None:
            put(bring_decor(work, path))

        if messages.attempt(bring):
            RECENT_FOLDERS.add(path.parent)

    folders = offered_folders(work, RECENT_FOLDERS.folders)
    about = "Choose a picture", DECOR_WORDS, DECOR_ENDINGS
    messages.ask(PictureChooser(messages.theme, folders, take, *about))


def take_picture(
    work: Workspace, messages: EditorMessages, toolbox: Toolbox, path: Path
) -> bool:
    """Lay a dropped PNG or JPEG underneath; return whether the file is such a picture."""
    if not is_plain_picture(path):
        return False
    if messages.attempt(lambda: add_picture(work, path)):
        RECENT_FOLDERS.add(path.parent)
        toolbox.use("Picture")
        messages.say("The picture lies underneath: drag it, or scale it in the tab Object")
    return True
