"""Questions to the rules about things that are some inches apart, on small tables.

All bases have a radius of half an inch, so that centres are an inch further apart than edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.content.situations.situation_files import situation_of
from game.cores.classic.rules.assault import refused_charge
from game.cores.classic.rules.combat import pile_in
from game.cores.classic.rules.combat_patrol import holder_of
from game.cores.classic.rules.core_api import CLASSIC
from game.cores.classic.rules.melee_attacks import engaged as fights
from game.cores.classic.rules.retreat import may_regroup, own_edge, path_to_edge
from game.cores.classic.rules.targeting import firing_modes
from game.cores.kit.attempts import Attempt, Shot
from game.cores.kit.core import Core
from game.cores.kit.doors import workers_of
from game.cores.kit.units import holders
from game.cores.modern.rules import FinishedMove
from game.cores.modern.rules.charge import chargeable, onset, refused_charger, refused_target
from game.cores.modern.rules.fight import able
from game.cores.modern.rules.melee_attacks import in_the_fight
from game.cores.modern.rules.perils import burst
from game.cores.modern.rules.pile_in import closing_march
from game.cores.modern.rules.powers import bolt_targets
from game.cores.modern.rules.psychic import deniers
from game.cores.modern.rules.system import MODERN
from game.cores.modern.rules.targeting import aims, enemies_close_by, may_target
from game.geometry.points import Disc, Path, Point
from game.geometry.polygons import box as bounding_box
from game.play.decisions import IllegalAnswer
from game.play.dice_sequences import ScriptedDice
from game.play.moves.base_placement import chains
from game.play.moves.march import March
from game.play.moves.placement_regions import PlacedAt
from game.play.moves.single_move import RideMode, RideSegment, wrong
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.systems.flood.rules.coherency_watch import APART
from game.systems.flood.rules.paths_back import path_back_to_unit
from game.systems.flood.rules.regroup_moves import has_crossed
from game.systems.flood.rules.sewer_rats import places
from game.systems.flood.rules.the_nest import model_that_can_place, nest_clash
from game.systems.matched.rules.cover import is_behind
from game.systems.matched.rules.low_visibility import penalty
from game.systems.matched.rules.mysterious_objectives import (
    has_moved,
    in_reach,
    nearest,
    relay,
    slowed,
)
from game.systems.matched.rules.objective_conditions import (
    CONDITIONS,
    D3,
    NOTHING,
    ObjectiveContext,
    Pay,
    controls,
)
from game.systems.matched.rules.objective_deck import ActiveObjective, ObjectiveHand
from game.systems.matched.rules.objective_markers import controller
from game.systems.pursuit.rules.deployment import ArrivalRegion
from game.systems.pursuit.rules.free_space import SwarmRegion, crowd_of
from game.systems.pursuit.rules.movement import ACCELERATE, DEFAULT_MODE
from game.systems.pursuit.rules.street_checks import unfit_street
from game.systems.pursuit.rules.street_pieces import city
from game.systems.pursuit.table.street import street_of
from game.systems.sandbox.rules import PAGE, SandboxState
from game.systems.sandbox.rules.table_aids import Fog, Vision
from game.systems.zero_g.rules.mobility import remove_corpses_passed
from game.systems.zero_g.rules.shooting import strength_after
from game.table.board import ObjectiveMarker, Terrain, TerrainKind, terrain
from game.table.events import Act
from game.table.records import Model, ModelId, Side, UnitId, Where
from tests.cores.classic.small_tables import done
from tests.systems.matched.test_objective_markers import session as six_markers
from tests.systems.pursuit.pursuit_tables import mustered, piece, rectangle, street
from tests.tools.shapes import box_corners

WARDENS, BROOD = Side("wardens"), Side("brood")
SQUAD, FOES = UnitId("squad"), UnitId("foes")
DUELLING, FIRING = "tests/armouries/duelling-ground.toml", "tests/armouries/firing-ground.toml"
ARMOURIES = {
    "classic": DUELLING,
    "zero_g": DUELLING,
    "modern": FIRING,
    "matched": FIRING,
    "pursuit": "pursuit",
}
KINDS = dict.fromkeys(ARMOURIES, "trooper") | dict.fromkeys(("classic", "zero_g"), "fighter")


def situation_unit(id_: str, *at: tuple[float, float], **more: Any) -> dict[str, Any]:
    """Return a unit of a situation; foes belong to the brood."""
    side = BROOD if id_.startswith("foes") else WARDENS
    return {"id": id_, "side": side, "base": 0.5, "at": [[*one] for one in at], **more}


def opened_situation(
    system: str,
    *units: dict[str, Any],
    phase: str,
    side: str = WARDENS,
    round_: int = 2,
    dice: Sequence[int] = (),
    **more: Any,
) -> Session:
    """Open a situation with these units, in a phase."""
    found = {
        "title": "a test",
        "clauses": [],
        "system": system,
        "armoury": ARMOURIES[system],
        "unit": [{"profile": KINDS[system], **one} for one in units],
        "clock": {"phase": phase, "round": round_, **({"side": side} if side else {})},
        **more,
    }
    rules, table = set_up(situation_of(found, "a test"))
    return Session(rules, table, ScriptedDice(tuple(dice)))


def pair(
    system: str, inches: float, phase: str, *others: dict[str, Any], **more: Any
) -> Session:
    """Open a situation with one model of each side, *inches* apart, and other units."""
    squad, foes = more.pop("squad", {}), more.pop("foes", {})
    return opened_situation(
        system,
        situation_unit(SQUAD, (10.0, 20.0), **squad),
        situation_unit(FOES, (11.0 + inches, 20.0), **foes),
        *others,
        phase=phase,
        **more,
    )


def first(session: Session, unit_id: str = SQUAD) -> Model:
    """Return the first model of a unit."""
    return session.table.models[session.table.units[UnitId(unit_id)].models[0]]


def allowed(session: Session, answer: Any) -> bool:
    """Return whether the pending decision accepts an answer.

    If it refuses it, the legal answer that it offers instead must be legal.
    """
    pending = session.pending
    assert pending
    try:
        pending.judge(session.table, pending.read(answer))
    except IllegalAnswer as no:
        if no.fix is not None:
            pending.judge(session.table, pending.read(no.fix))
        return False
    return True


def moves(session: Session, *path: tuple[float, float], picked: str = SQUAD) -> bool:
    """Return whether a unit, once picked to move, may take its first model along a path."""
    if picked:
        session.answer(picked)
    if "advance" in [option.id for option in getattr(session.pending, "options", ())]:
        session.answer("move")
    model = first(session)
    return allowed(session, [[model.id, [[*model.at], *([*at] for at in path)]]])


def base(x: float, y: float = 20.0) -> Disc:
    return Disc(Point(x, y), 0.5)


def wall(*line: tuple[float, float]) -> Terrain:
    """Return a low wall, drawn as a line."""
    corners = tuple(Point(*at) for at in line)
    return terrain("low-wall", TerrainKind.LOW_WALL, corners, closed=False)


def legal(march: March, session: Session, *path: tuple[float, float]) -> bool:
    """Return whether a unit may take its first model along a path in a move."""
    model = first(session)
    answer = march.read([[model.id, [[*model.at], *([*at] for at in path)]]])
    try:
        march.judge(session.table, answer)
    except IllegalAnswer:
        return False
    return True


# Classic core


def rapid_fire(inches: float) -> bool:
    session = pair("classic", inches, "shooting", squad={"weapons": ["rifle"]})
    (shot,) = firing_modes(session.game, first(session), FOES)
    return shot.shots == 2


def _goes(inches: float, **squad: Any) -> bool:
    session = pair("classic", 25.0, "movement", squad=squad)
    return moves(session, (10.0, 20.0 - inches))


def walks(inches: float) -> bool:
    return _goes(inches)


def rides(inches: float) -> bool:
    return _goes(inches, types=["bike"])


def skims(inches: float) -> bool:
    return _goes(inches, types=["skimmer"])


def ends_too_near(inches: float) -> bool:
    session = pair("classic", 5.0, "movement")
    return not moves(session, (10.0 + 5.0 - inches, 20.0))


def passes_too_near(inches: float) -> bool:
    far = opened_situation(
        "classic",
        situation_unit(SQUAD, (10, 20)),
        situation_unit(FOES, (13, 21 + inches)),
        phase="movement",
    )
    return not moves(far, (16.0, 20.0))


def lands_too_near(inches: float) -> bool:
    session = pair("classic", 3.0, "movement", squad={"types": ["jump infantry"]})
    return not moves(session, (15.0 + inches, 20.0))


def keeps_coherency(inches: float) -> bool:
    squad = situation_unit(SQUAD, (10, 20), (12, 20))
    session = opened_situation(
        "classic", squad, situation_unit(FOES, (40, 40)), phase="movement"
    )
    return moves(session, (11.0 - inches, 20.0))


def _may_charge(inches: float, **squad: Any) -> bool:
    session = pair("classic", inches, "assault", squad=squad)
    return refused_charge(session.game, SQUAD, FOES) is None


def may_charge(inches: float) -> bool:
    return _may_charge(inches)


def beast_may_charge(inches: float) -> bool:
    return _may_charge(inches, types=["beast"])


def fights_beside_a_mate(inches: float) -> bool:
    squad = situation_unit(SQUAD, (10.0 - 1.0 - inches, 20.0), (10.0, 20.0))
    idle = situation_unit("idle", (40, 10))
    session = opened_situation(
        "classic", squad, situation_unit(FOES, (11.0, 20.0)), idle, phase="movement"
    )
    return bool(fights(session.table, first(session), (SQUAD, FOES)))


def piles_in(inches: float) -> bool:
    squad = situation_unit(SQUAD, (10, 20), (10, 30))
    foes = situation_unit(FOES, (11, 30), (11.0 + inches, 20.0))
    session = opened_situation(
        "classic", squad, foes, situation_unit("idle", (40, 10)), phase="movement"
    )
    done(pile_in(session.game, (SQUAD, FOES), WARDENS))
    return first(session).at.x > 10.0


def cannot_regroup(inches: float) -> bool:
    session = pair("classic", inches, "shooting")
    return not may_regroup(session.game, SQUAD)


ZONES = (
    {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 48, 4]},
    {"class": "DeploymentZone", "name": "south", "rectangle": [0, 44, 48, 4]},
    {"class": "Objective", "name": "well", "point": [24, 24], "number": 1},
    {"class": "Objective", "name": "mast", "point": [14, 24], "number": 2},
    {"class": "Objective", "name": "pump", "point": [34, 24], "number": 3},
)


def _scouts(apart: float, to: float) -> bool:
    session = pair(
        "classic",
        apart,
        "scouts",
        squad={"rules": ["scout"]},
        side="",
        round_=0,
        mission="combat_patrol",
        zones={"wardens": "south", "brood": "north"},
        object=[*ZONES],
    )
    return moves(session, (10.0 + to, 20.0), picked="")


def scouts(inches: float) -> bool:
    return _scouts(25.0, inches)


def scouts_too_near(inches: float) -> bool:
    return not _scouts(15.0, 15.0 - inches)


def retreats_straight(inches: float) -> bool:
    """Return whether a model falls back straight, past an enemy *inches* beside its path."""
    session = opened_situation(
        "classic",
        situation_unit(SQUAD, (20, 40)),
        situation_unit(FOES, (21.0 + inches, 44.0)),
        phase="movement",
    )
    edge = own_edge(session.table, WARDENS)
    found = path_to_edge(session.table, first(session).id, edge, 12.0)
    return found is not None and len(found.path) == 2 and found.path[-1].x == 20.0


def _door(inches: float, system: str, foe: float) -> Session:
    door = {
        "class": "Door",
        "name": "door",
        "polyline": [[10.5 + inches, 18], [10.5 + inches, 22]],
    }
    return opened_situation(
        system,
        situation_unit(SQUAD, (10, 20)),
        situation_unit(FOES, (10.0, 21.0 + foe)),
        phase="movement",
        object=[door],
    )


def works_a_door(inches: float) -> bool:
    return "door" in workers_of(_door(inches, "classic", 20.0).table, WARDENS, CLASSIC)


def too_busy_for_a_door(inches: float) -> bool:
    return "door" not in workers_of(_door(0.5, "modern", inches).table, WARDENS, MODERN)


# Modern core


def marches(inches: float) -> bool:
    return moves(pair("modern", 25.0, "movement"), (10.0, 20.0 - inches))


def marches_too_near(inches: float) -> bool:
    return not moves(pair("modern", 5.0, "movement"), (15.0 - inches, 20.0))


def marches_past_too_near(inches: float) -> bool:
    session = opened_situation(
        "modern",
        situation_unit(SQUAD, (10, 20)),
        situation_unit(FOES, (13, 21 + inches)),
        phase="movement",
    )
    return not moves(session, (16.0, 20.0))


def stays_together(inches: float) -> bool:
    squad = situation_unit(SQUAD, (10, 20), (12, 20))
    session = opened_situation(
        "modern", squad, situation_unit(FOES, (40, 40)), phase="movement"
    )
    return moves(session, (11.0 - inches, 20.0))


def is_asked_to_fall_back(inches: float) -> bool:
    session = pair("modern", inches, "movement")
    session.answer(SQUAD)
    assert session.pending
    return session.pending.clause == "MC-06"


def falls_back_too_little(inches: float) -> bool:
    return not moves(pair("modern", 0.5, "movement"), (10.5 - inches, 20.0))


def falls_back_past_another(inches: float) -> bool:
    other = situation_unit("foes-too", (8.0, 21.0 + inches))
    return not moves(pair("modern", 0.5, "movement", other), (6.0, 20.0))


HELD = {"where": "reserve", "marks": ["held in reserve"]}


def may_arrive(inches: float) -> bool:
    session = pair(
        "modern", 25.0, "reinforcements", squad=HELD, options={"reinforcements": True}
    )
    return allowed(session, [[first(session).id, [36.0 - 1.0 - inches, 20.0]]])


PSYKER = {"keywords": ["INFANTRY", "PSYKER"], "powers": 1}


def may_deny(inches: float) -> bool:
    session = pair("modern", inches, "psychic", squad=PSYKER, foes=PSYKER)
    return bool(deniers(session.table, first(session).id))


def is_torn_by_perils(inches: float) -> bool:
    session = pair("modern", inches, "psychic", squad=PSYKER, dice=[1] * 4)
    faces = session.table.rolls
    done(burst(session.game, "MC-10", first(session).id))
    return session.table.rolls - faces == 2  # one for the rest of its own unit: itself


def may_be_bolted(inches: float) -> bool:
    session = pair("modern", inches, "psychic", squad=PSYKER)
    return bool(bolt_targets(session.game, first(session)))


def _may_shoot(session: Session) -> bool:
    return may_target(session.game, SQUAD, FOES, enemies_close_by(session.table)) is None


def may_be_shot_at(inches: float) -> bool:
    return _may_shoot(pair("modern", inches, "shooting"))


def is_too_close_to_fire(inches: float) -> bool:
    other = situation_unit("foes-too", (10.0, 21.0 + inches))
    return not _may_shoot(pair("modern", 10.0, "shooting", other))


def is_too_close_to_a_friend(inches: float) -> bool:
    friend = situation_unit("friend", (21.0, 21.0 + inches))
    return not _may_shoot(pair("modern", 10.0, "shooting", friend))


def fires_twice(inches: float) -> bool:
    session = pair("modern", inches, "shooting", squad={"weapons": ["rifle"]})
    (aim,) = aims(session.game, SQUAD, FOES, enemies_close_by(session.table))
    return aim.doubled


def may_declare(inches: float) -> bool:
    return bool(chargeable(pair("modern", inches, "charge").game, SQUAD))


def is_too_close_to_charge(inches: float) -> bool:
    other = situation_unit("foes-too", (10.0, 21.0 + inches))
    session = pair("modern", 10.0, "charge", other)
    return refused_charger(session.game, session.table.units[SQUAD]) is not None


def may_be_a_target(inches: float) -> bool:
    return refused_target(pair("modern", inches, "charge").game, SQUAD, FOES) is None


def ends_at_its_target(inches: float) -> bool:
    session = pair("modern", 6.0, "charge")
    march = onset(session.table, SQUAD, [FOES], 12.0)
    return legal(march, session, (16.0 - inches, 20.0))


def charges_past_another(inches: float) -> bool:
    session = pair("modern", 6.0, "charge", situation_unit("foes-too", (13.0, 21.0 + inches)))
    march = onset(session.table, SQUAD, [FOES], 12.0)
    return not legal(march, session, (15.9, 20.0))


def may_fight(inches: float) -> bool:
    return bool(able(pair("modern", inches, "movement").table, WARDENS))


def closes(inches: float) -> bool:
    session = pair("modern", 0.5, "fight", squad={"at": [[10, 20], [10, 21.5]]})
    march = closing_march(session.table, SQUAD)
    at = first(session).at
    # In a bend, so that it may end closer to its nearest enemy after more than 3".
    half = (inches - 0.2) / 2
    return legal(march, session, (at.x, at.y - half), (at.x, at.y), (at.x + 0.2, at.y))


def strikes(inches: float) -> bool:
    session = pair("modern", inches, "fight")
    return bool(in_the_fight(session.table, first(session)))


def strikes_beside_a_mate(inches: float) -> bool:
    squad = situation_unit(SQUAD, (10.0 - 1.0 - inches, 20.0), (10.0, 20.0))
    session = opened_situation(
        "modern", squad, situation_unit(FOES, (11.5, 20.0)), phase="shooting"
    )
    return bool(in_the_fight(session.table, first(session)))


# Flood


def _main(inches: float) -> list[list[ModelId]]:
    squad = situation_unit(SQUAD, (10, 20), (10.0, 21.0 + inches))
    session = opened_situation(
        "classic", squad, situation_unit(FOES, (40, 40)), phase="movement"
    )
    return chains({m.id: m.disc for m in session.table.of(SQUAD)}, APART)


def belongs_to_the_main_body(inches: float) -> bool:
    return len(_main(inches)) == 1


def is_a_mate_of_its_chain(inches: float) -> bool:
    return len(_main(inches)) == 1


def has_no_way_back(inches: float) -> bool:
    """Return whether a straggler has no way back between two enemies beside its path."""
    return not has_a_way_back(inches)


def has_a_way_back(inches: float) -> bool:
    wall = {"class": "Wall", "rectangle": [0, 0, 48, 19.5]}
    squad = situation_unit(SQUAD, (10, 20.002), (30, 20.002), (30, 21.5))
    foes = situation_unit(FOES, *((20.0, 21.002 + inches + 1.3 * n) for n in range(22)))
    session = opened_situation("classic", squad, foes, phase="movement", object=[wall])
    mates = [m.id for m in session.table.of(SQUAD)[1:]]
    return path_back_to_unit(session.table, first(session).id, mates, 100.0) is not None


def has_passed_through(inches: float) -> bool:
    squad = situation_unit(SQUAD, (10, 20), (10, 12), (10, 13.5))
    session = opened_situation(
        "classic", squad, situation_unit(FOES, (10.0, 21.0 + inches)), phase="shooting"
    )
    return has_crossed(session.table, first(session).id, FOES)


def straggler_is_locked(inches: float) -> bool:
    session = pair("modern", inches, "movement")
    return bool(holders(session.table, first(session), MODERN.holds))


# Pursuit


def street_is_long_enough(inches: float) -> bool:
    board = street(width=inches)
    return not any(fault.kind == "short street" for fault in unfit_street(board))


def may_start(inches: float) -> bool:
    region = SwarmRegion(crowd_of(mustered(street())), 0.5)
    return region.wrong(Point(72.0 - 0.5 - inches, 20.0)) is None


def swarm_may_start(inches: float) -> bool:
    region = SwarmRegion(crowd_of(mustered(street())), 0.5, {"rider": base(20.0)})
    return region.wrong(Point(19.0 - inches, 20.0)) is None


def _returns(pieces: Sequence[Any], bases: Sequence[Any]) -> bool:
    board = street(piece("block", rectangle(0.0, 10.0, 4.0, 4.0)))
    (block,) = city(mustered(board))
    site = ArrivalRegion(street_of(board), block, tuple(pieces), tuple(bases))
    return site.wrong(PlacedAt(Point(70.0, 12.0), 0.0)) is None


def piece_may_return_by_a_model(inches: float) -> bool:
    return _returns((), (("rider", Disc(Point(70.0, 14.0 + 0.5 + inches), 0.5)),))


def piece_may_return_by_a_piece(inches: float) -> bool:
    corners = box_corners(68.0, 14.0 + inches, 72.0, 18.0 + inches)
    return _returns((("other", bounding_box(corners), corners),), ())


def _rides(mode: RideMode, straight: float, turn: float = 0.0, more: float = 0.0) -> bool:
    path = [RideSegment(0.0, straight)]
    if turn:
        path.append(RideSegment(turn, more))
    return wrong(path, mode) is None


def keeps_to_its_pace(inches: float) -> bool:
    return _rides(DEFAULT_MODE, inches)


def may_turn(inches: float) -> bool:
    return _rides(DEFAULT_MODE, inches, 45.0)


def accelerates(inches: float) -> bool:
    return _rides(ACCELERATE, inches)


def may_turn_at_speed(inches: float) -> bool:
    return _rides(ACCELERATE, inches, 45.0)


def shot_sets_off_mines(inches: float) -> bool:
    """Return whether a shot that misses sets off the mines *inches* from its firer."""
    session = opened_situation(
        "pursuit",
        {
            **situation_unit("hale", (30, 24)),
            "side": "riders",
            "profile": "scout-bike",
            "facing": 90,
        },
        {
            **situation_unit("imp", (50, 24)),
            "side": "swarm",
            "profile": "gargoyle",
            "facing": 90,
        },
        phase="shooting",
        side="",
        round_=1,
        sides=["riders", "swarm"],
        board={"width": 72, "height": 48},
        object=[{"class": "Arrival", "polyline": [[72, 0], [72, 48]]}],
        piece=[{"id": "mines-1", "kind": "mines", "at": [30, 24 + 0.5 + 0.5 + inches]}],
        dice=[1] * 40,
    )
    session.answer("imp")
    return any(event.clause == "PU-24" for event in session.game.story)


# Zero-g


def pushes_off(inches: float) -> bool:
    session = pair("zero_g", 20.0, "movement")
    session.answer(SQUAD)
    return allowed(session, [10.0, 20.0 - inches])


def shot_is_weaker(inches: float) -> bool:
    session = pair("zero_g", 20.0, "shooting", squad={"weapons": ["rifle"]})
    (rifle,) = first(session).profile.weapons
    return strength_after(4, rifle, rifle.range + inches) == 3


def _drifts_in(inches: float, arrows: int) -> bool:
    squad = {"arrows": arrows, "heading": 90.0} if arrows else {}
    session = pair("zero_g", inches, "assault", squad=squad)
    return refused_charge(session.game, SQUAD, FOES) is None


def may_drift_in(inches: float) -> bool:
    return _drifts_in(inches, 0) and _drifts_in(inches, 1)


def may_drift_in_with_two_arrows(inches: float) -> bool:
    return _drifts_in(inches, 2)


def _drifting_body(inches: float, y: float) -> Session:
    return opened_situation(
        "zero_g",
        situation_unit("dead", (10, 20), where="body", arrows=1, heading=270.0),
        situation_unit(SQUAD, (40, 40)),
        situation_unit(FOES, (11.0 + inches, y)),
        phase="shooting",
    )


def body_is_removed(inches: float) -> bool:
    session = _drifting_body(inches, 20.0)
    return first(session, "dead").where is not Where.BODY


def body_is_removed_by_one_that_passes(inches: float) -> bool:
    session = _drifting_body(20.0, 20.0)
    foe = first(session, FOES).id
    path = (Point(11.0 + inches, 10.0), Point(11.0 + inches, 30.0))
    remove_corpses_passed(session.game, foe, path)
    return first(session, "dead").where is not Where.BODY


# Matched play


def is_behind_a_line(inches: float) -> bool:
    return is_behind(wall((20, 10), (20, 30)), Point(10.0, 20.0), base(20.5 + inches))


def _marked(inches: float, phase: str = "movement", **more: Any) -> Session:
    """Open a situation with the first warden *inches* from a marker, far from a foe."""
    return opened_situation(
        "matched",
        situation_unit(SQUAD, (10.5 + inches, 20), **more.pop("squad", {})),
        situation_unit(FOES, (60, 44)),
        phase=phase,
        marker=[{"id": "marker-1", "at": [10, 20], "number": 1}],
        board={"width": 72, "height": 48},
        **more,
    )


def _marker(session: Session) -> ObjectiveMarker:
    return session.table.markers["marker-1"]


def identifies_as_the_turn_begins(inches: float) -> bool:
    session = _marked(inches, options={"mysteries": True})
    return nearest(session.table, _marker(session)) is not None


def _identifies(path: Path) -> bool:
    session = _marked(20.0, options={"mysteries": True}, dice=[2])
    went = FinishedMove(SQUAD, Act.MOVES, ((first(session).id, path),))
    done(has_moved(session.game, went))
    return session.table.rolls == 1


def identifies_at_its_end(inches: float) -> bool:
    return _identifies((Point(25.0, 20.0), Point(10.5 + inches, 20.0)))


def identifies_as_it_passes(inches: float) -> bool:
    x = 10.5 + inches
    return _identifies((Point(x, 10.0), Point(x, 30.0)))


def is_slowed(inches: float) -> bool:
    # Of two wardens one controls the marker; the other is charged.
    session = _controlled(inches, 3)
    return bool([*slowed(session.game, Attempt(FOES, Act.CHARGES, SQUAD))])


def _controlled(inches: float, face: int) -> Session:
    return opened_situation(
        "matched",
        situation_unit(SQUAD, (10.5 + inches, 20)),
        situation_unit("guard", (10, 21)),
        situation_unit(FOES, (60, 44)),
        phase="shooting",
        marker=[{"id": "marker-1", "at": [10, 20], "number": 1}],
        board={"width": 72, "height": 48},
        options={"mysteries": True},
        pages={"mysteries": {"found": [{"marker": "marker-1", "face": face}]}},
    )


def is_guided(inches: float) -> bool:
    session = _controlled(inches, 4)
    return bool([*relay(session.game, Shot(first(session).id, "gun", FOES))])


def is_under_support(inches: float) -> bool:
    session = opened_situation(
        "matched",
        situation_unit(SQUAD, (10, 21)),
        situation_unit(FOES, (10.5 + inches, 20)),
        phase="movement",
        marker=[{"id": "marker-1", "at": [10, 20], "number": 1}],
        board={"width": 72, "height": 48},
    )
    return in_reach(session.table, _marker(session)) == [FOES]


def penalty_is_none(inches: float) -> bool:
    return penalty(inches) == 0


def penalty_is_1_at_most(inches: float) -> bool:
    return penalty(inches) >= -1


def penalty_is_2_at_most(inches: float) -> bool:
    return penalty(inches) >= -2


NIGHT: dict[str, Any] = {"options": {"twist": 11}, "pages": {"twist": {"number": 11}}}


def shoots_by_night(inches: float) -> bool:
    return _may_shoot(pair("matched", inches, "shooting", **NIGHT))


def bolts_by_night(inches: float) -> bool:
    session = pair("matched", inches, "psychic", squad=PSYKER, **NIGHT)
    return bool(bolt_targets(session.game, first(session)))


def _contingent(at: tuple[float, float], foe: tuple[float, float]) -> bool:
    late = {"where": "reserve"}
    marks = [
        {"name": "contingent", "about": "2"},
        {"name": "held in reserve", "about": "2"},
    ]
    session = opened_situation(
        "matched",
        situation_unit(SQUAD, (0, 0), marks=marks, **late),
        situation_unit("here", (36, 6)),
        situation_unit(FOES, foe),
        phase="arrivals",
        mission="no_mercy",
        options={"twist": 12},
        pages={"twist": {"number": 12}},
        board={"width": 72, "height": 48},
        zones={"wardens": "long-edges-1", "brood": "long-edges-2"},
    )
    session.answer("west")
    return allowed(session, [[first(session).id, [*at]]])


def contingent_is_off_enemies(inches: float) -> bool:
    return _contingent((15.0 - 1.0 - inches, 24.0), (15.0, 24.0))


def contingent_is_at_the_edge(inches: float) -> bool:
    return _contingent((inches - 0.5, 24.0), (60.0, 40.0))


def controls_a_marker(inches: float) -> bool:
    session = _marked(inches)
    return controller(session.table, _marker(session)) == WARDENS


def _six(*at: float) -> bool:
    game = six_markers()
    game.answer([10.0, 10.0])
    return allowed(game, [*at])


def marker_is_off_another(inches: float) -> bool:
    return _six(10.0 + inches, 10.0)


def marker_is_off_the_edge(inches: float) -> bool:
    return all(
        [
            _six(30.0, inches),
            _six(inches, 30.0),
            _six(30.0, 48.0 - inches),
            _six(72.0 - inches, 30.0),
        ]
    )


def _beachhead(at: tuple[float, float], zones: str) -> bool:
    held = {"where": "reserve"}
    session = opened_situation(
        "matched",
        situation_unit(SQUAD, (0, 0), **held),
        situation_unit(FOES, (0, 0), **held),
        phase="markers",
        side="",
        round_=0,
        mission="beachhead",
        board={"width": 72, "height": 48},
        zones={"wardens": f"{zones}-1", "brood": f"{zones}-2"},
        marker=[{"id": "marker-centre", "at": [35.5, 24], "number": 1}],
    )
    return allowed(session, [*at])


def beachhead_is_too_near_the_edge(inches: float) -> bool:
    return not _beachhead((12.0, inches), "short-edges")


def beachhead_is_too_near_a_marker(inches: float) -> bool:
    return not _beachhead((35.5 - inches, 24.0), "arrowhead")


def _centre(inches: float) -> Pay:
    session = opened_situation(
        "matched",
        situation_unit(SQUAD, (4, 4)),
        situation_unit(FOES, (36.5 + inches, 24)),
        phase="movement",
        board={"width": 72, "height": 48},
    )
    case = ObjectiveContext(session.table, WARDENS, ActiveObjective(54), ObjectiveHand())
    return CONDITIONS["clear centre"](case).pay


def enemy_is_at_the_centre(inches: float) -> bool:
    return _centre(inches) == NOTHING


def enemy_is_about_the_centre(inches: float) -> bool:
    return _centre(inches) != D3


def warlord_controls(inches: float) -> bool:
    session = opened_situation(
        "matched",
        situation_unit(
            SQUAD, (10.5 + inches, 20), keywords=["INFANTRY", "CHARACTER", "WARLORD"]
        ),
        situation_unit("guard", (10, 21)),
        situation_unit(FOES, (60, 44)),
        phase="movement",
        marker=[{"id": "marker-1", "at": [10, 20], "number": 1}],
        board={"width": 72, "height": 48},
    )
    return controls(session.table, WARDENS, _marker(session), led=True)


# Missions


def _nest(nest: float, *units: dict[str, Any], **more: Any) -> Session:
    return opened_situation(
        "classic",
        *units,
        mission="nest",
        object=[
            {
                "class": "DeploymentZone",
                "name": "west",
                "rectangle": [0, 10, 6, 12],
                "side": WARDENS,
            },
            {
                "class": "DeploymentZone",
                "name": "east",
                "rectangle": [42, 10, 6, 12],
                "side": BROOD,
            },
            {"class": "Nest", "name": "the-nest", "point": [nest, 20]},
        ],
        zones={WARDENS: "west", BROOD: "east"},
        **more,
    )


def brood_may_deploy(inches: float) -> bool:
    held = {"where": "reserve"}
    session = _nest(
        20.0,
        situation_unit(SQUAD, (3, 15)),
        situation_unit(FOES, (0, 0), **held),
        phase="deployment",
        side="",
        round_=0,
    )
    return allowed(session, [[first(session, FOES).id, [6.0 + 0.5 + inches, 20.0]]])


def nest_is_in_reach(inches: float) -> bool:
    session = _nest(
        6.0 + inches,
        situation_unit(SQUAD, (3, 15)),
        situation_unit(FOES, (45, 12)),
        phase="movement",
    )
    return nest_clash(session.table) == []


def may_place_a_charge(inches: float) -> bool:
    squad = situation_unit(SQUAD, (20.5 + inches, 20.0))
    session = _nest(20.0, squad, situation_unit(FOES, (45, 12)), phase="movement")
    return model_that_can_place(session.table) is not None


def _objective(squad: float, foes: float) -> Side | None:
    session = opened_situation(
        "classic",
        situation_unit(SQUAD, (24.5 + squad, 24)),
        situation_unit(FOES, (24, 24.5 + foes)),
        phase="movement",
        object=[*ZONES],
    )
    return holder_of(session.table, session.table.board.markers[0])


def holds_an_objective(inches: float) -> bool:
    return _objective(inches, 10.0) == WARDENS


def contests_an_objective(inches: float) -> bool:
    return _objective(2.0, inches) is None


def _comes_up(system: str, core: Core, foe: float, radius: float = 0.5) -> bool:
    session = opened_situation(
        system,
        situation_unit("squad", (0, 0), where="reserve"),
        situation_unit(FOES, (20.0 + radius + 0.5 + foe, 20.0)),
        situation_unit("idle", (4, 4)),
        phase="movement",
        object=[{"class": "Drain", "name": "drain", "point": [20, 20]}],
    )
    table = session.table
    table.models[first(session).id] = replace(first(session), base=radius)
    (spot,) = table.board.spots
    return bool(places(table, SQUAD, spot, core.lands_off))


def comes_up_near_the_drain(inches: float) -> bool:
    """Return whether a model on the drain comes up whose base reaches *inches* from it."""
    return _comes_up("classic", CLASSIC, 10.0, radius=inches)


def comes_up_off_enemies(inches: float) -> bool:
    return _comes_up("classic", CLASSIC, inches)


def comes_up_off_modern_enemies(inches: float) -> bool:
    return _comes_up("modern", MODERN, inches)


# Sandbox


def is_seen_in_the_dark(inches: float) -> bool:
    table = pair("classic", inches, "movement").table
    PAGE.put(table, SandboxState(fog=Fog.DARK))
    return Vision(table, [WARDENS]).sees(base(11.0 + inches))
