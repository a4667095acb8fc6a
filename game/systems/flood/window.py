"""The flood in the battle window.

It shows currents, forecast and clock, and models that must regroup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from game.background import BackgroundValue
from game.content.table_actions import Action
from game.cores.kit.marks import MAY_BREAK, OUT_OF_COHERENCY, SCATTERED
from game.cores.kit.queries import TableView
from game.geometry.points import Path, Point, mean_point
from game.geometry.polygons import box
from game.play.game import Rules
from game.play.log.wording import name, turn_word, with_article
from game.prompts.choose import ChoosePrompt
from game.screens.battle.forecast_overlay import ForecastWindow
from game.screens.battle.forecast_words import (
    BRIGHT,
    DARK,
    average_losses,
    hundredths,
    numbered,
    place_in,
)
from game.screens.battle.window_additions import (
    Memo,
    Orders,
    OverlayKind,
    ShownMoment,
    Status,
    StatusSpan,
    figure,
    head,
)
from game.shown.lines import ShownLine, ShownSpan, Tone, clause_line
from game.systems.flood.forecast import Forecaster
from game.systems.flood.rules import origin_of
from game.systems.flood.rules.coherency_watch import CUT_OFF
from game.systems.flood.rules.odds import (
    FloodForecast,
    FloodOutcome,
    FloodTrigger,
    KnownChance,
    core_of,
    next_trigger,
    source_known,
)
from game.systems.flood.rules.system import FLOWS, WaterFlow, footing
from game.table.records import Model, ModelId, Unit
from game.table.state import Table
from game.view.colours import AMBER, COOL, CREAM, HALO, heat
from game.view.overlays import (
    BaseOutline,
    BoardNote,
    Current,
    DriftArrows,
    Overlay,
    OverlayLayers,
    OverlayTone,
    Tag,
    TagCell,
    Tags,
    UnitLabel,
)
from game.widgets.sizes import BODY_TEXT, CLOSE
from game.widgets.theme import DIM, MUTED

WATER = OverlayKind(
    "Water",
    Action.WATER,
    "Where the water flows, the die results for each branch, and where it ends",
)
FATES = OverlayKind(
    "Flood",
    Action.FLOOD,
    "The order of testing, and each model's chance to be carried, to be dashed against"
    " something and to die",
)
CLOCK_CLAUSE = "FF-06"
NO_ORIGIN = "no origin chosen yet"
"""Words for what the forecast waits for (``FF-01``)."""
CYCLE = 1.8
"""Seconds in which an arrow moves to the position of the next one."""
STEPS = 20
"""Pictures per cycle; more would not look smoother, and each costs a redraw."""
DEADLY, RISKY = 0.15, 0.05
"""Shares of a unit that die from which on its label is red, or amber."""
MUST: dict[str, tuple[str, str]] = {
    CUT_OFF: ("Cut off by the enemy", "FF-24"),
    MAY_BREAK: ("May break off", "FF-24"),
    SCATTERED: ("Scattered", "FF-21"),
    OUT_OF_COHERENCY: ("Must rejoin its unit", "FF-20"),
}
"""A short text and a clause for each mark that demands regrouping; the worst first."""
ABOVE = 0.75
"""Inches from a base to the words above it."""


class FloodWindow(ForecastWindow[FloodForecast]):
    """Currents, forecast and clock of the flood; rings around models that must regroup."""

    keys: ClassVar = (("{water}, {flood}", "where the water flows, what the flood may do"),)
    samples: ClassVar = (
        (TagCell("4", AMBER, DARK), "tested 4th"),
        (TagCell("50", COOL, DARK), "carried"),
        (TagCell("12", CREAM, DARK), "dashed"),
        (TagCell("9", CREAM, heat(0.09)), "dies, in 100"),
    )
    label_samples: ClassVar = (
        (TagCell("−2.0", AMBER, DARK), "die of the unit, on average"),
        (TagCell("7.1", CREAM, DARK), "carried"),
    )
    tip: ClassVar = (
        "If the flood came now: order of testing (4= is a tie) and, in 100 floods, how often"
        " each model would be carried, be dashed against something and die. Zoomed out, each"
        " badge says how many of its unit would die and be carried: point at a model for more."
    )
    unit: ClassVar = "floods"

    def __init__(self) -> None:
        super().__init__(Forecaster())
        self.current = CurrentOverlay()
        self._tags: tuple[Overlay, ...] = ()
        self._scattered = Memo[tuple[Overlay, ...]]()

    def offers(self, rules: Rules) -> Sequence[OverlayKind]:
        return (WATER, FATES) if FLOWS in rules.hooks else ()

    def statuses(self, view: TableView, orders: Orders) -> Sequence[Status]:
        trigger = next_trigger(view) if core_of(view) else None
        if trigger is None:
            return ()
        table = view.table
        origin = origin_of(table) if source_known(table) else ""
        where = f" from {with_article(name(table, origin))}" if origin else ""
        return (clock(trigger, table.clock.round, turn_word(table), where),)

    def overlays(self, moment: ShownMoment) -> OverlayLayers:
        below: tuple[Overlay, ...] = ()
        if WATER in moment.on:
            below = self.current.refresh(moment)
        # While a move is planned, models are not where the table has them.
        planned, table = moment.prompt and moment.prompt.busy, moment.view.table
        rings = self._scattered.get(moment.key, lambda: tuple(scattered(table)))
        return OverlayLayers(below, (*self._fates(moment), *(() if planned else rings)))

    def _fates(self, moment: ShownMoment) -> tuple[Overlay, ...]:
        view = moment.view
        on = FATES in moment.on and moment.rests and core_of(view) is not None
        if not (on and next_trigger(view)):
            self.hide()
            return ()
        worker = self.forecaster
        assert isinstance(worker, Forecaster)
        self.awaited = "" if source_known(view.table) else NO_ORIGIN
        fresh = self.refresh(_stand(view), lambda: worker.start(view, moment.dice))
        forecast = self.forecast
        if fresh and forecast:
            marks, labels = tags(forecast, view.table), unit_labels(forecast, view.table)
            self._tags = (Tags(tuple(marks), tuple(labels)),)
        return self._tags if forecast else ()

    def card_lines(self, view: TableView, model_id: ModelId) -> Iterator[ShownLine]:
        model = view.table.models[model_id]
        if duty := regroup_duty(view.table.units[model.unit], model):
            yield clause_line(*duty)
        if self.forecast:
            yield from model_rows(view, self.forecast, model_id)

    def update(self, seconds: float, *, still: bool) -> None:
        self.current.update(seconds, still=still)
        super().update(seconds, still=still)


# When the flood may come.


def clock(trigger: FloodTrigger, turn: int, word: str, where: str = "") -> Status:
    """Return the next time that the flood may come, as seen from a game turn.

    *word*: the core's name of a game turn; *where*: words of its origin.
    """
    need = trigger.need
    how = f"on {need}+ ({odds(trigger)})" if need else "without a roll"
    urgent = trigger.round == turn or trigger.chance == 1.0
    line: tuple[StatusSpan, ...] = (figure(odds(trigger), urgent=urgent),)
    if need:
        line += (StatusSpan(f"on {need}+", BODY_TEXT, MUTED, face="heading", before=CLOSE),)
    return Status(
        ((head(f"flood {when(trigger, turn, word)}"),), line),
        f"The flood comes{where} at the start of {word} {trigger.round} {how} ({CLOCK_CLAUSE})",
        CLOCK_CLAUSE,
    )


def when(trigger: FloodTrigger, turn: int, word: str = "turn") -> str:
    """Return when a trigger may occur, as seen from a game turn."""
    if trigger.round == turn:
        return f"this {word}"
    is_next = turn and trigger.round == turn + 1
    return f"next {word}" if is_next else f"in {word} {trigger.round}"


def odds(trigger: FloodTrigger) -> str:
    """Return a trigger's chance in words: ``1 in 2``."""
    share = Fraction(trigger.chance).limit_denominator(36)
    return "certain" if share == 1 else f"{share.numerator} in {share.denominator}"


