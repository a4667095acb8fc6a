"""Jumps in a replay, and play from a chosen point of it: by key and by mouse."""

from __future__ import annotations

import pygame
import pytest

from game.content.save_format import parse_save
from game.lab.turning_points import sentence
from game.play.dice_sequences import SplicedDice
from game.rules.saving import saved_text, verify
from game.screens.battle.screen import BattleScreen
from game.screens.chance_graph import ChanceGraph
from game.screens.live_game import (
    LiveGame,
    RecordedGame,
    record_of_live_game,
    resume_game_at,
    start_game,
)
from game.screens.model_card import ModelCard
from game.screens.recorded_play import beside
from game.screens.replay import ReplayScreen
from game.screens.seat_choice import SeatsDialog
from game.table.events import PhaseBegan, Removed, Rolled, Wounded
from game.widgets.stepper import Stepper
from tests.screens.catalogue import fix_chances
from tests.screens.input_driver import Player, battle

ANSWERS = 170


def graph_of(screen: ReplayScreen) -> ChanceGraph:
    """Return the graph of the chances, which has to be shown."""
    (graph,) = screen.parts.card.widgets(ChanceGraph)
    return graph


@pytest.fixture(scope="module")
def live_game() -> LiveGame:
    """Return an unfinished game of two bots, three turns long."""
    sitting = start_game(battle(52, "long-orchard"), ("random", "random"))
    for _ in range(ANSWERS):
        while not sitting.seats.think(sitting.session):
            pass
        sitting.session.answer(sitting.seats.say())
    assert sitting.session.pending
    return sitting


@pytest.fixture(autouse=True)
def _fixed_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_chances(monkeypatch)


@pytest.fixture
def story(live_game: LiveGame) -> RecordedGame:
    return record_of_live_game(live_game)


def open_at(player: Player, story: RecordedGame, at: int = 0) -> ReplayScreen:
    return player.open(ReplayScreen(story, playing=False, at=at))


def test_q_and_e_go_from_loss_to_loss(player: Player, story: RecordedGame) -> None:
    screen = open_at(player, story)
    player.key(pygame.K_e)
    first = screen.play.count
    player.key(pygame.K_e)

    assert isinstance(story.events[first - 1], Wounded | Removed)
    assert not any(isinstance(e, Wounded | Removed) for e in story.events[: first - 1])
    assert screen.play.count > first
    player.key(pygame.K_q)
    assert screen.play.count == first
    assert screen.event_log.lines[-1].count <= first


def test_with_shift_they_go_from_turn_to_turn(player: Player, story: RecordedGame) -> None:
    screen = open_at(player, story)
    seen = []
    for _ in range(3):
        player.key(pygame.K_e, pygame.KMOD_SHIFT)
        clock = screen.parts.board.scene.stage.seen.clock
        seen.append((clock.round, clock.side))

    assert isinstance(story.events[screen.play.count - 1], PhaseBegan)
    assert [round_ for round_, _ in seen] == [0, 1, 1]
    assert seen[1][1] != seen[2][1]
    player.key(pygame.K_q, pygame.KMOD_SHIFT)
    assert screen.parts.board.scene.stage.seen.clock.side == seen[1][1]


def test_buttons_under_the_question_do_the_same(player: Player, story: RecordedGame) -> None:
    screen = open_at(player, story)
    player.press("Loss ›")
    assert screen.play.count == story.losses[0]
    player.press("Turn »")
    assert screen.play.count == beside(story.turns_begun, story.losses[0], 1, screen.play.most)
    player.press("« Turn")
    player.press("‹ Loss")
    assert screen.play.count < story.losses[0]


def with_chances(player: Player, story: RecordedGame) -> ReplayScreen:
    """Return a replay in which the chances of all turns are known."""
    screen = open_at(player, story)
    player.wait_until(lambda: screen.play.timeline.done, frames=100)
    player.wait()
    assert screen.play.timeline.swings
    return screen


def test_the_chances_are_computed_a_turn_a_frame(player: Player, story: RecordedGame) -> None:
    screen = open_at(player, story)
    before = len(screen.play.timeline.moments)
    player.wait()
    assert len(screen.play.timeline.moments) == before + 1
    assert not screen.play.timeline.done
    assert not [*screen.parts.card.widgets(ChanceGraph)]


def test_with_ctrl_they_go_from_swing_to_swing(player: Player, story: RecordedGame) -> None:
    screen = with_chances(player, story)
    counts = [swing.before.at for swing in screen.play.timeline.swings]
    for count in counts:
        player.key(pygame.K_e, pygame.KMOD_CTRL)
        assert screen.play.count == count
        assert "chance rose from" in screen.parts.ask.content.asks.text
    player.key(pygame.K_q, pygame.KMOD_CTRL)
    assert screen.play.count == beside(counts, counts[-1], -1, screen.play.most)


def test_a_click_on_a_swing_jumps_to_it_and_the_mouse_names_it(
    player: Player, story: RecordedGame
) -> None:
    screen = with_chances(player, story)
    swing, panel = screen.play.timeline.swings[0], screen.parts.card_panel
    x, y = graph_of(screen).mark(swing)
    at = x + panel.rect.left, y + panel.rect.top
    player.move(*at)
    assert graph_of(screen).tooltip == sentence(swing, story.opening)
    player.click(*at)
    assert screen.play.count == swing.before.at
    assert not screen.play.playing


