"""The card of a thing on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from game.cores.kit.queries import FACTS, GROUND, HOLDS, PieceContact, TableView
from game.play.log.wording import mark_text, model_name, name, plain_name, the_side
from game.shown.card_text import HIDDEN
from game.shown.lines import ShownLine, ShownSpan, Tone, clause_line, team_of, title_line
from game.table.board import ObjectiveMarker
from game.table.records import ModelId, Side, many
from game.table.state import Piece, Table

CardLines: TypeAlias = Callable[[TableView, ModelId], Iterable[ShownLine]]
"""Returns what the parts of the game say about a model."""


class HoverTarget(NamedTuple):
    """The kind and id of the thing under the mouse."""

    kind: str
    id: str


def named(table: Table, id_: ModelId, words: str = "", *, strong: bool = False) -> ShownSpan:
    """Return the name of a model in its side's colour."""
    return ShownSpan(words or name(table, id_), team=team_of(table, id_), strong=strong)


def describe_target(
    view: TableView,
    what: HoverTarget,
    held: Mapping[str, Side],
    lines: CardLines = lambda *_: (),
    acting: ModelId | None = None,
) -> tuple[ShownLine, ...]:
    """Return the card's entries for a thing; *held*: the side that holds each marker.

    *lines*: what the parts of the game add about a model.
    *acting*: the model that the question or the card is about; pieces are described for it.
    """
    table = view.table
    if what.kind == "model":
        model_id = ModelId(what.id)
        return *model_card_lines(view, model_id), *lines(view, model_id)
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
    return title_line(piece.name.capitalize(), ShownSpan(kind, Tone.MUTED)), *found


def model_card_lines(view: TableView, model_id: ModelId) -> tuple[ShownLine, ...]:
    table, model = view.table, view.table.models[model_id]
    unit = table.units[model.unit]
    shown = (m for m in (*unit.marks, *model.marks) if m.name not in HIDDEN)
    marks = dict.fromkeys(mark_text(m.name, m.about) for m in shown)
    wounds = f"{model.wounds} of {many(max(model.profile.w, model.wounds), 'wound')}"
    left, all_ = len(table.of(unit.id)), len(unit.models)
    mates = f" · {left} of {all_} left" if left else f" · {all_} models"
    lines = [ShownLine((ShownSpan(wounds + mates * (all_ > 1), Tone.MUTED),))]
    if marks:
        lines.append(ShownLine((ShownSpan(" · ".join(marks), Tone.TITLE),)))
    lines += [clause_line(r.why, r.clause) for r in FACTS.of(view, model_id)]
    head = named(table, model_id, model_name(table, model_id), strong=True)
    return ShownLine((head,)), *lines


def _of_body(view: TableView, model_id: ModelId) -> tuple[ShownLine, ...]:
    table = view.table
    head = named(table, model_id, model_name(table, model_id), strong=True)
    lines = (clause_line(r.why, r.clause) for r in FACTS.of(view, model_id))
    return ShownLine((head, ShownSpan(" · killed", Tone.MUTED))), *lines


def _of_piece(view: TableView, piece: Piece, acting: ModelId | None) -> tuple[ShownLine, ...]:
    table = view.table
    head = title_line(name(table, piece.id))
    lines = [clause_line(r.why, r.clause) for r in FACTS.of(view, piece.id)]
    if piece.holder is not None:
        carried = ShownSpan("Carried by ", Tone.MUTED), named(table, piece.holder)
        lines.insert(0, ShownLine(carried))
    if acting and (means := [*HOLDS.of(view, PieceContact(acting, piece.id))]):
        lines += [
            ShownLine((ShownSpan("To ", Tone.MUTED), named(table, acting))),
            *(clause_line(r.why, r.clause) for r in means),
        ]
    return head, *lines


def _of_marker(
    view: TableView, marker: ObjectiveMarker, holder: Side | None
) -> tuple[ShownLine, ...]:
    head = title_line(f"Objective marker {marker.number}")
    lines = [clause_line(r.why, r.clause) for r in FACTS.of(view, marker.id)]
    if holder is None:
        return head, ShownLine((ShownSpan("Uncontrolled", Tone.MUTED),)), *lines
    who = ShownSpan(the_side(holder), team=view.table.sides.index(holder))
    return head, ShownLine((ShownSpan("Controlled by ", Tone.MUTED), who)), *lines


def _of_note(view: TableView, id_: str) -> tuple[ShownLine, ...]:
    spot = next(spot for spot in view.table.board.spots if spot.id == id_)
    text = dict(spot.words)["text"] or spot.id.replace("-", " ")
    called = plain_name(id_).capitalize()
    head = title_line(called)
    facts = [clause_line(r.why, r.clause) for r in FACTS.of(view, id_)]
    words = ShownLine((ShownSpan(text),)) if text.capitalize() != called else None
    return tuple(filter(None, (head, *facts, words)))
