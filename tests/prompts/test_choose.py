from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Point
from game.play.decisions import (
    Choose,
    CommonKind,
    DecisionKind,
    Option,
    Passing,
    Refusal,
    pass_option,
)
from game.play.log.refusals import refusal_text
from game.prompts.choose import ChoosePrompt
from game.prompts.pick import PickPrompt
from game.prompts.prompt import PointerState, Weight
from game.table.board import Board, Spot, TerrainKind, Zone, terrain
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.overlays import Area, BaseOutline, BoardNote, OverlayTone, TargetBrackets
from tests.play.tables import SQUAD, US, table
from tests.prompts.input_driver import click_at, move_to, press_key
from tests.tools.shapes import box_corners


@pytest.fixture
def laid() -> Table:
    return table({"a": (10, 10), "b": (12, 10)}, {"x": (10, 20)}, others={"y": (30, 20)})


def units(
    laid: Table,
    *,
    kind: DecisionKind = CommonKind.UNIT_TO_MOVE,
    passing: Passing = Passing.KEEPS,
) -> ChoosePrompt:
    return ChoosePrompt(
        Choose(
            US,
            clause="CC-18",
            asks="Move which unit?",
            options=(
                Option("squad", "The squad", "CC-18", "squad"),
                Option("foes", "The foes", "CC-18", "foes"),
                pass_option("End Movement phase", "CC-33"),
            ),
            greyed=(
                (Option("others", "Others", "CC-18", "others"), Refusal("locked", "CC-31")),
            ),
            kind=kind,
            passing=passing,
        ),
        laid,
    )


def named(laid: Table, kind: DecisionKind | None, *options: Option) -> list[str]:
    """Return the words of the large button for each option of a question."""
    asked = Choose(US, clause="CC-07", asks="Which?", options=options, kind=kind)
    return [action.deed for action in ChoosePrompt(asked, laid).choices()]


def test_a_name_alone_gets_a_verb_on_the_button(laid: Table) -> None:
    unit = Option("squad", laid.units[SQUAD].name, "CC-07", "squad")
    model = Option("a", "trooper", "CC-07", "a")

    assert named(laid, CommonKind.UNIT_TO_SHOOT, unit) == [f"Shoot with {unit.label}"]
    assert named(laid, CommonKind.AIM, unit, model) == [
        f"Choose {unit.label}",
        "Choose trooper",
    ]
    weapons = Option("rifle", "rifle", "CC-07"), Option("pistol", "pistol", "CC-07")
    assert named(laid, CommonKind.WEAPON, *weapons) == ["Fire the rifle", "Fire the pistol"]
    assert named(laid, CommonKind.STRIKE_WITH, weapons[0]) == ["Strike with the rifle"]


def test_words_that_begin_with_a_verb_stay_as_they_are(laid: Table) -> None:
    deny = Option("a", "Deny with trooper: 4+", "MC-09", "a")
    stay = Option("stay", "Stay out", "CC-20")

    assert named(laid, CommonKind.DIFFICULT, stay, deny) == ["", ""]


def casualties(laid: Table) -> ChoosePrompt:
    options = tuple(Option(m, "trooper", "CC-17", m) for m in ("a", "b"))
    return ChoosePrompt(
        Choose(US, clause="CC-17", asks="Who takes a wound?", options=options, about=SQUAD),
        laid,
    )


def test_a_number_picks_an_option(laid: Table) -> None:
    prompt = units(laid)
    press_key(prompt, pygame.K_2)

    assert prompt.answer == "foes"
    for unused, name in ((pygame.K_9, "9"), (pygame.K_f, "F")):
        prompt = units(laid)
        press_key(prompt, unused)
        assert prompt.refused
        assert prompt.refused.reason == f"Key {name} answers nothing here: choose in this list"


