"""Events as lines of the log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.content.maps.map_library import load_board
from game.geometry.points import Point
from game.play.log.log_words import LogSpan, LogSpanKind
from game.play.log.transcript import line, spans
from game.play.log.wording import name
from game.rules import battles as _words  # noqa: F401  adds those of all systems
from game.systems.cage.table import events as bout
from game.systems.cage.table import rings_of
from game.systems.cage.table.floor_state import FLOOR, FloorState
from game.systems.flood.rules import PAGE, FloodState
from game.table import events
from game.table.apply import apply
from game.table.board import Board, ObjectiveMarker, Spot, TerrainKind, terrain
from game.table.events import Act, AnnouncementKind, Event, Reason
from game.table.records import (
    Cell,
    How,
    Mark,
    Model,
    ModelId,
    Profile,
    Side,
    Unit,
    UnitId,
    Until,
    Where,
)
from game.table.state import Piece, PieceKind, Table
from game.table.system_additions import event_kinds

WARDENS, BROOD = Side("wardens"), Side("brood")
FIRST, SECOND, RATS, HEAVY = (
    UnitId("first"),
    UnitId("second"),
    UnitId("brood-rats"),
    UnitId("heavy"),
)


def table_of_four_units() -> Table:
    """Return two squads of wardens, a unit of rats and a single gunner, on a table.

    The floor of a cage lies on it, too.
    """
    names = {FIRST: "First squad", SECOND: "Second squad", RATS: "Rats", HEAVY: "Heavy gunner"}
    squads = {
        FIRST: ("Sergeant", "Warden", "Warden"),
        SECOND: ("Warden",) * 2,
        RATS: ("Rat",) * 3,
        HEAVY: ("Gunner",),
    }
    marker, nest = ObjectiveMarker("m-2", Point(3.0, 3.0), 2), Point(9.0, 3.0)
    spots = Spot("west-mouth", "flood origin", (nest,)), Spot("nest", "nest", (nest,))
    legs = Point(0.0, 0.0), Point(2.0, 0.0)
    doors = [
        terrain(name, TerrainKind.DOOR, legs, closed=False) for name in ("north-gate", "door-3")
    ]
    cage = load_board("training-cage").spots
    laid = Table(board=Board(terrain=tuple(doors), markers=(marker,), spots=(*spots, *cage)))
    apply(laid, FLOOR.write("TC-07", FloorState(rings=rings_of(laid.board))))
    laid.pieces["container-1"] = Piece("container-1", PieceKind.CONTAINER, Point(9.0, 9.0))
    for unit, profiles in squads.items():
        side = BROOD if unit == RATS else WARDENS
        ids = tuple(ModelId(f"{unit}-{n}") for n in range(1, len(profiles) + 1))
        laid.units[unit] = Unit(unit, side=side, name=names[unit], models=ids)
        for id_, profile in zip(ids, profiles, strict=True):
            laid.models[id_] = Model(
                id_, unit=unit, side=side, profile=Profile(profile), base=0.5
            )
    return laid


RAT = ModelId("brood-rats-2")
GUNNER = ModelId("heavy-1")
TO_HIT = events.Rolled(
    "CC-05",
    by=WARDENS,
    what="to hit",
    faces=(4, 1, 6),
    need=4,
    who=FIRST,
    target=RATS,
    weapon="rifle",
    reasons=(Reason(0, "BS 3"), Reason(-1, "mist")),
    kind=events.RollKind.HIT,
)
TEST = events.Rolled(
    "CC-03",
    by=BROOD,
    what="Leadership test",
    faces=(3, 5),
    need=7,
    under=True,
    total=True,
    who=RATS,
)

LINES: list[tuple[Event, str]] = [
    (
        events.Acted("CC-07", unit=FIRST, act=Act.SHOOTS, target=RATS),
        "First squad shoots at Rats",
    ),
    (
        events.Acted("CC-23", unit=RATS, act=Act.CHARGES, target=FIRST),
        "Rats charge First squad",
    ),
    (events.Acted("CC-18", FIRST, Act.STAYS), "First squad stays put"),
    (
        events.Acted("CC-12", unit=UnitId(""), act=Act.CANNOT_WOUND, target=RATS),
        "It cannot wound Rats",
    ),
    (events.Placed("CC-33", model=RAT, at=Point(1.0, 2.0), facing=0.0), "Rat 2 is placed"),
    (
        events.Moved(
            "CC-18",
            model=RAT,
            path=(Point(0.0, 0.0), Point(3.0, 4.0), Point(3.0, 5.25)),
            facing=180.0,
        ),
        'Rat 2 moves 6.2"',
    ),
    (
        events.Moved(
            "ZG-07",
            model=RAT,
            path=(Point(0.0, 0.0), Point(0.0, 4.0)),
            facing=0.0,
            motion=events.Motion.DRIFTS,
        ),
        'Rat 2 drifts 4.0"',
    ),
    (
        events.Moved(
            "ZG-15",
            model=RAT,
            path=(Point(0.0, 0.0), Point(0.0, 2.0)),
            facing=0.0,
            motion=events.Motion.RECOILS,
        ),
        'Rat 2 recoils 2.0"',
    ),
    (
        events.Moved(
            "ZG-07",
            model=RAT,
            path=(Point(0.0, 0.0), Point(0.0, 0.049)),
            facing=0.0,
            motion=events.Motion.DRIFTS,
        ),
        "Rat 2 stays where it is",
    ),
    (
        events.Moved(
            "ZG-07",
            model=RAT,
            path=(Point(0.0, 0.0), Point(0.0, 0.06)),
            facing=0.0,
            motion=events.Motion.DRIFTS,
        ),
        'Rat 2 drifts 0.1"',
    ),
    (
        events.PieceMoved(
            "MI-05", "crate", (Point(0.0, 0.0), Point(0.0, 0.0)), events.Motion.DRIFTS
        ),
        "crate stays where it is",
    ),
    (events.ArrowsChanged("ZG-05", RAT, 1, 45.0), "Rat 2 has 1 arrow, heading 45°"),
    (events.ArrowsChanged("ZG-07", RAT, 3, 350.5), "Rat 2 has 3 arrows, heading 350°"),
    (events.ArrowsChanged("ZG-08", RAT, 0, 45.0), "Rat 2 has no arrows"),
    (events.BodyRemoved("ZG-26", RAT), "The body of Rat 2 is removed"),
    (
        events.PieceMoved("MI-05", "container-1", (Point(1, 1), Point(1, 4))),
        'Container 1 drifts 3.0"',
    ),
    (events.PieceHeld("MI-05", "container-1", RAT), "Rat 2 picks up Container 1"),
    (events.PieceHeld("MI-05", "container-1"), "Container 1 is dropped"),
    (events.PieceRemoved("MI-05", "container-1"), "Container 1 is lost in space"),
    (events.Turned("PU-21", RAT, 270.0), "Rat 2 turns to 270°"),
    (
        events.PieceMoved(
            "PU-08", "container-1", (Point(1, 1), Point(1, 13)), motion=events.Motion.ROLLS_BACK
        ),
        'Container 1 rolls back 12.0"',
    ),
    (
        events.PieceLeft("PU-09", "container-1", motion=events.Motion.ROLLS_BACK),
        "Container 1 leaves over the rear edge",
    ),
    (
        events.PieceCame("PU-09", piece="container-1", at=Point(3.0, 4.0), turned=90.0),
        "Container 1 comes onto the table at the Arrival",
    ),
    (
        events.Rolled(
            "ZG-10",
            by=BROOD,
            what="d3",
            faces=(5,),
            who=RATS,
            kind=events.RollKind.DISTANCE,
            sides=3,
        ),
        "Rats, d3: 3 (rolled 5)",
    ),
    (TO_HIT, "First squad to hit Rats with rifle, 4+: 4 1 6, 2 of 3 hit (BS 3, mist −1)"),
    (
        replace(TO_HIT, faces=(2,), reasons=()),
        "First squad to hit Rats with rifle, 4+: 2 — missed",
    ),
    (
        events.Rolled(
            "CC-15",
            by=BROOD,
            what="to save",
            faces=(5,),
            need=4,
            who=RATS,
            reasons=(Reason(0, "cover: heavy", about="heavy"),),
            kind=events.RollKind.SAVE,
        ),
        "Rats to save, 4+: 5 (cover: Heavy gunner) — saved",
    ),
    (TEST, "Rats, Leadership test, 7 or less: 3 + 5 = 8 — failed"),
    (replace(TEST, faces=(3, 4)), "Rats, Leadership test, 7 or less: 3 + 4 = 7 — passed"),
    (
        events.Rolled(
            "CC-33", by=BROOD, what="roll-off", faces=(5,), kind=events.RollKind.ROLL_OFF
        ),
        "Brood, roll-off: 5",
    ),
    (
        events.Rolled("MP-26", by=BROOD, what="seize the initiative", faces=(5,), need=6),
        "Brood, attempt to seize the initiative, 6+: 5 — failed",
    ),
    (
        events.Rolled("MP-13", by=BROOD, what="does the rain stop?", faces=(5,), need=4),
        "Does the rain stop? 4+: 5 — yes",
    ),
    (
        events.Rolled("MC-25", by=BROOD, what="morale", faces=(3,), under=True, who=RATS),
        "Rats, Morale test: 3 — failed",
    ),
    (
        events.Rolled(
            "FF-11",
            by=BROOD,
            what="which of 2 branches",
            faces=(3,),
            who=RAT,
            kind=events.RollKind.SELECTION,
        ),
        "Rat 2, choice of 2 branches: 3",
    ),
    (
        events.Rolled(
            "CC-29",
            by=BROOD,
            what="pursuit",
            faces=(3,),
            who=RATS,
            reasons=(Reason(4, "I 4"),),
            kind=events.RollKind.CONTEST,
        ),
        "Rats, pursuit roll: 3 (Initiative 4)",
    ),
    (
        replace(TEST, reasons=(Reason(-2, "lost by 2"), Reason(0, "lost 3 in one phase"))),
        "Rats, Leadership test, 7 or less: 3 + 5 = 8 {} — failed".format(
            "(lost the combat by 2, models lost in one phase: 3)"
        ),
    ),
    (
        events.Rolled(
            "CC-32",
            by=BROOD,
            what="fall back",
            faces=(5, 2),
            total=True,
            who=RATS,
            kind=events.RollKind.DISTANCE,
        ),
        "Rats, fall back: 5 + 2 = 7",
    ),
    (
        events.Rerolled("CC-04", by=WARDENS, n=1, was=1, face=5, why="twin-linked"),
        "Wardens re-roll the 1: 5 (twin-linked)",
    ),
    (
        events.MarkerLaid("CC-10", Point(12.0, 20.55), 3.0),
        'The 3" blast lands at 12.0", 20.6"',
    ),
    (
        events.Announced("FF-06", "The flood comes", kind=AnnouncementKind.WATER),
        "The flood comes",
    ),
    (
        events.Announced("FF-06", "The flood comes", "west-mouth", AnnouncementKind.WATER),
        "The flood comes from the west mouth",
    ),
    (
        PAGE.write("FF-01", FloodState("west-mouth")),
        "The flood will come from the west mouth",
    ),
    (PAGE.write("FF-06", FloodState("west-mouth", came=3)), ""),
    (
        events.Scored("MI-01", WARDENS, 1, "nest", by=GUNNER),
        "Wardens score 1 point: charge placed in nest by Heavy gunner",
    ),
    (
        events.Announced("MP-39", "Brood are to achieve 34 Defend 4 (warlord only)"),
        "Brood draws objective 34, Defend 4 (warlord only)",
    ),
    (
        events.Announced("MP-42", "The priority of Wardens is defend"),
        "Wardens give priority to Defend",
    ),
    (
        events.Announced("MP-11", "The twist is acid rain: shots are hard."),
        "Twist, acid rain: shots are hard.",
    ),
    (
        events.Announced("MP-08", "Marker 3: targeting relay"),
        "Marker 3 is identified: targeting relay",
    ),
    (
        events.DoorMoved("CC-39", "north-gate", is_open=True, by=RATS),
        "Rats open the north gate",
    ),
    (
        events.DoorMoved("CC-39", "door-3", is_open=False, by=RAT),
        "Rat 2 closes the door",
    ),
    (events.DoorMoved("SB-20", "door-3", is_open=True), "The door is opened"),
    (
        events.GroundChanged(
            "FF-18", TerrainKind.FLOODED, ((Point(0.0, 0.0), Point(1.0, 0.0)),)
        ),
        "All flooded ground is now Difficult",
    ),
    (events.GroundChanged("FF-18", TerrainKind.FLOODED, ()), ""),
    (
        events.Struck(
            "FF-16", model=RAT, strength=2, by="the flood", motion=events.Motion.CARRIED
        ),
        "Rat 2 takes a Strength 2 hit from the flood",
    ),
    (
        events.Struck(
            "PU-14", model=RAT, strength=5, by="print shop", motion=events.Motion.PUSHED
        ),
        "Rat 2 takes a Strength 5 hit from the print shop",
    ),
    (
        events.Struck("PU-14", model=RAT, strength=5, by="rubble", motion=events.Motion.PUSHED),
        "Rat 2 takes a Strength 5 hit from rubble",
    ),
    (
        events.Struck(
            "FF-16", model=RAT, strength=1, by='the water, 0.9"', motion=events.Motion.CARRIED
        ),
        'Rat 2 takes a Strength 1 hit from the water (carried 0.9")',
    ),
    (events.Wounded("CC-17", ModelId("heavy-1"), 1), "Heavy gunner loses 1 wound"),
    (events.Wounded("CC-16", ModelId("first-1"), 2), "Sergeant loses 2 wounds"),
    (
        events.Removed("CC-17", ModelId("first-3"), How.SHOT),
        "Warden 2 of First squad is killed",
    ),
    (
        events.Removed("ZG-20", model=ModelId("second-1"), how=How.FOUGHT, where=Where.BODY),
        "Warden 1 of Second squad is killed in combat; the body drifts on",
    ),
    (events.Marked("CC-31", RATS, Mark("locked in combat")), "Rats are locked in combat"),
    (
        events.Marked("MP-22", RATS, Mark("contingent", about="2")),
        "Rats are in contingent 2",
    ),
    (events.Acted("MP-17", RATS, Act.IS_LIT_UP), "Rats are lit up"),
    (events.Marked("CC-09", RATS, Mark("moved", Until.TURN)), ""),
    (events.Unmarked("PU-23", RAT, "stopped"), "Rat 2 is no longer stuck"),
    (events.Unmarked("CC-31", RATS, "locked in combat"), "Rats are no longer locked in combat"),
    (events.Queued("CC-33", (WARDENS, BROOD)), ""),
    (events.Handled("CC-33"), ""),
    (events.Noted("MP-13", "rain", None), ""),
    (events.ZoneTaken("CC-33", WARDENS, "north-lock"), "Wardens deploy in the north lock"),
    (events.ZoneTaken("MP-24", BROOD, "arrowhead-1"), "Brood deploys in Arrowhead, zone 1"),
    (events.TurnsOrdered("TC-05", BROOD, initiative=True), "Brood has the initiative"),
    (bout.BoutBegan("TC-30", 2), "Bout 2"),
    (
        bout.Stepped(
            "TC-08", model=GUNNER, cell=Cell(3, 4), edge=4, step=bout.StepKind.ADVANCES
        ),
        "Heavy gunner advances to cell 4 of ring 3, facing in",
    ),
    (
        bout.Stepped("TC-04", model=GUNNER, cell=Cell(3, 4), edge=4, step=bout.StepKind.ENTERS),
        "Wardens send Heavy gunner to cell 4 of ring 3, facing in",
    ),
    (
        bout.Stepped(
            "TC-23", model=GUNNER, cell=Cell(0, 0), edge=3, step=bout.StepKind.RETREATS
        ),
        "Heavy gunner retreats to the centre, facing edge 1 and the next",
    ),
    (
        bout.Stepped("TC-26", model=GUNNER, cell=Cell(2, 0), edge=6),
        "Heavy gunner goes to cell 0 of ring 2, facing counter-clockwise",
    ),
    (
        bout.Stepped("TC-10", model=GUNNER, cell=Cell(2, 0), edge=7, step=bout.StepKind.TURNS),
        "Heavy gunner turns to face counter-clockwise and out",
    ),
    (bout.RingTurned("TC-07", BROOD, 2, 35), "Brood turns ring 2 35° clockwise"),
    (bout.RingTurned("TC-07", BROOD, 0, -5), "Brood turns the centre 5° counter-clockwise"),
    (
        bout.WeaponDropped("TC-19", GUNNER, "knife", Cell(2, 6)),
        "Heavy gunner drops its knife, which lands in cell 6 of ring 2",
    ),
    (bout.WeaponTaken("TC-19", GUNNER, "knife"), "Heavy gunner picks up its knife"),
    (events.TurnsOrdered("CC-33", BROOD), "Brood goes first"),
    (events.TurnsOrdered("CC-33", BROOD, BROOD), "Brood goes first"),
    (events.TurnsOrdered("CC-33", BROOD, WARDENS), "Brood goes first (chosen by Wardens)"),
    (events.PhaseBegan("CC-33", 2, "shooting", WARDENS), "Turn 2 · Wardens · shooting"),
    (events.PhaseBegan("MI-03", 0, "deployment", None), "Before the battle · deployment"),
    (events.PhaseOver("CC-33"), ""),
    (
        events.ObjectivePlaced(
            "MP-36", marker="marker-north-west", at=Point(18, 12), number=0, renumbered=True
        ),
        "Marker-north-west is placed",
    ),
    (
        events.ObjectivePlaced(
            "MP-36", marker="m-x", at=Point(18, 12), number=2, renumbered=True
        ),
        "M-x is placed",
    ),
    (events.Healed("MP-12", GUNNER, 1), "Heavy gunner regains 1 wound"),
    (events.Healed("MP-12", GUNNER, 2), "Heavy gunner regains 2 wounds"),
    (events.Raised("MP-10", RATS), "Rats appear on the table"),
    (
        events.Joined("SB-02", unit=RATS, side=WARDENS, like=RATS, models=()),
        "Rats join Wardens",
    ),
    (events.Defected("MP-10", RATS, WARDENS), "Rats now fight for Wardens"),
    (events.Spent("MC-27", BROOD, 1, "Re-roll"), "Brood uses Re-roll (1 command point)"),
    (events.Spent("MC-27", BROOD, 2, "Hold firm"), "Brood uses Hold firm (2 command points)"),
    (events.Scored("MI-03", WARDENS, 2, "m-2"), "Wardens score 2 points: control of marker 2"),
    (events.Scored("MI-03", WARDENS, 1, RATS), "Wardens score 1 point: Rats"),
    (events.Scored("MI-02", BROOD, 1, RAT), "Brood scores 1 point: Rat 2 got out"),
    (
        events.Scored("MP-40", BROOD, 2, "34 Defend 4"),
        "Brood scores 2 points: objective 34, Defend 4",
    ),
    (
        events.Scored("MP-34", BROOD, 1, "first blood", bonus="First blood"),
        "Brood scores 1 point: first blood",
    ),
    (events.Ended("MI-03", BROOD, "no warden is left"), "Brood wins: no warden is left"),
    (events.Ended("MI-03", None, "3 points each"), "Draw: 3 points each"),
]


@pytest.mark.parametrize(("event", "words"), LINES, ids=lambda v: type(v).__name__)
def test_each_event_has_its_words(event: Event, words: str) -> None:
    assert line(event, table_of_four_units()) == words


def test_no_event_is_left_out_of_this_table() -> None:
    assert {type(event) for event, _ in LINES} == set(event_kinds())


def test_spans_tell_dice_and_names_apart() -> None:
    laid = table_of_four_units()

    found = spans(TO_HIT, laid)

    assert "".join(s.text for s in found) == line(TO_HIT, laid)
    assert LogSpan("First squad", LogSpanKind.NAME, FIRST) in found
    assert [s.text for s in found if s.tone is LogSpanKind.SUCCESS] == ["4", "6"]
    assert [s.text for s in found if s.tone is LogSpanKind.FAILURE] == ["1"]


@pytest.mark.parametrize(
    ("id_", "called"),
    [
        ("first-1", "Sergeant"),  # the only one
        ("first-2", "Warden 1 of First squad"),  # another squad has wardens too
        ("brood-rats-3", "Rat 3"),
        ("heavy-1", "Heavy gunner"),  # it is its whole unit
        ("wardens", "Wardens"),
        ("m-2", "marker 2"),
        ("the bridge", "the bridge"),
    ],
)
def test_names(id_: str, called: str) -> None:
    assert name(table_of_four_units(), id_) == called
