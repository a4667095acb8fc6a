"""Captions of events: short enough for a line, and true."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

import pytest

from game.cli.shown_battles import play_until
from game.cores.kit.queries import FORECAST, FigureKind, ForecastFigure
from game.geometry.points import Point
from game.play.decisions import Choose
from game.play.game import Rules
from game.rules.battles import prepare
from game.shown.answer_motives import Motives
from game.shown.event_captions import CaptionWriter, EventCaption, Importance, fits_line
from game.table.apply import apply
from game.table.events import (
    Act,
    Acted,
    Announced,
    AnnouncementKind,
    Event,
    Motion,
    Moved,
    PhaseBegan,
    PieceLeft,
    Removed,
    Rolled,
    RollKind,
    Scored,
    Wounded,
)
from game.table.records import How, Model, ModelId, Profile, Side, Unit, UnitId, Where
from game.table.state import Piece, PieceKind, Table
from tests.bots.checked_motives import CheckedMotives

WARDENS, BROOD = Side("wardens"), Side("brood")
SQUAD, PACK = UnitId("squad"), UnitId("pack")
PIECES = tuple(f"mine cluster {n}" for n in range(6))
SCENARIOS = {
    "combat_patrol": 0,
    "cage": 4,
    "pursuit": 2,
    "adrift": 1,
    "no_mercy": 0,
}
"""One of each rule system, with the least number of kinds of motives that are checked in it."""
ASKED = Choose(WARDENS, "CC-18", "", about=SQUAD, options=())
KILLED = re.compile(r": (\d+) killed")
SCORED = re.compile(r"(scores?|loses?) (\d+) points?")


def table() -> Table:
    laid = Table(sides=(WARDENS, BROOD))
    for unit, name, side, x in (
        (SQUAD, "Scouts", WARDENS, 2.0),
        (PACK, "Stalkers", BROOD, 11.0),
    ):
        ids = tuple(ModelId(f"{unit}-{n}") for n in range(2))
        laid.units[unit] = Unit(unit, side=side, name=name, models=ids)
        laid.models |= {
            i: Model(
                i,
                unit=unit,
                side=side,
                profile=Profile(name),
                base=0.5,
                at=Point(x, 2.0 + 2 * n),
                where=Where.TABLE,
            )
            for n, i in enumerate(ids)
        }
    laid.pieces |= {id_: Piece(id_, PieceKind.MINES, Point(1.0, 1.0)) for id_ in PIECES}
    return laid


class UnlikelyCharges:
    """Rules by which every charge needs a nine."""

    @property
    def hooks(self) -> Mapping[object, Sequence[object]]:
        kind = FigureKind.ARRIVES
        nine = ForecastFigure("arrives", 0.28, "MC-22", need=9, kind=kind)
        return {FORECAST: [lambda _view, _asked: [nine]]}


def captions(
    *story: Event,
    mission: str = "",
    turns: int = 0,
    rules: Rules | None = None,
    motives: Motives | None = None,
) -> list[EventCaption]:
    """Return the last form of each caption of some events."""
    seen, writer = table(), CaptionWriter(mission, turns, rules, motives)
    found = list[EventCaption]()
    for event in story:
        apply(seen, event)
        if caption := writer.add(event, seen):
            if caption.replaces:
                found.pop()
            found.append(caption)
    return found


def test_a_charge_says_how_much_it_needs_and_how_likely_that_is() -> None:
    declared = Acted("MC-20", PACK, Act.CHARGES, target=SQUAD)
    rolled = Rolled(
        "MC-22", BROOD, "charge", faces=(5, 4), total=True, who=PACK, kind=RollKind.CHARGE
    )

    assert captions(declared)[0].text == "Stalkers charge Scouts, 8 inches away"
    assert captions(declared, rolled)[0].text == (
        "Stalkers charge Scouts: 7 needed, 58%, rolled 9"
    )
    by_rules = captions(declared, rolled, rules=cast("Rules", UnlikelyCharges()))
    assert by_rules[0].text == "Stalkers charge Scouts: 9 needed, 28%, rolled 9"


def test_a_charge_at_nobody_is_told_without_its_odds() -> None:
    rolled = Rolled(
        "MC-22", BROOD, "charge", faces=(5, 4), total=True, who=PACK, kind=RollKind.CHARGE
    )

    (caption,) = captions(rolled, rules=cast("Rules", UnlikelyCharges()))
    assert "needed" not in caption.text


def test_a_move_says_where_it_leads() -> None:
    path = Point(2.0, 2.0), Point(8.0, 2.0)

    (caption,) = captions(Moved("CC-18", ModelId("squad-0"), path, facing=0.0))

    assert caption.text == "Scouts 1 moves towards Stalkers"
    assert caption.team == 0


def test_a_deed_is_told_with_the_motive_of_its_bot() -> None:
    """Beside where it leads; unless it was given for another deed."""
    motives, path = Motives(), (Point(2.0, 2.0), Point(8.0, 2.0))
    for count, words in ((0, "for a charge"), (1, "1.8 wounds expected"), (3, "for safety")):
        motives.note(ASKED, table(), count, words)
    walked = Moved("CC-18", ModelId("squad-0"), path, facing=0.0)
    shots = Acted("CC-05", SQUAD, Act.SHOOTS, target=PACK)
    killed = Removed("CC-07", ModelId("pack-0"), How.SHOT, by=SQUAD)

    assert [caption.text for caption in captions(walked, shots, killed, motives=motives)] == [
        "Scouts 1 moves towards Stalkers for a charge",
        "Scouts shoot Stalkers, 1.8 wounds expected: 1 killed",
    ]
    motives.drop(1)
    assert captions(walked, shots, motives=motives)[1].text == "Scouts shoot Stalkers"


def test_a_move_that_is_still_to_be_shown_is_told_with_its_motive() -> None:
    motives, path = Motives(), (Point(2.0, 2.0), Point(2.0, 8.0))
    walked = Moved("CC-18", ModelId("squad-0"), path, facing=0.0)
    motives.note(ASKED, table(), 1, "for safety")
    writer = CaptionWriter(motives=motives)
    writer.add(PhaseBegan("CC-15", 1, "movement", WARDENS), table())

    caption = writer.foresee([walked], table())

    assert caption
    assert caption.text == "Scouts move for safety"


def test_a_roll_is_told_with_its_own_faces() -> None:
    advance = Rolled("MC-05", BROOD, "advance", faces=(5,), who=PACK, kind=RollKind.DISTANCE)
    ground = replace(advance, what="difficult ground", faces=(1, 3), kind=RollKind.DIFFICULT)

    (caption,) = captions(advance, ground)
    assert caption.text == "Stalkers roll for advance: 5"
    assert caption.importance is Importance.ROUTINE
    assert captions(replace(advance, kind=RollKind.CHARGE))[0].importance is Importance.DEED


def test_a_test_that_cannot_be_passed_is_told_as_any_other() -> None:
    nerve = Rolled("MC-25", BROOD, "Leadership test", faces=(6,), need=0, under=True, who=PACK)

    (caption,) = captions(nerve)
    assert caption.text == "Stalkers fail their Leadership test, 0 or less needed, rolled 6"


def test_harm_by_an_own_weapon_and_by_a_power_is_counted() -> None:
    shots = Acted("CC-07", SQUAD, Act.SHOOTS, target=PACK)
    hit = Rolled(
        "CC-05",
        WARDENS,
        "to hit",
        faces=(1,),
        need=6,
        who=SQUAD,
        target=PACK,
        weapon="plasma gun",
    )
    hit = replace(hit, kind=RollKind.HIT)
    save = replace(
        hit, what="to save", faces=(2,), who="squad-0", target="", kind=RollKind.SAVE
    )
    gone = Removed("CC-17", ModelId("squad-0"), How.HAZARD)
    power = Acted("MC-11", PACK, Act.MANIFESTS, target=SQUAD)

    harmed = [one.text for one in captions(shots, hit, save, gone)]
    assert harmed[-1] == "Scouts 1 is hit by its own plasma gun: 1 killed"
    assert captions(power, gone)[0].text == "Stalkers manifest a power on Scouts: 1 killed"


def attack(*rolls: tuple[int, ...]) -> list[Event]:
    whose = (WARDENS, SQUAD), (WARDENS, SQUAD), (BROOD, PACK)
    kinds = zip((RollKind.HIT, RollKind.WOUND, RollKind.SAVE), whose, rolls, strict=True)
    rolled = [
        Rolled("CC-06", side, kind.value, faces=faces, need=4, kind=kind, who=who, target=PACK)
        for kind, (side, who), faces in kinds
    ]
    return [Acted("CC-05", SQUAD, Act.SHOOTS, target=PACK), *rolled]


def roll_off(*faces: int) -> list[Event]:
    return [
        Rolled("CC-01", side, "roll-off", faces=(face,), kind=RollKind.ROLL_OFF)
        for side, face in zip((WARDENS, BROOD), faces, strict=False)
    ]


@pytest.mark.parametrize(
    ("story", "team", "text"),
    [
        (roll_off(3), 0, "Roll-off: Wardens 3"),
        (roll_off(3, 5), 1, "Brood wins 5 to 3: roll-off"),
        ([Scored("CC-20", BROOD, 2, SQUAD)], 1, "Brood scores 2 points: Scouts, now 2–0"),
        (
            [Acted("PR-08", UnitId(f"{unit}-0"), Act.KEEPS_PACE) for unit in (SQUAD, PACK)],
            None,
            "2 models keep pace",
        ),
        (attack((4, 5), (5, 6), (1, 6)), 0, "Scouts shoot Stalkers: 1 not saved"),
        (attack((4,), (5,), (1,)), 0, "Scouts shoot Stalkers: not saved"),
        ([Acted("PR-08", UnitId("pack-0"), Act.KEEPS_PACE)], 1, "Stalkers 1 keeps pace"),
    ],
)
def test_the_side_of_a_caption_is_the_one_that_acts(
    story: Sequence[Event], team: int | None, text: str
) -> None:
    caption = captions(*story)[-1]

    assert (caption.team, caption.text) == (team, text)


def test_names_of_many_pieces_give_way_to_their_number() -> None:
    gone = [PieceLeft("PR-10", id_) for id_ in PIECES]
    kept = Acted("PR-08", UnitId("pack-0"), Act.KEEPS_PACE)
    assert captions(kept, *gone)[-1].text == (
        "Stalkers 1 keeps pace, 6 pieces leave over the rear edge"
    )


def test_a_recoil_leaves_the_caption_of_its_shot_and_a_body_is_called_one() -> None:
    path = Point(2.0, 2.0), Point(2.0, 6.0)
    drifted = Moved("ZG-24", ModelId("squad-0"), path, facing=0.0, motion=Motion.DRIFTS)
    killed = Removed("CC-07", ModelId("squad-0"), How.SHOT, where=Where.BODY)

    assert not captions(replace(drifted, motion=Motion.RECOILS))
    assert captions(drifted)[-1].text == "Scouts 1 drifts"
    assert captions(killed, drifted)[-1].text == "Scouts 1's body drifts"


def test_the_end_of_a_unit_is_great() -> None:
    shots = Acted("CC-05", SQUAD, Act.SHOOTS, target=PACK)
    ends = [Removed("CC-07", ModelId(f"pack-{n}"), How.SHOT, by=SQUAD) for n in range(2)]

    (caption,) = captions(shots, *ends)

    assert caption.text == "Scouts shoot Stalkers: 2 killed, none left"
    assert caption.importance is Importance.GREAT


@pytest.mark.parametrize(
    ("story", "lead"),
    [
        ([], "no bouts won yet"),
        ([Wounded("TC-30", ModelId("squad-0"), 1)], "Brood leads 2–1 in wounds left"),
        ([Scored("TC-30", BROOD, 1, SQUAD)], "Brood leads 1–0 in bouts won"),
    ],
)
def test_wounds_lead_between_sides_with_the_same_score(
    story: Sequence[Event], lead: str
) -> None:
    begun = PhaseBegan("TC-02", 1, "actions", None)

    assert captions(*story, begun, mission="cage")[-1].text == f"Turn 1: {lead}"


def test_the_last_turn_and_the_water_are_great() -> None:
    last, water = captions(
        PhaseBegan("CC-15", 6, "movement", WARDENS),
        Announced("FF-06", "The flood comes", kind=AnnouncementKind.WATER),
        turns=6,
    )

    assert last.text == "Wardens' last turn: no points yet"
    assert last.importance is water.importance is Importance.GREAT


def test_a_long_text_is_cut_at_a_break() -> None:
    words = (
        "The twist is acid rain: every unit in the open takes a hit, in each turn, from now on"
    )

    (caption,) = captions(Announced("MP-13", words))

    assert caption.text == "Twist, acid rain: every unit in the open takes a hit…"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_captions_of_a_whole_game_are_true(scenario: str) -> None:
    battle = prepare(scenario, seed=7)
    session = battle.session()
    motives = CheckedMotives(session)
    play_until(session, ("steady", "steady"), None, motives)
    seen = battle.opening.fork()
    writer = CaptionWriter(battle.scenario.mission, motives=motives)
    lines = list[tuple[EventCaption, list[Event]]]()
    for event in session.game.story:
        apply(seen, event)
        caption = writer.add(event, seen)
        if caption is None:
            continue
        assert fits_line(caption.text), caption.text
        of_line = [*(lines.pop()[1] if caption.replaces else ()), event]
        lines.append((caption, of_line))
    for caption, happened in lines:
        assert_true(caption, happened)
    assert len(motives.checked) >= SCENARIOS[scenario], motives.checked


def assert_true(caption: EventCaption, happened: list[Event]) -> None:
    """Compare the numbers of a caption with the events that it sums up."""
    text = caption.text
    assert text[:1] == text[:1].upper()
    if killed := KILLED.search(text):
        assert int(killed[1]) == sum(isinstance(e, Removed) for e in happened), text
    elif ": killed" in text or "none left" in text:
        assert any(isinstance(e, Removed) for e in happened), text
    if scored := SCORED.search(text):
        paid = sum(e.points for e in happened if isinstance(e, Scored))
        assert int(scored[2]) == abs(paid), text
    if " charge" in text and " needed" in text:
        assert any(isinstance(e, Rolled) and e.kind is RollKind.CHARGE for e in happened), text
    if text.endswith("no hits"):
        assert not any(isinstance(e, Removed) for e in happened), text
