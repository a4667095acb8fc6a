"""What a place is worth when the street rolls next: exact chances (``PU-11`` to ``PU-15``)."""

from __future__ import annotations

from game.bots.steady.pursuit.assessment import stays
from game.bots.steady.pursuit.breakthrough import LATER
from game.bots.steady.pursuit.scene import Scene
from game.geometry.points import Disc
from game.rules.pursuit.pursuit_phase import ASTRAY
from game.table.pieces import ROLL
from game.table.records import Model

TAKEN = 0.5
"""What is left to who is taken back by a piece, of a place 8 inches further back."""
FAR_BACK = 8.0


def lasts(scene: Scene, fig: Model, at: Disc, facing: float) -> float:
    """Return the chance to get through of a fig that has moved and stands somewhere."""
    lanes, street = scene.lanes(fig), scene.street
    if street.turned_away(facing) > ASTRAY:
        back = street.at(street.off(at.at) + ROLL, street.along(at.at))
        return LATER * lanes.before(back, scene.street.facing, 1)
    fate = stays(scene.soon, fig, at, scene.rolling)
    keep = fate.free * lanes.before(at.at, facing, 1)
    keep += fate.taken * TAKEN * _further_back(scene, fig, at)
    later = LATER if scene.is_rider(fig) else 1.0
    return max(later * keep, lanes.after(at.at, facing) if fate.free < 1.0 else 0.0)


def _further_back(scene: Scene, fig: Model, at: Disc) -> float:
    street = scene.street
    back = street.at(min(street.long - 1.0, street.off(at.at) + FAR_BACK), street.along(at.at))
    return scene.lanes(fig).before(back, street.facing, 1)
