"""Results of probes on boards small enough to be worked out by hand."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from shapely import Polygon

from game.content.maps.made_board import to_board
from game.content.maps.map_library import load_map, map_of, read_map
from game.cores.kit.queries import TableView
from game.editor.charge_probe import ChargeProbe
from game.editor.deployment_probe import DeploymentProbe, bases_in
from game.editor.exposure_probe import ExposureProbe
from game.editor.map_probes import PROBES, first_for
from game.editor.probes import SIDES, Probe, ProbeOptions, ProbeResult
from game.editor.sight_probe import SightProbe, cover
from game.geometry.points import Point, distance
from game.rules.catalog import rules_of
from game.systems.cage.editor.rings_probe import RingsProbe, turns
from game.systems.flood.editor.flood_probe import FloodProbe, chance_at, flooded, spread
from game.systems.pursuit.editor import StreetProbe, roll
from game.systems.pursuit.table.street import street_of
from game.systems.zero_g.editor import DriftProbe, drifted
from game.table.board import Board
from game.table.events import PieceLeft, PieceRemoved, Rolled
from game.table.state import PieceKind, Table
from game.table.system_additions import pieces_of
from game.view.overlays import OverlayLine, VisibleArea
from tests.tiers import few

MAPS = Path(__file__).parents[3] / "maps"
ORIGIN = {"class": "FloodOrigin", "name": "mouth", "point": [0, 3]}
LANE = {"class": "Lane", "polyline": [[0, 3], [23, 3]]}


def board_with(*objects: dict[str, Any], width: int = 24, height: int = 12) -> Board:
    return to_board(map_of(width, height, objects))


def last(probe: Probe, on: Board) -> ProbeResult:
    *_, shown = probe.results(on)
    return shown


# The flood.

DAM = {"class": "Wall", "rectangle": [0, 6, 24, 1]}


@pytest.mark.rule("FF-08", "FF-10")
def test_a_warden_beside_the_lane_is_swept_in_one_of_two_floods_behind_a_wall_in_none() -> None:
    """A warden passes half of its tests of Strength."""
    wet = board_with(ORIGIN, LANE, DAM)

    assert chance_at(wet, "mouth", Point(10, 3), 0) == 0.5
    assert chance_at(wet, "mouth", Point(10, 4.5), 0) == 0.5
    assert chance_at(wet, "mouth", Point(10, 9), 0) == 0.0


@pytest.mark.rule("FF-12")
def test_who_stands_near_the_end_of_the_lane_may_be_dashed_hardly_anybody_else() -> None:
    """The end of the lane is 1" or 19" away; models are hardly ever carried 19"."""
    wet = board_with(ORIGIN, LANE, DAM)

    near, inches = (chance_at(wet, "mouth", Point(x, 3), 1) for x in (22, 4))
    assert inches < 0.001 < near < 0.5
    assert chance_at(wet, "mouth", Point(22, 3), 2) <= 0.5


@pytest.mark.rule("FF-18")
def test_the_ground_that_floods_is_the_floor_on_this_side_of_the_wall() -> None:
    """The area above the wall is 24" x 6", one piece, with a hole for a 2" x 2" block."""
    block = {"class": "Block", "rectangle": [10, 4, 2, 2]}
    whole, *holes = flooded(board_with(ORIGIN, LANE, DAM, block), "mouth").outlines

    assert Polygon(whole).area - sum(Polygon(hole).area for hole in holes) == 24 * 6 - 4
    assert isinstance(flooded(board_with(ORIGIN, LANE, DAM), "mouth"), VisibleArea)
    assert len(flooded(board_with(ORIGIN, LANE, DAM), "mouth").outlines) == 1


def test_a_flood_is_told_place_by_place_and_refused_without_an_origin() -> None:
    first, *_, done = FloodProbe().results(board_with(ORIGIN, LANE, DAM))
    assert first.overlays
    assert (first.warm, first.done) == ((), 0.0)
    assert done.done == 1.0
    # Twelve columns; rows at 1", 3" and 5" are wet; at 7" is the wall, at 9" and 11" dry floor.
    (warm,) = done.warm
    assert warm.shares.tolist() == [[0.5] * 12] * 3 + [[0.0] * 12] * 3
    assert done.words[0].startswith("Swept away: ")

    assert "FloodOrigin" in last(FloodProbe(), board_with()).refused


