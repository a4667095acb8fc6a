"""The number of games in a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.lab.confidence import widest
from game.lab.experiments import BATCH
from game.lab.store import head_of
from game.lab.store_connection import opened, reported


class StoredGames(NamedTuple):
    """The number of games in a store, as it was read last."""

    title: str
    done: int = 0
    wanted: int = 0
    """Number of its games, without those that its intervals do not need."""
    failed: int = 0
    changed: float = 0.0
    fault: str = ""
    """Reason why it cannot be used; empty if it can."""

    @property
    def is_complete(self) -> bool:
        """Return whether nothing is left to play."""
        return self.done >= self.wanted


def stored_games(path: Path) -> StoredGames:
    """Count the games of a store; the result tells if it cannot be used.

    Its cells are not read, which takes longer than all else.
    """
    try:
        with closing(opened(path)) as base, reported(path):
            head = head_of(base, path)
            cells = base.rows("SELECT id FROM cells", (int,))
            wins = {cell: Counter[str]() for (cell,) in cells}
            (failed,) = base.execute("SELECT count(*) FROM failures").fetchone()
            query = "SELECT cell, winner, count(*) FROM games GROUP BY 1, 2"
            for cell, winner, games in base.rows(query, (int, str | None, int)):
                wins.setdefault(cell, Counter())[winner or ""] += games
            changed = path.stat().st_mtime
    except UnusableFile as error:
        return StoredGames(path.name, fault=str(error.faults[0]))
    wanted = sum(
        one.total() if is_narrow(one, head.until) else max(one.total(), head.games)
        for one in wins.values()
    )
    done = sum(one.total() for one in wins.values())
    return StoredGames(head.title, done, wanted, failed, changed)


def is_narrow(wins: Mapping[str, int], until: float | None) -> bool:
    """Return whether the games of a cell make its intervals narrow enough.

    *wins*: number of games by the winner, those of draws by an empty id.
    """
    games = sum(wins.values())
    if until is None or games < BATCH:
        return False
    # A side that won none has a narrow interval, unless there are draws only.
    found = [won for winner, won in wins.items() if winner]
    return widest(found or [0], games) <= until / 100
