"""Pursuit forecasts: computed dangers agree with counts over ten thousand phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

import pytest

from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.systems.pursuit.forecast import perils, simulate_phases, simulated_danger
from game.systems.pursuit.rules.danger import BLAST, Danger, ModelFate, danger
from game.systems.pursuit.rules.state import STOPPED, mark_event
from game.table.apply import apply
from game.table.events import PieceCame
from game.table.records import Model, ModelId
from tests.systems.pursuit.pursuit_tables import mustered, piece, rectangle, winding
from tests.systems.pursuit.test_odds import (
    BIKE,
    GARGOYLE,
    HEAP,
    MATE,
    MILL,
    stand_at,
    view_of_street,
)
from tests.tiers import few

PHASES, FEWER = 10_000, 1_500
SEED = 20_26
SIGMAS = 4.0


def danger_by_simulation(view: TableView, model_id: ModelId, pace: str, phases: int) -> Danger:
    ends = list[tuple[ModelFate, Model]]()
    for n in range(phases):
        game, fates = simulate_phases(view, SeededDice(SEED + n), model_id, pace)
        ends.append((fates.get(model_id, ModelFate()), game.table.models[model_id]))
    return simulated_danger(ends)


def agree(weighed: Danger, counted_: Danger, phases: int) -> None:
    """Check that all chances are within the sampling error of that number of phases."""
    for what in ("dies", "lost", "stopped", "swept", "backs"):
        chance, share = getattr(weighed, what), getattr(counted_, what)
        within = SIGMAS * sqrt(chance * (1 - chance) / phases)
        assert abs(chance - share) <= within + 1e-12, what
    assert {c for c, b in weighed.causes.items() if b.strikes > 0.01} <= {*counted_.causes}
    for cause, blow in counted_.causes.items():
        for name in ("strikes", "kills"):
            chance, share = getattr(weighed.causes[cause], name), getattr(blow, name)
            within = SIGMAS * sqrt(chance * (1 - chance) / phases)
            assert abs(chance - share) <= within + 1e-12, (cause, name)


BEHIND = piece("behind", rectangle(20, 22, 4, 4), 2, "ruin")
AHEAD = piece("ahead", rectangle(49, 21, 5, 6))
CASES = {
    "back over the edge": (view_of_street(11, HEAP), BIKE, "slow-3"),
    "a building": (view_of_street(35, MILL), BIKE, "keep"),
    "a ruin, and a building behind it": (view_of_street(35, HEAP, AHEAD), BIKE, "keep"),
    "slowly back, before two pieces": (view_of_street(36, HEAP, AHEAD), BIKE, "slow-1"),
    "back into a piece that has rolled": (view_of_street(33, BEHIND, HEAP), BIKE, "slow-2"),
    "a gargoyle, out of a ruin": (
        view_of_street(42.4, HEAP, model_id=GARGOYLE),
        GARGOYLE,
        "slow-2",
    ),
}
MOST = "slowly back, before two pieces"
"""The case played most often: it has dice for slowing down, for a ruin, and a hit."""


@pytest.mark.rule("PU-11", "PU-13", "PU-14", "PU-15", "PU-22")
@pytest.mark.parametrize("name", few(CASES, 2))
def test_what_is_exact_is_what_the_rules_come_to(name: str) -> None:
    view, model_id, pace = CASES[name]
    weighed = danger(view, model_id, pace)

    assert weighed.exact
    phases = PHASES if name == MOST else FEWER
    agree(weighed, danger_by_simulation(view, model_id, pace, phases), phases)


@pytest.mark.slow
def test_a_crowded_street_is_weighed_as_it_comes_wherever_it_is_said_to_be_exact() -> None:
    table = mustered(winding())
    spots = [(4.0 + 3.1 * n, 12.5 + (5 * n) % 21) for n in range(len(table.models))]
    view = TableView(table, view_of_street(35).rules)
    for model_id, (x, y) in zip(table.models, spots, strict=True):
        stand_at(view, model_id, x, y)
    table.clock = view_of_street(35).table.clock
    weighed = {m.id: danger(view, m.id) for m in table.standing()}
    exact = [model_id for model_id, one in weighed.items() if one.exact]
    ends = {model_id: list[tuple[ModelFate, Model]]() for model_id in exact}
    phases = 150
    for n in range(phases):
        game, fates = simulate_phases(view, SeededDice(SEED + n), ModelId(""), "keep")
        for model_id in exact:
            ends[model_id].append(
                (fates.get(model_id, ModelFate()), game.table.models[model_id])
            )

    assert len(exact) >= 5
    assert any(0.0 < weighed[model_id].dies < 1.0 for model_id in exact)
    for model_id in exact:
        agree(weighed[model_id], simulated_danger(ends[model_id]), phases)


def simulated_perils(
    view: TableView, about: ModelId | None, phases: int = 40
) -> Sequence[object]:
    return [*perils(view, SeededDice(7), phases, about)]


def test_where_all_is_exact_nothing_is_counted() -> None:
    *_, last = perils(view_of_street(35, MILL), SeededDice(7), 40, BIKE)

    assert (last.done, last.simulated, last.of) == (True, 0, 0)
    assert last.paces[BIKE] == {
        pace: danger(view_of_street(35, MILL), BIKE, pace)
        for pace in ("keep", "slow-1", "slow-2", "slow-3")
    }


@pytest.mark.rule("PU-14", "PU-19")
def test_where_others_have_a_hand_in_it_phases_are_counted() -> None:
    view = view_of_street(35, MILL)
    stand_at(view, MATE, 37.5)
    first, *_, last = perils(view, SeededDice(7), 40, BIKE)

    # Computed alone the mill comes to it; in fact it strikes its mate, which is then pushed
    # into it without a hit, if the mate lives; if not, it is struck itself.
    assert first.paces[BIKE]["keep"].simulated == 0
    keep = last.paces[BIKE]["keep"]
    assert (last.done, keep.simulated, keep.exact) == (True, 40, False)
    assert keep.swept == 1
    assert 0 < keep.dies < 0.5
    assert {
        p: d.simulated for p, d in last.paces[BIKE].items() if not d.exact
    } == dict.fromkeys(("keep", "slow-1", "slow-2", "slow-3"), 40)
    # Of a model that is not asked, only the pace is counted that all others keep.
    assert last.paces[MATE]["slow-1"].simulated == 0


@pytest.mark.rule("PU-07")
def test_who_is_asked_comes_first() -> None:
    view = view_of_street(35, MILL)
    stand_at(view, MATE, 37.5)
    view.table.queue = (MATE, "mill")
    view.table.notes["pursuit"] = replace(view.rules.pages["pursuit"].blank, rolled=1)
    *_, last = perils(view, SeededDice(7), 10, BIKE)

    assert last.order == ((BIKE,), (MATE,), ("mill",))
    # Far enough back it is out of the way of the mill.
    assert last.paces[BIKE]["slow-3"].swept < last.paces[BIKE]["keep"].swept


@pytest.mark.rule("PU-24")
def test_mines_are_counted() -> None:
    view = view_of_street(35, MILL)
    apply(view.table, PieceCame("PU-10", "spore-mines-1", Point(39.5, 24.0), on="mill"))
    *_, last = perils(view, SeededDice(7), 40)

    keep = last.paces[BIKE]["keep"]
    assert keep.causes[BLAST].strikes == 1
    assert 0 < keep.causes[BLAST].kills < 1


def test_the_same_dice_tell_the_same() -> None:
    view = view_of_street(35, MILL)
    stand_at(view, MATE, 37.5)

    assert simulated_perils(view, BIKE) == simulated_perils(view, BIKE)


@pytest.mark.rule("PU-23")
def test_who_is_stopped_is_handled_with_its_piece() -> None:
    view = view_of_street(42, HEAP)
    apply(view.table, mark_event("PU-23", BIKE, STOPPED, "heap"))
    game, fates = simulate_phases(view, SeededDice(1), BIKE, "slow-3")

    assert game.table.models[BIKE].at == Point(30.0, 24.0)
    assert fates[BIKE].swept
