"""Probe of the deployed units that can see, shoot or charge a point of the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import shapely

from game.cores.kit.queries import SIGHTLINES, Sightline, TableView, ThreatKind, UnitPair
from game.editor.deployed_forces import (
    SIDE_TONES,
    STAND_IN,
    DeployedForces,
    ForcesProbe,
    base_outlines,
    first_model,
    unit_areas,
    with_model_at,
)
from game.editor.deployment_probe import can_stand
from game.editor.probes import ProbeResult
from game.geometry.points import Disc
from game.play.log.wording import side_name
from game.table.board import Board
from game.table.records import Side, Unit
from game.view.overlays import Overlay, OverlayLine, TargetBrackets

DEEDS = {
    ThreatKind.SHOOTS: "Could shoot there next turn",
    ThreatKind.CHARGES: "Could charge there next turn",
    ThreatKind.STRIKES: "Could strike there next turn",
}
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class ExposureProbe(ForcesProbe):
    name: ClassVar[str] = "Seen by whom"
    hint: ClassVar[str] = (
        "Which units, once deployed, see a model at the pointer, and could shoot or charge it"
    )
    follows: ClassVar[bool] = True
    lucky: ClassVar[bool] = True

    def of_forces(
        self, board: Board, forces: DeployedForces, view: TableView
    ) -> Iterator[ProbeResult]:
        """``CC-08``, ``CC-23``  Yield which units see the place, then which reach it."""
        asked = self.asked
        tables = [
            (side, first_model(view.table, view.table.enemy(side))) for side in view.table.sides
        ]
        targets = [(side, model) for side, model in tables if model]
        if not targets or not all(can_stand(board, Disc(asked.at, m.base)) for _, m in targets):
            yield ProbeResult(refused="No model can stand there")
            return
        base = Disc(asked.at, targets[0][1].base)
        overlays: list[Overlay] = [*base_outlines(view.table), TargetBrackets(base)]
        words = [f"{forces.title}."]
        for (side, model), tone in zip(targets, SIDE_TONES, strict=False):
            seen = [*_seen_by(with_model_at(view, model, asked.at), side)]
            overlays += [OverlayLine(line.start, line.end, tone) for _, line in seen]
            words.append(f"Seen by {side_name(side)}: {_listed([unit for unit, _ in seen])}.")
        yield ProbeResult(tuple(overlays), words=tuple(words), done=0.2)
        spot = shapely.Point(asked.at).buffer(base.radius)
        able = dict[ThreatKind, list[Unit]]()
        units = view.table.fielded()
        for n, unit in enumerate(units, 1):
            for kind, area in unit_areas(board, asked.scenario, asked.seed, unit.id).items():
                if kind in DEEDS and area.intersects(spot):
                    able.setdefault(kind, []).append(unit)
            yield ProbeResult(tuple(overlays), words=tuple(words), done=n / (len(units) + 1))
        words += [
            f"{deed}: {_listed(able.get(kind, []))}."
            for kind, deed in DEEDS.items()
            if kind in able or kind is not ThreatKind.STRIKES
        ]
        yield ProbeResult(tuple(overlays), words=tuple(words))


def _seen_by(view: TableView, side: Side) -> Iterator[tuple[Unit, Sightline]]:
    """``CC-08``  Yield the units of a side that see the stand-in, each with a clear line."""
    for unit in view.table.fielded(side):
        lines = SIGHTLINES.of(view, UnitPair(unit.id, STAND_IN))
        if line := next((line for line in lines if line.block is None), None):
            yield unit, line


def _listed(units: list[Unit]) -> str:
    return ", ".join(unit.name for unit in units) or NOBODY
