"""The drawn report of an experiment, as an HTML page that needs no network."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from io import BytesIO, StringIO
from itertools import groupby
from string import Template
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import PowerNorm
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import PercentFormatter

from game.content.palettes import are_swapped
from game.content.scenarios import Scenario, ScenarioOption
from game.content.shipped_folders import ASSETS, ROOT
from game.geometry.points import EPSILON
from game.lab.report_charts import Chart, ChartKind, charts_of
from game.lab.report_summary import headline, summary
from game.lab.results import CellResults, HeatSums, Results, results_of
from game.lab.store import Store
from game.table.board import Board
from game.table.records import many
from game.text.system_font_use import may_use_system_fonts

PAGE = ROOT / "assets" / "report.html"
COLOURS = ("#0072B2", "#D55E00", "#6B6B6B")
"""Colours that the colour-blind can tell apart, and that differ in grey."""
MARKS, HATCHES = ("o", "s", "D"), ("", "////", "xxxx")
"""Marks and hatches that tell series apart without colours."""
STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#1d2329",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#d5dade",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "path.simplify": True,
}
WIDE_FONTS = (
    *("Noto Sans CJK JP", "Noto Sans CJK", "Source Han Sans", "Droid Sans Fallback"),
    *("WenQuanYi", "Yu Gothic", "Microsoft YaHei", "Malgun Gothic", "Hiragino Sans"),
    *("PingFang", "Apple SD Gothic Neo", "Arial Unicode MS", "Noto Sans Devanagari"),
    *("Noto Sans Thai", "Nirmala UI", "Leelawadee UI"),
)
"""Beginnings of the names of fonts that have letters which DejaVu Sans lacks."""
WIDE, ROW, FOOT = 8.6, 0.42, 1.25
"""Width of a figure, height of a row and of all else, in inches."""
LABEL = 60
"""Maximum number of characters of a row's label."""
METADATA = re.compile(r" *<metadata>.*?</metadata>\n", re.DOTALL)
TAG, DECIMALS, INDENT = (re.compile(one) for one in (r"<[^>]+>", r"(\.\d\d)\d+", r"\n +"))
MAX_ROWS = 40
"""Number of rows of a figure; its numbers are of all."""
MAX_SECTIONS = 24
"""Number of combinations with figures of their own in a page, each of up to 190 kB."""
WALL, AREA = "#1d2329", "#8a949c"


def figure_of(
    chart: Chart,
    board: Board | None = None,
    wide: float = WIDE,
    families: Sequence[str] = (),
) -> Figure:
    """Return a chart drawn with matplotlib; *board* is drawn under heat maps.

    *families*: fonts of the letters, the first that has a letter draws it. Where a browser
    draws them, it finds those that the usual font lacks.
    """
    if len(chart.rows) > MAX_ROWS:
        more = f"{chart.axis}; {len(chart.rows) - MAX_ROWS} more rows in numbers only"
        chart = chart._replace(rows=chart.rows[:MAX_ROWS], axis=more)
    with rc_context(STYLE | ({"font.family": [*families]} if families else {})):
        if chart.kind is ChartKind.HEAT:
            assert chart.heat
            return _heat_figure(chart, chart.heat, board, wide)
        rows = max(2, len(chart.rows))
        high = FOOT + (2.6 if chart.kind is ChartKind.LINES else ROW * rows)
        figure = Figure(figsize=(wide, high), layout="constrained")
        if chart.kind is ChartKind.PANELS:
            _draw_panels(figure, chart)
            return figure
        axes = figure.add_subplot()
        _DRAWN[chart.kind](axes, chart)
        if len(chart.series) > 1 and chart.kind is not ChartKind.LINES:
            figure.legend(loc="outside upper left", ncols=len(chart.series))
    return figure


def as_svg(figure: Figure, name: str) -> str:
    """Return a figure as an SVG element; equal figures are equal texts."""
    into = StringIO()
    with rc_context({**STYLE, "svg.hashsalt": name}):
        _write(figure, into, format="svg", metadata={"Date": None, "Creator": None})
    text = into.getvalue()
    text = METADATA.sub("", text[text.index("<svg") :])
    # Hundredths of a point are fine enough; the rest is a fifth of a page.
    return TAG.sub(lambda tag: DECIMALS.sub(r"\1", tag[0]), INDENT.sub("\n", text))


