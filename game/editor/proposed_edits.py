"""Edits of a map that its trial games propose."""

from __future__ import annotations

from game.content.maps.made_board import ids_of
from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import EditRefusedError
from game.editor.findings import middle
from game.editor.object_words import object_words
from game.editor.system_parts import moved_together
from game.editor.transforms import moved
from game.editor.workspace import Workspace
from game.lab.map_advice import MapProposal


def proposed_marker(mapfile: MapFile, proposal: MapProposal) -> MapObject | None:
    """Return the object that a proposal moves; None if it is to be carried out by hand."""
    if proposal.to is None:
        return None
    ids = ids_of(one for _, one in mapfile.objects())
    return next((one for _, one in mapfile.objects() if ids[one.id] == proposal.marker), None)


def apply_proposal(workspace: Workspace, proposal: MapProposal) -> None:
    """Move the marker of a proposal as one entry of the history.

    Raise EditRefusedError if it is locked, or the proposal moves nothing.
    """
    one = proposed_marker(workspace.map, proposal)
    if one is None or proposal.to is None:
        raise EditRefusedError("the games show the place only: draw there what is proposed")
    words = object_words(one)
    if one.id in workspace.untouchable():
        raise EditRefusedError(f"{words} is locked")
    at = middle(one)
    dx, dy = proposal.to.x - at.x, proposal.to.y - at.y
    there = [moved(part, dx, dy) for part in moved_together(workspace.map, [one])]
    workspace.do(f"Move {words} as proposed", workspace.map.replaced(there), [one.id])
