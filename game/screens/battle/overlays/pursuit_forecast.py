"""The pursuit forecast overlay and its legend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

from game.geometry.points import Point, distance
from game.lab.background_process import BackgroundForecast
from game.lab.pursuit_forecast import PursuitForecast, perils
from game.play.dice import Dice
from game.play.wording import name
from game.prompts.prompt import PointerState
from game.rules.kit.queries import ORDERS, TableView
from game.rules.pursuit.odds.danger import Danger
from game.rules.pursuit.odds.threats import to_roll
from game.rules.pursuit.path_contacts import ACROSS
from game.rules.pursuit.pursuit_phase import DICE, KEEP
from game.rules.pursuit.roll_back import to_rear
from game.rules.pursuit.shooting import NEAR_MINES
from game.rules.pursuit.street_pieces import city, is_impassable, mines
from game.screens.battle.log_panel import CLAUSE
from game.screens.battle.overlays.flood_forecast import (
    BRIGHT,
    DARK,
    FRESH,
    FloodLegend,
    hundredths,
    place_in,
)
from game.table.pieces import ROLL, Piece, street_of
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays.overlay_shapes import (
    Blast,
    Overlay,
    OverlayLayers,
    OverlayTone,
    RangeRing,
    Sweep,
    Tag,
    TagCell,
    Tags,
    TargetBrackets,
)
from game.view.style import AMBER, COOL, CREAM, HALO, heat
from game.widgets.log_view import LogEntry
from game.widgets.text_layout import TextSpan
from game.widgets.theme import DIM, MUTED, TEXT
from game.widgets.widget import Widget

AT_ONCE = 1
"""Maximum number of new paths per frame, because each takes some milliseconds to paint."""


class PursuitForecastOverlay:
    """The pursuit forecast as an overlay, started anew for each state of the table."""

    def __init__(self, forecaster: BackgroundForecast[PursuitForecast] | None = None) -> None:
        self.forecaster = forecaster or BackgroundForecast[PursuitForecast]()
        self.forecast: PursuitForecast | None = None
        """The forecast on display; None while there is none for this table."""
        self._about: object = None
        """Key of the table that is forecast; None while the overlay is hidden."""
        self._paths: tuple[Overlay, ...] = ()
        self._corners: tuple[Overlay, ...] = ()
        self._shown = 0
        """Number of paths that are visible already."""
        self._since = FRESH

    @property
    def fault(self) -> str:
        return self.forecaster.fault if self._about else ""

    @property
    def busy(self) -> bool:
        """True while more paths or results are to come."""
        return self._about is not None and (
            self.forecaster.busy or self._shown < len(self._paths)
        )

    def update(self, seconds: float) -> None:
        self._since += seconds

    def refresh(self, view: TableView, dice: Dice, about: ModelId | None) -> OverlayLayers:
        """Return the overlays below and above the models; the tags are made by ``tags``.

        *dice*: the game's dice, which are not consumed; *about*: the model that is asked for
        its pace.
        """
        if (known := (_stand(view), about)) != self._about:
            self.hide()
            self._about, self._since = known, FRESH
            self._paths = tuple(paths(view.table))
            self.forecaster.compute(partial(perils, about=about), view, dice)
            return OverlayLayers()
        self._shown = min(len(self._paths), self._shown + AT_ONCE)
        fresh = self.forecaster.poll()
        if fresh is None or fresh is self.forecast:
            return OverlayLayers(self._paths[: self._shown], self._corners)
        if fresh.done or self.forecast is None or self._since >= FRESH:
            self.forecast, self._since = fresh, 0.0
            self._corners = tuple(corners(fresh, view.table))
        return OverlayLayers(self._paths[: self._shown], self._corners)

    def hide(self) -> None:
        """Stop the worker's computation, because the overlay is hidden."""
        if self._about is not None:
            self.forecaster.cancel()
        self._about, self.forecast, self._shown = None, None, 0
        self._paths = self._corners = ()

    def close(self) -> None:
        """End the worker process."""
        self.forecaster.close()


def is_pursuit(view: TableView) -> bool:
    """Return whether a game is played on a rolling street."""
    return ORDERS in view.rules.hooks


