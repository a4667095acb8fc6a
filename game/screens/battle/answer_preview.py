"""The preview of an answer that a player considers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pygame

from game.background import BackgroundValue
from game.content.palettes import palette
from game.cores.kit.queries import (
    ARCS,
    ENCOUNTERS,
    FIRE_ARCS,
    PROSPECTS,
    REACHES,
    ConsideredAnswer,
    Encounter,
    ForecastFigure,
    MoveOutcomes,
    TableView,
    forecast,
)
from game.geometry.points import Disc, Path, Point
from game.play.decisions import Choose, CommonKind, DecisionKind
from game.play.log.wording import name
from game.play.moves.single_move import Ride
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import AnyPrompt
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import DockedPanel, QuestionDock, board_box
from game.screens.battle.odds_table import OddsTable, high
from game.screens.battle.window_additions import Costs, OverlayFocus
from game.screens.side_panels import MIN_DOCK
from game.shown.odds_rows import OddsRow, fitting, percent, rows_of
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table
from game.view.colours import AMBER, HALO
from game.view.overlays import (
    BoardNote,
    MarchTrails,
    Overlay,
    OverlayLayers,
    OverlayLine,
    OverlayTone,
    Tag,
    TagCell,
    Tags,
    VisibleArea,
)
from game.view.overlays.drawing import fan
from game.widgets.panel_stack import PanelStack
from game.widgets.places import within
from game.widgets.sizes import GAP
from game.widgets.theme import Box

DARK = "#171D21"
"""Background colour of chances."""
LIKELY = 0.03
"""Minimum chance of an ending to be labelled when there are more than ``MANY`` endings."""
MANY = 12
ROOM = 1.4
"""Inches between notes that stand above one another."""
CHARGES = (CommonKind.UNIT_TO_CHARGE, CommonKind.CHARGE)
"""Kinds of the questions about which unit charges and at which target."""
RIM = 1.0
"""Minimum distance in inches from the table's edge to a label."""
WHOLE = 360.0
"""Degrees of a full circle."""
MOST_COSTS = 3
"""Number of results beside an option, so that they fit on a line; the odds show all."""
HARMLESS = "safe"


def previewed(view: TableView, prompt: AnyPrompt | None) -> OverlayLayers:
    """Return where the model of a considered answer may end, and what it would meet."""
    if prompt is None or REACHES not in view.rules.hooks:
        return OverlayLayers()
    below, thought = [*_arc(view, prompt)], prompt.thought
    if thought is None:
        return OverlayLayers(tuple(below))
    question = ConsideredAnswer(prompt.decision, thought)
    above, ghosts, tags = list[Overlay](), list[Model](), list[Tag]()
    reaches = [*REACHES.of(view, question)]
    if len(reaches) > 1:
        below += _fanned(reaches)
    for reach in reaches if len(reaches) == 1 else ():
        below += path_overlays(reach)
        ghosts += standing(view.table, reach, turned=isinstance(prompt.decision, Ride))
        tags += ends(view.table, reach)
    above += met(view.table, [*ENCOUNTERS.of(view, question)], prompt.subject)
    if tags:
        above.append(Tags(tuple(dict.fromkeys(tags))))
    return OverlayLayers(
        tuple(dict.fromkeys(below)), tuple(dict.fromkeys(above)), tuple(ghosts)
    )


def _fanned(reaches: Sequence[MoveOutcomes]) -> Iterator[Overlay]:
    """Yield the paths of a move in several possible directions."""
    paths = [r.endings[-1].path for r in reaches if r.endings]
    if paths:
        yield MarchTrails(tuple(paths))
    for reach in reaches:
        if reach.lost and not reach.exit:
            yield from legs(reach.leaves, OverlayTone.BAD)


def legs(path: Path, tone: OverlayTone) -> Iterator[Overlay]:
    for a, b in pairwise(path):
        yield OverlayLine(a, b, tone)


