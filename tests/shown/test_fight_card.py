"""The card of a fight, from hand-made events and from situations of several systems."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.geometry.points import Point
from game.shown.fight_card import FightNews, begun
from game.shown.lines import Tone
from game.table.apply import apply
from game.table.events import (
    Act,
    Acted,
    Event,
    Handled,
    Moved,
    PhaseBegan,
    PhaseOver,
    Reason,
    Removed,
    Rerolled,
    Rolled,
    RollKind,
    Struck,
    Wounded,
)
from game.table.records import How, ModelId, Side, UnitId
from game.table.state import Table
from tests.tools.situations import SITUATIONS, situation_result
from tests.tools.toy import BLUES, REDS, toy_table

R, B = UnitId("reds-runners"), UnitId("blues-runners")
LOST_BY_TWO = Reason(-2, "lost by 2", "CC-29")
SHAKEN = Reason(-1, "shaken", "CC-32")
WAY = Point(10.0, 10.0), Point(10.0, 11.0)


def fights(unit: UnitId, target: UnitId) -> Acted:
    return Acted("CC-24", unit, Act.FIGHTS, target=target)


def hit(by: UnitId, at: UnitId, *faces: int, weapon: str = "claws") -> Rolled:
    side = REDS if by == R else BLUES
    return Rolled(
        *("CC-27", side, "to hit"),
        faces=faces,
        need=4,
        who=by,
        target=at,
        weapon=weapon,
        kind=RollKind.HIT,
    )


def wound(by: UnitId, at: UnitId, *faces: int, weapon: str = "claws") -> Rolled:
    side = REDS if by == R else BLUES
    return Rolled(
        *("CC-12", side, "to wound"),
        faces=faces,
        need=4,
        who=by,
        target=at,
        weapon=weapon,
        kind=RollKind.WOUND,
    )


def model(unit: UnitId, n: int) -> ModelId:
    return ModelId(f"{unit}-{n}")


def falls(unit: UnitId, n: int, how: How = How.FOUGHT, by: str = "") -> tuple[Event, ...]:
    return Wounded("CC-14", model(unit, n), 1), Removed("CC-14", model(unit, n), how, by=by)


def leadership(unit: UnitId, *faces: int, need: int = 6) -> Rolled:
    return Rolled(
        *("CC-29", BLUES, "Leadership test"),
        faces=faces,
        need=need,
        under=True,
        total=True,
        who=unit,
        reasons=(SHAKEN, LOST_BY_TWO),
    )


BLOWS: tuple[Event, ...] = (
    Handled("CC-31"),
    fights(R, B),
    fights(B, R),
    hit(R, B, 4, 5, 6, 1),
    wound(R, B, 4, 4, 1),
    *falls(B, 1),
    *falls(B, 2),
    hit(B, R, 3),
)
"""Three of four Reds' blows hit, two kill; the only blow of the Blues misses."""


def cards(events: Sequence[Event]) -> list[list[str]]:
    """Return the cards of all fights among events."""
    table, found, fight = toy_table(), [], None
    for event in events:
        apply(table, event)
        if fight is None or not fight.take(event, table):
            fight = begun(event, table)
            found += [fight] if fight else []
    return [[line.text for line in one.lines(table)] for one in found]


def test_a_unit_that_fails_its_test_and_is_caught_is_run_down() -> None:
    events = (
        *BLOWS,
        leadership(B, 3, 6),
        Rolled("CC-29", REDS, "pursuit", faces=(4,), who=R, kind=RollKind.CONTEST),
        Acted("CC-29", B, Act.DESTROYED),
        Removed("CC-29", model(B, 3), How.FOUGHT),
    )
    assert cards(events) == [
        [
            "Fight",
            "Reds team hit 3, killed 2",
            "Blues team missed",
            "Blues team lost by 2, Leadership 6, rolled 9: run down",
        ]
    ]


@pytest.mark.parametrize(
    ("faces", "after", "end"),
    [
        ((2, 4), (), "rolled 6: holds"),
        ((1, 1), (), "rolled 2: holds"),
        ((3, 4), (Acted("CC-29", B, Act.FALLS_BACK),), "rolled 7: falls back"),
        ((3, 4), (), "rolled 7: breaks"),
    ],
)
def test_the_test_of_the_loser_ends_in_its_verdict(
    faces: tuple[int, ...], after: tuple[Event, ...], end: str
) -> None:
    (card,) = cards([*BLOWS, leadership(B, *faces), *after])
    assert card[-1].endswith(end)


