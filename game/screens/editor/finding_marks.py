"""Marks of the findings of the map checks."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.palettes import palette
from game.editor.findings import Finding, Severity
from game.picture_cache import PICTURES
from game.view.overlays import BoardNote, Overlay, OverlayTone, Pin, RangeRing
from game.widgets.theme import AMBER, Theme

REACH = 1.2
"""Radius in inches of the ring around the selected finding."""


def sign(theme: Theme, finding: Finding) -> pygame.Surface:
    """Return the sign of a severity: a disc for a fault, a triangle for a warning.

    The shapes differ because colours alone are not accessible to everyone.
    """
    return _sign(theme.px(14), palette().bad, finding.severity)


@PICTURES.keeps
def _sign(size: int, bad: str, severity: Severity) -> pygame.Surface:
    picture = pygame.Surface((4 * size, 4 * size), pygame.SRCALPHA)
    distance = 4 * size
    if severity is Severity.WARNING:
        pygame.draw.polygon(
            picture, AMBER, [(distance / 2, 0), (distance, distance - 1), (0, distance - 1)]
        )
    else:
        pygame.draw.circle(picture, bad, (distance / 2, distance / 2), distance / 2)
    return pygame.transform.smoothscale(picture, (size, size))


def pins(findings: Sequence[Finding], chosen: Finding | None) -> tuple[Overlay, ...]:
    """Return pins at the positions of findings; the selected one has a label."""
    found = list[Overlay]()
    for finding in (*findings, *([chosen] if chosen and chosen not in findings else [])):
        if finding.at:
            mild = finding.severity is Severity.WARNING
            found.append(Pin(finding.at, "", AMBER if mild else palette().bad))
            if finding == chosen:
                tone = OverlayTone.CHOSEN if mild else OverlayTone.BAD
                found.append(RangeRing(finding.at, REACH, tone))
                found.append(BoardNote(finding.at, finding.clause or finding.place))
    return tuple(found)
