"""The automatic fixes of findings, and the state of the map after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of, parse_map
from game.content.maps.writer import canonical
from game.editor import map_checks
from game.editor.documents import History
from game.editor.finding_fixes import apply_all, apply_fix, fixes_of
from game.editor.findings import CheckReport, Finding
from game.editor.map_checks import judge
from game.editor.workspace import Workspace
from tests.tiers import few

NORTH = {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 48, 12]}
SOUTH = {"class": "DeploymentZone", "name": "south", "rectangle": [0, 36, 48, 12]}
THREE = [{"class": "Objective", "point": [x, 24]} for x in (10, 24, 38)]
SPRING = {"class": "FloodOrigin", "name": "spring", "point": [0, 24]}
CANAL = {"class": "Lane", "name": "canal", "polyline": [[0, 24], [40, 24]]}
DAM = {"class": "Wall", "name": "dam", "rectangle": [20, 22, 1, 4]}


def city(n: int, x: float, y: float, size: int = 1, wide: float = 4) -> dict[str, Any]:
    return {
        "class": "CityPiece",
        "rectangle": [x, y, wide, wide],
        "size": size,
        "name": f"c{n}",
    }


CASES: Mapping[str, tuple[str, list[dict[str, Any]]]] = {
    "no zones": ("number of zones", THREE),
    "one zone": ("number of zones", [NORTH, *THREE]),
    "three zones": ("number of zones", [NORTH, SOUTH, NORTH | {"name": "more"}, *THREE]),
    "zones not alike": (
        "unequal zones",
        [NORTH, SOUTH | {"rectangle": [0, 40, 48, 8]}, *THREE],
    ),
    "zones that overlap": (
        "zones overlap",
        [NORTH, SOUTH | {"rectangle": [0, 6, 48, 12]}, *THREE],
    ),
    "zones at one corner": (
        "zones not opposite",
        [NORTH, SOUTH | {"rectangle": [0, 12, 16, 36]}, *THREE],
    ),
    "a small zone": (
        "cramped zone",
        [NORTH, SOUTH, *THREE, {"class": "Block", "rectangle": [0, 0.5, 48, 11.5]}],
    ),
    "two markers": ("number of markers", [NORTH, SOUTH, *THREE[:2]]),
    "six markers": (
        "number of markers",
        [NORTH, SOUTH, *THREE, *[{"class": "Objective", "point": [x, 20]} for x in (5, 9, 13)]],
    ),
    "a marker in a block": (
        "marker in a wall",
        [NORTH, SOUTH, *THREE, {"class": "Block", "rectangle": [8, 22, 4, 4]}],
    ),
    "a marker in a cell": (
        "marker out of reach",
        [NORTH, SOUTH, *THREE, {"class": "Wall", "polyline": [
            [8, 22], [12, 22], [12, 26], [8, 26], [8, 22]
        ]}],
    ),
    "no origin": ("no origin", [CANAL]),
    "an origin in a block": (
        "origin walled in",
        [SPRING, CANAL | {"polyline": [[6, 24], [40, 24]]},
         {"class": "Block", "rectangle": [0, 22, 3, 4]}],
    ),
    "a lane through a wall": ("lane through a wall", [SPRING, CANAL, DAM]),
    "a lane through a line": (
        "lane through a wall",
        [SPRING, CANAL, DAM | {"rectangle": None, "polyline": [[20, 20], [20, 30]]}],
    ),
    "a lane beside a wall": (
        "narrow lane",
        [SPRING, CANAL, {"class": "Wall", "rectangle": [10, 24.5, 8, 2]}],
    ),
    "a lane at the edge": (
        "narrow lane",
        [SPRING, CANAL | {"polyline": [[0, 24], [40, 24], [47.9, 24]]}],
    ),
    "a lane on its own": (
        "dry lane",
        [SPRING, CANAL, {"class": "Lane", "polyline": [[10, 30], [30, 30]]}],
    ),
    "a lane against the water": ("dry lane", [SPRING, CANAL | {"flow": "against"}]),
    "lanes in a circle": (
        "lanes in a circle",
        [
            SPRING,
            CANAL | {"polyline": [[0, 24], [10, 24]]},
            {"class": "Lane", "polyline": [[10, 24], [20, 14]], "flow": "as drawn"},
            {"class": "Lane", "polyline": [[20, 14], [20, 34]], "flow": "as drawn"},
            {"class": "Lane", "polyline": [[20, 34], [10, 24]], "flow": "as drawn"},
        ],
    ),
    "a gate for nothing": (
        "idle gate",
        [SPRING, {"class": "SluiceGate", "rectangle": [20, 20, 2, 4], "watertight": True}],
    ),
    "no arrival": ("arrival", [city(1, 5, 5), city(2, 15, 5, 2), city(3, 25, 5, 3)]),
    "half an arrival": (
        "arrival",
        [city(1, 5, 5), {"class": "Arrival", "polyline": [[48, 0], [48, 20]]}],
    ),
    "a short street": (
        "short street",
        [city(1, 5, 5), {"class": "Arrival", "polyline": [[48, 0], [48, 48]]}],
    ),
    "pieces of one size": (
        "unequal sizes",
        [
            *[city(n, 5 * n, 5) for n in range(1, 8)],
            {"class": "Arrival", "polyline": [[48, 0], [48, 48]]},
        ],
    ),
    "pieces that overlap": (
        "overlap",
        [
            city(1, 5, 5), city(2, 8, 6, 2), city(3, 20, 20, 3),
            {"class": "Arrival", "polyline": [[48, 0], [48, 48]]},
        ],
    ),
    "silent": (
        "silent feature",
        [NORTH, SOUTH, *THREE, {"class": "Debris", "rectangle": [20, 18, 2, 2]}],
    ),
}  # fmt: skip


OURS, THEIRS = NORTH | {"side": "wardens"}, SOUTH | {"side": "brood"}
DEMANDS: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("the_nest", "no nest", [NORTH, SOUTH, SPRING, CANAL]),
    (
        "the_nest",
        "nest too far",
        [OURS, THEIRS, SPRING, CANAL, {"class": "Nest", "point": [24, 45]}],
    ),
    ("crossing", "no exit", [OURS, THEIRS]),
    ("salvage", "number of containers", [NORTH, SOUTH]),
    ("adrift", "number of zones", []),
    ("cage", "no rings", []),
]


def map_without_nones(objects: list[dict[str, Any]]) -> MapFile:
    bare = [{k: v for k, v in one.items() if v is not None} for one in objects]
    return map_of(48, 48, bare)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that has maps judged for the named scenarios only, to save time."""

    def only(*scenarios: str) -> None:
        chosen = tuple(one for one in map_checks.battles() if one.scenario.id in scenarios)
        monkeypatch.setattr(map_checks, "battles", lambda: chosen)

    return only