def test_a_click_on_the_board_picks_whose_model_it_hits(laid: Table) -> None:
    prompt = units(laid)
    click_at(prompt, 12.3, 10.2)

    assert prompt.answer == "squad"


def test_a_click_beside_everything_answers_nothing(laid: Table) -> None:
    prompt = units(laid)
    click_at(prompt, 40, 40)

    assert prompt.answer is None


def test_a_click_beside_everything_is_told_what_is_possible(laid: Table) -> None:
    prompt = units(laid)
    words = "Nothing to choose there: click what is ringed, or choose in this list"
    before = prompt.looks
    prompt.miss()

    assert prompt.refused
    assert prompt.refused.reason == words
    assert prompt.looks > before
    prompt.suggest("squad")
    prompt.miss()
    assert (
        prompt.refused.reason
        == f"{words}, or take “{prompt.options['squad'].label}” with Enter"
    )


def test_what_may_be_picked_is_ringed_and_what_is_pointed_at_stands_out(laid: Table) -> None:
    prompt = units(laid)
    rings = [o for o in prompt.below() if isinstance(o, BaseOutline)]
    assert [r.tone for r in rings] == [OverlayTone.GOOD, OverlayTone.GOOD]

    move_to(prompt, 10, 20)
    assert prompt.lit == "foes"
    assert [r.tone for r in prompt.below() if isinstance(r, BaseOutline)][
        1
    ] is OverlayTone.CHOSEN
    assert any(isinstance(o, TargetBrackets) for o in prompt.above())
    # Its badge names the unit.
    assert not any(isinstance(o, BoardNote) for o in prompt.above())


def test_what_the_mouse_has_lit_goes_out_with_it(laid: Table) -> None:
    prompt = units(laid)
    move_to(prompt, 10, 20)
    assert prompt.lit == "foes"
    move_to(prompt, 20, 40)
    assert prompt.lit == ""

    press_key(prompt, pygame.K_e)
    move_to(prompt, 10, 20)
    move_to(prompt, 20, 40)
    assert prompt.lit == "squad"


def test_an_option_under_the_mouse_in_the_panel_stays_lit(laid: Table) -> None:
    prompt = units(laid)
    move_to(prompt, 10, 20)
    prompt.point_out("squad")
    prompt.follow(PointerState(Point(10, 20), over=False))
    assert prompt.lit == "squad"

    prompt.point_out("")
    assert prompt.lit == ""
    press_key(prompt, pygame.K_e)
    prompt.point_out("")
    assert prompt.lit == "squad"


def test_leaving_the_board_puts_out_what_was_lit_there(laid: Table) -> None:
    prompt = casualties(laid)
    move_to(prompt, 12, 10)
    assert prompt.lit == "b"
    prompt.follow(PointerState(Point(12, 10), over=False))

    assert prompt.lit == "a"


def test_a_greyed_option_says_why_not_and_by_which_clause(laid: Table) -> None:
    prompt = units(laid)
    choice = next(c for c in prompt.choices() if c.id == "others")
    assert (choice.reason, choice.clause) == ("Locked", "CC-31")

    click_at(prompt, 30, 20)
    assert prompt.answer is None
    assert prompt.refused == Refusal("locked", "CC-31")


def picks(laid: Table) -> PickPrompt:
    return PickPrompt(units(laid).decision, laid)


def test_the_end_of_a_phase_names_who_has_not_acted(laid: Table) -> None:
    ends = picks(laid).choices()[-2]
    assert (ends.label, ends.detail) == (
        "End Movement phase",
        "1 unit has not moved: The squad",
    )
    assert str(ends.key) == "Shift+Enter"


def test_enter_goes_to_the_next_unit_that_can_act_and_then_picks_it(laid: Table) -> None:
    prompt = picks(laid)
    assert [c.id for c in prompt.choices() if c.is_next] == ["squad"]
    press_key(prompt, pygame.K_RETURN)
    assert (prompt.answer, prompt.lit) == (None, "squad")
    assert not any(c.is_next for c in prompt.choices())

    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer == "squad"


