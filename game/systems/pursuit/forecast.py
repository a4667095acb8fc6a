"""Monte Carlo forecast of the next Pursuit phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from game.cores.kit.dice_branches import run_to_end
from game.play.dice_sequences import Dice, other_dice
from game.play.game import Game, GameView
from game.systems.pursuit.rules.danger import (
    EVERY_PACE,
    Danger,
    FatesByModel,
    ModelFate,
    danger,
    fates_after,
    has_rolled,
    policy_of_pace,
    summed,
    table_for_pursuit_phase,
)
from game.systems.pursuit.rules.pursuit_phase import KEEP, begins, handles_next
from game.systems.pursuit.rules.state import Order, pursuit_of, rolling_order
from game.table.records import Model, ModelId

FORKS = 1000
EACH = 10
"""Number of phases between two results."""
LUCK = 0xC4A5E
"""Luck of the first phase; no undo uses such luck."""
Paces = Mapping[str, Danger]
NOBODY = ModelId("")


@dataclass(frozen=True, slots=True)
class PursuitForecast:
    """The dangers of all models, as far as they are known."""

    order: Order
    paces: Mapping[ModelId, Paces] = field(default_factory=dict)
    """Dangers of each model by the ids of the answers; not all may be known."""
    simulated: int = 0
    """Number of phases simulated."""
    of: int = FORKS

    @property
    def done(self) -> bool:
        """Return whether all phases have been simulated."""
        return self.simulated >= self.of


def perils(
    view: GameView, dice: Dice, forks: int = FORKS, about: ModelId | None = None
) -> Iterator[PursuitForecast]:
    """Yield ever better forecasts of the next Pursuit phase: computed ones, then simulated.

    *dice*: the game's dice; phases use other dice. *about*: the model that is asked for its
    pace now: only its paces are all simulated, where they cannot be computed.
    """
    order = _order(view, about)
    found = dict[ModelId, dict[str, Danger]]()
    models = [m.id for m in view.table.standing()]
    for model_id in models:
        found[model_id] = {KEEP: danger(view, model_id, asked=about)}
        yield PursuitForecast(order, _copy(found), of=forks)
    for model_id in sorted(models, key=lambda one: one != about):
        found[model_id] |= {
            pace: danger(view, model_id, pace, about) for pace in EVERY_PACE if pace != KEEP
        }
        yield PursuitForecast(order, _copy(found), of=forks)
    unsure = [model_id for model_id in models if not found[model_id][KEEP].exact]
    rounds = [(NOBODY, KEEP, unsure)] if unsure else []
    if about in found:
        slower = [p for p in EVERY_PACE if p != KEEP and not found[about][p].exact]
        rounds += [(about, pace, [about]) for pace in slower]
    whole = forks * len(rounds)
    for n, (one, pace, whom) in enumerate(rounds):
        counts = {model_id: list[tuple[ModelFate, Model]]() for model_id in whom}
        for k in range(forks):
            row = other_dice(dice, view.table.rolls, LUCK + n * forks + k)
            game, fates = simulate_phases(view, row, one, pace, about)
            for model_id, ends in counts.items():
                ends.append((fates.get(model_id, ModelFate()), game.table.models[model_id]))
            if (k + 1) % EACH == 0 or k + 1 == forks:
                for model_id, ends in counts.items():
                    found[model_id][pace] = simulated_danger(ends)
                yield PursuitForecast(order, _copy(found), n * forks + k + 1, whole)
    if not rounds:
        yield PursuitForecast(order, _copy(found), of=0)


def _order(view: GameView, about: ModelId | None) -> Order:
    """``PU-07``  Return the activation order, with the model that is being asked in front."""
    order = rolling_order(view.table)
    if about and not any(about in group for group in order):
        return (about,), *order
    return order


def _copy(found: Mapping[ModelId, Paces]) -> dict[ModelId, Paces]:
    return {model_id: dict(paces) for model_id, paces in found.items()}


def simulated_danger(ends: list[tuple[ModelFate, Model]]) -> Danger:
    """Return the dangers of a model as counted in some phases."""
    found = summed(((course, model, 1.0) for course, model in ends), len(ends))
    return replace(found, simulated=len(ends), exact=False)


def simulate_phases(
    view: GameView, dice: Dice, model_id: ModelId, pace: str, asked: ModelId | None = None
) -> tuple[Game, FatesByModel]:
    """``PU-07`` to ``PU-16``  Play the rest of a Pursuit phase; return the game and fates.

    One model takes the given pace; all others keep theirs. *asked*: see ``danger``.
    """
    begun = pursuit_of(view.table).rolled == view.table.clock.round
    game = Game(view.rules, table_for_pursuit_phase(view.table, asked), dice)
    says = policy_of_pace(model_id, pace)
    if view.table.clock.phase != "pursuit" or not begun:
        run_to_end(begins(game), game.table, says)
    fates: FatesByModel = {}
    while not has_rolled(game.table):
        id_, before, first = game.table.queue[0], game.table.fork(), len(game.story)
        run_to_end(handles_next(game), game.table, says)
        fates = fates_after(fates, game.story[first:], before, game.table, id_)
    return game, fates
