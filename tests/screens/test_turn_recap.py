"""The banner of a turn, and the moves and losses of the turn before it."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.geometry.points import Point
from game.screens.battle.screen import BattleScreen
from game.screens.battle.turn_banner import TurnSign
from game.screens.model_card import ModelCard
from game.table.events import Moved, PhaseBegan
from game.table.records import Side
from game.view.overlays import MarchTrails
from game.widgets.text_view import Log
from tests.screens.input_driver import Player, open_deployed, ready

WARDENS, BROOD = Side("wardens"), Side("brood")
A, B, C = Point(1, 1), Point(4, 5), Point(7, 5)


def shows_trails(screen: BattleScreen) -> bool:
    return any(isinstance(o, MarchTrails) for o in screen.extras.recap.layers.below)


def test_a_banner_announces_the_turn_of_the_other_side_until_any_key(player: Player) -> None:
    screen = open_deployed(player)
    ready(player, screen)
    table = screen.session.table
    table.clock = replace(table.clock, side=table.enemy(table.clock.side or WARDENS))
    screen.parts.board.scene.stage.seen.clock = table.clock
    screen.extras._statuses_of = None  # noqa: SLF001  the turn is announced anew
    player.wait()
    assert screen.extras.banner.there
    (sign,) = screen.extras.banner.widgets
    assert isinstance(sign, TurnSign)
    assert sign.words.endswith(" TURN 1")

    player.key(pygame.K_x)
    player.wait()
    assert not screen.extras.banner.there


def shown_words(screen: BattleScreen) -> list[str]:
    """Return the lines in the place of the card."""
    logs = screen.parts.card.widgets(Log)
    return ["".join(span.text for span in entry.spans) for log in logs for entry in log.entries]


def play_turn(screen: BattleScreen) -> None:
    """Add a turn of the Brood with a move, and the beginning of the next turn."""
    model = screen.session.table.standing(BROOD)[0].id
    screen.session.game.story = [
        *screen.session.game.story,
        PhaseBegan("CC-18", 1, "movement", BROOD),
        Moved("CC-18", model=model, path=(A, B), facing=0.0),
        PhaseBegan("CC-18", 2, "movement", WARDENS),
    ]


def test_the_recap_of_the_enemys_turn_is_in_the_dock_until_the_first_input(
    player: Player,
) -> None:
    screen = open_deployed(player)
    ready(player, screen)
    play_turn(screen)
    screen.extras.recap.show(screen.play.story, screen.stage.seen)
    player.wait(600)
    words = shown_words(screen)
    assert words[0].upper() == "BROOD'S TURN 1"
    assert words[1].endswith(" moved")
    assert not shows_trails(screen)

    player.key(pygame.K_x)
    player.wait()
    assert shown_words(screen) == []


def test_a_key_shows_the_recap_and_hides_it(player: Player) -> None:
    screen = open_deployed(player)
    ready(player, screen)
    play_turn(screen)
    player.key(pygame.K_F7)
    assert shows_trails(screen)
    assert shown_words(screen)
    player.key(pygame.K_F7)
    assert not shows_trails(screen)
    assert not shown_words(screen)
    player.key(pygame.K_F7)
    player.wait(600)
    assert shows_trails(screen)
    player.key(pygame.K_x)
    assert not shows_trails(screen)


def test_pointing_at_a_model_shows_its_card_over_the_recap(player: Player) -> None:
    screen = open_deployed(player)
    ready(player, screen)
    play_turn(screen)
    screen.extras.recap.show(screen.play.story, screen.stage.seen)
    player.wait()
    model = screen.session.table.standing(WARDENS)[0]
    player.move(*screen.parts.board.scene.camera.pixel(model.at))
    player.wait()
    assert screen.parts.card.widgets(ModelCard)
    assert not shown_words(screen)
    player.move(5, 5)
    player.wait()
    assert shown_words(screen)