def path_overlays(reach: MoveOutcomes) -> Iterator[Overlay]:
    """Yield the path of a model to its furthest end, or off the table if it may be lost."""
    if reach.lost:
        yield from legs(reach.leaves, OverlayTone.GOOD if reach.exit else OverlayTone.BAD)
    elif reach.endings:
        yield from legs(reach.endings[-1].path, OverlayTone.PLANNED)


def standing(table: Table, reach: MoveOutcomes, *, turned: bool = False) -> Iterator[Model]:
    """Yield the model at each end; *turned*: facing in the direction of the path's end."""
    model = table.models[reach.model]
    for end in reach.endings:
        facing = end.heading if turned else model.facing
        if (end.at, facing) != (model.at, model.facing):
            yield replace(model, at=end.at, facing=facing, arrows=0)


def met(table: Table, encounters: Sequence[Encounter], id_: str) -> Iterator[BoardNote]:
    """Yield a note for each encounter of a move, from the bottom up; equal ones are merged."""
    alike = dict[str, list[Encounter]]()
    for one in encounters:
        alike.setdefault(f"{one.words} · {one.clause}", []).append(one)
    if not alike:
        return
    spots = [one.at for one in encounters]
    off = table.models[ModelId(id_)].base if id_ in table.models else 0.0
    middle, top = spots[-1].x, min(at.y for at in spots) - off
    for n, (words, ones) in enumerate(alike.items(), 1):
        first, many = ones[0], len(ones)
        text = f"{many} × {words}" if many > 1 else f"{words[:1].upper()}{words[1:]}"
        tone = OverlayTone.GOOD if first.good else OverlayTone.CHOSEN
        if first.harm or first.warns:
            tone = OverlayTone.BAD
        yield BoardNote(Point(middle, top - n * ROOM), text, tone)


def ends(table: Table, reach: MoveOutcomes) -> Iterator[Tag]:
    """Yield tags with the chance of each end, of leaving the table and of dying."""
    model = table.models[reach.model]
    few = len(reach.endings) <= MANY
    sure = len(reach.endings) == 1 and reach.endings[0].chance >= 1.0
    for end in reach.endings:
        if not sure and (few or end.chance >= LIKELY):
            yield tag(Disc(end.at, model.base), percent(end.chance), AMBER, DARK)
    if reach.dies:
        yield warning(model.disc, f"dies {percent(reach.dies)}")
    if reach.lost:
        out = Disc(reach.leaves[-1], model.base)
        if reach.exit:
            words = f"{reach.exit.why} {percent(reach.lost)}"
            yield tag(out, words, palette().good, DARK)
        else:
            yield warning(out, f"lost {percent(reach.lost)}")


def tag(base: Disc, words: str, ink: str, fill: str) -> Tag:
    cells = (TagCell(words, ink, fill),)
    return Tag(base, cells, cells)


def warning(base: Disc, words: str) -> Tag:
    return tag(base, words, HALO, palette().bad)


def _arc(view: TableView, prompt: AnyPrompt) -> Iterator[Overlay]:
    """Yield the charge arc or fire arcs of the model that is chosen or highlighted."""
    if isinstance(prompt, ChoosePrompt) and prompt.decision.kind in CHARGES:
        unit = UnitId(prompt.decision.about or prompt.lit)
        if unit in view.table.units:
            yield from arc_of(view, view.table.of(unit)[0].id)
    elif isinstance(prompt, ChoosePrompt) and prompt.decision.kind is CommonKind.TARGET:
        unit_id = UnitId(prompt.decision.about)
        for model in view.table.of(unit_id) if unit_id in view.table.units else ():
            yield from fire_arcs(view, model)


def arc_of(view: TableView, model_id: ModelId) -> Iterator[Overlay]:
    """Yield the arc of a charge, as far as a target may be."""
    model = view.table.models[model_id]
    for arc in ARCS.of(view, model_id):
        outline = fan(model.at, model.base + arc.reach, arc.heading, arc.wide / 2)
        wide = f"{arc.wide:.4g}° · " if arc.wide < WHOLE else ""
        words = f'{wide}up to {arc.reach:g}" · {arc.clause}'
        at = None if arc.wide >= WHOLE else _rim(view.table, outline)
        rim = outline[1:] if arc.wide >= WHOLE else outline
        yield VisibleArea((rim,), tone=OverlayTone.COOL, words=words, fill=0.1, at=at)


