"""Moving a unit by one drag: picked, moved and committed, or put back as if nothing was."""

from __future__ import annotations

import pygame
import pytest

from game.bots.registry import policy
from game.geometry.points import Point
from game.play.decisions import Choose
from game.play.left_questions import THINKING
from game.prompts.lifted import CarryPrompt
from game.prompts.march import MarchPrompt
from game.prompts.pick import DRAGS, DeclarationPrompt, PickPrompt
from game.prompts.ways_on import INFERRED
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.table.records import ModelId, UnitId
from game.view.overlays import BoardNote, VisibleArea
from tests.screens.input_driver import Player, open_deployed, pixel, ready

UNIT = UnitId("brood-skitterers")


def places(screen: BattleScreen) -> dict[ModelId, Point]:
    return {m.id: m.at for m in screen.session.table.of(UNIT)}


def drag_first_model(player: Player, screen: BattleScreen, x: float, y: float) -> Point:
    """Press on the unit's first model, and drag it by inches; return where the mouse is."""
    at = screen.session.table.of(UNIT)[0].at
    player.push(*pixel(screen, at))
    player.move(*pixel(screen, Point(at.x + x / 2, at.y + y / 2)))
    player.move(*pixel(screen, Point(at.x + x, at.y + y)))
    player.wait()
    return Point(at.x + x, at.y + y)


def free_way(screen: BattleScreen) -> Point:
    """Return a step of 2" that the unit can take as a whole."""
    twin = screen.session.fork(1)
    twin.answer(UNIT)
    middle = screen.session.table.board.height / 2
    return Point(0.0, 2.0 if screen.session.table.of(UNIT)[0].at.y < middle else -2.0)


def test_a_drag_picks_moves_and_commits(player: Player) -> None:
    screen = open_deployed(player)
    before, step, given = places(screen), free_way(screen), screen.session.answers_given
    end = drag_first_model(player, screen, *step)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.session.answers_given == given

    player.let_go(*pixel(screen, end))
    ready(player, screen)
    after = places(screen)
    assert isinstance(screen.prompt, PickPrompt)
    assert UNIT not in screen.prompt.options
    for model, at in before.items():
        assert after[model].x - at.x == pytest.approx(step.x, abs=0.2)
        assert after[model].y - at.y == pytest.approx(step.y, abs=0.2)


def test_undo_takes_the_whole_gesture_back_and_redo_repeats_it(player: Player) -> None:
    screen = open_deployed(player)
    before, given = places(screen), screen.session.answers_given
    end = drag_first_model(player, screen, *free_way(screen))
    player.let_go(*pixel(screen, end))
    ready(player, screen)
    after = places(screen)

    player.key(pygame.K_z, pygame.KMOD_CTRL)
    ready(player, screen)
    assert places(screen) == before
    assert screen.session.answers_given == given

    player.key(pygame.K_y, pygame.KMOD_CTRL)
    ready(player, screen)
    assert places(screen) == after


def test_escape_and_a_drop_at_the_start_put_the_unit_back(player: Player) -> None:
    screen = open_deployed(player)
    given, before = screen.session.answers_given, screen.prompt
    drag_first_model(player, screen, *free_way(screen))
    player.key(pygame.K_ESCAPE)
    assert screen.prompt is before
    assert screen.stack.dialog is None

    drag_first_model(player, screen, *free_way(screen))
    player.let_go(*pixel(screen, screen.session.table.of(UNIT)[0].at))
    assert screen.prompt is before
    assert screen.session.answers_given == given


def notes(screen: BattleScreen) -> list[str]:
    assert screen.prompt
    return [note.words for note in screen.prompt.above() if isinstance(note, BoardNote)]


def test_an_illegal_drop_stays_in_hand_at_the_nearest_place_and_waits(player: Player) -> None:
    screen = open_deployed(player)
    before, step = places(screen), free_way(screen)
    end = drag_first_model(player, screen, 0.0, step.y * 8)
    player.let_go(*pixel(screen, end))
    ready(player, screen)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.prompt.refused
    assert screen.prompt.draft.paths
    assert notes(screen) == ["moves 6.0 of 6 inches"]

    player.key(pygame.K_f)
    ready(player, screen)
    assert isinstance(screen.prompt, CarryPrompt)
    assert not screen.prompt.refused
    assert places(screen) == before
    assert notes(screen) == ["moves 6.0 of 6 inches"]

    player.key(pygame.K_RETURN)
    ready(player, screen)
    assert places(screen) != before


def test_f_plans_a_legal_move_for_a_torn_unit_and_waits(player: Player) -> None:
    """One model alone goes 6" away from the others, which stand 2" apart at most."""
    screen = open_deployed(player)
    before, step = places(screen), free_way(screen)
    assert isinstance(screen.prompt, PickPrompt)
    while screen.prompt.lit != UNIT:
        player.key(pygame.K_e)
    player.key(pygame.K_DOWN if step.y > 0 else pygame.K_UP)
    assert isinstance(screen.prompt, CarryPrompt)
    first, at = next(iter(before.items()))
    screen.prompt.draft.take([[first, [[*at], [at.x, at.y + 3.0 * step.y]]]])
    assert screen.prompt.draft.refusal

    player.key(pygame.K_f)
    ready(player, screen)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.prompt.draft.refusal is None
    assert places(screen) == before
    far = max(map(screen.prompt.draft.used, screen.prompt.draft.paths))
    assert notes(screen) == [f"moves {far:.1f} of 6 inches"]


