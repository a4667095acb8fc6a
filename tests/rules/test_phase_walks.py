"""Every shipped scenario, walked through the states that its rules declare."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from game.bots.simple_bots import RandomBot
from game.content.scenarios import scenario_names
from game.play.decisions import PASS, Choose
from game.play.phases import END, OVER, Precedence
from game.play.session import Session
from game.rules.battles import Battle, prepare
from game.systems.sandbox.rules import SandboxKind, in_turn
from tests.tiers import few
from tests.tools.replay_check import undeclared, walked

SANDBOX = "sandbox"
ALL_OPTIONS: Mapping[str, Any] = {
    "reinforcements": True,
    "mysteries": True,
    "peril": True,
    "twist": 1,
}
VARIANTS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "cage": ({"three": True},),
    "the_nest": ({"sewer_rats": 1, "morale": False},),
    "vital_intelligence": (ALL_OPTIONS,),
    "deadlock": ({**ALL_OPTIONS, "mysteries": False},),
}
WALKS = [
    (name, options)
    for name in scenario_names()
    for options in ({}, *VARIANTS.get(name, ()))
    if name != SANDBOX
]
MAPS = {
    0: "venom-glade",
    1: "old-quarter",
    2: "sewer-bend",
    3: "void-drift",
    4: "broken-mile",
    5: "training-cage",
    6: "old-quarter",
    7: "shattered-parish",
}
"""A map for each rule system that the sandbox can lie over."""


def hurried(session: Session) -> Session:
    """Play on to the end; both sides pass wherever they may."""
    bot = RandomBot()
    while asked := session.pending:
        can_pass = isinstance(asked, Choose) and PASS in [o.id for o in asked.options]
        session.answer(PASS if can_pass else bot.answer(session))
    return session


def reached(session: Session) -> set[str]:
    return {name for way in walked(session) for name, _ in (way.start, way.end)}


def declared(battle: Battle) -> set[str]:
    return {phase.name for phase in battle.rules().phases.all}


def left_out(battle: Battle, session: Session) -> set[str]:
    """Return the phases that are no part of a game, such as those of twists not in force."""
    phases = battle.rules().phases.all
    return {phase.name for phase in phases if phase.is_left_out(session.table)}


@pytest.mark.parametrize(("name", "options"), few(WALKS, 10))
def test_a_scenario_goes_only_ways_that_it_declares_and_reaches_every_phase(
    name: str, options: Mapping[str, Any]
) -> None:
    battle = prepare(name, seed=3, options=options)

    session = hurried(battle.session())

    assert undeclared(session) == []
    assert [*walked(session)][-1].end == OVER
    assert reached(session) == {*declared(battle), END} - left_out(battle, session)


def try_new_phases(battle: Battle, answers: int) -> set[str]:
    """Let each side of a sandbox place a model, then try what leads to a new phase."""
    session, bot, before = battle.session(), RandomBot(), list[str]()
    every = declared(battle)
    for _ in range(answers):
        if not isinstance(asked := session.pending, Choose):
            session.answer(bot.answer(session))
            continue
        options, side = [o.id for o in asked.options], in_turn(session.table)
        missing = every - reached(session)
        wanted = [o for o in options if o in missing or o == side]
        if asked.kind is SandboxKind.DEED:
            lacks = not session.table.standing(side)
            deeds = ("place",) if lacks else ("push", "phase", "flood", "street", "drift")
            wanted = [o for o in (*deeds, "hand over") if o in options and o not in before]
            before = [*before, *wanted[:1]] if wanted != ["hand over"] else []
        session.answer(wanted[0] if wanted else bot.answer(session))
    assert undeclared(session) == []
    return reached(session)


@pytest.mark.parametrize(("rules", "map_"), few(MAPS.items(), 4))
def test_the_sandbox_reaches_every_phase_of_every_system(rules: int, map_: str) -> None:
    found, wanted = set[str](), set[str]()
    for seed, on in product((1, 2, 3), (map_, "sewer-bend", "broken-mile")):
        battle = prepare(SANDBOX, seed=seed, map_=on, options={"rules": rules})
        wanted |= declared(battle)
        # Models that are laid at random may be none that a phase can be played with.
        if not wanted <= found:
            found |= try_new_phases(battle, 150)
    assert wanted <= found


@pytest.mark.parametrize(("name", "options"), WALKS)
def test_an_interrupt_that_ends_the_game_comes_after_all_others_of_its_moment(
    name: str, options: Mapping[str, Any]
) -> None:
    rules = prepare(name, seed=1, options=dict(options)).rules()

    for one in rules.phases.interrupts:
        assert (END in one.then) == (one.order is Precedence.END), one.name