def fire_arcs(view: TableView, model: Model) -> Iterator[Overlay]:
    """Yield the fire arcs of a model that cannot shoot all around."""
    for n, arc in enumerate(FIRE_ARCS.of(view, model.id)):
        outline = fan(model.at, model.base + arc.reach, arc.heading, arc.wide / 2)
        words = f'{arc.wide:.4g}° · {arc.reach:g}" · {arc.clause}'
        yield VisibleArea(
            (outline,),
            tone=OverlayTone.PLANNED if n else OverlayTone.CHOSEN,
            words=words,
            fill=0.05,
        )


def _rim(table: Table, outline: Path) -> Point:
    """Return the uppermost point of an arc's rim, moved onto the table if necessary."""
    x, y = min(outline[1:], key=lambda at: at.y)
    wide, high = table.board.width, table.board.height
    return Point(min(max(x, RIM), wide - RIM), min(max(y, RIM), high - RIM))


class OddsPanel(DockedPanel):
    """The odds in the dock, else in a corner of the board; computed in the background."""

    def __init__(
        self,
        stack: PanelStack,
        board: BoardView,
        on_clause: Callable[[str], None],
        dock: QuestionDock,
    ) -> None:
        super().__init__(stack, board, dock)
        self.on_clause = on_clause
        self.title, self.rows = "", tuple[OddsRow, ...]()
        self._figures = BackgroundValue[tuple[ForecastFigure, ...]](())
        self._seen: object = None
        self._told_of: object = None
        """Key of the table's state of the odds shown last; they stay until replaced."""

    def refresh(
        self, view: TableView, prompt: AnyPrompt | None, focus: OverlayFocus, moment: object
    ) -> None:
        """Update the table; *moment* is a key of the table's state, for caching."""
        thought = prompt.thought if prompt else None
        known = moment, thought, focus.pair
        if known == self._seen and not self._figures.busy:
            if self.there and not self.dock.aside and _steered(prompt) and self._is_under_mouse:
                self._place(view.table, focus, prompt)
            return
        self._seen = known
        figures: tuple[ForecastFigure, ...] = ()
        if thought is not None or focus.pair:
            fork = TableView(view.table.fork(), view.rules)
            figures = self._figures.get(known, lambda: _odds(fork, prompt, thought, focus))
        if self._figures.busy and self._told_of == moment:
            return
        self._told_of = moment
        if not figures:
            self.drop()
            return
        self.title = title(view.table, prompt, focus)
        self.rows = tuple(rows_of(figures, view.table))
        self._place(view.table, focus, prompt)

    @property
    def _is_under_mouse(self) -> bool:
        return bool(self.rect.collidepoint(self.board.mouse))

    def _place(self, table: Table, focus: OverlayFocus, prompt: AnyPrompt | None) -> None:
        """Move the table to the corner of the board that hides least of its subject."""
        board = self.board
        left, top, wide, tall = self.dock.aside or board_box(board)
        room = tall - (0.0 if self.dock.aside else 2 * GAP)
        self.rows = fitting(self.rows, lambda rows: high(rows) <= room)
        tall_, shown = high(self.rows), OddsTable(self.title, self.rows, self.on_clause)
        if self.dock.aside:
            self.lay(shown, (left, top, wide, tall_))
            return
        scale, pixel = board.theme.scale, board.scene.camera.pixel
        about = [pixel(at) for at in _about(table, focus, prompt, board.sheets)]
        if _steered(prompt):
            about += [board.mouse]

        def covered(corner: Box) -> int:
            place = pygame.FRect(corner).inflate(2 * GAP, 2 * GAP)
            return sum(place.collidepoint(x / scale, y / scale) for x, y in about)

        first = 0 if about and about[0][0] > board.window.centerx else 1
        corners = [
            within((left, top, wide, tall), (MIN_DOCK, tall_), across, down, GAP)
            for down in (0, 1)
            for across in (first, 1 - first)
        ]
        self.lay(shown, min(corners, key=covered))


