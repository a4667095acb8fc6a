from __future__ import annotations

import pickle
import re
import signal
import threading
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from game.bots import watchdog
from game.bots.match import SeatAssignment, play, seated
from game.bots.protocol import Policy, Thoughts
from game.bots.watchdog import BrokenBotError, StalledError, Watchdog, contained
from game.play import interrupts
from game.play.decisions import Choose, Option
from game.play.dice_sequences import SeededDice
from game.play.game import Game, Rule, Step
from game.play.session import BrokenRuleError, Session
from game.rules.battles import prepare
from game.table.records import Side
from game.table.state import StatePage, Table

ENOUGH = 0.08
"""CPU seconds of patience, so that a test need not wait for ten."""
HERE = re.compile(r"tests\.bots\.")
"""Module path of the toy rules of these tests."""


def works(seconds: float) -> None:
    """Keep the processor busy."""
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass


def turns_in_a_circle(game: Game) -> None:
    while True:
        game.table.rolls += 0


async def ask_forever(game: Game) -> None:
    await Choose(
        Side("wardens"), clause="CC-33", asks="Go on?", options=(Option("yes", "Yes"),)
    )
    turns_in_a_circle(game)


async def ask_and_raise(game: Game) -> None:
    await Choose(
        Side("wardens"), clause="CC-33", asks="Go on?", options=(Option("yes", "Yes"),)
    )
    raise ZeroDivisionError


class Toy:
    system = "toy"
    parts = ("toy",)
    hooks: Mapping[object, tuple[Any, ...]] = MappingProxyType({})
    pages: Mapping[str, StatePage[Any]] = MappingProxyType({})
    options: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, rule: Any) -> None:
        self.rule = rule

    def next_step(self, table: Table) -> Step | None:
        def step(game: Game) -> Rule[None]:
            running: Rule[None] = self.rule(game)
            return running

        return step


def toy_session(rule: Any) -> Session:
    return Session(Toy(rule), Table(), SeededDice(1))


def test_a_rule_that_runs_in_a_circle_is_named_and_stopped() -> None:
    session, dog = toy_session(ask_forever), Watchdog(ENOUGH, HERE)
    started = time.process_time()

    with pytest.raises(StalledError, match=r"circle ran for 0\.08 s") as it, dog.watching():
        session.answer("yes")

    assert [name.split(".")[-1] for name in it.value.where[-2:]] == [
        "ask_forever",
        "turns_in_a_circle",
    ]
    assert time.process_time() - started < 10 * ENOUGH


@pytest.mark.parametrize(
    ("module", "where"),
    [
        ("game.systems.flood.rules.carry", ("systems.flood.rules.carry.circle",)),
        ("game.cores.classic.rules.assault", ("cores.classic.rules.assault.circle",)),
        ("game.cores.kit.attacks", ("cores.kit.attacks.circle",)),
        ("game.rules.catalog", ("rules.catalog.circle",)),
        ("game.systems.cage.bot.search", ()),
        ("game.cores.classic.content", ()),
        ("game.play.moves.paths", ()),
    ],
)
def test_functions_of_rules_are_named_wherever_they_lie(
    module: str, where: tuple[str, ...]
) -> None:
    namespace: dict[str, Any] = {"__name__": module}
    exec("def circle():\n    while True:\n        pass", namespace)  # noqa: S102  a rule elsewhere

    with pytest.raises(StalledError) as it, Watchdog(ENOUGH / 2).watching():
        namespace["circle"]()

    assert it.value.where == where


def test_the_game_stands_where_it_stood_before_the_stall() -> None:
    session, dog = toy_session(ask_forever), Watchdog(ENOUGH)

    with pytest.raises(StalledError), dog.watching():
        session.answer("yes")

    assert session.pending
    assert session.pending.asks == "Go on?"
    assert not session.can_take_back


def test_whoever_goes_on_is_left_alone() -> None:
    dog = Watchdog(ENOUGH, wall=60.0)

    with dog.watching():
        for _ in range(10):
            works(ENOUGH / 5)
            dog.beat()

    works(2 * ENOUGH)