def test_two_ones_always_hold_even_below_the_need() -> None:
    (card,) = cards([*BLOWS, leadership(B, 1, 1, need=1)])
    assert card[-1] == "Blues team lost by 2, Leadership 1, rolled 2: holds"


def test_a_rerolled_die_counts_by_its_second_face() -> None:
    again = Rerolled("CC-27", REDS, 3, was=1, face=4, why="furious")
    second = Rerolled("CC-29", BLUES, 1, was=6, face=1, why="stubborn")
    (card,) = cards([*BLOWS[:4], again, *BLOWS[5:], leadership(B, 3, 6), second])
    assert card[1:] == [
        "Reds team hit 4, killed 2",
        "Blues team missed",
        "Blues team lost by 2, Leadership 6, rolled 4: holds",
    ]


def test_hits_without_a_roll_count_by_their_dice_to_wound() -> None:
    sure = wound(R, B, 2, 2, weapon="impact"), wound(R, B, 3, weapon="impact")
    (card,) = cards([fights(R, B), *sure, hit(R, B, 4), wound(R, B, 1)])
    assert card[1:] == ["Reds team hit 4, killed none"]


def test_hits_that_wound_by_themselves_roll_no_die_to_wound() -> None:
    (card,) = cards([fights(R, B), hit(R, B, 6, 6, 4), wound(R, B, 4), *falls(B, 1)])
    assert card[1:] == ["Reds team hit 3, killed 1"]


def test_wounds_that_kill_nobody_are_counted() -> None:
    (card,) = cards(
        [fights(R, B), hit(R, B, 4), wound(R, B, 4), Wounded("CC-14", model(B, 1), 2)]
    )
    assert card[1:] == ["Reds team hit 1, 2 wounds, killed none"]


def test_own_losses_are_no_kills() -> None:
    (card,) = cards([fights(R, B), hit(R, B, 4), wound(R, B, 1), *falls(R, 1, How.HAZARD)])
    assert card[1:] == ["Reds team hit 1, killed none, lost 1 by itself"]


def test_the_unit_named_as_the_killer_has_the_kill() -> None:
    (card,) = cards([fights(R, B), hit(R, B, 3), hit(B, R, 4), *falls(B, 1, by=R)])
    assert card[1:] == ["Reds team missed", "Blues team hit 1, killed none"]


def test_equal_wounds_are_a_draw() -> None:
    (card,) = cards([*BLOWS[:-1], Acted("CC-29", R, Act.DRAWS, target=B)])
    assert card[-1] == "A draw"


def test_an_enemy_that_strikes_back_in_its_own_part_is_on_the_same_card() -> None:
    (card,) = cards(
        [
            *(fights(R, B), Moved("MC-24", model(R, 1), WAY, facing=0.0)),
            *(hit(R, B, 4), wound(R, B, 4), *falls(B, 1), Acted("MC-24", R, Act.CONSOLIDATES)),
            *(fights(B, R), hit(B, R, 5, 5), wound(B, R, 1, 1)),
        ]
    )
    assert card == ["Fight", "Reds team hit 1, killed 1", "Blues team hit 2, killed none"]


@pytest.mark.parametrize(
    "between",
    [Handled("CC-31"), PhaseOver("CC-31"), Acted("CC-18", R, Act.SHOOTS, target=B)],
)
def test_another_step_of_the_rules_ends_the_fight(between: Event) -> None:
    assert len(cards([*BLOWS, between, *BLOWS[1:]])) == 2


def test_an_attack_names_its_dice_and_what_the_one_that_counts_does() -> None:
    attack = Rolled(
        *("TC-14", REDS, "to attack"),
        faces=(5, 3),
        who=R,
        target=B,
        weapon="staff",
        kind=RollKind.ATTACK,
    )
    harms = Acted("TC-20", R, Act.HARMS, target=B)
    assert cards([attack, harms, Wounded("TC-22", model(B, 1), 1)]) == [
        [
            "Attack",
            "Reds team rolled 5 and 3: hits Blues team",
            "Runner 1 of Blues team loses 1 wound (0 left)",
        ]
    ]
    assert len(cards([attack, harms, attack])) == 2


