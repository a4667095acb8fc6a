"""A battle in the sewers before the flood: units in rows beside a map's lanes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.geometry.points import Point
from game.play.dice_sequences import Dice
from game.play.game import GameView
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame, start_game
from game.systems.flood.forecast import Forecaster
from game.systems.flood.rules import FloodState
from game.systems.flood.rules.flood_phase import order_of
from game.systems.flood.rules.odds import FloodForecast, FloodOutcome, KnownChance
from game.systems.flood.table.water import origins
from game.systems.flood.window import FloodWindow
from game.table.records import Clock, Side, UnitId, Where
from game.table.state import Table

CROSS: Mapping[str, tuple[float, float]] = {
    "wardens-first-squad": (22.0, 6.0),
    "wardens-second-squad": (3.0, 22.5),
    "wardens-scouts": (9.0, 26.0),
    "wardens-heavy-gunner": (14.0, 11.5),
    "brood-skitterers": (21.5, 30.0),
    "brood-leapers": (34.0, 24.0),
    "brood-stalkers": (40.0, 40.0),
    "brood-brute": (30.0, 32.0),
}
"""Position of the first model of each unit."""
A_ROW, APART = 4, 1.7
FATE = FloodOutcome(KnownChance(0.5, exact=True), KnownChance(0.004), KnownChance(0.12))


def flooded_game(
    map_: str = "sewer-cross",
    spots: Mapping[str, tuple[float, float]] = CROSS,
    players: tuple[str, str] = ("human", "human"),
    round_: int = 1,
    side: str = "wardens",
) -> LiveGame:
    """Start a battle in a Movement phase; units without a position are gone."""
    battle = prepare("the_nest", seed=1, map_=map_)
    table = battle.opening.fork()
    table.first = table.sides[0]
    table.clock = Clock(round_, "movement", Side(side))
    table.notes["flood"] = FloodState(origins(table.board)[0].id)
    for unit in table.units:
        _set_up(table, unit, spots.get(unit))
    return start_game(replace(battle, opening=table), players)


def _set_up(table: Table, unit: UnitId, spot: tuple[float, float] | None) -> None:
    for n, model_id in enumerate(table.units[unit].models):
        model = table.models[model_id]
        if spot is None:
            table.models[model_id] = replace(model, where=Where.GONE)
        else:
            at = Point(spot[0] + n % A_ROW * APART, spot[1] + n // A_ROW * APART)
            table.models[model_id] = replace(model, where=Where.TABLE, at=at)


def flood_of(screen: BattleScreen) -> FloodWindow:
    """Return what the flood adds to a screen."""
    part = screen.extras.systems["flood"]
    assert isinstance(part, FloodWindow)
    return part


class Worker(Forecaster):
    """A forecaster that reports half of a forecast at once, the rest after ``finishes``."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = list[Table]()
        self.cancelled = self.closed = 0
        self.finishes = False

    def start(self, view: GameView, dice: Dice) -> None:
        self.asked.append(view.table)
        order = order_of(view.table)
        fates = {model_id: FATE for group in order for model_id in group}
        self.busy, self.result = (
            True,
            FloodForecast(order=order, fates=fates, simulated=500, of=1000),
        )

    def poll(self) -> FloodForecast | None:
        if self.finishes and self.result:
            self.result, self.busy = replace(self.result, simulated=1000), False
        return self.result

    def cancel(self) -> None:
        self.cancelled, self.busy = self.cancelled + 1, False

    def close(self) -> None:
        self.closed, self.busy = self.closed + 1, False
