"""Monte Carlo forecast of the flood, in a worker process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from game.cores.kit.core import Core
from game.lab.background_forecast import BackgroundForecast
from game.play.dice_sequences import Dice, other_dice
from game.play.game import Game, GameView, at_once
from game.systems.flood.rules.flood_phase import FloodPhase, order_of
from game.systems.flood.rules.odds import (
    FloodForecast,
    FloodOutcome,
    KnownChance,
    KnownOutcome,
    core_of,
    next_trigger,
    source_known,
    sure_fates,
)
from game.table.events import Motion, Struck
from game.table.records import ModelId, Where

FLOODS = 1000
EACH = 10
"""Number of floods between two results."""
LUCK = 0xF100D
"""Luck of the first flood; no undo uses such luck."""


def forecasts(view: GameView, dice: Dice, floods: int = FLOODS) -> Iterator[FloodForecast]:
    """Yield a forecast that improves: first when and in which order, then every EACH floods.

    Yield nothing if no flood can come any more, or if its source is not known yet. *dice*: the
    game's dice; floods use other dice from the table's position on.
    """
    core = core_of(view)
    if core is None or next_trigger(view) is None or not source_known(view.table):
        return
    forecast = FloodForecast(order_of(view.table), of=floods)
    yield forecast
    sure = sure_fates(view, core)
    if all(None not in (s.carried, s.dashed, s.dies) for s in sure.values()):
        yield replace(forecast, fates=_fates(sure, _Counts(), 0), of=0)
        return
    yield replace(forecast, fates=_fates(sure, _Counts(), 0))
    counts = _Counts()
    for n in range(floods):
        counts.add(simulate_flood(view, core, other_dice(dice, view.table.rolls, LUCK + n)))
        if (n + 1) % EACH == 0 or n + 1 == floods:
            yield replace(forecast, fates=_fates(sure, counts, n + 1), simulated=n + 1)


def simulate_flood(view: GameView, core: Core, dice: Dice) -> Game:
    """``FF-06`` to ``FF-17``  Play the flood on a fork of the table.

    Return the game after it.
    """
    game, coming = Game(view.rules, view.table.fork(), dice), FloodPhase(core)
    coming.comes(game)
    while game.table.queue:
        at_once(coming.carries_on(game))
    return game


@dataclass(slots=True)
class _Counts:
    """Number of floods in which each model was affected."""

    carried: dict[str, int] = field(default_factory=dict)
    dashed: dict[str, int] = field(default_factory=dict)
    died: dict[str, int] = field(default_factory=dict)

    def add(self, game: Game) -> None:
        hits = [event for event in game.story if isinstance(event, Struck)]
        _count(self.carried, [hit.model for hit in hits if hit.motion is Motion.CARRIED])
        _count(self.dashed, [hit.model for hit in hits if hit.motion is Motion.DASHED])
        models = game.table.models.values()
        _count(self.died, [m.id for m in models if m.where is not Where.TABLE])


def _count(counts: dict[str, int], whom: list[ModelId]) -> None:
    for model_id in dict.fromkeys(whom):
        counts[model_id] = counts.get(model_id, 0) + 1


def _fates(
    sure: dict[ModelId, KnownOutcome], counts: _Counts, floods: int
) -> dict[ModelId, FloodOutcome]:
    """Return the outcome of each model that is known after *floods* floods."""
    fates = dict[ModelId, FloodOutcome]()
    for model_id, known in sure.items():
        if floods or None not in (known.carried, known.dashed, known.dies):
            fates[model_id] = FloodOutcome(
                _chance(known.carried, counts.carried.get(model_id, 0), floods),
                _chance(known.dashed, counts.dashed.get(model_id, 0), floods),
                _chance(known.dies, counts.died.get(model_id, 0), floods),
            )
    return fates


def _chance(known: Fraction | None, count: int, floods: int) -> KnownChance:
    return (
        KnownChance(count / floods) if known is None else KnownChance(float(known), exact=True)
    )


class Forecaster(BackgroundForecast[FloodForecast]):
    """Forecasts the effect of the coming flood in a worker process."""

    def __init__(self, floods: int = FLOODS) -> None:
        super().__init__()
        self.floods = floods

    def start(self, view: GameView, dice: Dice) -> None:
        """Start the forecast of a position as it stands now; see ``forecasts``."""
        self.compute(partial(forecasts, floods=self.floods), view, dice)
