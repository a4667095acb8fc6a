"""The panel of the question: who is asked, why nobody is, and which keys there are."""

from __future__ import annotations

from typing import Any

import pytest

from game.play.decisions import Choose, CommonKind, Option, Refusal
from game.shown.lines import Tone
from game.shown.question import (
    ANY_TIME,
    FILM,
    HELP,
    IN_THEIR_TURN,
    PLAYING,
    TAKE_OVER,
    GameMoment,
    PlaybackState,
    QuestionHead,
    asked_head,
    offered_units,
    question_head,
    question_status,
)
from game.shown.roster_rows import READY, TARGET
from game.table.events import Act, Acted
from game.table.records import Clock, Side, UnitId
from game.table.state import Table
from tests.tools.toy import BLUES, REDS, toy_table

RUNNERS = UnitId("reds-runners")
ASKED: Any = Choose(
    REDS,
    "CC-18",
    "Who runs?",
    kind=CommonKind.CASUALTY,
    options=(Option(RUNNERS, "Reds team"),),
)

ON = "Reds' run. {skip} shows all of it at once."


def in_turn_of(side: Side | None) -> Table:
    table = toy_table()
    table.clock = Clock(1, "run", side)
    return table


def moment(**changes: Any) -> GameMoment:
    """Return the moment of a question to the Reds, played by a person, with some changes."""
    usual: dict[str, Any] = {
        "table": in_turn_of(REDS),
        "asked": ASKED,
        "playback": PlaybackState(),
        "people": (REDS,),
    }
    return GameMoment(**usual | changes)


def test_nothing_is_awaited_while_a_person_is_asked() -> None:
    assert moment().waiting == ""


def test_a_bot_is_named_once_it_has_been_thinking_for_long() -> None:
    assert moment().head.side == "REDS"
    assert moment(bot="Steady").waiting == "Steady (Reds) is thinking…"


def test_a_playback_names_its_event_and_the_keys_that_steer_it() -> None:
    move = Acted("CC-18", RUNNERS, Act.MOVES)
    shown = "Reds team moves\n"

    assert moment(playback=PlaybackState(busy=True)).waiting == ON
    busy = PlaybackState(busy=True, showing=move)
    assert moment(playback=busy).waiting == shown + ON
    held = PlaybackState(busy=True, held=True, showing=move)
    assert moment(playback=held).waiting == shown + "Paused. {hold} resumes, {step_on} steps."
    said = moment(playback=busy, reason="The Reds hesitate.").waiting
    assert said == f"The Reds hesitate.\n{shown}{ON}"


def test_a_battle_is_over_once_its_last_event_was_shown() -> None:
    assert not moment().over
    assert moment(asked=None).over
    assert moment(decided=True).over, "a side conceded while a question was open"
    assert moment(asked=None).waiting == moment(decided=True).waiting == "The battle is over."

    last = moment(asked=None, playback=PlaybackState(busy=True))
    assert not last.over
    assert last.waiting == ON


def test_a_playback_says_who_acts() -> None:
    def said(table: Table) -> str:
        shown = moment(table=table, playback=PlaybackState(busy=True))
        assert shown.head.side == (table.clock.side or "").upper()
        return shown.waiting.split(".")[0]

    assert said(in_turn_of(BLUES)) == "Blues' run"
    assert said(in_turn_of(None)) == "Run"
    table = in_turn_of(REDS)
    table.clock = Clock()
    assert said(table) == "The battle is being set up"


def test_the_keys_of_the_prompt_come_first_and_hide_others_of_the_same_key() -> None:
    assert moment().hints([("Enter", "done")]) == (("Enter", "done"), *ANY_TIME, HELP)
    measured = moment().hints([("Tab, {next}", "next model")])

    assert measured == (("Tab, {next}", "next model"), *ANY_TIME[1:], HELP)


def test_a_playback_has_keys_of_its_own_and_a_film_more() -> None:
    busy = moment(playback=PlaybackState(busy=True))
    assert busy.hints([("Enter", "done")]) == (*PLAYING, *ANY_TIME, HELP)
    film = moment(playback=PlaybackState(busy=True, film="flood"))
    assert film.hints(()) == (*FILM, *ANY_TIME, HELP)


def test_a_spectator_may_take_over_until_there_is_a_result() -> None:
    assert moment(people=()).hints(()) == (*PLAYING, *ANY_TIME, TAKE_OVER, HELP)
    assert moment(people=(), decided=True).hints(()) == (*ANY_TIME, HELP)


@pytest.mark.parametrize("side", [REDS, None])
def test_a_question_in_the_own_turn_or_in_a_phase_of_both_sides(side: Side | None) -> None:
    assert asked_head(ASKED, in_turn_of(side)) == QuestionHead("REDS", 0, "CC-18")


def test_a_question_in_the_other_sides_turn_says_so() -> None:
    assert asked_head(ASKED, in_turn_of(BLUES)) == QuestionHead(
        "REDS: ASKED", 0, "CC-18", IN_THEIR_TURN, waits=True
    )


def test_a_bots_question_has_a_head_even_in_the_other_sides_turn() -> None:
    assert question_head(ASKED, in_turn_of(BLUES)) == QuestionHead("REDS", 0, "CC-18")
    assert question_head(None, in_turn_of(BLUES)) == QuestionHead()


def test_a_refusal_comes_before_a_hint_and_a_hint_before_the_progress() -> None:
    table = toy_table()
    refused = Refusal("reds-runners is too far", "CC-19")

    assert question_status(table, "2 of 3").text == "2 of 3"
    assert question_status(table, "2 of 3", "as shown").text == "Hint: as shown"
    said = question_status(table, "2 of 3", "as shown", refused)
    assert (said.text, said.tone) == ("Reds team is too far (CC-19)", Tone.BAD)
    mended = question_status(table, "", "", refused, "F: Move as far as allowed")
    assert mended.text == "Reds team is too far (CC-19) · F: Move as far as allowed"
    assert question_status(table, "", refused=Refusal("no room", "")).text == "No room"


def test_a_refusal_is_no_error_where_a_legal_plan_stands() -> None:
    refused = Refusal("reds-runners is too far", "CC-19")
    said = question_status(toy_table(), "", refused=refused, stands=True)

    assert (said.text, said.tone) == ("Reds team is too far (CC-19)", Tone.MUTED)


def test_units_among_the_options_are_ready_or_targets() -> None:
    options = [RUNNERS, "blues-runners", "pass"]
    found = {RUNNERS: READY, "blues-runners": TARGET}

    assert offered_units(toy_table(), REDS, options) == found
    assert offered_units(toy_table(), BLUES, options) == {
        RUNNERS: TARGET,
        "blues-runners": READY,
    }
    assert offered_units(toy_table(), REDS, options, {RUNNERS}) == {"blues-runners": TARGET}
