"""How bad a finding is, as a sign in a list and as a pin on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.content.palettes import palette
from game.editor.checks.findings import Finding, Severity
from game.view.overlays.shapes import BoardNote, Overlay, OverlayTone, Pin, RangeRing
from game.widgets.theme import AMBER, Theme

REACH = 1.2
"""The radius of the ring about the chosen finding's place, in inches."""


def sign(theme: Theme, finding: Finding) -> pygame.Surface:
    """Return a disc for a fault, a triangle for a warning: colours alone do not tell."""
    return _sign(theme.px(14), palette().bad, finding.severity)


@lru_cache(maxsize=16)
def _sign(size: int, bad: str, severity: Severity) -> pygame.Surface:
    picture = pygame.Surface((4 * size, 4 * size), pygame.SRCALPHA)
    far = 4 * size
    if severity is Severity.WARNING:
        pygame.draw.polygon(picture, AMBER, [(far / 2, 0), (far, far - 1), (0, far - 1)])
    else:
        pygame.draw.circle(picture, bad, (far / 2, far / 2), far / 2)
    return pygame.transform.smoothscale(picture, (size, size))


def pins(findings: Sequence[Finding], chosen: Finding | None) -> tuple[Overlay, ...]:
    """Return what shows where findings are; the chosen one with a word."""
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
