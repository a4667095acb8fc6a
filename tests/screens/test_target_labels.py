"""Odds on the badges of possible targets."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.cores.kit.queries import FigureKind, ForecastFigure, TableView, counted
from game.geometry.points import Point
from game.play.decisions import PASS, Choose, CommonKind, Option
from game.rules.catalog import rules_of
from game.screens.battle.target_labels import TargetLabels, losses_label, target_labels
from game.table.board import BARE
from game.table.records import Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table
from game.view.overlays import OverlayTone, UnitLabel
from tests.screens.moments import moment

SIDES = Side("wardens"), Side("brood")
VIEW_RULES = rules_of("classic")
SPREAD = (0.25, 0.5, 0.25)


def table_of_squad_and_targets() -> Table:
    """Return a squad and its targets: a pack of four, one hurt brute, and one drone."""
    found = Table(BARE, SIDES)
    for name, side, many, wounds in (
        ("squad", SIDES[0], 5, 1),
        ("pack", SIDES[1], 4, 1),
        ("brute", SIDES[1], 1, 2),
        ("drone", SIDES[1], 1, 1),
    ):
        ids = tuple(ModelId(f"{name}-{n}") for n in range(many))
        found.units[UnitId(name)] = Unit(UnitId(name), side, name, models=ids)
        for n, id_ in enumerate(ids):
            found.models[id_] = Model(
                id_,
                UnitId(name),
                side,
                profile=Profile(name, w=3),
                base=0.5,
                at=Point(n, 0),
                wounds=wounds,
            )
    return found


def target_choice(kind: CommonKind, *targets: str) -> Choose:
    options = (*targets, "run", PASS)
    return Choose(
        SIDES[0],
        clause="CC-07",
        asks="?",
        options=tuple(Option(one, one, "", one) for one in options),
        about="squad",
        kind=kind,
    )


def one(what: str, value: float, about: str) -> ForecastFigure:
    return ForecastFigure(what, value=value, clause="", about=about)


def volley(target: str, chance: float, *lost: float) -> Sequence[ForecastFigure]:
    """Return the figures of two weapons; the rifles hit most often."""
    return (
        one("to hit", 0.2, "pistol"),
        counted("hits", SPREAD[:2], "", "pistol"),
        one("to hit", chance, "rifle"),
        counted("hits", SPREAD, "", "rifle"),
        counted("wounds", lost, "", target),
        counted("models lost", lost, "", target),
        one("is destroyed", lost[-1], target),
    )


def labels_of_targets(
    monkeypatch: pytest.MonkeyPatch, question: Choose, **found: Sequence[ForecastFigure]
) -> list[UnitLabel]:
    monkeypatch.setattr(
        "game.screens.battle.target_labels.forecast", lambda _view, _asked, id_: found[id_]
    )
    return [*target_labels(TableView(table_of_squad_and_targets(), VIEW_RULES), question)]


def test_targets_of_shooting_show_the_losses_and_the_chance_to_kill(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pack loses 0.5 + 2 x 0.25 = 1 model, the brute 1.5 wounds, the drone half a model."""
    found = labels_of_targets(
        monkeypatch,
        target_choice(CommonKind.TARGET, "pack", "brute", "drone"),
        pack=volley("pack", 0.5, 0.25, 0.5, 0.25),
        brute=volley("brute", 1 / 3, 0.0, 0.5, 0.5),
        drone=volley("drone", 1 / 6, 0.5, 0.5),
    )

    assert found == [
        UnitLabel(UnitId("pack"), "−1.0", "75% to kill at least one", OverlayTone.CHOSEN),
        UnitLabel(UnitId("brute"), "−1.5", "50% to kill it", OverlayTone.GOOD),
        UnitLabel(UnitId("drone"), "−0.5", "50% to kill it", OverlayTone.CHOSEN),
    ]


def test_targets_of_a_charge_show_the_chance_to_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the surer way; the pack, in reach, loses less than the brute, which hardly is."""
    hits = one("to hit", 0.5, "squad")
    found = labels_of_targets(
        monkeypatch,
        target_choice(CommonKind.CHARGE, "pack", "brute", "drone"),
        pack=(
            *(one("arrives", 0.9, "pack"), one("arrives", 0.4, "pack"), hits),
            counted("models lost", SPREAD, "", "pack"),
        ),
        brute=(
            *(one("arrives", 0.1, "brute"), hits),
            counted("models lost", (0.0, 0.0, 1.0), "", "brute"),
        ),
        drone=(one("arrives", 0.0, "drone"),),
    )

    assert found == [
        UnitLabel(UnitId("pack"), "−0.9", "90% to arrive", OverlayTone.GOOD),
        UnitLabel(UnitId("brute"), "−0.2", "10% to arrive", OverlayTone.CHOSEN),
        UnitLabel(UnitId("drone"), "0.0", "never arrives", OverlayTone.CHOSEN),
    ]


def test_blows_show_the_losses_of_the_struck(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = (
        *(one("to hit", 0.25, "pack"), one("to hit", 0.75, "squad")),
        counted("models lost", SPREAD, "", "pack"),
    )
    (found,) = labels_of_targets(
        monkeypatch, target_choice(CommonKind.STRIKE_AT, "pack"), pack=figures
    )

    assert found[1:3] == ("−1.0", "75% to kill at least one")


def test_in_the_modern_core_wounds_before_saves_do_not_count() -> None:
    figures = (
        counted("wounds", (0.0, 0.0, 0.0, 1.0), "", "brute"),
        counted("models lost", (0.5, 0.5), "", "brute", kind=FigureKind.MODELS_LOST),
    )

    label = losses_label(table_of_squad_and_targets(), figures, UnitId("brute"))
    assert label == ("−0.5", "0% to kill it")
    arrives = (one("arrives", 0.33, "brute"),)
    alone = losses_label(table_of_squad_and_targets(), arrives, UnitId("brute"))
    assert alone == ("33%", "to arrive")


def test_a_target_without_odds_has_no_label(monkeypatch: pytest.MonkeyPatch) -> None:
    found = labels_of_targets(monkeypatch, target_choice(CommonKind.TARGET, "pack"), pack=())

    assert found == []


def test_other_questions_have_no_labels() -> None:
    assert not TargetLabels().refresh(moment(table_of_squad_and_targets(), VIEW_RULES)).above
