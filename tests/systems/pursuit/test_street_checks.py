"""Streets that are refused, with names and measures: ``PU-02``, ``PU-04``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point
from game.table.board import Board, Spot
from tests.systems.pursuit.pursuit_tables import RULES, piece, rectangle, street, winding

pytestmark = pytest.mark.rule("PU-02")


def reasons(board: Board) -> list[str]:
    return [f"{fault.place}: {fault.reason}" for fault in RULES.unfit(board)]


def blocks(*rooms: tuple[float, float, float, float]) -> list[Spot]:
    """Return pieces of size 1, 2, 3, 1, 2, 3, … in these rectangles."""
    return [
        piece(f"block-{n}", rectangle(*room), n % 3 + 1, "ruin") for n, room in enumerate(rooms)
    ]


def test_a_winding_street_is_fit() -> None:
    assert reasons(winding()) == []


def test_a_chase_needs_one_arrival_along_a_short_edge() -> None:
    board = winding()
    assert reasons(replace(board, spots=board.spots[1:])) == [
        f"arrival: a pursuit needs one; found 0: {DRAW}"
    ]
    for ends in (
        (Point(0.0, 0.0), Point(72.0, 0.0)),
        (Point(72.0, 0.0), Point(72.0, 40.0)),
        (Point(60.0, 0.0), Point(60.0, 48.0)),
    ):
        arrival = replace(board.spots[0], outline=ends)
        assert reasons(replace(board, spots=(arrival, *board.spots[1:]))) == [
            f"arrival: does not run along a whole short edge: {DRAW}"
        ]


def test_a_short_table_is_refused() -> None:
    text = 'board: is 59" long, not at least 60": make it 1" longer (PU-02)'
    assert text in reasons(street(width=59.0))
    assert text not in reasons(street(width=60.0))


def test_sizes_are_counted() -> None:
    board = winding()

    assert reasons(replace(board, spots=board.spots[:-1])) == [
        f"city pieces: {UNLIKE}: 5 of size 1, 6 of size 2, 6 of size 3; {ADD}"
    ]


def test_pieces_that_overlap_are_named() -> None:
    lines = reasons(street(*blocks((30, 0, 6, 6), (34, 4, 6, 6), (60, 0, 6, 6))))

    # 2 inches of x = 30 to 36 and of 34 to 40 are the same.
    fix = 'move one by 2.00" or more (PU-02)'
    assert f"block-0: overlaps or touches block-1: {fix}" in lines


@pytest.mark.parametrize(("wide", "fit"), [(2.5, True), (2.49, False)])
def test_the_street_is_as_wide_as_a_bike_and_an_inch(wide: float, fit: bool) -> None:  # noqa: FBT001
    # Two pieces from edge to edge, but for a gap between them; the third stands aside.
    rooms = (40, 0, 6, 20), (40, 20 + wide, 6, 28 - wide), (60, 10, 5, 20)

    lines = [one for one in reasons(street(*blocks(*rooms))) if NEEDS in one]
    assert lines == ([] if fit else [f'block-1: leaves 2.49" to block-0: {NEEDS}'])


NEEDS = 'widen the street there to 2.5" (PU-02)'
UNLIKE = "there must be as many of each size"
ADD = "add some, or set the size of others (PU-02)"
DRAW = "draw an Arrival from (72, 0) to (72, 48), or from (0, 48) to (0, 0) (PU-02)"


def test_pieces_may_close_the_street_in_a_row_that_zigzags() -> None:
    # From the upper edge 2" to the right, 2" down to the next, and from there to the lower.
    rooms = (30, 2, 6, 14), (38, 14, 6, 16), (38, 32, 6, 14.5)

    lines = [one for one in reasons(street(*blocks(*rooms))) if NEEDS in one]
    assert len(lines) == 1
    assert "leaves 2.00" in lines[0]


def test_every_row_is_told_and_all_else_that_is_wrong() -> None:
    # Two walls with gaps of 2" and 1" leave no path.
    rooms = (10, 0, 4, 23), (10, 25, 4, 23), (20, 0, 4, 30), (20, 31, 4, 17)
    sizes = 1, 1, 1, 2
    board = street(
        *(piece(f"wall-{n}", rectangle(*rooms[n]), sizes[n]) for n in range(4)), width=54.0
    )

    assert reasons(board) == [
        'board: is 54" long, not at least 60": make it 6" longer (PU-02)',
        f"city pieces: {UNLIKE}: 3 of size 1, 1 of size 2, 0 of size 3; {ADD}",
        f'wall-1: leaves 2.00" to wall-0: {NEEDS}',
        f'wall-3: leaves 1.00" to wall-2: {NEEDS}',
    ]


def test_a_straight_clear_line_is_found() -> None:
    # The gaps at x = 30 and 50 are 4" wide: seen through both, y = 10 to 14 leads to 22 to 26.
    rooms = (30, 0, 2, 10), (30, 14, 2, 34), (50, 0, 2, 16), (50, 20, 2, 28)
    board = street(*blocks(*rooms, (60, 0, 2, 2), (60, 46, 2, 2)))

    (text,) = [one for one in reasons(board) if "straight" in one]
    assert text.startswith("street: is clear in a straight line from (24, ")
    assert text.endswith("): put a piece in the way (PU-02)")


def test_a_wall_across_the_line_is_enough() -> None:
    # No line leads from y = 4 to 8 at x = 30 through y = 40 to 44 at 40 and out of the table.
    rooms = (30, 0, 2, 4), (30, 8, 2, 40), (40, 0, 2, 40), (40, 44, 2, 4)
    board = street(*blocks(*rooms, (60, 10, 2, 2), (60, 36, 2, 2)))

    assert [one for one in reasons(board) if "straight" in one] == []


def test_a_piece_in_the_zone_behind_the_line_is_not_in_its_way() -> None:
    # Both gaps are in line as above; the line begins at x = 24, where the zone ends.
    rooms = (30, 0, 2, 10), (30, 14, 2, 34), (50, 0, 2, 16), (50, 20, 2, 28)
    board = street(*blocks(*rooms, (10, 0, 10, 48)))

    assert len([one for one in reasons(board) if "is clear in a straight line" in one]) == 1


@pytest.mark.rule("PU-04")
def test_the_zone_holds_a_rider_and_the_swarm_12_inches_off() -> None:
    def cramped(*pieces: Spot) -> list[str]:
        return [one for one in reasons(street(*pieces)) if "PU-04" in one]

    # 24 inches by 8 are left: bases of 1.5" at both ends are 24 - 2 x 1.5 apart.
    full = piece("full", rectangle(0, 0, 24, 40))
    assert cramped(full) == []
    # 8 by 8: middles are 6.5 apart level and upright, so 9.19 across, less the bases.
    found = 'street: 48" from the Arrival bases fit at most'
    fix = 'not 12": clear the rear end (PU-04)'
    small = piece("small", rectangle(0, 40, 16, 8))
    assert cramped(full, small) == [f'{found} 7.7" apart, {fix}']
    assert cramped(piece("all", rectangle(0, 0, 24, 48))) == [
        'street: 48" from the Arrival nothing fits: clear the rear end (PU-04)'
    ]
