"""Short-lived effects of a bout, worked out by hand: lunges, result names, dropped weapons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point, distance
from game.systems.cage.table import floor_of
from game.systems.cage.table.events import RingTurned, WeaponDropped
from game.systems.cage.view.animation import BIG, CageAnimation
from game.table.apply import apply
from game.table.events import Act, Acted, Event, Reason, Removed, Rolled, RollKind
from game.table.records import Cell, How, ModelId, UnitId
from game.view.playback import sounds_of
from game.view.playback.effects import Effect, lunge_of
from game.view.playback.stage import Stage
from game.view.sounds import Sound
from tests.systems.cage.cage_tables import BLUE, RED, cage, profile

RED_ONE, BLUE_ONE = ModelId(RED), ModelId(BLUE)


@pytest.fixture
def stage() -> Stage:
    """Return a stage: the captain on ring 2 faces the veteran, which backs onto the rim."""
    table = cage(
        (profile("captain"), Cell(2, 0), "out"), (profile("veteran"), Cell(3, 0), "in")
    )
    return Stage(table, animations=[CageAnimation])


def effects_of(stage: Stage, event: Event) -> list[Effect]:
    return stage.animation(CageAnimation).effects(event, [])


def attack_roll(*reasons: Reason, kind: RollKind = RollKind.ATTACK) -> Rolled:
    return Rolled(
        "TC-14",
        by=RED,
        what="to attack",
        faces=(4, 2),
        who=UnitId(RED),
        target=UnitId(BLUE),
        reasons=reasons,
        kind=kind,
    )


@pytest.mark.rule("TC-14")
def test_who_attacks_comes_forward_and_goes_back(stage: Stage) -> None:
    me, foe = (stage.seen.models[m] for m in (RED_ONE, BLUE_ONE))
    (lunge,) = effects_of(stage, attack_roll())
    assert lunge.lunges == RED_ONE

    stage.effects = (replace(lunge, age=lunge.lasts / 2),)
    there = stage.place_of(RED_ONE)
    assert distance(me.at, there) == pytest.approx(0.85)
    assert distance(there, foe.at) == pytest.approx(distance(me.at, foe.at) - 0.85)
    assert lunge_of(stage.effects, BLUE_ONE) is None
    stage.effects = (replace(lunge, age=lunge.lasts),)
    assert distance(stage.place_of(RED_ONE), me.at) == pytest.approx(0.0, abs=1e-9)


def test_nobody_lunges_for_who_wants_less_motion(stage: Stage) -> None:
    (lunge,) = effects_of(stage, attack_roll())
    stage.effects, stage.reduced = (replace(lunge, age=lunge.lasts / 2),), True

    assert stage.place_of(RED_ONE) == stage.seen.models[RED_ONE].at


@pytest.mark.rule("TC-13")
def test_a_parry_strikes_sparks_between_them(stage: Stage) -> None:
    me, foe = (stage.seen.models[m] for m in (RED_ONE, BLUE_ONE))
    _, spark = effects_of(
        stage, attack_roll(Reason(-1, "parried", "TC-13"), kind=RollKind.PARRIED)
    )

    assert spark.knock
    assert spark.at == Point((me.at.x + foe.at.x) / 2, (me.at.y + foe.at.y) / 2)


@pytest.mark.rule("TC-16", "TC-17", "TC-18", "TC-19", "TC-20", "TC-21")
def test_each_result_is_named_large_and_left_to_be_read(stage: Stage) -> None:
    acts = (
        (Act.HURTS_ITSELF, "1 · ATTACKER HIT"),
        (Act.TRADES, "2 · BOTH HIT"),
        (Act.PUSHES, "3 · PUSHED BACK"),
        (Act.DISARMS, "4 · DISARMED"),
        (Act.HARMS, "5 · HIT"),
        (Act.KNOCKS, "6 · HIT AND KNOCKED BACK"),
    )
    for act, words in acts:
        event = Acted("TC-20", unit=UnitId(RED), act=act, target=UnitId(BLUE))
        named = effects_of(stage, event)[0]
        assert (named.words, named.size) == (words, BIG)
        assert stage.pause_after(event) > 0.0


@pytest.mark.rule("TC-19")
def test_a_weapon_flies_from_the_hand_to_its_cell(stage: Stage) -> None:
    (flies,) = effects_of(stage, WeaponDropped("TC-19", BLUE_ONE, "chain blade", Cell(3, 1)))
    start = stage.seen.models[BLUE_ONE].at

    assert (flies.weapon, flies.at) == ("chain blade", start)
    # From the middle of cell 0 of nine to that of cell 1: a chord of 40°, 9.5" from the middle.
    assert distance(Point(0, 0), flies.slides) == pytest.approx(2 * 9.5 * 0.34202, abs=0.01)


@pytest.mark.rule("TC-23")
def test_who_is_pushed_out_is_thrown_away_from_the_middle(stage: Stage) -> None:
    model = stage.seen.models[BLUE_ONE]
    thrown, named = effects_of(stage, Removed("TC-23", BLUE_ONE, How.PUSHED))

    assert thrown.leaving == model
    # Cell 0 of nine lies 20° from the top: to the right and up.
    assert (thrown.slides.x, thrown.slides.y) == pytest.approx(
        (3.2 * 0.34202, -3.2 * 0.93969), abs=0.01
    )
    assert named.words == "OUT OF THE CAGE"


@pytest.mark.rule("TC-07")
def test_a_ring_grinds_while_it_turns_and_clanks_as_it_stops(stage: Stage) -> None:
    turns = RingTurned("TC-07", RED, ring=2, by=30)
    stage.add([turns])
    assert stage.play(0.1) == []
    assert stage.sounds == [Sound.GRIND]
    stage.sounds.clear()
    events = stage.play(0.3) + stage.play(0.1)

    assert events == [turns]
    assert stage.sounds == []
    assert sounds_of(events, stage.sound) == [Sound.LOCK]
    assert [e.shakes for e in stage.effects if e.shakes] == [3.0]
    rim = {round(distance(e.at, stage.effects[0].at), 3) for e in stage.effects if e.knock}
    assert rim == {floor_of(stage.seen.board).radii[2]}


@pytest.mark.rule("TC-07")
def test_a_body_turns_with_its_ring(stage: Stage) -> None:
    """The ring turns by 90 degrees clockwise: what lay to the right lies below."""
    before = stage.seen.models[RED_ONE].at
    apply(stage.seen, Removed("CC-17", RED_ONE, How.FOUGHT))
    assert [at for _, at in stage.bodies()] == [pytest.approx(before, abs=0.001)]
    stage.add([RingTurned("TC-07", RED, ring=2, by=90)])
    stage.play(0.5)
    ((_, half),) = stage.bodies()
    stage.skip()
    ((_, after),) = stage.bodies()

    middle = floor_of(stage.seen.board).at
    assert half not in (before, after)
    assert after.x - middle.x == pytest.approx(middle.y - before.y, abs=0.001)
    assert after.y - middle.y == pytest.approx(before.x - middle.x, abs=0.001)
