"""Pictures of clusters of mines, which pulsate."""

from __future__ import annotations

from math import cos, pi, sin

import pygame

from game.picture_cache import PICTURES
from game.view.style import draw_svg

PICTURE_TO_BASE = 1.5
"""Ratio of a cluster's picture to its base."""
PHASES = 12
"""Number of pictures of the pulsating bulbs."""
BREATHES = 1.6
"""Seconds per pulse."""


def phase_at(seconds: float) -> int:
    return int(seconds / BREATHES * PHASES) % PHASES


@PICTURES.keeps
def cluster(pixels: int, phase: int) -> pygame.Surface:
    """Return a premultiplied picture of a cluster with a base *pixels* wide."""
    side = max(10, round(pixels * PICTURE_TO_BASE))
    return draw_svg(_svg(phase), "-75 -75 150 150", side, side).premul_alpha()


def _svg(phase: int) -> str:
    bulbs = "".join(_bulb(n, phase) for n in range(3))
    return (
        '<defs><radialGradient id="b" cx="38%" cy="32%" r="75%"><stop offset="0" '
        'stop-color="#FFE58A"/><stop offset=".3" stop-color="#D96A2B"/><stop offset=".75" '
        'stop-color="#6E1F2A"/><stop offset="1" stop-color="#2A0C14"/></radialGradient>'
        '<radialGradient id="g"><stop offset="0" stop-color="#FF7A2B" stop-opacity=".55"/>'
        '<stop offset="1" stop-color="#FF4A1B" stop-opacity="0"/></radialGradient>'
        '<radialGradient id="s"><stop offset=".5" stop-color="#150A0C" stop-opacity=".8"/>'
        '<stop offset="1" stop-color="#150A0C" stop-opacity="0"/></radialGradient></defs>'
        '<circle cx="5" cy="7" r="66" fill="url(#s)"/>'
        f'<circle r="72" fill="url(#g)" opacity="{0.55 + 0.45 * _swell(0, phase):.2f}"/>'
        '<circle r="49" fill="none" stroke="#0B0D0F" stroke-width="5" stroke-opacity=".7"/>'
        '<circle r="49" fill="none" stroke="#E8743B" stroke-width="2.6" '
        'stroke-dasharray="7 6"/>'
        '<path d="M0 -4 L-18 -20 M0 -4 L20 -16 M0 -4 L2 22" stroke="#3B1A20" '
        f'stroke-width="9"/>{bulbs}'
    )


def _bulb(n: int, phase: int) -> str:
    turn = 2 * pi * n / 3 - pi / 2 - 0.25
    x, y = 23 * cos(turn), 23 * sin(turn)
    radius = 18.5 + 2.4 * _swell(n, phase)
    spikes = "".join(_spike(x, y, radius, 2 * pi * k / 9 + n) for k in range(9))
    return (
        f'{spikes}<circle cx="{x + 2.5:.1f}" cy="{y + 3.5:.1f}" r="{radius:.1f}" '
        'fill="#0B0D0F" fill-opacity=".6"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="url(#b)" '
        'stroke="#1B080C" stroke-width="2.4"/>'
        f'<path d="M{x - radius * 0.7:.1f} {y + 2:.1f}q{radius * 0.7:.1f} '
        f'{radius * 0.55:.1f} {radius * 1.4:.1f} 0" fill="none" stroke="#3A0F16" '
        'stroke-width="2" stroke-opacity=".8"/>'
        f'<circle cx="{x - radius * 0.32:.1f}" cy="{y - radius * 0.36:.1f}" '
        f'r="{radius * 0.2:.1f}" fill="#FFF6CF" fill-opacity=".9"/>'
    )


def _spike(x: float, y: float, radius: float, turn: float) -> str:
    distance, side = radius + 7, 0.16
    spots = (
        (radius - 2, turn - side),
        (distance, turn),
        (radius - 2, turn + side),
    )
    path = " ".join(f"{x + r * cos(t):.1f} {y + r * sin(t):.1f}" for r, t in spots)
    return f'<polygon points="{path}" fill="#4A1720" stroke="#12060A" stroke-width="1.2"/>'


def _swell(n: int, phase: int) -> float:
    """Return the swelling of a bulb, from 0 to 1."""
    return 0.5 + 0.5 * sin(2 * pi * (phase / PHASES + n / 3))
