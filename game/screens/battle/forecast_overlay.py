"""Forecasts shown over the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from game.lab.background_forecast import BackgroundForecast
from game.screens.battle.window_additions import Legend, WindowAdditions
from game.view.overlays import TagCell

FRESH = 0.5
"""Seconds between two updates of a forecast that is still being refined."""


class Refined(Protocol):
    """A forecast that is refined by simulations."""

    @property
    def done(self) -> bool: ...

    @property
    def simulated(self) -> int:
        """Return the number of simulations so far."""

    @property
    def of(self) -> int:
        """Return the number of all simulations; 0 if it is exact."""


F = TypeVar("F", bound=Refined)


class ForecastWindow(WindowAdditions, Generic[F]):
    """A part of the rules that shows a forecast, started anew for each state of the table."""

    samples: ClassVar[Sequence[tuple[TagCell, str]]]
    """Sample cells of a tag with their meaning."""
    label_samples: ClassVar[Sequence[tuple[TagCell, str]]] = ()
    """Samples of the labels that units have instead while models are drawn small."""
    tip: ClassVar[str]
    unit: ClassVar[str]
    """The simulated event, in the plural."""

    def __init__(self, forecaster: BackgroundForecast[F]) -> None:
        self.forecaster = forecaster
        self.forecast: F | None = None
        """The forecast on display; None while there is none for this table."""
        self.awaited = ""
        """Words for what the forecast waits for, before the game settles it; usually none."""
        self._about: object = None
        """Key of the table that is forecast; None while the overlay is hidden."""
        self._since = FRESH

    @property
    def news(self) -> object:
        return self.forecast

    @property
    def shown(self) -> bool:
        """Return whether the overlay is on."""
        return self._about is not None

    @property
    def busy(self) -> bool:
        return self.shown and self.forecaster.busy

    @property
    def legend(self) -> Legend | None:
        if not self.shown:
            return None
        forecast = self.forecast
        said = progress_text(forecast, self.forecaster.fault, self.unit, self.awaited)
        share = float(forecast is not None)
        if forecast and forecast.of:
            share = forecast.simulated / forecast.of
        return Legend(self.samples, self.tip, said, share, self.label_samples)

    def update(self, seconds: float, *, still: bool) -> None:
        self._since += seconds

    def refresh(self, about: object, start: Callable[[], None]) -> bool:
        """Show the newest forecast of a table; return whether it is another one.

        *about*: key of the table; *start*: begins the forecast of another table.
        """
        before = self.forecast
        if about != self._about:
            self.hide()
            self._about, self._since = about, FRESH
            start()
        fresh = self.forecaster.poll()
        if fresh and (fresh.done or self.forecast is None or self._since >= FRESH):
            self.forecast, self._since = fresh, 0.0
        return self.forecast is not before

    def hide(self) -> None:
        """Stop the worker's computation, because the overlay is hidden."""
        if self.shown:
            self.forecaster.cancel()
        self._about = self.forecast = None

    def close(self) -> None:
        self.forecaster.close()


def progress_text(forecast: Refined | None, fault: str, unit: str, awaited: str = "") -> str:
    """Return the basis of a forecast, its progress, or the reason why there is none."""
    if fault:
        return "failed"
    if forecast is None:
        return awaited or "starting…"
    if not forecast.of:
        return "exact"
    many = f"{forecast.simulated:,}"
    return f"from {many} {unit}" if forecast.done else f"{many} of {forecast.of:,} {unit}"
