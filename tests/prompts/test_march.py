from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.cores.modern.rules import movement as modern
from game.geometry.points import Point, length
from game.play.left_questions import Scope
from game.play.moves.march import March
from game.play.moves.paths import MoveLimits
from game.prompts.march import MarchPrompt
from game.prompts.march_draft import MarchDraft
from game.prompts.prompt import MEND
from game.table.board import TerrainKind
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays import (
    Area,
    BaseOutline,
    BoardNote,
    Links,
    OverlayTone,
    RangeRing,
    Trail,
)
from tests.play.tables import CLAUSES, FOES, SQUAD, US, Spots, piece, table
from tests.prompts.input_driver import (
    click_at,
    drag_through,
    let_go_at,
    move_to,
    press_key,
    push_at,
)

A, B, C = ModelId("a"), ModelId("b"), ModelId("c")
ROW: Spots = {"a": (10, 10), "b": (12, 10), "c": (14, 10)}


def march(laid: Table, distance: float = 6.0) -> March:
    model_limits = {m.id: MoveLimits(distance) for m in laid.of(SQUAD)}
    return March(US, "CC-18", "Move", unit=SQUAD, model_limits=model_limits, clauses=CLAUSES)


def prompt_for(laid: Table, distance: float = 6.0) -> MarchPrompt:
    return MarchPrompt(march(laid, distance), laid)


def end_of_march(prompt: MarchPrompt, model_id: ModelId) -> tuple[float, float]:
    return tuple(prompt.draft.end(model_id))  # type: ignore[return-value]


def test_the_whole_unit_is_dragged_as_one_block_from_the_first() -> None:
    prompt = prompt_for(table(ROW))
    drag_through(prompt, (12, 10), (12, 14))

    assert [end_of_march(prompt, m) for m in (A, B, C)] == [(10, 14), (12, 14), (14, 14)]


def test_a_click_takes_one_model_alone() -> None:
    prompt = prompt_for(table(ROW))
    click_at(prompt, 10, 10)
    drag_through(prompt, (10, 10), (10, 11.5))

    assert prompt.picked == (A,)
    assert end_of_march(prompt, A) == (10, 11.5)
    assert end_of_march(prompt, B) == (12, 10)


def test_the_hand_keeps_the_spot_of_the_base_that_it_took() -> None:
    prompt = prompt_for(table({"a": (10, 10)}))
    drag_through(prompt, (10.3, 9.8), (13.3, 9.8))

    assert end_of_march(prompt, A) == (13, 10)


def test_enter_commits_the_march_as_one_answer() -> None:
    prompt = prompt_for(table(ROW))
    drag_through(prompt, (12, 10), (12, 14))
    press_key(prompt, pygame.K_RETURN)

    assert sorted(prompt.answer) == [
        ["a", [[10, 10], [10, 14]]],
        ["b", [[12, 10], [12, 14]]],
        ["c", [[14, 10], [14, 14]]],
    ]


def test_to_stay_is_an_answer() -> None:
    prompt = prompt_for(table(ROW))
    assert prompt.choices()[0].label == "Don't move"
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == []


def test_a_way_that_is_too_long_ends_where_the_inches_end() -> None:
    prompt = prompt_for(table({"a": (10, 10)}))
    push_at(prompt, 10, 10)
    move_to(prompt, 20, 10)
    assert prompt.drag
    (trial,) = prompt.drag.trials
    assert trial.no is not None
    assert trial.no.clause == "CC-18"
    assert 'it may move 6"' in prompt.status
    let_go_at(prompt, 20, 10)

    assert end_of_march(prompt, A) == (16, 10)


def test_a_way_may_bend_and_its_whole_length_counts() -> None:
    prompt = prompt_for(table({"a": (10, 10)}))
    drag_through(prompt, (10, 10), (13, 10), (13, 20))

    assert prompt.draft.path(A) == (Point(10, 10), Point(13, 10), Point(13, 13))


