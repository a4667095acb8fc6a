"""Dice as small pictures: ivory, green for a success, grey for a failure."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.content.palettes import Colour
from game.table.events import Rolled
from game.view.svg import draw_svg

AROUND = 1.6
"""How much wider than the die its picture is: its shadow, and its corners when it is turned."""


class Shades(NamedTuple):
    face: Colour
    edge: Colour
    pip: Colour


class Verdict(Enum):
    PLAIN = Shades("#F3EDE0", "#B9B09C", "#22262A")
    """Nothing was needed, or the dice count only together."""
    SUCCESS = Shades("#8FE0AE", "#3E8F61", "#0E2417")
    FAILURE = Shades("#596167", "#343A3F", "#15181A")
    AGAIN = Shades("#FFD27F", "#C07F1E", "#2B1B05")
    """It was rolled again."""


PIPS = {
    1: ((50, 50),),
    2: ((30, 30), (70, 70)),
    3: ((28, 28), (50, 50), (72, 72)),
    4: ((30, 30), (70, 30), (30, 70), (70, 70)),
    5: ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)),
    6: ((30, 25), (70, 25), (30, 50), (70, 50), (30, 75), (70, 75)),
}


@lru_cache(maxsize=512)
def die(
    face: int, pixels: int, verdict: Verdict = Verdict.PLAIN, turn: int = 0
) -> pygame.Surface:
    """Return a die of a width in pixels, turned by so many degrees."""
    side = round(pixels * AROUND)
    return draw_svg(_die_svg(face, verdict.value, turn), side, side)


def passes(rolled: Rolled, number: int) -> bool:
    """Return whether a face, or a sum of faces, is what a roll needs."""
    return number <= rolled.need if rolled.under else number >= rolled.need


def verdict(rolled: Rolled, face: int) -> Verdict:
    """Return what one die of a roll came to."""
    if not rolled.need or rolled.total:
        return Verdict.PLAIN
    return Verdict.SUCCESS if passes(rolled, face) else Verdict.FAILURE


def _die_svg(face: int, shades: Shades, turn: int) -> str:
    pips = "".join(
        f'<circle cx="{x}" cy="{y + 1.6}" r="9.4" fill="#fff" fill-opacity=".35"/>'
        f'<circle cx="{x}" cy="{y}" r="9" fill="{shades.pip}"/>'
        for x, y in PIPS[face]
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-30 -30 160 160"><defs>'
        '<radialGradient id="s"><stop offset=".45" stop-color="#000" stop-opacity=".55"/>'
        '<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="f" x1="0%" y1="0%" x2="100%" y2="100%">'
        f'<stop offset="0" stop-color="{shades.face}"/>'
        f'<stop offset="1" stop-color="{shades.edge}"/></linearGradient>'
        '<radialGradient id="c"><stop offset="0" stop-color="#fff" stop-opacity=".55"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>'
        f'<circle cx="58" cy="64" r="72" fill="url(#s)"/><g transform="rotate({turn} 50 50)">'
        '<rect x="3" y="3" width="94" height="94" rx="19" fill="url(#f)" stroke="#0B0D0F" '
        'stroke-opacity=".55" stroke-width="3"/>'
        f'<circle cx="50" cy="50" r="41" fill="url(#c)" fill-opacity=".5"/>{pips}</g></svg>'
    )
