"""The number of inputs that a turn takes: a press, a key or a whole drag counts as one.

The turns are played over the window's own input path, as a player in a hurry would.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pygame
import pytest

from game.bots.registry import policy
from game.bots.steady.policy import SteadyBot
from game.bots.steady.scored_answers import ScoredAnswers
from game.content.save_format import HUMAN
from game.cores.kit.marks import CHARGED
from game.geometry.points import Point, distance, point_ahead, vector_of_heading
from game.play.decisions import PASS, Choose, CommonKind
from game.play.moves.march import March
from game.play.session import Session
from game.prompts.march import MarchPrompt
from game.prompts.march_draft import MarchDraft, ModelDrag
from game.prompts.pick import PickPrompt
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame, start_game
from game.screens.screen import WindowContext
from game.table.records import Model, Side, UnitId
from game.widgets.theme import Theme
from tests.screens.input_driver import Player, pixel, ready

BOT = "steady"
STEPS = [
    point_ahead(Point(0.0, 0.0), vector_of_heading(30.0 * turn), inches)
    for inches in (5.0, 4.0, 3.0, 2.0, 1.0)
    for turn in (0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, 6)
]
"""Moves in inches that a player tries, the farthest first."""


class ConstantBot(SteadyBot):
    """A steady bot that takes the best answer in set-up too, instead of drawing one."""

    def chosen(self, session: Session, scored: ScoredAnswers) -> object:
        return scored.best


def constant_bot() -> ConstantBot:
    steady = policy(BOT)
    assert isinstance(steady, SteadyBot)
    return ConstantBot(steady.weights)


class Hurried(Player):
    """A player of one side that counts inputs, and takes the shortest way that there is."""

    def __init__(self, frame: WindowContext) -> None:
        super().__init__(frame)
        self.inputs = list[str]()
        """Each input, by the question that it was given to."""

    def at(self, live_game: LiveGame) -> BattleScreen:
        """Open a battle and wait for its question."""
        screen = self.open(BattleScreen(live_game, speed=50.0))
        ready(self, screen)
        self.screen = screen
        return screen

    def count(self, what: str) -> None:
        asked = self.screen.session.pending
        self.inputs.append(f"{what}: {asked.asks if asked else ''}")
        assert len(self.inputs) < 60, self.inputs[-9:]

    def press_key(self, key: int, mod: int = 0) -> None:
        self.count("key")
        self.key(key, mod)
        ready(self, self.screen)

    def click_at(self, at: Point) -> None:
        self.count("click")
        self.click(*pixel(self.screen, at))
        ready(self, self.screen)

    def drag(self, start: Point, end: Point) -> None:
        """Drag over the board; the mouse stops on its way, as a hand's does."""
        self.count("drag")
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        self.push(*pixel(self.screen, start))
        self.move(*pixel(self.screen, middle))
        self.let_go(*pixel(self.screen, end))
        ready(self, self.screen)

    @property
    def asked(self) -> object:
        return self.screen.session.pending

    def lead(self, unit: str) -> Model:
        return self.screen.session.table.of(UnitId(unit))[0]

    def enter(self) -> None:
        self.press_key(pygame.K_RETURN)

    def end_phase(self) -> None:
        """End a phase, although units could still act."""
        useful = isinstance(self.screen.prompt, PickPrompt) and self.screen.prompt.useful
        self.press_key(pygame.K_RETURN, pygame.KMOD_SHIFT if useful else 0)

    @property
    def mine(self) -> bool:
        asked = self.screen.session.pending
        return asked is not None and asked.by == self.side

    side: Side

    def move_unit(self, unit: str) -> None:
        """Move a unit by the first step that all its models can take."""
        session = self.screen.session
        step = next(steps(session, unit))
        clock = session.table.clock
        while self.mine and session.table.clock == clock and is_about(session, unit):
            prompt = self.screen.prompt
            drawn = isinstance(prompt, MarchPrompt) and prompt.draft.paths
            asks = getattr(session.pending, "kind", None) in {
                CommonKind.PACE,
                CommonKind.DIFFICULT,
            }
            if drawn or asks:
                self.enter()
                continue
            start = self.lead(unit).at
            self.drag(start, Point(start.x + step.x, start.y + step.y))

    def shoot(self, unit: str) -> None:
        """Shoot with a unit at the first of its targets."""
        session = self.screen.session
        self.click_at(self.lead(unit).at)
        foe = foes_among_options(session, session.pending)[0]
        self.click_at(self.lead(foe).at)
        while self.mine and not is_asked(session, CommonKind.UNIT_TO_SHOOT):
            if session.table.clock.phase != "shooting":
                return
            self.enter()


def is_asked(session: Session, kind: CommonKind, unit: str = "") -> bool:
    asked = session.pending
    if not isinstance(asked, Choose) or asked.kind is not kind:
        return False
    return not unit or any(o.id == unit for o in asked.options)


def is_about(session: Session, unit: str) -> bool:
    """Return whether a unit may be picked to move, or a question of its move is open."""
    asked = session.pending
    return is_asked(session, CommonKind.UNIT_TO_MOVE, unit) or unit in {
        getattr(asked, "about", ""),
        getattr(asked, "unit", ""),
    }


def is_turn_of(session: Session, round_: int, side: Side) -> bool:
    clock = session.table.clock
    return (clock.round, clock.side) == (round_, side)


def foes_among_options(session: Session, asked: object) -> list[str]:
    """Return the enemy units among the options."""
    units = session.table.units
    assert isinstance(asked, Choose)
    return [
        o.id for o in asked.options if o.id in units and units[UnitId(o.id)].side != asked.by
    ]