def test_e_keeps_to_units_while_one_can_act(laid: Table) -> None:
    prompt, lit = picks(laid), list[str]()
    for _ in range(3):
        press_key(prompt, pygame.K_e)
        lit.append(prompt.lit)
    assert lit == ["squad", "foes", "squad"]

    prompt.useful = []
    for _ in range(2):
        press_key(prompt, pygame.K_e)
    assert not prompt.lit, "so that Enter ends the phase"


def test_shift_and_enter_end_the_phase_at_once(laid: Table) -> None:
    prompt = picks(laid)
    press_key(prompt, pygame.K_RETURN, pygame.KMOD_SHIFT)

    assert prompt.answer == "pass"


def test_enter_ends_the_phase_when_nobody_can_do_anything(laid: Table) -> None:
    prompt = picks(laid)
    prompt.useful = []
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == "pass"


def test_passing_of_one_unit_only_is_not_asked_twice(laid: Table) -> None:
    prompt = units(laid, kind=CommonKind.CHARGE)
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == "pass"


def test_e_and_q_go_through_the_options_and_enter_takes_what_is_lit(
    laid: Table,
) -> None:
    prompt = units(laid)
    press_key(prompt, pygame.K_e)
    press_key(prompt, pygame.K_e)
    assert prompt.lit == "foes"
    press_key(prompt, pygame.K_e)
    assert prompt.lit == ""
    press_key(prompt, pygame.K_q)
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == "foes"


def test_options_that_are_called_alike_share_a_button(laid: Table) -> None:
    prompt = casualties(laid)
    (choice,) = prompt.choices()
    assert choice.label == "trooper × 2"

    move_to(prompt, 12, 10)
    prompt.press(choice.id)
    assert prompt.answer == "b"


def test_without_a_pass_the_first_option_is_ready_for_enter(laid: Table) -> None:
    prompt = casualties(laid)
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == "a"


def test_whom_it_is_about_looks_chosen(laid: Table) -> None:
    assert casualties(laid).chosen() == {ModelId("a"), ModelId("b")}


def test_passing_is_urged_when_nothing_else_can_be_done(laid: Table) -> None:
    only = Choose(
        US, clause="CC-23", asks="Charge?", options=(pass_option("No"),), about=UnitId("squad")
    )

    (choice,) = ChoosePrompt(only, laid).choices()
    assert choice.weight is Weight.URGED


def test_a_zone_is_picked_by_a_click_into_it(laid: Table) -> None:
    north = Zone("north", box_corners(0, 0, 48, 12))
    laid.board = replace(laid.board, zones=(north,))
    asked = Choose(
        US,
        clause="MI-03",
        asks="Which zone?",
        options=(Option("north", "North", "MI-03", "north"),),
    )
    prompt = ChoosePrompt(asked, laid)
    assert any(isinstance(o, Area) for o in prompt.below())
    assert "click an outlined area" in prompt.instead_of_click
    click_at(prompt, 24, 6)

    assert prompt.answer == "north"


@pytest.mark.parametrize(
    ("kind", "at", "given"),
    [
        (CommonKind.DEPLOY, Point(24, 6), "squad"),
        (CommonKind.DEPLOY, Point(24, 20), None),
        (CommonKind.UNIT_TO_MOVE, Point(24, 6), None),
    ],
    ids=["into the zone", "beside the zone", "another question"],
)
def test_a_click_into_the_own_zone_takes_the_highlighted_unit_to_deploy(
    laid: Table, kind: DecisionKind, at: Point, given: str | None
) -> None:
    laid.board = replace(laid.board, zones=(Zone("north", box_corners(0, 0, 48, 12)),))
    laid.zones[US] = "north"
    prompt = units(laid, kind=kind)
    press_key(prompt, pygame.K_e)
    assert prompt.lit == "squad"
    click_at(prompt, *at)

    assert prompt.answer == given


