from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.content.save_format import load_save
from game.play.decisions import Choose
from game.play.moves.arrange import Arrange
from game.play.moves.march import March
from game.prompts.arrange import ArrangePrompt
from game.prompts.choose import ChoosePrompt
from game.prompts.march import MarchPrompt
from game.screens.battle.screen import BattleScreen
from game.table.events import Rolled
from game.view.overlays import Trail
from tests.screens.input_driver import Player, open_deployed, pixel, ready
from tests.tiers import few


def test_the_first_question_is_asked_of_the_side_that_it_is_for(player: Player) -> None:
    screen = player.play()
    ready(player, screen)

    assert isinstance(screen.prompt, ChoosePrompt)
    assert screen.parts.ask.content.head.side.lower() == screen.prompt.decision.by


def test_a_row_of_the_roster_answers_who_is_set_up(player: Player) -> None:
    screen = player.play()
    player.key(pygame.K_RETURN)
    ready(player, screen)
    asked = screen.session.pending
    assert isinstance(asked, Choose)
    rows = screen.parts.rosters.lists[asked.by]
    place = rows.rect.move(screen.parts.rosters.panel.rect.topleft)
    player.click(place.left + 30, place.top + rows.pitch + 10)
    ready(player, screen)

    assert isinstance(screen.session.pending, Arrange)
    assert screen.session.pending.unit == asked.options[1].id


def test_a_unit_is_set_up_where_its_block_is_dropped(player: Player) -> None:
    screen = player.play()
    player.key(pygame.K_RETURN)
    ready(player, screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    prompt = screen.prompt
    assert isinstance(prompt, ArrangePrompt)
    lead = next(iter(prompt.draft.spots))
    x, y = pixel(screen, prompt.draft.spots[lead])
    player.push(x, y)
    player.move(x - 40, y)
    player.let_go(x - 40, y)
    dropped = prompt.draft.spots[lead]
    player.key(pygame.K_RETURN)
    ready(player, screen)

    assert screen.session.table.models[lead].at == dropped


def test_a_unit_is_marched_with_the_mouse(player: Player) -> None:
    screen = open_deployed(player)
    screen.fold_dock()
    asked = screen.session.pending
    assert isinstance(asked, Choose)
    table = screen.session.table
    model = table.of(asked.options[0].id)[0]  # type: ignore[arg-type]
    player.click(*pixel(screen, model.at))
    ready(player, screen)
    assert isinstance(screen.prompt, MarchPrompt)
    x, y = pixel(screen, model.at)
    toward = 30 if model.at.y < 24 else -30
    player.click(x, y)
    pygame.key.set_mods(pygame.KMOD_ALT)  # one model of the unit
    player.push(x, y)
    player.move(x, y + toward // 2)
    player.move(x, y + toward)
    player.let_go(x, y + toward)
    pygame.key.set_mods(pygame.KMOD_NONE)
    end = screen.prompt.draft.end(model.id)
    assert abs(end.y - model.at.y) > 0.9
    # Its hover card appears above the mouse, and the distance moved below.
    player.click(*pixel(screen, end))
    player.wait(30)
    assert any(isinstance(overlay, Trail) for overlay in screen.prompt.above())
    assert screen.extras.hover.there
    lines = ["".join(s.text for s in e.spans) for e in screen.extras.hover.entries]
    assert lines[1].startswith("1 of 1 wound · ")
    assert screen.extras.hover.rect.bottom < y + toward
    player.key(pygame.K_RETURN)
    ready(player, screen)

    assert screen.session.table.models[model.id].at == end
    assert screen.parts.board.scene.stage.seen.models[model.id].at == end


def test_a_take_back_without_dice_is_free_and_redo_brings_it_again(player: Player) -> None:
    screen = player.play()
    ready(player, screen)
    first = screen.session.pending
    assert first
    player.key(pygame.K_RETURN)
    ready(player, screen)
    second = screen.session.pending
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert screen.stack.dialog is None
    ready(player, screen)
    assert screen.session.pending
    assert screen.session.pending.asks == first.asks

    player.key(pygame.K_y, pygame.KMOD_CTRL)
    ready(player, screen)
    assert screen.session.pending == second


def notes(screen: BattleScreen) -> list[str]:
    """Return the log lines that belong to no event of the game."""
    return [t.entry.spans[0].text for t in screen.event_log.lines if t.event is None]


def faces_rolled(screen: BattleScreen) -> list[tuple[int, ...]]:
    return [e.faces for e in screen.session.game.story if isinstance(e, Rolled)]


def test_a_take_back_past_dice_is_warned_of_and_rolls_anew(player: Player) -> None:
    """The roll-off for the first turn comes after the scout move."""
    screen = player.play()
    ready(player, screen)
    while not isinstance(screen.session.pending, March):
        assert screen.session.table.clock.round == 0
        player.key(pygame.K_RETURN)
        ready(player, screen)
    scouts, before = screen.session.pending, faces_rolled(screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    first_turn, after = screen.session.pending, faces_rolled(screen)
    assert len(after) > len(before)

    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert screen.stack.dialog
    assert (screen.session.pending, faces_rolled(screen)) == (first_turn, after)

    player.press("Brood agrees")
    ready(player, screen)
    assert (screen.session.pending, faces_rolled(screen)) == (scouts, before)
    assert "dice were rolled since" in notes(screen)[-1]

    player.key(pygame.K_RETURN)
    ready(player, screen)
    anew = faces_rolled(screen)
    assert anew[: len(before)] == before
    assert len(anew) > len(before)
    assert anew != after


def test_every_answer_is_saved_at_once(player: Player, home: Path) -> None:
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_RETURN)
    (file,) = (home / "saves").glob("*.undertow")

    assert len(load_save(file).answers) == 1


@pytest.mark.slow
def test_two_bots_play_to_the_end_and_the_result_is_shown(player: Player) -> None:
    screen = player.play("random", "random")
    screen.parts.board.scene.stage.speed = 1e6
    player.wait_until(lambda: player.top is not screen, frames=20_000)

    assert screen.session.over
    assert type(player.top).__name__ == "ResultScreen"


@pytest.mark.parametrize("frames", few([110, 300]))
def test_a_bot_answers_only_when_everything_was_shown(player: Player, frames: int) -> None:
    screen = player.play("random", "random")
    screen.parts.board.scene.stage.speed = 30.0
    answered = 0
    busy, before = screen.busy, len(screen.session.game.story)
    for _ in player.frames(frames):
        if len(screen.session.game.story) > before:
            answered += 1
            assert not busy or screen.playback.shown == before
        busy, before = screen.busy, len(screen.session.game.story)

    assert answered > 5