def _stand(view: TableView) -> object:
    """Return a key of everything on the table that the Pursuit phase depends on."""
    table = view.table
    return (
        tuple(table.models.values()),
        tuple(table.pieces.values()),
        tuple(table.notes.items()),
        table.queue if table.clock.phase == "pursuit" else (),
        table.clock.phase == "pursuit",
    )


def paths(table: Table) -> Iterator[Overlay]:
    """``PU-08``  Yield the ground that pieces will still roll over, and the reach of mines."""
    for piece in to_roll(table):
        yield path_of(table, piece)
    for cluster in mines(table):
        yield from reach_of(cluster)


def under(table: Table, hand: PointerState) -> tuple[Overlay, ...]:
    """``PU-24``  Return the reach of the mines under the mouse."""
    for cluster in mines(table) if hand.over else ():
        if distance(cluster.at, hand.at) <= cluster.radius + hand.reach:
            return tuple(reach_of(cluster, f'shots within {NEAR_MINES:g}" · PU-24'))
    return ()


def path_of(table: Table, piece: Piece) -> Sweep:
    """``PU-08``, ``PU-09``  Return the ground that a piece rolls over."""
    street = street_of(table.board)
    rear = max(0.0, to_rear(street, piece))
    inches = min(ROLL, rear)
    by = Point(street.back.x * inches, street.back.y * inches)
    return Sweep(piece.corners, by, is_impassable(piece), leaves=rear <= ROLL)


def reach_of(cluster: Piece, words: str = "") -> Iterator[Overlay]:
    """``PU-24``  Yield the ring within which a shot sets mines off, and their first blast."""
    yield RangeRing(cluster.at, cluster.radius + NEAR_MINES, OverlayTone.BAD, words)
    yield Blast(cluster.at, ACROSS)


def corners(forecast: PursuitForecast, table: Table) -> Iterator[Overlay]:
    """Yield corners around each model that may die, be lost or be swept if it keeps pace."""
    for model in table.standing():
        keeps = forecast.paces.get(model.id, {}).get(KEEP)
        if keeps and (keeps.out or keeps.swept):
            yield TargetBrackets(model.disc, OverlayTone.BAD)


def tags(forecast: PursuitForecast | None, places: Mapping[str, str], table: Table) -> Tags:
    """Return tags for models and pieces: place in the order, and the models' chances."""
    paces = forecast.paces if forecast else {}
    found = list[Tag]()
    for model in table.standing():
        keeps = paces.get(model.id, {}).get(KEEP)
        place = places.get(model.id)
        first = (TagCell(place, AMBER, DARK),) if place else ()
        chances = cells_of(keeps) if keeps else ()
        if first or chances:
            found.append(Tag(model.disc, (*first, *chances), (*first, *chances[:1])))
    for piece in city(table):
        if place := places.get(piece.id):
            cells = (TagCell(place, COOL, DARK),)
            found.append(Tag(piece.disc, cells, cells))
    return Tags(tuple(found))


def cells_of(keeps: Danger) -> tuple[TagCell, ...]:
    """Return the chances in percent on a tag: to die, to be lost, to be swept."""
    if not (keeps.out or keeps.swept or keeps.stopped):
        return (TagCell("safe", DIM, DARK),)
    dies = keeps.dies
    return (
        TagCell(hundredths(dies), HALO if dies > BRIGHT else CREAM, heat(dies)),
        TagCell(hundredths(keeps.lost), AMBER, DARK),
        TagCell(hundredths(keeps.swept), COOL, DARK),
    )


def places_of(view: TableView) -> dict[str, str]:
    """``PU-07``, ``PU-17``, ``PU-29``  Return places in the order; ``3=`` if shared."""
    found, first = dict[str, str](), 1
    for order in ORDERS.of(view, None):
        for group in order.groups:
            tie = "=" if len(group) > 1 else ""
            found.update(dict.fromkeys(group, f"{first}{tie}"))
            first += len(group)
    return found


NAMES = {KEEP: "Keep pace", **{pace: f"Slow {n}d6" for pace, n in DICE.items()}}
UNSURE = "Others or mines may interfere"