def whole_report(mapfile: MapFile) -> CheckReport:
    *_, report = judge(mapfile)
    assert report
    return report


def findings_of_kind(mapfile: MapFile, kind: str) -> list[Finding]:
    report = whole_report(mapfile)
    demands = [reason for one in report.playable for reason in one.reasons]
    return [finding for finding in (*report.findings, *demands) if finding.kind == kind]


@pytest.mark.parametrize("case", few(CASES, 14))
def test_what_is_mended_is_found_no_more(case: str, judged: Callable[..., None]) -> None:
    judged()
    kind, objects = CASES[case]
    mapfile = map_without_nones(objects)
    first = findings_of_kind(mapfile, kind)
    assert first, "there is nothing to mend"
    assert all(finding.at for finding in first if finding.about), "it has a place"
    fixes = fixes_of(first[0])
    assert fixes

    for fix in fixes:
        workspace = Workspace(History(mapfile))
        apply_fix(workspace, first[0], fix)

        assert len(workspace.history.entries) == 2, "one entry"
        assert workspace.history.undoes == fix.label
        left = [f.words for f in findings_of_kind(workspace.map, kind)]
        assert first[0].words not in left
        assert len(left) < len(first) or not left
        assert parse_map(canonical(workspace.map), "x") == workspace.map
        workspace.undo()
        assert workspace.map is mapfile


@pytest.mark.parametrize(("scenario", "kind", "objects"), DEMANDS)
def test_what_a_scenario_asks_for_can_be_drawn_at_a_click(
    scenario: str, kind: str, objects: list[dict[str, Any]], judged: Callable[..., None]
) -> None:
    judged(scenario)
    workspace = Workspace(History(map_without_nones(objects)))

    def asked() -> list[Finding]:
        report = whole_report(workspace.map)
        (one,) = [one for one in report.playable if one.scenario == scenario]
        return [finding for finding in one.reasons if finding.kind == kind]

    assert asked()
    while findings := asked():
        apply_fix(workspace, findings[0], fixes_of(findings[0])[0])
    assert len(workspace.history.entries) <= 3


def test_a_zone_is_kept_for_each_side_of_the_scenario_that_asks(
    judged: Callable[..., None],
) -> None:
    judged("crossing")
    workspace = Workspace(History(map_without_nones([NORTH, SOUTH, SPRING, CANAL])))
    report = whole_report(workspace.map)
    (crossing,) = [one for one in report.playable if one.scenario == "crossing"]
    (zones,) = [f for f in crossing.reasons if f.kind == "zones without sides"]

    apply_fix(workspace, zones, fixes_of(zones)[0])

    sides = [getattr(one.what, "side", "") for _, one in workspace.map.objects()]
    assert sides[:2] == ["wardens", "brood"]


def test_everything_is_mended_as_one_entry() -> None:
    """A dam on the canal, a missing second zone, and only two markers of three."""
    mapfile = map_without_nones(
        [NORTH, *THREE[:2], SPRING, CANAL | {"polyline": [[0, 24], [30, 24]]}, DAM]
    )
    workspace = Workspace(History(mapfile))
    report = whole_report(mapfile)
    kinds = [finding.kind for finding in report.findings]
    assert kinds == ["number of zones", "number of markers", "lane through a wall"]

    assert apply_all(workspace, report.findings) == 3

    assert workspace.history.undoes == "Fix 3 findings"
    report = whole_report(workspace.map)
    left = [f.kind for f in report.findings]
    assert not {*kinds} & {*left}
    workspace.undo()
    assert workspace.map is mapfile
