from __future__ import annotations

import pygame
import pytest

from game.content.save_format import parse_save
from game.rules.saving import saved_text
from game.screens.live_game import RecordedGame, record_of_live_game, record_of_save
from game.screens.replay import ReplayScreen
from game.widgets.slider import Slider
from tests.screens.input_driver import Player, ready

_saved = list[str]()
"""The save of the game that was played for the first test."""


@pytest.fixture
def story(player: Player) -> RecordedGame:
    if not _saved:
        _saved.append(play_and_save(player))
    return record_of_save(parse_save(_saved[0], "mine"))


def play_and_save(player: Player) -> str:
    """Play at the window; return the save, whose record has to be that of the game."""
    screen = player.play("random", "human")
    for _ in range(12):
        ready(player, screen)
        player.key(pygame.K_RETURN)
    ready(player, screen)
    found = record_of_live_game(screen.live_game)
    text = saved_text(screen.session, screen.live_game.battle.header({}))
    assert record_of_save(parse_save(text, "mine")).events == found.events
    player.leave()
    return text


def test_it_plays_from_the_opening_to_the_end(player: Player, story: RecordedGame) -> None:
    screen = player.open(ReplayScreen(story, speed=200.0))
    player.wait_until(lambda: not screen.play.playing, frames=20_000)

    assert screen.play.count == len(story.events)
    assert screen.parts.board.scene.stage.seen.models == story.at(screen.play.count).models


def test_space_pauses_and_plays(player: Player, story: RecordedGame) -> None:
    screen = player.open(ReplayScreen(story))
    player.key(pygame.K_SPACE)
    assert not screen.play.playing
    count = screen.play.count
    player.wait(30)
    assert screen.play.count == count
    player.key(pygame.K_SPACE)
    assert screen.play.playing


def test_a_step_on_and_a_step_back(player: Player, story: RecordedGame) -> None:
    screen = player.open(ReplayScreen(story, playing=False))
    player.key(pygame.K_PERIOD)
    player.key(pygame.K_PERIOD)
    assert screen.play.count == 2
    player.key(pygame.K_COMMA)
    assert screen.play.count == 1
    assert screen.parts.board.scene.stage.seen.clock == story.at(1).clock


def test_the_slider_jumps_to_any_moment(player: Player, story: RecordedGame) -> None:
    screen = player.open(ReplayScreen(story, playing=False))
    (slider,) = screen.parts.ask.widgets(Slider)
    slider.to(30)
    player.wait()
    assert screen.parts.board.scene.stage.seen.models == story.at(30).models
    assert screen.event_log.lines[-1].count <= 30
    screen.press("start")
    assert screen.play.count == 0


def test_at_the_end_play_begins_again(player: Player, story: RecordedGame) -> None:
    screen = player.open(ReplayScreen(story, playing=False))
    screen.play.jump(len(story.events))
    screen.act()
    player.wait()

    assert screen.play.count < len(story.events)
    assert screen.play.playing


def test_a_beat_is_one_event_or_all_steps_of_a_march(story: RecordedGame) -> None:
    beats, at = [], 0
    while at < len(story.events):
        beat = story.beat(at)
        beats.append(beat)
        at += len(beat)

    assert sum(len(b) for b in beats) == len(story.events)
    assert all(len({type(e) for e in b}) == 1 for b in beats)


def test_escape_leaves_and_help_lists_the_keys(player: Player, story: RecordedGame) -> None:
    screen = player.open(ReplayScreen(story, playing=False))
    player.key(pygame.K_F1)
    assert screen.parts.stack.dialog
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_ESCAPE)

    assert player.at_home