def selected(player: Player, screen: BattleScreen) -> CarryPrompt:
    """Click the unit's first model, and wait."""
    player.click(*pixel(screen, screen.session.table.of(UNIT)[0].at))
    ready(player, screen)
    assert isinstance(screen.prompt, CarryPrompt)
    return screen.prompt


def middle(screen: BattleScreen) -> Point:
    """Return the middle of the unit, where its models are planned."""
    assert isinstance(screen.prompt, CarryPrompt)
    ends = [*screen.prompt.draft.unit().values()]
    return Point(sum(d.at.x for d in ends) / len(ends), sum(d.at.y for d in ends) / len(ends))


def labels(screen: BattleScreen) -> list[str]:
    assert screen.prompt
    return [choice.label for choice in screen.prompt.choices()]


def test_a_click_selects_the_whole_unit_and_shows_its_reach(player: Player) -> None:
    screen = open_deployed(player)
    given = screen.session.answers_given
    prompt = selected(player, screen)
    player.wait_until(lambda: not screen.extras.overlays.busy)
    player.wait()
    assert any(isinstance(overlay, VisibleArea) for overlay in screen.parts.board.sheets.below)
    assert set(prompt.picked) == {m.id for m in screen.session.table.of(UNIT)}
    assert screen.session.answers_given == given
    assert labels(screen)[0] == "Don't move"


def test_a_click_on_the_ground_plans_a_move_and_a_second_one_makes_it(player: Player) -> None:
    screen = open_deployed(player)
    before, step = places(screen), free_way(screen)
    selected(player, screen)
    start = middle(screen)
    goal = Point(start.x, start.y + 2 * step.y)
    player.click(*pixel(screen, goal))
    ready(player, screen)
    assert places(screen) == before
    assert middle(screen).y - start.y == pytest.approx(2 * step.y, abs=0.4)
    label = labels(screen)[0]
    assert label.startswith("Move (")
    assert label.endswith(" of 6 inches)")
    moved = float(label.removeprefix("Move (").removesuffix(" of 6 inches)"))
    assert moved == pytest.approx(2 * abs(step.y), abs=0.7)

    player.click(*pixel(screen, goal))
    ready(player, screen)
    assert isinstance(screen.prompt, PickPrompt)
    for model, at in places(screen).items():
        assert at.y - before[model].y == pytest.approx(2 * step.y, abs=0.4)


def test_a_click_elsewhere_replaces_the_plan(player: Player) -> None:
    screen = open_deployed(player)
    step = free_way(screen)
    selected(player, screen)
    start = middle(screen)
    for share in (2.0, 2.5):  # the second is where a model is planned by then
        player.click(*pixel(screen, Point(start.x, start.y + share * step.y)))
        ready(player, screen)
    assert middle(screen).y - start.y == pytest.approx(2.5 * step.y, abs=0.4)


def test_a_click_too_far_away_plans_as_far_as_it_gets(player: Player) -> None:
    screen = open_deployed(player)
    step = free_way(screen)
    prompt = selected(player, screen)
    start = middle(screen)
    player.click(*pixel(screen, Point(start.x, start.y + 6 * step.y)))
    ready(player, screen)
    assert prompt.refused is None
    assert notes(screen) == ["moves 6.0 of 6 inches"]
    assert labels(screen)[0] == "Move (6.0 of 6 inches)"


@pytest.mark.parametrize("by", ["escape", "right click"])
def test_escape_or_a_right_click_puts_the_unit_back_before_the_game_pauses(
    player: Player, by: str
) -> None:
    screen = open_deployed(player)
    given, before = screen.session.answers_given, screen.prompt
    selected(player, screen)
    if by == "escape":
        player.key(pygame.K_ESCAPE)
    else:
        at = middle(screen)
        player.click(*pixel(screen, Point(at.x, at.y + free_way(screen).y)), button=3)
    assert screen.prompt is before
    assert screen.stack.dialog is None
    assert screen.session.answers_given == given

    player.key(pygame.K_ESCAPE)
    assert screen.stack.dialog is not None


def test_a_right_drag_pans_and_puts_nothing_back(player: Player) -> None:
    screen = open_deployed(player)
    prompt = selected(player, screen)
    x, y = pixel(screen, Point(24.0, 24.0))
    player.push(x, y, 3)
    player.move(x + 40, y)
    player.let_go(x, y, 3)
    assert screen.prompt is prompt


