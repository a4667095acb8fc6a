"""Blunders of several games together."""

from __future__ import annotations

from game.bots.blunder_counting import BlunderCount
from game.bots.match import play, seated
from game.content.save_format import parse_save
from game.lab.blunder_games import (
    CountedGame,
    blunder_lines,
    blunder_table,
    counted_game,
    counted_save,
)
from game.rules.battles import GameSetup
from game.rules.saving import saved_text
from game.table.records import ModelId, Side

A, B = Side("a"), Side("b")


def game(seed: int, count: int, x: float) -> CountedGame:
    blunders = BlunderCount("slips", A, count, 4), BlunderCount("slips", B, 0, 1)
    places = ((ModelId("m"), x, 2.0),)
    return CountedGame(seed, blunders, {A: places, B: ()})


def test_figures_and_deployments_add_up() -> None:
    games = [game(1, 1, 5.0), game(2, 2, 6.0), game(3, 0, 5.0)]
    table = blunder_table(games)
    assert [*blunder_lines(table, {A: "Reds, steady", B: "Blues, steady"})] == [
        "                       Reds, steady  Blues, steady",
        "slips                  3 of 12       0 of 3",
        "different deployments  2 of 3        1 of 3",
    ]


def test_the_same_game_has_the_same_blunders() -> None:
    setup = GameSetup("cage")
    one, other = (counted_game(setup, ("random", "random"), seed) for seed in (5, 5))
    assert one == other
    assert [*one.deployments] == ["red", "blue"]


def test_a_saved_game_has_the_blunders_that_it_had_when_it_was_played() -> None:
    setup = GameSetup("adrift", options={"turns": 1})
    battle, players = setup.battle(4), ("random", "random")
    session = battle.session()
    play(session, seated(battle.opening.sides, players))
    save = parse_save(saved_text(session, battle.header({})), "a save")
    assert counted_save(save) == counted_game(setup, players, 4)
