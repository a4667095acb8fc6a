"""The prompt for a bout, answered on the floor of its cage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.geometry.points import Path, Point, vector_of_heading
from game.play.decisions import Choose, Option
from game.prompts.choose import BoardAnchor, ChoosePrompt
from game.systems.cage.rules import CageKind
from game.systems.cage.rules.moves import FALL_BACK
from game.systems.cage.table import (
    cell_called,
    cell_name,
    direction_text,
    edge_called,
    facing_text,
    floor_of,
    outline,
    place_text,
    pose_in_cell,
)
from game.systems.cage.table.floor_state import rings_now
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone

POINTER = (0.98, 1.62, 0.62)
"""Shape of an arrow in inches: middle of the base to its foot and tip; half its width."""
EDGE = "/"
"""Separator in the board's name of an edge of a cell."""


class BoutPrompt(ChoosePrompt):
    """Prompt for a bout, anchored to its cells and edges; it says where each cell lies."""

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.options = {id_: self._placed(option) for id_, option in self.options.items()}

    def _placed(self, option: Option) -> Option:
        """Return an option that says where its cell or edge is seen, as rings turn."""
        floor, rings = floor_of(self.table.board), rings_now(self.table)
        before = after = ""
        if cell := cell_called(floor, option.anchor):
            before, after = cell_name(cell), place_text(floor, rings, cell)
        elif edge := edge_called(floor, option.anchor):
            before, after = facing_text(*edge), direction_text(floor, rings, *edge)
        return replace(option, label=option.label.replace(before, after)) if before else option

    @property
    def groups(self) -> list[list[Option]]:
        return [[self.options[option.id] for option in group] for group in super().groups]

    def _first(self) -> str:
        """Return the option highlighted at first: of an own attack's dice, the highest."""
        asked = self.decision
        is_own = self._is_die and self.table.models[ModelId(asked.about)].side == asked.by
        return asked.options[-1].id if is_own else super()._first()

    def anchor(self, id_: str) -> BoardAnchor:
        """Return the outline of a cell, an arrow for an edge, or what any option has."""
        floor, rings = floor_of(self.table.board), rings_now(self.table)
        if cell := cell_called(floor, id_):
            return BoardAnchor(outline=outline(floor, rings, cell))
        if edge := edge_called(floor, id_):
            return BoardAnchor(outline=pointer(*pose_in_cell(floor, rings, *edge)))
        return super().anchor(id_)

    @property
    def _is_die(self) -> bool:
        """``TC-14``  Return whether the question is which die counts."""
        return self.decision.kind is CageKind.DIE

    @property
    def numbers(self) -> list[int]:
        """Return the number key of each option, counted from 0; for a die, its face."""
        if self._is_die:
            return [int(option.id) - 1 for option in self.decision.options]
        return super().numbers

    def below(self) -> Iterator[Overlay]:
        """Yield the cells, edges and models that the options are about."""
        for id_, spot in self.anchors.items():
            option, lit = self.options[id_], id_ == self.lit
            backs = self.decision.kind is CageKind.RETREAT or id_.startswith(FALL_BACK)
            tone = OverlayTone.PLANNED if backs else OverlayTone.COOL
            if spot.discs:
                tone = OverlayTone.GOOD
            words = called(option.label) if spot.outline and EDGE not in option.anchor else ""
            yield from spot.shown(OverlayTone.CHOSEN if lit else tone, words=words)

    def kept_clear(self) -> Iterator[Point]:
        """Yield the corners of the cells that can be clicked."""
        yield from (at for spot in self.anchors.values() for at in spot.outline)


def called(label: str) -> str:
    """Return the action of a label without its destination, which the board shows."""
    return label.partition(" to ")[0]


def pointer(at: Point, facing: float) -> Path:
    """Return an arrow beside a base, in the direction of *facing* degrees."""
    (x, y), (near, inches, half) = vector_of_heading(facing), POINTER
    return tuple(
        Point(at.x + x * ahead - y * aside, at.y + y * ahead + x * aside)
        for ahead, aside in ((inches, 0.0), (near, half), (near, -half))
    )
