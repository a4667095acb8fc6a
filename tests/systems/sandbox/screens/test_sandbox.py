"""The sandbox at a window: both sides, tools, undo, saves and links to other screens."""

from __future__ import annotations

import pygame
import pytest

from game.content.maps.map_library import map_of, read_map
from game.content.own_folders import saves
from game.content.save_format import load_save
from game.content.shipped_folders import MAPS
from game.geometry.points import Point
from game.rules.battles import prepare
from game.rules.saving import verify
from game.screens.battle_opening import game_screen, open_sandbox
from game.screens.destinations import SCREENS, screen_of
from game.screens.live_game import record_of_live_game, resume_game, start_game
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.setup import SetupScreen
from game.systems.cage.table.floor_state import stance_of
from game.systems.sandbox.prompts import SandboxPrompt
from game.systems.sandbox.rules import bench_of
from game.systems.sandbox.screens.screen import SandboxScreen
from game.table.records import Model
from game.view.overlays import BoardNote, Pin
from game.widgets.list_box import ListBox
from game.widgets.stepper import Stepper
from tests.screens.fixtures_sandbox import sandbox_with_models, search
from tests.screens.input_driver import Player, pixel, ready


def open_sandbox_screen(
    player: Player, map_: str = "old-quarter", *players: str
) -> SandboxScreen:
    battle = prepare("sandbox", seed=3, map_=map_)
    screen = player.open(
        screen_of(game_screen(start_game(battle, players or ("human", "human"))))
    )
    assert isinstance(screen, SandboxScreen)
    ready(player, screen)
    return screen


def found(screen: SandboxScreen) -> ListBox:
    """Return the list of models in the box."""
    (rows,) = (w for w in screen.chest.panel.widgets if isinstance(w, ListBox))
    return rows


def the_other_side(screen: SandboxScreen) -> tuple[int, int]:
    """Return the pixel of the choice of the side at which a click steps on."""
    place = screen.chest.panel.known("sides")
    assert place
    rect = place.rect.move(screen.chest.panel.rect.topleft)
    return rect.right - 8, rect.centery


def find(player: Player, screen: SandboxScreen, words: str) -> tuple[int, int]:
    """Search the model box; return the pixel of its first row."""
    search(screen, words)
    player.wait()
    rows = found(screen)
    assert rows.rows
    left, top = screen.chest.panel.rect.topleft
    return left + rows.rect.left + 60, top + rows.rect.top + 12


def choose_option(player: Player, screen: SandboxScreen, id_: str) -> None:
    """Choose an option of the question, and wait until the next question accepts keys."""
    screen.press(id_)
    player.key(pygame.K_LSHIFT)
    player.wait(2)
    if not screen.busy:
        ready(player, screen)


def carry(
    player: Player, start: tuple[int, int], end: tuple[int, int], button: int = 1
) -> None:
    player.push(*start, button)
    for n in range(1, 5):
        player.move(
            start[0] + (end[0] - start[0]) * n / 4, start[1] + (end[1] - start[1]) * n / 4
        )
        player.wait()
    player.let_go(*end, button)


def place_model(player: Player, screen: SandboxScreen, words: str, x: float, y: float) -> Model:
    """Drag the first model found by a search onto the table, and return it."""
    carry(player, find(player, screen, words), pixel(screen, Point(x, y)))
    ready(player, screen)
    return screen.session.table.standing()[-1]


def test_models_of_three_rosters_are_dragged_out_of_the_box(player: Player) -> None:
    screen = open_sandbox_screen(player)
    for n, words in enumerate(("boarder leader", "scout squad", "captain")):
        place_model(player, screen, words, 10 + 8 * n, 20)

    units = [unit.name for unit in screen.session.table.units.values()]
    assert units == ["Boarder leader", "Scout squad", "Captain"]
    assert len(screen.session.table.standing()) == 7
    for model, x in zip(screen.session.table.standing()[:2], (10, 18), strict=True):
        assert abs(model.at.x - x) < 0.1


def test_a_row_that_is_clicked_is_set_down_by_clicks_until_escape(player: Player) -> None:
    screen = open_sandbox_screen(player)
    player.click(*find(player, screen, "captain"))
    for x in (10, 20):
        player.click(*pixel(screen, Point(x, 10)))
        ready(player, screen)
    player.key(pygame.K_ESCAPE)
    player.click(*pixel(screen, Point(30, 10)))
    player.wait(3)

    assert [round(m.at.x) for m in screen.session.table.standing()] == [10, 20]
    assert screen.stack.dialog is None


def test_for_the_other_side_it_is_taken_when_that_is_chosen(player: Player) -> None:
    screen = open_sandbox_screen(player)
    player.click(*the_other_side(screen))
    model = place_model(player, screen, "captain", 10, 10)

    assert model.side == "red"


