"""The results of an experiment as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterator

from game.lab.confidence import wilson_interval
from game.lab.results import Results

BAR = "\\|"
"""A bar in a cell of a Markdown table."""
TABLE_HEAD = """\
| scenario, map | games | won by | won by | drawn | share of the first |
|---|---|---|---|---|---|"""


def as_table(found: Results) -> Iterator[str]:
    """Yield the lines of a Markdown table of all cells; a draw counts half in the share."""
    yield TABLE_HEAD
    for cell in found.cells:
        wins = [f"{side.name} {side.wins.won}" for side in cell.sides]
        interval = wilson_interval(cell.share * cell.games, cell.games)
        label = "" if cell.label.startswith(cell.title) else f"{cell.title} · "
        label += cell.label if cell.map in cell.label else f"{cell.label}, *{cell.map}*"
        share = f"{cell.share:.0%} {interval}" if cell.games else "–"
        columns = [label, str(cell.games), *wins, str(cell.draws.won), share]
        yield f"| {' | '.join(one.replace('|', BAR) for one in columns)} |"
