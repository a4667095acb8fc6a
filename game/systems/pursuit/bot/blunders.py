"""Blunders in a pursuit."""

from __future__ import annotations

from game.bots.blunder_counting import BlunderCounter
from game.cores.kit.queries import TableView
from game.systems.pursuit.rules.danger import BLAST, RUBBLE
from game.systems.pursuit.rules.state import riders, swarm
from game.table.events import Act, Acted, Event, PhaseBegan, Removed, Rolled, RollKind, Struck
from game.table.records import How, ModelId, UnitId

FAR_BACK = 11
"""Inches; a rider that slows down by as many is nearly as far back as the street rolls."""
RIDING = (Act.RIDES, Act.ACCELERATES)


class RidesThroughRubble(BlunderCounter):
    """``PU-22``  Riders that ride through rubble of their own choice, and die of it.

    A case is a move in a Movement phase that rolled dice in rubble, unless the rider began it
    stuck (``PU-23``).
    """

    name = "rides through rubble that kill the rider"

    def __init__(self) -> None:
        super().__init__()
        self._mover: UnitId | None = None
        """The unit of the rider that moves of its own choice."""
        self._stuck: UnitId | None = None
        self._tested = False
        self._struck = False
        self._died = False

    def see_event(self, view: TableView, event: Event) -> None:
        table = view.table
        match event:
            case PhaseBegan():
                self._settle(view)
            case Rolled(kind=RollKind.ESCAPE, who=who):
                self._stuck = UnitId(who)
            case Acted(act=act, unit=unit) if act in RIDING:
                self._settle(view)
                if table.units[unit].side == riders(table) and unit != self._stuck:
                    self._mover = unit
                self._stuck = None
            case Rolled(kind=RollKind.ROUTINE, who=who):
                self._tested = self._tested or who == self._mover
            case Struck(model=model):
                if table.models[model].unit == self._mover:
                    self._struck = event.by == RUBBLE.by
            case Rolled(weapon=BLAST.by):
                self._struck = False
            case Removed(model=model) if table.models[model].unit == self._mover:
                self._died = self._died or (self._struck and event.how is How.HAZARD)
            case _:
                pass

    def see_end(self, view: TableView) -> None:
        self._settle(view)

    def _settle(self, view: TableView) -> None:
        if self._mover and self._tested:
            self.note(riders(view.table), is_blunder=self._died)
        self._mover = None
        self._tested = self._struck = self._died = False


class SlowingFarBack(BlunderCounter):
    """``PU-11``  Riders that slow down by 11 inches or more, of all that slow down."""

    name = "riders that slow down by 11 inches or more"

    def see_event(self, view: TableView, event: Event) -> None:
        match event:
            case Rolled(kind=RollKind.SLOWS, by=side) if side == riders(view.table):
                self.note(side, is_blunder=sum(event.faces) >= FAR_BACK)
            case _:
                pass


class SwarmKilledByRubble(BlunderCounter):
    """``PU-14``, ``PU-22``  Models of the swarm that die of rubble, of all that it loses."""

    name = "swarm models that die of rubble"

    def __init__(self) -> None:
        super().__init__()
        self._struck_by = dict[ModelId, str]()

    def see_event(self, view: TableView, event: Event) -> None:
        table = view.table
        match event:
            case Struck():
                self._struck_by[event.model] = event.by
            case Rolled(weapon=BLAST.by, target=target):
                self._struck_by[ModelId(target)] = BLAST.by
            case Removed() if table.models[event.model].side == swarm(table):
                rubble = self._struck_by.get(event.model) == RUBBLE.by
                self.note(swarm(table), is_blunder=rubble and event.how is How.HAZARD)
            case _:
                pass


BLUNDERS = (RidesThroughRubble, SlowingFarBack, SwarmKilledByRubble)
