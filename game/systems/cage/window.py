"""The cage in the battle window.

It shows cells around champions, turns of a ring, and actions left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from game.content.table_actions import Action
from game.cores.kit.queries import FACTS, TableView
from game.geometry.points import Point
from game.play.decisions import Choose
from game.play.game import Rules
from game.play.log.wording import name
from game.prompts.prompt import AnyPrompt
from game.screens.battle.answer_preview import option_costs
from game.screens.battle.overlays import GENERAL, THREATS
from game.screens.battle.window_additions import (
    Memo,
    Orders,
    OverlayKind,
    ShownMoment,
    Status,
    StatusSpan,
    WindowAdditions,
)
from game.systems.cage.prompts.bout_prompt import BoutPrompt
from game.systems.cage.prompts.floor_prompt import FloorPrompt
from game.systems.cage.rules import CageKind, champion
from game.systems.cage.rules.floor import cell_of, in_cage, neighbours
from game.systems.cage.rules.queries import NEARBY, ActionsLeft, could_next, left
from game.systems.cage.table import Rings, floor_of, outline, pose_in_cell
from game.systems.cage.table.floor_state import FLOOR, rings_now
from game.table.records import Model, ModelId
from game.view.colours import TEAMS
from game.view.overlays import Area, BoardNote, Overlay, OverlayLayers, OverlayTone, VisibleArea
from game.widgets.sizes import BODY_TEXT, CLOSE
from game.widgets.theme import DIM, TEXT

CELLS = OverlayKind(
    "Cells",
    Action.REACH,
    "Around the champion you point at: its front, flanks and rear, and where each weapon"
    " reaches",
)
BELOW = 0.55
"""Inches from a base to the words below it."""


def fact_costs(view: TableView, asked: Choose) -> Mapping[str, str]:
    """Return the first fact about each champion that can be chosen."""
    return {o.id: fact.why for o in asked.options for fact in [*FACTS.of(view, o.id)][:1]}


class CageWindow(WindowAdditions):
    """Cells around a champion, preview of a ring's turn, and actions left."""

    opens: ClassVar = (CELLS,)
    left_out: ClassVar = tuple(kind for kind in GENERAL if kind is not THREATS)
    costs: ClassVar = {
        CageKind.ACTION: option_costs,
        CageKind.DIE: option_costs,
        CageKind.COUNTER: option_costs,
        CageKind.HIT_BACK: option_costs,
        CageKind.TACTICS: option_costs,
        CageKind.CHAMPION: fact_costs,
    }
    in_reserve: ClassVar = "not in this bout"
    hides_reserve: ClassVar = True
    hides_cards: ClassVar = True  # it would hide the cells around the champion

    def __init__(self) -> None:
        self._turned = Memo[OverlayLayers]()

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Return whether champions fight by the rules of the cage."""
        return NEARBY in rules.hooks

    def offers(self, rules: Rules) -> Sequence[OverlayKind]:
        return (CELLS,)

    def statuses(self, view: TableView, orders: Orders) -> Sequence[Status]:
        """``TC-06``  Return the actions that champions have left; nothing outside a bout."""
        if not view.table.clock.round:
            return ()
        models = [champion(view.table, side) for side in view.table.sides]
        counts = [(name(view.table, m.id), left(view, m)) for m in models if m]
        return (actions_left(counts),) if counts else ()

    def overlays(self, moment: ShownMoment) -> OverlayLayers:
        view, prompt, model = moment.view, moment.prompt, moment.focus.model
        below = list[Overlay]()
        if CELLS in moment.on and model and not _lights(prompt, model):
            below += around(view, model)
        turn = self._turn(moment)
        return OverlayLayers((*below, *turn.below), turn.above)

    def _turn(self, moment: ShownMoment) -> OverlayLayers:
        """Return the preview of a ring's turn, drawn anew only when the turn changes."""
        prompt = moment.prompt
        if not isinstance(prompt, FloorPrompt):
            return OverlayLayers()
        return self._turned.get(moment.answer, lambda: turned(moment.view, prompt.rings))


def actions_left(counts: Sequence[tuple[str, ActionsLeft]]) -> Status:
    """``TC-06``, ``TC-12``  Return a row of pips for each champion, and its attacks."""
    rows = list[tuple[StatusSpan, ...]]()
    lines = list[str]()
    for team, (id_, has) in enumerate(counts):
        ink = TEXT if has.attacks else DIM
        rows.append(
            (
                StatusSpan(ink=TEAMS[team].plain, pips=(has.actions, has.most)),
                StatusSpan(icon="ui/swords", ink=ink, before=CLOSE, room=20),
                StatusSpan(str(has.attacks), size=BODY_TEXT, ink=ink, face="strong"),
            )
        )
        attacks = "1 attack" if has.attacks == 1 else f"{has.attacks} attacks"
        lines.append(
            f"{id_}: {has.actions} of {has.most} actions left, up to {attacks} (TC-06, TC-12)"
        )
    return Status(tuple(rows), "\n".join(lines), "TC-06")


def _lights(prompt: AnyPrompt | None, model_id: ModelId) -> bool:
    """Return whether the prompt marks the cells itself, or must not be hidden by them."""
    if isinstance(prompt, BoutPrompt) and prompt.lit:
        return model_id in (prompt.options[prompt.lit].anchor, *prompt.chosen())
    return isinstance(prompt, FloorPrompt)


def around(view: TableView, model_id: ModelId) -> Iterator[Overlay]:
    """Yield the cells around a champion; those that it can attack stand out."""
    for near in NEARBY.of(view, model_id):
        tone = OverlayTone.BAD if near.reached else OverlayTone.PLAIN
        yield Area((near.outline,), tone, near.words)


def turned(view: TableView, rings: Rings) -> OverlayLayers:
    after = TableView(view.table.fork(), view.rules)
    FLOOR.put(after.table, replace(FLOOR.of(after.table), rings=rings))
    below, above = list[Overlay](), list[Overlay]()
    models = after.table.standing()
    for model in models:
        below += changed(view, model, rings)
    for model in models:
        foe = next(m for m in models if m is not model)
        words = could_next(after, model, foe)
        at, _ = pose_in_cell(floor_of(after.table.board), rings, *in_cage(view.table, model.id))
        low = Point(at.x, at.y + model.base + BELOW)
        text = f"{name(after.table, model.id)} {words.why} · {words.clause}"
        above.append(BoardNote(low, text, OverlayTone.PLAIN))
    return OverlayLayers(tuple(below), tuple(above))


def changed(view: TableView, model: Model, rings: Rings) -> Iterator[Overlay]:
    """``TC-02``  Yield a champion's neighbouring cells after a turn: new, lost and kept."""
    floor, cell = floor_of(view.table.board), cell_of(view.table, model.id)
    before = neighbours(floor, rings_now(view.table), cell)
    after = neighbours(floor, rings, cell)
    held = [cell_of(view.table, m.id) for m in view.table.standing()]
    for other in after:
        edge = (outline(floor, rings, other),)
        if other in before:
            yield VisibleArea(edge, OverlayTone.COOL, fill=0.05)
        else:
            yield Area(edge, OverlayTone.GOOD, "" if other in held else "new neighbour")
    for other in before:
        if other not in after:
            words = "" if other in held else "no longer a neighbour"
            yield Area((outline(floor, rings, other),), OverlayTone.BAD, words)


WINDOW = CageWindow
