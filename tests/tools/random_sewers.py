"""Random sewers: corridors on a grid, with grates, gates and gantries."""

from __future__ import annotations

from random import Random
from typing import Any

from game.content.maps.made_board import to_board
from game.content.maps.map_library import map_of
from game.table.board import Board

SIZE = 48
WIDE = 2.0
"""Half the width of a corridor, in inches."""
RIM = 1.0


def random_sewer(luck: int) -> Board:
    """Return a board of crossing corridors, blocks between them, and barriers across them."""
    rng = Random(luck)
    across, down = _grid(rng), _grid(rng)
    objects = [*_blocks(across, down), *_lanes(across, down)]
    objects.append({"class": "FloodOrigin", "point": _origin(rng, across, down)})
    objects += [_random_barrier(rng, n, across, down) for n in range(rng.randrange(6))]
    for _ in range(rng.randrange(4)):
        y = rng.choice(across)
        objects.append({"class": "Gantry", "rectangle": [rng.randrange(2, 40), y + 0.9, 4, 1]})
    return to_board(map_of(SIZE, SIZE, objects, "a sewer"))


def _grid(rng: Random) -> list[float]:
    """Return the centre lines of corridors, each with room for a block beside it."""
    lines = [rng.uniform(3.5, 8)]
    while lines[-1] < SIZE - 15 and len(lines) < 4:
        lines.append(lines[-1] + rng.uniform(7, 12))
    return [round(at, 2) for at in lines]


def _lanes(across: list[float], down: list[float]) -> list[dict[str, Any]]:
    ends = RIM, SIZE - RIM
    level = [{"class": "Lane", "polyline": [[ends[0], y], [ends[1], y]]} for y in across]
    return level + [{"class": "Lane", "polyline": [[x, ends[0]], [x, ends[1]]]} for x in down]


def _blocks(across: list[float], down: list[float]) -> list[dict[str, Any]]:
    columns, rows = _between(down), _between(across)
    return [
        {"class": "Block", "rectangle": [x, y, round(w, 2), round(h, 2)]}
        for x, w in columns
        for y, h in rows
    ]


def _between(lines: list[float]) -> list[tuple[float, float]]:
    """Return the starts and widths of the blocks between corridors."""
    edges = [0.0, *(edge for at in lines for edge in (at - WIDE, at + WIDE)), float(SIZE)]
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [(round(a, 2), b - a) for a, b in pairs if b - a > 0.2]


def _origin(rng: Random, across: list[float], down: list[float]) -> list[float]:
    places = [[RIM, across[0]], [down[-1], RIM], [down[0], across[-1]]]
    return rng.choice(places)


def _random_barrier(
    rng: Random, n: int, across: list[float], down: list[float]
) -> dict[str, Any]:
    """Return a barrier across a corridor, away from crossings."""
    kind, tight = rng.choice(
        [("Grate", {}), ("CaveIn", {}), ("SluiceGate", {"watertight": True})]
    )
    off = rng.choice([2.6, 3.2, 4.0])
    x, y = rng.choice(down), rng.choice(across)
    flat = rng.random() < 0.5
    box = [x + off, y - WIDE, 0.8, 2 * WIDE] if flat else [x - WIDE, y + off, 2 * WIDE, 0.8]
    return {
        "class": kind,
        "name": f"{kind} {n}",
        "rectangle": [round(v, 2) for v in box],
        **tight,
    }
