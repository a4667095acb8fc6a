"""Falling back and regrouping: ``CC-32``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from game.cores.classic.rules import SPARED
from game.cores.classic.rules.morale import lost_a_quarter
from game.cores.classic.rules.retreat import may_regroup
from game.cores.kit.modules import Module
from game.play.game import GameView
from game.table.events import Reason
from game.table.records import Clock, How, Loss, Unit, UnitId, Where
from game.table.state import Table
from tests.cores.classic.small_tables import BROOD, WARDENS, model_at, shooting_game
from tests.tools.situations import add_module, played_text
from tests.tools.texts import edited

NOW = Clock(2, "shooting", WARDENS)
SQUAD = UnitId("squad")


def squad_after_losses(
    left: int, *gone: Sequence[How], when: Clock = NOW
) -> tuple[Table, Unit]:
    """Return a squad with *left* models, and the causes of its losses, one by one."""
    lost = [how for hows in gone for how in hows]
    names = [f"m{n}" for n in range(left + len(lost))]
    table = shooting_game(*(model_at(n, "squad", (i, 10)) for i, n in enumerate(names))).table
    table.clock = NOW
    for name, how in zip(names[left:], lost, strict=True):
        m = next(m for m in table.models.values() if m.id == name)
        table.models[m.id] = replace(m, where=Where.GONE)
        table.losses = (*table.losses, Loss(m.id, unit=SQUAD, side=WARDENS, how=how, when=when))
    return table, table.units[SQUAD]


SHOT, FOUGHT, HAZARD = [How.SHOT], [How.FOUGHT], [How.HAZARD]


@pytest.mark.rule("CC-32")
@pytest.mark.parametrize(
    ("left", "gone", "tests"),
    [
        (4, [], False),
        (3, [SHOT], True),  # 1 of 4
        (4, [SHOT], False),  # 1 of 5
        (6, [SHOT * 2], True),  # 2 of 8
        (7, [SHOT * 2], False),  # 2 of 9
        (7, [SHOT * 3], True),  # 3 of 10
        (3, [HAZARD], True),
        (3, [FOUGHT], False),
        (1, [FOUGHT * 9], False),
        (
            3,
            [HAZARD, FOUGHT * 4],
            False,
        ),  # 1 of 8: models lost in combat count at the start
        (2, [FOUGHT, HAZARD], True),  # 1 of 4
        (3, [SHOT, HAZARD * 2], True),
    ],
)
def test_a_quarter_of_those_who_were_there_when_the_phase_began(
    left: int, gone: list[list[How]], *, tests: bool
) -> None:
    assert lost_a_quarter(*squad_after_losses(left, *gone)) is tests


@pytest.mark.rule("CC-32")
@pytest.mark.parametrize(
    "when",
    [
        Clock(1, "shooting", WARDENS),
        Clock(2, "movement", WARDENS),
        Clock(2, "shooting", BROOD),
    ],
)
def test_the_losses_of_other_phases_do_not_count(when: Clock) -> None:
    assert not lost_a_quarter(*squad_after_losses(3, SHOT, when=when))
    assert lost_a_quarter(*squad_after_losses(3, SHOT, when=NOW))


@pytest.mark.rule("CC-32")
def test_the_losses_of_two_phases_are_not_added_up() -> None:
    table, unit = squad_after_losses(6, SHOT, when=Clock(2, "movement", WARDENS))
    last = next(m for m in table.models.values() if m.id == "m5")
    table.models[last.id] = replace(last, where=Where.GONE)
    table.losses = (
        *table.losses,
        Loss(last.id, unit=SQUAD, side=WARDENS, how=How.SHOT, when=NOW),
    )

    assert not lost_a_quarter(table, unit)  # 1 of 7, then 1 of 6


@pytest.mark.rule("CC-32")
def test_the_losses_of_others_do_not_count() -> None:
    table, unit = squad_after_losses(3, SHOT)
    table.losses = tuple(replace(loss, unit=UnitId("others")) for loss in table.losses)

    assert not lost_a_quarter(table, unit)


@pytest.mark.rule("CC-32")
@pytest.mark.parametrize(
    ("left", "lost", "may"), [(4, 0, True), (2, 2, True), (2, 3, False), (3, 2, True)]
)
def test_who_is_at_half_strength_or_more_may_regroup(
    left: int, lost: int, *, may: bool
) -> None:
    table, _ = squad_after_losses(left, SHOT * lost)
    game = shooting_game(model_at("alone", "squad", (10, 10)))
    game.table = table

    assert may_regroup(game, SQUAD) is may


SHOT_AT = """
title = "One of four is shot"
clauses = ["CC-32"]
system = "classic"
modules = ["lull"]
armoury = "tests/armouries/duelling-ground.toml"
dice = "3 2 | 4"
answers = ["squad", "rats", "rats-1"]
[[unit]]
id = "squad"
side = "wardens"
profile = "fighter"
weapons = ["shotgun"]
at = [[24, 30]]
[[unit]]
id = "rats"
side = "brood"
profile = "fighter"
at = [[20, 20], [22, 20], [24, 20], [26, 20]]
[clock]
phase = "shooting"
side = "wardens"
[expect]
never = ["CC-30"]
asks = { kind = "Choose", clause = "CC-18", by = "brood", options = ["rats", "pass"] }
"""


@pytest.mark.rule("CC-32")
def test_a_module_may_say_that_losses_force_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def spared(view: GameView, unit: Unit) -> Iterator[Reason]:
        asked.append(unit.id)
        if unit.id == "rats":
            yield Reason(0, "a lull", "FF-01")

    add_module(monkeypatch, Module("lull", hooks=(SPARED.gets(spared),)))
    outcome = played_text(SHOT_AT)

    assert not outcome.faults
    assert asked == ["rats"]


@pytest.mark.rule("CC-32")
def test_a_module_that_spares_somebody_else_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def spared(view: GameView, unit: Unit) -> Iterator[Reason]:
        if unit.id == "squad":
            yield Reason(0, "a lull", "FF-01")

    add_module(monkeypatch, Module("lull", hooks=(SPARED.gets(spared),)))
    with_test = edited(SHOT_AT, {"3 2 | 4": "3 2 | 4 | 1 1"})

    assert not played_text(with_test).faults
