"""The places of panels in a described window."""

from __future__ import annotations

import pytest

from game.widgets.cells import column, row, sized
from game.widgets.places import PanelPlace, places_of, within

ROOM = (10.0, 20.0, 300.0, 200.0)


def test_places_lie_beside_each_other_without_a_gap_or_an_overlap() -> None:
    side = sized(PanelPlace("side"), width=50)
    middle = row(side, PanelPlace("board"), gap=0)
    window = column(sized(PanelPlace("top"), height=30), middle, gap=0)

    assert places_of(window, ROOM) == {
        "top": (10.0, 20.0, 300.0, 30.0),
        "side": (10.0, 50.0, 50.0, 170.0),
        "board": (60.0, 50.0, 250.0, 170.0),
    }


def test_what_is_left_goes_to_places_by_their_weights() -> None:
    window = column(
        sized(PanelPlace("one", 20), grow=1),
        sized(PanelPlace("other", 60), grow=3),
        gap=0,
    )
    places = places_of(window, ROOM)

    # 120 of 200 are left: 30 for one, 90 for the other.
    assert (places["one"][3], places["other"][3]) == (50.0, 150.0)


def test_places_shrink_in_a_low_window_but_not_below_their_least_height() -> None:
    window = column(
        sized(PanelPlace("one", 200), grow=1),
        sized(PanelPlace("other", 100), grow=1, least=100),
        gap=0,
    )
    places = places_of(window, ROOM)

    assert (places["one"][3], places["other"][3]) == (100.0, 100.0)


@pytest.mark.parametrize(
    ("across", "down", "corner"),
    [(0, 0, (15, 25)), (1, 0, (255, 25)), (0.5, 1, (135, 185)), (1, 0.5, (255, 105))],
)
def test_a_box_lies_in_a_room_by_the_shares_of_the_free_room(
    across: float, down: float, corner: tuple[float, float]
) -> None:
    assert within(ROOM, (50, 30), across, down, 5) == (*corner, 50, 30)
