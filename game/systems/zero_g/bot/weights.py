"""Weights by which the steady bot judges in zero-g."""

from __future__ import annotations

from game.content.schemas import Part, Share, Weight


class ZeroGWeights(Part):
    """Values in points, chances, discounts and shares; read from ``assets/bots``."""

    temperature: Weight
    """Loss in value at which ``gentle`` with one unit takes an answer e times as rarely."""

    kill: Weight
    """Value of a kill, in points."""
    own: Weight
    """Value of an own model as a share of an enemy's like it."""
    nerve: Share
    """Factor on the value of a failing nerve for each model to be lost before."""
    second_fetcher: Share
    """Share of a container's value for the model that would bring it off second."""
    more_fetchers: Share
    """Share of a container's value for each model that would bring it off later."""
    cargo_discount: Share
    """Discount of a container for each turn that it is brought off later."""

    danger: Weight
    """Weight of possible losses against possible gains."""
    aimed_at: Share
    """Chance that an enemy fires at this model, of all its possible targets."""
    charged: Share
    """Chance that an enemy which can charge does so."""
    risked: Share
    """Extra risk of leaving the table that is accepted, compared with the safest option."""

    again: Share
    """Weight of next turn's fire from the same place."""
    prospect: Weight
    """Weight of an attack in later turns."""
    attack_discount: Share
    """Discount of an attack for each turn that it comes later."""
    short_charge: Weight
    """Cost of a charge that falls short, as a share of the charger's price."""
    recoil_gain: Weight
    """Points by which a place must be better to fire only for the recoil."""

    crowded: Weight
    """Cost of a friendly model in the way."""
    slowed: Weight
    """Cost of drifting on where the model would rather stop."""
    deploy_crowded: Weight
    """Cost of each inch by which friendly models start nearer than they should."""
    deploy_off: Weight
    """Cost of each inch between the start and the middle of the table."""


WEIGHTS = ZeroGWeights
