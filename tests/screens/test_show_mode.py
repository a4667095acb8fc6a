"""The show mode: board and captions only, for battles that are watched."""

from __future__ import annotations

import gc
import threading
from dataclasses import replace
from functools import partial

import pygame
import pytest

from game.bots.registry import policy
from game.geometry.points import Point
from game.rules.battles import prepare
from game.screens import screen_stack
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import record_of_live_game, start_game
from game.screens.screen import Begin, Change, Destination
from game.screens.show.caption_source import (
    LEAST_SECONDS,
    READ_SECONDS,
    TURN_SECONDS,
    CaptionSource,
)
from game.screens.show.show_camera import BRIEF_SECONDS, REST_SECONDS, ShowCamera
from game.screens.show.show_loop import LoopBreak, ShowLoopScreen
from game.screens.show.show_mode import POINTER_SECONDS
from game.screens.show.show_pace import GLANCE_SECONDS, HURRY, SLOWEST_MOTION, ShowPace
from game.screens.show.show_programme import ShowProgramme
from game.screens.show.show_surround import CAPTION_SIZES, ShowSurround
from game.shown.event_captions import MAX_CHARACTERS, EventCaption, Importance
from game.shown.event_log import EventLog
from game.table.apply import apply
from game.table.events import Act, Acted, Event, Moved, PhaseBegan, Removed, Rolled
from game.table.records import How, Where
from game.view.camera import SMALLEST, Camera, CameraGuide
from game.view.playback.stage import Stage
from game.widgets.sizes import SMALL_TEXT
from tests.bench.test_cluster import resident_megabytes
from tests.screens.input_driver import Player
from tests.tools.stillness import stillness

BOTS = "steady", "steady"
ANSWERS = 40
"""Number of answers of a game that is filmed."""
ROUNDS, MAX_FRAMES, MAX_GROWTH_MEGABYTES = 3, 20_000, 12.0
"""Rounds of a loop, their frames at most, and the memory that the last may add.

Caches of pictures are not full before some ten battles.
"""
ACTING_FRAMES = 60
"""Number of tokens of acting models that are measured, one in each frame."""
MIN_LETTER_PIXELS = 9
MAX_STILL_SHARE, MAX_STILL_SECONDS = 0.05, 0.5
"""Limits of the time in which nothing on the board moves."""


def watch(player: Player, *, shows: bool) -> BattleScreen:
    live_game = start_game(prepare("cage", seed=7), BOTS, kept=False)
    return player.open(BattleScreen(live_game, speed=8.0, shows=shows))


def test_a_key_clears_the_window_for_spectators(player: Player) -> None:
    screen = watch(player, shows=False)
    before = screen.parts.board.window.copy()

    player.key(pygame.K_F12)

    assert screen.stack.panels == []
    assert screen.parts.board.window.width == player.frame.size[0] > before.width

    player.key(pygame.K_ESCAPE)

    assert screen.parts.board.window == before
    assert screen.parts.header.panel in screen.stack.panels


def test_a_drag_draws_and_a_right_click_wipes(player: Player) -> None:
    screen = watch(player, shows=True)
    pen = screen.show_mode.pen

    player.push(400, 300)
    player.move(500, 350)
    player.let_go(500, 350)
    assert len(pen.strokes) == 1
    player.push(420, 320, pygame.BUTTON_RIGHT)
    assert not pen.strokes


def test_a_dialog_brings_the_hidden_pointer_back(player: Player) -> None:
    screen = watch(player, shows=True)
    screen.show_mode.update(POINTER_SECONDS + 0.1, is_covered=False)
    assert not pygame.mouse.get_visible()

    screen.show_message("Stopped", "A bot took too long.")
    screen.update(0.1)
    assert pygame.mouse.get_visible()


@pytest.mark.parametrize(
    "size", [(640, 590), (960, 540), (1280, 720), (1024, 768), (1920, 1080)]
)
def test_a_caption_fits_in_one_line_at_each_size(size: tuple[int, int]) -> None:
    """Also in half a window, beside another game."""
    strip = ShowSurround(size).strip
    longest = "Warden gunner shoots Skitterer swarm at marker 3 with grenade launcher, frag"
    text = longest[:MAX_CHARACTERS]

    letters = strip.size_for(text)

    assert letters >= CAPTION_SIZES[3]
    assert strip.theme.px(SMALL_TEXT) >= MIN_LETTER_PIXELS
    assert strip.theme.width(text, letters, "title") <= strip.rect.width


