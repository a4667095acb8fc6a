"""A map over several pages: how many, what is on each, and the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.maps.map_library import map_of
from game.view.board.painter import MapPrint, PrintSettings, StoppedError
from game.view.board.print_pages import PAPERS, PagePrint, page_fault, page_plan
from game.widgets.theme import Theme


@pytest.mark.parametrize(
    ("size", "paper", "expected"),
    [
        ((7, 10), "a4", (1, 1)),
        ((10, 7), "a4", (1, 1)),
        ((8, 10), "a4", (2, 1)),
        ((48, 48), "a4", (7, 5)),
        ((30, 22), "a3", (3, 2)),
    ],
)
def test_as_few_pages_as_possible_hold_whole_inches(
    size: tuple[int, int], paper: str, expected: tuple[int, int]
) -> None:
    plan = page_plan(*size, PAPERS[paper])

    assert (plan.columns, plan.rows) == expected
    areas = [plan.area(n, *size) for n in range(plan.pages)]
    assert sum((right - left) * (low - top) for left, top, right, low in areas) == (
        size[0] * size[1]
    )
    assert areas[-1][2:] == size


def test_very_large_maps_are_refused() -> None:
    assert page_fault(48, 48, PAPERS["a4"], 100) == ""
    assert page_fault(240, 240, PAPERS["a4"], 100) == "840 pages are more than 400"
    assert page_fault(48, 48, PAPERS["a4"], 99).startswith("99 pixels an inch are none of")


@pytest.mark.usefixtures("canvas")
def test_a_page_is_the_map_at_table_scale_between_cutting_marks(tmp_path: Path) -> None:
    drawn = MapPrint(map_of(6, 6), PrintSettings(50))
    pages = PagePrint(drawn, PAPERS["a4"], Theme())
    pages.write(tmp_path / "map.pdf")
    data = (tmp_path / "map.pdf").read_bytes()
    page = pages.page(0)

    assert (data[:5], pages.done) == (b"%PDF-", 1.0)
    assert b"/MediaBox [ 0 0 " in data
    assert page.get_size() == (round(8.27 * 50), round(11.69 * 50))
    left, top = (page.width - 7 * 50) // 2, (page.height - 10 * 50) // 2
    assert page.get_at((left - 8, top))[:3] == page.get_at((left, top - 8))[:3] == (64, 64, 64)
    assert page.get_at((left - 8, top - 8))[:3] == (255, 255, 255)
    assert page.get_at((left + 150, top + 150))[:3] != (255, 255, 255)
    assert page.get_at((left + 310, top + 150))[:3] == (255, 255, 255)


@pytest.mark.usefixtures("canvas")
def test_stopping_leaves_no_file(tmp_path: Path) -> None:
    pages = PagePrint(MapPrint(map_of(6, 6)), PAPERS["a4"], Theme())
    pages.stopped = True

    with pytest.raises(StoppedError):
        pages.write(tmp_path / "map.pdf")
    assert not (tmp_path / "map.pdf").exists()