@pytest.mark.parametrize("by", ["board", "roster"])
def test_another_unit_can_be_selected_instead(player: Player, by: str) -> None:
    screen = open_deployed(player)
    assert isinstance(screen.prompt, PickPrompt)
    other = next(id_ for id_ in screen.prompt.useful if id_ != UNIT)
    selected(player, screen)
    if by == "board":
        player.click(*pixel(screen, screen.session.table.of(UnitId(other))[0].at))
    else:
        screen.pick_unit(other)
        player.move(*pixel(screen, Point(24.0, 24.0)))
    ready(player, screen)
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.prompt.asked is not screen.prompt.decision
    assert screen.prompt.draft.decision.unit == other


def test_a_hint_about_a_selected_unit_plans_its_move(player: Player) -> None:
    screen = open_deployed(player)
    prompt = selected(player, screen)
    player.key(pygame.K_F10)
    player.wait_until(lambda: prompt.hint not in ("", THINKING))
    assert screen.prompt is prompt
    assert prompt.draft.paths
    assert prompt.draft.refusal is None


def test_arrows_move_the_highlighted_unit_and_enter_commits(player: Player) -> None:
    screen = open_deployed(player)
    before, step = places(screen), free_way(screen)
    assert isinstance(screen.prompt, PickPrompt)
    while screen.prompt.lit != UNIT:
        player.key(pygame.K_e)
    arrow = pygame.K_DOWN if step.y > 0 else pygame.K_UP
    player.key(arrow, pygame.KMOD_SHIFT)
    player.key(arrow)
    assert isinstance(screen.prompt, CarryPrompt)
    player.wait_for_keys()
    player.key(pygame.K_RETURN)
    ready(player, screen)
    moved = [
        after.y - at.y
        for at, after in zip(before.values(), places(screen).values(), strict=True)
    ]
    assert moved == pytest.approx([1.25 * step.y / 2.0] * len(moved), abs=0.01)
    assert not isinstance(screen.prompt, MarchPrompt)


def test_arrows_that_go_too_far_say_why(player: Player) -> None:
    screen = open_deployed(player)
    step = free_way(screen)
    assert isinstance(screen.prompt, PickPrompt)
    while screen.prompt.lit != UNIT:
        player.key(pygame.K_e)
    arrow = pygame.K_DOWN if step.y > 0 else pygame.K_UP
    for _ in range(24):
        player.key(arrow, pygame.KMOD_SHIFT)
        if isinstance(screen.prompt, CarryPrompt) and screen.prompt.refused:
            break
    assert isinstance(screen.prompt, CarryPrompt)
    assert screen.prompt.refused
    assert screen.prompt.refused.clause


def test_the_large_button_says_what_is_done_with_the_highlighted_unit(player: Player) -> None:
    screen = open_deployed(player)
    player.key(pygame.K_e)
    player.wait()
    assert isinstance(screen.prompt, PickPrompt)
    unit = screen.prompt.options[screen.prompt.lit]
    assert screen.parts.footer.label == f"Move {unit.label}"


def asked_before_a_move(player: Player) -> BattleScreen:
    """Return a battle that asks scouts about difficult ground before their first move."""
    game = start_game(prepare("first_patrol", seed=3), ("human", "human"))
    bot = policy("steady")
    while not isinstance(asked := game.session.pending, Choose) or asked.kind not in INFERRED:
        assert asked
        game.session.answer(bot.answer(game.session))
    screen = player.open(BattleScreen(game, speed=200.0))
    ready(player, screen)
    assert isinstance(screen.prompt, DeclarationPrompt)
    return screen


@pytest.mark.parametrize("by", ["drag", "click", "arrow"])
def test_the_question_before_a_move_is_answered_by_the_move(player: Player, by: str) -> None:
    screen = asked_before_a_move(player)
    assert isinstance(screen.prompt, DeclarationPrompt)
    asked, given = screen.prompt.decision, screen.session.answers_given
    unit = screen.session.table.of(UnitId(asked.about))
    at = unit[0].at
    step = -0.5 if at.y > screen.session.table.board.height / 2 else 0.5
    if by == "arrow":
        player.key(pygame.K_UP if step < 0 else pygame.K_DOWN, pygame.KMOD_SHIFT)
    else:
        player.push(*pixel(screen, at))
    if by == "drag":
        player.move(*pixel(screen, Point(at.x, at.y + step)))
    elif by == "click":
        player.let_go(*pixel(screen, at))
    player.wait()
    assert isinstance(screen.prompt, CarryPrompt)
    assert "Put the unit back" in labels(screen)
    player.key(pygame.K_ESCAPE)
    assert type(screen.prompt) is DeclarationPrompt
    assert screen.prompt.decision is asked
    assert screen.session.answers_given == given


def test_a_click_beside_the_unit_in_question_says_what_is_possible(player: Player) -> None:
    screen = asked_before_a_move(player)
    assert screen.prompt
    at = screen.session.table.of(UnitId(screen.prompt.subject))[0].at
    player.click(*pixel(screen, Point(at.x, screen.session.table.board.height - at.y)))
    assert screen.prompt.refused
    assert screen.prompt.refused.reason.startswith(DRAGS)
