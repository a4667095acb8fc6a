"""The pursuit in the battle window.

It shows paths of pieces, dangers, order of play, and the leading rider.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.content.table_actions import Action
from game.cores.kit.queries import TableView
from game.geometry.points import Point, distance
from game.lab.background_forecast import BackgroundForecast
from game.play.decisions import Choose, CommonKind
from game.play.game import Rules
from game.play.log.wording import name
from game.prompts.prompt import AnyPrompt, PointerState
from game.screens.battle.answer_preview import option_costs
from game.screens.battle.forecast_overlay import ForecastWindow
from game.screens.battle.forecast_words import BRIGHT, DARK, hundredths, numbered, place_in
from game.screens.battle.overlays import COHERENCY
from game.screens.battle.window_additions import (
    Orders,
    OverlayKind,
    ShownMoment,
    Status,
    figure,
    head,
)
from game.shown.lines import ShownLine, ShownSpan, Tone, clause_line, clause_span
from game.systems.pursuit.forecast import PursuitForecast, perils
from game.systems.pursuit.rules.danger import Danger
from game.systems.pursuit.rules.mines import ACROSS
from game.systems.pursuit.rules.pursuit_phase import DICE, KEEP
from game.systems.pursuit.rules.shooting import NEAR_MINES
from game.systems.pursuit.rules.slides import to_rear
from game.systems.pursuit.rules.street_pieces import city, is_impassable, mines
from game.systems.pursuit.rules.system import ORDERS
from game.systems.pursuit.rules.threats import to_roll
from game.systems.pursuit.table.street import ROLL, street_of
from game.table.records import ModelId, Side
from game.table.state import Piece, Table
from game.view.colours import AMBER, COOL, CREAM, HALO, heat
from game.view.overlays import (
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
from game.widgets.key_bindings import insert_key_names
from game.widgets.theme import DIM

DANGER = OverlayKind(
    "Danger",
    Action.DANGER,
    "What rolls over which ground in the next Pursuit phase, and each model's chance to die,"
    " to be lost over the rear edge and to be swept up, if it keeps pace",
)
ORDER = OverlayKind("Order", Action.ORDER, "The order in which models act this phase")
AT_ONCE = 1
"""Maximum number of new paths per frame, because each takes some milliseconds to paint."""
ADVICE = (
    "Face the Arrival and keep clear of what rolls back:"
    " the Danger overlay ({danger}) shows it."
)
ARRIVAL_CLAUSE = "PU-26"
CLOSE = 12.0
"""Inches that a model may move in one turn (``PU-18``)."""
NAMES = {KEEP: "Keep pace", **{pace: f"Slow {n}d6" for pace, n in DICE.items()}}
UNSURE = "Others or mines may interfere"


class PursuitWindow(ForecastWindow[PursuitForecast]):
    """Paths of pieces, dangers, order of play and the leading rider of a rolling street."""

    left_out: ClassVar = (COHERENCY,)  # each model is on its own (PU-01)
    keys: ClassVar = (
        (
            "{danger}, {order}",
            "what rolls toward which model in a pursuit, and the order of play",
        ),
    )
    costs: ClassVar = {CommonKind.PACE: option_costs}
    odds_for_one = True
    samples: ClassVar = (
        (TagCell("50", CREAM, heat(0.5)), "dies"),
        (TagCell("4", AMBER, DARK), "lost"),
        (TagCell("60", COOL, DARK), "swept, in 100"),
    )
    tip: ClassVar = (
        "If everyone keeps pace next Pursuit phase, how often in 100 each model dies (PU-14),"
        " is lost over the rear edge (PU-15) or is swept up (PU-14). Hatched: walls that strike"
        " (Impassable). Dashed: rubble that slides across. Corners: models in danger. Rings:"
        " how near a shot sets mines off, and their first blast (PU-24)."
    )
    unit: ClassVar = "phases"

    def __init__(self) -> None:
        super().__init__(BackgroundForecast())
        self._paths: tuple[Overlay, ...] = ()
        self._corners: tuple[Overlay, ...] = ()
        self._shown = 0
        """Number of paths that are visible already."""

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Return whether the game is played on a rolling street."""
        return ORDERS in rules.hooks

    def offers(self, rules: Rules) -> Sequence[OverlayKind]:
        return DANGER, ORDER

    def statuses(self, view: TableView, orders: Orders) -> Sequence[Status]:
        return leading(view.table)

    def overlays(self, moment: ShownMoment) -> OverlayLayers:
        view, mined = moment.view, under(moment.view.table, moment.hand)
        below, above = mined, tuple[Overlay, ...]()
        if DANGER in moment.on and moment.rests:
            below, above = (*self._rolling(moment), *mined), self._corners
        else:
            self.hide()
        places = places_of(view) if ORDER in moment.on else {}
        if places or self.forecast:
            above = (*above, tags(self.forecast, places, view.table))
        return OverlayLayers(below, above)

    def _rolling(self, moment: ShownMoment) -> tuple[Overlay, ...]:
        """Return the paths that are visible already, a few more in each frame."""
        view, asked = moment.view, _paced(moment.prompt)
        about = _stand(view), asked

        def start() -> None:
            self._paths, self._corners, self._shown = tuple(paths(view.table)), (), -AT_ONCE
            tells = partial(perils, about=asked)
            self.forecaster.compute(tells, view, moment.dice)

        if self.refresh(about, start) and self.forecast:
            self._corners = tuple(corners(self.forecast, view.table))
        self._shown = min(len(self._paths), self._shown + AT_ONCE)
        return self._paths[: self._shown]

    @property
    def busy(self) -> bool:
        drawing = self.shown and self._shown < len(self._paths)
        return super().busy or drawing

    def card_lines(self, view: TableView, model_id: ModelId) -> Iterator[ShownLine]:
        if self.forecast:
            yield from model_rows(view.table, self.forecast, model_id)

    def advice(self, view: TableView) -> Sequence[tuple[str, str]]:
        return ((insert_key_names(ADVICE), "PU-12"),)