def test_a_right_click_bends_too() -> None:
    prompt = prompt_for(table({"a": (10, 10)}))
    push_at(prompt, 10, 10)
    move_to(prompt, 12, 10)
    push_at(prompt, 12, 10, button=3)
    move_to(prompt, 12, 12)
    let_go_at(prompt, 12, 12)

    assert prompt.draft.path(A) == (Point(10, 10), Point(12, 10), Point(12, 12))


def test_a_wall_stops_a_model_and_says_so() -> None:
    laid = table({"a": (10, 10)}, terrain=(piece(TerrainKind.WALL, 12, 0, 13, 20),))
    prompt = prompt_for(laid)
    push_at(prompt, 10, 10)
    move_to(prompt, 15, 10)
    words = [o.words for o in prompt.above() if isinstance(o, BoardNote)]
    assert words == ['Is blocked by Impassable terrain after 1.50" of its move']
    let_go_at(prompt, 15, 10)

    x, y = end_of_march(prompt, A)
    assert x == pytest.approx(11.498, abs=0.003)
    assert y == 10


def test_each_of_a_block_is_stopped_by_what_stops_it() -> None:
    laid = table(
        {"a": (10, 10), "b": (10, 12)}, terrain=(piece(TerrainKind.WALL, 12, 9, 13, 11),)
    )
    prompt = prompt_for(laid)
    drag_through(prompt, (10, 12), (13, 12))

    assert end_of_march(prompt, A)[0] <= 11.5
    assert end_of_march(prompt, B) == (13, 12)


def test_the_drag_begins_again_at_the_end_of_a_way_and_keeps_its_bends() -> None:
    prompt = prompt_for(table({"a": (10, 10)}))
    drag_through(prompt, (10, 10), (12, 10), (12, 12))
    drag_through(prompt, (12, 12), (13, 12))

    assert prompt.draft.path(A) == (Point(10, 10), Point(12, 10), Point(13, 12))


def test_models_may_walk_in_whatever_order_makes_room() -> None:
    prompt = prompt_for(table({"a": (10, 10), "b": (11.2, 10)}))
    click_at(prompt, 11.2, 10)
    drag_through(prompt, (11.2, 10), (12.5, 10))
    click_at(prompt, 10, 10)
    drag_through(prompt, (10, 10), (11.2, 10))
    assert [id_ for id_, _ in prompt.draft.answer] == ["b", "a"]

    drag_through(prompt, (11.2, 10), (13.7, 8))
    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer is not None


def test_the_draft_has_an_undo_of_its_own() -> None:
    prompt = prompt_for(table(ROW))
    assert not prompt.can_undo
    drag_through(prompt, (12, 10), (12, 14))
    drag_through(prompt, (12, 14), (12, 15))
    prompt.undo()
    assert end_of_march(prompt, B) == (12, 14)
    prompt.redo()
    assert end_of_march(prompt, B) == (12, 15)
    prompt.undo()
    prompt.undo()
    assert prompt.draft.paths == {}


def test_a_torn_unit_is_refused_with_the_clause_and_a_fix() -> None:
    prompt = prompt_for(table(ROW))
    click_at(prompt, 10, 10)
    drag_through(prompt, (10, 10), (6, 10))
    done = prompt.choices()[0]
    assert done.clause == "CC-19"
    assert (done.id, done.label) == (MEND, "Use nearest legal move")
    assert done.detail == "Trooper 1 would be out of coherency"
    assert done.figure == 'more than 2" from the rest of the unit'
    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer is None

    press_key(prompt, pygame.K_f)
    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer is not None


def test_coherency_is_shown_while_a_model_is_dragged() -> None:
    prompt = prompt_for(table(ROW))
    click_at(prompt, 10, 10)
    push_at(prompt, 10, 10)
    move_to(prompt, 6, 10)
    (web,) = [o for o in prompt.below() if isinstance(o, Links)]

    assert len(web.broken) == 1
    assert len(web.kept) == 1


