"""What zero-g tells whoever looks: lines of shots that miss, recoil, arcs of charges."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.game import Look
from game.rules.kit.insight import ARCS, RECOILS, STRAYS, Arc, Firing, Push, Risk, Stray
from game.rules.zero_g.charge import arc, reach
from game.rules.zero_g.kinds import is_free
from game.rules.zero_g.recoil import recoil, recoil_of
from game.rules.zero_g.strays import Flight, chances, exposed, last_point, weapon_of
from game.table.records import ModelId


def strays(look: Look, firing: Firing) -> Iterator[Stray]:
    """``ZG-17``, ``ZG-18``  Yield where a shot flies on that misses, and whom it may hit."""
    firer = look.table.models[firing.model]
    weapon = weapon_of(firer, firing.weapon)
    if weapon.blast or firer.at == firing.at:
        return
    flight = Flight(firing.model, weapon, firing.at, firing.target)
    line = exposed(look, flight)
    risks = tuple(
        Risk(one.model, chance, one.strength)
        for one, chance in zip(line, chances(line), strict=True)
    )
    yield Stray(firer.at, last_point(look, flight), risks, "ZG-17")


def recoils(look: Look, firing: Firing) -> Iterator[Push]:
    """``ZG-15``, ``ZG-14``  Yield where a shot pushes its firer, if it does at all."""
    firer = look.table.models[firing.model]
    weapon = weapon_of(firer, firing.weapon)
    if recoil_of(firer, weapon):
        push = recoil(look, firing.model, weapon, firing.at)
        yield Push(push.path, push.left, "ZG-14" if push.left else "ZG-15")


def arcs(look: Look, who: ModelId) -> Iterator[Arc]:
    """``ZG-19``, ``ZG-20``  Yield where a model may charge to."""
    model = look.table.models[who]
    if not is_free(model):
        yield Arc(model.heading, arc(model.arrows), reach(model.arrows), "ZG-19")


HOOKS = (STRAYS.gets(strays), RECOILS.gets(recoils), ARCS.gets(arcs))
