"""The figures of an experiment, worked out by hand for four small games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game.bots.match import Match, SideStatistics
from game.cli import main
from game.lab.experiment_run import Run
from game.lab.experiments import parse_experiment
from game.lab.game_records import (
    CostlyDecision,
    DecisionSwings,
    GameRecord,
    LuckRecord,
    UnitRecord,
)
from game.lab.heat_maps import HeatRecord
from game.lab.report_charts import ChartKind, charts_of
from game.lab.report_summary import headline, summary
from game.lab.report_table import as_table
from game.lab.results import Share, results_of
from game.lab.store import ENDING, Failure, Store, create
from game.table.records import Side
from tests.lab.inline_pool import InlinePool
from tests.lab.made_stores import BOUTS, keep
from tests.tools.texts import edited

WARDENS, BROOD = Side("wardens"), Side("brood")
TEXT = """
title = "Two <maps> & more"
games = 4
scenarios = ["combat_patrol"]
players = ["random,random"]
[[variant]]
name = "as it is"
[[variant]]
name = "longer"
options = { turns = 7 }
"""


def unit_record(lost: int = 0, kills: int = 0, scored: int = 0, **other: object) -> UnitRecord:
    return replace(
        UnitRecord(
            "wardens-squad",
            WARDENS,
            "Squad",
            cost=50,
            fielded=True,
            models=5,
            lost=lost,
            kills=kills,
            kill_value=10.0 * kills,
            scored=scored,
            inches=12.0,
        ),
        **other,  # type: ignore[arg-type]
    )


def game_record(
    seed: int, winner: Side | None, first: Side, squad: UnitRecord, turns: int = 6
) -> GameRecord:
    match = Match(
        seed,
        players={WARDENS: "random", BROOD: "random"},
        winner=winner,
        reason="points",
        turns=turns,
        decisions=10,
        seconds=0.5,
        scores={WARDENS: 0, BROOD: 0},
        doings={WARDENS: SideStatistics(), BROOD: SideStatistics()},
    )
    luck = 90.0 if winner == WARDENS else 5.0
    return GameRecord(
        match,
        f"story {seed}",
        first,
        rounds=((1, 0), (2, 3)),
        ends=(1, 0),
        units=(squad,),
        swings=(
            DecisionSwings(WARDENS, "CC-07", answers=4, gained=0.1, lost=0.3),
            DecisionSwings(BROOD, "CC-23", answers=2, gained=0.2, lost=0.1),
        ),
        costly=(
            CostlyDecision(2, "shooting", WARDENS, "CC-07", "Whom?", before=0.6, after=0.4),
            CostlyDecision(
                3, "assault", BROOD, "CC-23", "Charge?", before=0.5, after=0.5 - seed / 10
            ),
        ),
        luck=(
            LuckRecord(WARDENS, 10, 5, 5.0, luck),
            LuckRecord(BROOD, 10, 5, 5.0, 100.0 - luck),
        ),
        heat=HeatRecord(
            1.0,
            48,
            48,
            moved={0: 2, 50: seed},
            fought={1: 1},
            fallen={} if seed > 1 else {3: 1},
        ),
    )


def filled(path: Path) -> Store:
    """Return a new store with seven games of two variants, and one that broke."""
    path.parent.mkdir(parents=True, exist_ok=True)
    one = create(path, parse_experiment(TEXT, "x"))
    one.add(1, game_record(1, WARDENS, WARDENS, unit_record(lost=0, kills=3, scored=2)))
    one.add(1, game_record(2, BROOD, WARDENS, unit_record(lost=5, kills=1)))
    one.add(1, game_record(3, WARDENS, BROOD, unit_record(lost=2, kills=2, scored=1), turns=4))
    one.add(1, game_record(4, None, BROOD, unit_record(fielded=False)))
    one.add(2, game_record(1, BROOD, WARDENS, unit_record()))
    one.add(2, game_record(2, BROOD, WARDENS, unit_record()))
    one.add(2, game_record(3, BROOD, BROOD, unit_record()))
    one.add_failure(Failure(2, 4, "it broke", ""))
    return one


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(filled(tmp_path / f"two{ENDING}")) as one:
        yield one


def test_wins_draws_and_first_turns(store: Store) -> None:
    cell, other = results_of(store).cells
    one, two = cell.sides
    assert (cell.games, cell.failed, other.games, other.failed) == (4, 0, 3, 1)
    assert (one.name, one.wins, two.wins, cell.draws) == (
        "Wardens",
        Share(2, 4),
        Share(1, 4),
        Share(1, 4),
    )
    assert cell.share == 2.5 / 4
    assert (one.first, one.second) == (Share(1, 2), Share(1, 2))
    assert (two.first, two.second) == (Share(0, 2), Share(1, 2))
    assert str(Share(2, 4)) == "50% (15%–85%)"


def test_points_and_lengths(store: Store) -> None:
    cell = results_of(store).cells[0]
    assert cell.rounds == ((1, 0), (2, 3))
    assert cell.ends == (1, 0)
    assert [side.points for side in cell.sides] == [4, 3]
    assert cell.turns == {4: 1, 6: 3}


def test_units_count_where_they_were_on_the_table(store: Store) -> None:
    """Kills 3, 1, 2; lost 0, 5, 2 of 5; of a cost of 50 they removed 30, 10, 20."""
    (squad,) = results_of(store).cells[0].units
    assert squad.games == 3
    assert squad.kills == 2
    assert squad.worth == pytest.approx(0.4)
    assert squad.scored == 1
    assert squad.survived == pytest.approx((1 + 0 + 0.6) / 3)
    assert squad.won_alive == Share(2, 2)
    assert squad.won_dead == Share(0, 1)


def test_decisions_luck_and_heat(store: Store) -> None:
    cell = results_of(store).cells[0]
    first, second = cell.swings
    assert (first.clause, first.title, first.answers) == ("CC-07", "Who may be shot", 4)
    assert first.lost == pytest.approx(0.3)
    assert first.gained == pytest.approx(0.1)
    assert second.clause == "CC-23"
    costs = [(one.seed, round(one.decision.cost, 3)) for one in cell.costly]
    assert costs[:2] == [(4, 0.4), (3, 0.3)]
    assert costs[2:] == [(1, 0.2), (2, 0.2), (2, 0.2), (3, 0.2), (4, 0.2), (1, 0.1)]
    none = Share(0, 0)
    assert cell.sides[0].luck == (Share(0, 2), none, none, none, Share(2, 2))
    assert cell.sides[1].luck[4] == Share(1, 2)
    assert cell.heat
    assert dict(cell.heat.moved) == {0: 8, 50: 10}
    assert dict(cell.heat.fought) == {1: 4}
    assert dict(cell.heat.fallen) == {3: 1}
    assert cell.heat.games == 4


def test_variants_are_compared_on_the_seeds_of_both(store: Store) -> None:
    """Wardens won 1 and 3, and then neither: two lost of three.

    Agresti and Min by hand: middle −2/5, spread 1.96 · √(3 − 4/5) / 5 = 0.581.
    """
    (pair,) = results_of(store).pairings
    assert (pair.first, pair.other) == (1, 2)
    wardens, brood = pair.changes
    assert (wardens.games, wardens.gained, wardens.lost) == (3, 0, 2)
    assert wardens.low == pytest.approx(-0.981, abs=0.001)
    assert wardens.high == pytest.approx(0.181, abs=0.001)
    assert (brood.gained, brood.lost) == (2, 0)
    assert not wardens.sure


def test_every_number_of_the_results_is_in_a_chart(store: Store) -> None:
    found = results_of(store)
    charts = {chart.name: chart for chart in charts_of(found)}
    assert [*charts][:3] == ["wins", "first-turn", "differences"]
    wins = charts["wins"].rows[0]
    assert wins.values == (0.5, 0.25, 0.25)
    assert wins.told[0] == "50% (15%–85%), 2 of 4"
    assert (
        charts["differences"].rows[0].told[0].startswith("-66.7% (-98.1% to +18.1%), 0 gained")
    )
    assert [row.values for row in charts["points-1"].rows] == [(1, 0), (3, 3), (4, 3)]
    assert [row.told for row in charts["lengths-1"].rows] == [("25%, 1",), ("75%, 3",)]
    assert charts["units-1"].rows[0].told == ("2.00", "1.00", "53% of 5")
    assert charts["worth-1"].rows[0].label == "Wardens: Squad (50)"
    assert charts["survival-1"].rows[0].values == (1, 0)
    assert charts["heat-1"].kind is ChartKind.HEAT
    assert charts["heat-1"].rows[0].told == ("4.5 a game on 2 squares",)
    assert charts["decisions-1"].rows[0].label == "Wardens: Who may be shot (CC-07)"
    assert charts["luck-1"].rows[1].values == (None, None)
    assert charts["luck-1"].rows[1].told == ("no game", "no game")
    assert charts["luck-1"].rows[4].values == (1, 0.5)


def test_the_summary_says_what_is_sure(store: Store) -> None:
    first, second, third = summary(results_of(store))
    wins = "Wardens won 50% (15%–85%), Brood 25% (5%–70%) of 4 games"
    assert first == f"as it is: {wins}: neither is shown to be stronger."
    wins = "Brood won 100% (44%–100%), Wardens 0% (0%–56%) of 3 games"
    assert second == f"longer: {wins}: neither is shown to be stronger."
    assert third.endswith("Wardens -66.7% (-98.1% to +18.1%), which may be chance.")


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ("rrr", "neither is shown to be stronger."),
        ("rrrr", "Red won more often, which is more than chance."),
        ("bbbb--------", "Blue won more often, which is more than chance."),
        ("rrrrrrbb", "neither is shown to be stronger."),
        ("--", "neither is shown to be stronger."),
    ],
)
def test_a_side_is_stronger_if_it_wins_most_decided_games(
    winners: str, said: str, tmp_path: Path
) -> None:
    """All of 3 are at least 44% of all, all of 4 at least 51%; 6 of 8 at least 41%."""
    with closing(create(tmp_path / f"b{ENDING}", parse_experiment(BOUTS, "x"))) as store:
        keep(store, 1, winners)
        found = results_of(store)
        (line,) = summary(found)
        assert line.endswith(said)
        is_sure = "more than chance" in said
        assert headline(found).endswith("that is more than chance.") is is_sure
        assert headline(found).startswith("Neither side is") is not is_sure


def test_a_cell_is_compared_with_the_one_that_differs_in_the_least(tmp_path: Path) -> None:
    """Variants with the first one of their place, others by one setting at a time."""
    text = edited(
        GRID, {"turns = 6": "turns = [5, 6]", 'maps = ["training-cage", "great-cage"]\n': ""}
    )
    with closing(create(tmp_path / f"grid{ENDING}", parse_experiment(text, "x"))) as store:
        for cell in range(1, 5):
            keep(store, cell, "rrb")
        found = results_of(store)
    labels = {cell.cell: cell.label for cell in found.cells}
    assert [(labels[one.first], labels[one.other]) for one in found.pairings] == [
        ("random, random · turns=5", "random, random · turns=6"),
        ("random, random · turns=5", "steady, random · turns=5"),
        ("random, random · turns=6", "steady, random · turns=6"),
    ]
    text += '[[variant]]\nname = "v"\n[[variant]]\nname = "w"\nmap = "great-cage"\n'
    with closing(create(tmp_path / f"two{ENDING}", parse_experiment(text, "x"))) as store:
        for cell in store.cells:
            keep(store, cell, "rrb")
        found = results_of(store)
    labels = {cell.cell: cell.label for cell in found.cells}
    variants = [one for one in found.pairings if labels[one.other].startswith("w")]
    assert [(labels[one.first], labels[one.other]) for one in variants] == [
        (f"v · {place}", f"w · {place}")
        for place in (
            "random, random · turns=5",
            "random, random · turns=6",
            "steady, random · turns=5",
            "steady, random · turns=6",
        )
    ]


def test_what_is_not_balanced_is_not_put_together(tmp_path: Path) -> None:
    """There are two combinations with six turns, but one with three."""
    less = edited(GRID, {"turns = 6": "turns = 3", ', "great-cage"]': "]"})
    less = edited(less, {', "steady,random"]': "]"})
    more = edited(GRID, {', "steady,random"]': "]"})
    with closing(create(tmp_path / f"b{ENDING}", parse_experiment(more, "x"))) as store:
        store.widen(parse_experiment(less, "x"))
        for cell in store.cells:
            keep(store, cell, "rrb")
        names = [chart.name for chart in charts_of(results_of(store))]
    assert len(store.cells) == 3
    assert [name for name in names if name.startswith("wins")] == ["wins"]


def test_the_table_counts_a_draw_half(store: Store) -> None:
    """Wilson's interval of 2.5 in 4 is 22% to 91%."""
    *_, first, _ = as_table(results_of(store))
    assert first == (
        "| Combat patrol · as it is, *Ruined Crossing* | 4 | Wardens 2 | Brood 1 | 1 | "
        "62% (22%–91%) |"
    )


