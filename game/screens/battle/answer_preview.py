"""Possible results of the considered answer, over the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from game.content.palettes import palette
from game.geometry.points import Disc, Path, Point
from game.play.decisions import CommonKind
from game.play.single_move import Ride
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import AnyPrompt
from game.rules.kit.queries import (
    ARCS,
    ENCOUNTERS,
    FIRE_ARCS,
    REACHES,
    ConsideredAnswer,
    Encounter,
    MoveOutcomes,
    TableView,
)
from game.screens.battle.odds_table import percent
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table
from game.view.overlays.drawing import fan
from game.view.overlays.overlay_shapes import (
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
from game.view.style import AMBER, HALO

DARK = "#171D21"
"""Background colour of chances."""
LIKELY = 0.03
"""Minimum chance of an ending to be labelled when there are more than ``MANY`` endings."""
MANY = 12
ROOM = 1.4
"""Inches between notes that stand above one another."""
CHARGES = (CommonKind.UNIT_TO_CHARGE, CommonKind.CHARGE)
"""Kinds of the questions about which unit charges and at which target."""


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
        yield VisibleArea((rim,), OverlayTone.COOL, words, 0.1, at)


def fire_arcs(view: TableView, model: Model) -> Iterator[Overlay]:
    """Yield the fire arcs of a model that cannot shoot all around."""
    for n, arc in enumerate(FIRE_ARCS.of(view, model.id)):
        outline = fan(model.at, model.base + arc.reach, arc.heading, arc.wide / 2)
        words = f'{arc.wide:.4g}° · {arc.reach:g}" · {arc.clause}'
        yield VisibleArea(
            (outline,), OverlayTone.PLANNED if n else OverlayTone.CHOSEN, words, 0.05
        )


def _rim(table: Table, outline: Path) -> Point:
    """Return the uppermost point of an arc's rim, moved onto the table if necessary."""
    x, y = min(outline[1:], key=lambda at: at.y)
    wide, high = table.board.width, table.board.height
    return Point(min(max(x, RIM), wide - RIM), min(max(y, RIM), high - RIM))


RIM = 1.0
"""Minimum distance in inches from the table's edge to a label."""
WHOLE = 360.0
"""Degrees of a full circle."""
