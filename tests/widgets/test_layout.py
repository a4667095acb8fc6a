from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

import pygame
import pytest

from game.widgets.cells import Child, column, grid, keyed, row, sized, space, spring
from game.widgets.layout import BAR, lay_out, natural_height, natural_width, share_room
from game.widgets.theme import WELL, Box, Theme
from game.widgets.widget import Widget


class Block(Widget):
    """A widget of a given size, whose text needs more lines the narrower it is."""

    grows: ClassVar[tuple[float, float]] = (0.0, 0.0)
    wraps: ClassVar[bool] = True

    def __init__(self, wide: float, high: float, *, least: float | None = None) -> None:
        super().__init__()
        self.wide, self.high = wide, high
        self.least = wide if least is None else least

    def natural(self, theme: Theme) -> tuple[float, float]:
        return self.wide, self.high

    def least_width(self, theme: Theme) -> float:
        return self.least

    def height_for(self, theme: Theme, width: float) -> float:
        return self.high if width >= self.wide else self.high * self.wide / width

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill("red", self.rect)


class Sheet(Block):
    """One that takes all the room there is, and can do with a third of its height."""

    grows: ClassVar[tuple[float, float]] = (1.0, 1.0)

    def least_height(self, theme: Theme, wanted: float) -> float:
        return wanted / 3


def boxes_of_widgets(theme: Theme, what: Child, box: Box = (0, 0, 400, 300)) -> list[Box]:
    return [placed.box for placed in lay_out(theme, what, box).widgets]


def test_a_row_places_its_children_side_by_side(theme: Theme) -> None:
    shown = row(Block(100, 40), Block(60, 20), gap=10)

    # Each has its natural width; the lower one is in the middle of the height: (300 - 20) / 2.
    assert boxes_of_widgets(theme, shown) == [(0, 130, 100, 40), (110, 140, 60, 20)]


def test_a_column_places_its_children_below_one_another_and_across_it(theme: Theme) -> None:
    shown = column(Block(100, 40), Block(60, 20), gap=8, pad=(10, 20))

    assert boxes_of_widgets(theme, shown) == [(10, 20, 380, 40), (10, 68, 380, 20)]


@pytest.mark.parametrize(("align", "left"), [("start", 0), ("middle", 150), ("end", 300)])
def test_a_column_aligns_children_of_their_natural_width(
    theme: Theme, align: str, left: float
) -> None:
    shown = column(Block(100, 40), align=align)  # type: ignore[arg-type]  # a parameter

    assert boxes_of_widgets(theme, shown) == [(left, 0, 100, 40)]


@pytest.mark.parametrize(
    ("align", "top", "high"),
    [("start", 0, 40), ("middle", 130, 40), ("end", 260, 40), ("fill", 0, 300)],
)
def test_a_row_aligns_children_of_their_natural_height(
    theme: Theme, align: str, top: float, high: float
) -> None:
    shown = row(Block(100, 40), align=align)  # type: ignore[arg-type]  # a parameter

    assert boxes_of_widgets(theme, shown) == [(0, top, 100, high)]


def test_the_edges_of_a_cell_may_all_be_different(theme: Theme) -> None:
    shown = column(Sheet(10, 10), pad=(1, 2, 3, 4))

    assert boxes_of_widgets(theme, shown) == [(1, 2, 396, 294)]


def test_springs_take_what_is_left_by_weight(theme: Theme) -> None:
    shown = row(Block(100, 40), spring(), Block(60, 40), spring(3), Block(40, 40), gap=0)

    # 400 - 200 are left: 50 for the first spring and 150 for the second.
    assert [box[0] for box in boxes_of_widgets(theme, shown)] == [0, 150, 360]


def test_room_that_is_left_goes_to_those_that_grow(theme: Theme) -> None:
    shown = row(Block(100, 40), Sheet(50, 40), sized(Sheet(50, 40), grow=2), gap=10)

    # 400 - 200 - 20 = 180 are left: 60 and 120.
    assert [box[2] for box in boxes_of_widgets(theme, shown)] == [100, 110, 170]


def test_missing_room_is_taken_from_those_that_can_spare_it(theme: Theme) -> None:
    shown = row(Block(200, 40), Block(200, 20, least=100), Block(200, 20, least=50), gap=0)

    # 200 too many; 100 and 150 can be spared: 200 - 80 and 200 - 120.
    found = boxes_of_widgets(theme, shown)
    assert [box[2] for box in found] == [200, 120, 80]
    # 20 high and 200 wide is 33 1/3 high at 120, and 50 at 80; the row is 300 high.
    assert [box[3] for box in found] == pytest.approx([40, 100 / 3, 50])


def test_below_the_least_sizes_all_shrink_and_none_leaves_the_row(theme: Theme) -> None:
    shown = row(Block(300, 40), Block(600, 40, least=500), gap=0)

    assert [box[:3:2] for box in boxes_of_widgets(theme, shown)] == [(0, 150), (150, 250)]


