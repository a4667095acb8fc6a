"""The banner of a turn, and the moves and losses of the turn before it."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.geometry.points import Point
from game.screens.battle.screen import BattleScreen
from game.screens.battle.turn_recap import fallen, last_turn, trails
from game.table.events import Event, Moved, PhaseBegan, Removed
from game.table.records import How, Side
from game.view.overlays import BoardNote, MarchTrails
from tests.screens.input_driver import Player, deployed, ready

WARDENS, BROOD = Side("wardens"), Side("brood")
A, B, C = Point(1, 1), Point(4, 5), Point(7, 5)


def test_the_last_turn_is_all_of_the_other_sides_phases(player: Player) -> None:
    table = deployed(player).session.table
    first, second, *_ = table.of(table.standing(BROOD)[0].unit)
    turn: list[Event] = [
        PhaseBegan("CC-18", 1, "movement", BROOD),
        Moved("CC-18", model=first.id, path=(A, B), facing=0.0),
        PhaseBegan("CC-22", 1, "shooting", BROOD),
        Moved("CC-22", model=first.id, path=(B, C), facing=0.0),
        Removed("CC-12", second.id, How.SHOT),
    ]
    before: list[Event] = [PhaseBegan("CC-18", 1, "movement", WARDENS)]
    after: list[Event] = [
        PhaseBegan("MI-04", 2, "tally", None),
        PhaseBegan("CC-18", 2, "movement", WARDENS),
    ]

    assert last_turn([]) == last_turn(before) == ()
    assert last_turn([*before, *turn, *after]) == [*turn, after[0]]
    assert trails(turn) == ((A, B, B, C),)
    (note,) = fallen(turn, table)
    assert isinstance(note, BoardNote)
    assert note.words.endswith(": 1 lost")
    assert note.at == second.at


def shown(screen: BattleScreen) -> bool:
    return any(isinstance(o, MarchTrails) for o in screen.extras.recap.layers.below)


def test_a_banner_announces_the_turn_of_the_other_side_until_any_key(player: Player) -> None:
    screen = deployed(player)
    ready(player, screen)
    table = screen.session.table
    table.clock = replace(table.clock, side=table.enemy(table.clock.side or WARDENS))
    screen.parts.board.scene.stage.seen.clock = table.clock
    screen.extras._statuses_of = None
    player.wait()
    assert screen.extras.banner.there
    assert screen.extras.banner.sign.words.endswith(" TURN 1")

    player.key(pygame.K_F9)
    player.wait()
    assert not screen.extras.banner.there


def test_a_key_shows_the_recap_and_hides_it(player: Player) -> None:
    screen = deployed(player)
    ready(player, screen)
    story = screen.session.game.story
    model = screen.session.table.standing(BROOD)[0].id
    screen.session.game.story = [
        *story,
        PhaseBegan("CC-18", 1, "movement", BROOD),
        Moved("CC-18", model=model, path=(A, B), facing=0.0),
        PhaseBegan("CC-18", 2, "movement", WARDENS),
    ]
    player.key(pygame.K_F7)
    assert shown(screen)
    player.key(pygame.K_F7)
    assert not shown(screen)
    player.key(pygame.K_F7)
    screen.extras.recap.update(5.9, still=False)
    assert shown(screen)
    screen.extras.recap.update(0.2, still=False)
    assert not shown(screen)
    player.key(pygame.K_F7)
    screen.extras.recap.update(60.0, still=True)
    assert shown(screen)
