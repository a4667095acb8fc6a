"""The rings of a cage, were they to turn: where cells and notches come to lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.bots.policy import BotRandom
from game.editor.probes.probe import Probe, Shown
from game.rules.cage.match_flow import FURTHEST
from game.table.board import Board
from game.table.cage_floor import STEP, Rings, cell_id, floor_of, outline, rings_of, spot_of
from game.table.records import Cell
from game.view.overlays.shapes import BoardNote, Overlay, OverlayTone, VisibleArea


@dataclass(frozen=True, slots=True)
class RingsProbe(Probe):
    name: ClassVar[str] = "Turn the rings"
    hint: ClassVar[str] = "Where the cells lie when each ring has turned by chance"
    lucky: ClassVar[bool] = True

    def tell(self, board: Board) -> Iterator[Shown]:
        """``TC-07``  Turn each disc by a multiple of 5°, as players may."""
        if not (rings := rings_of(board)):
            yield Shown(refused="The map has no rings: draw some (TC-01)")
            return
        turned, words = turns(rings, self.asked.seed)
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
                overlays.append(BoardNote(spot_of(floor, turned, cell), cell_id(cell), tone))
        yield Shown(tuple(overlays), words=words)


def turns(rings: Rings, seed: int) -> tuple[Rings, tuple[str, ...]]:
    """Return how rings stand after each turned by chance, and by how much in words."""
    luck = BotRandom(seed)
    steps = (FURTHEST + 180) // STEP + 1
    by = [STEP * luck.below(steps) - FURTHEST for _ in rings]
    turned = tuple((ring + one) % 360 for ring, one in zip(rings, by, strict=True))
    names = ["The centre", *(f"Ring {n}" for n in range(1, len(rings)))]
    words = tuple(f"{name}: {one:+d}°." for name, one in zip(names, by, strict=True))
    return turned, words
