"""What the flood may do to whom, as a sheet of the glass: worked out in another process."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from time import sleep

from game.lab.forecaster import Forecaster
from game.play.dice import Dice
from game.rules.flood.forecast import Fate, Forecast
from game.rules.flood.odds import core_of, next_trigger
from game.rules.kit.insight import Glance
from game.table.records import ModelId
from game.table.state import Table
from game.view.loader import Loader
from game.view.overlays import Cell, Overlay, Tag, Tags
from game.view.palette import AMBER, COOL, CREAM, HALO, heat
from game.widgets.palette import DIM

FRESH = 0.5
"""Seconds between two pictures of a forecast that gets better."""
NAP = 0.02
DARK = "#171D21"
"""Behind what is no chance to die."""


class _Task:
    """Asks the worker about one table, beside the frames, until it is done or dropped."""

    def __init__(
        self, about: object, forecaster: Forecaster, glance: Glance, dice: Dice
    ) -> None:
        self.about, self.forecaster = about, forecaster
        self.forecast: Forecast | None = None
        self.fault = ""
        self._dropped = Event()
        self._loader = Loader(lambda: self._run(glance, dice))

    def _run(self, glance: Glance, dice: Dice) -> None:
        worker = self.forecaster
        worker.start(glance, dice)
        while worker.busy and not self._dropped.is_set():
            self.forecast = worker.poll()
            sleep(NAP)
        self.fault = worker.fault
        if self._dropped.is_set():
            worker.cancel()

    def drop(self) -> None:
        self._dropped.set()

    @property
    def ended(self) -> bool:
        """Whether the worker is free for something else."""
        return self._loader.done

    def close(self) -> None:
        self.drop()
        self._loader.result()
        self.forecaster.close()


class ForecastSheet:
    """Asks for a forecast while it lies on, anew for each table; tells how far it is."""

    def __init__(self, forecaster: Forecaster | None = None) -> None:
        self.forecaster = forecaster or Forecaster()
        self.told: Forecast | None = None
        """What is shown just now; None if nothing is known of this table yet."""
        self._task: _Task | None = None
        self._sheet: tuple[Overlay, ...] = ()
        self._since = FRESH

    @property
    def fault(self) -> str:
        return self._task.fault if self._task else ""

    def update(self, seconds: float) -> None:
        self._since += seconds

    def look(self, glance: Glance, dice: Dice) -> tuple[Overlay, ...]:
        """Return what the flood may do on a table; *dice*: the game's, which stay."""
        task, about = self._task, _stand(glance)
        if task is None or task.about != about:
            self.told, self._sheet, self._since = None, (), FRESH
            if task is None or task.ended:
                self._task = self._asked(glance, dice, about)
            else:
                task.drop()
            return ()
        fresh = task.forecast
        if fresh is None or fresh is self.told:
            return self._sheet
        if fresh.done or self.told is None or self._since >= FRESH:
            self.told, self._since = fresh, 0.0
            self._sheet = (Tags(tuple(tags(fresh, glance.table))),)
        return self._sheet

    def _asked(self, glance: Glance, dice: Dice, about: object) -> _Task | None:
        if core_of(glance) is None or next_trigger(glance) is None:
            return None
        fork = Glance(glance.table.fork(), glance.rules)
        return _Task(about, self.forecaster, fork, dice)

    def hide(self) -> None:
        """Let the worker rest: nobody looks."""
        if self._task:
            self._task.drop()
            self.told, self._sheet = None, ()
            if self._task.ended:
                self._task = None

    def close(self) -> None:
        """End the worker."""
        if self._task:
            self._task.close()
            self._task = None
        else:
            self.forecaster.close()


def _stand(glance: Glance) -> object:
    """Return what tells one table from another, for the flood."""
    table = glance.table
    return (
        tuple(table.models.values()),
        tuple(table.units.values()),
        tuple(table.notes.items()),
        next_trigger(glance),
    )


def tags(forecast: Forecast, table: Table) -> Iterator[Tag]:
    """Yield a tag for each model: its place in the order, and its three chances of 100."""
    places = places_of(forecast)
    for model in table.standing():
        fate, place = forecast.fates.get(model.id), places.get(model.id)
        if place is None:
            dry = (Cell("dry", DIM, DARK),)
            yield Tag(model.disc, dry, dry)
        else:
            first, chances = Cell(place, AMBER, DARK), _chances(fate)
            yield Tag(model.disc, (first, *chances), (first, *chances[-1:]))


def _chances(fate: Fate | None) -> tuple[Cell, ...]:
    if fate is None:
        return ()
    dies = fate.dies.value
    return (
        Cell(hundredths(fate.carried.value), COOL, DARK),
        Cell(hundredths(fate.dashed.value), CREAM, DARK),
        Cell(hundredths(dies), HALO if dies > BRIGHT else CREAM, heat(dies)),
    )


BRIGHT = 0.6
"""The heat from which on dark letters are read better than light ones."""


def places_of(forecast: Forecast) -> dict[ModelId, str]:
    """Return each model's place in the order of the tests: ``3=`` if others share it."""
    places, first = dict[ModelId, str](), 1
    for group in forecast.order:
        for who in group:
            places[who] = f"{first}=" if len(group) > 1 else str(first)
        first += len(group)
    return places


def hundredths(chance: float) -> str:
    """Return a chance of 100; what is not quite nothing, or not quite sure, is told so."""
    if 0.0 < chance < 0.005:
        return "<1"
    if 0.995 < chance < 1.0:
        return "99"
    return str(round(100 * chance))