def test_ids_are_told_as_names(laid: Table) -> None:
    assert (
        refusal_text(laid, "others is too far from squad-9 and a")
        == "Others is too far from squad-9 and trooper 1 of squad"
    )


def test_a_word_of_a_name_that_equals_an_id_stays(laid: Table) -> None:
    laid.units[SQUAD] = replace(laid.units[SQUAD], name="First squad")

    assert refusal_text(laid, "First squad is locked") == "First squad is locked"
    assert refusal_text(laid, "squad is locked") == "First squad is locked"


def test_the_ground_that_is_asked_about_is_lit(laid: Table) -> None:
    copse = terrain("old-copse", TerrainKind.WOOD, box_corners(4, 4, 8, 8))
    far = terrain("far-copse", TerrainKind.WOOD, box_corners(30, 30, 34, 34))
    laid.board = replace(laid.board, terrain=(copse, far))
    asks = Choose(
        US,
        clause="CC-20",
        asks="Enter?",
        options=(Option("enter", "Enter"),),
        places=("old-copse",),
    )

    assert [*ChoosePrompt(asks, laid).below()] == [
        Area((copse.outline,), OverlayTone.CHOSEN, "old copse")
    ]


def test_an_option_can_be_a_piece_of_terrain(laid: Table) -> None:
    gate = terrain("gate", TerrainKind.SLUICE_GATE, box_corners(4, 4, 8, 8))
    laid.board = replace(laid.board, terrain=(gate,))
    asks = Choose(
        US,
        clause="FF-03",
        asks="Which gate?",
        options=(Option("shut", "The gate", anchor="gate"),),
    )
    prompt = ChoosePrompt(asks, laid)
    click_at(prompt, 5, 5)

    assert prompt.answer == "shut"


def numbered(laid: Table, *ids: str) -> dict[str, str]:
    options = tuple(Option(i, i, "CC-18", i) for i in ids)
    prompt = ChoosePrompt(
        Choose(
            US,
            clause="CC-18",
            asks="Which unit?",
            options=options,
            kind=CommonKind.UNIT_TO_MOVE,
        ),
        laid,
    )
    return {c.id: str(c.key) for c in prompt.choices()}


def test_units_keep_their_numbers_when_others_were_picked_before(laid: Table) -> None:
    assert numbered(laid, "foes", "others") == {"foes": "1", "others": "2"}
    assert numbered(laid, "others") == {"others": "2"}

    options = (Option("others", "Others", "CC-18", "others"), pass_option("No"))
    prompt = ChoosePrompt(Choose(US, clause="CC-18", asks="Which unit?", options=options), laid)
    press_key(prompt, pygame.K_1)
    assert prompt.answer is None
    press_key(prompt, pygame.K_2)
    assert prompt.answer == "others"


def test_what_is_not_all_of_one_roster_is_counted_through(laid: Table) -> None:
    assert numbered(laid, "squad", "others") == {"squad": "1", "others": "2"}
    assert numbered(laid, "b", "a") == {"b": "1", "a": "2"}


def test_the_number_of_a_lit_option_stays(laid: Table) -> None:
    prompt = units(laid)
    before = [str(c.key) for c in prompt.choices()][:2]
    press_key(prompt, pygame.K_e)

    assert prompt.choices()[0].lit
    assert [str(c.key) for c in prompt.choices()][:2] == before


def test_the_card_is_of_whom_it_is_chosen_for_unless_one_is_pointed_at(laid: Table) -> None:
    options = (Option("foes", "Foes", "CC-07", "foes"), Option("others", "X", "", "others"))
    asked = Choose(US, clause="CC-07", asks="At whom?", options=options, about=SQUAD)
    prompt = ChoosePrompt(asked, laid)
    assert prompt.subject == SQUAD
    press_key(prompt, pygame.K_e)
    assert prompt.subject == "others"
    prompt.point_out("foes")
    assert prompt.subject == "foes"
    prompt.point_out("")
    assert prompt.subject == SQUAD


