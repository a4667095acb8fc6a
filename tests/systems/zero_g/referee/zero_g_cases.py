"""Random tables for the zero-g referee, each written as a situation with its judged outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from random import Random

from tests.systems.zero_g.referee.zero_g_referee import (
    Field,
    Figure,
    Outcome,
    UnclearError,
    gap_on_leg,
    judge,
)

MOVER, MATE, FOE = "hale", "mate", "foe"
OPTIONS = ("drift", "slow", "turn", "accelerate")
FACES = (1, 1, 2, 3, 4, 5, 6, 6)
"""The dice of cases: ones and sixes come twice as often."""
MANY_FACES = 100
TRIES = 200
"""Tables drawn for a case until one is clear."""


@dataclass(frozen=True)
class Piece:
    """A wall, debris or hull: a line, or an outline if it is closed."""

    kind: str
    corners: tuple[complex, ...]
    loose: bool = False

    @property
    def is_closed(self) -> bool:
        return self.kind == "Debris"

    def edges(self) -> Iterator[tuple[complex, complex]]:
        yield from pairwise((*self.corners, *self.corners[: self.is_closed]))


@dataclass(frozen=True)
class Case:
    """A table and a move on it, with what the referee expects."""

    seed: int
    ground: Field
    pieces: tuple[Piece, ...]
    option: str
    turned: float
    outcome: Outcome
    unclear: int
    """Number of tables that were drawn before, and were not clear."""

    def text(self) -> str:
        """Return the case as a situation, which anybody can play and keep."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        end = self.outcome
        answers = f'"{MOVER}", "{self.option}"' + f", {self.turned}" * (self.option == "turn")
        yield f'title = "Case {self.seed} of the zero-g referee"'
        yield 'clauses = ["ZG-07"]'
        yield 'system = "zero_g"'
        yield 'armoury = "zero-g"'
        width, height = round(self.ground.width), round(self.ground.height)
        yield f"board = {{ width = {width}, height = {height} }}"
        yield f'dice = "{" | ".join(" ".join(map(str, faces)) for faces in end.dice)}"'
        yield f"answers = [{answers}]"
        yield "object = ["
        yield from (_object(n, piece) for n, piece in enumerate(self.pieces))
        yield "]"
        yield "model = ["
        yield from map(_model, self.ground.figures)
        yield "]"
        yield "[clock]"
        yield 'phase = "bodies"'
        yield 'side = "wardens"'
        yield "[expect]"
        if (mover := end.figures.get(MOVER)) and not mover.body:
            marks = '"handled"' + ', "snap shots only"' * end.snap_shots
            yield f'unit = [{{ id = "{MOVER}", marks = [{marks}] }}]'
        yield "model = ["
        yield from (_expected(f.name, end.figures.get(f.name)) for f in self.ground.figures)
        yield "]"


def _spot(at: complex) -> str:
    return f"[{at.real:.6f}, {at.imag:.6f}]"


def _object(n: int, piece: Piece) -> str:
    shape = "polygon" if piece.is_closed else "polyline"
    corners = ", ".join(map(_spot, piece.corners))
    loose = f', name = "slab-{n}", loose = true' * piece.loose
    return f'    {{ class = "{piece.kind}"{loose}, {shape} = [{corners}] }},'


def _model(figure: Figure) -> str:
    values = [
        f'id = "{figure.name}-1"',
        f'unit = "{figure.name}"',
        f'side = "{"wardens" if figure.mine else "brood"}"',
        f'profile = "{"leaping-drifter" if figure.jets else "boarder"}"',
        f"at = {_spot(figure.at)}",
        f"base = {figure.base}",
        f"arrows = {figure.arrows}",
        f"heading = {figure.heading}",
        f"W = {max(1, figure.wounds)}",
        f"wounds = {figure.wounds}",
        f'inv = "{"-" if figure.save > 6 else f"{figure.save}+"}"',
    ]
    if figure.body:
        values.append('where = "body"')
    return f"    {{ {', '.join(values)} }},"


