"""The units that may take part in zero-g."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.content.faults import Fault
from game.content.format_additions import FormatAdditions
from game.content.roster_units import RosterUnit

_GROUNDED = ("bike", "beast", "cavalry")
_WALKERS = ("infantry", "jump infantry", "jetpack")
_HEAVY = ("vehicle", "monstrous creature")
_FREE = ("skimmer", "flier")


def takes_part(types: Sequence[str]) -> bool:
    """``ZG-02``  Return whether a model of these types may take part in zero-g.

    These are infantry, jump infantry and jetpacks; heavier models only if they hover.
    """
    if any(kind in types for kind in _GROUNDED):
        return False
    if any(kind in types for kind in _FREE):
        return True
    return any(kind in types for kind in _WALKERS) and not any(k in types for k in _HEAVY)


def unfit_units(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield the reasons why units may not take part in zero-g, with the model's name."""
    for n, squad in enumerate(squads):
        for trooper in squad.models:
            if not takes_part(trooper.profile.types):
                kinds = ", ".join(trooper.profile.types)
                words = f"{trooper.profile.name} ({kinds}) may not take part in zero-g (ZG-02)"
                yield Fault(f"unit[{n}]", words)
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in zero-g each is a unit"
            yield Fault(f"unit[{n}]", words)


ADDED = FormatAdditions(unfit_units=unfit_units)
