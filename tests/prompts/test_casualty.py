"""Suggested casualties: rank and file first, then by coherency and cover (CC-17, MC-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest

from game.cores.kit.casualty_order import Rank, falls_whole, rank_of, suggested_casualties
from game.play.decisions import Choose, CommonKind, Option
from game.play.left_questions import Scope
from game.prompts.casualties import CasualtyPrompt
from game.prompts.prompt import MEND, REST
from game.prompts.registry import prompt_for
from game.table.board import TerrainKind
from game.table.records import ModelId, Profile
from game.table.state import Table
from tests.play.tables import SQUAD, US, piece, table
from tests.prompts.input_driver import click_at, press_key

WARDEN, GUNNER = Profile("Warden"), Profile("Gunner", s=4)
SERGEANT = Profile("Sergeant", ld=8)


def table_with_squad(**profiles: Profile) -> Table:
    """Return a table with a squad in a row, its bases 0.5" apart."""
    laid = table({name: (10 + 1.5 * n, 10) for n, name in enumerate(profiles)})
    for name, profile in profiles.items():
        laid.models[ModelId(name)] = replace(laid.models[ModelId(name)], profile=profile)
    return laid


def casualty_choice(laid: Table, series: int = 1, ids: Sequence[str] = ()) -> Choose:
    options = [
        Option(m, laid.models[m].profile.name, "CC-17", m)
        for m in laid.units[SQUAD].models
        if m in ids or not ids
    ]
    return Choose(
        US,
        clause="CC-17",
        asks="Squad: which model takes the wound?",
        options=tuple(options),
        about=SQUAD,
        kind=CommonKind.CASUALTY,
        series=series,
    )


MIXED = {"s": SERGEANT, "g": GUNNER, "a": WARDEN, "b": WARDEN, "c": WARDEN}


@pytest.mark.rule("CC-17")
def test_rank_and_file_fall_first_then_special_weapons_then_leaders() -> None:
    laid = table_with_squad(**MIXED)
    assert [rank_of(laid, laid.models[m]) for m in laid.units[SQUAD].models] == [
        Rank.LEADER,
        Rank.SPECIAL,
        *[Rank.FILE] * 3,
    ]

    assert suggested_casualties(laid, casualty_choice(laid, 5))[3:] == ["g", "s"]


def test_of_equals_the_one_falls_whose_loss_breaks_no_coherency() -> None:
    laid = table({"end": (10, 10), "link": (12.5, 10), "far": (15, 10), "last": (17.5, 10)})

    assert suggested_casualties(laid, casualty_choice(laid, ids=("link", "last"))) == ["last"]


def test_of_equals_the_one_falls_that_does_not_stand_in_cover() -> None:
    rubble = piece(TerrainKind.RUBBLE, 8, 8, 11.9, 12)
    laid = table({"a": (10, 10), "b": (11.5, 10), "c": (13, 10)}, terrain=(rubble,))

    assert suggested_casualties(laid, casualty_choice(laid)) == ["c"]


def test_a_model_that_may_stand_is_the_last_suggested() -> None:
    laid = table({"a": (10, 10), "b": (11.5, 10)})
    laid.models[ModelId("a")] = replace(laid.models[ModelId("a")], wounds=2)

    assert suggested_casualties(laid, casualty_choice(laid, 2)) == ["a"]


@pytest.mark.parametrize(("series", "whole"), [(2, False), (3, True), (4, True)])
def test_nothing_matters_where_alike_models_all_fall(series: int, *, whole: bool) -> None:
    laid = table_with_squad(a=WARDEN, b=WARDEN, c=WARDEN)
    assert falls_whole(laid, casualty_choice(laid, series)) is whole


def test_it_matters_who_falls_last_where_models_differ() -> None:
    laid = table_with_squad(a=WARDEN, b=WARDEN, c=SERGEANT)
    assert not falls_whole(laid, casualty_choice(laid, 3))


