"""Every screen that a window may open on, made as somebody would find it."""

from __future__ import annotations

from collections.abc import Callable

from game.content.storage import MAPS
from game.rules.battles import prepare
from game.screens import title_actions
from game.screens.battle.screen import BattleScreen
from game.screens.editor.open_map import open_map
from game.screens.live_game import Sitting, sit_down, story_of_sitting
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.sandbox_screen import battle_screen
from game.screens.screen import Screen
from game.screens.title import TitleScreen
from tests.screens.sandboxed import laid


def seated(*players: str) -> Sitting:
    rosters = {"wardens": "yard-guard", "brood": "yard-pack"}
    battle = prepare(
        "combat_patrol", seed=3, map_="back-yard", options={"turns": 1}, rosters=rosters
    )
    return sit_down(battle, players)


def played() -> Sitting:
    sitting = seated("random", "random")
    while sitting.session.pending:
        while not sitting.seats.think(sitting.session):
            pass
        sitting.session.answer(sitting.seats.say())
    return sitting


MAIN: dict[str, Callable[[], Screen]] = {
    "title": lambda: TitleScreen(seed=1),
    "set-up": title_actions.play,
    "two people": lambda: BattleScreen(seated("human", "human")),
    "against a bot": lambda: BattleScreen(seated("human", "steady")),
    "two bots": lambda: BattleScreen(seated("random", "random")),
    "over": lambda: BattleScreen(played()),
    "sandbox": lambda: battle_screen(laid()),
    "replay": lambda: ReplayScreen(story_of_sitting(played()), BattleScreen),
    "results": lambda: ResultScreen(played(), BattleScreen),
    "settings": title_actions.settings,
    "help": title_actions.help_,
    "load": title_actions.load,
    "learn": title_actions.learn,
    "maps": title_actions.design,
    "editor": lambda: open_map(MAPS / "sewer-bend.tmj"),
}
