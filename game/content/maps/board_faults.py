"""The findings of all checks of a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.content.faults import Fault
from game.content.maps.class_registry import board_checks
from game.table.board import Board


class MapFindings(NamedTuple):
    """The findings of the check of a map."""

    faults: list[Fault]
    """Faults that make the file unusable or, if there are none, the map bad to play on."""
    warnings: list[Fault]
    """Features that are probably unintended."""


def findings_of(board: Board) -> MapFindings:
    """Return the findings of the check of a board; its doors count as open."""
    return MapFindings(faults_on(board), [one for one in iter_warnings(board) if one])


def faults_on(board: Board) -> list[Fault]:
    """Return the faults that make a board bad to play on, with its doors open."""
    return [fault for check in board_checks() for fault in check.faults(board.all_open)]


def iter_warnings(board: Board) -> Iterator[Fault | None]:
    """Yield the warnings one by one, and None between steps, at which the caller may stop."""
    for check in board_checks():
        yield from check.warnings(board.all_open)