@pytest.mark.slow
def test_thinking_outside_the_watch_may_take_as_long_as_it_likes() -> None:
    dog = Watchdog(ENOUGH, wall=60.0)

    for _ in range(3):
        with dog.watching():
            works(ENOUGH / 5)
        works(2 * ENOUGH)


def test_a_dog_watches_again_after_a_stall() -> None:
    session, dog = toy_session(ask_forever), Watchdog(ENOUGH)

    for _ in range(2):
        with pytest.raises(StalledError), dog.watching():
            session.answer("yes")


def test_a_dog_that_nobody_needs_leaves_no_thread_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watchdog, "IDLE", 0.01)
    session, dog = toy_session(ask_forever), Watchdog(ENOUGH)
    with dog.watching():
        (thread,) = [t for t in threading.enumerate() if t is dog._thread]  # noqa: SLF001  nothing else says which thread is its own
    thread.join(timeout=10)

    assert not thread.is_alive()
    with pytest.raises(StalledError), dog.watching():
        session.answer("yes")


def test_what_a_rule_raises_itself_is_no_stall() -> None:
    session, dog = toy_session(ask_and_raise), Watchdog(ENOUGH)

    with pytest.raises(BrokenRuleError), dog.watching():
        session.answer("yes")


def test_a_worker_process_can_tell_that_a_game_stalled() -> None:
    stalled = StalledError(["classic.onset.suggest"], 2.5)

    raw = pickle.loads(pickle.dumps(stalled))  # noqa: S301  made here

    assert (str(raw), raw.where) == (str(stalled), ("classic.onset.suggest",))
    assert "classic.onset.suggest ran for 2.5 s" in str(raw)


def test_one_dog_watches_two_threads_at_once() -> None:
    """One goes on, the other loops for ever: only the second is stopped."""
    dog, stopped = Watchdog(ENOUGH, wall=60.0), list[str]()

    def stuck() -> None:
        session = toy_session(ask_forever)
        try:
            with dog.watching():
                session.answer("yes")
        except StalledError as error:
            stopped.append(str(error))

    beside = threading.Thread(target=stuck)
    beside.start()
    with dog.watching():
        while beside.is_alive():
            time.sleep(ENOUGH / 20)
            dog.beat()

    assert len(stopped) == 1


def test_who_sleeps_is_stopped_by_the_clock_on_the_wall() -> None:
    dog = Watchdog(100.0, wall=ENOUGH)
    dog.patience = ENOUGH  # how often it looks; no processor time passes in a sleep
    started = time.monotonic()
    with pytest.raises(StalledError), dog.watching():
        time.sleep(60)

    assert time.monotonic() - started < 30


def test_all_games_of_a_program_have_one_dog() -> None:
    battle = prepare("cage", seed=2)
    before = threading.active_count()
    for _ in range(5):
        play(battle.session(), seated(battle.opening.sides, ("random", "random")))

    assert threading.active_count() <= before + 1


class Raising(Policy):
    """A bot that raises when it is asked."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def think(self, session: Session) -> Thoughts:
        yield
        raise self.error


@pytest.mark.parametrize("error", [SystemExit(3), GeneratorExit()])
def test_nothing_that_a_bot_raises_ends_the_program(error: BaseException) -> None:
    battle = prepare("cage", seed=2)
    seats = SeatAssignment(dict.fromkeys(battle.opening.sides, Raising(error)))

    with pytest.raises(BrokenBotError, match=f"raised {type(error).__name__}"):
        play(battle.session(), seats)


def test_a_bot_that_interrupts_is_told_from_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        interrupts.heed_interrupts()
        with pytest.raises(BrokenBotError, match="raised KeyboardInterrupt"), contained():
            raise KeyboardInterrupt
        monkeypatch.setattr(interrupts, "_pressed", False)  # as in a new process
        with pytest.raises(KeyboardInterrupt), contained():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
