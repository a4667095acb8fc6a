"""The banner of a twist on the battle screen: its text and its rule (``MP-11``)."""

from __future__ import annotations

from game.rules.battles import prepare
from game.rules.matched.twist_effects import PAGE, TwistState
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import Seats
from game.screens.live_game import LiveGame
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
    banner = opened(player, 3, TwistState(3, raining=False)).parts.banner

    assert banner.shown
    assert banner.status
    assert [span.text for span in banner.status.rows[0]] == ["ACID RAIN", "dry"]
    assert banner.tip.endswith("while it rains (MP-13)")


def test_the_ribbon_makes_room_for_the_banner(player: Player) -> None:
    parts = opened(player, 11, TwistState(11, grown=1)).parts

    assert parts.banner.rect.width > 0
    assert parts.ribbon.rect.left > parts.banner.rect.right
    assert parts.ribbon.rect.right == parts.places.ribbon[2] * parts.stack.theme.scale


def test_a_click_on_the_banner_tells_its_rule(player: Player) -> None:
    screen = opened(player, 3, TwistState(3))
    panel = next(p for p in screen.parts.stack.panels if screen.parts.banner in p.widgets)
    player.click(*screen.parts.banner.rect.move(panel.rect.topleft).center)

    assert screen.parts.stack.dialog


def test_without_a_twist_there_is_no_banner(player: Player) -> None:
    parts = opened(player, 0, TwistState()).parts

    assert not parts.banner.shown
    assert parts.ribbon.rect.left == 0