def test_dragging_turning_and_wounding_on_the_board(player: Player) -> None:
    screen = open_sandbox_screen(player)
    place_model(player, screen, "prelate", 10, 10)
    carry(player, pixel(screen, Point(10, 10)), pixel(screen, Point(20, 14)))
    ready(player, screen)
    (model,) = screen.session.table.standing()
    assert abs(model.at.x - 20) < 0.1
    assert abs(model.at.y - 14) < 0.1
    player.move(*pixel(screen, model.at))
    for key in (pygame.K_MINUS, pygame.K_r):
        player.key(key)
        ready(player, screen)

    (model,) = screen.session.table.standing()
    assert model.wounds == model.profile.w - 1
    assert model.facing == 195.0


def test_each_deed_is_taken_back_whole_past_dice_and_given_again(player: Player) -> None:
    screen = open_sandbox_screen(player)
    place_model(player, screen, "captain", 10, 10)
    player.press("Roll")
    player.wait_until(lambda: not screen.busy)
    ready(player, screen)
    events = list(screen.session.game.story)
    carry(player, pixel(screen, Point(10, 10)), pixel(screen, Point(20, 14)))
    ready(player, screen)
    moved = list(screen.session.game.story)

    for many in (1, 2, 3):
        player.key(pygame.K_z, pygame.KMOD_CTRL)
        ready(player, screen)
        if many == 1:
            assert screen.session.game.story == events
    assert not screen.session.table.units
    assert screen.stack.dialog is None
    for _ in range(3):
        player.key(pygame.K_y, pygame.KMOD_CTRL)
        ready(player, screen)
    assert screen.session.game.story == moved
    assert screen.playback.shown == len(moved)


def test_a_half_done_deed_goes_back_answer_by_answer(player: Player) -> None:
    screen = open_sandbox_screen(player)
    place_model(player, screen, "captain", 10, 10)
    before = list(screen.session.game.story)
    choose_option(player, screen, "roll")
    choose_option(player, screen, "d20")
    ready(player, screen)
    asked = screen.session.pending
    assert asked
    assert asked.asks == "How many d20?"
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    ready(player, screen)

    asked = screen.session.pending
    assert asked
    assert asked.asks == "Which dice?"
    assert screen.session.game.story == before


def test_markers_are_drawn_with_a_word_in_a_colour(player: Player) -> None:
    screen = open_sandbox_screen(player)
    screen.choices.word, screen.choices.ink = 4, 1
    player.press("Place")
    player.click(*pixel(screen, Point(12, 12)))
    ready(player, screen)

    (token,) = bench_of(screen.session.table).tokens
    assert (token.words, token.ink) == ("Trap", "amber")
    assert abs(token.at.x - 12) < 0.1


def test_other_dice_need_another_number(player: Player) -> None:
    screen = open_sandbox_screen(player)
    screen.choices.need = 5
    size = screen.tools.panel.known("size")
    assert isinstance(size, Stepper)
    size.step(1)

    assert screen.choices.need == 0
    need = screen.tools.panel.known("need")
    assert isinstance(need, Stepper)
    assert (need.labels, need.value) == (("any", "1+", "2+", "3+"), 0)


def test_no_word_of_a_token_is_cut_off(player: Player) -> None:
    screen = open_sandbox_screen(player)
    words = screen.tools.panel.known("word")
    assert isinstance(words, Stepper)
    for _ in words.labels:
        words.step(1)
        player.wait()
        assert [widget.cut for widget in screen.tools.panel.widgets if widget.cut] == []


def test_a_deed_that_the_rules_refuse_is_told_and_leaves_nothing(player: Player) -> None:
    screen = open_sandbox_screen(player)
    before = list(screen.session.game.story)
    screen._do(("draw", "Trap", "blue", [999.0, 3.0]))  # noqa: SLF001  no tool draws outside the table

    assert screen.stack.dialog is not None
    assert screen.session.game.story == before
    assert screen.session.answers_given == 0


def test_a_flood_is_let_loose_and_taken_back(player: Player) -> None:
    screen = open_sandbox_screen(player, "sewer-cross")
    place_model(player, screen, "captain", 24, 14)
    events = list(screen.session.game.story)
    choose_option(player, screen, "flood")
    choose_option(player, screen, "north-mouth")
    player.wait_until(lambda: screen.session.pending is not None)
    player.key(pygame.K_SPACE)
    ready(player, screen)
    assert screen.session.table.ground
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    ready(player, screen)

    assert screen.session.table.ground == ()
    assert screen.session.game.story == events


def test_it_is_written_down_and_goes_on_where_it_stood(player: Player) -> None:
    screen = open_sandbox_screen(player)
    place_model(player, screen, "captain", 10, 10)
    player.press("Roll")
    player.wait_until(lambda: not screen.busy)
    table = screen.session.table
    (path,) = saves().glob("*.undertow")
    screen.leave()
    save = load_save(path)
    again = resume_game(save)

    assert again.session.table == table
    assert again.lost == 0
    assert isinstance(screen_of(game_screen(again)), SandboxScreen)
    battle = again.battle
    assert verify(save, battle.rules(), battle.opening) is None


