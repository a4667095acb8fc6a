"""The inspector's section on the picture under a map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.content.editor_actions import EditorAction
from game.content.faults import UnusableFile
from game.content.maps.map_file import PX, MapPicture
from game.content.picture_heads import picture_head
from game.content.png_payload import carries
from game.editor.map_pictures import (
    HEAD,
    PictureTool,
    add_picture,
    change_picture,
    chosen_picture,
    remove_picture,
    scale_line,
    size_of,
)
from game.editor.workspace import Workspace
from game.screens.editor.host import EditorHost, attempt
from game.widgets.button import Button, IconButton, Style
from game.widgets.dialogs import name_dialog
from game.widgets.inputs import NumberField, Slider, Stepper
from game.widgets.key_bindings import key_for
from game.widgets.text_view import Label, heading
from game.widgets.theme import MUTED
from game.widgets.widget import Panel

ROW, GAP, EDGE = 30.0, 4.0, 14.0
LABEL = 58.0
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

    def __init__(self, host: EditorHost, panel: Panel, top: float) -> None:
        self.host, self.panel, self.top = host, panel, top
        self.shows: list[Callable[[], None]] = []
        """Functions that update the fields."""
        self.wide = panel.box[2] - 2 * EDGE
        panel.add(heading((EDGE, self.top, self.wide, 24), "Picture underneath"))
        self.top += 30
        if chosen_picture(self.work):
            self._add_choice()
            self._add_measures()
            self._add_fading()
            self._add_buttons()
        else:
            panel.add(Label((EDGE, self.top, self.wide, 40), NONE, size=13, colour=MUTED))
            self.top += 44
            self._add_adding((EDGE, self.top, self.wide, ROW), "Add a picture…")

    @property
    def work(self) -> Workspace:
        return self.host.workspace

    def _add_adding(self, box: tuple[float, float, float, float], label: str) -> None:
        button = Button(box, label, lambda: ask_picture(self.host), size=15)
        button.hint = "Its file is copied beside the map"
        self.panel.add(button)

    def _add_choice(self) -> None:
        names = [one.name or one.image for one in self.work.map.pictures]
        ids = [one.id for one in self.work.map.pictures]
        half = self.wide - 96

        def choose(n: int) -> None:
            self.work.picture = ids[n]
            self.show()

        choice = Stepper((EDGE, self.top, half, ROW), names, choose)

        def show() -> None:
            if picture := chosen_picture(self.work):
                choice.value = ids.index(picture.id) if picture.id in ids else 0

        self.shows.append(show)
        self.panel.add(choice)
        self._add_adding((EDGE + half + 6, self.top, 90, ROW), "Add…")
        self.top += ROW + GAP

    def _add_measures(self) -> None:
        """Add the place and size; the size both in inches and in pixels to the inch."""
        half = (self.wide - 10) / 2
        fields: tuple[tuple[str, str, Callable[[MapPicture], float | None], Any], ...] = (
            ("x", "Inches from the left edge", lambda one: one.x / PX, self._place("x")),
            ("y", "Inches from the upper edge", lambda one: one.y / PX, self._place("y")),
            ("Across", "Width of the picture in inches", self._across, self._set_across),
            ("Px/inch", "Its pixels to the inch", lambda one: PX / one.scale, self._set_ppi),
        )
        for n, (label, hint, now, set_) in enumerate(fields):
            left = EDGE + n % 2 * (half + 10)
            self.panel.add(Label((left, self.top, LABEL, ROW), label, size=13, colour=MUTED))
            box = left + LABEL, self.top, half - LABEL, ROW
            self._add_number(box, hint, now, set_)
            self.top += (ROW + GAP) * (n % 2)
        self.panel.add(Label((EDGE, self.top, 96, ROW), "Line drawn", size=13, colour=MUTED))
        box = EDGE + 96, self.top, self.wide - 96, ROW
        key = key_for(EditorAction.PICTURE)
        hint = f"Inches of the line that Shift drew with the Picture tool ({key})"
        field = NumberField(box, None, self._set_line, step=0.5, least=0.1, most=400, hint=hint)
        self.shows.append(lambda: field.to(None))
        self.panel.add(field)
        self.top += ROW + GAP

    def _add_number(
        self,
        box: tuple[float, float, float, float],
        hint: str,
        now: Callable[[MapPicture], float | None],
        set_: Callable[[float], None],
    ) -> None:
        field = NumberField(box, None, set_, step=0.25, hint=hint)

        def show() -> None:
            if picture := chosen_picture(self.work):
                field.to(now(picture))

        self.shows.append(show)
        self.panel.add(field)

    def _place(self, key: str) -> Callable[[float], None]:
        return lambda inches: self._change("Move picture", fields={key: inches * PX})

    def _across(self, picture: MapPicture) -> float | None:
        size = size_of(self.work, picture)
        return size.width * picture.scale / PX if size else None

    def _set_across(self, inches: float) -> None:
        picture = chosen_picture(self.work)
        if picture and (size := size_of(self.work, picture)):
            self._change("Scale picture", fields={"scale": inches * PX / size.width})

    def _set_ppi(self, pixels: float) -> None:
        self._change("Scale picture", fields={"scale": PX / max(pixels, 0.001)})

    def _set_line(self, inches: float) -> None:
        tool = self.host.tools["Picture"]
        if isinstance(tool, PictureTool) and (line := tool.line):
            tool.line = None
            self._do(lambda: scale_line(self.work, line, inches))
        else:
            key = key_for(EditorAction.PICTURE)
            self.host.show_message(f"Take the Picture tool ({key}), and draw a line with Shift")
            self.show()

    def _add_fading(self) -> None:
        self.panel.add(Label((EDGE, self.top, LABEL, ROW), "Strength", size=13, colour=MUTED))
        box = EDGE + LABEL, self.top, self.wide - LABEL, ROW
        slider = Slider(
            box,
            100,
            0,
            100,
            lambda value: self._change("Fade picture", "fade", fields={"opacity": value / 100}),
        )
        slider.hint = "How much of the painted ground it hides"

        def show() -> None:
            picture = chosen_picture(self.work)
            if picture and not slider.held:
                slider.value = round(picture.opacity * 100)

        self.shows.append(show)
        self.panel.add(slider)
        self.top += ROW + GAP

    def _take_tool(self) -> None:
        self.host.use("Picture")

    def _add_buttons(self) -> None:
        picture = chosen_picture(self.work)
        assert picture
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
        for n, (hint, icon, press) in enumerate(buttons):
            button = IconButton((EDGE + n * 42, self.top, 36, 36), hint, press, hint=hint)
            button.icon, button.style = f"ui/{icon}", Style.GHOST
            self.panel.add(button)
        box = EDGE + 4 * 42 + 4, self.top, self.wide - 4 * 42 - 4, 36.0
        self.panel.add(Label(box, size, size=13, colour=MUTED))
        self.top += 42

    def _turn(self, key: str, label: str) -> None:
        if picture := chosen_picture(self.work):
            self._change(label, fields={key: not getattr(picture, key)})

    def _change(self, label: str, series: str = "", *, fields: dict[str, Any]) -> None:
        self._do(lambda: change_picture(self.work, label, series, **fields))

    def _do(self, what: Callable[[], None]) -> None:
        attempt(self.host, what)
        self.show()

    def show(self) -> None:
        """Update the fields to the chosen picture."""
        for show in self.shows:
            show()


def ask_picture(host: EditorHost) -> None:
    """Ask for the path of a picture, and lay it underneath."""
    words = "Path of a PNG or JPEG; you can also drop the file on the window."

    def take(path: str) -> None:
        attempt(host, lambda: add_picture(host.workspace, Path(path.strip()).expanduser()))

    theme = host.frame.theme
    host.ask(name_dialog(theme, "Add a picture", words, "", "Add", take, longest=400))


def take_picture(host: EditorHost, path: Path) -> bool:
    """Lay a dropped PNG or JPEG underneath; return whether the file is such a picture."""
    if not is_plain_picture(path):
        return False
    if attempt(host, lambda: add_picture(host.workspace, path)):
        host.use("Picture")
        host.show_message("The picture lies underneath: drag it, or scale it in the tab Object")
    return True
