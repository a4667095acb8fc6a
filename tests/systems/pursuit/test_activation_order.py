"""The side that rolls when pieces tie for the order: ``PU-07``."""

from __future__ import annotations

from game.table.events import Rolled
from tests.tools.situations import SITUATIONS, situation_result


def test_for_a_piece_that_ties_the_player_of_the_riders_rolls() -> None:
    outcome = situation_result(SITUATIONS / "pursuit" / "order" / "a-piece-that-ties.toml")

    assert outcome.session
    rolled = [e for e in outcome.session.game.story if isinstance(e, Rolled)]
    assert [(e.who, e.by) for e in rolled] == [("imp-1", "swarm"), ("mill", "riders")]
