"""Exact chances of the next flood, its forecast, and which models can touch in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from game.cores.kit.core import Core
from game.cores.kit.dice_branches import rule_branches, unasked
from game.cores.kit.hooks import QueryHook
from game.cores.kit.traits import strength_test
from game.geometry.points import CONTACT, Disc, Path, Point, distance, point_ahead
from game.geometry.polygons import Box, Segment, box, boxes_meet, crossing, off_segment, widened
from game.play.game import Game, GameView
from game.systems.flood.rules import PAGE, water_of
from game.systems.flood.rules.carry import carry, pays
from game.systems.flood.rules.flood_phase import COMES_ON, within_reach
from game.systems.flood.table.lanes import ON_LANE, CarryPath, LaneNetwork, Node
from game.systems.flood.table.water import Water, origins
from game.table.events import Motion, Struck
from game.table.records import ModelId, Where
from game.table.state import Table


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


SLACK = 2 * CONTACT + 0.1
"""Inches: contact, and the shift of a path that is resumed after rounding to thousandths."""


@dataclass(frozen=True, slots=True)
class FloodReach:
    """All places that a flood may take one model to."""

    legs: tuple[tuple[Box, Segment | None], ...]
    """Segments, each with the box around it; without a segment, anywhere in the box."""
    radius: float

    def touch(self, other: FloodReach) -> bool:
        apart = self.radius + other.radius + SLACK
        return any(
            boxes_meet(widened(one, apart), two)
            and (a is None or b is None or _off(a, b) <= apart)
            for one, a in self.legs
            for two, b in other.legs
        )


def models_without_contact(table: Table) -> tuple[list[ModelId], list[ModelId]]:
    """Return the models that no other can reach, and those of them that reach no other."""
    water, bases = water_of(table), {m.id: m.disc for m in table.standing()}
    courses = {model_id: water.course(base) for model_id, base in bases.items()}
    wide = {w: _places(water, bases[w], c, again=True) for w, c in courses.items() if c}
    free, alone = list[ModelId](), list[ModelId]()
    for model_id, course in courses.items():
        others = [ways for other, ways in wide.items() if other != model_id]
        if course is None or _meets(_places(water, bases[model_id], None), others):
            continue
        free.append(model_id)
        if not _meets(_places(water, bases[model_id], course), others):
            alone.append(model_id)
    return free, alone


def _meets(ways: FloodReach, others: Iterable[FloodReach]) -> bool:
    return any(ways.touch(other) for other in others)


def _places(
    water: Water, base: Disc, course: CarryPath | None, *, again: bool = False
) -> FloodReach:
    """Return the places where a model is and may be taken; *again*: by several carries."""
    paths, anywhere = list[Path](), list[tuple[Box, None]]()
    paths.append((base.at, base.at))
    if course:
        paths += [course.path, *_onward(water, course.end)]
        if again and water.lanes and (around := _around(base, course)):
            anywhere.append((around, None))
            paths += _joined_within(water, water.lanes, around)
    legs = [(box(leg), leg) for path in dict.fromkeys(paths) for leg in pairwise(path)]
    return FloodReach((*legs, *anywhere), base.radius)


def _onward(water: Water, node: Node) -> list[Path]:
    """Return the paths of all stretches downstream of a node."""
    if water.lanes is None:
        return []
    reached, paths = [node], list[Path]()
    for here in reached:
        for stretch in water.lanes.leaving(here):
            paths.append(stretch.path)
            if stretch.end not in reached:
                reached.append(stretch.end)
    return paths


def _around(base: Disc, course: CarryPath) -> Box | None:
    """``FF-10``  Return the box that a model stays in on its way to a lane; None if on one.

    A model that is stopped on that way, and bumped, makes for a lane again, from nearer by.
    """
    join = course.path[1] if len(course.path) > 1 else base.at
    inches = distance(base.at, join)
    return widened(box((base.at, join)), inches) if inches > ON_LANE else None


def _joined_within(water: Water, lanes: LaneNetwork, around: Box) -> list[Path]:
    """Return the paths downstream of the point where each stretch first enters a box."""
    paths = list[Path]()
    for stretch in lanes.stretches:
        for n, (a, b) in enumerate(pairwise(stretch.path)):
            entry = _entry(a, b, around)
            if entry is not None:
                paths += [(entry, *stretch.path[n + 1 :]), *_onward(water, stretch.end)]
                break
    return paths


def _entry(a: Point, b: Point, around: Box) -> Point | None:
    """Return the point where the segment from *a* to *b* enters a box, or None."""
    first, last = 0.0, 1.0
    for here, there, low, high in (
        (a.x, b.x, around[0], around[2]),
        (a.y, b.y, around[1], around[3]),
    ):
        if here == there:
            if not low <= here <= high:
                return None
            continue
        shares = sorted(((low - here) / (there - here), (high - here) / (there - here)))
        first, last = max(first, shares[0]), min(last, shares[1])
    return None if first > last else point_ahead(a, Point(b.x - a.x, b.y - a.y), first)


def _off(one: Segment, other: Segment) -> float:
    """Return the distance between two segments."""
    if crossing(*one, *other) is not None:
        return 0.0
    ends = [off_segment(at, other) for at in one] + [off_segment(at, one) for at in other]
    return min(ends)


LIES_OVER = QueryHook[None, Core]("the core that the flood lies over")
"""Answered by the flood module alone; without it there is no answer."""


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


MAX_BRANCHES = 6**4
"""Maximum number of ways of the dice to follow exactly."""


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
