"""Probe of the ground that a unit could charge or shoot from a point of the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import shapely
from shapely.geometry.base import BaseGeometry

from game.cores.kit.queries import TableView, ThreatKind
from game.editor.deployed_forces import (
    STAND_IN,
    DeployedForces,
    ForcesProbe,
    base_outlines,
    deployed_forces,
    first_model,
    with_model_at,
)
from game.editor.deployment_probe import can_stand
from game.editor.probes import ProbeResult
from game.geometry.points import Disc
from game.table.board import Board
from game.table.records import Model, UnitId
from game.table.state import Table
from game.view.overlays import BaseOutline, Overlay, VisibleArea
from game.view.overlays.threat_areas import TONES, areas_of, loops, open_ground, threats_of

DEEDS = {ThreatKind.CHARGES: "charge", ThreatKind.SHOOTS: "shoot", ThreatKind.STRIKES: "strike"}


@dataclass(frozen=True, slots=True)
class ChargeProbe(ForcesProbe):
    name: ClassVar[str] = "Charges"
    hint: ClassVar[str] = (
        "What a model of a unit could charge and shoot next turn if it stood at the pointer"
    )
    follows: ClassVar[bool] = True
    lucky: ClassVar[bool] = True
    every: ClassVar[str] = "The first unit"

    def targets(self, board: Board) -> Iterable[str]:
        """Yield the units of the scenario."""
        view = deployed_forces(board, self.asked.scenario, self.asked.seed).view
        return (unit.id for unit in view.table.fielded()) if view else ()

    def of_forces(
        self, board: Board, forces: DeployedForces, view: TableView
    ) -> Iterator[ProbeResult]:
        """``CC-09``, ``CC-23``  Yield the ground in reach, with the enemies deployed on it."""
        asked = self.asked
        model = _chosen(view.table, asked.target)
        if model is None or not can_stand(board, Disc(asked.at, model.base)):
            yield ProbeResult(refused="No model of the unit can stand there")
            return
        overlays: list[Overlay] = [*base_outlines(view.table)]
        overlays.append(BaseOutline((Disc(asked.at, model.base),)))
        yield ProbeResult(tuple(overlays), done=0.1)
        there = with_model_at(view, model, asked.at)
        found = areas_of(there, threats_of(there, STAND_IN))
        ground = open_ground(board)
        words = [f"{view.table.units[model.unit].name} of {forces.title}, from here:"]
        for kind, deed in DEEDS.items():
            if kind not in found:
                continue
            tone, fill, label = TONES[kind]
            outlines = loops(found[kind].intersection(ground))
            overlays.append(VisibleArea(outlines, tone, label, fill=fill))
            names = [*_enemies_in(there, found[kind])]
            words.append(f"could {deed} {', '.join(names) or 'nobody'} where they deploy;")
        if len(words) == 1:
            words.append("neither charges nor shoots.")
        words[-1] = words[-1].removesuffix(";").removesuffix(".") + "."
        yield ProbeResult(tuple(overlays), words=tuple(words))


def _chosen(table: Table, unit: str) -> Model | None:
    """Return a model of a unit on the table, or of the first unit."""
    if unit in table.units and (models := table.of(UnitId(unit))):
        return models[0]
    return first_model(table, table.sides[0])


def _enemies_in(view: TableView, area: BaseGeometry) -> Iterator[str]:
    """Yield the names of the units with a model in an area that are enemies of the stand-in."""
    table = view.table
    for unit in table.fielded(table.enemy(table.units[STAND_IN].side)):
        if any(area.intersects(shapely.Point(m.at).buffer(m.base)) for m in table.of(unit.id)):
            yield unit.name