def _expected(name: str, figure: Figure | None) -> str:
    if figure is None:
        return f'    {{ id = "{name}-1", gone = true, body = false }},'
    values = [
        f'id = "{name}-1"',
        "gone = false",
        f"body = {str(figure.body).lower()}",
        f"at = {_spot(figure.at)}",
        f"wounds = {figure.wounds}",
        f"arrows = {figure.arrows}",
    ]
    if figure.arrows:
        values.append(f"heading = {figure.heading:.6f}")
    return f"    {{ {', '.join(values)} }},"


def case(seed: int) -> Case:
    """Return the case of a seed: the first table that it draws on which everything is clear."""
    rng = Random(seed)
    for tried in range(TRIES):
        table = DRAWN[seed % len(DRAWN)](rng)
        if table is None:
            continue
        ground, pieces = table
        model = next(f for f in ground.figures if f.name == MOVER)
        option = OPTIONS[seed // len(DRAWN) % len(OPTIONS)]
        spread = 180 if model.jets else 45
        by = rng.choice((rng.uniform(-spread, spread), spread, -spread, 0))
        turned = round((model.heading + by) % 360.0, 3) % 360.0
        faces = [rng.choice(FACES) for _ in range(MANY_FACES)]
        try:
            outcome = judge(ground, faces, MOVER, option, turned)
        except UnclearError:
            continue
        return Case(seed, ground, pieces, option, turned, outcome, unclear=tried)
    raise AssertionError(f"seed {seed} draws no clear table")


Table = tuple[Field, tuple[Piece, ...]]


def _cluttered(rng: Random) -> Table | None:
    """Return a table with anything anywhere."""
    size = rng.uniform(12, 30), rng.uniform(12, 30)
    width, height = (float(round(side)) for side in size)

    def anywhere(inset: float = 0.6) -> complex:
        x, y = rng.uniform(inset, width - inset), rng.uniform(inset, height - inset)
        return complex(round(x, 3), round(y, 3))

    pieces = [_hull(n, width, height) for n in range(4) if rng.random() < 0.5]
    for _ in range(rng.randint(0, 4)):
        corners = tuple(anywhere() for _ in range(rng.randint(2, 3)))
        pieces.append(Piece("Wall", corners))
    pieces += [_debris(rng, anywhere(2.6)) for _ in range(rng.randint(1, 4))]
    return _peopled(
        rng, width, height, pieces, anywhere, lambda: round(rng.uniform(0, 359.9), 3)
    )


def _squared(rng: Random) -> Table | None:
    """Return a table on which all is straight and whole, so that much is exactly alike."""
    width, height = float(rng.randint(8, 24)), float(rng.randint(8, 24))

    def anywhere() -> complex:
        return (
            complex(rng.randint(2, 2 * int(width) - 2), rng.randint(2, 2 * int(height) - 2)) / 2
        )

    pieces = [_hull(n, width, height) for n in range(4) if rng.random() < 0.4]
    for _ in range(rng.randint(0, 2)):
        start, end = anywhere(), anywhere()
        bend = complex(end.real, start.imag)
        if start != bend != end:
            pieces.append(Piece("Wall", (start, bend, end)))
    for _ in range(rng.randint(0, 2)):
        a, b = anywhere(), anywhere()
        if 1 <= abs(a.real - b.real) <= 5 and 1 <= abs(a.imag - b.imag) <= 5:
            corners = (a, complex(b.real, a.imag), b, complex(a.real, b.imag))
            pieces.append(Piece("Debris", corners, loose=rng.random() < 0.5))
    return _peopled(rng, width, height, pieces, anywhere, lambda: 90.0 * rng.randint(0, 3))


def _narrow(rng: Random) -> Table | None:
    """Return a table on which the model stands between two walls, in contact or nearly."""
    slack = rng.choice((0.0, 0.0, 0.006, 0.5, 1.5))
    low = 10.0 + 1.0 + slack
    pieces = [Piece("Wall", (complex(4, y), complex(26, y))) for y in (10.0, low)]
    if rng.random() < 0.3:
        pieces.append(Piece("Wall", (20 + 8j, 20 + 14j)))
    model = Figure(
        MOVER,
        mine=True,
        at=complex(15, 10.5),
        arrows=rng.randint(1, 4),
        heading=rng.choice((0.0, 180.0, 90.0, 270.0)),
        wounds=rng.randint(1, 6),
    )
    others = (
        Figure(MATE, mine=True, at=complex(3, 27)),
        Figure(FOE, mine=False, at=complex(27, 27)),
    )
    edges = tuple(edge for piece in pieces for edge in piece.edges())
    return Field(30.0, 30.0, edges, (model, *others)), tuple(pieces)


DRAWN = (_cluttered, _squared, _cluttered, _squared, _narrow)
"""The kinds of tables, in turn."""


def _hull(n: int, width: float, height: float) -> Piece:
    rim = (0j, complex(width, 0), complex(width, height), complex(0, height), 0j)
    return Piece("Hull", rim[n : n + 2])


def _debris(rng: Random, middle: complex) -> Piece:
    """Return a piece with five to eight corners around its middle."""
    many, corners = rng.randint(5, 8), list[complex]()
    for k in range(many):
        turn, inches = 2 * pi * k / many, rng.uniform(0.6, 2.5)
        at = middle + complex(sin(turn), cos(turn)) * inches
        corners.append(complex(round(at.real, 3), round(at.imag, 3)))
    return Piece("Debris", tuple(corners))


def _peopled(
    rng: Random,
    width: float,
    height: float,
    pieces: Sequence[Piece],
    anywhere: Callable[[], complex],
    any_heading: Callable[[], float],
) -> Table | None:
    """Return the table with models and bodies on it; None if there is no room for them."""
    edges = tuple(edge for piece in pieces for edge in piece.edges())
    figures = list[Figure]()

    def stands(name: str, *, mine: bool, body: bool = False) -> bool:
        base = 0.5 if body else rng.choice((0.5, 0.5, 0.8))
        for _ in range(50):
            at = anywhere()
            if not _is_free(at, base, width, height, pieces):
                continue
            # Models keep out of contact with enemies: in contact they would be in combat.
            if any(
                abs(at - f.at) - base - f.base < (0.1 if f.mine != mine else 0.0)
                for f in figures
            ):
                continue
            figures.append(
                Figure(
                    name,
                    mine=mine,
                    at=at,
                    base=base,
                    arrows=rng.randint(1, 4) if name == MOVER or body else rng.randint(0, 2),
                    heading=any_heading(),
                    wounds=0 if body else rng.choice((1, 1, 2, 3)),
                    save=rng.choice((7, 7, 4)),
                    jets=not body and rng.random() < 0.25,
                    body=body,
                )
            )
            return True
        return False

    names = [(MOVER, True), (MATE, True), (FOE, False)]
    names += [(f"friend-{n}", True) for n in range(rng.randint(0, 5))]
    names += [(f"enemy-{n}", False) for n in range(rng.randint(0, 5))]
    if not all(stands(name, mine=mine) for name, mine in names):
        return None
    for n in range(rng.randint(0, 7)):
        stands(f"body-{n}", mine=rng.random() < 0.5, body=True)
    figures.sort(key=lambda f: not f.mine)
    return Field(width, height, edges, tuple(figures)), tuple(pieces)


def _is_free(
    at: complex, base: float, width: float, height: float, pieces: Sequence[Piece]
) -> bool:
    """Return whether a base stands on the table, clear of walls and outside debris."""
    if not (0 < at.real < width and 0 < at.imag < height):
        return False
    if any(gap_on_leg(a, b, at) < base for piece in pieces for a, b in piece.edges()):
        return False
    return not any(_is_inside(at, piece) for piece in pieces if piece.is_closed)


def _is_inside(at: complex, piece: Piece) -> bool:
    """Return whether a point lies in an outline: a line from it crosses it oddly often."""
    crossed = 0
    for a, b in piece.edges():
        if (a.imag > at.imag) != (b.imag > at.imag):
            across = a.real + (at.imag - a.imag) / (b.imag - a.imag) * (b.real - a.real)
            crossed += across > at.real
    return crossed % 2 == 1
