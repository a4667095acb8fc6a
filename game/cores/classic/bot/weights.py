"""Weights by which the steady bot judges in the classic core."""

from __future__ import annotations

from game.content.schemas import Part, Share, Weight


class ClassicWeights(Part):
    """Values in points, chances, discounts and shares; read from ``assets/bots``."""

    temperature: Weight
    """Loss in value at which the level ``gentle`` takes an answer e times as rarely."""

    unit: Weight
    """Value of destroying a unit."""
    own: Weight
    """Value of an own unit as a share of an enemy's like it."""
    useful: Weight
    """Value of a unit besides the points for destroying it, for all that it may still do."""
    destroyed: Weight
    """Value, besides wounds, of a unit being destroyed."""
    broken: Weight
    """Value, besides wounds, of a unit being made to fall back."""
    boldness: Share
    """Share of an own unit's prospects in its value, so that danger does not hold it back."""
    in_the_way: Weight
    """Value of removing an enemy that stands in front of an exit."""
    marker: Weight
    """Value of a marker in missions that set none."""

    danger: Weight
    """Weight of possible losses against possible gains: enemies miss opportunities."""
    aimed_at: Share
    """Chance that a unit which can be shot at is the target."""
    unseen: Share
    """Chance of fire from an enemy that sees no target yet but may come nearer."""
    charged: Share
    """Chance that an enemy which can charge does so."""
    shelter: Share
    """Share of the danger that a unit locked in combat avoids, because it cannot be shot at."""
    cover: Share
    """Value of cover, relative to being unseen by all enemies."""

    turn_discount: Share
    """Discount for each turn that a point comes later."""
    prospect: Weight
    """Weight of an attack in a later turn, besides the discount for time."""
    both: Share
    """Weight of the lesser of fire and charge; few units do both."""
    just_reaches: Share
    """Chance of a charge that just reaches."""
    hopeless: Weight
    """Rough loss in points above which a charge is not evaluated exactly."""
    support: Share
    """Weight of the improvement if another unit charges the same enemy."""
    later_rounds: Share
    """Rough weight of the rounds of a combat after the first."""
    rout: Share
    """Share of the loser's value that a combat costs if it is lost by three wounds or more."""
    run_gain: Weight
    """Gain in points below which a unit does not run."""

    contested: Share
    """Value of a place that enemies contest; they do not hold it."""
    away: Weight
    """Cost in turns of being away from a place at all, because it takes a move to return."""
    hurry: Weight
    """Weight of the discount for time for a model that leaves the table: it is safe there."""
    near_at_last: Share
    """Weight of being near a site in the last turn without reaching it."""
    held_discount: Share
    """Discount per remaining turn on the value of currently holding a place."""
    second: Share
    """Value of a site to a second unit, as a share."""
    out_of_reach: Share
    """Value of a site that cannot be reached in the turns left, as a share."""
    harm_around: Weight
    """Weight, for a site, of the harm the unit may do to the enemies around it."""

    deploy_covered: Weight
    """Value of starting in cover."""
    deploy_near: Weight
    """Value of each inch by which a unit starts nearer to a site."""

    def later(self, turns: float) -> float:
        """Return the discount of a point that comes *turns* turns later."""
        share: float = self.turn_discount**turns
        return share


WEIGHTS = ClassicWeights
