"""How the steady bot sets up in the void, and in what order its models go."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.zero_g.assessment import Chart
from game.bots.steady.zero_g.movement import who
from game.bots.steady.zero_g.position_value import Outlook, State
from game.geometry.points import Point, distance
from game.play.arrange import Arrange
from game.play.decisions import PASS, Choose

PLACES = 32
APART = 4.0
"""Inches within which mates are in each other's way, and both hit by what misses."""
CROWDED = 0.02
"""What each inch costs that they are nearer."""
MIDDLE = 0.004
"""What it costs to start an inch away from the middle of the table."""


def deploy(chart: Chart, asked: Arrange) -> Thoughts:
    """``CC-33``  Weigh places spread over the zone."""
    table = chart.look.table
    model = table.models[next(iter(asked.models))]
    outlook = Outlook(chart, model)
    best, most = None, float("-inf")
    for k in range(PLACES):
        answer = asked.sample(table, k, PLACES)
        yield
        if answer is None:
            continue
        at = Point(*answer[0][1])
        worth = outlook.worth(State(at, 0.0, 0)) - _crowded(chart, at) - _off(chart, at)
        if worth > most:
            best, most = answer, worth
    return asked.anywhere(table) if best is None else best


def _crowded(chart: Chart, at: Point) -> float:
    near = [max(0.0, APART - distance(at, mate.at)) for mate in chart.mine]
    return CROWDED * sum(near)


def _off(chart: Chart, at: Point) -> float:
    board = chart.look.table.board
    return MIDDLE * distance(at, Point(board.width / 2, board.height / 2))


def next_to_move(chart: Chart, asked: Choose) -> Thoughts:
    """``CC-18``  Let the foremost go first: nobody is in the others' way then."""
    yield
    units = [o.id for o in asked.options if o.id != PASS]

    def off(unit: str) -> float:
        here = who(chart, unit).at
        return min([distance(here, foe.at) for foe in chart.foes], default=0.0)

    return min(units, key=off) if units else PASS


def next_to_shoot(chart: Chart, asked: Choose) -> Thoughts:
    """``CC-07``  Let those shoot first who do most."""
    yield
    units = [o.id for o in asked.options if o.id != PASS]

    def fire(unit: str) -> float:
        model = who(chart, unit)
        return Outlook(chart, model).worth(State(model.at, model.heading, model.arrows))

    return max(units, key=fire) if units else PASS


def take_hold(chart: Chart, asked: Choose) -> Thoughts:
    """``MI-05``  Take whatever there is to be taken, and leave with it."""
    yield
    return asked.options[0].id
