"""Queries about tactical objectives, and the bot's view of them: ``MP-39``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.content.event_json import event_to_dict, restore_page_types
from game.cores.kit.interrupt_offers import offer_interrupts
from game.cores.kit.queries import AIMS, TASKS, TableView, Task
from game.cores.modern.bot.assessment import ModernAssessment
from game.geometry.points import Point
from game.play.decisions import PASS, Choose
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, GameView, Rule
from game.rules.battles import prepare
from game.systems.matched.bot import objective_choices as objectives
from game.systems.matched.rules.objective_conditions import CONDITIONS
from game.systems.matched.rules.objective_deck import (
    DECK,
    HANDS,
    KINDS,
    ActiveObjective,
    ObjectiveHand,
    ObjectiveHands,
)
from game.systems.matched.rules.objective_scoring import NEW_ORDERS, advised, ask_discard
from game.systems.matched.rules.tactical_escalation import name_priorities
from game.systems.matched.rules.visions_of_victory import refine
from game.table.board import ObjectiveMarker
from game.table.records import Clock, Side, Where
from tests.bots.shipped_weights import MODERN
from tests.tools.events import events_from_json

WARDENS, BROOD = Side("wardens"), Side("brood")


def look_at(scenario: str, *active: ActiveObjective, **more: Any) -> TableView:
    """Return a battle with two markers without models, and these objectives of the wardens."""
    battle = prepare(scenario, seed=1)
    table = battle.opening.fork()
    table.clock = Clock(2, "movement", WARDENS)
    table.zones = {WARDENS: "long-edges-1", BROOD: "long-edges-2"}
    table.markers = {
        f"marker-{n}": ObjectiveMarker(f"marker-{n}", Point(10.0 * n, 24.0), n) for n in (1, 2)
    }
    hand = ObjectiveHand(active, tuple(held.number for held in active), **more)
    table.notes[HANDS.name] = ObjectiveHands(first=hand)
    return TableView(table, battle.rules())


def with_model_at(view: TableView, side: Side, at: Point) -> TableView:
    table = view.table.fork()
    model = next(m for m in table.models.values() if m.side == side)
    table.models[model.id] = replace(model, at=at, where=Where.TABLE)
    return TableView(table, view.rules)


def only_task(view: GameView, number: int) -> Task:
    (task,) = [task for task in TASKS.of(view, WARDENS) if task.number == number]
    return task


@pytest.mark.rule("MP-39")
def test_there_are_six_objectives_of_each_of_six_types() -> None:
    assert len(DECK) == 36
    for tens, kind in enumerate(KINDS, 1):
        numbers = [number for number, one in DECK.items() if one.kind == kind]
        assert numbers == [10 * tens + ones for ones in range(1, 7)]
    assert {one.condition for one in DECK.values()} == set(CONDITIONS) == set(objectives.HOPES)
    assert len({one.name for one in DECK.values()}) == 36


@pytest.mark.rule("MP-40")
def test_progress_is_told_as_it_stands() -> None:
    view = look_at("deadlock", ActiveObjective(12, 2), ActiveObjective(45), ActiveObjective(53))

    assert only_task(view, 12).progress == "marker 2 is uncontrolled"
    assert only_task(view, 12).pays == ""
    assert only_task(view, 12).marker == "marker-2"
    assert only_task(view, 45).progress == "0 of 3 markers"
    assert only_task(view, 53).progress == "0 of 1 unit"

    theirs = with_model_at(view, BROOD, Point(20.0, 24.0))
    assert only_task(theirs, 12).progress == "marker 2 is the enemy's"

    ours = with_model_at(view, WARDENS, Point(20.0, 24.0))
    assert only_task(ours, 12).progress == "marker 2 is yours"
    assert only_task(ours, 12).pays == "1"
    assert only_task(ours, 45).progress == "1 of 3 markers"


@pytest.mark.rule("MP-40", "MP-42")
def test_what_an_objective_pays_counts_the_warlord_and_the_priority() -> None:
    at = Point(20.0, 24.0)
    plainly = with_model_at(
        look_at("deadlock", ActiveObjective(44, 2, theirs=True)), WARDENS, at
    )
    assert only_task(plainly, 44).pays == "d3"
    dear = look_at(
        "tactical_escalation", ActiveObjective(44, 2, theirs=True), priority="ground"
    )
    assert only_task(with_model_at(dear, WARDENS, at), 44).pays == "d3 + 1"


@pytest.mark.rule("MP-39", "MP-41", "MP-42")
def test_every_question_about_objectives_says_what_each_asks_and_pays() -> None:
    hand = (ActiveObjective(53), ActiveObjective(66), ActiveObjective(46, led=True))
    view = look_at("tactical_escalation", *hand, priority="purge")
    game = Game(view.rules, view.table, ScriptedDice((5, 4, 6, 1)))
    own = "Your priority: 1 more."
    asks = {
        "53 Slaughter": f"{DECK[53].words} {own} Discarding it costs 1 point.",
        "66 The warlord's own": f"{DECK[66].words} 46 The whole field: {DECK[46].words}"
        " Only your WARLORD: 3 more.",
    }
    drawn = {"54 Clear the centre": f"{DECK[54].words} {own}", "61 Their warlord's head": ""}
    drawn["61 Their warlord's head"] = DECK[61].words
    costs = {
        f"Swap {title}": f"{words} Costs 2 of 8 command points."
        for title, words in asks.items()
    }
    left = {f"{n} {DECK[n].name}": DECK[n].words for n in DECK if n not in (53, 66, 46)}

    assert details(ask_discard(game, "MP-39", WARDENS, "?")) == asks
    assert details(offer_interrupts(game, NEW_ORDERS, WARDENS, WARDENS)) == costs
    assert details(advised(game, WARDENS)) == drawn
    assert details(refine(game, order=(WARDENS, BROOD))) == left
    assert details(name_priorities(game))["Headhunt"].startswith("Their warlord's head, Witch")
    for task in TASKS.of(view, WARDENS):  # the goals have the same words
        assert f"{task.words} {task.extra}".strip() in " ".join(asks.values())


def details(rule: Rule[Any]) -> dict[str, str]:
    """Return the details of the options of a rule's first question, by label."""
    asked = rule.send(None)
    assert isinstance(asked, Choose)
    return {o.label: o.detail for o in asked.options if o.id != PASS}


