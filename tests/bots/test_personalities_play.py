"""Personalities play as their notes say: the bold attack, the wary keep cover and range."""

from __future__ import annotations

from typing import Any

import pytest

from game.bots.match import play, seated
from game.bots.protocol import run_to_completion
from game.bots.registry import policy
from game.bots.steady.personalities import load_personality
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.charge import charge
from game.cores.classic.bot.unit_placement import covered
from game.cores.classic.bot.weights import ClassicWeights
from game.cores.kit.queries import TableView
from game.geometry.points import Disc, Point, distance
from game.play.decisions import PASS
from game.play.session import Session
from game.rules.battles import prepare
from game.systems.cage.bot.answers import judge_of
from game.table.board import TerrainKind, terrain
from game.table.records import Profile
from tests.bots.test_steady import BEAST, HUNTER, WARDEN, asked_to_charge, marched, position
from tests.cores.classic.odds_tables import US, A, B, row_of
from tests.systems.cage.test_bot import moments
from tests.systems.zero_g.bot_tables import charges, pushes_off, view_of_models
from tests.systems.zero_g.zero_g_tables import BROOD, drifter
from tests.tools.weighed_answers import best_of

BOLD, STEADY, WARY = (load_personality(n).weights for n in ("bold", "steady", "wary"))


def charging(view: TableView) -> list[str]:
    """Return the personalities that charge."""
    asked, weights = asked_to_charge(), {"bold": BOLD, "steady": STEADY, "wary": WARY}
    surveys = {
        name: ClassicAssessment(view, US, one.of(ClassicWeights))
        for name, one in weights.items()
    }
    return [
        name for name, assessment in surveys.items() if charge(assessment, asked).best != PASS
    ]


@pytest.mark.parametrize("kind", [BEAST, HUNTER], ids=lambda kind: kind.name)
def test_only_the_bold_charge_one_more_of_their_own_kind(kind: Profile) -> None:
    """Three against four, 4" apart: they take a little more harm than they do."""
    view = position(row_of(kind, 3, 20, 20), row_of(kind, 4, 20, 25))

    assert charging(view) == ["bold"]


def test_only_the_wary_refuse_a_charge_that_saves_them_from_fire() -> None:
    """Two beasts before five rifles: they lose the fight, but are not shot at in it."""
    view = position(row_of(BEAST, 2, 20, 20), row_of(WARDEN, 5, 20, 25))

    assert charging(view) == ["bold", "steady"]


def test_a_fight_that_is_sure_is_charged_by_all() -> None:
    view = position(row_of(HUNTER, 4, 20, 20), row_of(WARDEN, 5, 20, 25))

    assert charging(view) == ["bold", "steady", "wary"]


def test_the_bold_come_near_and_the_wary_take_cover() -> None:
    """Before ten rifles, 12" off: forward to charge next turn, or back into the crater."""
    corners = (Point(14, 17), Point(21, 17), Point(21, 20), Point(14, 20))
    crater = terrain("crater", TerrainKind.CRATER, corners)
    view = position(row_of(BEAST, 6, 18, 24), row_of(WARDEN, 10, 18, 37), ground=(crater,))
    foes = [m.at for m in view.table.of(B)]

    def nearest(ends: list[Point]) -> float:
        return min(distance(a, b) for a in ends for b in foes)

    before = nearest([m.at for m in view.table.of(A)])
    bold, wary = marched(view, BOLD.of(ClassicWeights)), marched(view, WARY.of(ClassicWeights))

    assert nearest(bold) < before - 4.0
    assert nearest(wary) > before + 4.0
    assessment = ClassicAssessment(view, US, WARY.of(ClassicWeights))
    assert covered(assessment, [Disc(at, 0.5) for at in wary])
    assert not covered(assessment, [Disc(at, 0.5) for at in bold])


# Zero-g


def test_in_the_void_the_wary_do_not_charge_their_like() -> None:
    hale, foe = drifter("hale", (24, 20)), drifter("foe", (24, 25), side=BROOD)
    view = view_of_models(hale, foe, phase="assault")

    assert charges(view, hale, foe, BOLD)
    assert not charges(view, hale, foe, WARY)


def test_in_the_void_the_bold_push_off_at_their_like() -> None:
    hale, foe = drifter("hale", (24, 20)), drifter("foe", (24, 34), side=BROOD)
    view = view_of_models(hale, foe)

    bold, wary = (distance(pushes_off(view, hale, w), foe.at) for w in (BOLD, WARY))

    assert bold < distance(hale.at, foe.at) - 5.0
    assert wary > bold + 3.0


@pytest.mark.slow
def test_the_bold_charge_more_often_than_the_wary() -> None:
    arrived = list[int]()
    for name in ("bold", "wary"):
        arrived.append(0)
        for seed in (50100, 50102):
            battle = prepare("combat_patrol", seed=seed)
            match = play(battle.session(), seated(battle.opening.sides, (name, name)))
            arrived[-1] += sum(side.charges for side in match.doings.values())

    assert arrived[0] > arrived[1]


# The level sharp


def mean_answer(session: Session, *depths: int) -> Any:
    """Return the answer of the mean of some depths of the search in the cage."""
    assert session.pending
    thoughts = judge_of(session.game, session.pending.by, session.pending, STEADY, depths)
    return best_of(run_to_completion(thoughts)) if thoughts else None


def test_sharp_looks_one_action_further_ahead_in_the_cage() -> None:
    for session in moments("veteran", "outrider", seed=4):
        answer = policy("sharp").answer(session)
        assert answer == mean_answer(session, 2, 3)
        if answer != mean_answer(session, 1, 2):
            return
    pytest.fail("it never mattered")


def test_sharp_plays_as_steady_does_elsewhere() -> None:
    session = prepare("adrift", seed=2).session()
    for _ in range(20):
        answer = policy("sharp").answer(session)
        assert answer == policy("steady").answer(session)
        session.answer(answer)
