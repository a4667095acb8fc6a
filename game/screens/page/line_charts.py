"""Line charts for web pages, as SVG texts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDE_PIXELS, HIGH_PIXELS = 640, 200
"""Size of a chart in its own units."""
LEFT, RIGHT, TOP, LOW = 44, 120, 14, 28
"""Room around the plot for numbers, names and labels."""
LETTER = 13
"""Height of letters."""
MAX_LABELS = 12
"""Maximum number of labels below the plot."""
COLOURS, DASHES = ("#0072B2", "#D55E00"), ("", "7 4")
"""Colours that the colour-blind can tell apart, and dashes that differ without colours."""


class ChartSeries(NamedTuple):
    """A line of a chart, with a value at each place."""

    name: str
    values: Sequence[float]
    colour: int
    """Index of its colour and its dashes."""


def line_chart(
    title: str,
    places: Sequence[float],
    series: Sequence[ChartSeries],
    labels: Sequence[tuple[float, str]],
    *,
    most: float,
    marks: Sequence[float] = (),
    percent: bool = False,
) -> str:
    """Return a chart whose values lie between 0, or the least of them, and *most*.

    *labels* stand below the plot at their places; *marks* are numbered from 1.
    """
    least = min(0.0, *(min(one.values) for one in series))
    first, last = places[0], places[-1]
    right, bottom = WIDE_PIXELS - RIGHT, HIGH_PIXELS - LOW

    def x(place: float) -> float:
        return round(LEFT + (place - first) / ((last - first) or 1) * (right - LEFT), 1)

    def y(value: float) -> float:
        return round(bottom - (value - least) / ((most - least) or 1) * (bottom - TOP), 1)

    parts = list[str]()
    for value in (least, (least + most) / 2, most):
        text = f"{value:.0%}" if percent else f"{value:g}"
        parts.append(f'<path class="grid" d="M{LEFT} {y(value)}H{right}"/>')
        parts.append(_words(LEFT - 6, y(value) + 4, text, "end"))
    every = 1 + (len(labels) - 1) // MAX_LABELS
    parts += [
        _words(x(place), HIGH_PIXELS - 8, text, "middle") for place, text in labels[::every]
    ]
    for place in marks:
        parts.append(f'<path class="mark" d="M{x(place)} {TOP}V{bottom}"/>')
    ends = _apart([y(one.values[-1]) for one in series])
    for one, end in zip(series, ends, strict=True):
        line = "L".join(f"{x(p)} {y(v)}" for p, v in zip(places, one.values, strict=True))
        style = f'stroke="{COLOURS[one.colour]}" stroke-dasharray="{DASHES[one.colour]}"'
        parts.append(f'<path class="line" d="M{line}" {style}/>')
        parts.append(_words(right + 8, end + 4, one.name, "start", COLOURS[one.colour]))
    free = 0.0
    for n, place in enumerate(marks, 1):
        free = max(x(place), free)
        parts.append(_words(free, TOP - 2, str(n), "middle"))
        free += LETTER
    label = escape(title, quote=True)
    inner = "".join(parts)
    box = f"0 0 {WIDE_PIXELS} {HIGH_PIXELS}"
    return f'<svg viewBox="{box}" role="img" aria-label="{label}">{inner}</svg>'


def _apart(heights: Sequence[float]) -> list[float]:
    """Return the heights of two names, moved so that they do not lie over each other."""
    if len(heights) < 2 or abs(heights[0] - heights[1]) >= LETTER:
        return [*heights]
    middle, up = sum(heights) / 2, -1 if heights[0] <= heights[1] else 1
    return [middle + up * LETTER / 2, middle - up * LETTER / 2]


def _words(x: float, y: float, text: str, anchor: str, colour: str = "") -> str:
    fill = f' fill="{colour}"' if colour else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{fill}>{escape(text)}</text>'
