"""The chances to win: terms of positions, the logistic model, and the file of weights."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from game.bots.chances.weighing import (
    NAMES,
    TERMS,
    WEIGHED_AS,
    ChanceWeights,
    chances,
    parse_weights,
    shipped_weights,
)
from game.bots.match import answers, seated
from game.content.faults import UnusableFile
from game.play.game import Snapshot
from game.rules.battles import prepare
from game.table.records import Result, Where
from game.table.state import Table
from tests.tiers import few

SCENARIOS = [
    "adrift",
    "cage",
    "combat_patrol",
    "pursuit",
    "salvage",
    "no_mercy",
    "crossing",
    "the_nest",
    "vital_intelligence",
    "deadlock",
]
BATTLES = ["adrift", "combat_patrol", "no_mercy", "crossing"]
UNLIKE = ["pursuit", "the_nest", "deadlock"]
"""Scenarios whose rules, or stored states, go by the order of the sides."""
MIRRORED = [name for name in SCENARIOS if name not in UNLIKE]
SEED, ROUND = 3, 2


@lru_cache(maxsize=16)
def _begun(scenario: str) -> Snapshot:
    battle = prepare(scenario, seed=SEED)
    session = battle.session()
    for _ in answers(session, seated(battle.opening.sides, ("random", "random"))):
        if session.table.clock.round == (1 if scenario == "pursuit" else ROUND):
            break
    return Snapshot.of(session.game)


def snapshot_of_second_turn(scenario: str) -> Snapshot:
    """Return a game of random bots as it was in its second turn; the chase in its first."""
    return Snapshot.of(_begun(scenario))


def without(view: Snapshot, seat: int, many: int = 2) -> Snapshot:
    """Return a position in which a side has lost its first models."""
    after = Snapshot.of(view)
    table = after.table
    for model in table.standing(table.sides[seat])[:many]:
        table.models[model.id] = replace(model, where=Where.GONE)
    return after


@pytest.mark.parametrize("scenario", few(SCENARIOS, 4))
def test_the_chances_add_up_to_one_and_every_term_has_a_name(scenario: str) -> None:
    view = snapshot_of_second_turn(scenario)
    found = chances(view)
    assert tuple(found) == view.table.sides
    assert sum(found.values()) == pytest.approx(1.0)
    assert all(0.0 < chance < 1.0 for chance in found.values())
    system = view.rules.system
    assert set(TERMS[system](view)) <= set(NAMES[system])


@pytest.mark.parametrize("scenario", few(SCENARIOS, 4))
def test_nothing_is_changed_by_asking(scenario: str) -> None:
    view = snapshot_of_second_turn(scenario)
    before = view.table.fork()
    assert chances(view) == chances(view)
    assert view.table == before


@pytest.mark.parametrize("scenario", few(BATTLES, 2))
@pytest.mark.parametrize("seat", [0, 1])
def test_models_lost_lower_the_chance(scenario: str, seat: int) -> None:
    view = snapshot_of_second_turn(scenario)
    side = view.table.sides[seat]
    assert chances(without(view, seat))[side] < chances(view)[side]


def test_riders_lost_lower_the_chance() -> None:
    view = snapshot_of_second_turn("pursuit")
    riders = view.table.sides[0]
    assert chances(without(view, 0, 3))[riders] < chances(view)[riders]


def test_a_champion_wounded_has_the_lesser_chance() -> None:
    view = snapshot_of_second_turn("cage")
    hurt = Snapshot.of(view)
    champion = next(m for m in hurt.table.standing() if m.wounds > 1)
    hurt.table.models[champion.id] = replace(champion, wounds=1)
    assert chances(hurt)[champion.side] < chances(view)[champion.side]


@pytest.mark.parametrize("scenario", few(["no_mercy", "crossing", "vital_intelligence"], 2))
def test_more_points_late_in_the_game_are_the_better_chance(scenario: str) -> None:
    view = snapshot_of_second_turn(scenario)
    table = view.table
    side = table.sides[1]
    gains = list[float]()
    for round_ in (ROUND, 6):
        table.clock = replace(table.clock, round=round_)
        before = chances(view)[side]
        table.scores[side] = table.scores.get(side, 0) + 2
        gains.append(chances(view)[side] - before)
        table.scores[side] -= 2
    assert 0.0 < gains[0] < gains[1]


@pytest.mark.parametrize("scenario", few(MIRRORED, 3))
def test_terms_change_their_sign_when_the_sides_change_places(scenario: str) -> None:
    """But for the term that is the first side's, whatever happens."""
    view = snapshot_of_second_turn(scenario)
    table = view.table
    one, other = table.sides
    terms = TERMS[view.rules.system](view)
    table.sides = (other, one)
    swapped = TERMS[view.rules.system](view)
    for name, value in terms.items():
        if name != "first_side":
            assert swapped[name] == pytest.approx(-value), name


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_result_is_certain(seat: int | None) -> None:
    view = snapshot_of_second_turn("combat_patrol")
    sides = view.table.sides
    winner = None if seat is None else sides[seat]
    view.table.result = Result(winner, "points", "MI-03")
    expected = 0.5 if seat is None else float(seat == 0)
    assert chances(view)[sides[0]] == expected
    assert chances(view)[sides[1]] == 1.0 - expected


