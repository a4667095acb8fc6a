"""What a model is without gravity: ``ZG-03``, ``ZG-11``."""

from __future__ import annotations

from game.table.events import Marked
from game.table.records import Mark, Model, Until

STEEP = 45.0
"""``ZG-09``  Degrees by which an arrow may be turned to either side."""
ANY_WAY = 180.0

SNAPS_ONLY = "snap shots only"
"""*about* is the clause that says so."""
PUSHED_OFF = "pushed off"
"""``ZG-08``  The model moved by ``ZG-05`` in this turn."""


def is_free(model: Model) -> bool:
    """``ZG-03``  Skimmers and fliers move as in an ordinary game, without arrows."""
    return model.profile.has("skimmer") or model.profile.has("flier")


def has_jets(model: Model) -> bool:
    """``ZG-11``  Jump infantry and jetpacks turn an arrow to any direction."""
    return model.profile.has("jump infantry") or model.profile.has("jetpack")


def turns_by(model: Model) -> float:
    """``ZG-09``, ``ZG-11``  Return by how many degrees a model may turn an arrow."""
    return ANY_WAY if has_jets(model) else STEEP


def snaps_only(clause: str, model: Model) -> Marked:
    """Return the event after which a model fires only snap shots in this turn."""
    return Marked(clause, model.unit, Mark(SNAPS_ONLY, Until.TURN, clause))


def pushed_off(model: Model) -> Marked:
    return Marked("ZG-08", model.unit, Mark(PUSHED_OFF, Until.TURN))