def _paced(prompt: AnyPrompt | None) -> ModelId | None:
    """``PU-11``  Return the model that is asked for its pace."""
    asked = prompt.decision if prompt else None
    if isinstance(asked, Choose) and asked.kind is CommonKind.PACE:
        return ModelId(asked.about)
    return None


def leading(table: Table) -> tuple[Status, ...]:
    """``PU-26``  Return how far the leading rider is from the Arrival; nothing without one."""
    street, side = street_of(table.board), Side(table.sides[0])
    offs = [(max(0.0, street.off(m.at) - m.base), m.id) for m in table.standing(side)]
    if not offs:
        return ()
    inches, model_id = min(offs)
    line = (figure(f'{inches:.1f}"', urgent=inches <= CLOSE),)
    tip = f'{name(table, model_id)} leads: {inches:.1f}" from the Arrival ({ARRIVAL_CLAUSE})'
    return (Status(((head("to the Arrival"),), line), tip, ARRIVAL_CLAUSE),)


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
    groups = [group for order in ORDERS.of(view, None) for group in order.groups]
    return numbered(groups)


def model_rows(
    table: Table, forecast: PursuitForecast, model_id: ModelId
) -> Iterator[ShownLine]:
    """Yield a model's place in the order, the risks of each pace, and its hazards."""
    if place := place_of(forecast, model_id):
        yield clause_line(place, "PU-07")
    paces = forecast.paces.get(model_id, {})
    shown = list[Danger]()
    for pace, danger in paces.items():
        # A model without a choice fares alike at every pace.
        if danger not in shown:
            shown.append(danger)
            yield ShownLine((*_chances(NAMES[pace], danger),))
    if keeps := paces.get(KEEP):
        for cause, blow in keeps.causes.items():
            words = f"{name(table, cause.by)} strikes it {hundredths(blow.strikes)}%"
            yield clause_line(f"{words}, kills {hundredths(blow.kills)}%", cause.clause)
        yield ShownLine((ShownSpan(rests_on(keeps), Tone.MUTED),))


def rests_on(danger: Danger) -> str:
    """Return how the chances of a model are known."""
    if danger.exact:
        return "exact, if all others keep pace"
    if danger.simulated:
        return f"from {danger.simulated:,} phases: {UNSURE[:1].lower()}{UNSURE[1:]}"
    return f"taken by itself: {UNSURE[:1].lower()}{UNSURE[1:]}"


def _chances(name_: str, danger: Danger) -> Iterator[ShownSpan]:
    found = (
        ("dies", danger.dies, "PU-14"),
        ("lost", danger.lost, "PU-15"),
        ("stuck", danger.stopped, "PU-23"),
        ("swept", danger.swept, "PU-14"),
        ("backs into a piece", danger.backs, "PU-13"),
    )
    known = danger.exact or danger.simulated
    yield ShownSpan(f"{name_}: " if known else f"{name_}, about: ")
    some = [one for one in found if one[1] > 0.0]
    if not some:
        yield ShownSpan("safe ", Tone.TITLE, strong=True)
        yield clause_span("PU-11")
    for n, (word, chance, clause) in enumerate(some):
        yield ShownSpan(" · " * (n > 0) + f"{word} ")
        yield ShownSpan(f"{hundredths(chance)}% ", Tone.TITLE, strong=True)
        yield clause_span(clause)


def place_of(forecast: PursuitForecast, model_id: ModelId) -> str:
    """Return a model's place in the order in words; empty if it was handled already."""
    place = place_in(forecast.order, model_id)
    return f"Pursuit phase: number {place}" if place else ""


WINDOW = PursuitWindow