def test_sentences_are_displayed_for_a_while_but_losses_at_once() -> None:
    table = prepare("cage", seed=7).opening.fork()
    stage, log = Stage(table), EventLog()
    told, (first, *_) = CaptionSource(log), table.models.values()
    begun = PhaseBegan("AR-01", 1, "movement", first.side)
    deeds = (
        Acted("AR-05", first.unit, Act.MOVES),
        Acted("AR-05", next(u for u in table.units if u != first.unit), Act.MOVES),
        Removed("AR-21", first.id, How.HAZARD),
    )
    shoots = Acted("AR-05", deeds[1].unit, Act.SHOOTS, target=first.unit)

    def happens(event: Event) -> EventCaption | None:
        apply(table, event)
        log.add([event], table, 0)
        return told.caption

    turn = happens(begun)
    assert turn is log.turn_caption is not None
    assert happens(deeds[0]) is turn is not told.latest
    told.update(stage, 0.1)
    assert told.caption is turn
    told.update(stage, TURN_SECONDS)
    moves = told.caption
    assert moves is told.latest
    assert happens(deeds[1]) is moves, "no sentence is cut short by the next one"
    told.update(stage, READ_SECONDS)
    held = told.caption
    assert held is told.latest is not moves
    assert happens(replace(begun, round=2)) is held, "a turn waits, too, but not as long"
    told.update(stage, LEAST_SECONDS)
    assert told.caption is log.turn_caption
    told.update(stage)
    assert happens(deeds[0]) is log.turn_caption
    told.update(stage, READ_SECONDS + 0.1)
    held = told.caption
    assert held is told.latest, "the same lead is read sooner"
    assert happens(shoots) is held is not told.latest
    told.update(stage, LEAST_SECONDS)
    held = told.caption
    assert held is told.latest, "so does a deed"
    assert happens(replace(begun, round=3)) is held
    told.update(stage, LEAST_SECONDS)
    assert told.caption is log.turn_caption
    assert happens(deeds[2]) is told.latest


@pytest.mark.parametrize(
    ("importance", "rested", "goes"),
    [
        (Importance.ROUTINE, REST_SECONDS - 0.1, False),
        (Importance.ROUTINE, REST_SECONDS, True),
        (Importance.DEED, BRIEF_SECONDS - 0.1, False),
        (Importance.DEED, BRIEF_SECONDS, True),
        (Importance.GREAT, 0.0, True),
    ],
)
def test_the_camera_goes_soon_to_a_deed_out_of_view(
    importance: Importance,
    rested: float,
    goes: bool,  # noqa: FBT001
) -> None:
    table = prepare("cage", seed=7).opening.fork()
    first, other = list(table.models.values())[:2]
    begun = PhaseBegan("AR-01", 1, "movement", first.side)
    apply(table, begun)
    far = Point(table.board.width - 1.0, table.board.height - 1.0)
    for model, at in ((first, Point(1.0, 1.0)), (other, far)):
        table.models[model.id] = replace(model, at=at, base=0.5, where=Where.TABLE)
    window = pygame.Rect(0, 0, 600, 300)
    guide = CameraGuide(Camera(table.board.width, table.board.height, window))
    shows = ShowCamera(guide)
    caption = EventCaption("", 0, importance, (first.unit,), begun, replaces=False)
    shows.update(0.0, caption._replace(importance=Importance.GREAT), table)
    assert not guide.will_see(far)

    shows.update(rested, caption._replace(about=(other.unit,)), table)

    assert guide.will_see(far) is goes


@pytest.mark.parametrize(("has_begun", "pace"), [(False, SLOWEST_MOTION), (True, 1.5)])
def test_a_short_motion_is_slow_until_its_sentence_is_read(
    has_begun: bool,  # noqa: FBT001
    pace: float,
) -> None:
    stage = Stage(prepare("cage", seed=7).opening)
    model = next(iter(stage.seen.models.values()))
    end = Point(model.at.x + 1.0, model.at.y)
    moved = Moved("AR-05", model.id, (model.at, end), facing=90.0)
    stage.add([moved])
    stage.play(0.001)
    before = EventCaption("", 0, Importance.ROUTINE, (model.unit,), moved, replaces=False)
    shows = ShowPace()
    if has_begun:
        shows.paced(READ_SECONDS, before, stage)
    now = before._replace(event=replace(moved), replaces=True)

    assert shows.paced(0.01, now, stage) == pytest.approx(0.01 * pace)


def test_a_pause_is_hurried_through_once_its_sentence_was_seen() -> None:
    stage, shows = Stage(prepare("cage", seed=7).opening), ShowPace()
    stage.paused = 1.0
    model = next(iter(stage.seen.models.values()))
    rolled = Rolled("AR-21", model.side, "save", faces=(3,), who=model.unit)
    caption = EventCaption("", 0, Importance.DEED, (model.unit,), rolled, replaces=False)

    routine = caption._replace(importance=Importance.ROUTINE, event=replace(rolled))
    assert ShowPace().paced(0.01, routine, stage) == 0.01 * HURRY
    assert shows.paced(GLANCE_SECONDS / 2, caption, stage) == GLANCE_SECONDS / 2
    assert shows.paced(GLANCE_SECONDS / 2, caption, stage) == GLANCE_SECONDS / 2 * HURRY


