"""The tab of stamps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

import pygame

from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.editor.edits import EditRefusedError
from game.editor.linked_copies import detached
from game.editor.object_words import counted
from game.editor.stamps import (
    MAX_NAME,
    Stamp,
    delete_stamp,
    rename_stamp,
    save_stamp,
    stamps,
    take_stamp,
)
from game.editor.tools.stamp_tool import StampTool
from game.editor.tools.toolbox import Toolbox
from game.editor.workspace import Workspace
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.object_painter import GROUNDS, draw_mark, draw_shape
from game.screens.editor.tab import TAB_PAD, Tab
from game.screens.shelf import Shelf
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid, sized
from game.widgets.dialogs import name_dialog
from game.widgets.list_box import ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import BODY_TEXT, CLOSE, SMALL_THUMBNAIL
from game.widgets.theme import Theme
from game.widgets.toggle import Toggle

PICTURE = SMALL_THUMBNAIL
"""Size of a thumbnail in units."""


class StampsTab(Tab):
    title: ClassVar[str] = "Stamps"
    hint: ClassVar[str] = "Rooms, ruins and gates to place; keep your own."

    def __init__(self, work: Workspace, messages: EditorMessages, toolbox: Toolbox) -> None:
        super().__init__(work, messages)
        self.toolbox = toolbox
        self.found: list[Stamp] = []
        self.shelf = Shelf(
            self._take,
            none="No stamp is selected",
            picture_size=PICTURE,
            on_choose=self._choose,
        )

    def fill(self, panel: Panel) -> None:
        super().fill(panel)
        self.load()

    def load(self, chosen: str = "") -> None:
        """Read the library again, and choose a stamp by the path of its file."""
        self.found, theme = stamps(), self.messages.theme
        self.shelf.chosen = chosen or self.shelf.chosen
        self.shelf.put(_stamp_row(theme, one) for one in self.found)
        self.changed()

    def view(self) -> Child:
        selected, stamp = self.work.selection, self.stamp
        unselected = "" if selected else "Select the objects of the stamp first"
        reason = "Choose a stamp of your own"
        can_rename, can_delete = stamp and stamp.is_own and stamp.map, stamp and stamp.is_own
        keep = Button("Keep the selection…", self.ask_name, size=BODY_TEXT, reason=unselected)
        rename = Button(
            "Rename…", self.ask_other_name, size=BODY_TEXT, reason="" if can_rename else reason
        )
        delete = Button(
            "Delete…", self.ask_delete, size=BODY_TEXT, reason="" if can_delete else reason
        )
        own = grid(rename, delete, gap=CLOSE)
        listed = sized(self.shelf.cell(), height=0, grow=1)
        link = Toggle("Linked copies", self._link, on=self.work.links_stamps)
        link.hint = "Stamps placed from now on are linked: change one, and all copies change"
        has_link = any(one.stamp_copy for one in self.work.selected())
        why = "" if has_link else "Select a linked copy first"
        detach = Button("Detach", self.detach, size=BODY_TEXT, reason=why)
        return column(listed, grid(link, detach, gap=CLOSE), keep, own, pad=TAB_PAD, gap=CLOSE)

    def _link(self, on: bool) -> None:  # noqa: FBT001  called by the switch
        self.work.links_stamps = on
        self.changed()

    def detach(self) -> None:
        """Let the selected linked copies be changed by themselves."""
        work = self.work
        after = detached(work.map, work.selected())
        label = f"Detach {counted(work.selected())}"
        self.messages.attempt(lambda: work.do(label, after, mirrored=False))

    @property
    def stamp(self) -> Stamp | None:
        """Return the chosen stamp."""
        return next((one for one in self.found if str(one.path) == self.shelf.chosen), None)

    def _choose(self) -> None:
        """Take the chosen stamp in hand, to be placed with the stamp tool."""
        stamp = self.stamp
        if stamp and self.messages.attempt(lambda: take_stamp(self.work, stamp)):
            self.toolbox.use(StampTool.name)

    def _take(self) -> None:
        """Take a stamp in hand, and give the keyboard to the board."""
        self._choose()
        self.focus(None)

    def ask_name(self) -> None:
        """Ask for the name of a stamp made from the selection."""
        self._ask_name("Keep a stamp", "", self._keep)

    def _keep(self, name: str) -> None:
        self._attempt(lambda: save_stamp(self.work, name), f"Kept: {name}")

    def ask_other_name(self) -> None:
        """Ask for another name of the chosen stamp."""
        if stamp := self.stamp:
            self._ask_name(
                "Rename the stamp",
                stamp.name,
                lambda name: self._attempt(
                    lambda: rename_stamp(stamp, name), f"Renamed: {name}"
                ),
            )

    def _ask_name(self, title: str, name: str, then: Callable[[str], None]) -> None:
        theme, words = self.messages.theme, "A name for the list of stamps:"
        self.messages.ask(
            name_dialog(theme, title, words, name, "Keep", then, longest=MAX_NAME)
        )

    def ask_delete(self) -> None:
        """Ask once before the chosen stamp goes to the trash."""
        if stamp := self.stamp:
            words = (
                f"“{stamp.name}” goes to the folder trash. Maps on which it was placed stay."
            )
            delete = Reply("Delete it", lambda: self._delete(stamp), Style.DANGER)
            theme = self.messages.theme
            self.messages.ask(Dialog(theme, "Delete the stamp?", words, (delete, CANCEL)))

    def _delete(self, stamp: Stamp) -> None:
        self._attempt(lambda: delete_stamp(stamp), "Deleted; its file is in the folder trash")

    def _attempt(self, what: Callable[[], object], done: str) -> None:
        """Change the library; show the result, or the reason why it is impossible."""
        try:
            path = what()
        except (EditRefusedError, UnusableFile) as error:
            self.messages.notify("Not done", f"{error}")
            return
        self.messages.say(done)
        self.load(str(path))


def _stamp_row(theme: Theme, stamp: Stamp) -> ListRow:
    picture, size = None, ""
    if stamp.map:
        sides = theme.px(PICTURE[0]), theme.px(PICTURE[1])
        picture = thumbnail(theme, stamp.map, sides)
        many = sum(1 for _ in stamp.map.objects())
        objects = f"{many} object{'s' * (many != 1)}"
        size = f'{stamp.map.width}" × {stamp.map.height}", {objects}'
    return ListRow(
        str(stamp.path),
        label=stamp.name,
        detail=size or stamp.fault,
        note="yours" if stamp.is_own else "",
        picture=picture,
        faded=stamp.map is None,
    )


def thumbnail(theme: Theme, stamp: MapFile, size: tuple[int, int]) -> pygame.Surface:
    """Return a small picture of a stamp in plain colours; *size* in pixels."""
    return theme.kept(("stamp", stamp, size), partial(_thumbnail, theme, stamp, size))


def _thumbnail(theme: Theme, stamp: MapFile, size: tuple[int, int]) -> pygame.Surface:
    ppi = max(1, min((size[0] - 6) // stamp.width, (size[1] - 6) // stamp.height))
    # Drawn larger and made small, so that lines are fine.
    fine = 2 * ppi
    sheet = pygame.Surface((stamp.width * fine, stamp.height * fine), pygame.SRCALPHA)
    for _, one in stamp.objects():
        draw_shape(sheet, one, fine, (0, 0), filled=True)
    for _, one in stamp.objects():
        if one.shape == "point":
            draw_mark(sheet, one, fine, (0, 0), theme, {})
    small = pygame.transform.smoothscale(sheet, (stamp.width * ppi, stamp.height * ppi))
    picture = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(picture, GROUNDS["paving"], picture.get_rect(), border_radius=theme.px(4))
    picture.blit(small, small.get_rect(center=picture.get_rect().center))
    return picture
