"""Value of a place to a model."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from game.bots.steady import motives
from game.bots.steady.motives import Merit, main_motive
from game.cores.classic.bot.expected_damage import half_inches
from game.cores.kit.queries import TableView
from game.cores.kit.sight_lines import sees
from game.geometry.points import Disc, Point, distance, point_ahead, vector_of_heading
from game.geometry.sweeps import first_stop
from game.physics.travel import distance_to_edge
from game.play.log.wording import name, possessive
from game.systems.zero_g.bot.assessment import (
    HarmTable,
    TravelTime,
    ZeroGAssessment,
    beyond,
    harm_table,
    outliving_chance,
    turns_of,
)
from game.systems.zero_g.bot.sight_sectors import SightSectors, sight_sectors
from game.systems.zero_g.rules.mobility import EXITS, TableExit, has_jets, is_free
from game.table.records import Model, ModelId

STRIDE = 7.0
"""Typical number of inches that a model comes nearer in a turn."""
CLOSE = 6.0
"""Inches from which an attack is carried out."""
RUSHED = 4.0
"""Typical inches of a charge with one die, beside the move before it."""
ELBOWS = 2.0
"""Inches within which a friendly model is in the way."""
GRAIN = 2
"""Number of steps per inch in which places are compared for lines of sight."""
STAYS = "to stay on the table"
"""Motive of a model that would leave the table otherwise."""
CONTROL = "to stay in control"
"""Motive of a model that would be too fast otherwise."""
NEXT_SHOT = "to shoot next turn"
FAINT = 0.01
"""Value of fire below which its line of sight is not checked."""


class ModelState(NamedTuple):
    """A possible state of a model."""

    at: Point
    heading: float
    arrows: int
    snaps: bool = False
    """True if it fires only snap shots this turn."""
    fired: bool = False
    """True if it has fired in this turn, or held its fire."""


class PlaceView(NamedTuple):
    """The prospects of a model at a place, in points."""

    aimed: float
    """Value of its fire from there."""
    snapped: float
    """Value of its snap shots from there."""
    danger: float
    """The cost of the enemy's fire and charges."""
    later: float
    """Value of an attack in later turns."""


class _FireValues(NamedTuple):
    """The values of fire between a model and an enemy at one distance."""

    aimed: float
    snapped: float
    his: float
    """The cost of the enemy's fire."""
    is_faint: bool
    """True if they are too low to check the line of sight for them."""


@dataclass(frozen=True, slots=True, eq=False)
class _Opponent:
    """An enemy of a model, with its values that do not depend on the model's place."""

    at: Point
    apart: tuple[float, float]
    """The radii of its base and the model's."""
    mine: HarmTable
    """The harm of the model's fire at it."""
    his: HarmTable
    price: float
    his_price: float
    """The model's price; 0 if the enemy has no turn left to fire."""
    attack: float
    """Value of an attack on it from close by."""
    threat: float
    """Cost of being charged by it."""
    held: bool
    """True if it is locked in combat."""
    sights: SightSectors
    _fire: dict[float, _FireValues] = field(default_factory=dict)

    def fire(self, inches: float) -> _FireValues:
        """Return the values of fire at a distance."""
        half = half_inches(inches)
        if (known := self._fire.get(half)) is None:
            aimed, snapped = self.mine.at_half(half)
            his = self.his_price * self.his.at_half(half)[0]
            aimed, snapped = self.price * aimed, self.price * snapped
            is_faint = max(aimed, his) < FAINT
            known = self._fire[half] = _FireValues(aimed, snapped, his, is_faint)
        return known


class _KnownEnemy(NamedTuple):
    """The enemy as one model sees it."""

    foes: tuple[_Opponent, ...]
    views: dict[Point, PlaceView]
    """The prospects of the model by its place, friendly models left out."""


