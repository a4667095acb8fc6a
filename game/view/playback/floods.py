"""Floods over one board: worked out beside the frames, and kept."""

from __future__ import annotations

from game.table.board import Board, TerrainKind
from game.table.state import Table
from game.table.water import origins
from game.view.background_task import Loader
from game.view.board.water import Wet
from game.view.playback.event_effects import Flood
from game.view.playback.flood_front import Surge
from game.view.playback.tide import Tide


class Floods:
    def __init__(self, board: Board) -> None:
        self.board = board
        self._tides: dict[str, Loader[Tide]] = {}
        self._surge: tuple[str, Surge] | None = None
        self._standing: Wet | None = None

    def surge(self, flood: Flood | None, *, still: bool) -> Surge | None:
        """Return the surge of the flood that is told, as far as it has come by now.

        None if none is told, or as long as it is not known yet where its water runs.
        *still*: all of it is there at once.
        """
        if flood is None:
            self._surge = None
            return None
        if self._surge is None or self._surge[0] != flood.spot:
            tide = self._tide(flood.spot)
            if not tide.done:
                return None
            self._surge = flood.spot, Surge(tide.result())
        surge = self._surge[1]
        surge.go(1.0 if still else flood.share)
        return surge

    def expect(self, table: Table) -> None:
        """Find out where water would run, one origin at a time, once the battle has begun."""
        if table.clock.round and all(tide.done for tide in self._tides.values()):
            for spot in origins(self.board):
                if spot.id not in self._tides:
                    self._tide(spot.id)
                    return

    def _tide(self, spot: str) -> Loader[Tide]:
        if spot not in self._tides:
            self._tides[spot] = Loader(lambda: Tide(self.board, spot))
        return self._tides[spot]

    def standing(self, table: Table) -> Wet | None:
        """Return the water that stands on a table, if any."""
        outlines = tuple(t.outline for t in table.ground if t.kind is TerrainKind.FLOODED)
        if not outlines:
            self._standing = None
        elif self._standing is None or self._standing.outlines != outlines:
            self._standing = Wet(self.board, outlines)
        return self._standing
