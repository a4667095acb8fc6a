from __future__ import annotations

from itertools import product
from pathlib import Path
from threading import Event

import pygame
import pytest

from game.background import finish, loading
from game.content.file_source import DiskSource
from game.content.own_folders import saves
from game.picture_cache import PICTURES
from game.screens import title_actions, title_background
from game.screens.battle.screen import BattleScreen
from game.screens.battle_lesson import LessonScreen
from game.screens.demo_battle import DemoBattle, DemoCancelledError
from game.screens.editor.start_screen import StartScreen
from game.screens.idle_painting import IdlePainter, paint_shipped_maps
from game.screens.lesson_list import LessonsScreen
from game.screens.load_game import LoadScreen
from game.screens.screen import WindowContext
from game.screens.setup import SetupScreen
from game.screens.shelf import LIST
from game.screens.title import IDLE_SECONDS, TitleScreen
from game.screens.title_background import paint_still, still, window_of
from game.view.board.tiles import BoardTiles, TileDiskCache
from game.widgets.button import Button
from game.widgets.theme import Theme
from tests.screens.bare import Dark
from tests.screens.input_driver import Player, ready

INK = pygame.Color("#0B0D0F")


def loaded_title(player: Player) -> TitleScreen:
    """Return the title screen after all of its content has loaded."""
    title = player.open(TitleScreen(4))
    player.wait_for(lambda: title.demo is not None and not loading())
    player.wait()
    return title