def as_png(figure: Figure, dots_per_inch: float) -> bytes:
    """Return a figure as a PNG file."""
    into = BytesIO()
    _write(figure, into, format="png", dpi=dots_per_inch)
    return into.getvalue()


def _write(figure: Figure, into: BytesIO | StringIO, **how: Any) -> None:
    with warnings.catch_warnings():
        # A browser finds the letters that the font of figures lacks.
        warnings.filterwarnings("ignore", "Glyph")
        figure.savefig(into, **how)


def _as_intervals(axes: Axes, chart: Chart) -> None:
    many_series = len(chart.series)
    for n, name in enumerate(chart.series):
        off = (n - (many_series - 1) / 2) * 0.22
        places, values, low, high = list[float](), list[float](), list[float](), list[float]()
        for row, one in enumerate(chart.rows):
            value, interval = one.values[n], one.intervals[n]
            if value is not None and interval:
                places.append(row + off)
                values.append(value)
                low.append(max(0.0, value - interval[0]))
                high.append(max(0.0, interval[1] - value))
        axes.errorbar(
            values,
            places,
            xerr=[low, high],
            fmt=MARKS[n],
            color=_colour(chart, n),
            label=_plain(name),
            capsize=3,
            markersize=6,
        )
    least = min(
        [interval[0] for row in chart.rows for interval in row.intervals if interval],
        default=0.0,
    )
    if least < 0.0:
        axes.axvline(0.0, color="#1d2329", linewidth=1)
    else:
        axes.set_xlim(-0.01, 1.01)
        axes.axvline(0.5, color="#1d2329", linewidth=0.8, linestyle=":")
    _label_rows(axes, chart)


def _as_bars(axes: Axes, chart: Chart) -> None:
    many_series = len(chart.series)
    thick = 0.8 / max(2, many_series)
    for n in range(many_series):
        _draw_bars(axes, chart, n, (n - (many_series - 1) / 2) * thick, thick)
    _label_rows(axes, chart)


def _draw_panels(figure: Figure, chart: Chart) -> None:
    """Draw a panel for each series, because their values have no common scale."""
    all_axes: Sequence[Axes] = figure.subplots(1, len(chart.series), sharey=True)
    for n, (axes, name) in enumerate(zip(all_axes, chart.series, strict=True)):
        _draw_bars(axes, chart, n, 0.0, 0.6)
        _label_rows(axes, chart)
        axes.set_xlim(left=0.0)
        axes.set_title(name)


def _draw_bars(axes: Axes, chart: Chart, n: int, off: float, thick: float) -> None:
    """Draw the bars of the series number *n*, each *off* the middle of its row."""
    axes.barh(
        [row + off for row in range(len(chart.rows))],
        [one.values[n] or 0.0 for one in chart.rows],
        height=thick * 0.9,
        color=_colour(chart, n),
        hatch=HATCHES[n],
        edgecolor="white",
        label=_plain(chart.series[n]),
    )