def test_enemies_to_be_kept_off_and_difficult_ground_are_shown() -> None:
    wood = piece(TerrainKind.WOOD, 12, 12, 16, 16)
    prompt = prompt_for(table(ROW, {"x": (10, 15), "far": (40, 40)}, terrain=(wood,)))
    shown = list(prompt.below())

    (ground,) = [o for o in shown if isinstance(o, Area)]
    assert ground.tone is OverlayTone.PLANNED
    (rings,) = [o for o in shown if isinstance(o, BaseOutline)]
    assert [d.at for d in rings.bases] == [Point(10, 15)]


@pytest.mark.rule("MC-04")
def test_in_a_modern_battle_a_wood_is_no_difficult_ground_that_is_shown() -> None:
    laid = table(ROW, terrain=(piece(TerrainKind.WOOD, 12, 12, 16, 16),))
    prompt = MarchPrompt(replace(march(laid), clauses=modern.CLAUSES), laid)

    assert not [o for o in prompt.below() if isinstance(o, Area)]


def test_ground_that_the_unit_keeps_out_of_is_red() -> None:
    wood = piece(TerrainKind.WOOD, 12, 12, 16, 16)
    laid = table(ROW, terrain=(wood,))
    prompt = MarchPrompt(replace(march(laid), off_limits=(wood,)), laid)

    (ground,) = [o for o in prompt.below() if isinstance(o, Area)]
    assert ground.tone is OverlayTone.BAD


def test_a_drag_shows_inches_used_and_the_reach() -> None:
    prompt = prompt_for(table({"a": (10, 10)}))
    push_at(prompt, 10, 10)
    move_to(prompt, 13, 10)
    shown = list(prompt.above())

    (trail,) = [o for o in shown if isinstance(o, Trail)]
    assert (length(trail.path), trail.allowed) == (3, 6)
    assert [o.radius for o in shown if isinstance(o, RangeRing)] == [6]
    assert prompt.moved() == {A: Point(13, 10)}
    assert [m.at for m in prompt.ghosts()] == [Point(10, 10)]
    assert '3.0" of 6", 3.0" left' in prompt.status


def test_escape_drops_what_is_dragged() -> None:
    prompt = prompt_for(table(ROW))
    push_at(prompt, 12, 10)
    move_to(prompt, 12, 12)
    assert press_key(prompt, pygame.K_ESCAPE)
    let_go_at(prompt, 12, 12)

    assert prompt.draft.paths == {}


def test_a_frame_takes_the_models_inside() -> None:
    prompt = prompt_for(table(ROW))
    drag_through(prompt, (9, 8), (12.5, 11))

    assert list(prompt.picked) == [A, B]
    press_key(prompt, pygame.K_g)
    assert list(prompt.picked) == [A, B, C]


def test_keys_alone_move_a_model() -> None:
    prompt = prompt_for(table(ROW))
    press_key(prompt, pygame.K_e)
    press_key(prompt, pygame.K_DOWN)
    press_key(prompt, pygame.K_DOWN)
    assert end_of_march(prompt, A) == (10, 10.5)
    press_key(prompt, pygame.K_e)
    assert prompt.picked == (B,)
    press_key(prompt, pygame.K_q)
    press_key(prompt, pygame.K_BACKSPACE)
    assert prompt.draft.paths == {}


def test_who_must_touch_the_enemy_walks_first() -> None:
    laid = table({"a": (10, 10), "b": (12, 10)}, {"x": (10, 14)})
    asked = replace(march(laid), foes=(FOES,), keep_off=0.02, must_touch=True, clause="CC-23")
    draft = MarchDraft(asked, laid)
    draft.take([])
    assert draft.refusal is not None

    draft.lay(draft.trials({A: (Point(10, 10), Point(10, 15))}))
    draft.lay(draft.trials({B: (Point(12, 10), Point(12, 12))}))
    assert draft.answer[0][0] == "a"
    assert draft.refusal is None


def test_no_model_leaves_the_table() -> None:
    prompt = prompt_for(table({"a": (2, 10)}))
    drag_through(prompt, (2, 10), (-3, 10))

    assert end_of_march(prompt, A) == (0.5, 10)


