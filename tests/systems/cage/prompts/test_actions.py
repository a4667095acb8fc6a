"""Actions of a champion picked on the board: cells, edges, and the other champion."""

from __future__ import annotations

import pygame

from game.cores.modern.rules import ModernKind
from game.play.decisions import Choose, DecisionKind, Option, pass_option
from game.prompts.choose import ChoosePrompt
from game.prompts.registry import prompt_for
from game.systems.cage.prompts.bout_prompt import BoutPrompt, called
from game.systems.cage.rules import CageKind
from game.systems.cage.table import floor_of, outline, spot_of
from game.systems.cage.table.floor_state import rings_now
from game.table.records import Cell
from game.table.state import Table
from game.view.overlays import Area
from tests.prompts.input_driver import click_at, move_to, press_key
from tests.systems.cage.cage_tables import BLUE, RED, cage, profile

ACTIONS = (
    Option("attack power blade", "Attack with power blade", "TC-11", "blue"),
    Option("attack pistol butt", "Attack with pistol butt", "TC-11", "blue"),
    Option("fall back 3-1", "Fall back to cell 1 of ring 3", "TC-09", "3-1"),
    Option("turn clockwise", "Turn to face out", "TC-10", "3-0/0"),
    Option("parry", "Parry", "TC-13"),
    pass_option("Pass", "TC-06"),
)


def captain_facing_veteran() -> Table:
    """Return a table: the captain on outer cell 0 faces the veteran on outer cell 8."""
    return cage(
        (profile("captain"), Cell(3, 0), "counter-clockwise"),
        (profile("veteran"), Cell(3, 8), "clockwise"),
    )


def prompt(
    options: tuple[Option, ...] = ACTIONS, kind: DecisionKind = CageKind.ACTION
) -> BoutPrompt:
    asked = Choose(
        RED, clause="TC-06", asks="Which action?", options=options, about="red", kind=kind
    )
    found = prompt_for(asked, captain_facing_veteran(), ["cage"])
    assert isinstance(found, BoutPrompt)
    return found


def test_enter_takes_the_first_action_and_lets_none_go_by() -> None:
    asked = prompt()
    press_key(asked, pygame.K_RETURN)

    assert asked.answer == "attack power blade"


def test_other_rules_on_the_floor_of_a_cage_ask_as_ever() -> None:
    """A sandbox table with a cage may use the classic rules."""
    options = (Option("red", "Red", "CC-18", "red"), pass_option("Do not deny", "CC-33"))
    asked = prompt_for(
        Choose(RED, clause="CC-18", asks="Who moves?", options=options, kind=ModernKind.DENY),
        captain_facing_veteran(),
        ["cage"],
    )
    assert type(asked) is ChoosePrompt
    press_key(asked, pygame.K_0)

    assert asked.answer == "pass"


def test_a_click_on_a_cell_does_what_is_done_there() -> None:
    asked, laid = prompt(), captain_facing_veteran()
    x, y = spot_of(floor_of(laid.board), rings_now(laid), Cell(3, 1))
    click_at(asked, x, y)

    assert asked.answer == "fall back 3-1"


def test_a_click_beside_a_champion_turns_it() -> None:
    """Click outward of cell 0: its middle is 9.5" from the centre, the arrow 1.3" beyond."""
    asked, laid = prompt(), captain_facing_veteran()
    floor = floor_of(laid.board)
    x, y = spot_of(floor, rings_now(laid), Cell(3, 0))
    share = 1.3 / 9.5
    click_at(asked, x + (x - floor.at.x) * share, y + (y - floor.at.y) * share)

    assert asked.answer == "turn clockwise"


def test_the_weapon_that_was_lit_in_the_panel_is_the_one_that_attacks() -> None:
    asked, foe = prompt(), captain_facing_veteran().models
    at = next(m.at for m in foe.values() if m.side == BLUE)
    asked.point_out("attack pistol butt")
    move_to(asked, *at)
    assert asked.lit == "attack pistol butt"
    click_at(asked, *at)

    assert asked.answer == "attack pistol butt"


def test_a_cell_is_lit_with_what_is_done_there_but_an_edge_has_no_words() -> None:
    laid = captain_facing_veteran()
    areas = [o for o in prompt().below() if isinstance(o, Area)]

    assert [area.words for area in areas] == ["Fall back", ""]
    assert areas[0].outlines == (outline(floor_of(laid.board), rings_now(laid), Cell(3, 1)),)
    assert called("Advance to the centre") == "Advance"


def test_a_die_is_taken_by_the_key_of_its_face_and_the_attacker_is_offered_the_higher() -> None:
    dice = (Option("1", "1: …", "TC-16"), Option("6", "6: …", "TC-21"))
    asked = prompt(dice, CageKind.DIE)
    assert asked.lit == "6"
    press_key(asked, pygame.K_2)
    assert asked.answer is None
    press_key(asked, pygame.K_1)

    assert asked.answer == "1"


def test_options_say_where_their_cells_are_seen() -> None:
    """Ring 3 has nine cells of 40°: the middle of cell 1 is at 60°, that of cell 8 at 340°.

    The centre has five edges: the middle of edge 0 is at 36°, its begin at 0°.
    """
    there = Option("fall back 3-8", "Fall back to cell 8 of ring 3", "TC-09", "3-8")
    inward = Option("advance 0-0", "Advance to the centre", "TC-09", "0-0")
    edge = Option("0-0/0", "Face edge 0", "TC-03", "0-0/0")
    corner = Option("0-0/9", "Face edge 4 and the next", "TC-03", "0-0/9")
    labels = {c.label for c in prompt((*ACTIONS, there, inward, edge, corner)).choices()}
    assert labels >= {
        "Face 1 o'clock",
        "Face 12 o'clock",
        "Fall back to ring 3, 2 o'clock",
        "Fall back to ring 3, 11 o'clock",
        "Advance to the centre",
        "Turn to face out",
    }
