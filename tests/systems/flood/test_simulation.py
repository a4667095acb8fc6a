"""Simulated forecasts: right where odds are known, reproducible, blind to the dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

import pytest

from game.cores.kit.queries import TableView
from game.play.dice_sequences import Dice, SeededDice, splice
from game.systems.flood.forecast import forecasts, simulate_flood
from game.systems.flood.rules import FloodState
from game.systems.flood.rules.odds import (
    FloodForecast,
    FloodOutcome,
    KnownChance,
    KnownOutcome,
    core_of,
    sure_fates,
)
from game.systems.flood.table.water import origins
from game.table.events import Struck
from game.table.records import Clock, ModelId, Where
from tests.systems.flood.flood_tables import STRAIGHT, squad_at, view_before_flood
from tests.systems.flood.flood_tables import flood as played
from tests.tools.fuzz_flood import RULES, boards, random_crowd

FIRST, SECOND = ModelId("squad-1"), ModelId("squad-2")
DICE = SeededDice(7)
SIGMAS = 4.0
EVENT = {"carried": "FF-16", "dashed": "FF-17"}


@dataclass(frozen=True, slots=True)
class Untouchable:
    """Dice that must not be read."""

    seed: int = 7

    def nth(self, n: int) -> int:
        raise AssertionError(f"die {n} of the game was looked at")


def last(view: TableView, dice: Dice = DICE, floods: int = 1000) -> FloodForecast:
    *_, forecast = forecasts(view, dice, floods)
    return forecast


def fits_chance(count: int, floods: int, chance: float) -> bool:
    """Return whether a count fits its chance within four standard deviations."""
    spread = sqrt(floods * chance * (1 - chance))
    return abs(count - floods * chance) <= SIGMAS * spread


@pytest.mark.rule("FF-14")
def test_one_who_may_be_bumped_by_one_other() -> None:
    """The second, 3 inches down, fails its own test, or is reached and fails on 4+.

    It passes 1/2, the first fails 1/2, comes 3 inches or more 4/6, and knocks it over 1/2; 2
    inches do not reach a base of half an inch. 1/2 + 1/2 x 1/2 x 4/6 x 1/2 = 7/12.
    """
    forecast = last(view_before_flood(squad_at((3, 10), (6.03, 10), base=0.5)))

    carried = forecast.fates[SECOND].carried
    assert not carried.exact
    assert fits_chance(round(carried.value * 1000), 1000, 7 / 12)
    assert forecast.fates[FIRST].carried == KnownChance(0.5, exact=True)
    assert (forecast.simulated, forecast.of, forecast.done) == (1000, 1000, True)


@pytest.mark.slow
@pytest.mark.rule("FF-16")
def test_what_is_computed_is_what_is_counted() -> None:
    """Compare each computed chance with 300 simulated floods, on all sewers."""
    compared = 0
    for luck, board in enumerate(boards(4)):
        view = TableView(random_crowd(board, luck, 6), RULES)
        core = core_of(view)
        assert core is not None
        sure = sure_fates(view, core)
        counts = counted_by_events(view, 300, luck)
        for model_id, fate in sure.items():
            for what in ("carried", "dashed", "dies"):
                chance = getattr(fate, what)
                if chance is not None:
                    compared += 0 < chance < 1
                    assert fits_chance(counts[model_id][what], 300, float(chance)), (
                        luck,
                        model_id,
                        what,
                    )
    assert compared > 25


def counted_by_events(view: TableView, floods: int, luck: int) -> dict[ModelId, dict[str, int]]:
    """Return how many floods carried, dashed and killed each model, by their events."""
    core = core_of(view)
    assert core is not None
    counts = {
        model_id: dict.fromkeys(("carried", "dashed", "dies"), 0)
        for model_id in view.table.models
    }
    for n in range(floods):
        game = simulate_flood(view, core, splice(SeededDice(luck), 0, n))
        for model_id, model in game.table.models.items():
            hits = [
                e.clause for e in game.story if isinstance(e, Struck) and e.model == model_id
            ]
            for what, clause in EVENT.items():
                counts[model_id][what] += clause in hits
            counts[model_id]["dies"] += model.where is not Where.TABLE
    return counts


def test_the_same_table_and_row_tell_the_same_and_other_rows_something_else() -> None:
    view = view_before_flood(squad_at((3, 10), (4.5, 10), (8, 10)))

    forecast = last(view, floods=50)
    assert last(view, floods=50) == forecast
    assert last(view, SeededDice(8), floods=50) != forecast


def test_no_die_of_the_game_is_looked_at_and_its_table_stays_as_it_is() -> None:
    view = view_before_flood(squad_at((3, 10), (4.5, 10), (8, 10)))
    was = view.table.fork()

    assert last(view, Untouchable(), floods=20).done
    assert view.table == was


@pytest.mark.rule("FF-06")
def test_the_flood_that_is_foretold_is_the_one_that_comes() -> None:
    """With the same dice a game in its flood phase logs the same carries."""
    units = squad_at((3, 10), (4.5, 10), (8, 10)), squad_at((12, 10), id="foes", side="brood")
    row = splice(DICE, 0, 5)
    session = played(*units, dice=row)
    view = view_before_flood(*units)
    core = core_of(view)
    assert core is not None
    view.table.clock = Clock(5, "flood")

    game = simulate_flood(view, core, row)
    story = session.game.story
    begins = story.index(game.story[0])
    assert story[begins : begins + len(game.story)] == game.story
    assert len(game.story) > 10


def test_it_gets_better_and_says_how_far_it_is() -> None:
    """First the time and the order, then the exact figures, then an update every ten floods."""
    forecast = list(
        forecasts(view_before_flood(squad_at((3, 10), (20, 10), (8, 44))), DICE, floods=25)
    )

    assert [t.simulated for t in forecast] == [0, 0, 10, 20, 25]
    assert [t.progress for t in forecast] == [0.0, 0.0, 0.4, 0.8, 1.0]
    assert [t.done for t in forecast] == [False] * 4 + [True]
    assert [len(t.fates) for t in forecast] == [0, 0, 3, 3, 3]
    assert len({t.order for t in forecast}) == 1


def test_where_all_is_known_no_flood_is_told() -> None:
    """``FF-08``, ``FF-17``  As in the hand-worked odds: 1/2, 2/9, 1/4."""
    forecast = last(view_before_flood(squad_at((37, 10))))

    assert forecast.fates == {
        FIRST: FloodOutcome(
            KnownChance(0.5, exact=True),
            KnownChance(2 / 9, exact=True),
            KnownChance(0.25, exact=True),
        )
    }
    assert (forecast.simulated, forecast.of) == (0, 0)
    assert (forecast.progress, forecast.done) == (1.0, True)


@pytest.mark.rule("FF-01")
def test_nothing_is_told_before_it_is_settled_where_the_flood_comes_from() -> None:
    """The model is 3 inches from the end for one origin, and at the source for the other."""
    other = {"class": "FloodOrigin", "name": "east", "point": [40, 10]}
    view = view_before_flood(squad_at((37, 10)), objects=(*STRAIGHT, other))
    assert not list(forecasts(view, DICE, 20))

    west, east = origins(view.table.board)
    for source, dashed in ((west, 2 / 9), (east, None)):
        view.table.notes["flood"] = FloodState(source.id)
        found = last(view, floods=20).fates[FIRST]
        assert found.carried == KnownChance(0.5, exact=True)
        assert (found.dashed.value == dashed) is (dashed is not None)


def test_the_dead_are_not_told_of() -> None:
    view = view_before_flood(squad_at((3, 10), (20, 10)))
    models = view.table.models
    models[FIRST] = replace(models[FIRST], where=Where.BODY)

    assert list(last(view).fates) == [SECOND]


def test_sure_fates_need_no_dice_of_the_game() -> None:
    view = view_before_flood(squad_at((37, 10)))
    view.table.rolls = 1234
    core = core_of(view)
    assert core is not None
    (fate,) = sure_fates(view, core).values()
    assert isinstance(fate, KnownOutcome)
    assert fate.dies is not None
    assert float(fate.dies) == 0.25
