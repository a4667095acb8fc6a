"""Playback of attacks, from shots or blows to wounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from game.cores.kit.sight_lines import in_between, pieces_blocking_sight
from game.geometry.line_of_sight import seen_point
from game.geometry.points import Point, distance, gap, mean_point, point_ahead, unit_vector
from game.play.log.log_words import reaches
from game.table.events import (
    Act,
    Acted,
    Event,
    MarkerLaid,
    PhaseBegan,
    Removed,
    Rolled,
    RollKind,
    Wounded,
)
from game.table.records import Fire, Model, ModelId, UnitId, Where
from game.table.state import Table
from game.view.colours import AMBER, CREAM, WOUND
from game.view.playback.effects import Effect
from game.view.playback.shots import (
    BEAM,
    FLIGHT,
    GLOWS,
    Beam,
    Blow,
    Blows,
    Pop,
    Sparks,
    Tracer,
    Volley,
)
from game.view.playback.stage import Animation
from game.view.sounds import Sound
from game.view.system_view import SystemView

SPREADS: Final = 0.42
"""Maximum number of seconds between the first and the last shot of a volley."""
BETWEEN: Final = 0.07
"""Maximum number of seconds between two shots."""
MAX_SHOTS: Final = 40
"""Maximum number of shots drawn of one roll."""
MAX_SEEN: Final = 3
"""Number of visible models of the target among which a model spreads its shots."""
MAX_LOOKS: Final = 6
"""Number of models of the target that a model looks for, the nearest first."""
WIDE: Final = 0.55
"""Inches beside a base at which a miss ends."""
LUNGE: Final = 0.55
"""Maximum number of inches that a model lunges."""
LUNGE_SECONDS: Final = 0.42
CLAWS: Final = 0.85
"""Half the length of the mark of claws, in radii of a base."""
ENGAGED: Final = 2.05
"""Inches between bases within which models may fight."""
SHAKE: Final = 4.0
"""Units by which a blast, or the end of a unit, shakes the board."""
SHAKES: Final = 0.4
"""Seconds that the board shakes."""
FIRES: Final = frozenset({Act.SHOOTS, Act.FIRES_OVERWATCH})


class AimedShot(NamedTuple):
    """A sight line, and the model at its end."""

    firer: Model
    target: Model
    end: Point


class AttackAnimation(Animation):
    """The playback of attacks; it notes who was hit, for saves that do not tell."""

    hit: tuple[ModelId, ...] = ()
    """The models that the last attack hit."""
    gun: Point | None = None
    """The place of the unit that shoots."""

    def effects(self, event: Event, shown: list[Effect]) -> list[Effect]:
        return [*shown, *self._added(event, self.stage.seen)]

    def _added(self, event: Event, table: Table) -> Iterator[Effect]:
        """Yield the effects of an event of an attack."""
        match event:
            case Rolled(kind=RollKind.HIT) if event.who and event.target:
                yield from self._attack(event, table)
            case Rolled(kind=RollKind.SAVE):
                yield from self._saved(event, table)
            case Acted(unit=unit, act=Act.MANIFESTS, target=target):
                yield from _beam(unit, target, table)
            case MarkerLaid(_, at, diameter):
                yield from self._blast(at, diameter / 2)
            case Wounded(model=id_, wounds=wounds) if wounds > 0:
                at = self.stage.place_of(id_)
                pop = Pop(1.4 * table.models[id_].base, at)
                yield Effect(at, 2 * GLOWS, WOUND, drawn=pop)
            case Removed(model=id_) if _is_last(table, id_):
                yield Effect(table.models[id_].at, SHAKES, CREAM, shakes=SHAKE)
            case _:
                pass

    def before(self, event: Event) -> None:
        match event:
            case Acted(unit=unit, act=act) if act in FIRES:
                models = self.stage.seen.of(unit) if unit in self.stage.seen.units else ()
                self.gun = mean_point([m.at for m in models]) if models else None
            case PhaseBegan():
                self.hit, self.gun = (), None
            case _:
                pass

    def sound(self, event: Event, sound: Sound) -> Sound:
        match event:
            case Rolled(kind=RollKind.HIT) if event.who and event.target:
                return Sound.SHOTS if is_fire(event, self.stage.seen) else Sound.BLADES
            case Rolled(kind=RollKind.SAVE) if any(reaches(event, f) for f in event.faces):
                return Sound.SAVED
            case _:
                return sound

    def rest(self) -> None:
        self.hit, self.gun = (), None

    def _attack(self, rolled: Rolled, table: Table) -> Iterator[Effect]:
        """Yield the volley or the blows of a roll to hit."""
        hits = [reaches(rolled, face) for face in rolled.faces[:MAX_SHOTS]]
        if is_fire(rolled, table):
            aimed = aimed_shots(rolled, table, len(hits))
            if shots := tuple(_fired(aimed, hits)):
                volley = Volley(shots)
                yield Effect(shots[0].start, volley.lasts, AMBER, drawn=volley)
        else:
            aimed = [AimedShot(me, foe, foe.at) for me, foe in duels(rolled, table, len(hits))]
            yield from _struck(aimed, hits)
        self.hit = tuple(
            shot.target.id for shot, good in zip(aimed, hits, strict=False) if good
        )

    def _saved(self, rolled: Rolled, table: Table) -> Iterator[Effect]:
        """Yield sparks off the models that saved, those that were hit first."""
        count = sum(reaches(rolled, face) for face in rolled.faces)
        theirs = [m for m in _models(rolled.who, table) if m.where is Where.TABLE]
        struck = [m for id_ in self.hit for m in theirs if m.id == id_]
        saved = [*dict.fromkeys((*struck, *theirs))][:count]
        if saved:
            at = tuple(self.stage.place_of(m.id) for m in saved)
            sparks = Sparks(at, 1.5 * max(m.base for m in saved))
            yield Effect(at[0], 2 * GLOWS, CREAM, drawn=sparks)

    def _blast(self, at: Point, radius: float) -> Iterator[Effect]:
        """Yield the shell of a unit that fires, and its blast."""
        flight = 0.0
        if self.gun and not self.stage.reduced:
            volley = Volley((Tracer(self.gun, at, hits=True, delay=0.0),))
            yield Effect(self.gun, volley.lasts, AMBER, drawn=volley)
            flight = FLIGHT
        yield Effect(at, 1.2, AMBER, blast=radius, age=-flight)
        yield Effect(at, SHAKES, CREAM, shakes=SHAKE, age=-flight)


def _models(id_: str, table: Table) -> Sequence[Model]:
    """Return a model by its id, or the standing models of a unit."""
    if model := table.models.get(ModelId(id_)):
        return (model,)
    return table.of(UnitId(id_)) if id_ in table.units else ()


def _is_last(table: Table, id_: ModelId) -> bool:
    """Return whether a model is the last of its unit, and the unit had others."""
    unit = table.units[table.models[id_].unit]
    return len(unit.models) > 1 and [m.id for m in table.of(unit.id)] == [id_]


def is_fire(rolled: Rolled, table: Table) -> bool:
    """Return whether a roll to hit is for shots."""
    return any(
        weapon.name == rolled.weapon and weapon.fire is not Fire.MELEE
        for model in _models(rolled.who, table)
        for weapon in model.profile.weapons
    )


def _armed(models: Iterable[Model], weapon: str) -> list[Model]:
    """Return the models that have a weapon, or all if none has."""
    models = [*models]
    return [m for m in models if any(w.name == weapon for w in m.profile.weapons)] or models


def aimed_shots(rolled: Rolled, table: Table, many: int) -> list[AimedShot]:
    """Return the sight lines of the shots of a roll to hit, spread over the visible models.

    A roll names units only: the models with its weapon take turns, those in sight of the target
    first.
    """
    foes, pieces = _models(rolled.target, table), pieces_blocking_sight(table)
    lines, blind = list[list[AimedShot]](), list[list[AimedShot]]()
    for firer in _armed(_models(rolled.who, table), rolled.weapon):
        near = sorted(foes, key=lambda foe: gap(firer.disc, foe.disc))[:MAX_LOOKS]
        seen = list[AimedShot]()
        for foe in near:
            sides = in_between(table.board, pieces, firer.disc, foe.disc)
            if (end := seen_point(firer.at, foe.disc, sides)) is not None:
                seen.append(AimedShot(firer, foe, end))
            if len(seen) == MAX_SEEN:
                break
        if seen:
            lines.append(seen)
        elif near:
            blind.append([AimedShot(firer, near[0], near[0].at)])
    if not (lines := lines or blind):
        return []
    firers = len(lines)
    return [lines[n % firers][n // firers % len(lines[n % firers])] for n in range(many)]


def duels(rolled: Rolled, table: Table, many: int) -> list[tuple[Model, Model]]:
    """Return who strikes at whom in a roll to hit in close combat, for each die.

    Those in reach of an enemy take turns, each with the enemies in its reach.
    """
    foes = _models(rolled.target, table)
    pairs = [
        (gap(me.disc, foe.disc), n, me, foe)
        for n, me in enumerate(_armed(_models(rolled.who, table), rolled.weapon))
        for foe in foes
    ]
    if not pairs:
        return []
    pairs.sort(key=itemgetter(0))
    near = [pair for pair in pairs if pair[0] <= ENGAGED] or pairs[:1]
    own = dict[int, list[tuple[Model, Model]]]()
    for _, n, me, foe in near:
        own.setdefault(n, []).append((me, foe))
    each = [*own.values()]
    return [each[n % len(each)][n // len(each) % len(each[n % len(each)])] for n in range(many)]


def _fired(aimed: Sequence[AimedShot], hits: Sequence[bool]) -> Iterator[Tracer]:
    """Yield shots from the edge of each firer's base; a miss ends beside its target."""
    between = min(BETWEEN, SPREADS / max(1, len(aimed)))
    for n, ((firer, target, end), good) in enumerate(zip(aimed, hits, strict=False)):
        if distance(firer.at, end) <= firer.base:
            continue
        ahead = unit_vector(firer.at, end)
        if not good:
            off = (target.base + WIDE) * (1 if n % 2 else -1)
            end = Point(end.x - ahead.y * off, end.y + ahead.x * off)  # noqa: PLW2901  beside it
        yield Tracer(point_ahead(firer.at, ahead, firer.base), end, good, n * between)


