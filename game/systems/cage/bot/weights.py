"""Weights by which the steady bot judges in the training cage."""

from __future__ import annotations

from game.content.schemas import Part, Share, Weight


class CageWeights(Part):
    """Values where a bout won is 1 and a bout lost -1, and discounts; from ``assets/bots``."""

    temperature: Weight
    """Loss in value at which ``gentle`` with one unit takes an answer e times as rarely."""

    tie: Share
    """Cost of a bout with neither a winner nor a loser."""
    later: Share
    """Discount of a threat for each action that it takes to carry it out."""
    second: Share
    """Weight of the threat of the champion that acts second."""
    next_turn: Share
    """Weight of a threat that has to wait until the floor has been turned."""
    inner: Share
    """Value of standing on the innermost cell with the opponent on the outermost ring."""
    ground: Share
    """Value of pushing the opponent back."""
    ransom: Share
    """Share of a disarm's full value, because weapons can be picked up again."""
    step: Share
    """Chance that a game turn has no attack, for each action until one is possible."""
    idle_turn: Share
    """Cost to both of one more game turn without an attack: the next is more dangerous."""
    pick_spread: Share
    """Lead that makes a champion's pick e times as likely."""


WEIGHTS = CageWeights
