"""Weights by which the steady bot judges in the modern core."""

from __future__ import annotations

from game.content.schemas import Part, Share, Weight


class ModernWeights(Part):
    """Values in points, chances, discounts and shares; read from ``assets/bots``."""

    temperature: Weight
    """Loss in value at which the level ``gentle`` takes an answer e times as rarely."""

    kill: Weight
    """Value of destroying any unit."""
    warlord: Weight
    """``MP-32``  Value of destroying the warlord."""
    deeds: Weight
    """Value of each wound that a unit may inflict in a turn."""
    ties: Share
    """Value of tying up a shooting unit in combat, as a share of its firepower."""

    again: Share
    """Value of a contested marker to each further unit sent there, as a share."""
    alone: Share
    """The same of a marker that no enemy can reach soon."""
    contest: Weight
    """Weight of the harm that enemies around a marker may do to a unit sent there."""
    turn_discount: Share
    """Discount on the value of a marker or an enemy for each turn it takes to get there."""
    hunt: Weight
    """Value of an enemy to attack, as a multiple of what one charge or volley gains."""
    shared: Share
    """Value of an enemy to each further unit that attacks it, as a share."""

    holds: Weight
    """Share of a marker's value that counts for a unit standing at it."""
    on_the_way: Weight
    """Value of each inch nearer to the marker, as a share of the marker's value."""
    haste: Weight
    """Value of being at the enemy that a unit is sent against, as a multiple of its gain."""
    haste_discount: Share
    """Discount on that for each turn of the way."""
    prospect: Weight
    """Weight of a charge that is still to be rolled for."""
    danger: Weight
    """Weight of the harm that the enemy may do."""
    fighters_danger: Weight
    """The same for a unit that does more in combat than by fire."""
    aimed_at: Share
    """Chance that a unit which can be shot at is the target."""
    charged: Share
    """Chance that an enemy which can charge does so."""
    in_cover: Share
    """Share of the enemy's fire that remains in cover."""

    least_charge: Weight
    """Minimum value in points of a charge."""
    command_point: Weight
    """Mission points that a use of a command point must bring, at 1.7 uses a point."""
    lost: Weight
    """Value of destroying a unit by a die rolled again, as a share of its worth."""
    uses: Weight
    """Number of good uses of a command point that a battle round is expected to offer."""
    hopeless: Weight
    """Expected points below which an objective is better discarded."""

    deploy_covered: Weight
    """Value of starting in cover."""
    deploy_near: Weight
    """Value of each inch by which a unit starts nearer to a marker, as a share of its value."""
    deploy_forward: Weight
    """Value of each inch by which a unit starts nearer to the centre of the table."""


WEIGHTS = ModernWeights
