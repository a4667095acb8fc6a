"""Forecasts as overlays: updates, tags, labels of targets, and the legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

import pygame

from game.background import BackgroundValue
from game.cores.kit.queries import ForecastFigure, TableView, forecast
from game.lab.background_forecast import BackgroundForecast
from game.play.decisions import Choose, CommonKind
from game.prompts.choose import ChoosePrompt
from game.screens.battle.odds_table import percent
from game.screens.battle.window_part import Legend, ShownMoment, WindowPart
from game.table.records import UnitId
from game.table.state import Table
from game.view.overlays import OverlayLayers, OverlayTone, TagCell, UnitLabel, UnitLabels
from game.widgets.theme import AMBER, MUTED, TEXT, Box
from game.widgets.widget import Visible, Widget

FRESH = 0.5
"""Seconds between two updates of a forecast that is still being refined."""
DARK = "#171D21"
"""Background colour of all cells but the chance to die."""
BRIGHT = 0.6
"""Chance from which on dark letters are easier to read than light ones."""


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


class ForecastWindow(WindowPart, Generic[F]):
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
        said = progress_text(forecast, self.forecaster.fault, self.unit)
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


def progress_text(forecast: Refined | None, fault: str, unit: str) -> str:
    """Return the basis of a forecast, its progress, or the reason why there is none."""
    if fault:
        return "failed"
    if forecast is None:
        return "starting…"
    if not forecast.of:
        return "exact"
    many = f"{forecast.simulated:,}"
    return f"from {many} {unit}" if forecast.done else f"{many} of {forecast.of:,} {unit}"


def hundredths(chance: float) -> str:
    """Return a chance in percent, without the sign.

    A chance that is not quite 0 is never shown as 0, nor one below 1 as 100.
    """
    if 0.0 < chance < 0.005:
        return "<1"
    if 0.995 < chance < 1.0:
        return "99"
    return str(round(100 * chance))


def place_in(order: Sequence[Sequence[str]], id_: str) -> str:
    """Return the place of a model among groups, in words; empty if it is in none of them.

    Within a group a roll decides: ``"3, of 4"`` or ``"1 to 2 by a roll, of 4"``.
    """
    first, many = 1, sum(len(group) for group in order)
    for group in order:
        last = first + len(group) - 1
        if id_ in group:
            place = f"{first} to {last} by a roll" if last > first else str(first)
            return f"{place}, of {many}"
        first = last + 1
    return ""


def numbered(order: Sequence[Sequence[str]], first: int = 1) -> dict[str, str]:
    """Return each place in an order of groups from *first* on: ``3=`` if others share it."""
    places = dict[str, str]()
    for group in order:
        for id_ in group:
            places[id_] = f"{first}=" if len(group) > 1 else str(first)
        first += len(group)
    return places


AIMS = (CommonKind.TARGET, CommonKind.CHARGE, CommonKind.STRIKE_AT)
"""Kinds of questions about a target, whose options show their odds on the board."""


class TargetLabels:
    """Odds on the badges of the possible targets, computed in the background."""

    def __init__(self) -> None:
        self._labels = BackgroundValue[tuple[UnitLabel, ...]](())

    def refresh(self, moment: ShownMoment) -> OverlayLayers:
        """Return the labels, if a person is asked for a target."""
        prompt = moment.prompt
        if not isinstance(prompt, ChoosePrompt) or prompt.decision.kind not in AIMS:
            return OverlayLayers()
        asked, fork = prompt.decision, TableView(moment.view.table.fork(), moment.view.rules)
        labels = self._labels.get((moment.key, id(asked)), lambda: target_labels(fork, asked))
        return OverlayLayers(above=(UnitLabels(labels),) if labels else ())


def target_labels(view: TableView, asked: Choose) -> tuple[UnitLabel, ...]:
    """Return the odds of each target; the one with the highest expected losses is the best."""
    units = [UnitId(o.id) for o in asked.options if UnitId(o.id) in view.table.units]
    found = {unit: forecast(view, asked, unit) for unit in units}
    hurt = {
        unit: _wounds(figures, unit) * max(_named(figures, "arrives"), default=1.0)
        for unit, figures in found.items()
        if figures
    }
    best = max(hurt.values(), default=0.0)
    return tuple(
        UnitLabel(
            unit,
            percent(_chance(found[unit], asked)),
            losses_text(view.table, found[unit], unit),
            OverlayTone.GOOD if hurt[unit] == best > 0.0 else OverlayTone.CHOSEN,
        )
        for unit in hurt
    )


def _named(figures: Sequence[ForecastFigure], words: str, about: str = "") -> Iterator[float]:
    """Yield the values of the figures of a name that explain no other one."""
    for figure in figures:
        if figure.what == words and not figure.more and about in {"", figure.about}:
            yield figure.value


def _wounds(figures: Sequence[ForecastFigure], unit: UnitId) -> float:
    """Return the expected number of wounds that a target loses, or else of models."""
    lost = [*_named(figures, "wounds lost", unit)]
    # In the modern core "wounds" are those before saves.
    if not lost and all(figure.kind is None for figure in figures):
        lost += _named(figures, "wounds", unit)
    return next(iter(lost), next(_named(figures, "models lost", unit), 0.0))


def _chance(figures: Sequence[ForecastFigure], asked: Choose) -> float:
    """Return the chance to arrive, else to hit, with the weapon that hits most often."""
    if arrivals := [*_named(figures, "arrives")]:
        return max(arrivals)
    if own := [*_named(figures, "to hit", asked.about)]:
        return own[0]
    chance, most, now = 0.0, -1.0, 0.0
    for figure in figures:
        if figure.what == "to hit" and not figure.more:
            now = figure.value
            chance = chance or now
        elif figure.what == "hits" and figure.value > most:
            chance, most = now, figure.value
    return chance


def losses_text(table: Table, figures: Sequence[ForecastFigure], unit: UnitId) -> str:
    """Return what an attack probably costs its target: ``"3.1 of 12 fall"``."""
    arrives = max(_named(figures, "arrives"), default=None)
    if arrives == 0.0:
        return "never arrives"
    models, start = table.of(unit), "" if arrives is None else "arrives · "
    if len(models) > 1:
        lost = next(_named(figures, "models lost", unit), 0.0)
        return f"{start}{lost:.1f} of {len(models)} fall"
    if models[0].wounds > 1:
        return f"{start}{_wounds(figures, unit):.1f} of {models[0].wounds} wounds"
    return f"{start}falls {percent(next(_named(figures, 'is destroyed', unit), 0.0))}"


LEGEND_WIDTH, LEGEND_HEIGHT = 492.0, 28.0


class LegendBar(Widget):
    """The legend of tags: meaning of the cells, and progress."""

    legend = Visible[Legend | None]()
    labelled = Visible[bool]()
    """True if units have labels instead of tags now."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.legend, self.labelled = None, False

    @property
    def tip(self) -> str:
        return self.legend.tip if self.legend else ""

    def paint(self, canvas: pygame.Surface) -> None:
        if self.legend is None:
            return
        theme, px, rect = self.theme, self.theme.px, self.rect
        x = rect.left + px(8)
        labels = self.legend.labels if self.labelled else ()
        for cell, meaning in labels or self.legend.samples:
            x = self._paint_sample(canvas, cell, meaning, x)
        room = rect.right - px(10) - x
        words = theme.text(self.short(self.legend.said, 12, room), 12, TEXT)
        canvas.blit(words, words.get_rect(left=x, centery=rect.centery))
        if self.legend.share < 1.0:
            groove = pygame.Rect(x, rect.bottom - px(5), room, px(3))
            canvas.fill("#2A333A", groove)
            full = round(groove.width * self.legend.share)
            canvas.fill(AMBER, (*groove.topleft, full, px(3)))

    def _paint_sample(
        self, canvas: pygame.Surface, cell: TagCell, meaning: str, left: int
    ) -> int:
        """Paint a cell and its meaning; return where the next begins."""
        theme, px = self.theme, self.theme.px
        number = theme.text(cell.words, 12, cell.ink, "heading")
        place = pygame.Rect(left, 0, max(px(18), number.get_width() + px(6)), px(16))
        place.centery = self.rect.centery
        canvas.fill(cell.fill, place)
        pygame.draw.rect(canvas, "#3A454D", place, 1)
        canvas.blit(number, number.get_rect(center=place.center))
        words = theme.text(meaning, 12, MUTED)
        canvas.blit(words, words.get_rect(left=place.right + px(4), centery=place.centery))
        return place.right + px(4) + words.get_width() + px(9)
