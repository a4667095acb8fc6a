"""Possible results of the considered answer, over the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from game.content.palettes import palette
from game.geometry.points import Disc, Path, Point, distance, point_ahead, unit_vector
from game.play.game import Rules
from game.play.single_move import Ride
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import AnyPrompt
from game.rules.kit.forecasts import ConsideredAnswer
from game.rules.kit.queries import (
    ARCS,
    ENCOUNTERS,
    FIRE_ARCS,
    FIRINGS,
    REACHES,
    RECOILS,
    STRAYS,
    Encounter,
    FiringOption,
    MoveOutcomes,
    PushResult,
    StrayLine,
    TableView,
)
from game.screens.battle.odds_table import percent
from game.table.records import Model, ModelId, UnitId, Where
from game.table.state import Table
from game.view.overlays.drawing import fan
from game.view.overlays.overlay_shapes import (
    BaseOutline,
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
from game.view.style import AMBER, CREAM, HALO

DARK = "#171D21"
"""Background colour of chances."""
LIKELY = 0.03
"""Minimum chance of an ending to be labelled when there are more than ``MANY`` endings."""
MANY = 12
ROOM = 1.4
"""Inches between notes that stand above one another."""
CHARGES = "CC-23"
"""Clause of the questions about which unit charges and at which target."""


class AnswerPreview:
    """Overlays of the considered answer, computed anew only when that answer changes."""

    def __init__(self) -> None:
        self.sheets = OverlayLayers()
        self._known: object = None

    def refresh(
        self, table: Table, rules: Rules, prompt: AnyPrompt | None, moment: object
    ) -> OverlayLayers:
        """Return the overlays for the considered answer.

        *moment* is a key of the table's state, for caching.
        """
        thought = prompt.thought if prompt else None
        known = moment, id(prompt), thought
        if known != self._known:
            self._known = known
            self.sheets = self._drawn(TableView(table, rules), prompt, thought)
        return self.sheets

    def _drawn(
        self, view: TableView, prompt: AnyPrompt | None, thought: object
    ) -> OverlayLayers:
        if prompt is None or REACHES not in view.rules.hooks:
            return OverlayLayers()
        below = [*_arc(view, prompt)]
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
        for firing in FIRINGS.of(view, question):
            for stray in STRAYS.of(view, firing):
                above += line_of(view.table, firing, stray)
                tags += risks(view.table, firing, stray)
            for push in RECOILS.of(view, firing):
                below += _legs(
                    push.path, OverlayTone.BAD if _is_lost(push) else OverlayTone.COOL
                )
                above.append(recoil(view.table, firing, push))
                ghosts += recoiling(view.table, firing, push)
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
            yield from _legs(reach.leaves, OverlayTone.BAD)


def _legs(path: Path, tone: OverlayTone) -> Iterator[Overlay]:
    for a, b in pairwise(path):
        yield OverlayLine(a, b, tone)


def path_overlays(reach: MoveOutcomes) -> Iterator[Overlay]:
    """Yield the path of a model to its furthest end, or off the table if it may be lost."""
    if reach.lost:
        yield from _legs(reach.leaves, OverlayTone.GOOD if reach.exit else OverlayTone.BAD)
    elif reach.endings:
        yield from _legs(reach.endings[-1].path, OverlayTone.PLANNED)


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
            yield _tag(Disc(end.at, model.base), percent(end.chance), AMBER, DARK)
    if reach.dies:
        yield _warning(model.disc, f"dies {percent(reach.dies)}")
    if reach.lost:
        out = Disc(reach.leaves[-1], model.base)
        if reach.exit:
            words = f"{reach.exit.why} {percent(reach.lost)}"
            yield _tag(out, words, palette().good, DARK)
        else:
            yield _warning(out, f"lost {percent(reach.lost)}")


def _tag(base: Disc, words: str, ink: str, fill: str) -> Tag:
    cells = (TagCell(words, ink, fill),)
    return Tag(base, cells, cells)


def _warning(base: Disc, words: str) -> Tag:
    return _tag(base, words, HALO, palette().bad)


def line_of(table: Table, firing: FiringOption, stray: StrayLine) -> Iterator[Overlay]:
    """Yield the line of a shot beyond its target, and a ring around each model on it."""
    start = stray.start
    if firing.target:
        target = table.models[firing.target]
        beyond = point_ahead(target.at, unit_vector(stray.start, target.at), target.base)
        inches = distance(stray.start, stray.end)
        start = beyond if distance(stray.start, beyond) < inches else stray.end
    if start != stray.end:
        yield OverlayLine(start, stray.end, OverlayTone.PLANNED)
    if stray.spent:
        yield BoardNote(stray.end, "out of energy · ZG-18", OverlayTone.PLAIN)
    firer = table.models[firing.model]
    for risk in stray.risks:
        model = table.models[risk.model]
        if model.where is Where.BODY:
            tone = OverlayTone.PLAIN
        else:
            tone = OverlayTone.BAD if model.side == firer.side else OverlayTone.GOOD
        yield BaseOutline((model.disc,), tone)


def risks(table: Table, firing: FiringOption, stray: StrayLine) -> Iterator[Tag]:
    """Yield tags with the chance of each model to be hit by a stray shot; friends in red."""
    firer = table.models[firing.model]
    for risk in stray.risks:
        model = table.models[risk.model]
        words = f"{percent(risk.chance)} S{risk.strength}"
        if model.where is Where.BODY:
            yield _tag(model.disc, percent(risk.chance), CREAM, DARK)
        elif model.side == firer.side:
            yield _warning(model.disc, words)
        else:
            yield _tag(model.disc, words, palette().good, DARK)


def _is_lost(push: PushResult) -> bool:
    return push.lost and push.exit is None


def recoil(table: Table, firing: FiringOption, push: PushResult) -> BoardNote:
    """Return a note on how far a shot pushes its firer, and with which result."""
    firer = table.models[firing.model]
    end = push.path[-1] if push.path else firer.at
    if push.exit:
        words = f"recoil {push.exit.why} · {push.exit.clause}"
    elif push.lost:
        words = f"recoil off the table: lost · {push.clause}"
    elif push.path:
        words = f'recoil {distance(firer.at, end):.2g}"'
    else:
        words = "no room for recoil"
    low = Point(end.x, end.y + firer.base + 0.5)
    return BoardNote(low, words, OverlayTone.BAD if _is_lost(push) else OverlayTone.COOL)


def recoiling(table: Table, firing: FiringOption, push: PushResult) -> Iterator[Model]:
    """Yield the firer at the end of its recoil; its arrows do not change."""
    if push.path and not push.lost:
        yield replace(table.models[firing.model], at=push.path[-1])


def _arc(view: TableView, prompt: AnyPrompt) -> Iterator[Overlay]:
    """Yield the charge arc or fire arcs of the model that is chosen or highlighted."""
    if isinstance(prompt, ChoosePrompt) and prompt.decision.clause == CHARGES:
        unit = UnitId(prompt.decision.about or prompt.lit)
        if unit in view.table.units:
            yield from arc_of(view, view.table.of(unit)[0].id)
    elif isinstance(prompt, ChoosePrompt) and prompt.decision.kind == "target":
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
