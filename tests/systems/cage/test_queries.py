"""Queries about a champion, the cells around it, and attacks before they are made."""

from __future__ import annotations

import pytest

from game.cores.kit.queries import ConsideredAnswer, ForecastFigure
from game.play.decisions import PASS, Choose, DecisionKind, Option
from game.play.game import Game
from game.systems.cage.rules import PAGE, BoutState, CageKind, fighter
from game.systems.cage.rules.forecasts import forecasts
from game.systems.cage.rules.queries import could_next, facts, left, nearby
from game.systems.cage.table import floor_of, outline
from game.systems.cage.table.floor_state import rings_now
from game.table.records import Cell, Side
from tests.systems.cage.cage_tables import BLUE, RED, RULES, cage, duel, profile

DIE = (Option("1", "1", "TC-16"), Option("3", "3", "TC-18"), Option("6", "6", "TC-21"))


def game_of(red: tuple[str, Cell, str], blue: tuple[str, Cell, str]) -> Game:
    """Return a game between champions, given by kind, cell and facing."""
    table = cage((profile(red[0]), *red[1:]), (profile(blue[0]), *blue[1:]))
    return Game(RULES, table, duel().dice)


def forecast_of_choice(
    game: Game, answer: str, kind: DecisionKind, weapon: str = "", by: Side = RED
) -> list[ForecastFigure]:
    options = (*DIE, Option("attack chain blade", "Attack", "TC-11"))
    me = fighter(game.table, RED)
    asked = Choose(
        by, clause="TC-14", asks="?", options=options, about=me.id, kind=kind, weapon=weapon
    )
    return list(forecasts(game, ConsideredAnswer(asked, answer)))


@pytest.mark.rule("TC-14", "TC-15")
def test_before_an_attack_harm_comes_first_then_dice_and_each_result() -> None:
    red = ("veteran", Cell(3, 1), "counter-clockwise")
    found = forecast_of_choice(
        game_of(red, ("prelate", Cell(3, 0), "counter-clockwise")),
        "attack chain blade",
        CageKind.ACTION,
    )

    assert [f.what for f in found[:4]] == ["wounds", "wins", "suffers a wound", "falls"]
    # Results 2, 5 and 6 hit: a half to wound, an invulnerable 4+ is worse than the 3+.
    assert found[0].value == pytest.approx(3 / 6 * 1 / 2 * 1 / 3)
    # WS 5 from behind against WS 5: one die, each result a sixth.
    assert (found[4].what, found[4].value) == ("dice", 1.0)
    assert [r.clause for r in found[4].reasons] == ["TC-14", "TC-15"]
    assert [f.value for f in found[5:11]] == [pytest.approx(1 / 6)] * 6
    assert [f.clause for f in found[5:11]] == [f"TC-{n}" for n in range(16, 22)]
    assert [f.what[0] for f in found[5:11]] == [*"123456"]


@pytest.mark.rule("TC-14")
def test_who_chooses_among_dice_is_told_with_them() -> None:
    red = ("veteran", Cell(3, 1), "counter-clockwise")
    found = forecast_of_choice(
        game_of(red, ("captain", Cell(3, 0), "clockwise")),
        "attack chain blade",
        CageKind.ACTION,
    )

    assert found[4].value == 2.0
    assert found[4].reasons[-1].why == "the defender chooses"


@pytest.mark.rule("TC-28")
def test_a_counter_attack_has_the_odds_of_an_attack() -> None:
    """A game in which an attack may be countered: both champions face each other."""
    red = ("prelate", Cell(3, 1), "counter-clockwise")
    game = game_of(red, ("veteran", Cell(3, 0), "clockwise"))
    weapon = fighter(game.table, RED).profile.weapons[0].name

    attack = forecast_of_choice(game, f"attack {weapon}", CageKind.ACTION)
    assert attack
    assert forecast_of_choice(game, weapon, CageKind.COUNTER) == [
        f for f in attack if f.clause != "TC-28"
    ]
    assert forecast_of_choice(game, PASS, CageKind.COUNTER) == []


@pytest.mark.rule("TC-14", "TC-23")
def test_of_a_die_it_is_told_what_its_result_does() -> None:
    """A veteran attacks a champion with its back to the rim: a retreat puts it out."""
    game = game_of(("veteran", Cell(2, 0), "out"), ("warlock", Cell(3, 0), "in"))

    harmed = forecast_of_choice(game, "1", CageKind.DIE, "chain blade")
    assert [(f.what, f.clause) for f in harmed] == [("suffers a wound", "TC-16")]
    # S 4 against T 4 wounds on 4+, and 3+ saves.
    assert harmed[0].value == pytest.approx(1 / 2 * 1 / 3)
    out = forecast_of_choice(game, "3", CageKind.DIE, "chain blade")
    assert [(f.what, f.value, f.clause) for f in out] == [("wins", 1.0, "TC-23")]
    # To the defender that chooses, the same is a loss.
    out = forecast_of_choice(game, "3", CageKind.DIE, "chain blade", BLUE)
    assert [(f.what, f.value, f.clause) for f in out] == [("falls", 1.0, "TC-23")]


