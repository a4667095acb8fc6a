"""Exact chances of the next flood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from fractions import Fraction
from functools import partial

from game.cores.kit.core import Core
from game.cores.kit.dice_branches import rule_branches, unasked
from game.cores.kit.hooks import QueryHook
from game.cores.kit.traits import strength_test
from game.play.game import Game, GameView
from game.systems.flood.rules import PAGE
from game.systems.flood.rules.carry import carry, pays
from game.systems.flood.rules.flood_phase import COMES_ON, within_reach
from game.systems.flood.rules.flood_reach import models_without_contact
from game.systems.flood.table.water import origins
from game.table.events import Motion, Struck
from game.table.records import ModelId, Where
from game.table.state import Table

MAX_BRANCHES = 6**4
"""Maximum number of ways of the dice to follow exactly."""
LIES_OVER = QueryHook[None, Core]("the core that the flood lies over")
"""Answered by the flood module alone; without it there is no answer."""


@dataclass(frozen=True, slots=True)
class KnownChance:
    """The chance of something."""

    value: float
    """From 0 to 1."""
    exact: bool = False
    """True if computed by the rules; otherwise it is estimated in simulated floods."""


@dataclass(frozen=True, slots=True)
class FloodOutcome:
    """Chances of a model if the flood comes over the table as it stands."""

    carried: KnownChance
    """``FF-08``, ``FF-14``  It is swept or knocked off its feet, once or more often."""
    dashed: KnownChance
    """``FF-17``  It lives to take the hit for being dashed against something, at least once."""
    dies: KnownChance
    """It is dead at the end of the flood."""


@dataclass(frozen=True, slots=True)
class FloodTrigger:
    """``FF-06``  The next time that the flood may come."""

    round: int
    """At the start of this game turn."""
    need: int
    """Roll needed; 0 if it comes without a roll."""
    chance: float
    """From 0 to 1, given that it did not come before."""


@dataclass(frozen=True, slots=True)
class FloodForecast:
    """The coming flood, as far as it is known; a worker process refines it."""

    order: tuple[tuple[ModelId, ...], ...]
    """``FF-07``  The models in the order of their tests; a group is tied and rolls for it."""
    fates: Mapping[ModelId, FloodOutcome] = field(default_factory=dict)
    """For each model on the table; before the first simulation only those known exactly."""
    _: KW_ONLY
    simulated: int = 0
    """Number of floods simulated for the figures that are not exact."""
    of: int = 0
    """Number of floods to simulate; 0 if all figures are exact."""

    @property
    def done(self) -> bool:
        """Return whether all floods have been simulated."""
        return self.simulated >= self.of

    @property
    def progress(self) -> float:
        """Return the share of floods that have been simulated, from 0 to 1."""
        return self.simulated / self.of if self.of else 1.0


def core_of(view: GameView) -> Core | None:
    """Return the core that the flood lies over; None in a game without the flood."""
    return next(LIES_OVER.of(view, None), None)


def next_trigger(view: GameView) -> FloodTrigger | None:
    """``FF-06``  Return the next time that the flood may come; None if it cannot."""
    table, clock = view.table, view.table.clock
    now = clock.phase == "flood" and not clock.over
    round_ = max(min(COMES_ON), clock.round if now else clock.round + 1)
    turns = view.rules.options.get("turns")
    if PAGE.of(table).came or table.result or (turns and round_ > int(turns)):
        return None
    need = COMES_ON.get(round_, 0)
    return FloodTrigger(round_, need, (7 - need) / 6 if need else 1.0)


def source_known(table: Table) -> bool:
    """``FF-01``  Return whether it is settled where the flood comes from."""
    return bool(PAGE.of(table).origin) or len(origins(table.board)) == 1


@dataclass(frozen=True, slots=True)
class KnownOutcome:
    """Exactly known chances of a model; None if they depend on other models."""

    carried: Fraction | None = None
    dashed: Fraction | None = None
    dies: Fraction | None = None


NEVER = KnownOutcome(Fraction(0), Fraction(0), Fraction(0))
UNSURE = KnownOutcome()


def sure_fates(view: GameView, core: Core) -> dict[ModelId, KnownOutcome]:
    """Return the exactly known chances of each model that stands on the table."""
    table = view.table
    wet = within_reach(table)
    free, alone = models_without_contact(table)
    fates = dict[ModelId, KnownOutcome]()
    for model in table.standing():
        if model.id not in wet:
            fates[model.id] = NEVER
        elif model.id in alone:
            fates[model.id] = _alone(view, core, model.id)
        else:
            falls = chance_to_fall(view, model.id)
            # A model that cannot pass is carried by its own test at the latest.
            sure = model.id in free or falls == 1
            fates[model.id] = KnownOutcome(falls) if sure else UNSURE
    return fates


def chance_to_fall(view: GameView, model_id: ModelId) -> Fraction:
    """``FF-08``  Return the chance that a model fails the test."""
    passes = list[bool]()

    async def test(game: Game) -> None:
        passes.append(strength_test(game, "FF-08", model_id))

    branches = [*rule_branches(view, test, unasked)]
    return sum(
        [b.chance for b, passed in zip(branches, passes, strict=True) if not passed],
        Fraction(0),
    )


def _alone(view: GameView, core: Core, model_id: ModelId) -> KnownOutcome:
    """``FF-08`` to ``FF-17``  Return the chances of a model that meets no other model."""
    falls, carries = chance_to_fall(view, model_id), dict[tuple[int, ...], Fraction]()
    hits = list[int]()

    async def note(game: Game, model_id: ModelId, strength: int) -> None:
        hits.append(strength)

    carried = partial(carry, core=replace(core, strike=note), model_id=model_id)
    for n, branch in enumerate(rule_branches(view, carried, unasked)):
        if n >= MAX_BRANCHES:
            return KnownOutcome(falls)
        carries[tuple(hits)] = carries.get(tuple(hits), Fraction(0)) + branch.chance
        hits.clear()
    dashed = dies = Fraction(0)
    for (first, *more), chance in carries.items():

        async def paid(game: Game, first: int = first, *, more: bool = bool(more)) -> None:
            await pays(game, core, model_id, first, "the water", dashed=more)

        for branch in rule_branches(view, paid, unasked):
            story, share = branch.story, chance * branch.chance
            hurt = any(isinstance(e, Struck) and e.motion is Motion.DASHED for e in story)
            dashed += share * hurt
            dies += share * (branch.table.models[model_id].where is not Where.TABLE)
    return KnownOutcome(falls, falls * dashed, falls * dies)