def test_the_window_may_change_while_something_is_looked_for(player: Player) -> None:
    screen = open_sandbox_screen(player)
    player.click(*the_other_side(screen))
    find(player, screen, "captain")
    screen.fill(player.frame)

    assert screen.chest.words == "captain"
    assert screen.chest.side == "red"
    assert all("Captain" in row.label for row in found(screen).rows)


def test_the_door_of_the_title_leads_to_its_setting_up(player: Player) -> None:
    screen = player.open(SCREENS["sandbox"]())
    assert isinstance(screen, SetupScreen)
    player.key(pygame.K_RETURN)
    player.wait()

    assert isinstance(player.top, SandboxScreen)
    assert player.top.live_game.seats.people == ["blue", "red"]


@pytest.mark.parametrize("name", ["", "mine"])
def test_a_map_that_is_in_no_file_is_opened_and_saved(player: Player, name: str) -> None:
    mapfile = read_map(MAPS / "training-cage.tmj")
    screen = player.open(open_sandbox(mapfile, name))
    assert isinstance(screen, SandboxScreen)
    ready(player, screen)
    place_model(player, screen, "captain", 12, 2)
    (path,) = saves().glob("*.undertow")
    screen.leave()

    table = resume_game(load_save(path)).session.table
    assert stance_of(table, table.standing()[0].id) is not None


def test_a_sandbox_is_loaded_from_the_menu_of_another_battle(player: Player) -> None:
    sandbox_with_models().save_as("a table of mine")
    player.play()
    player.open(SCREENS["saves"](battle_speed=2.0))
    player.press("Load")

    assert isinstance(player.top, SandboxScreen)
    assert player.top.speed == 2.0


def test_its_end_shows_results_and_a_replay_that_has_its_markers(player: Player) -> None:
    screen = open_sandbox_screen(player)
    place_model(player, screen, "captain", 10, 10)
    screen.choices.word = 4
    player.press("Place")
    player.click(*pixel(screen, Point(12, 12)))
    ready(player, screen)
    choose_option(player, screen, "end")
    player.wait_until(lambda: isinstance(player.top, ResultScreen))
    story = record_of_live_game(screen.live_game)
    end = len(screen.session.game.story)
    replay = player.open(ReplayScreen(story, playing=False, at=end))
    player.wait(5)

    (pin,) = [o for o in replay.parts.board.sheets.above if isinstance(o, Pin)]
    assert pin.words == "Trap"
    assert screen.live_game.result
    assert screen.live_game.result.winner is None


@pytest.mark.slow
def test_a_bot_may_sit_on_the_other_side(player: Player) -> None:
    """The bot plays after the hand-over until it ends the game or hands back."""
    screen = open_sandbox_screen(player, "old-quarter", "human", "random")
    place_model(player, screen, "captain", 10, 10)
    choose_option(player, screen, "hand over")
    screen.speed = 50.0
    screen.fill(player.frame)

    def done() -> bool:
        asked = screen.session.pending
        return asked is None or (asked.by == "blue" and not screen.busy)

    player.wait_until(done, frames=20000)
    back = screen.session.answers_given
    if screen.session.pending:
        ready(player, screen)
    else:
        player.wait_until(lambda: isinstance(player.top, ResultScreen))
        player.press("See table")
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.wait(5)

    assert screen.session.answers_given < back


def test_a_cage_without_its_rules_counts_no_actions(player: Player) -> None:
    screen = open_sandbox_screen(player, "training-cage")
    place_model(player, screen, "captain", 12, 2)

    assert not any(item.shown for item in screen.parts.header.statuses)


@pytest.mark.rule("SB-16", "SB-20")
def test_a_click_works_a_door_or_a_lamp_unless_a_model_is_in_the_way(player: Player) -> None:
    objects: list[dict[str, object]] = [
        {"class": "Door", "name": "Gate", "polyline": [[20, 10], [24, 10]]},
        {"class": "Lamp", "name": "Lantern", "point": [30, 30]},
    ]
    screen = player.open(open_sandbox(map_of(48, 48, objects)))
    assert isinstance(screen, SandboxScreen)
    ready(player, screen)

    def click(x: float, y: float) -> None:
        player.click(*pixel(screen, Point(x, y)))
        ready(player, screen)

    player.move(*pixel(screen, Point(21, 10.1)))
    player.wait(2)
    assert isinstance(screen.prompt, SandboxPrompt)
    notes = [one.words for one in screen.prompt.above() if isinstance(one, BoardNote)]
    assert notes == ["Click: open the gate (SB-20)"]
    click(21, 10.1)
    click(30.3, 30)
    click(40, 40)
    assert [door.is_open for door in screen.session.table.board.doors] == [True]
    assert bench_of(screen.session.table).out == ("lantern",)

    place_model(player, screen, "captain", 22, 10)
    player.click(*pixel(screen, Point(20.6, 10)))
    assert screen.stack.dialog, "the captain is in the way"
    assert [door.is_open for door in screen.session.table.board.doors] == [True]
    player.key(pygame.K_RETURN)
    ready(player, screen)
    click(22, 10)
    assert [door.is_open for door in screen.session.table.board.doors] == [True]
    click(30.3, 30)
    assert bench_of(screen.session.table).out == ()