def test_what_nobody_may_in_the_whole_game_is_not_shown(laid: Table) -> None:
    run, hold = Option("run", "Run", "CC-22"), pass_option("Hold fire")
    for always, shown in ((False, ["pass", "run"]), (True, ["pass"])):
        no = Refusal("nobody runs", "ZG-06", always=always)
        prompt = ChoosePrompt(
            Choose(US, clause="CC-07", asks="?", options=(hold,), greyed=((run, no),)), laid
        )
        assert [choice.id for choice in prompt.choices()] == shown


@pytest.mark.rule("MP-23")
def test_of_zone_maps_only_the_one_that_is_lit_is_shown_with_both_its_zones(
    laid: Table,
) -> None:
    options = tuple(Option(n, n, "MP-23", n) for n in ("bulge", "long-edges"))
    prompt = ChoosePrompt(
        Choose(US, clause="MP-23", asks="Which?", options=options, kind=CommonKind.ZONE_MAP),
        laid,
    )

    def shown() -> list[tuple[object, ...]]:
        return [area.outlines for area in prompt.below() if isinstance(area, Area)]

    for name in ("bulge", "long-edges"):
        prompt.point_out(name)
        assert shown() == [tuple(zone.outline for zone in laid.board.zone_maps[name])]
    # Both maps have the top edge: it stays highlighted, and is chosen.
    move_to(prompt, 24, 2)
    assert prompt.lit == "long-edges"
    click_at(prompt, 24, 46)
    assert prompt.answer == "long-edges"


@pytest.mark.rule("CC-39")
def test_a_door_that_is_a_line_is_picked_beside_it_or_by_key(laid: Table) -> None:
    line = Point(4, 4), Point(4, 8)
    laid.board = Board(terrain=(terrain("gate", TerrainKind.DOOR, line, closed=False),))
    asks = Choose(
        US,
        clause="CC-39",
        asks="Open or close which door?",
        options=(Option("gate", "Open the gate", anchor="gate"), pass_option("Leave")),
    )
    off, on, by_key = (ChoosePrompt(asks, laid) for _ in range(3))
    click_at(off, 4.6, 6)
    click_at(on, 4.3, 6)
    press_key(by_key, pygame.K_1)

    assert (off.answer, on.answer, by_key.answer) == (None, "gate", "gate")


def test_a_click_on_a_spot_of_the_map_takes_its_option(laid: Table) -> None:
    mouth = Spot("mouth", "flood origin", (Point(24, 2),))
    laid.board = replace(laid.board, spots=(mouth,))
    options = (Option("mouth", "From the mouth", "FF-01", "mouth"),)
    prompt = ChoosePrompt(Choose(US, clause="FF-01", asks="Where?", options=options), laid)
    move_to(prompt, 24, 2)
    assert prompt.lit == "mouth"
    click_at(prompt, 24, 2)

    assert prompt.answer == "mouth"


@pytest.mark.parametrize(
    ("does", "deed"), [("Let it come from the mouth", "Let it come from the mouth"), ("", "")]
)
def test_an_option_that_only_names_something_says_what_it_does(
    laid: Table, does: str, deed: str
) -> None:
    options = (Option("mouth", "From the mouth", does=does),)
    prompt = ChoosePrompt(Choose(US, clause="FF-01", asks="Where?", options=options), laid)

    assert prompt.choices()[0].label == "From the mouth"
    assert prompt.choices()[0].deed == deed


def test_a_refusal_ends_when_another_option_is_highlighted(laid: Table) -> None:
    prompt = units(laid)
    prompt.refuse("Nothing to choose there")
    press_key(prompt, pygame.K_e)

    assert prompt.lit
    assert prompt.refused is None
