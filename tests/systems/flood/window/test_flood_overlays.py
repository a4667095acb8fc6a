"""Overlays before the flood: directions of the currents, and when the flood may come."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game.screens.battle.phase_bar import PhaseBar
from game.screens.battle.screen import BattleScreen
from game.screens.screen import WindowContext
from game.systems.flood.rules import PAGE
from game.systems.flood.rules.odds import FloodTrigger
from game.systems.flood.rules.system import FLOWS
from game.systems.flood.table.water import origins
from game.systems.flood.window import CYCLE, FATES, STEPS, WATER, when
from game.view.overlays import BoardNote, Current, DriftArrows, OverlayTone, RangeRing
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from tests.screens.catalogue import USUAL
from tests.screens.fixtures_flood import flooded_game
from tests.screens.input_driver import Player, open_battle, ready, take_answer
from tests.screens.test_play_aids import overlays

COMES = "The flood comes from the north mouth at the start of turn"


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    return open_battle(player, flooded_game())


def lit(player: Player, screen: BattleScreen) -> list[DriftArrows]:
    player.wait_until(lambda: bool(overlays(screen, DriftArrows)))
    return [o for o in overlays(screen, DriftArrows) if isinstance(o, DriftArrows)]


def test_where_no_flood_is_played_there_are_no_sheets_for_it(player: Player) -> None:
    screen = player.play()
    player.key(pygame.K_u)

    assert not {WATER, FATES} & screen.extras.bar.sheets.keys()
    assert not {WATER, FATES} & screen.extras.overlays.on
    assert not any(item.shown for item in screen.parts.header.statuses)


@pytest.mark.rule("MI-01")
def test_the_nest_is_ringed_and_named(player: Player, screen: BattleScreen) -> None:
    (nest,) = (spot for spot in screen.session.table.board.spots if spot.kind == "nest")
    player.wait()

    assert RangeRing(nest.outline[0], 2.0, OverlayTone.CHOSEN) in overlays(screen, RangeRing)
    assert "nest" in [o.words for o in overlays(screen, BoardNote) if isinstance(o, BoardNote)]


def test_a_key_and_a_click_show_which_way_water_runs(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_u)
    lit(player, screen)
    parts = [o for o in overlays(screen, Current) if isinstance(o, Current)]
    (flow,) = FLOWS.of(screen.session.game, "")
    assert [p.source for p in parts if p.source] == [
        origins(screen.session.table.board)[0].outline
    ]
    assert [path for p in parts for path in p.streams] == [s.path for s in flow.streams]
    assert [at for p in parts for at in p.ends] == [*flow.ends]
    faces = {o.words for o in overlays(screen, BoardNote) if isinstance(o, BoardNote)}
    assert faces == {"1–2", "3–4", "5–6", "1–3", "4–6", "flood origin", "nest"}

    bar = screen.extras.bar
    player.key(pygame.K_F8)
    player.wait()
    player.click(*bar.sheets[WATER].rect.move(bar.rect.topleft).center)
    player.wait()
    assert not overlays(screen, Current) + overlays(screen, DriftArrows)


def test_arrows_drift_to_where_the_next_was_and_begin_again(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_u)
    lit(player, screen)
    seen = list[float]()
    for _ in range(round(2.5 * CYCLE * 60)):
        player.wait()
        (drift,) = lit(player, screen)
        if not seen or seen[-1] != drift.share:
            seen.append(drift.share)

    assert {*seen} == {n / STEPS for n in range(STEPS)}
    falls = [b for a, b in pairwise(seen) if b < a]
    assert falls == [0.0] * len(falls)
    assert len(falls) == 2


def test_for_who_wants_less_motion_arrows_stand() -> None:
    player = Player(WindowContext(Theme(), (1280, 720), USUAL))
    screen = open_battle(player, flooded_game())
    player.key(pygame.K_u)
    (before,) = lit(player, screen)
    player.wait(90)

    assert lit(player, screen) == [before]
    player.leave()


def test_the_header_tells_when_the_flood_may_come_and_leads_to_the_rule(
    player: Player, screen: BattleScreen
) -> None:
    omen = screen.parts.header.statuses[0]
    assert omen.shown
    assert (
        omen.tip
        == "The flood comes from the north mouth at the start of turn 2 on 6+ (1 in 6) (FF-06)"
    )
    player.click(*omen.rect.move(screen.parts.header.panel.rect.topleft).center)
    player.wait()

    assert screen.stack.dialog is not None
    titles = [w.text for w in screen.stack.dialog.widgets if isinstance(w, Label)]
    assert [title for title in titles if "FF-06" in title]


@pytest.mark.parametrize(
    ("round_", "words"),
    [
        (
            2,
            f"{COMES} 3 on 4+ (1 in 2) (FF-06)",
        ),
        (
            3,
            f"{COMES} 4 on 2+ (5 in 6) (FF-06)",
        ),
        (
            4,
            f"{COMES} 5 without a roll (FF-06)",
        ),
    ],
)
def test_each_turn_has_its_chance(player: Player, round_: int, words: str) -> None:
    screen = open_battle(player, flooded_game(round_=round_))

    assert screen.parts.header.statuses[0].tip == words


def test_the_core_names_the_turns_of_the_flood() -> None:
    trigger = FloodTrigger(3, 4, 0.5)

    assert [when(trigger, turn, "round") for turn in (3, 2, 1)] == [
        *("this round", "next round", "in round 3"),
    ]


def test_the_roll_is_shown_with_its_need_and_its_chance(player: Player) -> None:
    screen = player.open(BattleScreen(flooded_game(side="brood"), speed=50.0))
    while screen.session.table.clock.round == 1:
        ready(player, screen)
        screen.speed = screen.parts.board.scene.stage.speed = 1.0
        assert screen.prompt
        screen.press(screen.prompt.choices()[-1].id)
        take_answer(screen)
    player.wait_until(lambda: "Flood roll" in screen.parts.ask.content.asks.text)
    clock = screen.parts.header.statuses[0].status
    assert clock

    assert "6+" in screen.parts.ask.content.asks.text
    assert [row[0].text for row in clock.rows] == ["FLOOD THIS TURN", "1 in 6"]


def width_of_phases(screen: BattleScreen) -> int:
    (strip,) = screen.parts.header.widgets(PhaseBar)
    return strip.rect.width


def test_once_it_came_the_phases_have_their_room_again(
    player: Player, screen: BattleScreen
) -> None:
    narrow, table = width_of_phases(screen), screen.parts.board.scene.stage.seen
    table.notes[PAGE.name] = replace(PAGE.of(table), came=1)
    screen.fill(player.frame)
    player.wait(2)

    assert not any(item.shown for item in screen.parts.header.statuses)
    assert width_of_phases(screen) > narrow
