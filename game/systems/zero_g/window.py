"""Zero-g in the battle window.

It shows stray shots and recoil of a considered shot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.content.palettes import palette
from game.cores.kit.queries import ConsideredAnswer, TableView
from game.geometry.points import Point, distance, point_ahead, unit_vector
from game.prompts.prompt import AnyPrompt
from game.screens.battle.answer_preview import DARK, legs, tag, warning
from game.screens.battle.window_additions import Memo, ShownMoment, WindowAdditions
from game.shown.odds_rows import percent
from game.systems.zero_g.rules.mobility import StraightPush, stop_text
from game.systems.zero_g.rules.shot_outcomes import (
    FIRINGS,
    RECOILS,
    STRAYS,
    FiringOption,
    StrayLine,
)
from game.table.records import Model, Where
from game.table.state import Table
from game.view.colours import CREAM
from game.view.overlays import (
    BaseOutline,
    BoardNote,
    Overlay,
    OverlayLayers,
    OverlayLine,
    OverlayTone,
    Tag,
    Tags,
)


class ZeroGWindow(WindowAdditions):
    """The lines of stray shots, with the models at risk, and the firer's recoil."""

    def __init__(self) -> None:
        self._preview = Memo[OverlayLayers]()

    def overlays(self, moment: ShownMoment) -> OverlayLayers:
        return self._preview.get(moment.answer, lambda: shots(moment.view, moment.prompt))


def shots(view: TableView, prompt: AnyPrompt | None) -> OverlayLayers:
    """Return the overlays of the shots of a considered answer."""
    if prompt is None or prompt.thought is None:
        return OverlayLayers()
    below, above = list[Overlay](), list[Overlay]()
    ghosts, tags = list[Model](), list[Tag]()
    for firing in FIRINGS.of(view, ConsideredAnswer(prompt.decision, prompt.thought)):
        for stray in STRAYS.of(view, firing):
            above += line_of(view.table, firing, stray)
            tags += risks(view.table, firing, stray)
        for push in RECOILS.of(view, firing):
            below += legs(push.path, OverlayTone.BAD if push.is_lost else OverlayTone.COOL)
            above.append(recoil(view.table, firing, push))
            ghosts += recoiling(view.table, firing, push)
    above += [Tags(tuple(dict.fromkeys(tags)))] if tags else []
    alone = dict.fromkeys(below), dict.fromkeys(above)
    return OverlayLayers(tuple(alone[0]), tuple(alone[1]), tuple(ghosts))


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
            yield tag(model.disc, percent(risk.chance), CREAM, DARK)
        elif model.side == firer.side:
            yield warning(model.disc, words)
        else:
            yield tag(model.disc, words, palette().good, DARK)


def recoil(table: Table, firing: FiringOption, push: StraightPush) -> BoardNote:
    """Return a note on how far a shot pushes its firer, and with which result."""
    firer = table.models[firing.model]
    end = push.path[-1] if push.path else firer.at
    stop = stop_text(table, push.touch)
    if push.exit:
        words = f"recoil {push.exit.why} · {push.exit.clause}"
    elif push.left:
        words = "recoil off the table: lost · ZG-14"
    elif push.path:
        words = f'recoil {distance(firer.at, end):.2g}"{f", {stop}" if stop else ""}'
    else:
        words = f"no room for recoil{f': {stop}' if stop else ''}"
    low = Point(end.x, end.y + firer.base + 0.5)
    return BoardNote(low, words, OverlayTone.BAD if push.is_lost else OverlayTone.COOL)


def recoiling(table: Table, firing: FiringOption, push: StraightPush) -> Iterator[Model]:
    """Yield the firer at the end of its recoil; its arrows do not change."""
    if push.path and not push.left:
        yield replace(table.models[firing.model], at=push.path[-1])


WINDOW = ZeroGWindow
