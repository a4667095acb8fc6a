"""The HTML report: every number of its charts, nothing from outside, the same every time."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import closing
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game.cli import main
from game.lab import report_page
from game.lab.report_charts import Chart, ChartKind, charts_of
from game.lab.report_page import as_png, as_svg, figure_of, page_of, picture_of
from game.lab.report_summary import headline, summary
from game.lab.results import results_of
from game.lab.store import ENDING, Store
from tests.lab.test_results import filled, store
from tests.tools.texts import edited

pytestmark = pytest.mark.slow
__all__ = ["store"]
MAX_PAGE_BYTES = 3_000_000
CHROMIUM = shutil.which("chromium")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the page of a store like that of each test."""
    with closing(filled(tmp_path_factory.mktemp("page") / f"two{ENDING}")) as one:
        return page_of(one)


def test_the_page_tells_every_number_of_its_charts(store: Store, page: str) -> None:
    found, page = results_of(store), unescape(page)
    for chart in charts_of(found):
        assert f'id="{chart.name}"' in page
        for row in chart.rows:
            for words in row.told:
                assert f"<td>{words}</td>" in page
    for line in (headline(found), *summary(found)):
        assert line in page
    for cell in found.cells:
        for seed, decision in cell.costly:
            assert f"<td>{seed}</td><td>{decision.round}</td>" in page


def test_words_from_files_are_shown_as_they_are(store: Store, page: str) -> None:
    assert escape(store.experiment.title) == "Two &lt;maps&gt; &amp; more"
    assert "<h1>Two &lt;maps&gt; &amp; more</h1>" in page
    assert "<maps>" not in page