def test_a_game_that_nobody_wins_is_even() -> None:
    view = Snapshot(prepare("sandbox", seed=1).rules(), Table())
    assert set(chances(view).values()) == {0.5}


def test_the_weights_of_a_mission_are_added_to_those_of_its_system() -> None:
    view = snapshot_of_second_turn("combat_patrol")
    shared = {"classic": {"first_side": 1.0}}
    even = chances(view, ChanceWeights({}, {}))
    usual = chances(view, ChanceWeights(shared, {}))
    more = chances(view, ChanceWeights(shared, {"combat_patrol": {"first_side": 1.0}}))
    other = chances(view, ChanceWeights(shared, {"crossing": {"first_side": 1.0}}))
    first = view.table.sides[0]
    assert even[first] == 0.5 < usual[first] == other[first] < more[first]


def test_the_shipped_file_has_a_table_for_every_system() -> None:
    shared = shipped_weights().shared
    assert all(WEIGHED_AS.get(system, system) in shared for system in NAMES)


def test_weights_are_read_from_tables_of_systems_and_missions() -> None:
    text = "[classic]\npoints = 2\n[classic.crossing]\nfirst_side = -0.5\n"
    found = parse_weights(text, "w.toml")
    assert found.shared == {"classic": {"points": 2.0}}
    assert found.extra == {"crossing": {"first_side": -0.5}}


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("[clasic]\n", "clasic", "is not a system; did you mean 'classic'?"),
        ("classic = 3", "classic", "must be a table of weights"),
        ("[classic]\npoint = 1", "classic.point", "is not a term; did you mean 'points'?"),
        ("[classic]\npoints = true", "classic.points", "must be a number"),
        ("[classic]\npoints = nan", "classic.points", "must be from -100 to 100"),
        ("[cage]\nwounds = 200", "cage.wounds", "must be from -100 to 100"),
        ("[zero_g.crossing]\n", "zero_g.crossing", "is not a mission of it"),
        ("[classic.crossing]\npace = 1", "classic.crossing.pace", "is not a term"),
        ("[classic", "end", "is not valid TOML"),
    ],
)
def test_a_fault_of_the_file_has_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(UnusableFile) as raised:
        parse_weights(text, "w.toml")
    (fault,) = raised.value.faults
    assert fault.place.startswith(place)
    assert reason in fault.reason


def test_all_faults_of_a_file_are_named_at_once() -> None:
    with pytest.raises(UnusableFile) as raised:
        parse_weights("[classic]\na = 1\nb = 2\n[clasic]\n", "w.toml")
    assert len(raised.value.faults) == 3
