"""Models and bodies move in zero-g as an independent referee predicts."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from game.content.situations.situation_files import parse_situation
from game.rules.situation_runner import play_situation
from game.table.events import ArrowsChanged
from game.table.records import Model
from tests.systems.zero_g.referee import zero_g_referee
from tests.systems.zero_g.referee.zero_g_cases import OPTIONS, Case, case
from tests.systems.zero_g.referee.zero_g_referee import Field, Figure, UnclearError, judge
from tests.tiers import few

CASES, GROUP = 1000, 25


def differences_from_referee(judged: Case) -> Sequence[str]:
    """Return where the game differs from the referee, in places, arrows, wounds or dice."""
    return play_situation(parse_situation(judged.text(), f"case {judged.seed}")).faults


@pytest.mark.rule(
    *("ZG-06", "ZG-07", "ZG-08", "ZG-09", "ZG-10", "ZG-11", "ZG-12", "ZG-14", "ZG-24", "ZG-26")
)
@pytest.mark.parametrize("first", few(range(0, CASES, GROUP)))
def test_a_move_ends_where_the_referee_says(first: int) -> None:
    """A case that fails is shown as a situation, ready to be kept as a file."""
    for seed in range(first, first + GROUP):
        judged = case(seed)
        assert not differences_from_referee(judged), judged.text()


@pytest.mark.slow
def test_the_cases_show_what_the_clauses_speak_of() -> None:
    cases = [case(seed) for seed in range(CASES)]
    happened = sum((judged.outcome.happened for judged in cases), Counter[str]())
    moves = Counter(
        (judged.option, figure.arrows, figure.jets)
        for judged in cases
        for figure in judged.ground.figures[:1]
    )

    assert {what for what, times in happened.items() if times >= 5} >= {
        "a rebound",
        "a further rebound of one die",
        "held between two walls",
        "spent at a wall",
        "stops at a friend",
        "stops near an enemy",
        "a die after the stop",
        "a 6 after the stop",
        "lost in space",
        "comes just to the edge",
        "a wound",
        "a wound is saved",
        "a model dies",
        "passes an enemy's body",
        "a body rebounds",
        "a body comes near an enemy",
        "a body lies near an enemy",
        "a body lies under a model",
        "a body reaches the edge",
    }
    assert all(moves[option, arrows, False] for option in OPTIONS for arrows in (1, 2, 3, 4))
    assert all(moves[option, arrows, True] for option in OPTIONS for arrows in (1, 2, 3, 4))
    assert sum(judged.unclear for judged in cases) < CASES / 5


def all_turned(model: Model, turned: float) -> float:
    """Turn all arrows of a model instead of one."""
    return turned


def no_change(clause: str, model: Model, more: int) -> ArrowsChanged:
    """Leave a model its arrows instead of adding *more*."""
    return ArrowsChanged(clause, model.id, model.arrows, model.heading)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("game.systems.zero_g.rules.drift.FLING", 5),
        ("game.systems.zero_g.rules.drift.halved", lambda face: min(3, face)),
        ("game.systems.zero_g.rules.mobility.KEEP_OFF", 0.97),
        ("game.systems.zero_g.rules.mobility.NEAR", 1.2),
        ("game.systems.zero_g.rules.mobility.NEAR", 0.5),
        ("game.systems.zero_g.rules.movement.mean_heading", all_turned),
        ("game.systems.zero_g.rules.drift.with_arrows", no_change),
        ("game.physics.travel.CONTACT", 0.0),
    ],
)
def test_the_referee_notices_a_rule_that_is_played_wrongly(
    rule: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule, wrong)

    assert any(differences_from_referee(case(seed)) for seed in range(CASES))


def test_the_referee_uses_nothing_of_the_game() -> None:
    tree = ast.parse(Path(zero_g_referee.__file__).read_text("utf-8"))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [
            *([node.module] if isinstance(node, ast.ImportFrom) and node.module else []),
            *([alias.name for alias in node.names] if isinstance(node, ast.Import) else []),
        ]
    }

    assert imported <= sys.stdlib_module_names


# The referee itself, by hand


def field_with(*figures: Figure, walls: Sequence[tuple[complex, complex]] = ()) -> Field:
    return Field(30.0, 30.0, tuple(walls), figures)


def test_the_referee_mirrors_the_rest_of_a_distance() -> None:
    """Five inches toward a wall that is two away: three back."""
    hale = Figure("hale", mine=True, at=10 + 10j, arrows=1, heading=90.0)
    wall = (12.5 + 0j, 12.5 + 30j)

    found = judge(field_with(hale, walls=[wall]), [5, 2], "hale", "drift")

    assert found.dice == [[5], [2]]
    assert found.figures["hale"].at == pytest.approx(9 + 10j)
    assert found.figures["hale"].heading == pytest.approx(270.0)


def test_the_referee_leaves_what_rounding_decides() -> None:
    """A base that would pass another with less than a thousandth of an inch between them."""
    hale = Figure("hale", mine=True, at=10 + 10j, arrows=1, heading=90.0)
    mate = Figure("mate", mine=True, at=13 + 11.0005j)

    with pytest.raises(UnclearError):
        judge(field_with(hale, mate), [5], "hale", "drift")
