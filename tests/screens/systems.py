"""Battles of the systems that have tables of their own, in notable states."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.geometry.points import Point
from game.screens.battle.screen import BattleScreen
from game.screens.screen import Screen
from game.systems.pursuit.view.animation import PursuitAnimation
from tests.screens.fixtures_cage import BESIDE, Stand, bout
from tests.screens.fixtures_flood import Worker, flood_of, flooded_game
from tests.screens.fixtures_pursuit import SPOTS, Spot, pursuit_before, pursuit_of
from tests.screens.fixtures_zero_g import weightless
from tests.screens.input_driver import Player, open_battle, ready
from tests.screens.instant_forecast import Told

IN_LINE: Mapping[str, Spot] = {"sergeant": Spot(30, 24, 270.0), "gargoyle-1": Spot(24, 24)}


def waters(player: Player) -> Screen:
    """Show the flood overlay: the currents, and the forecast for each model."""
    screen = player.open(BattleScreen(flooded_game(), speed=50.0))
    worker = Worker()
    worker.finishes = True
    flood_of(screen).forecaster = worker
    ready(player, screen)
    screen.speed = 1.0
    screen.fill(player.frame)
    player.key(pygame.K_i)
    key = screen.extras.legend
    player.wait_until(lambda: bool(key.legend and key.legend.share == 1.0))
    player.key(pygame.K_u)
    return screen


def afloat(
    phase: str, *answers: str, over: tuple[float, float] | None = None
) -> Callable[[Player], Screen]:
    """Return a function that opens a zero-g battle, answers, and points at *over*."""

    def open_(player: Player) -> Screen:
        screen = open_battle(player, weightless(phase))
        for answer in answers:
            screen.press(answer)
            player.move(1, 1)
            ready(player, screen)
        if over:
            player.move(*screen.parts.board.scene.camera.pixel(Point(*over)))
        player.wait_until(lambda: screen.extras.odds.there)
        return screen

    return open_


def chased(phase: str, spots: Mapping[str, Spot], *keys_: int) -> Callable[[Player], Screen]:
    """Return a function that opens a pursuit with models at *spots* and presses some keys."""

    def open_(player: Player) -> Screen:
        screen = player.open(BattleScreen(pursuit_before(phase, spots), speed=50.0))
        pursuit_of(screen).forecaster = Told()
        ready(player, screen)
        screen.speed = 1.0
        screen.fill(player.frame)
        for key in keys_:
            player.key(key)
        player.wait(40)
        return screen

    return open_


def rolling(player: Player) -> Screen:
    """Let every model keep pace, and pause when half of the roll has been shown."""
    screen = open_battle(player, pursuit_before("pursuit", SPOTS))
    screen.speed = 1.0
    screen.fill(player.frame)
    stage, session = screen.parts.board.scene.stage, screen.session
    while session.pending and session.pending.clause == "PU-11":
        session.answer("keep")
    player.wait_until(lambda: stage.animation(PursuitAnimation).share > 0.5)
    player.key(pygame.K_p)
    return screen


def fencing(
    phase: str,
    *keys_: int,
    over: tuple[float, float] | None = None,
    stands: Mapping[str, Stand] = BESIDE,
) -> Callable[[Player], Screen]:
    """Return a function that opens a bout, presses some keys, and points at *over*."""

    def open_(player: Player) -> Screen:
        screen = open_battle(player, bout(phase, stands))
        for key in keys_:
            player.key(key)
        if over:
            player.move(*screen.parts.board.scene.camera.pixel(Point(*over)))
        player.wait(40)
        return screen

    return open_
