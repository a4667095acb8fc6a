"""A sandbox table: models of three rosters, markers, and a model held by the mouse."""

from __future__ import annotations

from game.content.save_format import HUMAN
from game.geometry.points import Point
from game.rules.battles import prepare
from game.screens.battle_opening import game_screen
from game.screens.destinations import screen_of
from game.screens.live_game import LiveGame, start_game
from game.systems.sandbox.screens.players_view import PlayersScreen
from game.systems.sandbox.screens.screen import SandboxScreen
from game.widgets.list_box import ListBox
from game.widgets.text_field import TextField
from tests.screens.input_driver import Player, pixel, ready

PRELATE = "champions-prelate-champion"
DEEDS = (
    ("place", "wardens-patrol", "wardens-patrol-scouts", "red", [14, 20, 90]),
    ("place", "brood-patrol", "brood-patrol-skitterers", "blue", [30, 20, 270]),
    ("place", "champions", PRELATE, "red", [22, 28, 0]),
    ("draw", "Trap", "red", [24, 20]),
    ("draw", "A", "amber", [18, 30]),
    ("draw", "Goal", "green", [36, 30]),
    ("roll", "d6", 5, 4),
)


def sandbox_with_models() -> LiveGame:
    """Start a sandbox game on a table with models and markers."""
    session = (live_game := start_game(prepare("sandbox", seed=3), (HUMAN, HUMAN))).session
    for deed in DEEDS:
        for answer in deed:
            session.answer(answer)
    wounded = next(m for m in session.table.standing() if m.wounds > 1)
    for answer in ("wound", wounded.id, 1):
        session.answer(answer)
    return live_game


def sandbox(player: Player, *answers: str) -> SandboxScreen:
    """Open a table with models and markers, after more answers."""
    live_game = sandbox_with_models()
    for answer in answers:
        live_game.session.answer(answer)
    screen = player.open(screen_of(game_screen(live_game, speed=50.0)))
    assert isinstance(screen, SandboxScreen)
    ready(player, screen)
    return screen


def search(screen: SandboxScreen, words: str) -> None:
    """Search the model box."""
    (field,) = (w for w in screen.chest.panel.widgets if isinstance(w, TextField))
    field.text = words
    field.on_change(words)


def in_hand(player: Player) -> None:
    """Find a captain in the model box, take it and hold it over the table."""
    screen = player.top
    assert isinstance(screen, SandboxScreen)
    search(screen, "captain")
    (found,) = (w for w in screen.chest.panel.widgets if isinstance(w, ListBox))
    found.choose(found.rows[0].id)
    screen.grip.drags = False
    player.wait()
    player.move(*pixel(screen, Point(30, 30)))


def foggy(player: Player) -> SandboxScreen:
    """Open a table in fog: Blue sees the scouts of Red, but not the token *Goal* in a ruin."""
    return sandbox(player, "fog", "fog")


def players_view(player: Player) -> PlayersScreen:
    screen = foggy(player)
    table = screen.session.table
    return player.open(PlayersScreen(table, table.sides[:1], screen.rules))