def _steered(prompt: AnyPrompt | None) -> bool:
    """Return whether the prompt may need the mouse to point below the table."""
    return prompt is not None and not isinstance(prompt, ChoosePrompt)


def _about(
    table: Table, focus: OverlayFocus, prompt: AnyPrompt | None, sheets: OverlayLayers
) -> Iterator[Point]:
    """Yield the positions that the odds are about: the target first."""
    if focus.pair:
        yield from (m.at for m in table.of(focus.pair.target)[:1])
    yield from (ghost.at for ghost in sheets.ghosts)
    for tags in (o for o in sheets.above if isinstance(o, Tags)):
        yield from (tag.base.at for tag in tags.tags)
    yield from (table.models[m].at for m in (prompt.chosen() if prompt else ()))
    yield from prompt.kept_clear() if prompt else ()


def _odds(
    view: TableView, prompt: AnyPrompt | None, thought: object, focus: OverlayFocus
) -> tuple[ForecastFigure, ...]:
    figures: tuple[ForecastFigure, ...] = ()
    if prompt and thought is not None:
        figures = forecast(view, prompt.decision, thought)
    if figures or focus.pair is None:
        return figures
    return tuple(PROSPECTS.of(view, focus.pair))


def title(table: Table, prompt: AnyPrompt | None, focus: OverlayFocus) -> str:
    """Return the title of the odds."""
    if focus.pair is None or (isinstance(prompt, ChoosePrompt) and prompt.weighs_options):
        lit = (
            prompt.options.get(prompt.thought or "")
            if isinstance(prompt, ChoosePrompt)
            else None
        )
        return lit.label if lit else "Odds"
    target = name(table, focus.pair.target)
    if not (isinstance(prompt, ChoosePrompt) and prompt.decision.about):
        return f"{name(table, focus.pair.unit_id)} at {target}"
    # The mouse may point at a unit that is no option.
    weighed = UnitId(prompt.thought or "")
    return f"Against {name(table, weighed) if weighed in table.units else target}"


class AnswerCosts:
    """Short odds beside the options, computed in the background once per question."""

    def __init__(self, costs: Mapping[DecisionKind, Costs]) -> None:
        """*costs*: for each kind of question that shows them, the function to compute them."""
        self.costs = costs
        self._shown = BackgroundValue[Mapping[str, str]]({})

    def refresh(self, view: TableView, prompt: AnyPrompt | None, moment: object) -> None:
        """Update the hints beside the options."""
        kind = prompt.decision.kind if isinstance(prompt, ChoosePrompt) else None
        if not isinstance(prompt, ChoosePrompt) or kind is None or kind not in self.costs:
            return
        fork, asked = TableView(view.table.fork(), view.rules), prompt.decision
        costs = self.costs[kind]
        raw = self._shown.get((moment, id(asked)), lambda: costs(fork, asked))
        if raw != prompt.details:
            prompt.details = raw
            prompt.looks += 1


def option_costs(view: TableView, asked: Choose) -> Mapping[str, str]:
    """Return the odds of each option in a few words; nothing if no option has a chance."""
    found = {o.id: forecast(view, asked, o.id) for o in asked.options}
    return {id_: cost_text(f) for id_, f in found.items() if any(not one.spread for one in f)}


def cost_text(figures: Iterable[ForecastFigure]) -> str:
    """Return the first possible results in one word each: ``dies 17% · lost 3%``."""
    lines = [
        f"{figure.what.split()[0]} {percent(figure.value)}"
        for figure in figures
        if figure.value > 0.0 and not figure.more and not figure.spread
    ]
    return " · ".join(lines[:MOST_COSTS]) or HARMLESS