@dataclass(frozen=True, eq=False)
class ZeroGPlaceEvaluator:
    """Computes the value of places and states to one model."""

    assessment: ZeroGAssessment
    model: Model

    @cached_property
    def price(self) -> float:
        return self.assessment.prices.get(self.model.id, self.assessment.weights.kill)

    @cached_property
    def _jets(self) -> bool:
        return has_jets(self.model)

    def _opponent(self, foe: Model) -> _Opponent:
        """Return the values of the enemy that are the same wherever the model stands."""
        assessment, me = self.assessment, self.model
        weights, price = assessment.weights, assessment.prices[foe.id]
        mine = harm_table(me.profile, foe.profile, foe.wounds)
        his = harm_table(foe.profile, me.profile, me.wounds)
        his_price = self.price if assessment.turns_against > 0 else 0.0
        close = price * mine.at(CLOSE)[0] - weights.aimed_at * (his_price * his.at(CLOSE)[0])
        held = assessment.is_held(foe)
        threat = 0.0 if held or assessment.turns_against <= 0 else self._attacked_by(foe)
        best = max(self.fight(foe, impacts=1), close, 0.0)
        sights = sight_sectors(assessment.view.table.board, foe.disc)
        apart = foe.base, me.base
        return _Opponent(foe.at, apart, mine, his, price, his_price, best, threat, held, sights)

    def fight(self, foe: Model, *, impacts: int) -> float:
        """Return the value of a close combat with an enemy that this model charged."""
        me, prices = self.model, self.assessment.prices
        wins = outliving_chance(me.profile, foe.profile, me.wounds, foe.wounds, impacts=impacts)
        return wins * prices[foe.id] - (1.0 - wins) * self.price

    def worth(self, state: ModelState) -> float:
        """Return the value of a state in points; death is worth minus the model's price."""
        at = Point(round(state.at.x, 1), round(state.at.y, 1))
        if (view := self._views.get(at)) is None:
            view = self._views[at] = self._view(at)
        weights = self.assessment.weights
        share = weights.again if self.assessment.turns > 1 else 0.0
        worth = view.aimed * share
        if not state.fired:
            worth += view.snapped if state.snaps else view.aimed
        if self.assessment.turns > 1:
            worth += weights.prospect * view.later
        danger = view.danger + self._crowded(at)
        return worth - danger + self._hope(state) - self._doomed(state)

    @property
    def _views(self) -> dict[Point, PlaceView]:
        return self._known.views

    @property
    def _foes(self) -> tuple[_Opponent, ...]:
        return self._known.foes

    def motive(self, state: ModelState, instead: ModelState | None = None) -> str:
        """Return for what the model chooses a state, by what it adds to its value.

        *instead*: the state without the choice; by default the present one.
        """
        model = self.model
        instead = instead or ModelState(model.at, model.heading, model.arrows)
        found = main_motive(self.merits(instead), self.merits(state))
        return self._safety(instead.at, state.at) if found == motives.SAFETY else found

    def _safety(self, before: Point, after: Point) -> str:
        """Return from which enemy a place is safer than another, in words."""
        table = self.assessment.view.table
        here, there = (Disc(at, self.model.base) for at in (before, after))
        foes = sorted(self.assessment.foes, key=lambda foe: distance(foe.at, before))
        for foe in foes:
            if sees(table, foe.disc, here) and not sees(table, foe.disc, there):
                return f"to get out of {possessive(name(table, foe.unit))} sight"
        if foes and distance(foes[0].at, after) > distance(foes[0].at, before):
            return f"to get away from {name(table, foes[0].unit)}"
        return motives.SAFETY

    def merits(self, state: ModelState) -> list[Merit]:
        """Return the parts of the value of a state."""
        at = Point(round(state.at.x, 1), round(state.at.y, 1))
        view = self._views.get(at) or self._view(at)
        fire = 0.0 if state.fired else view.snapped if state.snaps else view.aimed
        later = self.assessment.weights.prospect * view.later
        slow, off = self._drifting(state)
        again = self.assessment.weights.again if self.assessment.turns > 1 else 0.0
        return [
            Merit(fire, motives.SHOT),
            Merit(again * view.aimed, NEXT_SHOT),
            Merit(later if self.assessment.turns > 1 else 0.0, motives.LATER),
            Merit(-view.danger, motives.SAFETY),
            Merit(-self._crowded(state.at), "to spread out"),
            Merit(self._hope(state), "for a container"),
            Merit(-slow, CONTROL),
            Merit(-off, STAYS),
        ]

    @cached_property
    def _known(self) -> _KnownEnemy:
        """The enemy as the model sees it; the same while neither of them changes."""
        assessment, me = self.assessment, self.model
        prices = assessment.prices
        key = (
            *(me.id, me.profile.name, me.wounds, self.price),
            *(assessment.turns, assessment.turns_against),
            *[
                (f.id, f.profile.name, f.at, f.wounds, prices[f.id], assessment.is_held(f))
                for f in assessment.foes
            ],
        )
        known: _KnownEnemy | None = assessment.memory.get(key)
        if known is None:
            foes = tuple(self._opponent(foe) for foe in assessment.foes)
            known = assessment.memory[key] = _KnownEnemy(foes, {})
        return known

    def _crowded(self, at: Point) -> float:
        near = len([m for m in self._mates if distance(at, m.at) < ELBOWS])
        return self.assessment.weights.crowded * near

    def _view(self, at: Point) -> PlaceView:
        """Return the prospects of the model at a place."""
        aimed = snapped = later = danger = 0.0
        weights = self.assessment.weights
        likely, aims = weights.danger * weights.charged, weights.danger * weights.aimed_at
        eye = Point(round(at.x * GRAIN) / GRAIN, round(at.y * GRAIN) / GRAIN)
        for foe in self._foes:
            its, own = foe.apart
            inches = distance(at, foe.at) - its - own
            if foe.attack > later:  # A discount makes no attack worth more.
                later = max(later, foe.attack * self._discount(inches))
            near = STRIDE + RUSHED - inches
            if near > 0.0:
                danger += likely * min(1.0, near / STRIDE) * foe.threat
            fire = foe.fire(inches)
            if fire.is_faint or not foe.sights.is_clear_from(eye):
                continue
            danger += aims * fire.his
            if not foe.held:
                aimed, snapped = max(aimed, fire.aimed), max(snapped, fire.snapped)
        return PlaceView(aimed, snapped, danger, later)

    @cached_property
    def _mates(self) -> tuple[Model, ...]:
        return tuple(m for m in self.assessment.mine if m.id != self.model.id)

    def _attacked_by(self, foe: Model) -> float:
        me, price = self.model, self.assessment.prices[foe.id]
        wins = outliving_chance(foe.profile, me.profile, foe.wounds, me.wounds, impacts=1)
        return max(0.0, wins * self.price - (1.0 - wins) * price)

    def _discount(self, inches: float) -> float:
        """Return the discount on an attack from *inches* away; 0 if it comes too late."""
        turns = max(0.0, inches - CLOSE) / STRIDE
        if turns > self.assessment.turns:
            return 0.0
        discount: float = self.assessment.weights.attack_discount**turns
        return discount

    def _hope(self, state: ModelState) -> float:
        """Return the value of the container that the model may bring off from there."""
        assessment, me = self.assessment, self.model
        if not assessment.cargoes or is_free(me):
            return 0.0
        here = TravelTime.of(state.at, state.heading, state.arrows, jets=self._jets)
        left = assessment.turns - 1
        if assessment.holds(me):
            field = assessment.home(assessment.side, me.base)
            assert field
            return assessment.cargoes[0].value * assessment.arrival(
                turns_of(field, here, 0.0), left
            )
        best = 0.0
        for cargo in assessment.unheld_cargoes:
            turns = assessment.fetched(me, here, cargo)
            share = assessment.shares.get((cargo.piece, me.id), 1.0)
            best = max(best, share * cargo.value * assessment.arrival(turns, left))
        return best

    def _doomed(self, state: ModelState) -> float:
        """Return the cost of drifting on: off the table, or past the place wanted."""
        slow, off = self._drifting(state)
        return slow + off

    def _drifting(self, state: ModelState) -> tuple[float, float]:
        """Return the cost of drifting on too fast, and of drifting off the table."""
        if not state.arrows or is_free(self.model):
            return 0.0, 0.0
        way = state.at, state.heading
        if (rim := self._rims.get(way)) is None:
            rim = self._rims[way] = self._rim(state)
        if state.arrows == 1 and rim >= STRIDE:
            return 0.0, 0.0
        if (kept := self._kept.get(way)) is None:
            kept = self._kept[way] = self._is_kept(state, rim)
        slowed = self.assessment.weights.slowed
        if kept:
            return slowed * (state.arrows - 1), 0.0
        if self._jets or state.arrows == 1:
            return 0.0, slowed * (rim < STRIDE)
        dice = state.arrows * (state.arrows - 1) // 2
        return slowed, beyond(min(dice, 6), int(rim)) * self.price

    @cached_property
    def _rims(self) -> dict[tuple[Point, float], float]:
        """The inches to the table's edge, by place and heading."""
        return {}

    @cached_property
    def _kept(self) -> dict[tuple[Point, float], bool]:
        """Whether the model does not leave the table at all, by place and heading."""
        return {}

    def _rim(self, state: ModelState) -> float:
        """Return the inches from a place to the table's edge, along the heading."""
        board = self.assessment.view.table.board
        along = vector_of_heading(state.heading)
        return distance_to_edge(state.at, along, (board.width, board.height))

    def _is_kept(self, state: ModelState, rim: float) -> bool:
        """Return whether a wall turns the model back, or an exit lets it leave alive."""
        view, me, along = self.assessment.view, self.model, vector_of_heading(state.heading)
        walls = view.table.board.walls
        if first_stop(state.at, along, rim, me.base, walls, {}) != (rim, None, -1):
            return True
        out = TableExit(me.id, point_ahead(state.at, along, rim))
        return any(EXITS.of(TableView(view.table, view.rules), out))


@lru_cache(64)
def evaluator_of(assessment: ZeroGAssessment, model_id: ModelId) -> ZeroGPlaceEvaluator:
    """Return the evaluator of a model on the table, which remembers what it computed."""
    return ZeroGPlaceEvaluator(assessment, assessment.view.table.models[model_id])
