"""Forces of a scenario, set up on a map that is being drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from shapely.geometry.base import BaseGeometry

from game.content.scenarios import load_scenario
from game.content.user_files import DISK
from game.cores.kit.queries import TableView, ThreatKind
from game.editor.probes import Probe, ProbeResult
from game.geometry.points import Point
from game.play.session import Session
from game.rules import PLAYED
from game.rules.battles import on_board, prepare, refusals_of_rules
from game.rules.room_checks import set_up
from game.table.board import Board
from game.table.records import Model, ModelId, Side, Unit, UnitId
from game.table.state import Table
from game.view.overlays import BaseOutline, Overlay, OverlayTone
from game.view.overlays.threat_areas import areas_of, threats_of

STAND_IN = UnitId("stand-in")
"""Unit of the single model that is put on a set-up table."""
SIDE_TONES = OverlayTone.FIRST, OverlayTone.SECOND
MAX_AREAS = 64
"""Maximum number of units whose areas are remembered."""


class DeployedForces(NamedTuple):
    """Both sides of a scenario after their set-up on a board."""

    title: str
    """Title of the scenario."""
    refused: str = ""
    """Reason why the scenario cannot be played on the board; then there is no view."""
    view: TableView | None = None
    stuck: str = ""
    """The question for which a side finds no room; empty if there is room for all."""


@dataclass(frozen=True, slots=True)
class ForcesProbe(Probe):
    """A probe of a scenario's forces, once they are set up on the map."""

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """Yield the results; only the reason if the scenario cannot be played on the board."""
        forces = deployed_forces(board, self.asked.scenario, self.asked.seed)
        if forces.view is None:
            yield ProbeResult(refused=forces.refused)
        else:
            yield from self.of_forces(board, forces, forces.view)

    def of_forces(
        self, board: Board, forces: DeployedForces, view: TableView
    ) -> Iterator[ProbeResult]:
        """Yield the results for forces whose table is seen by *view*."""
        raise NotImplementedError


@lru_cache(maxsize=2)
def deployed_forces(board: Board, scenario: str, seed: int) -> DeployedForces:
    """Return the forces of a scenario, set up by its rules; remembered, because it is slow."""
    battle = prepare(scenario, seed=seed)
    title = load_scenario(scenario, PLAYED, DISK).title
    if faults := refusals_of_rules(battle, board):
        return DeployedForces(title, f"{title}: {faults[0]}")
    rules = battle.rules(board)
    session = Session(rules, on_board(battle, board), battle.session().game.dice)
    asked = set_up(session)
    view = TableView(session.table, rules)
    return DeployedForces(title, view=view, stuck=asked.asks if asked else "")


def with_model_at(view: TableView, model: Model, at: Point) -> TableView:
    """Return a view of the same table with one more unit, of a copy of a model at a point."""
    table = view.table.fork()
    id_ = ModelId(STAND_IN)
    unit = table.units[model.unit]
    table.units[STAND_IN] = Unit(STAND_IN, side=unit.side, name=unit.name, models=(id_,))
    table.models[id_] = replace(model, id=id_, unit=STAND_IN, at=at)
    return TableView(table, view.rules)


def first_model(table: Table, side: Side) -> Model | None:
    """Return the first model of a side that stands on the table; None if none does."""
    return next(iter(table.standing(side)), None)


def base_outlines(table: Table) -> Iterator[Overlay]:
    """Yield the outlines of all bases on a table, in the colours of their sides."""
    for side, tone in zip(table.sides, SIDE_TONES, strict=True):
        if bases := tuple(m.disc for m in table.standing(side)):
            yield BaseOutline(bases, tone)


@lru_cache(maxsize=MAX_AREAS)
def unit_areas(
    board: Board, scenario: str, seed: int, unit: UnitId
) -> Mapping[ThreatKind, BaseGeometry]:
    """Return the areas that a deployed unit threatens in its next turn; remembered."""
    view = deployed_forces(board, scenario, seed).view
    assert view
    return areas_of(view, threats_of(view, unit))
