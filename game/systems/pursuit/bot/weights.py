"""Weights by which the steady bot judges in the pursuit."""

from __future__ import annotations

from game.content.schemas import Part, Share, Weight


class PursuitWeights(Part):
    """Values in riders that get through, chances, discounts; read from ``assets/bots``."""

    temperature: Weight
    """Loss in value at which ``gentle`` with one unit takes an answer e times as rarely."""

    through: Weight
    """Value of getting through, which wins the game."""
    spare: Weight
    """Value of a rider beside its chance to get through: all must die."""
    turn_discount: Share
    """Discount of the chance to get through for each turn later."""
    dashed: Share
    """Share of its value left to a survivor that was swept up: it stands against a wall."""
    taken: Share
    """Value of being dragged back by a piece, relative to standing 8 inches further back."""
    stuck: Share
    """Value of being stopped in a ruin, relative to standing there free a turn later."""
    held: Share
    """Share of a rider's chance to get through that a blocked move costs it."""
    askew: Weight
    """Cost of each degree that a rider faces away from the Arrival."""
    near_mines: Weight
    """Cost of standing near a cluster of mines that a shot may set off."""

    hunter: Weight
    """Value of a swarm model's death to the riders."""
    own_hunter: Weight
    """Value of a model to a whole swarm, which can risk some; the fewer are left, the more."""
    gun: Weight
    """Value of each wound that a swarm model's fire takes off at short range, on average."""
    attacked: Share
    """Chance that a swarm model makes an attack that is open to it."""
    hidden: Share
    """Chance that an enemy that has yet to move goes where it sees the rider."""
    next_round: Share
    """Chance that a fight goes on for another round, in the next Pursuit phase."""

    lasts: Weight
    """Weight of a swarm model's chance to last, in multiples of its price."""
    fell_back: Weight
    """Cost to a swarm model of each inch that it falls back."""
    turned_away: Weight
    """Cost to a swarm model of facing so far away that it can neither keep pace nor slow."""
    in_the_way: Weight
    """Value of being in the way of the rider for which that is worth most."""
    in_all_ways: Weight
    """Value of being in the way of each rider."""
    lately: Share
    """Chance that a rider that has yet to move can still be shot at."""
    mined: Weight
    """Cost of setting off a cluster of mines to no effect."""

    deploy_lasts: Weight
    """Weight of a swarm model's chance to last from where it starts."""
    deploy_near: Weight
    """Value to a swarm model of each inch nearer to the Arrival, and to the riders."""
    deploy_crowded: Weight
    """Cost of each inch by which models of a side start too near each other."""


WEIGHTS = PursuitWeights
