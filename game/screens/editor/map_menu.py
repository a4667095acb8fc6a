"""The menu of a map."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.editor.autosaves import Autosave
from game.editor.workspace import Workspace
from game.screens.editor.bars import KEYS
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.file_actions import MAP_PLACE, DocumentActions
from game.screens.editor.map_export import Exporting
from game.screens.editor.map_generation import Generating
from game.screens.screen import Change, Destination, Open
from game.widgets.button import Style
from game.widgets.dialogs import Menu, keys_dialog
from game.widgets.keys import Key
from game.widgets.panel_stack import Reply


class FileActions(DocumentActions):
    """The menu of a map."""

    def __init__(
        self,
        work: Workspace,
        messages: EditorMessages,
        go: Callable[[Change], None],
        autosave: Autosave | None = None,
    ) -> None:
        """*go*: requests a change of screen; *autosave*: the autosave to continue, if any."""
        super().__init__(work, MAP_PLACE, messages, go, autosave)
        self.generating, self.exporting = Generating(work, messages), Exporting(work, messages)

    def update(self, seconds: float) -> None:
        """Collect results of background work, and autosave the map."""
        self.generating.update()
        self.exporting.update()
        self.keeping.update(seconds)

    def menu(self) -> None:
        """Open the menu of the map."""
        theme = self.messages.theme
        replies = (
            Reply("Resume", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE)),
            Reply("Save", self.save),
            Reply("Save as…", self.ask_where),
            Reply("New map…", self.ask_new),
            Reply("Open…", self.ask_open),
            Reply("Import…", self.tell_of_imports),
            Reply("Generate…", self.generating.ask),
            Reply("Export…", self.exporting.ask),
            Reply("Keys", lambda: self.messages.ask(keys_dialog(theme, KEYS))),
            Reply("Close the editor", self.leave),
        )
        self.messages.ask(Menu(theme, "The map", "", replies))

    def tell_of_imports(self) -> None:
        """Explain how to import maps of other programs."""
        words = (
            "Drop a file on this window: a map (.tmj), a picture that contains one (.png), or "
            "a Universal VTT file (.uvtt, .dd2vtt, .df2vtt), which becomes one of your maps, "
            "with its walls, doors, lights and picture."
        )
        self.messages.notify("Import a map", words)

    def ask_new(self) -> None:
        self.guarded(lambda: self.go(Open(Destination("new map"))))

    def ask_open(self) -> None:
        self.guarded(lambda: self.go(Open(Destination("design", replaces=True))))