def right_half(canvas: pygame.Surface) -> bytes:
    """Return the pixels of the right half, where no words are."""
    wide, high = canvas.get_size()
    return pygame.image.tobytes(canvas.subsurface((wide // 2, 0, wide // 2, high)), "RGB")


@pytest.mark.parametrize("size", [(922, 720), (1382, 1080), (700, 900), (1800, 600)])
def test_the_still_picture_fills_its_part_of_any_window(size: tuple[int, int]) -> None:
    picture = still(size)

    assert picture
    assert picture.get_size() == size
    # No part is black but what the vignette darkens at the left; a shadow may be.
    wide, high = size[0] // 10, size[1] // 10
    for column, line in product((3, 5, 7), (2, 5, 7)):
        part = pygame.Rect(column * wide, line * high, wide, high)
        assert max(pygame.transform.average_color(picture, part)[:3]) > max(INK[:3])


def test_without_its_file_the_title_begins_dark(
    player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    PICTURES.clear()
    monkeypatch.setattr(title_background, "STILL", tmp_path / "title.jpg")
    canvas = pygame.Surface(player.frame.size)
    canvas.fill("white")
    paint_still(canvas, player.frame)
    PICTURES.clear()

    assert canvas.get_at(window_of(player.frame).center) == INK


def test_the_picture_fades_out_while_the_battle_fades_in(player: Player) -> None:
    window = window_of(player.frame)
    canvas = pygame.Surface(player.frame.size)
    levels = list[int]()
    for share in (1.0, 0.5, 0.0):
        canvas.fill("white")
        paint_still(canvas, player.frame, share)
        levels.append(sum(canvas.get_at(window.center)[:3]))

    assert levels == sorted(levels)
    assert levels[2] == 3 * 255
    assert levels[1] == pytest.approx((levels[0] + levels[2]) / 2, abs=6)


def test_boards_painted_in_idle_time_are_those_that_a_battle_shows(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = set[str]()
    with monkeypatch.context() as patch:
        patch.setattr(DiskSource, "names", lambda *_: ["ruined-crossing"])
        patch.setattr(TileDiskCache, "has", lambda own, *part: own._name(*part) in kept)  # noqa: SLF001  names of files are private to the cache
        patch.setattr(TileDiskCache, "keep", lambda own, *part: kept.add(own._name(*part[:2])))  # noqa: SLF001
        painter = IdlePainter(player.frame)
        while not painter.is_done:
            painter.step()
            pygame.time.wait(1)

    screen = player.play()
    assert screen.live_game.battle.map == "maps/ruined-crossing.tmj"
    ground = screen.parts.board.scene.ground
    fresh = BoardTiles(screen.session.table.board)
    fresh._lay_out(screen.parts.board.scene.camera)  # noqa: SLF001  which tiles a view needs is not public
    assert kept == {ground.shelf._name(ground._box(tile), tile[0]) for tile in fresh._missing}  # noqa: SLF001


def test_a_cache_that_keeps_nothing_is_not_filled_on_and_on(
    frame: WindowContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiskSource, "names", lambda *_: ["ruined-crossing", "hulk-hold"])
    monkeypatch.setattr(TileDiskCache, "has", lambda *_: False)
    monkeypatch.setattr(TileDiskCache, "keep", lambda *_: None)

    assert [*paint_shipped_maps(frame)] == []


def test_boards_are_painted_only_after_some_time_without_input(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = list[float]()
    monkeypatch.setattr(Dark, "use_idle_time", lambda _: used.append(1.0))
    title = loaded_title(player)
    for _ in range(2):
        player.key(pygame.K_UP)
        title.update(IDLE_SECONDS - 0.1)
    assert not used

    title.update(0.2)
    assert used


@pytest.mark.slow
@pytest.mark.usefixtures("painted")
def test_the_first_frame_shows_a_picture_over_which_the_battle_fades_in(player: Player) -> None:
    title = player.open(TitleScreen(4))
    first, alone = right_half(player.canvas), player.canvas.copy()
    paint_still(alone, player.frame)
    assert first == right_half(alone)
    assert player.canvas.get_at((80, 80)) != INK or player.canvas.get_at((100, 90)) != INK

    player.wait_for(lambda: bool((demo := title.demo) and demo.light == 1.0))
    assert right_half(player.canvas) != first
    assert player.canvas.get_at((1000, 360)) != INK


@pytest.mark.slow
@pytest.mark.usefixtures("demo")
def test_the_battle_behind_the_doors_goes_on_by_itself_and_is_not_saved(
    player: Player, home: Path
) -> None:
    title = player.open(TitleScreen(4))
    player.wait_for(lambda: bool((demo := title.demo) and demo.light == 1.0))
    demo = title.demo
    assert demo
    assert demo.opened
    game = demo.opened.session.game
    before = len(game.story)
    player.wait_for(lambda: len(game.story) > before)

    assert not (home / "saves").exists()


def test_design_leads_to_the_maps(player: Player) -> None:
    player.open(TitleScreen())
    player.key(pygame.K_d)

    assert isinstance(player.top, StartScreen)


def test_a_title_that_was_left_opens_no_battle(frame: WindowContext) -> None:
    vista = DemoBattle(frame, 4)
    vista.leave()
    finish()

    with pytest.raises(DemoCancelledError):
        vista.update(0.0)


@pytest.mark.usefixtures("demo")
def test_a_title_that_is_left_tells_the_battle_behind_it(player: Player) -> None:
    title = player.open(TitleScreen(4))
    player.wait_until(lambda: title.demo is not None)
    player.leave()

    demo = title.demo
    assert demo
    assert demo._left  # noqa: SLF001  leaving shows only in its thread


def doors(title: TitleScreen) -> list[Button]:
    return [w for w in title.panel.widgets if isinstance(w, Button)]


@pytest.mark.parametrize("units", [(1024, 576), (1280, 720), (1920, 1080)])
def test_all_doors_fit_every_window(units: tuple[int, int]) -> None:
    pygame.display.set_mode((1280, 720))
    player = Player(WindowContext(Theme(), units))
    title = player.open(TitleScreen())
    boxes = [door.rect for door in doors(title)]
    player.leave()

    assert all(title.panel.rect.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[n + 1 :]) == -1 for n, box in enumerate(boxes))


def test_enter_and_enter_again_begin_a_game(player: Player) -> None:
    player.open(TitleScreen())
    player.key(pygame.K_RETURN)
    assert isinstance(player.top, SetupScreen)
    player.key(pygame.K_RETURN)

    assert isinstance(player.top, BattleScreen)
    assert "human" in player.top.live_game.seats.names.values()


def test_to_watch_seats_two_bots(player: Player) -> None:
    player.open(TitleScreen())
    player.key(pygame.K_w)
    player.key(pygame.K_RETURN)

    assert isinstance(player.top, BattleScreen)
    assert player.top.live_game.seats.people == []


def test_learn_lists_the_lessons_and_says_where_to_start(player: Player) -> None:
    player.open(TitleScreen())
    player.press("LEARN")
    player.wait(2)

    assert isinstance(player.top, LessonsScreen)
    rows = player.list_box(LIST).rows
    assert [row.id for row in rows if row.note == "start here"] == ["first-battle"]
    player.key(pygame.K_RETURN)
    assert isinstance(player.top, LessonScreen)
    player.press("Leave")
    assert isinstance(player.top, LessonsScreen)


L, R, U, D = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN


@pytest.mark.parametrize(
    ("keys", "label"),
    [
        ((R,), "WATCH"),
        ((D,), "LEARN"),
        ((R, D), "DESIGN"),
        ((R, R), "LEARN"),  # at the end of a row it goes on in the next one, as Tab does
        ((R, D, L, U), "PLAY"),
        ((D, D), "CONTINUE"),
        ((D, D, D, R), "Load"),
        ((R, D, D, D, D), "Packs"),
        ((U,), "Help"),
        ((L,), "Quit"),
    ],
)
def test_arrows_lead_to_the_next_door_that_way(
    player: Player, keys: tuple[int, ...], label: str
) -> None:
    title = player.open(TitleScreen())
    for key in keys:
        player.key(key)

    on = title.stack.focus.on
    assert isinstance(on, Button)
    assert on.label == label


@pytest.mark.parametrize("by_mouse", [True, False])
def test_coming_back_the_door_that_was_opened_has_the_focus(
    player: Player, *, by_mouse: bool
) -> None:
    title = player.open(TitleScreen())
    if by_mouse:
        player.press("Load")
    else:
        player.key(pygame.K_l)
    assert isinstance(player.top, LoadScreen)
    player.key(pygame.K_ESCAPE)

    assert player.stack.screens == [title]
    on = title.stack.focus.on
    assert isinstance(on, Button)
    assert on.label == "Load"


def test_the_first_frame_is_drawn_before_anything_is_loaded(
    frame: WindowContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(title_actions, "demo_battle", lambda *_: Dark())
    title = TitleScreen()
    title.fill(frame)
    title.update(0.0)
    title.draw(pygame.Surface(frame.size))
    assert not loading()

    title.update(0.0)
    finish()
    title.update(0.0)
    assert title.demo


def test_leaving_waits_for_nothing_that_is_still_loaded(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = Event()
    monkeypatch.setattr(title_actions, "demo_battle", lambda *_: loaded.wait(60))
    player.open(TitleScreen())
    player.wait()
    player.key(pygame.K_RETURN)
    player.key(pygame.K_RETURN)

    assert isinstance(player.top, BattleScreen)
    assert loading()
    loaded.set()
    finish()
    assert not loading()


def test_q_quits(player: Player) -> None:
    player.open(TitleScreen())
    player.key(pygame.K_q)

    assert player.stack.top is None


def test_nothing_to_go_on_with_is_said(player: Player) -> None:
    title = loaded_title(player)
    assert (
        player.button("CONTINUE").reason
        == player.button("CONTINUE").detail
        == "No unfinished game"
    )
    player.press("CONTINUE")

    assert player.top is title


def test_the_game_left_last_goes_on_with_one_click(player: Player) -> None:
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_RETURN)
    before = screen.session.pending
    player.leave()
    loaded_title(player)
    assert player.button("CONTINUE").detail == "Combat patrol, before the battle · just now"
    player.press("CONTINUE")

    assert isinstance(player.top, BattleScreen)
    assert player.top.session.pending == before


def test_a_game_that_was_only_watched_is_not_continued(player: Player) -> None:
    watched = player.play("random", "random")
    player.wait_until(lambda: watched.session.answers_given > 3)
    player.leave()
    loaded_title(player)
    assert player.button("CONTINUE").reason == "No unfinished game"


def test_a_watched_game_that_was_taken_over_is_continued(player: Player) -> None:
    watched = player.play("random", "random")
    player.wait_until(lambda: watched.session.answers_given > 3)
    side = watched.session.table.sides[0]
    watched.live_game.seat(side, "human")
    before = watched.session.answers_given
    player.leave()
    assert len([*saves().glob("*.undertow")]) == 1
    loaded_title(player)
    player.press("CONTINUE")

    assert isinstance(player.top, BattleScreen)
    assert player.top.live_game.seats.people == [side]
    assert player.top.session.answers_given >= before