def test_in_a_column_those_that_grow_also_shrink(theme: Theme) -> None:
    tall = column(Block(10, 100), Sheet(10, 90), gap=0)
    low = column(Block(10, 100), Sheet(10, 300), gap=0)

    assert [box[3] for box in boxes_of_widgets(theme, tall)] == [100, 200]
    # The sheet wants 300 and needs 100; 200 are left for it.
    assert [box[3] for box in boxes_of_widgets(theme, low)] == [100, 200]


def test_a_sized_child_has_the_size_it_is_given(theme: Theme) -> None:
    shown = row(sized(Sheet(10, 10), width=120, height=30), spring())

    assert boxes_of_widgets(theme, shown) == [(0, 135, 120, 30)]


def test_a_sized_child_stays_between_its_least_and_its_largest_size(theme: Theme) -> None:
    wide = row(sized(Block(300, 10), most=200), gap=0)
    tall = column(sized(Block(10, 10), least=50), gap=0)
    narrow = row(sized(Block(300, 10), width=300, least=100), Block(250, 10), gap=0)

    assert boxes_of_widgets(theme, wide)[0][2] == 200
    assert boxes_of_widgets(theme, tall)[0][3] == 50
    assert [box[2] for box in boxes_of_widgets(theme, narrow)] == [150, 250]


def test_a_child_of_a_fixed_size_is_not_measured(theme: Theme) -> None:
    class Long(Sheet):
        def height_for(self, theme: Theme, width: float) -> float:
            asked.append(width)
            return 100_000.0

    asked = list[float]()
    shown = column(sized(Long(10, 10), height=100, grow=1), Block(10, 50), gap=0)

    assert natural_height(theme, shown, 400) == 150
    assert [box[3] for box in boxes_of_widgets(theme, shown)] == [250, 50]
    assert not asked


def test_a_child_of_a_fixed_width_and_height_is_not_asked_for_its_size(theme: Theme) -> None:
    class Long(Sheet):
        def natural(self, theme: Theme) -> tuple[float, float]:
            raise AssertionError

    shown = row(sized(Long(10, 10), width=60, height=100), Block(10, 50), gap=0)

    assert boxes_of_widgets(theme, shown) == [(0, 100, 60, 100), (60, 125, 10, 50)]


def test_what_is_none_is_left_out_without_a_gap(theme: Theme) -> None:
    there = row(Block(100, 40), None, sized(None, width=50), Block(60, 40), gap=10)

    assert [box[0] for box in boxes_of_widgets(theme, there)] == [0, 110]
    assert lay_out(theme, None, (0, 0, 400, 300)).widgets == []
    assert boxes_of_widgets(theme, column(None, None)) == []


def test_spaces_are_empty_room(theme: Theme) -> None:
    shown = row(Block(100, 40), space(25), Block(60, 40), gap=0)

    assert [box[0] for box in boxes_of_widgets(theme, shown)] == [0, 125]
    assert natural_width(theme, shown) == 185
    assert natural_height(theme, column(space(25), Block(60, 40), gap=5), 60) == 70


def test_the_columns_of_a_grid_are_equal(theme: Theme) -> None:
    shown = grid(Block(50, 20), Block(10, 40), Block(10, 30), columns=2, gap=20, down=6)

    # (400 - 20) / 2 wide; the first row is 40 high, the second one begins at 46.
    assert boxes_of_widgets(theme, shown) == [
        (0, 10, 190, 20),
        (210, 0, 190, 40),
        (0, 46, 190, 30),
    ]


def test_the_columns_of_a_grid_may_have_weights(theme: Theme) -> None:
    shown = grid(
        *(Block(50, 20), Block(10, 20), Block(10, 20)),
        *(Block(70, 20), Block(10, 20), Block(10, 20)),
        columns=(0, 1, 2),
        gap=10,
    )

    # The first column is as wide as its widest child; of the other 400 - 90 - 20 = 290, each
    # gets 10 more than a share of 290: 290 / 3 and 2 * 290 / 3.
    assert [box[2] for box in boxes_of_widgets(theme, shown)[:3]] == pytest.approx(
        [70, 10 + 290 / 3, 10 + 580 / 3]
    )
    assert boxes_of_widgets(theme, shown)[3][1] == 30


def test_natural_sizes_add_up(theme: Theme) -> None:
    inner = column(Block(80, 20), Block(120, 30), gap=5, pad=10)
    shown = row(inner, grid(Block(30, 10), Block(40, 10), columns=2, gap=4), gap=6)

    # 120 + 20 beside 40 + 4 + 40.
    assert natural_width(theme, shown) == 140 + 6 + 84
    # 20 + 5 + 30 + 20 is more than 10.
    assert natural_height(theme, shown, 230) == 75


def test_a_heading_takes_room_above_the_children_of_a_plate(theme: Theme) -> None:
    shown = column(Block(80, 20), pad=10, plate=WELL, heading="Battle log")
    layout = lay_out(theme, shown, (0, 0, 400, 300))

    assert layout.widgets[0].box == (10, 48, 380, 20)
    assert layout.plates == [((0, 0, 400, 300), WELL, "Battle log", None)]


