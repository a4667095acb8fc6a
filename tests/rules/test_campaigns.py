"""A running campaign: its next battle, and the losses carried over (``MI-06``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.bots.match import play, seated
from game.bots.simple_bots import RandomBot
from game.content.campaign_files import Campaign, load_campaign
from game.content.faults import UnusableFile
from game.content.rosters import load_roster
from game.content.save_format import parse_save
from game.content.user_files import DISK
from game.play.decisions import Choose, CommonKind, DecisionKind
from game.play.log.transcript import line
from game.rules.battles import Battle, battle_of
from game.rules.campaigns import Course, check_campaign, sizes
from game.rules.saving import saved_text, verify
from game.table.records import How, Loss, Result, Side
from tests.campaigns import campaign, fought_battle

pytestmark = pytest.mark.rule("MI-06")

SHIPPED = ("the-water-below", "salt-marsh/two-tides")


def course_after(*battles: tuple[str, str], of: Campaign | None = None) -> Course:
    return Course(of or campaign(), 7, tuple(fought_battle(*one) for one in battles))


def water(*battles: tuple[str, str]) -> Course:
    return course_after(*battles, of=load_campaign("the-water-below"))


def test_results_lead_on_and_pay() -> None:
    """2 points for the first, 1 for the third; the loser of the first fights the second."""
    assert course_after().stage == campaign().stages["first"]
    assert course_after(("first", "us")).stage == campaign().stages["last"]
    longer = course_after(("first", "them"), ("second", "us"))
    assert longer.points == {"us": 1, "them": 1}
    assert longer.winner is None
    end = longer.after(fought_battle("last", "draw"))
    assert (end.stage, end.winner) == (None, None)
    assert course_after(("first", "us"), ("last", "them")).winner == "us"
    assert course_after(("first", "them"), ("second", "them"), ("last", "us")).winner == "them"


def test_a_side_may_sit_on_the_other_side_of_a_battle() -> None:
    course = course_after(("first", "them"))
    stage = course.stage
    assert stage
    assert [course.seat(stage, side) for side in ("us", "them")] == [1, 0]

    table = course.battle().opening
    red, blue = table.sides
    assert course.outcome(table, Result(red, "", "")).winner == "them"
    assert course.outcome(table, Result(blue, "", "")).winner == "us"
    assert course.outcome(table, Result(None, "", "")).winner == "draw"


def test_every_battle_has_dice_of_its_own() -> None:
    seeds = [course_after(*battles).battle().seed for battles in ((), (("first", "us"),))]

    assert len(set(seeds)) == 2
    assert seeds[0] == 7


def test_whoever_wins_the_pursuit_chooses_in_the_next_battle() -> None:
    for winner, seat in (("wardens", 1), ("brood", 2)):
        battle = water(("the-long-street", winner)).battle()
        assert battle.settings["chooser"] == seat
    assert "chooser" not in water(("the-long-street", "draw")).battle().settings


def of_choices() -> Iterator[tuple[Course, str]]:
    """Yield each result of a shipped campaign that gives a side the choice, and that side."""
    for name in SHIPPED:
        shipped = load_campaign(name)
        for stage in shipped.stages.values():
            for result in stage.result:
                if result.chooses:
                    yield (
                        Course(shipped, 1, (fought_battle(stage.id, result.winner),)),
                        result.chooses,
                    )


@pytest.mark.parametrize(("course", "chooser"), [*of_choices()])
def test_who_chooses_in_a_shipped_campaign_picks_zone_and_first_turn(
    course: Course, chooser: str
) -> None:
    """The text of the result and the plan of the campaign promise both."""
    stage, battle = course.stage, course.battle()
    assert stage
    seat = battle.opening.sides[course.seat(stage, chooser)]
    session, bot, asked = battle.session(), RandomBot(), dict[DecisionKind | None, Side]()
    while CommonKind.FIRST not in asked:
        assert session.pending
        if isinstance(session.pending, Choose) and len(session.pending.options) > 1:
            asked.setdefault(session.pending.kind, session.pending.by)
        session.answer(bot.answer(session))

    assert asked[CommonKind.ZONE] == seat
    assert asked[CommonKind.FIRST] == seat
    assert "roll-off for" not in "".join([line(e, session.table) for e in session.game.story])


def test_the_text_of_a_result_names_the_units_that_join() -> None:
    for name in SHIPPED:
        for stage in load_campaign(name).stages.values():
            for result in stage.result:
                for extra in result.extra:
                    units = {u.id: u.name for u in load_roster(extra.roster).units}
                    assert units[extra.unit].casefold() in result.text.casefold()


def test_without_the_charges_in_the_nest_the_brood_has_sewer_rats() -> None:
    before = ("the-long-street", "draw"), ("two-ways-out", "wardens")
    nest = water(*before, ("the-nest", "brood")).battle()
    placed = water(*before, ("the-nest", "wardens")).battle()

    assert nest.settings["sewer_rats"] == 2
    assert placed.scenario.id == "cage"
    phases = [phase.name for phase in nest.rules().phases.all]
    assert "drains" in phases


def test_options_and_units_are_those_of_the_result() -> None:
    more = """points = { us = 2 }
