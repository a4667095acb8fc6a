"""The banner of a twist on the battle screen: its text and its rule (``MP-11``)."""

from __future__ import annotations

from itertools import pairwise

from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import Seats
from game.screens.live_game import LiveGame
from game.systems.matched.rules.twist_state import PAGE, TwistState
from game.table.records import Side
from tests.screens.input_driver import Player, ready

HUMAN = {Side("wardens"): "human", Side("brood"): "human"}


def opened(player: Player, twist: int, note: TwistState) -> BattleScreen:
    battle = prepare("no_mercy", seed=1, options={"twist": twist})
    battle.opening.notes[PAGE.name] = note
    screen = player.open(BattleScreen(LiveGame(battle, battle.session(), Seats(HUMAN))))
    ready(player, screen)
    return screen


def test_the_banner_says_which_twist_is_in_force_and_how_it_stands(player: Player) -> None:
    banner = opened(player, 3, TwistState(3, raining=False)).parts.header.statuses[0]

    assert banner.shown
    assert banner.status
    assert [span.text for span in banner.status.rows[0]] == ["ACID RAIN", "dry"]
    assert banner.tip.endswith("while it rains (MP-13)")


def test_the_phases_make_room_for_the_banner(player: Player) -> None:
    header = opened(player, 11, TwistState(11, grown=1)).parts.header
    banner = header.statuses[0]

    assert banner.rect.width > 0
    assert header.strip.rect.right <= banner.rect.left
    shown = [status for status in header.statuses if status.shown]
    assert all(a.rect.right <= b.rect.left for a, b in pairwise(shown))
    assert shown[-1].rect.right <= header.scores.rect.left


def test_a_click_on_the_banner_tells_its_rule(player: Player) -> None:
    screen = opened(player, 3, TwistState(3))
    header = screen.parts.header
    player.click(*header.statuses[0].rect.move(header.panel.rect.topleft).center)

    assert screen.parts.stack.dialog


def test_without_a_twist_there_is_no_banner(player: Player) -> None:
    header = opened(player, 0, TwistState()).parts.header
    shown = [status.status for status in header.statuses if status.shown]

    assert not any("rain" in status.tip for status in shown if status)
