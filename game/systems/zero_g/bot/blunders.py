"""Blunders in zero-g."""

from __future__ import annotations

from game.bots.blunder_counting import AnsweredQuestion, BlunderCounter
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.queries import TableView
from game.cores.kit.units import discs
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import nearest_gap
from game.play.decisions import PASS, Choose, CommonKind
from game.systems.zero_g.rules.shooting import weapon_of
from game.table.events import Act, Acted, Event, PhaseBegan, Rolled, RollKind
from game.table.records import Fire, ModelId, Side, UnitId, Weapon

SHOOTING = "shooting"
SNAP = 6
"""``CC-06``  Roll that a snap shot needs to hit."""
STEERING = (Act.TURNS, Act.SLOWS, Act.PUSHES_OFF)
"""Actions with which a model chooses where it goes."""


class _SnapShots(BlunderCounter):
    """Counts dice to hit that need a 6; subclasses say for which reason."""

    is_beyond: bool

    def see_event(self, view: TableView, event: Event) -> None:
        if not isinstance(event, Rolled) or view.table.clock.phase != SHOOTING:
            return
        if event.kind is RollKind.HIT:
            snaps = event.need == SNAP and _is_beyond(view, event) is self.is_beyond
            self.note(event.by, is_blunder=snaps, times=len(event.faces))


def _is_beyond(view: TableView, shots: Rolled) -> bool:
    """``ZG-18``  Return whether the target of some shots is beyond the range of the weapon."""
    (firer,) = view.table.of(UnitId(shots.who))
    target = discs(view.table.of(UnitId(shots.target)))
    return is_more_than(nearest_gap([firer.disc], target), weapon_of(firer, shots.weapon).range)


class ShotsBeyondRange(_SnapShots):
    """Dice to hit that need a 6 because the target is beyond the range."""

    name = "shots at 6+ beyond the range"
    is_beyond = True


class ShotsOnTheMove(_SnapShots):
    """Dice to hit that need a 6 within the range, because the firer moved."""

    name = "shots at 6+ on the move"
    is_beyond = False


class UnaimedHeavyWeapons(BlunderCounter):
    """Models with a heavy weapon that needs dice to hit, and never fired it but at 6+."""

    name = "heavy gunners that never aim"

    def __init__(self) -> None:
        super().__init__()
        self._aimed = set[UnitId]()
        self._fielded = dict[UnitId, Side]()
        self._heavy = dict[UnitId, list[str]]()

    def see_change(self, view: TableView, event: Event) -> None:
        if isinstance(event, PhaseBegan) and event.phase == SHOOTING:
            for model in view.table.standing(event.side):
                heavy = [w.name for w in shooting_weapons(model) if is_heavy_gun(w)]
                if heavy:
                    self._fielded[model.unit] = model.side
                    self._heavy[model.unit] = heavy
        elif isinstance(event, Rolled) and event.kind is RollKind.HIT:
            unit = UnitId(event.who)
            if event.need < SNAP and event.weapon in self._heavy.get(unit, ()):
                self._aimed.add(unit)

    def see_end(self, view: TableView) -> None:
        for unit, side in self._fielded.items():
            self.note(side, is_blunder=unit not in self._aimed)


def is_heavy_gun(weapon: Weapon) -> bool:
    """Return whether a weapon is heavy and rolls to hit."""
    return weapon.fire is Fire.HEAVY and not weapon.blast


class SteeringOutOfRange(BlunderCounter):
    """Models that steer beyond the range of their weapons, and never come into it.

    A case is a model with shooting weapons to which no enemy is within range at the beginning
    of its first Shooting phase.
    """

    name = "models that steer and never come into range"

    def __init__(self) -> None:
        super().__init__()
        self._first = dict[ModelId, bool]()
        """True if an enemy was in range at the first Shooting phase."""
        self._arrived = set[ModelId]()
        self._steered = set[UnitId]()

    def see_change(self, view: TableView, event: Event) -> None:
        if isinstance(event, Acted) and event.act in STEERING:
            self._steered.add(event.unit)
        elif isinstance(event, PhaseBegan) and event.phase == SHOOTING and event.side:
            foes = [m.disc for m in view.table.standing(view.table.enemy(event.side))]
            if not foes:
                return
            for model in view.table.standing(event.side):
                reach = max([w.range for w in shooting_weapons(model)], default=0.0)
                if not reach:
                    continue
                near = is_within(nearest_gap([model.disc], foes), reach)
                self._first.setdefault(model.id, near)
                if near:
                    self._arrived.add(model.id)

    def see_end(self, view: TableView) -> None:
        for model_id, was_near in self._first.items():
            if not was_near:
                model = view.table.models[model_id]
                steered = model.unit in self._steered
                self.note(model.side, is_blunder=steered and model_id not in self._arrived)


class ChargesForgone(BlunderCounter):
    """Models that could charge in an Assault phase, and did not declare it."""

    name = "chances to charge that were let go by"

    def __init__(self) -> None:
        super().__init__()
        self._offered = dict[tuple[int, Side, str], None]()
        self._charged = set[tuple[int, Side, str]]()

    def see_answer(self, view: TableView, question: AnsweredQuestion) -> None:
        asked = question.asked
        if isinstance(asked, Choose) and asked.kind is CommonKind.UNIT_TO_CHARGE:
            round_ = view.table.clock.round
            for option in asked.options:
                if option.id != PASS:
                    self._offered[round_, asked.by, option.id] = None

    def see_event(self, view: TableView, event: Event) -> None:
        if isinstance(event, Acted) and event.act is Act.CHARGES:
            side = view.table.units[event.unit].side
            self._charged.add((view.table.clock.round, side, event.unit))

    def see_end(self, view: TableView) -> None:
        for offer in self._offered:
            self.note(offer[1], is_blunder=offer not in self._charged)


BLUNDERS = (
    ShotsBeyondRange,
    ShotsOnTheMove,
    UnaimedHeavyWeapons,
    SteeringOutOfRange,
    ChargesForgone,
)
