"""What a die would bring that is rolled again: before and after (``MC-27``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.play.game import GameView
from game.rules.kit.dice import Roll
from game.rules.kit.forecasts import ForecastFigure, counted
from game.rules.kit.probability import Spread, at_most, chance_of_face, mixture
from game.rules.modern.dice_tables import total
from game.rules.modern.morale import best_ld
from game.rules.modern.odds.attack_setup import (
    Target,
    attack,
    blow_salvos,
    blows_at,
    shot_salvo,
)
from game.rules.modern.odds.attacks import SURE, Group, attack_odds
from game.rules.modern.odds.charge import charge_need
from game.rules.modern.odds.dice_sums import FACES, each_again
from game.rules.modern.psychic import perils_by
from game.rules.modern.shooting.volley import overwatch_of, volley_of
from game.rules.modern.stratagems import (
    CHARGE,
    DAMAGE,
    HIT,
    MORALE,
    PSYCHIC,
    RE_ROLL,
    WOUND,
    again_name,
    kind,
    worth_taking_up,
)
from game.table.records import NO_DICE, DiceExpression, UnitId

CLAUSE = RE_ROLL.clause
D6 = 6


def again_figures(look: GameView, cast: Roll, answer: str) -> Iterator[ForecastFigure]:
    """Yield what comes of dice as they lie, and with the one rolled again that is named."""
    again = [n for n in worth_taking_up(cast) if again_name(cast.faces[n]) == answer]
    what = kind(cast)
    if what in (DAMAGE, MORALE) or not (cast.need or what == CHARGE):
        yield from _amounts(look, cast, again)
    elif cast.total:
        need = charge_total(look, cast) if what == CHARGE else cast.need
        yield ForecastFigure(
            "succeeds as it lies", float(cast.sum >= need), cast.clause, need=need
        )
        for n in again:
            chance = each_again(cast.faces, need)[n]
            yield ForecastFigure("succeeds rolled again", chance, CLAUSE, need=need)
        if what == PSYCHIC:
            yield from _perils(look, cast, again)
    else:
        for _ in again:
            yield ForecastFigure(
                "succeeds rolled again", chance_of_face(cast.need), CLAUSE, need=cast.need
            )
        if what in (HIT, WOUND):
            yield from _losses(look, cast, more=bool(again))


def _perils(look: GameView, cast: Roll, again: Sequence[int]) -> Iterator[ForecastFigure]:
    """``MC-10``  Yield whether perils come as two dice lie, and how likely with one again."""
    faces, perils = cast.faces, perils_by(look, cast)
    there = faces[0] == faces[1] and faces[0] in perils.doubles
    yield ForecastFigure("perils as it lies", float(there), perils.clause)
    for n in again:
        yield ForecastFigure(
            "perils rolled again", (faces[1 - n] in perils.doubles) / D6, CLAUSE
        )


def charge_total(look: GameView, cast: Roll) -> int:
    """``MC-22``  Return what the dice of a charge must come to, at the target it names."""
    return charge_need(look, UnitId(cast.who), [UnitId(cast.target)])


def _amounts(look: GameView, cast: Roll, again: list[int]) -> Iterator[ForecastFigure]:
    """Yield how much it is now, and how much it may be: damage, inches, models that flee."""
    word = {DAMAGE: "damage", MORALE: "flee"}.get(kind(cast), "inches")
    yield counted(f"{word} as it lies", _amount(look, cast, cast.faces), cast.clause)
    for n in again:
        rows = [
            (1 / D6, _amount(look, cast, (*cast.faces[:n], face, *cast.faces[n + 1 :])))
            for face in FACES
        ]
        yield counted(f"{word} rolled again", mixture(rows), CLAUSE)


def _amount(look: GameView, cast: Roll, faces: tuple[int, ...]) -> Spread:
    if kind(cast) == MORALE:
        return _flee(look, cast, faces[0])
    # A d3 is a d6 halved: the roll says so in its name.
    dice = DiceExpression(len(faces), 3 if cast.what != kind(cast) else D6)
    number = total(faces, dice) + sum([reason.amount for reason in cast.reasons])
    return (*[0.0] * max(0, number), 1.0)


def _flee(look: GameView, cast: Roll, face: int) -> Spread:
    """``MC-25``  Return how many flee at a face; the roll needs Ld less the number lost."""
    who = UnitId(cast.who)
    over = max(0, face - best_ld(look, who) + sum([r.amount for r in cast.reasons]))
    return at_most((*[0.0] * over, 1.0), len(look.table.of(who)))


def _losses(look: GameView, cast: Roll, *, more: bool) -> Iterator[ForecastFigure]:
    """Yield what a salvo costs its target as its dice lie, and with one rolled again."""
    target = UnitId(cast.target)
    group = _group(look, cast, target)
    if group is None:
        return
    line, lie = Target(look, target).line, _lying(group, cast)
    before = attack_odds(lie, line)
    yield counted("models lost as it lies", before.lost, "MC-18", target)
    if more:
        hit = SURE if kind(cast) == WOUND else group.hit
        after = attack_odds([*lie, replace(group, attacks=1, hit=hit)], line)
        yield counted("models lost rolled again", after.lost, CLAUSE, target)


def _group(look: GameView, cast: Roll, target: UnitId) -> Group | None:
    """Return attacks like those that are rolled for, by their weapon."""
    who = UnitId(cast.who)
    if look.table.clock.phase == "fight":
        salvos = blow_salvos(look, blows_at(look, who, target, cast.weapon))
    else:
        charged = look.table.clock.phase == "charge"
        shots = (overwatch_of if charged else volley_of)(look, who, target)
        salvos = [shot_salvo(look, group) for group in shots]
    named = [s for s in salvos if s.weapon == cast.weapon]
    of_need = [s for s in named if s.need == cast.need]
    salvo = next(iter(of_need if kind(cast) == HIT else named), None)
    if salvo is None:
        return None
    group = attack(look, target, [salvo]).groups[0]
    return replace(group, attack_dice=NO_DICE, twice=NO_DICE, also=())


def _lying(group: Group, cast: Roll) -> list[Group]:
    """Return the successes that lie there, as attacks of which so much needs no die."""
    faces = [cast.faces[n] for n in cast.successes]
    if kind(cast) == HIT:
        return [replace(group, attacks=len(faces), hit=SURE)]
    sure = replace(group, hit=SURE, wound=SURE, rent=())
    rent = faces.count(6) if group.rent else 0
    plain = replace(sure, attacks=len(faces) - rent)
    return [plain, replace(sure, attacks=rent, save=group.rent or group.save)]
