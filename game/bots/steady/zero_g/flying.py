"""How the steady bot moves skimmers and fliers, whom nothing pushes (``ZG-03``)."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.marching import shifts
from game.bots.steady.zero_g.assessment import Chart
from game.bots.steady.zero_g.position_value import Outlook, State
from game.geometry.points import direction, distance, unit_vector
from game.play.march import March, moves_to_json
from game.play.paths import Moves

HERE = 0.5
EVERY = 45
"""Degrees between the ways that are weighed."""


def fly(chart: Chart, asked: March) -> Thoughts:
    """``CC-18``, ``CC-30``  Weigh some ways, and take the one to the best place."""
    table = chart.look.table
    model = table.of(asked.unit)[0]
    outlook = Outlook(chart, model)
    best: Moves = ()
    most = outlook.worth(State(model.at, 0.0, 0))
    ways = list[Moves]()
    for degrees in range(0, 360, EVERY):
        ways += shifts(asked, table, direction(degrees), (1.0, 0.5))
        yield
    for foe in chart.foes:
        if distance(foe.at, model.at) > HERE:
            ways += shifts(asked, table, unit_vector(model.at, foe.at), (1.0,))
    yield
    for moves in ways:
        worth = outlook.worth(State(moves[0][1][-1], 0.0, 0))
        if worth > most:
            best, most = moves, worth
    asked.judge(table, best)
    return moves_to_json(best)
