"""The flood forecast overlay and its legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import pygame

from game.lab.flood_forecast import Forecaster
from game.play.dice import Dice
from game.rules.flood.odds import (
    FloodForecast,
    FloodOutcome,
    KnownChance,
    core_of,
    next_trigger,
)
from game.rules.flood.queries import footing
from game.rules.kit.queries import TableView
from game.screens.battle.log_panel import CLAUSE
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays.overlay_shapes import Overlay, Tag, TagCell, Tags
from game.view.style import AMBER, COOL, CREAM, HALO, heat
from game.widgets.log_view import LogEntry
from game.widgets.text_layout import TextSpan
from game.widgets.theme import DIM, MUTED, TEXT, Box
from game.widgets.widget import Visible, Widget

FRESH = 0.5
"""Seconds between two updates of a forecast that is still being refined."""
DARK = "#171D21"
"""Background colour of all cells but the chance to die."""


class FloodForecastOverlay:
    """The flood forecast as an overlay, started anew for each state of the table."""

    def __init__(self, forecaster: Forecaster | None = None) -> None:
        self.forecaster = forecaster or Forecaster()
        self.forecast: FloodForecast | None = None
        """The forecast on display; None while there is none for this table."""
        self._about: object = None
        """Key of the table that is forecast; None while the overlay is hidden."""
        self._asked = False
        """True if a flood can still come."""
        self._sheet: tuple[Overlay, ...] = ()
        self._since = FRESH

    @property
    def fault(self) -> str:
        return self.forecaster.fault if self._asked else ""

    @property
    def busy(self) -> bool:
        """True while more results are to come."""
        return self._asked and self.forecaster.busy

    def update(self, seconds: float) -> None:
        self._since += seconds

    def refresh(self, view: TableView, dice: Dice) -> tuple[Overlay, ...]:
        """Return the forecast's overlays; *dice*: the game's dice, which are not consumed."""
        if (about := _stand(view)) != self._about:
            self.hide()
            self._about, self._since = about, FRESH
            self._asked = bool(core_of(view) and next_trigger(view))
            if self._asked:
                self.forecaster.start(view, dice)
        fresh = self.forecaster.poll() if self._asked else None
        if fresh is None or fresh is self.forecast:
            return self._sheet
        if fresh.done or self.forecast is None or self._since >= FRESH:
            self.forecast, self._since = fresh, 0.0
            self._sheet = (Tags(tuple(tags(fresh, view.table))),)
        return self._sheet

    def hide(self) -> None:
        """Stop the worker's computation, because the overlay is hidden."""
        if self._asked:
            self.forecaster.cancel()
        self._about, self._asked = None, False
        self.forecast, self._sheet = None, ()

    def close(self) -> None:
        """End the worker process."""
        self.forecaster.close()


def _stand(view: TableView) -> object:
    """Return a key of everything on the table that the flood depends on."""
    table = view.table
    return (
        tuple(table.models.values()),
        tuple(table.units.values()),
        tuple(table.notes.items()),
        next_trigger(view),
    )


def tags(forecast: FloodForecast, table: Table) -> Iterator[Tag]:
    """Yield a tag for each model: its place in the tests, and three chances in percent."""
    places = places_of(forecast)
    for model in table.standing():
        fate, place = forecast.fates.get(model.id), places.get(model.id)
        if place is None:
            dry = (TagCell("dry", DIM, DARK),)
            yield Tag(model.disc, dry, dry)
        else:
            first, chances = TagCell(place, AMBER, DARK), _tag_rows(fate)
            yield Tag(model.disc, (first, *chances), (first, *chances[-1:]))


def _tag_rows(fate: FloodOutcome | None) -> tuple[TagCell, ...]:
    if fate is None:
        return ()
    dies = fate.dies.value
    return (
        TagCell(hundredths(fate.carried.value), COOL, DARK),
        TagCell(hundredths(fate.dashed.value), CREAM, DARK),
        TagCell(hundredths(dies), HALO if dies > BRIGHT else CREAM, heat(dies)),
    )


BRIGHT = 0.6
"""Chance from which on dark letters are easier to read than light ones."""


def places_of(forecast: FloodForecast) -> dict[ModelId, str]:
    """Return each model's place in the order of the tests: ``3=`` if others share it."""
    places, first = dict[ModelId, str](), 1
    for group in forecast.order:
        for model_id in group:
            places[model_id] = f"{first}=" if len(group) > 1 else str(first)
        first += len(group)
    return places


def hundredths(chance: float) -> str:
    """Return a chance in percent, without the sign.

    A chance that is not quite 0 is never shown as 0, nor one below 1 as 100.
    """
    if 0.0 < chance < 0.005:
        return "<1"
    if 0.995 < chance < 1.0:
        return "99"
    return str(round(100 * chance))


