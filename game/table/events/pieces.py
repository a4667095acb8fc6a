"""Pieces of terrain that move, are held, come and go."""

from __future__ import annotations

from dataclasses import dataclass

from game.geometry.points import Path, Point
from game.table.records import ModelId


@dataclass(frozen=True, slots=True)
class PieceMoved:
    clause: str
    piece: str
    path: Path
    """From where its middle was to where it is, in thousandths of an inch."""


@dataclass(frozen=True, slots=True)
class PieceHeld:
    """Somebody took hold of a piece, or nobody holds it any more."""

    clause: str
    piece: str
    by: ModelId | None = None


@dataclass(frozen=True, slots=True)
class PieceRemoved:
    """A piece is off the table for good."""

    clause: str
    piece: str


@dataclass(frozen=True, slots=True)
class PieceLeft:
    """A piece left the table and may come back."""

    clause: str
    piece: str


@dataclass(frozen=True, slots=True)
class PieceCame:
    """A piece came onto the table."""

    clause: str
    piece: str
    at: Point
    turned: float = 0.0
    """Degrees, clockwise, from how the map has it."""
    on: str = ""
    """The piece that it is attached to."""