def _beam(unit: str, target: str, table: Table) -> Iterator[Effect]:
    """Yield the beam of a power, along the shortest sight line of a unit to its target."""
    foes, pieces = _models(target, table), pieces_blocking_sight(table)
    pairs = [(gap(me.disc, foe.disc), n, me, foe)
             for n, me in enumerate(_models(unit, table)) for foe in foes]  # fmt: skip
    for _, _, me, foe in sorted(pairs, key=itemgetter(0, 1)):
        sides = in_between(table.board, pieces, me.disc, foe.disc)
        if (end := seen_point(me.at, foe.disc, sides)) is not None:
            yield Effect(me.at, BEAM, AMBER, drawn=Beam(me.at, end, 1.2 * foe.base))
            return


def _struck(aimed: Sequence[AimedShot], hits: Sequence[bool]) -> Iterator[Effect]:
    """Yield a lunge of each model that strikes, and the blows that land."""
    targets = dict[ModelId, AimedShot]()
    for blow in aimed:
        targets.setdefault(blow.firer.id, blow)
    for n, (me, foe, _) in enumerate(targets.values()):
        far = distance(me.at, foe.at)
        if far > 0.0:
            inches = min(LUNGE, max(0.3, gap(me.disc, foe.disc) + 0.25))
            ahead = unit_vector(me.at, foe.at)
            slides = Point(ahead.x * inches, ahead.y * inches)
            lasts = LUNGE_SECONDS + 0.05 * (n % 3)
            yield Effect(me.at, lasts, CREAM, lunges=me.id, slides=slides)
    blows = dict[ModelId, Blow]()
    for (me, foe, _), good in zip(aimed, hits, strict=False):
        if good or foe.id not in blows:
            blows[foe.id] = Blow(me.at, foe.at, hits=good)
    if blows:
        reach = CLAWS * max(foe.base for _, foe, _ in aimed)
        drawn = Blows((*blows.values(),), reach, delay=0.4 * LUNGE_SECONDS)
        yield Effect(aimed[0].target.at, drawn.lasts, CREAM, drawn=drawn)


ATTACKS = SystemView(on_map=lambda _: True, animation=AttackAnimation)