@pytest.mark.rule("FF-01")
def test_of_several_origins_each_has_its_turn() -> None:
    other = {"class": "FloodOrigin", "name": "spring", "point": [23, 3]}
    lane = {"class": "Lane", "polyline": [[1, 3], [23, 3]]}
    two = board_with({**ORIGIN, "point": [1, 3]}, other, lane, DAM)
    found = [next(FloodProbe(ProbeOptions(seed=seed)).results(two)).words for seed in (1, 2, 3)]

    assert found == [("From mouth.",), ("From spring.",), ("From mouth.",)]


@pytest.mark.rule("FF-01")
def test_a_chosen_origin_floods_whatever_the_seed_and_one_that_is_gone_does_not_count() -> None:
    other = {"class": "FloodOrigin", "name": "spring", "point": [23, 3]}
    lane = {"class": "Lane", "polyline": [[1, 3], [23, 3]]}
    two = board_with({**ORIGIN, "point": [1, 3]}, other, lane, DAM)

    first = next(FloodProbe(ProbeOptions(target="spring")).run(two))
    assert (first.words, first.targets) == (("From spring.",), ("mouth", "spring"))
    gone = next(FloodProbe(ProbeOptions(target="drained")).run(two))
    assert gone.words == ("From mouth.",)


def test_places_come_in_an_order_in_which_all_come_once() -> None:
    assert sorted(spread([*range(100)])) == [*range(100)]
    assert spread([*range(25)])[:4] == [0, 11, 22, 1]


# The street.


@pytest.mark.rule("PU-08", "PU-09")
def test_pieces_go_twelve_inches_back_or_off_the_rear_edge() -> None:
    mile = load_map(MAPS / "broken-mile.tmj")
    street = street_of(mile)
    table = Table(mile, SIDES, pieces=pieces_of(mile, (PieceKind.CITY,)))
    before = dict(table.pieces)
    story = roll(table, 1, seed=1)

    left = {event.piece for event in story if isinstance(event, PieceLeft)}
    for id_, was in before.items():
        rear = min(street.long - street.off(corner) for corner in was.corners)
        assert (id_ in left) == (rear <= 12.0), id_
        if id_ not in left:
            now = table.pieces[id_].at
            assert street.off(now) - street.off(was.at) == pytest.approx(12.0, abs=0.002)
    assert left


def test_a_street_tells_a_sentence_for_each_roll_and_is_refused_without_an_arrival() -> None:
    mile = load_map(MAPS / "broken-mile.tmj")

    assert len(next(StreetProbe(ProbeOptions(many=2)).run(mile)).words) == 3
    assert "Arrival" in last(StreetProbe(), board_with(width=60)).refused


# Rings.


@pytest.mark.rule("TC-07")
def test_each_ring_turns_by_a_multiple_of_five_degrees_as_far_as_players_may() -> None:
    rings = (0, 90, 355)
    for seed in range(200):
        turned, words = turns(rings, seed)
        by = [int(word.split(": ")[1].removesuffix("°.").replace("−", "-")) for word in words]
        assert all(-175 <= one <= 180 and one % 5 == 0 for one in by)
        assert turned == tuple((r + b) % 360 for r, b in zip(rings, by, strict=True))
    assert len({turns(rings, seed)[0] for seed in range(50)}) > 40
    assert "no rings" in last(RingsProbe(), board_with()).refused


@pytest.mark.rule("TC-07")
def test_one_ring_turns_alone_by_the_degrees_that_are_chosen() -> None:
    cage = load_map(MAPS / "training-cage.tmj")
    ring = [*RingsProbe().targets(cage)][2]
    twenty = RingsProbe.choices.index("+20°")
    shown = last(RingsProbe(ProbeOptions(many=twenty, target=ring)), cage)

    assert shown.words == ("Ring 2: +20°.",)
    arrows = [one for one in shown.overlays if isinstance(one, OverlayLine)]
    assert len(arrows) == 1, "only one first cell moves"
    assert turns((0, 90, 355), 1, {1}, -90)[0] == (0, 0, 355)