# Where the water flows.


class CurrentOverlay:
    """The water current; the last one stays visible until a new one is computed."""

    def __init__(self) -> None:
        self._flows = BackgroundValue[WaterFlow | None](None)
        self._flow: WaterFlow | None = None
        self._sheet: tuple[Overlay, ...] = ()
        self._drifts: tuple[DriftArrows, ...] = ()
        self._clock = 0.0

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance the drifting arrows by *seconds*; *still* keeps them in place."""
        self._clock = 0.0 if still else (self._clock + seconds) % CYCLE

    def refresh(self, moment: ShownMoment) -> tuple[Overlay, ...]:
        """Return the current's overlays, from the highlighted origin if one is asked for."""
        table, prompt, rules = moment.view.table, moment.prompt, moment.view.rules
        lit = prompt.lit if isinstance(prompt, ChoosePrompt) else ""
        # The origin is fixed before the first turn.
        key = table.board, lit, None if table.clock.round else moment.key
        fork = TableView(table.fork(), rules)
        flow = self._flows.get(key, lambda: next(FLOWS.of(fork, lit), None))
        if flow is not None and flow is not self._flow:
            self._flow, self._sheet, self._drifts = (
                flow,
                tuple(_draw_current(flow)),
                _drifting(flow),
            )
            self._clock = 0.0
        if not self._drifts:
            return ()
        return *self._sheet, self._drifts[int(self._clock / CYCLE * STEPS) % STEPS]


def _draw_current(flow: WaterFlow) -> Iterator[Overlay]:
    """Yield the parts that do not move, separately where small pictures are painted faster."""
    ways = tuple(stream.path for stream in flow.streams)
    if sum(_size(path) for path in ways) < _size(tuple(at for path in ways for at in path)):
        yield from (Current((path,)) for path in ways)
    else:
        yield Current(ways)
    yield from (Current(dry=(path,)) for path in flow.dry)
    yield from (Current(ends=(at,)) for at in flow.ends)
    yield from (Current(pools=(at,)) for at in flow.pools)
    yield Current(source=flow.source)
    if flow.source:
        yield BoardNote(mean_point(flow.source), "flood origin", OverlayTone.COOL)
    yield from (BoardNote(b.at, b.words, OverlayTone.COOL) for b in flow.branches)


