"""What the flood may do to whom, as a sheet of the glass: worked out in another process."""

from __future__ import annotations

from collections.abc import Iterator

from game.lab.flood_forecast import Forecaster
from game.play.dice import Dice
from game.rules.flood.odds import FloodForecast, FloodOutcome, core_of, next_trigger
from game.rules.kit.queries import TableView
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays.shapes import Overlay, Tag, TagCell, Tags
from game.view.style import AMBER, COOL, CREAM, HALO, heat
from game.widgets.theme import DIM

FRESH = 0.5
"""Seconds between two pictures of a forecast that gets better."""
DARK = "#171D21"
"""Behind what is no chance to die."""


class ForecastSheet:
    """Asks for a forecast while it lies on, anew for each table; tells how far it is."""

    def __init__(self, forecaster: Forecaster | None = None) -> None:
        self.forecaster = forecaster or Forecaster()
        self.told: FloodForecast | None = None
        """What is shown just now; None if nothing is known of this table yet."""
        self._about: object = None
        """The table that is looked at; None while nobody looks."""
        self._asked = False
        """Whether a flood can still come over it."""
        self._sheet: tuple[Overlay, ...] = ()
        self._since = FRESH

    @property
    def fault(self) -> str:
        return self.forecaster.fault if self._asked else ""

    @property
    def busy(self) -> bool:
        """Whether more of what is shown is still to be told."""
        return self._asked and self.forecaster.busy

    def update(self, seconds: float) -> None:
        self._since += seconds

    def look(self, glance: TableView, dice: Dice) -> tuple[Overlay, ...]:
        """Return what the flood may do on a table; *dice*: the game's, which stay."""
        if (about := _stand(glance)) != self._about:
            self.hide()
            self._about, self._since = about, FRESH
            self._asked = bool(core_of(glance) and next_trigger(glance))
            if self._asked:
                self.forecaster.start(glance, dice)
        fresh = self.forecaster.poll() if self._asked else None
        if fresh is None or fresh is self.told:
            return self._sheet
        if fresh.done or self.told is None or self._since >= FRESH:
            self.told, self._since = fresh, 0.0
            self._sheet = (Tags(tuple(tags(fresh, glance.table))),)
        return self._sheet

    def hide(self) -> None:
        """Let the worker rest: nobody looks."""
        if self._asked:
            self.forecaster.cancel()
        self._about, self._asked = None, False
        self.told, self._sheet = None, ()

    def close(self) -> None:
        """End the worker."""
        self.forecaster.close()


def _stand(glance: TableView) -> object:
    """Return what tells one table from another, for the flood."""
    table = glance.table
    return (
        tuple(table.models.values()),
        tuple(table.units.values()),
        tuple(table.notes.items()),
        next_trigger(glance),
    )


def tags(forecast: FloodForecast, table: Table) -> Iterator[Tag]:
    """Yield a tag for each model: its place in the order, and its three chances of 100."""
    places = places_of(forecast)
    for model in table.standing():
        fate, place = forecast.fates.get(model.id), places.get(model.id)
        if place is None:
            dry = (TagCell("dry", DIM, DARK),)
            yield Tag(model.disc, dry, dry)
        else:
            first, chances = TagCell(place, AMBER, DARK), _chances(fate)
            yield Tag(model.disc, (first, *chances), (first, *chances[-1:]))


def _chances(fate: FloodOutcome | None) -> tuple[TagCell, ...]:
    if fate is None:
        return ()
    dies = fate.dies.value
    return (
        TagCell(hundredths(fate.carried.value), COOL, DARK),
        TagCell(hundredths(fate.dashed.value), CREAM, DARK),
        TagCell(hundredths(dies), HALO if dies > BRIGHT else CREAM, heat(dies)),
    )


BRIGHT = 0.6
"""The heat from which on dark letters are read better than light ones."""


def places_of(forecast: FloodForecast) -> dict[ModelId, str]:
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
