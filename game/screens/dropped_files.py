"""The opening of files that are dropped on the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.content.army_lists.list_import import import_list, keep
from game.content.faults import UnusableFile
from game.content.file_kinds import Kind, kind_of_file, refusal, words_for
from game.content.save_format import load_save
from game.screens.editor.map_opening import opened
from game.screens.experiment_opening import open_experiment
from game.screens.pack_opening import open_packed
from game.screens.screen import Change, Destination, Open
from game.screens.unfinished_game import resumed

DROPPED: Sequence[Kind] = ("save", "pack", "map", "drawing", "list", "experiment")
CAN_DROP = f"You can drop {words_for(DROPPED)}."
TOLD = 8
"""Maximum number of skipped items of a list shown here; the command line shows all."""


def open_dropped(path: Path) -> Change:
    """Open the game or map of a file, or return a screen that shows the error."""
    found = kind_of_file(path)
    try:
        match found.kind:
            case "pack":
                return open_packed(path)
            case "experiment" | "toml":
                return open_experiment(path)
            case "list":
                return Open(_imported(path))
            case "map" | "drawing":
                # Opened on top, because the present screen may have unsaved work.
                return Open(opened(path))
            case "save":
                words = f"{path.name}: {{}}. {CAN_DROP}"
                return resumed(load_save(path), "Cannot open this file", words)
            case _:
                raise refusal(path, found)
    except UnusableFile as error:
        words = f"{path.name}: {error.faults[0]}. {CAN_DROP}"
        return Open(Destination("notice", "Cannot open this file", words))


def _imported(path: Path) -> Destination:
    """Save the roster made from an army list, and report it; raise UnusableFile."""
    found = import_list(path)
    keep(found, path)
    words = (
        f"{found.roster.title} was added to your rosters ({found.brief}). "
        f"Use it in {'the sandbox' if found.roster.free else 'matched play'}."
    )
    for what, lines in (("Assumed", found.assumed), ("Skipped", found.left_out)):
        if lines:
            more = len(lines) - TOLD
            rest = f"; and {more} more" if more > 0 else ""
            words += f" {what}: {'; '.join(lines[:TOLD])}{rest}."
    return Destination("notice", "Army list imported", words)