def test_neighbours_touch_at_every_scale() -> None:
    for hundredths in range(75, 201, 3):
        theme = Theme(hundredths / 100)
        shown = row(*(sized(Block(10, 10), grow=1) for _ in range(7)), gap=0)
        rects = [theme.rect(box) for box in boxes_of_widgets(theme, shown, (3.3, 0, 399.8, 30))]
        assert all(a.right == b.left for a, b in pairwise(rects))
        assert rects[-1].right == theme.rect((3.3, 0, 399.8, 30)).right


def test_a_layout_follows_from_its_description_alone(theme: Theme) -> None:
    def shown() -> Child:
        return column(row(Block(100, 40), Sheet(50, 40)), grid(Block(10, 20), Block(10, 20)))

    assert (
        boxes_of_widgets(theme, shown())
        == boxes_of_widgets(theme, shown())
        == boxes_of_widgets(Theme(), shown())
    )


def test_a_column_that_scrolls_leaves_room_for_its_bar(theme: Theme) -> None:
    shown = column(*(Block(100, 100) for _ in range(4)), gap=0, scroll=True)
    layout = lay_out(theme, shown, (0, 0, 400, 300))

    assert [placed.box for placed in layout.widgets] == [
        (0, n * 100, 400 - BAR, 100) for n in range(4)
    ]
    assert [placed.view for placed in layout.widgets] == [0] * 4
    assert layout.views[0][1:] == ((0, 0, 400, 300), 400, None)


def test_a_column_that_fits_does_not_scroll(theme: Theme) -> None:
    shown = column(Block(100, 100), Block(100, 100), gap=0, scroll=True)
    layout = lay_out(theme, shown, (0, 0, 400, 300))

    assert layout.widgets[1].box == (0, 100, 400, 100)
    assert layout.views[0].content == 300


def test_text_is_wrapped_to_the_room_beside_the_bar(theme: Theme) -> None:
    shown = column(Block(400, 280), Block(10, 30), gap=0, scroll=True)
    layout = lay_out(theme, shown, (0, 0, 400, 300))

    # 280 * 400 / 386 beside the bar.
    assert layout.widgets[0].box[3] == pytest.approx(280 * 400 / (400 - BAR))


def test_a_column_that_scrolls_gives_way_to_its_neighbours(theme: Theme) -> None:
    long = column(*(Block(100, 100) for _ in range(4)), gap=0, scroll=True)
    layout = lay_out(theme, column(Block(10, 50), long, Block(10, 50), gap=0), (0, 0, 400, 300))

    assert layout.views[0].box == (0, 50, 400, 200)
    assert layout.widgets[-1].box == (0, 250, 400, 50)


def test_what_is_too_high_for_its_box_scrolls_as_a_whole(theme: Theme) -> None:
    shown = column(*(Block(100, 100) for _ in range(4)), gap=0)
    layout = lay_out(theme, shown, (0, 0, 400, 300))

    assert layout.views[0].content == 400
    assert [placed.box[1] for placed in layout.widgets] == [0, 100, 200, 300]
    # Its widgets are known by the same paths as if it did not scroll.
    fitting = lay_out(theme, shown, (0, 0, 400, 400))
    assert not fitting.views
    assert [p.path for p in fitting.widgets] == [p.path for p in layout.widgets]


def test_a_path_counts_siblings_that_are_left_out(theme: Theme) -> None:
    def path_of_last(*children: Child) -> object:
        return lay_out(theme, row(*children), (0, 0, 400, 300)).widgets[-1].path

    assert path_of_last(None, Block(1, 1)) == path_of_last(Block(1, 1), Block(1, 1))
    assert path_of_last(Block(1, 1)) != path_of_last(None, Block(1, 1))


def test_a_sized_child_has_the_path_of_the_child(theme: Theme) -> None:
    plain = lay_out(theme, row(Block(1, 1)), (0, 0, 400, 300)).widgets[0]
    given = lay_out(theme, row(sized(Block(1, 1), width=9)), (0, 0, 400, 300)).widgets[0]

    assert plain.path == given.path


def test_a_key_is_a_path_within_the_nearest_keyed_cell(theme: Theme) -> None:
    deep = column(row(column(keyed("name", Block(1, 1)))))
    high = column(keyed("name", Block(1, 1)))
    inside = column(keyed("unit", row(keyed("name", Block(1, 1)), Block(1, 1))))

    def paths(what: Child) -> list[object]:
        return [placed.path for placed in lay_out(theme, what, (0, 0, 400, 300)).widgets]

    assert paths(deep) == paths(high) == [(("key", "name"),)]
    assert paths(inside) == [(("key", "unit"), ("key", "name")), (("key", "unit"), 1)]


def test_room_is_shared_without_remainder() -> None:
    shared = share_room(100, [10, 20, 30], lambda: [0, 0, 0], [1, 1, 1])

    assert sum(shared) == pytest.approx(100)
    assert share_room(90, [10, 20], lambda: [0, 0], [0, 0]) == [10, 20]
    assert share_room(20, [0, 0], lambda: [0, 0], [0, 0]) == [0, 0]
    assert share_room(-5, [10], lambda: [10], [0]) == [0]