def _label_rows(axes: Axes, chart: Chart) -> None:
    """Put the label of each row beside it, the first row on top."""
    labels = [
        row.label if len(row.label) <= LABEL else f"{row.label[: LABEL - 1]}…"
        for row in chart.rows
    ]
    axes.set_yticks(range(len(labels)), [_plain(label) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(chart.axis)
    if chart.share:
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _as_lines(axes: Axes, chart: Chart) -> None:
    places = range(len(chart.rows))
    last = chart.rows[-1].values
    for n, name in enumerate(chart.series):
        values = [row.values[n] or 0.0 for row in chart.rows]
        style = "-" if n == 0 else "--"
        axes.plot(places, values, style, marker=MARKS[n], color=_colour(chart, n))
        # The name beside the line's end: above it if the line is the upper one, else below.
        above = (values[-1], -n) >= max((value or 0.0, -m) for m, value in enumerate(last))
        axes.annotate(
            _plain(name),
            (places[-1], values[-1]),
            xytext=(10, 2 if above else -2),
            textcoords="offset points",
            color=_colour(chart, n),
            va="bottom" if above else "top",
        )
    axes.set_xticks(places, [row.label for row in chart.rows])
    axes.set_ylabel(chart.axis)
    axes.set_xlabel("round")


_DRAWN = {
    ChartKind.INTERVALS: _as_intervals,
    ChartKind.BARS: _as_bars,
    ChartKind.LINES: _as_lines,
}


def _heat_figure(chart: Chart, heat: HeatSums, board: Board | None, wide: float) -> Figure:
    shape = heat.rows / heat.columns
    figure = Figure(figsize=(wide, wide / 3 * shape + 0.6), layout="constrained")
    all_axes: Sequence[Axes] = figure.subplots(1, 3)
    for axes, row, sums in zip(
        all_axes, chart.rows, (heat.moved, heat.fought, heat.fallen), strict=True
    ):
        means = np.zeros(heat.rows * heat.columns)
        for square, times in sums.items():
            if square < len(means):
                means[square] = times / heat.games
        image = axes.imshow(
            means.reshape(heat.rows, heat.columns),
            cmap="Greys" if sums is heat.fallen else "Blues",
            # Roots, so that seldom visited squares are seen beside busy ones.
            norm=PowerNorm(0.5, vmin=0.0, vmax=max(means.max(), EPSILON)),
            extent=(0.0, heat.columns * heat.side, heat.rows * heat.side, 0.0),
        )
        scale = figure.colorbar(image, ax=axes, location="bottom", shrink=0.8, aspect=25)
        scale.set_ticks([0.0, means.max() / 4, means.max()], labels=_ticks(means.max()))
        if board:
            _draw_board(axes, board)
        axes.set_title(row.label)
        axes.spines[:].set_visible(True)
        axes.set_xticks([])
        axes.set_yticks([])
        axes.grid(visible=False)
    return figure


def _ticks(most: float) -> list[str]:
    """Return the labels of a scale at its begin, a quarter and its end."""
    return ["0", f"{most / 4:.2g}", f"{most:.2g} a game"] if most else ["0", "", ""]


def _draw_board(axes: Axes, board: Board) -> None:
    outlines = [
        [*piece.outline, piece.outline[0]] if piece.closed else [*piece.outline]
        for piece in board.terrain
    ]
    walls = [[a, b] for a, b in board.walls.segments]
    for lines, colour, thick in ((outlines, AREA, 0.7), (walls, WALL, 1.0)):
        if lines:
            # One path: a page with a path for each line is twice as long.
            path = Path.make_compound_path(*map(Path, lines))
            axes.add_patch(PathPatch(path, fill=False, edgecolor=colour, linewidth=thick))
    axes.set_xlim(0.0, board.width)
    axes.set_ylim(board.height, 0.0)


def _colour(chart: Chart, n: int) -> str:
    """Return the colour of a series; sides that are called by a colour have it."""
    swapped = n < 2 and are_swapped([name.lower() for name in chart.series[:2]])
    return COLOURS[1 - n if swapped else n]


def _plain(text: str) -> str:
    """Return a text in which matplotlib finds no formula, and which it does not hide."""
    hidden = "\N{ZERO WIDTH SPACE}" if text.startswith("_") else ""
    return hidden + text.replace("$", r"\$")


def page_of(store: Store) -> str:
    """Return the report of a store as one HTML page; raise UnusableFile if it is damaged."""
    found = results_of(store)
    shown = [None, *(cell.cell for cell in found.cells[:MAX_SECTIONS])]
    charts = [chart for chart in charts_of(found) if chart.cell in shown]
    sections, nav = list[str](), list[str]()
    for cell_id, group in groupby(charts, key=lambda chart: chart.cell):
        cell = next((one for one in found.cells if one.cell == cell_id), None)
        heading = cell.label if cell else "All games"
        anchor = f"cell-{cell_id or 0}"
        nav.append(f'<a href="#{anchor}">{escape(heading)}</a>')
        sections.append(f'<h2 id="{anchor}">{escape(heading)}</h2>')
        if cell:
            sections.append(f"<p>{escape(_about(cell, store.scenario(cell.cell)))}</p>")
        board = store.cells[cell_id].battle(0).opening.board if cell_id else None
        sections += [_figure(chart, board) for chart in group]
        sections += _costly(cell) if cell else []
    words = Template(PAGE.read_text("utf-8"))
    return words.substitute(
        title=escape(found.title),
        about=escape(_whole(found)),
        headline=escape(headline(found)),
        summary="".join(f"<li>{escape(line)}</li>" for line in summary(found)),
        nav=" ".join(nav),
        sections="\n".join(sections),
    )


def _whole(found: Results) -> str:
    games = sum(cell.games for cell in found.cells)
    failed = sum(cell.failed for cell in found.cells)
    words = f"{many(games, 'game')} of bots, {many(len(found.cells), 'combination')}"
    if len(found.cells) > MAX_SECTIONS:
        words += f", figures of the first {MAX_SECTIONS}"
    return words + (f"; {many(failed, 'game')} not played to the end" if failed else "")


def _about(cell: CellResults, scenario: Scenario) -> str:
    """Return the settings of a cell in words."""
    parts = [f"{cell.title}, {cell.map}: {many(cell.games, 'game')} of {cell.players}"]
    for id_, option in scenario.options.items():
        parts.append(f"{option.label}: {_told(option, cell.options.get(id_))}")
    parts += [f"{side} bring {roster}" for side, roster in cell.rosters.items()]
    return "; ".join(parts)


def _told(option: ScenarioOption, value: Any) -> str:
    """Return the value of an option in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    named = option.names and isinstance(value, int) and 0 <= value < len(option.names)
    return option.names[value] if named else str(value)


def _figure(chart: Chart, board: Board | None) -> str:
    drawn = as_svg(figure_of(chart, board), chart.name)
    table = _table(
        ("", *chart.series),
        [(row.label, *(row.told or map(str, row.values))) for row in chart.rows],
    )
    label = escape(f"{chart.title}. {chart.words}", quote=True)
    return (
        f'<h3>{escape(chart.title)}</h3><figure id="{chart.name}" role="group" '
        f'aria-label="{label}"><figcaption>{escape(chart.words)}</figcaption>{drawn}'
        f"<details><summary>The numbers</summary>{table}</details></figure>"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    top = "".join(f"<th>{escape(one)}</th>" for one in head)
    lines = (
        f"<tr>{''.join(f'<td>{escape(str(one))}</td>' for one in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _costly(cell: CellResults) -> Iterator[str]:
    """Yield the table of the most costly decisions."""
    if not cell.costly:
        return
    names = {side.id: side.name for side in cell.sides}
    rows = [
        (
            seed,
            one.round,
            names.get(one.side, one.side),
            one.asks,
            one.clause,
            f"{one.before:.0%}",
            f"{one.after:.0%}",
        )
        for seed, one in cell.costly
    ]
    yield "<h3>The most costly decisions</h3>"
    yield "<p>The chance to win before the answer, and at the next question; dice included.</p>"
    yield _table(("seed", "round", "side", "question", "clause", "before", "after"), rows)


@cache
def _families() -> tuple[str, ...]:
    """Return the fonts of figures that are drawn here, with those of other scripts."""
    fontManager.addfont(ASSETS / "fonts" / "NotoEmoji-Regular.ttf")
    known = fontManager.get_font_names() if may_use_system_fonts() else []
    found = (name for start in WIDE_FONTS for name in known if name.startswith(start))
    return ("DejaVu Sans", "Noto Emoji", *dict.fromkeys(found))


def picture_of(chart: Chart, board: Board | None, size: tuple[int, int]) -> bytes:
    """Return a chart as a PNG file of about *size* pixels, wide and high."""
    figure = figure_of(chart, board, families=_families())
    wide, high = figure.get_size_inches()
    return as_png(figure, min(size[0] / wide, size[1] / high))
