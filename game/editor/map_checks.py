"""All checks of a map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from game.content.faults import UnusableFile
from game.content.maps.board_faults import faults_on, iter_warnings
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.tiled_remarks import remarks_of
from game.content.scenarios import scenario_names
from game.editor.findings import CheckReport, Places, Playable, Severity
from game.rules.battles import Battle, findings_for_its_battle, prepare, refusals
from game.rules.map_choice import refused_options
from game.table.board import Board

SCENERY = {"ground", "lamp", "note"}
"""Kinds of objects that are on maps for all games."""


def judge(mapfile: MapFile) -> Iterator[CheckReport | None]:
    """Yield reports on a sound map, each with all of the one before, the last one whole.

    Yield None now and then during long checks, so that the caller can stop there.
    """
    board, places = to_board(mapfile), Places(mapfile)
    own = findings_for_its_battle(board)
    faults = list(dict.fromkeys([*faults_on(board), *own.faults]))
    findings = places.found(faults, Severity.FAULT)
    yield CheckReport(tuple(findings))
    playable = list[Playable]()
    for battle in battles():
        scenario = battle.scenario
        sides = tuple(side.id for side in scenario.sides)
        found = refusals(battle, board)
        reasons = places.found(found, Severity.DEMAND, sides)
        options = {} if found else refused_options(battle, board)
        refused = (f"{scenario.options[id_].label}: {no}" for id_, no in options.items())
        shared = len(_special(board) & _special(battle.opening.board))
        found_out = tuple(reasons), tuple(refused), shared
        playable.append(Playable(scenario.id, scenario.title, *found_out))
        yield CheckReport(tuple(findings), tuple(playable))
    remarks = remarks_of(mapfile)
    for fault in (*remarks, *own.warnings, *iter_warnings(board)):
        if fault:
            findings += places.found([fault], Severity.WARNING)
        yield None
    yield CheckReport(tuple(findings), tuple(playable), is_whole=True)


def _special(board: Board) -> set[str]:
    """Return the kinds of a map's objects that are made for certain games."""
    return {spot.kind for spot in board.spots} - SCENERY


@cache
def battles() -> tuple[Battle, ...]:
    """Return one battle of each usable scenario, on its usual map."""
    found = list[Battle]()
    for name in scenario_names():
        try:
            found.append(prepare(name, seed=0))
        except UnusableFile:
            continue  # the check of scenarios reports the reason
    return tuple(found)