def test_a_click_on_the_graph_jumps_to_the_turn_there(
    player: Player, story: RecordedGame
) -> None:
    screen = with_chances(player, story)
    rect = graph_of(screen).plot.move(screen.parts.card_panel.rect.topleft)
    player.click(rect.right - 2, rect.bottom - 2)
    assert screen.play.count == screen.play.timeline.moments[-1].at


def test_the_chances_between_two_turns_lie_on_the_line(
    player: Player, story: RecordedGame
) -> None:
    screen = with_chances(player, story)
    before, after = screen.play.timeline.swings[0]
    screen.play.jump(before.at)
    player.wait()
    assert graph_of(screen).chance == pytest.approx(before.chance)
    screen.play.jump((before.at + after.at) // 2)
    player.wait()
    low, high = sorted((before.chance, after.chance))
    assert low < graph_of(screen).chance < high


def test_the_card_of_a_model_covers_the_graph(player: Player, story: RecordedGame) -> None:
    screen = with_chances(player, story)
    assert not screen.parts.card.widgets(ModelCard)
    screen.play.jump(story.losses[0])
    screen.look_at(screen.stage.seen.standing()[0].id)
    player.wait()
    assert screen.parts.card.widgets(ModelCard)
    assert not [*screen.parts.card.widgets(ChanceGraph)]


def test_a_step_back_undoes_a_whole_beat(player: Player, story: RecordedGame) -> None:
    at = next(n for n, to in enumerate(story.beats[1:]) if to - story.beats[n] > 2)
    screen = open_at(player, story, story.beats[at])
    player.key(pygame.K_RIGHT)
    assert screen.play.count == story.beats[at + 1]
    player.key(pygame.K_LEFT)
    assert screen.play.count == story.beats[at]
    assert screen.parts.board.scene.stage.seen.models == story.at(screen.play.count).models


def test_a_click_on_a_line_of_the_log_goes_back_to_it(
    player: Player, story: RecordedGame
) -> None:
    screen = open_at(player, story, len(story.events))
    log, panel = screen.parts.log, screen.parts.log.panel
    spot = log.log.rect.move(panel.rect.topleft)
    # The first pixels of a line belong to its icon, where there is no link.
    player.click(spot.left + 4, spot.top + spot.height // 4)

    assert 0 < screen.play.count < len(story.events)
    assert screen.event_log.lines[-1].count <= screen.play.count
    assert not screen.play.playing


def test_a_game_is_played_on_with_the_same_dice(
    player: Player, live_game: LiveGame, story: RecordedGame
) -> None:
    screen = open_at(player, story, story.losses[0])
    player.key(pygame.K_o)
    assert isinstance(screen.parts.stack.dialog, SeatsDialog)
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: isinstance(player.top, BattleScreen))
    assert isinstance(player.top, BattleScreen)
    session = player.top.session

    assert session.pending
    assert player.top.live_game.seats.people == list(session.table.sides)
    assert session.game.story == list(story.events[: len(session.game.story)])
    assert len(session.game.story) <= story.losses[0]
    given = [t.answer for t in live_game.session.answers_back()][::-1]
    count = sum(1 for _ in session.answers_back())
    for answer in given[count:]:
        session.answer(answer)
    assert session.game.story == live_game.session.game.story


def test_with_new_dice_and_a_bot_on_a_seat(
    player: Player, live_game: LiveGame, story: RecordedGame
) -> None:
    screen = open_at(player, story, story.losses[0])
    player.press_choice("Continue from here…")
    dialog = screen.parts.stack.dialog
    assert dialog
    _, other, dice = (w for w in dialog.widgets if isinstance(w, Stepper))
    for stepper in (other, dice):
        x, y, wide, high = stepper.rect.move(dialog.rect.topleft)
        player.click(x + wide * 0.8, y + high / 2)
    player.press("Play")
    assert isinstance(player.top, BattleScreen)
    top = player.top

    assert top.live_game.seats.people == [top.session.table.sides[0]]
    fresh, old = top.session.game.dice, live_game.session.game.dice
    assert isinstance(fresh, SplicedDice)
    ((rolls, _),) = fresh.pieces
    assert rolls <= sum(len(e.faces) for e in story.events if isinstance(e, Rolled))
    row = [fresh.nth(n) for n in range(rolls + 40)]
    assert row[:rolls] == [old.nth(n) for n in range(rolls)]
    assert row[rolls:] != [old.nth(n) for n in range(rolls, rolls + 40)]


def test_what_is_played_on_is_a_game_that_can_be_saved_and_verified(
    story: RecordedGame,
) -> None:
    assert story.save
    again = resume_game_at(story.save(), story.losses[1], ("steady", "steady"), luck=7)
    for _ in range(6):
        while not again.seats.think(again.session):
            pass
        again.session.answer(again.seats.say())
    text = saved_text(again.session, again.battle.header({}))

    assert verify(parse_save(text, "on"), again.battle.rules(), again.battle.opening) is None


def test_the_end_of_a_game_that_goes_on_leads_to_its_open_question(
    live_game: LiveGame, story: RecordedGame
) -> None:
    assert story.save
    again = resume_game_at(story.save(), len(story.events), ("human", "human"))

    assert again.session.pending == live_game.session.pending
    assert again.session.table.models == live_game.session.table.models
    assert again.session.game.story == live_game.session.game.story