def test_any_input_pauses_a_loop_and_offers_a_side(player: Player) -> None:
    programme = ShowProgramme((prepare("cage", seed=7),), BOTS, speed=8.0)
    screen = player.open(ShowLoopScreen(programme))
    assert (screen.card.title, screen.card.foot) == ("Training cage", ""), "named once"
    player.wait(2)

    player.key(pygame.K_k)
    dialog = screen.stack.dialog
    assert dialog
    veiled = brightness(player, screen)
    for _ in range(3):
        screen.parts.board.spoil()
        player.wait(1)
    assert brightness(player, screen) == veiled > 0
    screen.take_side(screen.session.table.sides[0])

    assert not screen.show_mode.on
    assert len(screen.play.people) == 1


def brightness(player: Player, screen: BattleScreen) -> int:
    """Return the sum of the colours of the bar above the board."""
    assert screen.show_mode.surround
    bar = (0, 0, player.frame.size[0], screen.show_mode.surround.board.top)
    return int(pygame.surfarray.array3d(player.canvas.subsurface(bar)).sum())


def test_later_rounds_of_a_loop_have_other_dice_than_those_named() -> None:
    named = prepare("cage", seed=0)
    battles = named, replace(named, seed=5_000_000)
    seeds = [ShowProgramme(battles, BOTS, number=n).battle().seed for n in range(4)]

    assert seeds == [0, 5_000_000, 1, 5_000_001]


@pytest.mark.usefixtures("tidied")
def test_a_loop_frees_a_battle_before_it_makes_the_next_one(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    battles = prepare("cage", seed=7), prepare("pursuit", seed=3)
    programme = ShowProgramme(battles, BOTS, speed=60.0)
    screen = player.open(ShowLoopScreen(programme))
    screen.live_game.agree_on_draw()
    changes = list[Change]()

    while not changes:
        if change := screen.update(0.1):
            changes.append(change)

    (change,) = changes
    assert isinstance(change, Begin)
    follows = programme.next()
    assert (follows.battle().scenario.id, follows.battle().seed) == ("pursuit", 3)
    assert follows.next().battle().seed == 8

    diary = list[object]()
    monkeypatch.setattr(screen_stack, "give_back", lambda: diary.append("memory is returned"))
    monkeypatch.setattr(gc, "collect", lambda: diary.append("garbage is collected"))

    def made(where: Destination) -> LoopBreak:
        diary.extend((where.name, *where.arguments))
        return LoopBreak(follows)

    monkeypatch.setattr(screen_stack, "screen_of", made)
    player.stack.follow(change)
    player.wait(1)
    assert diary == ["garbage is collected", "memory is returned", "show loop", follows]


@pytest.mark.slow
def test_the_board_hardly_ever_stands_still() -> None:
    live_game, bot = start_game(prepare("crossing", seed=7), BOTS, kept=False), policy("steady")
    for _ in range(ANSWERS):
        live_game.session.answer(bot.answer(live_game.session))
    found = stillness(record_of_live_game(live_game))
    assert found.share <= MAX_STILL_SHARE
    assert found.longest <= MAX_STILL_SECONDS


@pytest.mark.slow
def test_a_loop_needs_no_more_memory_in_its_third_round(player: Player) -> None:
    battles = prepare("cage", seed=7), prepare("first_patrol", seed=3)
    programme = ShowProgramme(battles, ("random", "random"), speed=60.0)
    player.open(ShowLoopScreen(programme))
    used, threads = list[float](), list[int]()
    for number in range(0, 2 * ROUNDS + 1, 2):
        player.wait_until(partial(is_shown, player, number), MAX_FRAMES)
        used.append(resident_megabytes())
        threads.append(threading.active_count())

    assert used[-1] - used[-2] < MAX_GROWTH_MEGABYTES, used
    assert threads[-1] <= threads[-2]
    gc.collect()
    assert sum(isinstance(one, ShowLoopScreen) for one in gc.get_objects()) == 1


def is_shown(player: Player, number: int) -> bool:
    """Return whether the title card of a battle of a loop is shown."""
    top = player.top
    return isinstance(top, ShowLoopScreen) and top.programme.number == number


@pytest.mark.slow
def test_who_acts_is_drawn_as_large_as_who_is_asked_about(player: Player) -> None:
    """Also while the camera shows the whole of the widest table."""
    live_game = start_game(prepare("adrift", seed=1), BOTS, kept=False)
    screen = player.open(BattleScreen(live_game, speed=4.0, shows=True))
    scene = screen.parts.board.scene
    widths = list[int]()
    while len(widths) < ACTING_FRAMES:
        player.wait(1)
        for id_ in scene.acting:
            model = scene.stage.seen.models[id_]
            base = scene.enlarged.discs.get(id_) or model.disc
            if model.unit not in scene.enlarged.crowded and scene.stage.seen.clock.round:
                widths.append(round(2 * base.radius * scene.camera.ppi))

    assert min(widths) >= SMALLEST