# Drifting pieces.


@pytest.mark.rule("ZG-13")
def test_a_container_drifts_as_far_as_its_die_says() -> None:
    table = Table(
        void := board_with(
            {"class": "Container", "name": "box", "point": [12, 12]}, width=24, height=24
        ),
        SIDES,
        pieces=pieces_of(void),
    )
    start = table.pieces["box"].at
    story = drifted(table, 1, seed=5)

    (die,) = [e.faces for e in story if isinstance(e, Rolled) and e.what == "drift"]
    assert distance(start, table.pieces["box"].at) == pytest.approx(die[0], abs=0.002)


@pytest.mark.rule("ZG-14")
def test_what_drifts_over_the_edge_is_gone_and_said_to_be() -> None:
    """A container that moves 4 times d6 inches in one direction leaves a 6" x 6" board."""
    void = board_with({"class": "Container", "name": "box", "point": [3, 3]}, width=6, height=6)
    table = Table(void, SIDES, pieces=pieces_of(void))
    story = drifted(table, 4, seed=2)

    assert [e.piece for e in story if isinstance(e, PieceRemoved)] == ["box"]
    assert not table.pieces


@pytest.mark.rule("ZG-13")
def test_a_chosen_piece_drifts_alone_and_the_ground_it_may_cross_is_counted() -> None:
    two = [{"class": "Container", "name": n, "point": [x, 3]} for n, x in (("a", 3), ("b", 21))]
    void = board_with(*two, width=24, height=6)
    *_, shown = islice(DriftProbe(ProbeOptions(target="a")).run(void), 3)
    (warm,) = shown.warm

    row = warm.shares[6]
    assert row[6] == 1.0, "the piece has started there"
    assert 0.0 < row[8] < 1.0
    assert row[-6] == 0.0, "the other piece is not pushed"


@pytest.mark.slow
@pytest.mark.rule("PU-08")
def test_ground_that_pieces_of_a_street_pass_over_is_counted_for_one_or_all() -> None:
    mile = load_map(MAPS / "broken-mile.tmj")
    piece = next(iter(StreetProbe().targets(mile)))
    (one,), (all_,) = (
        last(StreetProbe(ProbeOptions(target=target)), mile).warm for target in (piece, "")
    )

    assert 0 < (one.shares > 0).sum() < (all_.shares > 0).sum()
    assert (one.shares <= all_.shares).all()


# Forces in place.

PATROL = "first_patrol"


@pytest.mark.slow
@pytest.mark.rule("CC-08", "CC-23")
def test_deployed_units_are_named_that_see_a_place_or_could_charge_it() -> None:
    crossing = load_map(MAPS / "ruined-crossing.tmj")
    options = ProbeOptions(at=Point(20, 20), scenario=PATROL)
    words = last(ExposureProbe(options), crossing).words
    assert words[0] == "First patrol."
    assert words[1].startswith("Seen by Wardens: ")
    assert [word.split(":")[0] for word in words[3:]] == [
        "Could shoot there next turn",
        "Could charge there next turn",
    ]

    mill = next(one for one in crossing.terrain if one.impassable)
    inside_wall = options._replace(at=mill.outline[0])
    assert last(ExposureProbe(inside_wall), crossing).refused

    charge = ChargeProbe(options)
    shown = last(charge, crossing)
    assert {one.words for one in shown.overlays if isinstance(one, VisibleArea)} == {
        "can be charged",
        "can be shot",
    }
    unit = [*charge.targets(crossing)][-1]
    other = last(ChargeProbe(options._replace(target=unit)), crossing)
    assert other.words[0] != shown.words[0]


# Sight.


@pytest.mark.rule("CC-15")
def test_a_place_has_the_cover_of_what_is_there_or_in_between() -> None:
    """Seen from (2, 6): a wood at (12, 6), a hedge before (20, 10), a block at (20, 2)."""
    field = board_with(
        {"class": "Wood", "rectangle": [10, 4, 4, 4]},
        {"class": "Hedge", "polyline": [[18, 7], [18, 12]]},
        {"class": "Block", "rectangle": [19, 1, 2, 2]},
    )
    view, eye = TableView(Table(field, SIDES), rules_of("classic")), Point(2, 6)

    assert cover(view, eye, Point(6, 2)) == 0
    assert cover(view, eye, Point(12, 6)) == 4
    assert cover(view, eye, Point(20, 10)) == 5
    assert cover(view, eye, Point(20, 2)) is None


