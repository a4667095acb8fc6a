"""The card beside the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from game.cores.kit.queries import FACTS, GROUND, HOLDS, PieceContact, TableView
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import inside, off_segment
from game.play.wording import mark_text, model_name, name, plain_name, the_side
from game.prompts.prompt import PointerState
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import GAP, DockedPanel, QuestionDock, board_box
from game.screens.battle.log_panel import clause_line
from game.screens.battle.model_card import HIDDEN
from game.table.board import ObjectiveMarker, Terrain
from game.table.records import ModelId, Side, Where, many
from game.table.state import Piece, Table
from game.view.scene import MARKER
from game.view.sprites import PIN_INCHES, notes_of
from game.view.style import TEAMS
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry
from game.widgets.theme import AMBER, MUTED, Box

REST = 0.4
"""Seconds that the mouse has to rest before the card appears."""
WIDE, EDGE, LINE = 272.0, 10.0, 21.0
NEAR = 26
"""Units by which the card is enlarged, half on each side, to hold it for the mouse."""


CardLines: TypeAlias = Callable[[TableView, ModelId], Iterable[LogEntry]]
"""Returns what the parts of the game say about a model."""


class HoverTarget(NamedTuple):
    """The kind and id of the thing under the mouse."""

    kind: str
    id: str


def spotted(board: BoardView, pointed: ModelId | None) -> HoverTarget | None:
    """Return the thing under the mouse: a model, else a loose thing or marker, else terrain."""
    if pointed:
        return HoverTarget("model", pointed)
    hand = board.hand()
    if not hand.over:
        return None
    table = board.scene.stage.seen
    if loose := next(_loose(table, hand), None):
        return loose
    near = Disc(hand.at, hand.reach)
    for note in board.scene.notes:
        if distance(note.at, hand.at) <= PIN_INCHES / 2 + hand.reach:
            return HoverTarget("note", note.id)
    terrain = [p for p in table.board.terrain if _under(p, near)]
    if terrain:
        return HoverTarget("terrain", min(terrain, key=_size).id)
    # Ground of one kind is one thing, however many outlines it has.
    kinds = [p.kind for p in table.ground if _under(p, near)]
    return next((HoverTarget("ground", p.id) for p in table.ground if p.kind in kinds), None)


def _loose(table: Table, hand: PointerState) -> Iterator[HoverTarget]:
    """Yield the corpses, pieces and markers under the mouse."""
    for body in table.models.values():
        if body.where is Where.BODY and distance(body.at, hand.at) <= body.base + hand.reach:
            yield HoverTarget("body", body.id)
    # Round things lie on or at things with an outline, so they come first.
    for piece in sorted(table.pieces.values(), key=lambda p: bool(p.outline)):
        if piece.where is Where.TABLE and _lies_under(piece, hand.at):
            yield HoverTarget("piece", piece.id)
    for marker in table.objectives:
        if distance(marker.at, hand.at) <= MARKER / 4:
            yield HoverTarget("marker", marker.id)


def _lies_under(piece: Piece, at: Point) -> bool:
    if piece.outline:
        return inside(at, piece.corners)
    return distance(piece.at, at) <= piece.radius


def _under(piece: Terrain, near: Disc) -> bool:
    if piece.closed:
        return piece.holds(Disc(near.at, 0.05))
    return any(off_segment(near.at, side) <= near.radius + 0.1 for side in piece.sides())


def _size(piece: Terrain) -> float:
    left, top, right, low = piece.box
    return (right - left) * (low - top)


def describe_target(
    view: TableView,
    what: HoverTarget,
    held: Mapping[str, Side],
    lines: CardLines = lambda *_: (),
    acting: ModelId | None = None,
) -> tuple[LogEntry, ...]:
    """Return the card's entries for a thing; *held*: the side that holds each marker.

    *lines*: what the parts of the game add about a model.
    *acting*: the model that the question or the card is about; pieces are described for it.
    """
    table = view.table
    if what.kind == "model":
        model_id = ModelId(what.id)
        return *_of_model(view, model_id), *lines(view, model_id)
    if what.kind == "body":
        return _of_body(view, ModelId(what.id))
    if what.kind == "piece":
        return _of_piece(view, table.pieces[what.id], acting)
    if what.kind == "marker":
        marker = next(m for m in table.objectives if m.id == what.id)
        return _of_marker(view, marker, held.get(marker.id))
    if what.kind == "note":
        return _of_note(view, what.id)
    among = table.ground if what.kind == "ground" else table.board.terrain
    piece = next(p for p in among if p.id == what.id)
    found = [clause_line(r.why, r.clause) for r in GROUND.of(view, piece)]
    kind = "" if piece.name.startswith(piece.kind) else f" · {piece.kind}"
    return (
        LogEntry(
            (TextSpan(piece.name.capitalize(), AMBER, face="strong"), TextSpan(kind, MUTED))
        ),
        *found,
    )


def _of_model(view: TableView, model_id: ModelId) -> tuple[LogEntry, ...]:
    table, model = view.table, view.table.models[model_id]
    unit, team = table.units[model.unit], TEAMS[table.sides.index(model.side)]
    shown = (m for m in (*unit.marks, *model.marks) if m.name not in HIDDEN)
    marks = dict.fromkeys(mark_text(m.name, m.about) for m in shown)
    wounds = f"{model.wounds} of {many(max(model.profile.w, model.wounds), 'wound')}"
    left, all_ = len(table.of(unit.id)), len(unit.models)
    mates = f" · {left} of {all_} left" if left else f" · {all_} models"
    lines = [LogEntry((TextSpan(wounds + mates * (all_ > 1), MUTED),))]
    if marks:
        lines.append(LogEntry((TextSpan(" · ".join(marks), AMBER),)))
    lines += [clause_line(r.why, r.clause) for r in FACTS.of(view, model_id)]
    return (
        LogEntry((TextSpan(model_name(table, model_id), team.light, face="strong"),)),
        *lines,
    )


def _of_body(view: TableView, model_id: ModelId) -> tuple[LogEntry, ...]:
    table, model = view.table, view.table.models[model_id]
    team = TEAMS[table.sides.index(model.side)]
    head = TextSpan(model_name(table, model_id), team.light, face="strong")
    lines = (clause_line(r.why, r.clause) for r in FACTS.of(view, model_id))
    return LogEntry((head, TextSpan(" · killed", MUTED))), *lines


def _of_piece(view: TableView, piece: Piece, acting: ModelId | None) -> tuple[LogEntry, ...]:
    table = view.table
    head = LogEntry((TextSpan(name(table, piece.id), AMBER, face="strong"),))
    lines = [clause_line(r.why, r.clause) for r in FACTS.of(view, piece.id)]
    if piece.holder is not None:
        team = TEAMS[table.sides.index(table.models[piece.holder].side)]
        holder = TextSpan(name(table, piece.holder), team.light)
        lines.insert(0, LogEntry((TextSpan("Carried by ", MUTED), holder)))
    if acting and (means := [*HOLDS.of(view, PieceContact(acting, piece.id))]):
        team = TEAMS[table.sides.index(table.models[acting].side)]
        who = TextSpan(name(table, acting), team.light)
        lines += [
            LogEntry((TextSpan("To ", MUTED), who)),
            *(clause_line(r.why, r.clause) for r in means),
        ]
    return head, *lines


def _of_marker(
    view: TableView, marker: ObjectiveMarker, holder: Side | None
) -> tuple[LogEntry, ...]:
    head = LogEntry((TextSpan(f"Objective marker {marker.number}", AMBER, face="strong"),))
    lines = [clause_line(r.why, r.clause) for r in FACTS.of(view, marker.id)]
    if holder is None:
        return head, LogEntry((TextSpan("Uncontrolled", MUTED),)), *lines
    team = TEAMS[view.table.sides.index(holder)]
    who = TextSpan(the_side(holder), team.light)
    return head, LogEntry((TextSpan("Controlled by ", MUTED), who)), *lines


def _of_note(view: TableView, id_: str) -> tuple[LogEntry, ...]:
    note = next(n for n in notes_of(view.table.board) if n.id == id_)
    called = plain_name(id_).capitalize()
    head = LogEntry((TextSpan(called, AMBER, face="strong"),))
    facts = [clause_line(r.why, r.clause) for r in FACTS.of(view, id_)]
    words = LogEntry((TextSpan(note.text),)) if note.text.capitalize() != called else None
    return tuple(filter(None, (head, *facts, words)))


class HoverCard(DockedPanel):
    """A card on the thing under the mouse, after a moment; its links can be reached."""

    def __init__(
        self,
        stack: PanelStack,
        board: BoardView,
        on_link: Callable[[str], None],
        dock: QuestionDock,
    ) -> None:
        super().__init__(stack, board, dock)
        self.place: Box | None = None
        """Where the card lies in the dock; None to lie beside the mouse."""
        self.log = self.add(Log((EDGE, 6, WIDE - 2 * EDGE, 10), on_link, indent=0))
        self.what: HoverTarget | None = None
        self.news: object = None
        """The forecasts that the card may show."""
        self.acting: ModelId | None = None
        self._rested = 0.0
        self._past = False
        """True if the subject changed while the mouse rested: no card until the mouse moves."""
        self._at = (-1, -1)

    def update(self, seconds: float) -> None:
        """Advance the time for which the mouse has rested."""
        self._rested = self._rested + seconds if self._at == self.board.mouse else 0.0
        self._past = self._past and self._rested > 0.0
        self._at = self.board.mouse

    def refresh(
        self,
        view: TableView,
        pointed: ModelId | None,
        held: Mapping[str, Side],
        lines: CardLines,
        news: object,
        acting: ModelId | None = None,
        *,
        above: bool = False,
    ) -> None:
        """Show the card of the thing under the mouse; none while the ruler is in use.

        *lines*: what the parts of the game add about a model; *news*: the forecasts behind it.
        """
        if self.there:
            around = self.stack.theme.px(NEAR)
            if self.rect.inflate(around, around).collidepoint(self.stack.mouse):
                return
        what = None if self.board.measure.on else spotted(self.board, pointed)
        self._past = self._past or (acting != self.acting and self._rested > 0.0)
        if (what, news, acting) != (self.what, self.news, self.acting):
            self.drop()
            self.what, self.news, self.acting = what, news, acting
        if what and self._rested >= REST and not (self._past or self.there):
            entries = describe_target(view, what, held, lines, acting)
            if self.place and what.kind == "model":
                # The card above shows the rest.
                facts = FACTS.of(view, ModelId(what.id))
                told = (clause_line(fact.why, fact.clause) for fact in facts)
                entries = *told, *lines(view, ModelId(what.id))
            if entries:
                self._show(entries, above=above)

    def _show(self, entries: tuple[LogEntry, ...], *, above: bool) -> None:
        """Show entries; *above*: above the mouse, clear of a planned path's label."""
        log, theme = self.log, self.stack.theme
        inner = (self.place[2] if self.place else WIDE) - 2 * EDGE
        if log.box[2] != inner:
            log.box = (EDGE, 6, inner, 10)
            log.fit(theme)
        log.show(entries)
        log.lay_out()
        high = log.scroll.content / theme.scale
        if self.place:
            left, top, wide, tall = self.place
            high = min(high, tall - 14)
            log.box = (EDGE, 6, wide - 2 * EDGE, high + 2)
            self.put((left, top, wide, high + 14))
            log.scroll.to(0)
            return
        log.box = (EDGE, 6, WIDE - 2 * EDGE, high + 2)
        left, top, wide, tall = board_box(self.board)
        x, y = (n / theme.scale for n in self.board.mouse)
        x = x + 14 if x + 14 + WIDE <= left + wide - GAP else x - 14 - WIDE
        over = y - 8 - high - 14
        y = over if above and over >= top + GAP else min(y + 8, top + tall - GAP - high - 14)
        self.put((x, y, WIDE, high + 14))

    def drop(self) -> None:
        self.what = None
        super().drop()