WIDE = 476.0
TIP = (
    "If the flood came now: order of testing (4= is a tie) and, in 100 floods, how often each"
    " model would be carried, be dashed against something and die. Crowded tags are hidden:"
    " zoom in or point at a model."
)
SAMPLES = (
    (TagCell("4", AMBER, DARK), "tested 4th"),
    (TagCell("50", COOL, DARK), "carried"),
    (TagCell("12", CREAM, DARK), "dashed"),
    (TagCell("9", CREAM, heat(0.09)), "dies, in 100"),
)
"""Sample cells of a tag with their meaning."""


def model_rows(
    view: TableView, forecast: FloodForecast, model_id: ModelId
) -> Iterator[LogEntry]:
    """Yield the forecast for a model: its place, its footing and its chances."""
    why = footing(view, model_id)
    if place := place_of(forecast, model_id):
        yield _line(place, "FF-07")
    yield _line(why.why, why.clause)
    fate = forecast.fates.get(model_id)
    if fate is not None and place:
        yield from _legend_rows(fate, forecast.floods)


def place_of(forecast: FloodForecast, model_id: ModelId) -> str:
    """Return a model's place in the tests in words; empty if it is not tested."""
    place = place_in(forecast.order, model_id)
    return f"Flood: test {place}" if place else ""


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


def _legend_rows(fate: FloodOutcome, floods: int) -> Iterator[LogEntry]:
    """Yield the exact chances and the estimated ones, each with a line on their source."""
    named = (("carried", fate.carried), ("dashed", fate.dashed), ("dies", fate.dies))
    for exact in (True, False):
        some = [(word, chance) for word, chance in named if chance.exact is exact]
        if some:
            yield LogEntry(tuple(_figures(some)))
            yield LogEntry((TextSpan("exact" if exact else f"from {floods:,} floods", MUTED),))


def _figures(some: Sequence[tuple[str, KnownChance]]) -> Iterator[TextSpan]:
    for n, (word, chance) in enumerate(some):
        yield TextSpan(" · " * (n > 0) + f"{word} ", TEXT)
        yield TextSpan(f"{hundredths(chance.value)}%", AMBER, face="strong")


def _line(words: str, clause: str) -> LogEntry:
    return LogEntry(
        (TextSpan(words, TEXT), TextSpan(" "), TextSpan(clause, DIM, CLAUSE + clause, "mono"))
    )


class FloodLegend(Widget):
    """The legend of the flood forecast: meaning of cells, progress, and number of floods."""

    samples: ClassVar[Sequence[tuple[TagCell, str]]] = SAMPLES
    words: ClassVar = TIP
    said = Visible[str]()
    share = Visible[float]()
    """Progress of the forecast, from 0 to 1."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.said, self.share, self.shown = "", 0.0, False

    @property
    def tip(self) -> str:
        return self.words

    def refresh(self, forecast: FloodForecast | None, fault: str, beside: Widget) -> None:
        """Show the progress of a forecast.

        *beside*: the widget that makes room for the legend.
        """
        self._show(beside, shown=True)
        self.said, self.share = (
            progress_text(forecast, fault),
            forecast.progress if forecast else 0.0,
        )

    def hide(self, beside: Widget) -> None:
        self._show(beside, shown=False)

    def _show(self, beside: Widget, *, shown: bool) -> None:
        if shown is not self.shown:
            x, y, wide, high = beside.box
            beside.box = (x, y, wide - (WIDE if shown else -WIDE), high)
            beside.fit(self.theme)
            self.shown = shown

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        x = rect.left
        for cell, meaning in self.samples:
            x = self._paint_sample(canvas, cell, meaning, x)
        room = rect.right - px(10) - x
        words = theme.text(self.short(self.said, 12, room), 12, TEXT)
        canvas.blit(words, words.get_rect(left=x, centery=rect.centery))
        if self.share < 1.0:
            groove = pygame.Rect(x, rect.bottom - px(5), room, px(3))
            canvas.fill("#2A333A", groove)
            canvas.fill(AMBER, (*groove.topleft, round(groove.width * self.share), px(3)))

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


def progress_text(forecast: FloodForecast | None, fault: str) -> str:
    """Return the basis of a forecast, its progress, or the reason why there is none."""
    if fault:
        return "failed"
    if forecast is None:
        return "starting…"
    if not forecast.of:
        return "exact"
    if forecast.done:
        return f"from {forecast.floods:,} floods"
    return f"{forecast.floods:,} of {forecast.of:,} floods"