def test_sight_is_asked_of_where_the_pointer_is() -> None:
    wall = {"class": "Wall", "rectangle": [11, 0, 1, 12]}
    shown = last(SightProbe(ProbeOptions(at=Point(5, 6))), board_with(wall))

    (warm,) = shown.warm
    # 11 columns in sight; in the outermost ones, and beside the wall, no base of an inch fits
    # with its middle in the middle of a square: half an inch is all that it needs.
    assert (warm.shares > 0).tolist() == [[n < 11 for n in range(24)]] * 12
    assert shown.words[0].endswith(f" {11 * 12} square inches.")
    assert last(SightProbe(ProbeOptions(at=Point(11.5, 6))), board_with(wall)).refused
    assert last(SightProbe(ProbeOptions(at=Point(50, 6))), board_with(wall)).refused


# Setting up.


@pytest.mark.rule("MI-03")
def test_bases_are_counted_that_stand_in_rows() -> None:
    """A 4" x 2" zone has room for one row of three bases of 1", and for no second row."""
    zone = {"class": "DeploymentZone", "rectangle": [2, 2, 4, 2]}
    plain = board_with(zone)
    rock = board_with(zone, {"class": "Block", "rectangle": [2, 2, 1, 1]})

    assert bases_in(plain.zones[0], Table(plain, SIDES), 0.5) == 3
    assert bases_in(rock.zones[0], Table(rock, SIDES), 0.5) == 2
    hold = board_with(zone, {"class": "Container", "point": [2.5, 2.5]})
    full = Table(hold, SIDES, pieces=pieces_of(hold, (PieceKind.CONTAINER,)))
    assert bases_in(hold.zones[0], full, 0.5) == 2


@pytest.mark.parametrize(
    ("scenario", "name"), [("combat_patrol", "ruined-crossing"), ("adrift", "void-drift")]
)
def test_a_shipped_map_has_room_for_both_sides(scenario: str, name: str) -> None:
    shown = last(
        DeploymentProbe(ProbeOptions(scenario=scenario)), load_map(MAPS / f"{name}.tmj")
    )

    assert not shown.refused
    lines = [word for word in shown.words if "models are deployed" in word]
    assert len(lines) == 2
    for word in lines:
        there, all_ = word.split(": ")[1].split(" models")[0].split(" of ")
        assert there == all_


def test_a_map_that_does_not_do_for_the_scenario_says_why() -> None:
    shown = last(DeploymentProbe(ProbeOptions(scenario="combat_patrol")), board_with())

    assert shown.refused.startswith("Combat patrol: ")


# All probes.

QUICK = [kind for kind in PROBES if kind is not FloodProbe]


@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize(
    "name", few(["sewer-cross", "broken-mile", "training-cage", "hulk-hold"], 2)
)
def test_every_map_answers_or_says_why_not_and_the_same_each_time(
    kind: type[Probe], name: str
) -> None:
    on, probe = (
        load_map(MAPS / f"{name}.tmj"),
        kind(ProbeOptions(1, 7, Point(20, 20), "salvage")),
    )
    *_, shown = islice(probe.run(on), 2)

    assert shown.refused or shown.words or shown.overlays
    *_, again = islice(probe.run(on), 2)
    assert (again.overlays, again.words) == (shown.overlays, shown.words)


def test_a_map_asks_first_for_what_is_drawn_on_it() -> None:
    def asks(*objects: dict[str, Any]) -> str:
        return first_for(map_of(24, 24, objects)).name

    assert asks() == "Deployment"
    assert asks(ORIGIN) == "Flood now"
    assert first_for(read_map(MAPS / "training-cage.tmj")).name == "Turn the rings"
    assert asks({"class": "Arrival", "polyline": [[0, 0], [0, 24]]}) == "Roll the street"
