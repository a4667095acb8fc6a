"""The editor's probe that turns the rings of a cage."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.bots.luck import BotRandom
from game.content.maps.map_class import MapClass
from game.editor.probes import Probe, ProbeResult
from game.systems.cage.content.map_classes import Ring
from game.systems.cage.rules.floor_turns import MAX_TURN
from game.systems.cage.table import STEP, Rings, cell_id, floor_of, outline, ring_ids, spot_of
from game.systems.cage.table import rings_of as board_rings
from game.table.board import Board
from game.table.records import Cell
from game.view.overlays import BoardNote, Overlay, OverlayLine, OverlayTone, VisibleArea

TURNS = (*range(STEP, 181, STEP), *range(-MAX_TURN, 0, STEP))
"""``TC-07``  Degrees by which a ring may turn, so that each is followed by the next greater."""


@dataclass(frozen=True, slots=True)
class RingsProbe(Probe):
    name: ClassVar[str] = "Turn the rings"
    hint: ClassVar[str] = (
        "The cells after a ring turns, or all of them, and where they come from"
    )
    lucky: ClassVar[bool] = True
    choices: ClassVar[tuple[str, ...]] = (
        "At random",
        *(f"{degrees:+d}°".replace("-", "−") for degrees in TURNS),
    )
    subject: ClassVar[type[MapClass] | None] = Ring
    about: ClassVar[tuple[type[MapClass], ...]] = (Ring,)
    every: ClassVar[str] = "All rings"

    def targets(self, board: Board) -> Iterable[str]:
        """``TC-01``  Return the rings, the centre first."""
        return ring_ids(board)

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``TC-07``  Turn the chosen disc, or each, by a multiple of 5°, as players may."""
        if not (rings := board_rings(board)):
            yield ProbeResult(refused="The map has no rings; draw some (TC-01)")
            return
        ids = ring_ids(board)
        chosen = {ids.index(self.asked.target)} if self.asked.target else {*range(len(ids))}
        by = TURNS[self.asked.many - 1] if self.asked.many else None
        turned, words = turns(rings, self.asked.seed, chosen, by)
        floor, overlays = floor_of(board), list[Overlay]()
        notches = {number for number, _ in floor.notches}
        for ring, many in enumerate(floor.cells):
            for number in range(many):
                cell = Cell(ring, number)
                kept = ring == floor.outer and number in notches
                tone = (
                    OverlayTone.GOOD
                    if kept
                    else OverlayTone.CHOSEN
                    if number == 0
                    else OverlayTone.PLAIN
                )
                overlays.append(VisibleArea((outline(floor, turned, cell),), tone, fill=0.08))
                now, before = (spot_of(floor, at, cell) for at in (turned, rings))
                if number == 0 and now != before:
                    overlays.append(OverlayLine(before, now, OverlayTone.PLANNED))
                overlays.append(BoardNote(now, cell_id(cell), tone))
        yield ProbeResult(tuple(overlays), words=words)


def turns(
    rings: Rings, seed: int, chosen: Collection[int] | None = None, by: int | None = None
) -> tuple[Rings, tuple[str, ...]]:
    """Return rings after a turn, and the rotations in words.

    *chosen*: the indices of the rings that turn, all if None; *by*: degrees, random if None.
    """
    luck = BotRandom(seed)
    steps = (MAX_TURN + 180) // STEP + 1
    drawn_turns = [STEP * luck.below(steps) - MAX_TURN for _ in rings]
    degrees = [
        (one if by is None else by) if chosen is None or n in chosen else 0
        for n, one in enumerate(drawn_turns)
    ]
    turned = tuple((ring + one) % 360 for ring, one in zip(rings, degrees, strict=True))
    names = ["The centre", *(f"Ring {n}" for n in range(1, len(rings)))]
    words = tuple(
        f"{name}: {one:+d}°.".replace("-", "−")
        for n, (name, one) in enumerate(zip(names, degrees, strict=True))
        if chosen is None or n in chosen
    )
    return turned, words