@pytest.mark.rule("TC-17", "TC-22")
def test_hitting_back_has_the_odds_of_each_weapon() -> None:
    """An S 4 hit on T 4 wounds on 4+; 3+ saves, which the power blade (AP 3) leaves none of."""
    game = game_of(("captain", Cell(3, 1), "in"), ("veteran", Cell(3, 0), "in"))
    found = {
        weapon.name: forecast_of_choice(game, weapon.name, CageKind.HIT_BACK)
        for weapon in fighter(game.table, RED).profile.weapons
    }
    assert {id_: [f.what for f in figures] for id_, figures in found.items()} == {
        "power blade": ["wounds", "wins"],
        "pistol butt": ["wounds", "wins"],
    }
    assert found["power blade"][0].value == pytest.approx(1 / 2)
    assert found["pistol butt"][0].value == pytest.approx(1 / 2 * 1 / 3)


@pytest.mark.rule("TC-24")
@pytest.mark.parametrize(
    ("cell", "facing", "given"),
    [
        (Cell(3, 0), "in", ("falls", 1.0, "TC-23")),
        (Cell(2, 0), "in", ("pushed back", 1.0, "TC-18")),
    ],
)
def test_giving_ground_is_weighed_against_both_hits(
    cell: Cell, facing: str, given: tuple[str, float, str]
) -> None:
    attacker = Cell(cell.ring - 1, 0)
    game = game_of(("veteran", cell, facing), ("warlock", attacker, "out"))
    weapon = fighter(game.table, BLUE).profile.weapons[0].name
    give, accept = (
        [(f.what, f.value, f.clause) for f in forecast_of_choice(*asked, weapon)]
        for asked in (
            (game, "give ground", CageKind.TACTICS),
            (game, PASS, CageKind.TACTICS),
        )
    )
    assert give == [given]
    assert [(what, clause) for what, _, clause in accept] == [
        ("suffers a wound", "TC-17"),
        ("wounds", "TC-17"),
    ]


@pytest.mark.rule("TC-03", "TC-11", "TC-15")
def test_every_cell_around_a_champion_is_front_flank_or_rear() -> None:
    """The captain faces in on ring 3: its right hand, with the blade, is counter-clockwise."""
    game = game_of(("captain", Cell(3, 0), "in"), ("veteran", Cell(3, 4), "in"))
    me = fighter(game.table, RED)

    floor, rings = floor_of(game.table.board), rings_now(game.table)
    found = {near.outline: near.words for near in nearby(game, me.id)}
    assert found == {
        outline(floor, rings, Cell(2, 0)): "front: power blade, pistol butt",
        outline(floor, rings, Cell(3, 8)): "flank: power blade",
        outline(floor, rings, Cell(3, 1)): "flank: pistol butt",
    }


@pytest.mark.rule("TC-07", "TC-15")
def test_what_a_champion_could_do_next_is_told_in_words() -> None:
    red = ("veteran", Cell(3, 1), "counter-clockwise")
    game = game_of(red, ("prelate", Cell(3, 0), "counter-clockwise"))
    me, foe = fighter(game.table, RED), fighter(game.table, BLUE)

    mine, theirs = could_next(game, me, foe), could_next(game, foe, me)
    assert mine.why == "could attack with chain blade, from behind: 8% to wound"
    assert mine.clause == "TC-15"
    assert (theirs.why, theirs.clause) == (
        "is next to its enemy, but no weapon reaches it",
        "TC-11",
    )


@pytest.mark.rule("TC-06", "TC-12")
def test_what_is_left_counts_no_more_attacks_than_actions() -> None:
    game = game_of(("captain", Cell(3, 0), "in"), ("bulwark", Cell(3, 4), "in"))
    game.do(PAGE.write("TC-06", BoutState(turn=1, left=(3, 4), made=(0, 1))))

    # A captain with two weapons has four attacks; a bulwark two.
    assert left(game, fighter(game.table, RED)).attacks == 3
    may = left(game, fighter(game.table, BLUE))
    assert (may.actions, may.most, may.attacks) == (4, 4, 1)


@pytest.mark.rule("TC-10", "TC-13", "TC-28")
def test_a_card_tells_the_rules_of_a_champion_and_that_it_parries() -> None:
    game = game_of(("captain", Cell(3, 0), "in"), ("bulwark", Cell(3, 4), "in"))
    game.do(PAGE.write("TC-06", BoutState(turn=1, left=(5, 4), parries="blue")))

    found = [reason.clause for reason in facts(game, fighter(game.table, BLUE).id)]
    assert found == ["TC-28", "TC-10", "TC-06", "TC-13"]
