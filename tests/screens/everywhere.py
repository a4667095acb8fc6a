"""Every screen that a window may open with, in a realistic state."""

from __future__ import annotations

from collections.abc import Callable

from game.content.lessons import load_lesson
from game.content.shipped_folders import MAPS, PACKS, ROOT
from game.forms.form_files import new_file
from game.forms.form_kinds import FORMS
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.battle_lesson import LessonScreen
from game.screens.battle_opening import game_screen
from game.screens.destinations import SCREENS, screen_of
from game.screens.editor.form_screen import FormScreen
from game.screens.live_game import LiveGame, record_of_live_game, start_game
from game.screens.pack_contents import PackScreen
from game.screens.pack_maker import MakePackScreen
from game.screens.pack_opening import checked
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.screen import Destination, Screen
from game.screens.setup import SetupScreen
from game.screens.title import TitleScreen
from game.systems.sandbox.screens.players_view import PlayersScreen
from tests.screens.editor.instant_verdicts import judged_screen
from tests.screens.fixtures_sandbox import sandbox_with_models
from tests.tools.editors import open_map, opened_form


def seated(*players: str, seed: int = 3) -> LiveGame:
    rosters = {"wardens": "yard-guard", "brood": "yard-pack"}
    battle = prepare(
        "combat_patrol", seed=seed, map_="back-yard", options={"turns": 1}, rosters=rosters
    )
    return start_game(battle, players)


def game_of_random_bots() -> LiveGame:
    live_game = seated("random", "random")
    while live_game.session.pending:
        while not live_game.seats.think(live_game.session):
            pass
        live_game.session.answer(live_game.seats.say())
    return live_game


def seen_by_players(live_game: LiveGame) -> Screen:
    table = live_game.session.table
    return PlayersScreen(table, table.sides[:1], live_game.session.game.rules)


MAIN: dict[str, Callable[[], Screen]] = {
    "title": lambda: TitleScreen(seed=1),
    "set-up": SCREENS["play"],
    "set-up of two bots": lambda: SetupScreen(watch=True),
    "campaigns": SCREENS["campaigns"],
    "two people": lambda: BattleScreen(seated("human", "human")),
    "against a bot": lambda: BattleScreen(seated("human", "steady")),
    "two bots": lambda: BattleScreen(seated("random", "random")),
    "over": lambda: BattleScreen(game_of_random_bots()),
    "sandbox": lambda: screen_of(game_screen(sandbox_with_models())),
    "players' view": lambda: seen_by_players(sandbox_with_models()),
    "replay": lambda: ReplayScreen(record_of_live_game(game_of_random_bots())),
    "results": lambda: ResultScreen(game_of_random_bots()),
    "settings": SCREENS["settings"],
    "help": SCREENS["help with keys"],
    "credits": lambda: screen_of(Destination("help with keys", "credits")),
    "load": SCREENS["saves"],
    "packs": SCREENS["packs"],
    "a pack": lambda: PackScreen(checked(PACKS / "salt-marsh")),
    "a new pack": MakePackScreen,
    "experiments": SCREENS["experiments"],
    "learn": SCREENS["lessons"],
    "lesson": lambda: LessonScreen(load_lesson("first-battle")),
    "maps": SCREENS["design"],
    "roster form": lambda: opened_form(FORMS["roster"], ROOT / "assets/rosters/captain.toml"),
    "scenario form": lambda: FormScreen(new_file(FORMS["scenario"])),
    "verdict": judged_screen,
    "editor": lambda: open_map(MAPS / "sewer-bend.tmj"),
}