options = { three = true }
extra = [{ side = "us", roster = "champions", unit = "veteran" }]"""
    changed = campaign(
        ("points = { us = 2 }", more), ('title = "The last bout"', 'title = "X"')
    )
    battle = course_after(("first", "us"), of=changed).battle()
    plain = course_after(("first", "draw"), of=changed).battle()

    assert (battle.settings["three"], plain.settings["three"]) == (True, False)
    assert (battle.settings["turns"], plain.settings["turns"]) == (1, 1)
    red = [sum(u.side == "red" for u in b.opening.units.values()) for b in (battle, plain)]
    assert red[0] == red[1] + 1


def of_patrols(losses: str, lost: int) -> Course:
    """Return a campaign course in which the first squad, of ten, lost *lost* models."""
    course = water(("the-long-street", "draw"))
    one = fought_battle("two-ways-out", "draw", lost={"wardens-patrol": {"first-squad": lost}})
    return replace(
        course,
        campaign=course.campaign.model_copy(update={"losses": losses}),
        fought=(*course.fought, one),
    )


@pytest.mark.parametrize(
    ("losses", "lost", "left"),
    [("none", 5, 10), ("half", 5, 8), ("half", 1, 10), ("half", 4, 8), ("all", 5, 5)],
)
def test_losses_stay_lost_as_the_campaign_says(losses: str, lost: int, left: int) -> None:
    """Half of the losses come back, rounded up: of 5 two stay away, of 1 none."""
    table = of_patrols(losses, lost).battle().opening
    squad = next(u for u in table.units.values() if u.id == "wardens-first-squad")

    assert len(squad.models) == left


def test_losses_of_several_battles_add_up() -> None:
    course = of_patrols("half", 5)
    more = fought_battle("the-old-quarter", "draw", lost={"wardens-patrol": {"first-squad": 4}})

    assert course.after(more).gone("wardens-patrol") == {"first-squad": 4}


def test_a_force_that_could_not_be_brought_with_its_losses_comes_whole() -> None:
    """Without its HQ no detachment of the army is legal (``MC-26``)."""
    change = ('scenario = "cage"', 'scenario = "vital_intelligence"')
    plain = (
        ("options = { turns = 1 }", ""),
        ('rosters = { us = "veteran", them = "captain" }', ""),
    )
    armies = campaign(*(one for _ in range(3) for one in (change, *plain)))
    lost = sizes("wardens-army", DISK)
    hq = {id_: many for id_, many in lost.items() if id_ in {"commander", "seer"}}
    assert hq
    course = Course(armies, 7, (fought_battle("first", "us", lost={"wardens-army": hq}),))

    whole = armies.model_copy(update={"losses": "all"})
    table = replace(course, campaign=whole).battle().opening
    assert {f"wardens-{id_}" for id_ in hq} <= {*table.units}


def test_a_roster_that_both_sides_bring_comes_whole() -> None:
    one = fought_battle("first", "us", lost={"champions": {"veteran": 2}})

    assert Course(campaign(), 7, (one,)).battle().opening.units


def test_who_lives_through_battles_enough_is_seasoned() -> None:
    lived = {"wardens-patrol": ("scouts",)}
    course = water(("the-long-street", "draw")).after(
        fought_battle("two-ways-out", "draw", lived=lived)
    )
    assert course.seasoned("wardens-patrol") == []

    course = course.after(fought_battle("the-old-quarter", "draw", lived=lived))
    assert course.seasoned("wardens-patrol") == ["scouts"]
    usual, table = water(("the-long-street", "draw")).battle().opening, course.battle().opening
    for name, more in (("wardens-scouts-1", 1), ("wardens-first-squad-3", 0)):
        before, now = (
            next(m for m in t.models.values() if m.id == name) for t in (usual, table)
        )
        assert now.profile.ld == before.profile.ld + more


def test_the_lost_and_the_living_are_counted_from_the_table() -> None:
    """A model that left by an exit is not lost; a unit that lost all has no survivor."""
    course = water(("the-long-street", "draw"))
    table = course.battle().opening.fork()
    clock = table.clock
    scouts = next(u for u in table.units.values() if u.id == "wardens-scouts")
    squad = next(u for u in table.units.values() if u.id == "wardens-first-squad")
    dead = [*scouts.models, *squad.models[:2]]
    left = squad.models[2:4]
    table.losses += tuple(
        Loss(m, unit=table.models[m].unit, side=Side("wardens"), how=how, when=clock)
        for models, how in ((dead, How.SHOT), (left, How.LEFT))
        for m in models
    )
    one = course.outcome(table, Result(Side("brood"), "points", "MI-02"), "a.undertow")

    assert one.lost["wardens-patrol"] == {"scouts": len(scouts.models), "first-squad": 2}
    assert "scouts" not in one.lived["wardens-patrol"]
    assert "first-squad" in one.lived["wardens-patrol"]
    assert (one.winner, one.reason, one.save) == ("brood", "points", "a.undertow")


def test_a_save_of_such_a_battle_carries_the_changed_forces() -> None:
    battle = of_patrols("all", 9).battle()
    session = battle.session()
    play(session, seated(battle.opening.sides, ("random", "random")))
    save = parse_save(saved_text(session, battle.header({})), "a save")
    again: Battle = battle_of(save)

    assert again.opening == battle.opening
    assert verify(save, again.rules(), again.opening) is None


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ('scenario = "cage"', 'scenario = "cgae"', "battle[0]", "no scenario called 'cgae'"),
        (
            "options = { turns = 1 }",
            "options = { turms = 1 }",
            "battle[0]",
            "no option 'turms'",
        ),
        ('us = "veteran"', 'us = "vteran"', "battle[0]", "may not bring|there is no|vteran"),
        (
            'text = "It begins."',
            'text = "It begins."\nmap = "old-quarter"',
            "battle[0]",
            "ring",
        ),
        ("points = { us = 2 }", "options = { turms = 1 }", "battle[0].result[0]", "'turms'"),
        ("points = { us = 2 }", 'sewer_rats = "us"', "battle[0].result[0]", "sewer_rats"),
        (
            "points = { us = 2 }",
            'extra = [{ side = "us", roster = "champions", unit = "ghost" }]',
            "battle[0].result[0]",
            "there is no unit 'ghost'",
        ),
    ],
)
def test_a_battle_that_cannot_be_fought_is_refused_with_its_place(
    old: str, new: str, place: str, said: str
) -> None:
    with pytest.raises(UnusableFile, match=said) as refusal:
        check_campaign(campaign((old, new)))
    assert place in {fault.place for fault in refusal.value.faults}


def test_the_shipped_campaign_can_be_fought() -> None:
    shipped = load_campaign("the-water-below")
    check_campaign(shipped)

    systems = {Course(shipped, 0).scenario(stage).system for stage in shipped.stages.values()}
    assert systems == {"pursuit", "classic", "cage", "matched"}
    assert all(len({r.next for r in s.result} - {None}) <= 2 for s in shipped.stages.values())
