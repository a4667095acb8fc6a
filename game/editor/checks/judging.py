"""All that is checked of a map, the most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from game.content.faults import UnusableFile
from game.content.maps import MapFile, faults_on, iter_warnings, to_board
from game.content.scenarios import scenario_names
from game.editor.checks.findings import Places, Playable, Report, Severity
from game.editor.scenario_fit import cramped_for
from game.rules.battles import Battle, prepare, refusals, unfit_for_its_battle


def judge(mapfile: MapFile) -> Iterator[Report | None]:
    """Yield reports on a sound map, each with all of the one before, the last one whole.

    Yield None now and then, where it takes long: whoever wants no more of it can stop there.
    """
    board, places = to_board(mapfile), Places(mapfile)
    faults = list(dict.fromkeys([*faults_on(board), *unfit_for_its_battle(board)]))
    findings = places.found(faults, Severity.FAULT)
    yield Report(tuple(findings))
    playable = list[Playable]()
    for battle in battles():
        scenario = battle.scenario
        sides = tuple(side.id for side in scenario.sides)
        told = refusals(battle, board) or cramped_for(battle, board)
        reasons = places.found(told, Severity.DEMAND, sides)
        playable.append(Playable(scenario.id, scenario.title, tuple(reasons)))
        yield Report(tuple(findings), tuple(playable))
    for fault in iter_warnings(board):
        if fault:
            findings += places.found([fault], Severity.WARNING)
        yield None
    yield Report(tuple(findings), tuple(playable), is_whole=True)


@cache
def battles() -> tuple[Battle, ...]:
    """Return one battle of each scenario that can be used, on its usual map."""
    found = list[Battle]()
    for name in scenario_names():
        try:
            found.append(prepare(name, seed=0))
        except UnusableFile:
            continue  # the check of scenarios tells why
    return tuple(found)
