"""Marks of the edits that trial games propose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.content.palettes import palette
from game.editor.findings import middle
from game.editor.proposed_edits import proposed_marker
from game.editor.workspace import Workspace
from game.lab.map_advice import MapProposal
from game.view.overlays import Overlay, OverlayLine, OverlayTone, Pin, RangeRing

REACH = 1.2
"""Radius in inches of the ring around the chosen proposal."""


def proposal_marks(
    work: Workspace, proposals: Sequence[MapProposal], chosen: MapProposal | None
) -> tuple[Overlay, ...]:
    """Return a numbered pin for each proposal, and the way of each marker that is moved."""
    return tuple(_marks(work, proposals, chosen))


def _marks(
    work: Workspace, proposals: Sequence[MapProposal], chosen: MapProposal | None
) -> Iterator[Overlay]:
    for number, proposal in enumerate(proposals, 1):
        place = proposal.to or proposal.at
        tone = OverlayTone.CHOSEN if proposal == chosen else OverlayTone.GOOD
        if marker := proposed_marker(work.map, proposal):
            yield OverlayLine(middle(marker), place, tone)
        yield Pin(place, f"{number}", palette().good)
        if proposal == chosen:
            yield RangeRing(place, REACH, tone)
