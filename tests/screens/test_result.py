"""The result screen: its text, and the screens it leads to, by key and by mouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.bots.registry import policy
from game.content.png_payload import extract_save
from game.content.save_format import parse_save
from game.lab.luck_ledger import ledger
from game.lab.turning_points import sentence
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame, start_game
from game.screens.luck_view import luck_text as words
from game.screens.replay import ReplayScreen
from game.screens.result import NOT_UNDONE, ResultScreen
from game.screens.screen import WindowContext
from game.screens.side_totals import tally
from game.table.records import Result, Side, Where
from game.widgets.button import Button
from game.widgets.list_box import ListBox
from game.widgets.theme import Theme
from tests.screens.input_driver import Player


@pytest.fixture(scope="module")
def live_game() -> LiveGame:
    """Return a finished game of two bots."""
    short = prepare("combat_patrol", seed=13, map_="long-orchard")
    played = start_game(short, ("random", "random"))
    while played.session.pending:
        while not played.seats.think(played.session):
            pass
        played.session.answer(played.seats.say())
    sitting = start_game(short, ("steady", "random"))
    for said in reversed([*played.session.answers_back()]):
        sitting.session.answer(said.answer)
    return sitting


@pytest.fixture
def screen(player: Player, live_game: LiveGame) -> ResultScreen:
    screen = player.open(ResultScreen(live_game))
    player.wait_until(lambda: not screen.is_new)
    return screen


def swings(screen: ResultScreen) -> ListBox:
    (panel,) = screen.stack.panels
    return next(w for w in panel.widgets if isinstance(w, ListBox))


def test_a_click_that_was_meant_for_the_battle_leaves_the_result_open(
    player: Player, live_game: LiveGame
) -> None:
    screen = player.open(ResultScreen(live_game))
    panel, button = screen.panel, player.button("Quit to title")
    player.click(*button.rect.move(panel.rect.topleft).center)
    assert player.top is screen

    player.press("Quit to title")
    assert player.at_home


def test_keys_that_are_pressed_on_and_on_were_meant_for_the_battle(
    player: Player, live_game: LiveGame
) -> None:
    screen = player.open(ResultScreen(live_game))
    for key in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_s, pygame.K_ESCAPE):
        screen.update(0.6)
        assert screen.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")) is None
    assert screen.is_new
    screen.update(1.0)
    assert not screen.is_new


def test_the_result_says_which_side_conceded() -> None:
    conceded = start_game(prepare("combat_patrol", seed=2), ("human", "human"), kept=False)
    conceded.concede(Side("brood"))
    assert conceded.result == Result(Side("wardens"), "Brood conceded", "")


def test_a_click_on_a_turning_point_opens_the_replay_there(
    player: Player, screen: ResultScreen
) -> None:
    listing, (panel,) = swings(screen), screen.stack.panels
    assert 5 <= len(listing.rows) <= 8
    x, y = listing.rect.move(panel.rect.topleft).topleft
    player.click(x + 20, y + listing.pitch + 20)
    replay = player.top

    assert isinstance(replay, ReplayScreen)
    highlight = screen.highlights[1]
    swing = highlight.swing
    assert swing.before.at <= replay.start == highlight.start <= replay.play.count
    assert replay.parts.board.scene.stage.seen.clock.round == swing.before.clock.round
    player.key(pygame.K_ESCAPE)
    assert player.top is screen


def test_the_keyboard_finds_the_turning_points(player: Player, screen: ResultScreen) -> None:
    listing = swings(screen)
    while screen.stack.focus.on is not listing:
        player.key(pygame.K_TAB)
    player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)

    assert isinstance(player.top, ReplayScreen)
    assert player.top.start == screen.highlights[0].start


def test_undo_says_that_bots_made_all_choices(player: Player, screen: ResultScreen) -> None:
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert screen.stack.dialog
    assert screen.stack.dialog.title == NOT_UNDONE[0]
    player.press("Close")
    assert player.top is screen


def test_the_turning_points_are_those_of_the_replay(
    player: Player, screen: ResultScreen
) -> None:
    rows = swings(screen).rows
    player.press("Replay")
    replay = player.top
    assert isinstance(replay, ReplayScreen)
    player.wait_until(lambda: replay.play.timeline.complete)

    found, opening = replay.play.timeline.highlights, replay.story.opening
    assert [row.id for row in rows] == [str(one.start) for one in found]
    assert [row.hint for row in rows] == [sentence(one.swing, opening) for one in found]
    assert [row.detail for row in rows] == [one.caption for one in found]


def played_out(scenario: str) -> LiveGame:
    """Return a game of random bots that is over."""
    played = start_game(prepare(scenario, seed=3), ("random", "random"))
    bot = policy("random")
    while played.session.pending:
        played.session.answer(bot.answer(played.session))
    return played


def test_adrift_is_told_by_kills() -> None:
    """``MI-04``  Nothing is scored there: the side with more kills wins."""
    played = played_out("adrift")
    table = played.session.table
    assert not any(table.scores.values())

    for side in table.sides:
        foes = [m for m in table.models.values() if m.side != side]
        gone = [m for m in foes if m.where in (Where.GONE, Where.BODY)]
        totals = tally(played, side)
        assert totals.points == len(gone)
        assert totals.lines[0] == f"Kills: {len(gone)}"


def test_who_concedes_is_told_of_all_points_what_they_are_for() -> None:
    """``MI-05``  Kills are scored when the last turn ends; conceding comes before."""
    played = start_game(prepare("salvage", seed=3), ("random", "random"))
    bot = policy("random")
    table = played.session.table
    while not any(m.where in (Where.GONE, Where.BODY) for m in table.models.values()):
        played.session.answer(bot.answer(played.session))
        table = played.session.table
    dead = next(m for m in table.models.values() if m.where in (Where.GONE, Where.BODY))
    killer = table.enemy(dead.side)
    played.settled = Result(killer, "the other side conceded", "")
    totals = tally(played, killer)

    assert (totals.points, totals.lines[0]) == (1, "Kills: 1 point")
    assert not any(line.startswith("Kills") for line in tally(played, dead.side).lines)


def test_bonuses_that_were_never_scored_are_named() -> None:
    """``MP-30``  Sudden death comes before the tally."""
    played = start_game(prepare("no_mercy", seed=3), ("random", "random"))
    table = played.session.table
    table.clock = replace(table.clock, round=2)
    for model in [*table.models.values()]:
        where = Where.GONE if model.unit == "wardens-walker" else Where.TABLE
        table.models[model.id] = replace(model, where=where)
    played.settled = Result(Side("brood"), "sudden death", "MP-30")
    totals = tally(played, Side("brood"))

    assert (totals.points, totals.lines[0]) == (1, "No mercy: 1 point")


def test_champions_that_stayed_out_are_not_told_as_lost() -> None:
    """``TC-04``  Each side has six champions, and one of them fights."""
    played = played_out("cage")
    table = played.session.table

    for side in table.sides:
        assert tally(played, side).lines[-2:] == (
            f"{len(table.standing(side))} of 1 models left",
            "5 models not fielded",
        )


def test_the_luck_is_that_of_the_ledger(screen: ResultScreen) -> None:
    session = screen.live_game.session
    mine, theirs = ledger(session.game.story, session.table.sides)

    assert screen.accounts == (mine, theirs)
    assert mine.overall.tried > 30
    text = words(mine.overall)
    assert text.startswith(f"{mine.overall.won} of {mine.overall.tried} (expected ")
    assert "luckier than" in text
    assert "luckier than" not in words(mine.overall, brief=True)


def test_a_rematch_has_the_same_people_and_other_dice(
    player: Player, screen: ResultScreen
) -> None:
    player.key(pygame.K_r)
    again = player.top

    assert isinstance(again, BattleScreen)
    assert [*again.live_game.seats.names.values()] == ["steady", "random"]
    assert again.live_game.battle.seed != screen.live_game.battle.seed
    assert again.session.table.units.keys() == screen.live_game.session.table.units.keys()


def test_sides_are_swapped_by_a_button(player: Player, screen: ResultScreen) -> None:
    player.press("Swap sides")
    again = player.top

    assert isinstance(again, BattleScreen)
    assert [*again.live_game.seats.names.values()] == ["random", "steady"]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 576), (1920, 1080), (3840, 2160)])
def test_nothing_leaves_the_card_or_lies_over_another(
    size: tuple[int, int], live_game: LiveGame
) -> None:
    screen = ResultScreen(live_game)
    frame = WindowContext(Theme(2.0 if size[0] > 2000 else 1.0), size)
    screen.fill(frame)
    (panel,) = screen.stack.panels

    assert pygame.Rect((0, 0), size).contains(panel.rect)
    card = pygame.Rect((0, 0), panel.rect.size)
    shown = [(w, w.rect.clip(w.view.clip) if w.view else w.rect) for w in panel.widgets]
    assert all(card.contains(rect) for _, rect in shown if rect)
    buttons = [rect for w, rect in shown if isinstance(w, Button | ListBox)]
    assert all(r.collidelist([o for o in buttons if o is not r]) < 0 for r in buttons)


def test_a_picture_of_the_results_is_kept_and_carries_the_game(
    player: Player, screen: ResultScreen, home: Path
) -> None:
    player.key(pygame.K_p)
    (file,) = (home / "Undertow").glob("*.png")

    assert pygame.image.load(file).get_size() == player.frame.size
    save = parse_save(extract_save(file), "picture")
    assert len(save.answers) == sum(1 for _ in screen.live_game.session.answers_back())
    player.press("Close")
    assert player.button("Rematch")