def test_the_command_prints_the_figures_as_json(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "report", str(store.path), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    first, second = printed["cells"]
    assert (first["games"], first["draws"], second["failed"]) == (4, [1, 4], 1)
    assert first["heat"]["moved"] == {"0": 8, "50": 10}
    assert first["units"][0]["kills"] == 2
    assert "activity" not in first, "its seconds differ from run to run"
    assert printed["pairings"][0][:2] == [1, 2]


def test_labels_tell_cells_from_those_of_the_same_scenario(tmp_path: Path) -> None:
    """Options of other scenarios, which a cell lacks, are not named."""
    text = edited(TEXT, {'"combat_patrol"': '"combat_patrol", "cage"'}).split("[[variant]]")[0]
    text += "options = { turns = [5, 6] }"
    with closing(create(tmp_path / f"two{ENDING}", parse_experiment(text, "x"))) as store:
        found = results_of(store)
        assert sorted(cell.label for cell in found.cells) == [
            "Combat patrol · turns=5",
            "Combat patrol · turns=6",
            "Training cage · turns=5",
            "Training cage · turns=6",
        ]


GRID = """
title = "A grid"
games = 4
scenarios = ["cage"]
maps = ["training-cage", "great-cage"]
players = ["random,random", "steady,random"]
options = { turns = 6 }
"""


def test_wins_are_put_together_by_all_that_differs(tmp_path: Path) -> None:
    """Red won 3, 1, 2, 0 games in the four cells, of 4, 2, 4 and 2."""
    with closing(create(tmp_path / f"grid{ENDING}", parse_experiment(GRID, "x"))) as store:
        for cell, winners in ((1, "rrrb"), (2, "r-"), (3, "rrbb"), (4, "bb")):
            keep(store, cell, winners)
        found = results_of(store)
        assert store.heading(1) == "Training cage · Training Cage · random, random"
        assert store.label(1) == "Training Cage · random, random"
    charts = {chart.name: chart for chart in charts_of(found)}
    by_map, by_players = charts["wins-1"], charts["wins-2"]
    assert "wins-3" not in charts
    assert by_map.title == "Who wins, by map"
    assert [(row.label, row.told[0].split(", ")[1]) for row in by_map.rows] == [
        ("Training Cage", "4 of 6"),
        ("Great Cage", "2 of 6"),
    ]
    assert [row.told[2].split(", ")[1] for row in by_map.rows] == ["1 of 6", "0 of 6"]
    assert by_players.title == "Who wins, by players"
    assert [(row.label, row.told[1].split(", ")[1]) for row in by_players.rows] == [
        ("random, random", "3 of 8"),
        ("steady, random", "2 of 4"),
    ]


def test_what_alone_differs_is_not_put_together(store: Store) -> None:
    """Two variants, which differ in an option, too: both would repeat the chart of all wins."""
    names = [chart.name for chart in charts_of(results_of(store))]
    assert [name for name in names if name.startswith("wins")] == ["wins"]


def test_results_without_games_have_no_figures(tmp_path: Path) -> None:
    with closing(create(tmp_path / f"none{ENDING}", parse_experiment(TEXT, "x"))) as store:
        found = results_of(store)
        assert [chart.name for chart in charts_of(found)] == ["wins"]
        assert next(summary(found)) == "as it is: no game was played."
        assert len([*as_table(found)]) == 3


@pytest.mark.slow
def test_the_results_of_played_games_are_those_of_their_records(tmp_path: Path) -> None:
    text = edited(TEXT, {'"combat_patrol"': '"cage", "adrift"'}).split("[[variant]]")[0]
    with closing(create(tmp_path / f"played{ENDING}", parse_experiment(text, "x"))) as store:
        [*Run(store).play(InlinePool())]
        for cell in results_of(store).cells:
            games = [*store.records(cell.cell)]
            assert cell.games == len(games) == 4
            for n, side in enumerate(cell.sides):
                assert side.wins.won == sum(one.match.winner == side.id for one in games)
                assert side.points == pytest.approx(sum(one.totals[n] for one in games) / 4)
            for unit_ in cell.units:
                deeds = [u for one in games for u in one.units if u.unit == unit_.unit]
                seen = [u for u in deeds if u.fielded]
                assert unit_.kills == pytest.approx(sum(u.kills for u in seen) / len(seen))
            moved = sum(sum(one.heat.moved.values()) for one in games if one.heat)
            assert cell.heat
            assert sum(cell.heat.moved.values()) == moved


def test_different_scenarios_of_the_same_sides_are_not_compared(tmp_path: Path) -> None:
    text = edited(
        TEXT.split("[[variant]]", maxsplit=1)[0],
        {'"combat_patrol"': '"combat_patrol", "crossing"'},
    )
    with closing(create(tmp_path / f"two{ENDING}", parse_experiment(text, "x"))) as store:
        for cell in store.cells:
            store.add(cell, game_record(1, WARDENS, WARDENS, unit_record()))
        assert results_of(store).pairings == ()