def steps(session: Session, unit: str) -> Iterator[Point]:
    """Yield steps that a unit can take as a whole without entering difficult ground."""
    twin = session.fork(1)
    twin.answer(unit)
    while isinstance(twin.pending, Choose):
        twin.answer(twin.pending.options[0].id)
    march = twin.pending
    assert isinstance(march, March)
    draft = MarchDraft(march, twin.table)
    lead = draft.models[0]
    start = draft.end(lead)
    for x, y in STEPS:
        drag = ModelDrag(draft, draft.models, lead, start)
        drag.to(Point(start.x + x, start.y + y))
        plan = {t.model_id: t.legal for t in drag.trials}
        if not any(t.no for t in drag.trials) and draft.judged(plan) is None:
            yield Point(x, y)


def with_targets(session: Session) -> list[str]:
    """Return the units that may be picked now and have an enemy among their options."""
    asked = session.pending
    assert isinstance(asked, Choose)
    found = list[str]()
    for option in asked.options:
        if option.id == PASS:
            continue
        twin = session.fork(1)
        twin.answer(option.id)
        if isinstance(twin.pending, Choose) and foes_among_options(twin, twin.pending):
            found.append(option.id)
    return found


def played_until(
    scenario: str, seed: int, round_: int = 1, kind: CommonKind = CommonKind.UNIT_TO_MOVE
) -> LiveGame:
    """Return a battle that bots have played until a question of a kind, from a round on.

    They set up without luck: counts of inputs can only be compared in the same position.
    """
    live_game = start_game(prepare(scenario, seed=seed), (BOT, BOT), kept=False)
    session, bot = live_game.session, constant_bot()
    while not (session.table.clock.round >= round_ and is_asked(session, kind)):
        assert session.pending
        session.answer(bot.answer(session))
    return live_game


def hurried(live_game: LiveGame, seats: tuple[str, str] | None = None) -> Hurried:
    """Return a player who takes the seat of the side that is asked."""
    asked = live_game.session.pending
    assert asked
    live_game.seats.seat(asked.by, HUMAN)
    player = Hurried(WindowContext(Theme(), (1600, 900)))
    player.side = asked.by
    player.at(live_game)
    return player


def units_asked(session: Session) -> list[str]:
    assert isinstance(session.pending, Choose)
    return [o.id for o in session.pending.options if o.id != PASS]


@pytest.mark.slow
def test_a_full_turn_of_combat_patrol_takes_few_inputs() -> None:
    player = hurried(played_until("combat_patrol", 7, 2))
    session = player.screen.session
    turn = session.table.clock.round  # the other side may play its own without a question
    for unit in units_asked(session):
        player.move_unit(unit)
    if session.table.clock.phase == "movement":
        player.end_phase()
    while is_asked(session, CommonKind.UNIT_TO_SHOOT) and (able := with_targets(session)):
        player.shoot(able[0])
    if is_asked(session, CommonKind.UNIT_TO_SHOOT):
        player.end_phase()
    while is_turn_of(session, turn, player.side) and session.pending:
        if not player.mine:
            ready(player, player.screen)
        elif is_asked(session, CommonKind.UNIT_TO_CHARGE) and (able := with_targets(session)):
            charge(player, able[0])
        elif is_asked(session, CommonKind.UNIT_TO_CHARGE):
            player.end_phase()
        else:
            player.enter()
    while session.table.clock.side != player.side and session.pending:
        player.enter() if player.mine else ready(player, player.screen)
    assert len(player.inputs) <= 11, player.inputs


def charge(player: Hurried, unit: str) -> None:
    """Charge the first foe of a unit's options."""
    session = player.screen.session
    twin = session.fork(1)
    twin.answer(unit)
    foe = foes_among_options(twin, twin.pending)[0]
    near = min(
        ((a, b) for a in session.table.of(UnitId(unit)) for b in session.table.of(UnitId(foe))),
        key=lambda pair: distance(pair[0].at, pair[1].at),
    )
    player.drag(near[0].at, near[1].at)
    if is_asked(session, CommonKind.CHARGE):
        player.click_at(player.lead(foe).at)
    while player.mine and not is_asked(session, CommonKind.UNIT_TO_CHARGE):
        if session.table.clock.phase != "assault":
            return
        player.enter()


@pytest.mark.slow
def test_the_first_turn_of_combat_patrol_takes_few_inputs() -> None:
    player = hurried(played_until("combat_patrol", 7, 1))
    session = player.screen.session
    for unit in units_asked(session):
        player.move_unit(unit)
    if session.table.clock.phase == "movement":
        player.end_phase()
    able = with_targets(session)
    if able:
        player.shoot(able[0])
    player.end_phase()
    assert len(player.inputs) <= 8, player.inputs


@pytest.mark.slow
def test_eight_units_of_a_matched_army_move_in_few_inputs() -> None:
    player = hurried(played_until("no_mercy", 7, 1))
    session = player.screen.session
    for unit in islice(units_asked(session), 8):
        player.move_unit(unit)
    assert len(player.inputs) <= 16, player.inputs


@pytest.mark.slow
def test_a_charge_takes_one_drag_and_is_undone_as_one_step() -> None:
    player = hurried(played_until("combat_patrol", 8, kind=CommonKind.UNIT_TO_CHARGE))
    session = player.screen.session
    given = session.answers_given
    unit = with_targets(session)[0]
    charge(player, unit)

    assert len(player.inputs) == 1
    assert session.table.units[UnitId(unit)].mark(CHARGED)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert session.answers_given == given