def test_the_page_needs_nothing_from_outside(page: str) -> None:
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(?!#|data:image/png)[^"]*"', page) == []
    addresses = re.findall(r"https?://[^\s\"'<>]*", page)
    assert [one for one in addresses if "w3.org" not in one] == []


def test_the_page_is_of_moderate_size(page: str) -> None:
    assert len(page.encode()) < MAX_PAGE_BYTES


def test_a_page_has_figures_of_the_first_combinations_only(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.lab.report_page.MAX_SECTIONS", 1)
    page = page_of(store)
    assert "7 games of bots, 2 combinations, figures of the first 1;" in page
    assert 'id="points-1"' in page
    assert 'id="points-2"' not in page


def test_every_chart_can_be_a_picture(store: Store) -> None:
    board = store.cells[1].battle(0).opening.board
    for chart in charts_of(results_of(store)):
        assert as_png(figure_of(chart, board), 80).startswith(b"\x89PNG")


def values_drawn(chart: Chart) -> list[tuple[float | None, ...]]:
    """Return the values that a figure shows, row by row, as its marks and bars stand."""
    figure = figure_of(chart)
    rows = [[None for _ in chart.series] for _ in chart.rows]
    for n in range(len(chart.series)):
        if chart.kind is ChartKind.LINES:
            found = dict(enumerate(np.asarray(figure.axes[0].lines[n].get_ydata())))
        elif chart.kind is ChartKind.INTERVALS:
            marks: Any = figure.axes[0].containers[n]
            found = {round(y): x for x, y in zip(*marks[0].get_data(), strict=True)}
        else:
            panel, of = (n, 0) if chart.kind is ChartKind.PANELS else (0, n)
            bars: Any = figure.axes[panel].containers[of]
            found = dict(enumerate(bar.get_width() for bar in bars))
        for row, value in found.items():
            rows[row][n] = value
    return [tuple(row) for row in rows]


def test_figures_show_the_values_of_their_charts(store: Store) -> None:
    kinds = list[ChartKind]()
    for chart in charts_of(results_of(store)):
        if chart.kind is not ChartKind.HEAT:
            assert values_drawn(chart) == [
                tuple(None if value is None else pytest.approx(value) for value in row.values)
                for row in chart.rows
            ]
            kinds.append(chart.kind)
    assert {*kinds, ChartKind.HEAT} == {*ChartKind}


@pytest.mark.parametrize(
    ("names", "colours"),
    [(("Red", "Blue"), ["#D55E00", "#0072B2"]), (("Wardens", "Brood"), ["#0072B2", "#D55E00"])],
)
def test_sides_called_by_a_colour_have_it(
    store: Store, names: tuple[str, str], colours: list[str]
) -> None:
    chart = next(one for one in charts_of(results_of(store)) if one.name == "points-1")
    lines = figure_of(chart._replace(series=names)).axes[0].lines
    assert [line.get_color() for line in lines] == colours


def test_names_are_no_formulas_and_not_hidden(store: Store) -> None:
    chart = next(charts_of(results_of(store)))
    names = ("A $x_{$ side", "_hidden", "drawn")
    figure = figure_of(chart._replace(series=names))
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert [text.lstrip("\N{ZERO WIDTH SPACE}").replace("\\", "") for text in texts] == [*names]
    assert as_png(figure, 40).startswith(b"\x89PNG")


def test_letters_that_the_font_lacks_are_no_fault(store: Store) -> None:
    chart = next(charts_of(results_of(store)))
    figure = figure_of(chart._replace(series=("\u8b66", "Brood", "drawn")))
    assert "\u8b66" in as_svg(figure, "x")


@pytest.mark.parametrize("name", ["\u041a\u0440", "\u05e9\u05dc", "\u0645\u0631", "\U0001f916"])
def test_pictures_have_the_letters_of_other_scripts(store: Store, name: str) -> None:
    chart = next(charts_of(results_of(store)))._replace(series=(name, "Brood", "drawn"))
    # A letter that no font has is a warning, which fails a test.
    figure_of(chart, families=report_page._families()).savefig(BytesIO(), format="png", dpi=40)  # noqa: SLF001  as the report does once for all charts
    assert picture_of(chart, None, (300, 200)).startswith(b"\x89PNG")


def test_a_page_lets_each_text_begin_at_its_own_side(page: str) -> None:
    assert "unicode-bidi: plaintext" in page


def test_a_figure_has_the_first_rows_only(store: Store) -> None:
    chart = next(charts_of(results_of(store)))
    many = chart._replace(rows=chart.rows[:1] * 45)
    axes = figure_of(many).axes[0]
    assert len(axes.get_yticks()) == 40
    assert axes.get_xlabel().endswith("5 more rows in numbers only")


def test_heat_maps_show_the_mean_of_each_square(store: Store) -> None:
    """In four games models moved 8 times over square 0, 10 times over 50; a row has 48."""
    chart = next(one for one in charts_of(results_of(store)) if one.kind is ChartKind.HEAT)
    moved, fought, fell = (
        np.asarray(axes.images[0].get_array()) for axes in figure_of(chart).axes[:3]
    )
    assert (moved[0, 0], moved[1, 2], moved.sum()) == (2.0, 2.5, 4.5)
    assert (fought[0, 1], fought.sum()) == (1.0, 1.0)
    assert (fell[0, 3], fell.sum()) == (0.25, 0.25)


def test_the_command_writes_the_page_that_the_same_store_always_makes(
    store: Store, page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    assert main(["lab", "report", str(store.path), "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert out.read_text("utf-8") == page


def words_in_browser(page: str, measure: str, folder: Path) -> list[str]:
    """Return the words that a browser finds in a page by *measure*, an expression of a script.

    Fail if the browser complains of anything in its console.
    """
    path = folder / "report.html"
    script = f"<script>document.title = {measure}.join(' ');</script></body>"
    path.write_text(edited(page, {"</body>": script}), "utf-8")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    ran = subprocess.run(  # noqa: S603  our own page
        [
            CHROMIUM,
            *QUIET,
            f"--user-data-dir={folder / 'profile'}",
            "--dump-dom",
            path.as_uri(),
        ],
        env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": "disabled:"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert [line for line in ran.stderr.splitlines() if "CONSOLE" in line] == []
    title = re.search(r"<title>(.*?)</title>", ran.stdout)
    assert title
    return title[1].split()


def test_a_browser_shows_every_figure_and_complains_of_nothing(
    store: Store, page: str, tmp_path: Path
) -> None:
    """A script, added for the test, measures every figure as the browser shows it."""
    measure = """[...document.querySelectorAll("figure")].map(figure => {
        const box = figure.querySelector("svg").getBoundingClientRect();
        return figure.id + ":" + (box.width > 100 && box.height > 50);
    })"""
    names = [chart.name for chart in charts_of(results_of(store))]
    assert words_in_browser(page, measure, tmp_path) == [f"{name}:true" for name in names]


@pytest.mark.parametrize(("media", "visible"), [("print", "false"), ("all", "true")])
def test_numbers_are_folded_on_the_screen_and_printed(
    store: Store, page: str, tmp_path: Path, media: str, visible: str
) -> None:
    """The style of print is put on the screen, where a script can ask for it."""
    assert "@media print" in page
    measure = """[...document.querySelectorAll("figure table")].map(
        table => table.checkVisibility())"""
    seen = words_in_browser(
        edited(page, {"@media print": f"@media {media}"}), measure, tmp_path
    )
    assert seen == [visible] * len([*charts_of(results_of(store))])
