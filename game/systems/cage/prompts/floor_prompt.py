"""The prompt that turns a ring of the cage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from game.geometry.points import distance, heading_of_vector, unit_vector
from game.play.decisions import Amount
from game.prompts.amount import AmountPrompt
from game.prompts.prompt import PointerState
from game.systems.cage.table import Rings, floor_of, rings_turned
from game.systems.cage.table.events import RingTurned
from game.systems.cage.table.floor_state import rings_now, stance_of
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone, RangeRing

FULL_TURN = 360


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