def _size(path: Path) -> float:
    """Return the approximate area of a picture of a path, in square inches."""
    left, top, right, low = box(path)
    return (right - left + 1) * (low - top + 1)


def _drifting(flow: WaterFlow) -> tuple[DriftArrows, ...]:
    ways = tuple(stream.path for stream in flow.streams)
    offs = tuple(stream.off for stream in flow.streams)
    return tuple(DriftArrows(ways, offs, flow.source, n / STEPS) for n in range(STEPS))


# The fate of each model.


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
    places = numbered(forecast.order)
    for model in table.standing():
        fate, place = forecast.fates.get(model.id), places.get(model.id)
        if place is None:
            dry = (TagCell("dry", DIM, DARK),)
            yield Tag(model.disc, dry, dry)
        else:
            first, chances = TagCell(place, AMBER, DARK), _tag_rows(fate)
            yield Tag(model.disc, (first, *chances), (first, *chances[-1:]))


def unit_labels(forecast: FloodForecast, table: Table) -> Iterator[UnitLabel]:
    """Yield the expected number of dead and carried models of each unit that is tested."""
    for unit in table.fielded():
        models = table.of(unit.id)
        fates = [fate for m in models if (fate := forecast.fates.get(m.id))]
        if not fates:
            continue
        dead = sum(fate.dies.value for fate in fates)
        carried, many = sum(fate.carried.value for fate in fates), len(models)
        figure, detail = average_losses(dead), f"{carried:.1f} carried"
        if many == 1:
            figure, detail = f"dies {hundredths(dead)}%", f"{hundredths(carried)}% carried"
        tone = OverlayTone.BAD if dead >= DEADLY * many else OverlayTone.CHOSEN
        yield UnitLabel(
            unit.id, figure, detail, OverlayTone.GOOD if dead < RISKY * many else tone
        )


def _tag_rows(fate: FloodOutcome | None) -> tuple[TagCell, ...]:
    if fate is None:
        return ()
    dies = fate.dies.value
    return (
        TagCell(hundredths(fate.carried.value), COOL, DARK),
        TagCell(hundredths(fate.dashed.value), CREAM, DARK),
        TagCell(hundredths(dies), HALO if dies > BRIGHT else CREAM, heat(dies)),
    )


def model_rows(
    view: TableView, forecast: FloodForecast, model_id: ModelId
) -> Iterator[ShownLine]:
    """Yield the forecast for a model: its place, its footing and its chances."""
    why = footing(view, model_id)
    if place := place_of(forecast, model_id):
        yield clause_line(place, "FF-07")
    yield clause_line(why.why, why.clause)
    fate = forecast.fates.get(model_id)
    if fate is not None and place:
        yield from _legend_rows(fate, forecast.simulated)


def place_of(forecast: FloodForecast, model_id: ModelId) -> str:
    """Return a model's place in the tests in words; empty if it is not tested."""
    place = place_in(forecast.order, model_id)
    return f"Flood: test {place}" if place else ""


def _legend_rows(fate: FloodOutcome, floods: int) -> Iterator[ShownLine]:
    """Yield the exact chances and the estimated ones, each with a line on their source."""
    named = (("carried", fate.carried), ("dashed", fate.dashed), ("dies", fate.dies))
    for exact in (True, False):
        some = [(word, chance) for word, chance in named if chance.exact is exact]
        if some:
            yield ShownLine(tuple(_figures(some)))
            source = "exact" if exact else f"from {floods:,} floods"
            yield ShownLine((ShownSpan(source, Tone.MUTED),))


def _figures(some: Sequence[tuple[str, KnownChance]]) -> Iterator[ShownSpan]:
    for n, (word, chance) in enumerate(some):
        yield ShownSpan(" · " * (n > 0) + f"{word} ")
        yield ShownSpan(f"{hundredths(chance.value)}%", Tone.TITLE, strong=True)


# Models that must regroup.


def regroup_duty(unit: Unit, model: Model) -> tuple[str, str] | None:
    """Return a model's duty to get back to its unit, and its clause; None without one."""
    marks = {mark.name for mark in (*unit.marks, *model.marks)}
    return next((words for name, words in MUST.items() if name in marks), None)


def scattered(table: Table) -> Iterator[Overlay]:
    """Yield rings around all models that must regroup, and words at one of each group."""
    for unit in table.fielded():
        groups = dict[tuple[str, str], list[Model]]()
        for model in table.of(unit.id):
            if found := regroup_duty(unit, model):
                groups.setdefault(found, []).append(model)
        for (words, _), models in groups.items():
            top = min(models, key=lambda m: (m.at.y, m.at.x))
            at = Point(top.at.x, top.at.y - top.base - ABOVE)
            yield BaseOutline(tuple(m.disc for m in models), OverlayTone.BAD)
            yield BoardNote(at, words, OverlayTone.BAD)


WINDOW = FloodWindow
