"""Editors of maps and forms, as the start screen opens them."""

from __future__ import annotations

from pathlib import Path

from game.content.maps.map_file import MapFile
from game.editor.open_file import new_workspace, open_workspace
from game.forms.form_files import open_file
from game.forms.form_kinds import FormKind
from game.screens.editor.form_screen import FormScreen
from game.screens.editor.screen import EditorScreen


def new_map(mapfile: MapFile | None = None) -> EditorScreen:
    """Open a map without a file; a blank one by default."""
    return EditorScreen(new_workspace(mapfile))


def open_map(path: Path) -> EditorScreen:
    """Open a map file; raise UnusableFile if it is no valid map."""
    return EditorScreen(open_workspace(path))


def opened_form(form: FormKind, path: Path) -> FormScreen:
    """Return the form of a file; raise UnusableFile if nothing of it can be read."""
    return FormScreen(*open_file(form, path))
