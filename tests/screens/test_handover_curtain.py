"""The hand-over curtain, with the toy game of sealed hands and with a battle of two people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.content.save_format import HUMAN
from game.content.settings import Curtain, Settings
from game.play.session import Session
from game.screens.battle.screen import BattleScreen
from game.screens.handover_curtain import LIFT_DELAY_SECONDS
from game.screens.live_game import LiveGame
from game.screens.seats import Seats
from game.shown.event_log import LogLine, missed_log_lines
from game.shown.lines import ShownLine, ShownSpan
from game.table.events import PhaseBegan
from tests.screens.input_driver import FRAME, Player, battle, ready
from tests.tools.toy_saves import restored_game, text_of
from tests.tools.toy_with_secrets import NONE, SEALED, STONE, sealed_toy

HIDDEN = (STONE, NONE)


class Toyed(LiveGame):
    """A live game of the toy rules, which has no scenario and so no save file."""

    def record(self) -> None:
        pass


def at_table(player: Player, session: Session, when: Curtain, *seats: str) -> BattleScreen:
    names = dict(zip(session.table.sides, seats or (HUMAN, HUMAN), strict=True))
    toy = replace(battle(), opening=session.chapters[0].opening)
    settings = Settings(curtain=when)
    player.frame = player.stack.frame = player.frame._replace(settings=settings)
    screen = player.open(BattleScreen(Toyed(toy, session, Seats(names)), speed=50.0))
    player.wait()
    return screen


def covered(player: Player, screen: BattleScreen) -> bytes:
    assert screen.handover.veil
    player.wait(2)
    return pygame.image.tobytes(player.canvas, "RGB")


def lift(player: Player, screen: BattleScreen) -> None:
    player.wait(1 + round(LIFT_DELAY_SECONDS / FRAME))
    player.key(pygame.K_RETURN)
    assert screen.handover.veil is None
    ready(player, screen)


def choose_hand(player: Player, screen: BattleScreen, answer: str) -> None:
    """Choose a hand by its number key and confirm it."""
    number = pygame.K_1 if answer == STONE else pygame.K_2
    player.key(number)
    if screen.prompt and screen.handover.veil is None:
        player.key(pygame.K_RETURN)


def seen_by_the_second(player: Player, answer: str) -> tuple[bytes, bytes]:
    """Return the window's pixels under the curtain, and after the second player lifts it."""
    screen = at_table(player, sealed_toy(), Curtain.HIDDEN)
    lift(player, screen)
    choose_hand(player, screen, answer)
    assert screen.session.secrets[0].answer == answer
    curtain = covered(player, screen)
    lift(player, screen)
    # The board is painted in the background, which may take a while.
    scene = screen.parts.board.scene
    scene.ground.prepare(scene.camera)
    player.wait(3)
    return curtain, pygame.image.tobytes(player.canvas, "RGB")


def test_the_pixels_are_the_same_whatever_was_chosen(player: Player) -> None:
    stone, none = (seen_by_the_second(player, answer) for answer in HIDDEN)

    assert stone == none


def test_after_loading_the_pixels_are_the_same_whatever_lies_sealed(player: Player) -> None:
    shown = []
    for answer in HIDDEN:
        session = sealed_toy()
        session.answer(answer)
        loaded = restored_game(text_of(session), SEALED).session
        screen = at_table(player, loaded, Curtain.HIDDEN)
        shown.append(covered(player, screen))

    assert shown[0] == shown[1]


def test_nothing_but_the_curtain_is_seen_in_the_first_frame_after_loading(
    player: Player,
) -> None:
    session = sealed_toy()
    session.answer(STONE)
    screen = BattleScreen(
        Toyed(battle(), session, Seats(dict.fromkeys(session.table.sides, HUMAN)))
    )
    screen.fill(player.frame)

    assert screen.handover.veil
    assert screen.draw(player.canvas) == [player.canvas.get_rect()]


def test_after_a_take_back_it_falls_before_the_first_is_asked_again(player: Player) -> None:
    shown = []
    for answer in HIDDEN:
        screen = at_table(player, sealed_toy(), Curtain.HIDDEN)
        lift(player, screen)
        choose_hand(player, screen, answer)
        lift(player, screen)
        player.key(pygame.K_z, pygame.KMOD_CTRL)
        assert screen.stack.dialog is None
        assert screen.session.pending
        assert screen.session.pending.by == screen.session.table.sides[1]
        shown.append(covered(player, screen))

    assert shown[0] == shown[1]


