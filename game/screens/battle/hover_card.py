"""The card beside the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from game.cores.kit.queries import FACTS, TableView
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import inside, off_segment
from game.prompts.prompt import PointerState
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import DockedPanel, QuestionDock, board_box
from game.screens.battle.line_entries import entry
from game.screens.side_panels import MIN_DOCK
from game.shown.lines import clause_line
from game.shown.thing_cards import CardLines, HoverTarget, describe_target
from game.table.board import Terrain
from game.table.records import ModelId, Side, Where
from game.table.state import Piece, Table
from game.view.sprites import MARKER, PIN_INCHES
from game.widgets.cells import column, sized
from game.widgets.layout import natural_height
from game.widgets.panel_stack import PanelStack
from game.widgets.sizes import CLOSE, EDGE, GAP
from game.widgets.text_view import Log, LogEntry
from game.widgets.theme import Box

REST = 0.4
"""Seconds that the mouse has to rest before the card appears."""
NEAR = 26
"""Units by which the card is enlarged, half on each side, to hold it for the mouse."""


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
        self.on_link = on_link
        self.what: HoverTarget | None = None
        self.news: object = None
        """The forecasts that the card may show."""
        self.acting: ModelId | None = None
        self.rested = 0.0
        """Seconds for which the mouse has rested."""
        self._past = False
        """True if the subject changed while the mouse rested: no card until the mouse moves."""
        self._at = (-1, -1)

    def update(self, seconds: float) -> None:
        """Advance the time for which the mouse has rested."""
        self.rested = self.rested + seconds if self._at == self.board.mouse else 0.0
        self._past = self._past and self.rested > 0.0
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
        self._past = self._past or (acting != self.acting and self.rested > 0.0)
        if (what, news, acting) != (self.what, self.news, self.acting):
            self.drop()
            self.what, self.news, self.acting = what, news, acting
        if what and self.rested >= REST and not (self._past or self.there):
            entries = describe_target(view, what, held, lines, acting)
            if self.place and what.kind == "model":
                # The card above shows the rest.
                facts = FACTS.of(view, ModelId(what.id))
                told = (clause_line(fact.why, fact.clause) for fact in facts)
                entries = *told, *lines(view, ModelId(what.id))
            if entries:
                self._show([entry(line, self.stack.theme) for line in entries], above=above)

    def _show(self, entries: Sequence[LogEntry], *, above: bool) -> None:
        """Show entries; *above*: above the mouse, clear of a planned path's label."""
        theme = self.stack.theme
        log = Log(self.on_link, indent=0, entries=entries, follows=False)
        words = column(sized(log, grow=1), pad=CLOSE)
        if self.place:
            left, top, wide, tall = self.place
            high = min(natural_height(theme, words, wide), tall)
            self.lay(words, (left, top, wide, high))
            return
        wide, high = MIN_DOCK, natural_height(theme, words, MIN_DOCK)
        left, top, width, height = board_box(self.board)
        x, y = (n / theme.scale for n in self.board.mouse)
        right, over = x + EDGE, y - CLOSE - high
        x = right if right + wide <= left + width - GAP else x - EDGE - wide
        y = over if above and over >= top + GAP else min(y + CLOSE, top + height - GAP - high)
        self.lay(words, (x, y, wide, high))

    @property
    def entries(self) -> Sequence[LogEntry]:
        """Return the lines that are shown, or were shown last."""
        return [e for log in self.widgets if isinstance(log, Log) for e in log.entries]

    def drop(self) -> None:
        self.what = None
        super().drop()
