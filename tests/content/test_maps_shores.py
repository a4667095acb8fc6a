"""Warnings of the check for maps that can be flooded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli import main
from game.systems.flood.content.map_checks import flood_warnings
from tests.content.drawn_maps import Raw, board_of, polygon_of, prop, tmj
from tests.systems.flood.test_map_waters import CANAL, SPRING, box_object, lane

CORRIDOR = box_object("Wall", 30, 0, 0, 48, 20), box_object("Wall", 31, 0, 28, 48, 48)


def warnings_of(*objects: Raw) -> list[str]:
    return [str(warning) for warning in flood_warnings(board_of(*objects))]


@pytest.mark.rule("FF-10")
def test_a_corridor_with_a_lane_down_its_middle_is_as_it_should_be() -> None:
    assert not warnings_of(SPRING, CANAL, *CORRIDOR)


@pytest.mark.rule("FF-12")
def test_streams_that_meet_head_on_are_named() -> None:
    inlet = lane(2, "inlet", (1, 24), (10, 24))
    left = lane(3, "left arm", (10, 24), (10, 14), (30, 14), (30, 24))
    right = lane(4, "right arm", (10, 24), (10, 34), (30, 34), (30, 24))
    outlet = lane(5, "outlet", (30, 24), (47, 24))

    assert warnings_of(SPRING, inlet, left, right) == [
        (
            "lanes: water from spring meets at (30, 24) along left-arm and right-arm, and none "
            "leaves: models stop there (FF-12); add a lane onward if they should not"
        )
    ]
    assert not warnings_of(SPRING, inlet, left, right, outlet)


@pytest.mark.rule("FF-04")
def test_a_lane_that_hangs_on_no_other_stays_dry() -> None:
    apart = lane(3, "apart", (10, 26), (30, 26))

    assert warnings_of(SPRING, CANAL, apart, *CORRIDOR)[0] == (
        "apart: no water reaches this lane: join it to a wet one, or turn its flow (FF-04)"
    )


@pytest.mark.rule("FF-04")
def test_a_lane_that_runs_toward_the_water_stays_dry() -> None:
    upper = lane(2, "upper", (0, 24), (20, 24))
    lower = lane(3, "lower", (20, 24), (47, 24), flow="against")

    assert (
        "lower: no water reaches this lane" in warnings_of(SPRING, upper, lower, *CORRIDOR)[0]
    )


@pytest.mark.rule("FF-10")
def test_floor_without_a_clear_line_to_a_lane_is_told_of() -> None:
    """A chamber of 8" x 6" behind a door; a zone makes it part of the battle."""
    chamber = [
        box_object("Wall", 30, 0, 0, 48, 10),
        box_object("Wall", 31, 0, 10, 20, 20),
        box_object("Wall", 32, 28, 10, 48, 20),
        box_object("Wall", 33, 20, 16, 26, 20),
        box_object("Wall", 34, 0, 28, 48, 48),
    ]
    (dry,) = warnings_of(SPRING, CANAL, *chamber)

    assert dry.startswith("floor: ")
    assert dry.endswith(
        "have no clear line to any lane: if it should get wet, lead a lane there; "
        "otherwise make it a gantry (FF-10)"
    )
    assert not warnings_of(
        SPRING, CANAL, *chamber, lane(3, "drain", (27, 24), (27, 13), (21, 13))
    )


@pytest.mark.rule("FF-02", "FF-10")
def test_gantries_are_meant_to_stay_dry() -> None:
    high = box_object("Wall", 30, 0, 0, 48, 10), box_object("Wall", 31, 0, 28, 48, 48)
    # It cuts off the ground behind it from the lane, if it cuts off any.
    behind = box_object("Gantry", 3, 0, 12, 48, 16)

    assert len(warnings_of(SPRING, CANAL, *high, behind)) == 1
    assert not warnings_of(SPRING, CANAL, *high, behind | {"y": 320, "height": 6 * 32})


@pytest.mark.rule("FF-10")
def test_a_vault_that_nobody_gets_into_needs_no_lane() -> None:
    vault = [
        box_object("Wall", 30, 0, 0, 48, 4),
        box_object("Wall", 31, 0, 16, 48, 20),
        box_object("Wall", 32, 0, 28, 48, 48),
    ]
    zone = box_object("DeploymentZone", 3, 4, 6, 12, 14)

    assert not warnings_of(SPRING, CANAL, *vault)
    assert warnings_of(SPRING, CANAL, *vault, zone)[0].startswith("floor: ")


@pytest.mark.rule("FF-03")
@pytest.mark.parametrize("low", [23, 28])
def test_a_gate_closes_a_lane(low: int) -> None:
    """Drawn down to y = 23 it hangs beside the lane at y = 24."""
    gate = box_object("SluiceGate", 3, 20, 20, 21, low) | {"name": "old gate"}
    blame = "old-gate: closes no lane: move it across one, or lead a lane through it (FF-03)"

    assert warnings_of(SPRING, CANAL, *CORRIDOR, gate) == [blame] * (low == 23)
    tight = [prop("watertight", value=True, kind="bool")]
    grate = gate | {"type": "Grate", "properties": tight}
    assert warnings_of(SPRING, CANAL, *CORRIDOR, grate) == [blame] * (low == 23)


@pytest.mark.rule("FF-03")
@pytest.mark.parametrize("low", [44, 48])
def test_without_lanes_a_watertight_gate_keeps_ground_dry(low: int) -> None:
    """From y = 0 to y = 48 it cuts the table in two; to y = 44 water runs round it."""
    tight = [prop("watertight", value=True, kind="bool")]
    gate = box_object("SluiceGate", 3, 20, 0, 21, low) | {"properties": tight}

    blame = (
        "sluice-gate-3: is watertight, but keeps no ground dry: "
        "close off what lies behind it (FF-03)"
    )

    assert warnings_of(SPRING, gate) == [blame] * (low == 44)
    assert not warnings_of(SPRING, gate | {"properties": []})


@pytest.mark.rule("FF-02")
@pytest.mark.parametrize("top", [23, 24])
def test_a_gantry_stands_beside_the_lanes(top: int) -> None:
    """From y = 24 on it only touches the lane."""
    gantry = box_object("Gantry", 3, 20, top, 26, 26)
    blame = (
        "gantry-3: lies over canal: a model stopping there would count as on it; "
        "move it off the lane (FF-02)"
    )

    assert (blame in warnings_of(SPRING, CANAL, *CORRIDOR, gantry)) is (top == 23)


def test_the_command_prints_warnings_and_finds_the_map_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.tmj"
    gantry = box_object("Gantry", 3, 20, 23, 26, 26)
    file.write_text(json.dumps(tmj(SPRING, CANAL, *CORRIDOR, gantry)), "utf-8")

    assert main(["check", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{file}: warning: gantry-3: lies over canal: ")
    assert lines[-1] == "1 file OK"


def test_warnings_wait_until_the_water_can_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.tmj"
    off = CANAL | {"polyline": polygon_of((0, 24), (48, 24))}
    idle = box_object("SluiceGate", 3, 20, 20, 21, 23)
    file.write_text(json.dumps(tmj(SPRING, off, *CORRIDOR, idle)), "utf-8")

    assert main(["check", str(file)]) == 1
    assert "closes no lane" not in capsys.readouterr().out
