"""The results of an experiment in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from game.lab.confidence import wilson_interval
from game.lab.results import CellResults, Results
from game.table.records import many


def headline(found: Results) -> str:
    """Return the result of an experiment in one sentence."""
    played = [cell for cell in found.cells if cell.games]
    games = many(sum(cell.games for cell in played), "game")
    if not played:
        return "No game was played to its end."
    tilted = [cell for cell in played if _is_tilted(cell)]
    if not tilted:
        where = f" in any of {many(len(played), 'combination')}" if len(played) > 1 else ""
        return f"Neither side is shown to be stronger{where}, after {games}."
    worst = max(tilted, key=lambda cell: abs(cell.share - 0.5))
    ahead = max(worst.sides, key=lambda side: side.wins.won)
    won = f"{ahead.name} won {ahead.wins.value:.0%} {ahead.wins.interval}"
    if len(played) == 1:
        return f"{won} of {games}, and is the stronger side: that is more than chance."
    share = f"{len(tilted)} of {many(len(played), 'combination')}"
    return (
        f"One side is stronger in {share}, after {games}; most of all in {worst.label}, "
        f"where {won}."
    )


def summary(found: Results) -> Iterator[str]:
    """Yield the main results in sentences."""
    for cell in found.cells:
        yield f"{cell.label}: {_verdict(cell)}"
    cells = {cell.cell: cell for cell in found.cells}
    for pair in found.pairings:
        first, other = (cells[n].label for n in (pair.first, pair.other))
        change, name = pair.changes[0], cells[pair.first].sides[0].name
        sure = "which is more than chance" if change.sure else "which may be chance"
        yield (
            f"{other} against {first}: {name} {change.value:+.1%} "
            f"({change.low:+.1%} to {change.high:+.1%}), {sure}."
        )


def _verdict(cell: CellResults) -> str:
    if not cell.games:
        return "no game was played."
    one, other = cell.sides
    ahead, behind = (one, other) if one.wins.won >= other.wins.won else (other, one)
    played = f"{ahead.name} won {ahead.wins}, {behind.name} {behind.wins}"
    played += f" of {many(cell.games, 'game')}"
    if _is_tilted(cell):
        return f"{played}: {ahead.name} won more often, which is more than chance."
    return f"{played}: neither is shown to be stronger."


def _is_tilted(cell: CellResults) -> bool:
    """Return whether one side won more of the decided games than chance explains."""
    wins = [side.wins.won for side in cell.sides]
    return bool(sum(wins)) and wilson_interval(max(wins), sum(wins)).low > 0.5