@pytest.mark.parametrize(
    ("to_wound", "to_save", "said"),
    [
        (2, 0, ["Blues team is not wounded"]),
        (4, 3, ["Blues team makes its save"]),
        (4, 2, []),
        (4, 0, []),
    ],
)
def test_an_attack_says_why_its_hit_does_no_harm(
    to_wound: int, to_save: int, said: list[str]
) -> None:
    """*to_wound*, *to_save*: the dice, of which 4 wounds and 3 saves; 0 for no die."""
    attack = Rolled("TC-14", REDS, "to attack", faces=(5,), who=R, kind=RollKind.ATTACK)
    saves = [
        Rolled("CC-13", BLUES, "to save", faces=(n,), need=3, who=B, kind=RollKind.SAVE)
        for n in ([to_save] if to_save else [])
    ]
    after = [wound(R, B, to_wound), *saves]
    (card,) = cards([attack, Acted("TC-20", R, Act.HARMS, target=B), *after])
    assert card[2:] == said


def test_models_that_are_hit_by_things_are_a_crash_of_which_many_are_counted() -> None:
    strikes = [Struck("PU-13", model(B, n), strength=5, by="the mill") for n in (1, 2, 3)]
    (card,) = cards([strikes[0], strikes[0], *falls(B, 1, How.HAZARD), strikes[1]])
    assert card == [
        "Crash",
        "Runner 1 of Blues team is hit 2 times by the mill, S5: killed",
        "Runner 2 of Blues team is hit by the mill, S5: unharmed",
    ]
    other = Struck("PU-13", model(R, 1), strength=4, by="the mill")
    (card,) = cards([*strikes, other, *falls(B, 3, How.HAZARD)])
    assert card == ["Crash", "4 models hit, 1 killed"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # 4 hits, 4 wounds, 1 is no save: Hale inflicts a wound. Leadership 7, two fours: 8.
        (
            "classic/assault/the-pursuit-catches-an-equal",
            [
                "Fight",
                "squad hit 1, 1 wound, killed none",
                "ogres lost by 1, Leadership 7, rolled 8: run down",
            ],
        ),
        # Both dice of the squad hit; S 4 needs 5+ against T 6, S 8 needs 3+; 1 is no save.
        ("modern/fight/one-group-for-one-weapon", ["Fight", "squad hit 2, killed 1"]),
        # Red's 1 falls on itself; Blue's 5 finds it gone.
        (
            "cage/counter/attacker-falls-by-his-own-die",
            [
                "Attack",
                "red rolled 1: is hit by its own attack on blue",
                "blue rolled 5: hits red",
                "red killed",
            ],
        ),
        (
            "pursuit/end/a-piece-stops-short-of-the-rear",
            ["Crash", "hale is hit by the mill, S5: killed"],
        ),
    ],
)
def test_fights_of_all_systems_have_cards(name: str, expected: list[str]) -> None:
    result = situation_result(SITUATIONS / f"{name}.toml")
    assert result.session
    news = FightNews()
    story, table = result.session.game.story, result.session.table
    news.look(story, 0, result.opening)
    news.look(story, len(story), table)
    said = [line.text for line in news.card]
    assert [said[0], *(line for line in said[1:] if not line.endswith("missed"))] == expected


def look(news: FightNews, story: Sequence[Event], shown: int) -> list[str]:
    table: Table = toy_table()
    news.look(story, shown, table)
    return [line.text for line in news.card]


def test_a_card_stays_until_a_choice_and_a_fight_that_goes_on_brings_it_back() -> None:
    news, story = FightNews(), [*BLOWS, PhaseBegan("CC-02", 2, "movement", Side("blues"))]
    assert look(news, story, 0) == []
    assert look(news, story, 4) == ["Fight", "Reds team hit 3, killed none"]
    news.choose()
    assert look(news, story, 4) == []
    assert look(news, story, 9)[1:] == ["Reds team hit 3, killed 2"]
    # All at once: the phase that follows does not take the card away.
    assert len(look(news, story, len(story))) == 3
    news.choose()
    assert look(news, story, len(story)) == []


def test_a_game_that_is_opened_or_taken_back_shows_no_old_fight() -> None:
    news = FightNews()
    assert look(news, BLOWS, len(BLOWS)) == []
    assert look(news, [*BLOWS, *BLOWS], 2 * len(BLOWS))
    assert look(news, BLOWS, 3) == []


def test_names_have_the_colours_of_their_sides_and_links() -> None:
    news = FightNews()
    look(news, BLOWS, 0)
    look(news, BLOWS, len(BLOWS))
    assert [(line.spans[0].team, line.place) for line in news.card[1:]] == [(0, R), (1, B)]
    assert news.card[0].spans[0].tone is Tone.TITLE