def prompt(laid: Table, series: int = 1) -> CasualtyPrompt:
    found = prompt_for(casualty_choice(laid, series), laid)
    assert isinstance(found, CasualtyPrompt)
    return found


def test_enter_leaves_all_the_wounds_to_the_suggestion() -> None:
    shown = prompt(table_with_squad(**MIXED), 2)
    first = shown.choices()[0]
    assert (first.label, first.detail) == ("Remove Warden × 2", "Last: Sergeant, Gunner")

    press_key(shown, pygame.K_RETURN)
    assert (shown.left, shown.scope) == (True, Scope.SERIES)


def suggestion(laid: Table, series: int = 1) -> tuple[str, str]:
    first = prompt(laid, series).choices()[0]
    return first.label, first.detail


def test_the_button_removes_a_named_model_and_says_what_is_kept() -> None:
    assert suggestion(table({"a": (10, 10), "b": (11.5, 10), "c": (13, 10)})) == (
        "Remove trooper 1",
        "Coherency and cover are kept",
    )

    rubble = piece(TerrainKind.RUBBLE, 8, 8, 19, 12)
    line = table({"end": (10, 10), "link": (12.5, 10), "last": (15, 10)}, terrain=(rubble,))
    assert suggestion(line) == (
        "Remove trooper 1",
        "Coherency is kept",
    )


def test_the_button_says_where_coherency_cannot_be_kept() -> None:
    laid = table({"end": (10, 10), "link": (12.5, 10), "last": (15, 10)})
    asked = casualty_choice(laid, ids=("link",))
    bare = CasualtyPrompt(asked, laid).choices()[0]
    rubble = table(
        {"end": (10, 10), "link": (12.5, 10), "last": (15, 10)},
        terrain=(piece(TerrainKind.RUBBLE, 8, 8, 19, 12),),
    )
    covered = CasualtyPrompt(casualty_choice(rubble, ids=("link",)), rubble).choices()[0]

    assert bare.detail == "Cover is kept, coherency is not"
    assert covered.detail == "Coherency cannot be kept"


def test_a_model_with_wounds_left_or_a_save_to_come_is_wounded_not_removed() -> None:
    tough = table({"a": (10, 10), "b": (11.5, 10)})
    tough.models[ModelId("a")] = replace(tough.models[ModelId("a")], wounds=2)
    armoured = table_with_squad(a=WARDEN, b=WARDEN, c=replace(WARDEN, sv=2))

    assert suggestion(tough)[0] == "Wound trooper 1"
    assert suggestion(armoured)[0] == "Wound Warden 1"


def test_the_order_is_given_for_the_whole_battle() -> None:
    shown = prompt(table_with_squad(**MIXED))
    press_key(shown, pygame.K_3)

    assert (shown.left, shown.scope) == (True, Scope.BATTLE)


def test_who_wants_to_choose_sees_all_models() -> None:
    shown = prompt(table_with_squad(**MIXED))
    press_key(shown, pygame.K_2)
    assert [c.label for c in shown.choices()] == [
        "Sergeant",
        "Gunner",
        "Warden × 3",
        "Decide the rest for me: remove Warden 1",
    ]

    press_key(shown, pygame.K_1)
    assert (shown.answer, shown.left) == ("s", False)


def test_a_click_on_the_board_chooses_at_once() -> None:
    shown = prompt(table_with_squad(**MIXED))
    click_at(shown, 11.5, 10)

    assert shown.answer == "g"


def test_a_step_to_another_model_begins_to_choose() -> None:
    shown = prompt(table_with_squad(**MIXED))
    assert shown.lit == "a"
    press_key(shown, pygame.K_q)
    assert shown.chooses

    press_key(shown, pygame.K_RETURN)
    assert shown.answer == "g"


def test_a_hint_shows_its_model_among_all() -> None:
    shown = prompt(table_with_squad(**MIXED))
    assert shown.propose("s") == "Sergeant"
    assert (shown.chooses, shown.lit) == (True, "s")
    assert REST in [c.id for c in shown.choices()]
    assert MEND not in [c.id for c in shown.choices()]
