"""The odds beside the targets of a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.background import BackgroundValue
from game.cores.kit.queries import ForecastFigure, TableView, forecast
from game.play.decisions import Choose, CommonKind
from game.prompts.choose import ChoosePrompt
from game.screens.battle.forecast_words import average_losses
from game.screens.battle.window_additions import ShownMoment
from game.shown.odds_rows import percent
from game.table.records import UnitId
from game.table.state import Table
from game.view.overlays import OverlayLayers, OverlayTone, UnitLabel, UnitLabels

AIMS = (CommonKind.TARGET, CommonKind.CHARGE, CommonKind.STRIKE_AT)
"""Kinds of questions about a target, whose options show their odds on the board."""


class TargetLabels:
    """Odds on the badges of the possible targets, computed in the background."""

    def __init__(self) -> None:
        self._labels = BackgroundValue[tuple[UnitLabel, ...]](())

    def refresh(self, moment: ShownMoment) -> OverlayLayers:
        """Return the labels, if a person is asked for a target."""
        prompt = moment.prompt
        if not isinstance(prompt, ChoosePrompt) or prompt.decision.kind not in AIMS:
            return OverlayLayers()
        asked, fork = prompt.decision, TableView(moment.view.table.fork(), moment.view.rules)
        labels = self._labels.get((moment.key, id(asked)), lambda: target_labels(fork, asked))
        return OverlayLayers(above=(UnitLabels(labels),) if labels else ())


def target_labels(view: TableView, asked: Choose) -> tuple[UnitLabel, ...]:
    """Return the odds of each target; the one with the highest expected losses is the best."""
    units = [UnitId(o.id) for o in asked.options if UnitId(o.id) in view.table.units]
    found = {unit: forecast(view, asked, unit) for unit in units}
    hurt = {
        unit: _wounds(figures, unit) * max(_named(figures, "arrives"), default=1.0)
        for unit, figures in found.items()
        if figures
    }
    best = max(hurt.values(), default=0.0)
    return tuple(
        UnitLabel(
            unit,
            *losses_label(view.table, found[unit], unit),
            OverlayTone.GOOD if hurt[unit] == best > 0.0 else OverlayTone.CHOSEN,
        )
        for unit in hurt
    )


def _named(figures: Sequence[ForecastFigure], words: str, about: str = "") -> Iterator[float]:
    """Yield the values of the figures of a name that explain no other one."""
    for figure in figures:
        if figure.what == words and not figure.more and about in {"", figure.about}:
            yield figure.value


def _wounds(figures: Sequence[ForecastFigure], unit: UnitId) -> float:
    """Return the expected number of wounds that a target loses, or else of models."""
    lost = [*_named(figures, "wounds lost", unit)]
    # In the modern core "wounds" are those before saves.
    if not lost and all(figure.kind is None for figure in figures):
        lost += _named(figures, "wounds", unit)
    return next(iter(lost), next(_named(figures, "models lost", unit), 0.0))


def losses_label(
    table: Table, figures: Sequence[ForecastFigure], unit: UnitId
) -> tuple[str, str]:
    """Return the losses that an attack costs a target on average, and its chance to kill.

    Losses are models, or the wounds of a model that is alone. Of a charge, it is said instead
    how likely it arrives; the losses count only if it does. That chance stands alone if no
    losses are known.
    """
    arrives = max(_named(figures, "arrives"), default=1.0)
    if arrives == 0.0:
        return average_losses(0.0), "never arrives"
    models = table.of(unit)
    if len(models) > 1:
        lost, kills = next(_named(figures, "models lost", unit), 0.0), "to kill at least one"
        chance = _at_least_one(figures, unit)
    else:
        lost, kills = _wounds(figures, unit), "to kill it"
        chance = next(_named(figures, "is destroyed", unit), 0.0)
    if any(_named(figures, "arrives")):
        chance, kills = arrives, "to arrive"
        if not lost:
            return percent(arrives), kills
    return average_losses(lost * arrives), f"{percent(chance)} {kills}"


def _at_least_one(figures: Sequence[ForecastFigure], unit: UnitId) -> float:
    """Return the chance that a unit loses a model."""
    for figure in figures:
        if figure.what == "models lost" and not figure.more and figure.about == unit:
            return 1.0 - figure.spread[0] if figure.spread else min(1.0, figure.value)
    return 0.0
