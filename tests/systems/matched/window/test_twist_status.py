"""The banner of a twist on the battle screen: its text and its rule (``MP-11``)."""

from __future__ import annotations

from itertools import pairwise

from game.rules.battles import prepare
from game.screens.battle.header import ScoreDisplay
from game.screens.battle.phase_bar import PhaseBar
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame
from game.screens.seats import Seats
from game.systems.matched.rules.twist_state import PAGE, TwistState
from game.table.records import Side
from tests.screens.input_driver import Player, open_battle

HUMAN = {Side("wardens"): "human", Side("brood"): "human"}


def battle_with_twist(player: Player, twist: int, note: TwistState) -> BattleScreen:
    battle = prepare("no_mercy", seed=1, options={"twist": twist})
    battle.opening.notes[PAGE.name] = note
    return open_battle(player, LiveGame(battle, battle.session(), Seats(HUMAN)), speed=0.0)


def test_the_banner_says_which_twist_is_in_force_and_how_it_stands(player: Player) -> None:
    banner = battle_with_twist(player, 3, TwistState(3, raining=False)).parts.header.statuses[0]

    assert banner.shown
    assert banner.status
    assert [span.text for span in banner.status.rows[0]] == ["ACID RAIN", "dry"]
    assert banner.tip.endswith("while it rains (MP-13)")


def test_the_phases_make_room_for_the_banner(player: Player) -> None:
    header = battle_with_twist(player, 11, TwistState(11, grown=1)).parts.header
    banner = header.statuses[0]

    assert banner.rect.width > 0
    (strip,), (scores,) = header.widgets(PhaseBar), header.widgets(ScoreDisplay)
    assert strip.rect.right <= banner.rect.left
    shown = [status for status in header.statuses if status.shown]
    assert all(a.rect.right <= b.rect.left for a, b in pairwise(shown))
    assert shown[-1].rect.right <= scores.rect.left


def test_a_click_on_the_banner_tells_its_rule(player: Player) -> None:
    screen = battle_with_twist(player, 3, TwistState(3))
    header = screen.parts.header
    player.click(*header.statuses[0].rect.move(header.panel.rect.topleft).center)

    assert screen.parts.stack.dialog


def test_without_a_twist_there_is_no_banner(player: Player) -> None:
    header = battle_with_twist(player, 0, TwistState()).parts.header
    shown = [status.status for status in header.statuses if status.shown]

    assert not any("rain" in status.tip for status in shown if status)
