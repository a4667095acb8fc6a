"""Prompts of the cage, answered on its floor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from game.geometry.points import (
    Path,
    Point,
    distance,
    heading_of_vector,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import Amount, Choose, Option
from game.prompts.amount import AmountPrompt
from game.prompts.choose import BoardAnchor, ChoosePrompt
from game.prompts.prompt import PointerState, PromptClasses
from game.systems.cage.rules import CageKind
from game.systems.cage.rules.moves import FALL_BACK
from game.systems.cage.table import (
    Rings,
    cell_called,
    cell_name,
    direction_text,
    edge_called,
    facing_text,
    floor_of,
    outline,
    place_text,
    pose_in_cell,
    rings_turned,
)
from game.systems.cage.table.events import RingTurned
from game.systems.cage.table.floor_state import rings_now, stance_of
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone, RangeRing

POINTER = (0.98, 1.62, 0.62)
"""Shape of an arrow in inches: middle of the base to its foot and tip; half its width."""
EDGE = "/"
"""Separator in the board's name of an edge of a cell."""
FULL_TURN = 360


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


class FloorPrompt(AmountPrompt):
    """``TC-07``  Prompt in which the ring is dragged around, in steps."""

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Drag the ring", "turn it"),
        ("Left, Right", "one step"),
        ("Shift+arrows", "nine steps"),
        ("Enter", "confirm"),
    )

    def __init__(self, decision: Amount, table: Table) -> None:
        super().__init__(decision, table)
        self.floor = floor_of(table.board)
        self.model = table.models[ModelId(decision.about)]
        stance = stance_of(table, self.model.id)
        self.ring = stance.cell.ring if stance else 0
        self._held: tuple[float, int] | None = None
        """Bearing at which the ring was grabbed, and its turn at that moment."""

    def change(self, steps: int) -> None:
        """Turn the ring by steps; a full turn leads back to the start."""
        self.set(self._short(self.value + steps * self.decision.step))

    def _short(self, degrees: int) -> int:
        """Return the same turn in the shorter direction."""
        return (degrees - self.decision.least) % FULL_TURN + self.decision.least

    @property
    def words(self) -> str:
        """Return the label of the planned turn."""
        if not self.value:
            return "Do not turn the floor"
        direction = "clockwise" if self.value > 0 else "counter-clockwise"
        return f"Turn it {abs(self.value)}° {direction}"

    @property
    def turns(self) -> tuple[str, str]:
        """Return the labels of turning by one step, counter-clockwise and clockwise."""
        step = self.decision.step
        return f"{step}° counter-clockwise", f"{step}° clockwise"

    @property
    def rings(self) -> Rings:
        """Return the turns of all rings as planned."""
        return rings_turned(rings_now(self.table), self.ring, self.value)

    def preview(self) -> RingTurned:
        """Return the planned turn, with which the cage is drawn."""
        return RingTurned(self.decision.clause, self.decision.by, self.ring, self.value)

    def follow(self, hand: PointerState) -> bool:
        """Turn the ring that is dragged, in steps."""
        if self._held:
            taken, was = self._held
            by = (self._bearing(hand) - taken + 180.0) % 360.0 - 180.0
            step = self.decision.step
            self.set(self._short(was + round(by / step) * step))
        return self._held is not None

    def grasp(self, hand: PointerState) -> bool:
        """Take hold of the ring under the mouse."""
        if not self._on_ring(hand):
            return False
        self._held = self._bearing(hand), self.value
        self.looks += 1
        return True

    def let_go(self, hand: PointerState) -> None:
        """Leave the ring as it is turned."""
        self.drop()
        self.looks += 1

    def drop(self) -> None:
        """Take the hand off the ring."""
        self._held = None

    @property
    def busy(self) -> bool:
        """Return whether the ring is being dragged."""
        return self._held is not None

    def _bearing(self, hand: PointerState) -> float:
        at = self.floor.at
        return 0.0 if hand.at == at else heading_of_vector(unit_vector(at, hand.at))

    def _on_ring(self, hand: PointerState) -> bool:
        inches = distance(self.floor.at, hand.at)
        inner = self.floor.radii[self.ring - 1] if self.ring else 0.0
        return hand.over and inner <= inches <= self.floor.radii[self.ring]

    def below(self) -> Iterator[Overlay]:
        """Yield the inner and the outer rim of the ring."""
        tone = OverlayTone.PLANNED if self.busy else OverlayTone.COOL
        for radius in self.floor.radii[max(0, self.ring - 1) : self.ring + 1]:
            yield RangeRing(self.floor.at, radius, tone)

    def chosen(self) -> frozenset[ModelId]:
        """Return the champion that stands on the ring."""
        return frozenset({self.model.id})

    @property
    def status(self) -> str:
        """Return a hint about how to turn the ring."""
        return "Drag the ring, or turn it with the arrow keys"


PROMPTS: PromptClasses = {
    **{kind: BoutPrompt for kind in CageKind if kind is not CageKind.CHAMPION},
    CageKind.FLOOR: FloorPrompt,
}