@pytest.mark.rule("MP-39")
def test_a_marker_that_an_objective_is_about_is_worth_more() -> None:
    view = look_at("deadlock", ActiveObjective(12, 2))
    worth = {aim.id: aim.value for aim in AIMS.of(view, WARDENS)}

    assert worth["marker-2"] > worth["marker-1"]
    assert worth == {"marker-1": 0.35, "marker-2": 1.35}
    assert {aim.value for aim in AIMS.of(view, BROOD)} == {0.35}


@pytest.mark.rule("MP-39")
def test_what_both_hold_comes_back_from_a_save() -> None:
    view = look_at(
        "deadlock",
        ActiveObjective(66),
        ActiveObjective(44, 3, theirs=True, led=True),
        priority="purge",
    )
    hands = HANDS.of(view.table)
    written = event_to_dict(HANDS.write("MP-39", hands))

    (event,) = restore_page_types(events_from_json([written]), {HANDS.name: HANDS.blank})

    assert event == HANDS.write("MP-39", hands)


@pytest.mark.rule("MP-41")
def test_the_steady_bot_hopes_for_nothing_from_what_the_enemy_does_not_have() -> None:
    view = look_at("visions_of_victory", ActiveObjective(65))
    small = view.table.fork()
    for id_, model in small.models.items():
        small.models[id_] = replace(model, profile=replace(model.profile, w=1))

    assert (
        objectives.hope(
            ModernAssessment(TableView(small, view.rules), WARDENS, MODERN), ActiveObjective(65)
        )
        == 0.0
    )
    assert objectives.hope(ModernAssessment(view, WARDENS, MODERN), ActiveObjective(53)) > 0.0
