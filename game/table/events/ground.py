"""What lies on the table or is drawn on it: markers, objectives, ground, zones."""

from __future__ import annotations

from dataclasses import dataclass

from game.geometry.points import Path, Point
from game.table.records import Side
from game.table.terrain import Kind


@dataclass(frozen=True, slots=True)
class MarkerLaid:
    """A blast marker lies on the table."""

    clause: str
    at: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class ObjectivePlaced:
    """A mission's objective marker lies on the table, or was given its number."""

    clause: str
    marker: str
    at: Point
    number: int
    """0 for one that is not numbered yet."""


@dataclass(frozen=True, slots=True)
class GroundChanged:
    """Ground became Difficult, or whatever its kind is, beside what the map has."""

    clause: str
    kind: Kind
    outlines: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ZoneTaken:
    clause: str
    side: Side
    zone: str