class PursuitLegend(FloodLegend):
    """The legend of the pursuit forecast: meaning of the cells, progress, number of phases."""

    samples: ClassVar = (
        (TagCell("50", CREAM, heat(0.5)), "dies"),
        (TagCell("4", AMBER, DARK), "lost"),
        (TagCell("60", COOL, DARK), "swept, in 100"),
    )
    words: ClassVar = (
        "If everyone keeps pace next Pursuit phase, how often in 100 each model dies (PU-14),"
        " is lost over the rear edge (PU-15) or is swept up (PU-14). Hatched: walls that strike"
        " (Impassable). Dashed: rubble that slides across. Corners: models in danger. Rings:"
        " how near a shot sets mines off, and their first blast (PU-24)."
    )

    def update(self, forecast: PursuitForecast | None, fault: str, beside: Widget) -> None:
        """Show the progress of a forecast.

        *beside*: the widget that makes room for the legend.
        """
        self._show(beside, shown=True)
        self.said = progress_text(forecast, fault)
        self.share = (
            forecast.simulated / forecast.of
            if forecast and forecast.of
            else float(forecast is not None)
        )


def progress_text(forecast: PursuitForecast | None, fault: str) -> str:
    """Return the basis of the tags, their progress, or the reason why there are none."""
    if fault:
        return "failed"
    if forecast is None:
        return "starting…"
    if not forecast.of:
        return "exact"
    return (
        f"from {forecast.simulated:,} phases"
        if forecast.done
        else f"{forecast.simulated:,} of {forecast.of:,} phases"
    )


def model_rows(
    table: Table, forecast: PursuitForecast, model_id: ModelId
) -> Iterator[LogEntry]:
    """Yield a model's place in the order, the risks of each pace, and its hazards."""
    if place := place_of(forecast, model_id):
        yield _line(place, "PU-07")
    paces = forecast.paces.get(model_id, {})
    shown = list[Danger]()
    for pace, danger in paces.items():
        # A model without a choice fares alike at every pace.
        if danger not in shown:
            shown.append(danger)
            yield LogEntry((*_chances(NAMES[pace], danger),))
    if keeps := paces.get(KEEP):
        for cause, blow in keeps.causes.items():
            words = f"{name(table, cause.by)} strikes it {hundredths(blow.strikes)}%"
            yield _line(f"{words}, kills {hundredths(blow.kills)}%", cause.clause)
        yield LogEntry((TextSpan(rests_on(keeps), MUTED),))


def rests_on(danger: Danger) -> str:
    """Return how the chances of a model are known."""
    if danger.exact:
        return "exact, if all others keep pace"
    if danger.simulated:
        return f"from {danger.simulated:,} phases: {UNSURE[:1].lower()}{UNSURE[1:]}"
    return f"taken by itself: {UNSURE[:1].lower()}{UNSURE[1:]}"


def _chances(name_: str, danger: Danger) -> Iterator[TextSpan]:
    found = (
        ("dies", danger.dies, "PU-14"),
        ("lost", danger.lost, "PU-15"),
        ("stuck", danger.stopped, "PU-23"),
        ("swept", danger.swept, "PU-14"),
        ("backs into a piece", danger.backs, "PU-13"),
    )
    yield TextSpan(
        f"{name_}: " if danger.exact or danger.simulated else f"{name_}, about: ", TEXT
    )
    some = [one for one in found if one[1] > 0.0]
    if not some:
        yield TextSpan("safe ", AMBER, face="strong")
        yield TextSpan("PU-11", DIM, CLAUSE + "PU-11", "mono")
    for n, (word, chance, clause) in enumerate(some):
        yield TextSpan(" · " * (n > 0) + f"{word} ", TEXT)
        yield TextSpan(f"{hundredths(chance)}% ", AMBER, face="strong")
        yield TextSpan(clause, DIM, CLAUSE + clause, "mono")


def place_of(forecast: PursuitForecast, model_id: ModelId) -> str:
    """Return a model's place in the order in words; empty if it was handled already."""
    place = place_in(forecast.order, model_id)
    return f"Pursuit phase: number {place}" if place else ""


def _line(words: str, clause: str) -> LogEntry:
    return LogEntry(
        (TextSpan(words, TEXT), TextSpan(" "), TextSpan(clause, DIM, CLAUSE + clause, "mono"))
    )