@pytest.mark.parametrize("away", [True, False])
def test_what_the_first_was_looking_at_tells_nothing(player: Player, *, away: bool) -> None:
    screen = at_table(player, sealed_toy(), Curtain.HIDDEN)
    lift(player, screen)
    view = screen.parts.board.scene.camera.view
    if away:
        screen.parts.board.scene.camera.zoom(3, (400, 300))
        screen.spotlight.kept = "blues-runners-1"
    choose_hand(player, screen, STONE)
    lift(player, screen)

    assert screen.parts.board.scene.camera.view == view
    assert screen.spotlight.kept == ""


def test_a_key_that_is_held_and_a_second_click_do_not_lift_it(player: Player) -> None:
    screen = at_table(player, sealed_toy(), Curtain.HIDDEN)
    middle = player.canvas.get_rect().center
    player.click(*middle)
    assert screen.handover.veil
    for _ in player.frames(60):
        player.send(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    player.wait()
    assert screen.handover.veil
    player.send(pygame.KEYUP, key=pygame.K_RETURN, mod=0)
    player.key(pygame.K_RETURN)
    assert screen.handover.veil is None


def test_one_click_lifts_it(player: Player) -> None:
    screen = at_table(player, sealed_toy(), Curtain.HIDDEN)
    player.wait(1 + round(LIFT_DELAY_SECONDS / FRAME))
    player.click(20, 20)

    assert screen.handover.veil is None
    ready(player, screen)
    assert screen.prompt
    assert screen.prompt.decision is screen.session.pending


@pytest.mark.parametrize(
    ("when", "seats", "falls"),
    [
        (Curtain.HIDDEN, (HUMAN, HUMAN), True),
        (Curtain.ALWAYS, (HUMAN, HUMAN), True),
        (Curtain.OFF, (HUMAN, HUMAN), False),
        (Curtain.HIDDEN, ("random", HUMAN), False),  # a bot sees nothing anyway
        (Curtain.ALWAYS, ("random", HUMAN), False),
    ],
)
def test_when_it_falls(
    player: Player, when: Curtain, seats: tuple[str, str], *, falls: bool
) -> None:
    screen = at_table(player, sealed_toy(), when, *seats)

    assert (screen.handover.veil is not None) is falls


def test_nothing_hidden_needs_no_curtain_unless_it_is_always_wanted(player: Player) -> None:
    asked: list[Any] = []
    for when in (Curtain.HIDDEN, Curtain.ALWAYS):
        session = sealed_toy()
        session.answer(STONE)
        session.answer(NONE)
        assert not session.sealed
        asked.append(at_table(player, session, when).handover.veil)

    assert asked[0] is None
    assert asked[1].words.title == "Blues"


def test_the_recap_tells_what_came_since_that_player_looked(player: Player) -> None:
    session = sealed_toy()
    screen = at_table(player, session, Curtain.ALWAYS)
    lift(player, screen)
    choose_hand(player, screen, STONE)
    assert screen.handover.veil
    assert screen.handover.veil.words.title == "Reds"
    lift(player, screen)
    choose_hand(player, screen, STONE)
    ready_or_covered = screen.handover
    player.wait_until(lambda: ready_or_covered.veil is not None)
    veil = ready_or_covered.veil
    assert veil
    lines = [" ".join(span.text for span in entry.spans) for entry in veil.lines or ()]

    assert veil.words.title == "Blues"
    assert any("1 point" in line for line in lines)
    assert not any("SET-UP" in line for line in lines)


def test_the_recap_leaves_out_what_was_seen_and_headings_without_lines() -> None:
    def log_line(count: int, words: str) -> LogLine:
        heading = words.isupper()
        entry = ShownLine((ShownSpan(words),), heading=heading)
        return LogLine(count, PhaseBegan("CC-33", 1, words, None) if heading else None, entry)

    lines = [
        log_line(1, "old"),
        log_line(2, "EMPTY"),
        log_line(3, "RUN"),
        log_line(4, "runs"),
        log_line(5, "TAG"),
    ]
    kept = [line.text for line in missed_log_lines(lines, 1)]

    assert kept == ["RUN", "runs"]
    assert missed_log_lines([], 0) == []


def test_another_window_does_not_lift_it(player: Player) -> None:
    screen = at_table(player, sealed_toy(), Curtain.HIDDEN)
    player.stack.refit(player.frame)

    assert screen.handover.veil
    player.wait()
    assert screen.prompt is None


def test_once_a_secret_is_out_a_take_back_needs_consent(player: Player) -> None:
    screen = at_table(player, sealed_toy(), Curtain.HIDDEN)
    for answer in (STONE, NONE):
        lift(player, screen)
        choose_hand(player, screen, answer)
    ready(player, screen)
    before = len(screen.session.game.story)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(screen.session.game.story) == before
    player.press("Blues agree")

    assert screen.session.secrets[0].answer == STONE
    assert "a secret was revealed" in screen.event_log.lines[-1].entry.spans[0].text
    player.wait()
    assert screen.handover.veil
