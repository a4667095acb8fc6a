"""How an exchange of attacks may end, each with its exact chance: ``TC-28``, ``TC-30``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from game.play.game import GameView
from game.rules.cage.attack import Attack
from game.rules.cage.odds import Fate, Harm, Prospect, prospect
from game.table.records import ModelId


class End(NamedTuple):
    """How the two stand after an exchange."""

    attacker: int
    """The wounds that the first attacker has left."""
    defender: int
    out: ModelId | None = None
    """Who was pushed out of the cage."""

    @property
    def over(self) -> bool:
        return self.out is not None or not (self.attacker and self.defender)


Ends: TypeAlias = dict[End, float]


def ends(look: GameView, attack: Attack, answer: Attack | None = None) -> Ends:
    """Return every end of an attack, and of a counter-attack if there is one.

    Choosers are taken to choose as ``prospect`` says, each for the attack that he sees alone.
    """
    models = look.table.models
    start = End(models[attack.attacker].wounds, models[attack.defender].wounds)
    found: Ends = {}
    first = prospect(look, attack)
    second = prospect(look, answer) if answer else None
    for fate, chance in _ways(first):
        for end, share in _applied(start, fate, attack.defender, swapped=False):
            if second is None or end.out:
                _more(found, end, chance * share)
                continue
            for fate_, chance_ in _ways(second):
                for last, share_ in _applied(end, fate_, attack.attacker, swapped=True):
                    _more(found, last, chance * share * chance_ * share_)
    return found


def _ways(of: Prospect) -> Iterator[tuple[Fate, float]]:
    yield from ((of.fates[n], chance) for n, chance in of.chances.items() if chance)


def _applied(
    end: End, fate: Fate, pushed: ModelId, *, swapped: bool
) -> Iterator[tuple[End, float]]:
    """``TC-22``, ``TC-23``  Yield what one result makes of an end.

    *swapped*: the one attacked is the first attacker. Nobody is hit who has fallen, and who
    has fallen is not pushed.
    """
    mine, theirs = (end.defender, end.attacker) if swapped else (end.attacker, end.defender)
    for own, chance in _hit(mine, fate.attacker):
        for foe, share in _hit(theirs, fate.defender):
            out = pushed if fate.out and foe else None
            yield End(foe, own, out) if swapped else End(own, foe, out), chance * share


def _hit(wounds: int, harm: Harm) -> Iterator[tuple[int, float]]:
    """``CC-16``  Yield the wounds left after a hit that may wound."""
    if not wounds or not harm.wounded:
        yield wounds, 1.0
        return
    yield (0 if harm.outright else wounds - 1), harm.wounded
    yield wounds, 1.0 - harm.wounded


def _more(found: Ends, end: End, chance: float) -> None:
    found[end] = found.get(end, 0.0) + chance