def test_who_flies_comes_down_beside_what_it_may_not_land_on() -> None:
    laid = table({"a": (10, 10)}, terrain=(piece(TerrainKind.WALL, 14, 8, 15, 12),))
    asked = replace(march(laid), model_limits={A: MoveLimits(12, over=True)})
    prompt = MarchPrompt(asked, laid)
    drag_through(prompt, (10, 10), (14.6, 10))
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer is not None
    assert not 13.51 <= end_of_march(prompt, A)[0] <= 15.49


def test_a_model_finds_its_way_around_what_stands_in_between() -> None:
    laid = table({"a": (10, 10)}, terrain=(piece(TerrainKind.WALL, 11.5, 9.8, 12, 12),))
    prompt = prompt_for(laid)
    drag_through(prompt, (10, 10), (13.5, 10))

    assert end_of_march(prompt, A) == (13.5, 10)
    assert len(prompt.draft.path(A)) > 2
    assert prompt.draft.refusal is None


@pytest.mark.parametrize(("must_touch", "offered"), [(False, True), (True, False)])
def test_pile_ins_of_a_whole_phase_are_left_once_one_is_shown(
    *, must_touch: bool, offered: bool
) -> None:
    laid = table(ROW)
    suggested = ((A, (Point(10.0, 10.0), Point(10.0, 12.0))),)
    asked = replace(march(laid), suggested=suggested, must_touch=must_touch)
    prompt = MarchPrompt(asked, laid)
    press_key(prompt, pygame.K_z)

    assert (prompt.left, prompt.scope is Scope.TYPE) == (offered, offered)


CROWD: Spots = {f"x{n}": (10 + 2.0 * (n % 4), 13 + 1.4 * (n // 4)) for n in range(8)}
"""Models that leave little room south of the row."""


@pytest.mark.parametrize("goal", [(12, 13), (13, 13.7), (14.5, 14.4), (11, 15)])
def test_a_click_into_a_crowd_plans_a_legal_move_as_near_as_it_fits(
    goal: tuple[float, float],
) -> None:
    laid = table(ROW, CROWD)
    friends = {m.id: replace(m, side=US) for m in laid.of(FOES)}
    laid.models.update(friends)
    laid.units[FOES] = replace(laid.units[FOES], side=US)
    prompt = prompt_for(laid)
    click_at(prompt, *goal)

    (note,) = [o for o in prompt.above() if isinstance(o, BoardNote)]
    assert prompt.no is None
    assert prompt.draft.paths
    assert note.words.startswith("no room there: moves ")
    prompt.undo()
    assert not prompt.draft.paths


def torn() -> MarchPrompt:
    """Return a prompt for a row at the limit of coherency whose last model goes on alone."""
    prompt = prompt_for(table({"a": (10, 10), "b": (13, 10), "c": (16, 10)}))
    prompt.draft.take([["c", [[16, 10], [19, 10]]]])
    return prompt


def test_the_others_follow_where_one_would_leave_coherency() -> None:
    prompt = torn()
    press_key(prompt, pygame.K_f)

    assert prompt.no is None
    assert end_of_march(prompt, C) == (19, 10)
    assert end_of_march(prompt, B)[0] > 16


def test_who_would_be_out_of_coherency_is_marked() -> None:
    (marked,) = [o for o in torn().above() if isinstance(o, BaseOutline)]

    assert (marked.tone, [disc.at for disc in marked.bases]) == (OverlayTone.BAD, [(19, 10)])


def test_where_no_legal_move_is_found_the_key_says_so() -> None:
    walled = piece(TerrainKind.BLOCK, 14.5, 5, 15.5, 15)
    laid = table({"a": (10, 10), "b": (13, 10)}, terrain=(walled,))
    prompt = MarchPrompt(replace(march(laid), model_limits={B: MoveLimits(3.0)}), laid)
    prompt.draft.take([["b", [[13, 10], [13, 13]]]])
    done = prompt.choices()[0]
    press_key(prompt, pygame.K_f)

    assert prompt.no is not None
    assert "No legal move was found" in done.reason
    assert MEND not in [c.id for c in prompt.choices()]
