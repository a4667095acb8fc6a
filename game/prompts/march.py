"""The prompt for moving a whole unit along planned paths."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pygame

from game.content.table_actions import Action
from game.geometry.limits import is_within
from game.geometry.points import Disc, Path, Point, distance, gap, length
from game.geometry.polygons import box, boxes_meet
from game.play.decisions import Refusal
from game.play.left_questions import Scope
from game.play.log.refusals import refusal_text
from game.play.log.wording import model_name
from game.play.moves.base_placement import out_of_chain
from game.play.moves.march import March
from game.prompts.drafts import DONE, NUDGE, SLOP, UnitPrompt
from game.prompts.march_draft import DraftPath, MarchDraft, ModelDrag
from game.prompts.prompt import REST, PointerState, PromptAction, Weight
from game.table.board import TerrainKind
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays import (
    Area,
    BaseOutline,
    BoardNote,
    Links,
    MarchTrails,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    Trail,
)
from game.widgets.key_bindings import action_of

FAR_NUDGE = 1.0
"""Inches by which an arrow key moves a unit with Shift."""
PUT_BACK = "back"
"""Id of the action that puts the picked models back to where they stand."""
OFF_GOAL = 0.5
"""Inches from its goal from which on a plan does not lead there."""
NO_ROOM = "no room there: "
ABOVE = 0.6
"""Inches between models and the words above them."""
RIM = 0.09
"""Inches around a base at which its outline is drawn."""


class MarchPrompt(UnitPrompt[March, MarchDraft]):
    """Prompt with a draft of the unit's paths; dragged paths enter it when released."""

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Click, drag", "move"),
        ("Enter", "move"),
        ("{bend}", "bend the route"),
        ("{group}", "whole unit"),
        ("{before}, {next}", "next model"),
        ("{take_back}", "undo"),
        ("Arrows", 'move 0.25"'),
        ("Shift+arrows", 'move 1"'),
        ("{mend}", "nearest legal move"),
        ("Right click", "bend route"),
        ("{put_back}", "undo its move"),
    )

    mends: ClassVar = "Use nearest legal move"

    def __init__(self, decision: March, table: Table) -> None:
        super().__init__(decision, MarchDraft(decision, table))
        if decision.must_touch:
            self.picked = ()
        self.drag: ModelDrag | None = None
        self.tells = False
        """True while the board tells how far the unit moves: not as far as it was to."""
        self.box: tuple[Point, Point] | None = None
        """Two corners of the frame that is being drawn around models."""
        self._goal: Point | None = None
        """The place that was clicked, while the plan leads there."""
        self._is_crowded = False
        """True if the clicked place has no room, and the plan ends as near as there is."""

    def choices(self) -> Sequence[PromptAction]:
        """Return the actions for the draft; "done" has a reason if the draft is refused."""
        shown = [*self.usual_choices(self._done_label), *self.group_choices()]
        if shown[0].id == DONE and not (self.draft.paths or self.busy):
            shown[0] = replace(shown[0], weight=Weight.QUIET)
        if moved := sum(m in self.draft.paths for m in self.picked):
            words = "Undo its move" if moved == 1 else "Undo their moves"
            shown.append(PromptAction.by(Action.PUT_BACK, PUT_BACK, words, self.put_back))
        if self.decision.suggested and not self.decision.must_touch:
            words, does = "Decide the rest for me", partial(self.leave, Scope.TYPE)
            action = PromptAction.by(Action.REST, REST, words, does)
            shown.append(replace(action, detail="All units in this phase, as shown for this"))
        return shown

    @property
    def certain(self) -> March:
        """Return the move whose reach is shown."""
        return self.decision

    def changed(self) -> None:
        self.tells, self._goal, self._is_crowded = False, None, False
        super().changed()

    def mend(self) -> None:
        """Plan the nearest legal move, and tell how far it leads; Enter confirms it."""
        super().mend()
        self.tells = bool(self.draft.paths)

    def put_back(self) -> None:
        """Put the picked models back to where they stand."""
        self.draft.stay(self.picked)
        self.changed()

    def go_as_far(self, answer: Sequence[Any]) -> None:
        """Plan the paths of an answer as far as they are possible now."""
        wanted = {m: tuple(Point(*p) for p in path) for m, path in answer}
        self.draft.lay(self.draft.settled(self.draft.trials(wanted)))
        self.draft.forget()
        self.changed()

    @property
    def _done_label(self) -> str:
        many, all_ = len(self.draft.paths), len(self.everybody)
        if not many:
            return "Don't move"
        who = "Move" if many == all_ else f"Move {many} of {all_} models"
        return f"{who} ({inches_text(self.draft)})"

    @property
    def stands(self) -> bool:
        """Return whether models have paths, and all of them are legal."""
        return bool(self.draft.paths) and not self.draft.refusal

    @property
    def busy(self) -> bool:
        """Return whether models are being dragged or framed."""
        return self.drag is not None or self.box is not None

    def follow(self, hand: PointerState) -> bool:
        """Drag the picked models, or draw the frame."""
        if self.drag:
            self.drag.to(hand.at)
        elif self.box:
            self.box = self.box[0], hand.at
        else:
            return False
        self.looks += 1
        return True

    def grasp(self, hand: PointerState) -> bool:
        """Begin to drag models, or to draw a frame; with Shift pick one more."""
        model_id = self.model_at(hand)
        shift = bool(pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL))
        if model_id is None:
            self.box = hand.at, hand.at
        elif shift:
            self.pick({*self.picked} ^ {model_id})
        else:
            if model_id not in self.picked:
                self.pick((model_id,))
            self.drag = ModelDrag(self.draft, self.picked, model_id, hand.at)
        return True

    def bend(self) -> bool:
        """Put a corner into the paths that are being dragged."""
        if self.drag:
            self.drag.bend()
            self.looks += 1
        return self.drag is not None

    def let_go(self, hand: PointerState) -> None:
        """Take the dragged paths into the draft, or pick the models in the frame."""
        if self.drag and self.drag.moved:
            self.draft.lay(self.draft.settled(self.drag.trials))
            self.changed()
        elif self._is_goal(hand):
            self.done()
        elif self._goal or (self.box and distance(*self.box) <= SLOP):
            self._plan_to(hand.at)
        elif self.drag:
            self.pick((self.drag.held,))
        elif self.box:
            self.pick(self._framed(*self.box))
        self.drop()

    def _is_goal(self, hand: PointerState) -> bool:
        """Return whether the mouse is where the plan leads by the click before."""
        return self._goal is not None and distance(self._goal, hand.at) <= hand.reach

    def _plan_to(self, goal: Point) -> None:
        """Plan a move of the picked models that brings their middle to a place."""
        draft, models = self.draft, self.picked or self.everybody
        trials, before = draft.trials_to(models, goal), draft.plan
        draft.lay(trials)
        if (no := draft.refusal) and no.fix is not None:
            # As near as there is room. One step of undo takes back both.
            if draft.plan is not before:
                draft.undo()
            draft.take(no.fix)
        self.changed()
        self._goal, self.tells = goal, bool(draft.paths)
        self._is_crowded = self.tells and self._has_inches_left(models, goal)
        if not draft.paths:
            self._say_why([trial for trial in trials if trial.no][:1])

    def _has_inches_left(self, models: Collection[ModelId], goal: Point) -> bool:
        """Return whether a plan ends before its goal although its models could move on."""
        draft, limits = self.draft, self.decision.model_limits
        ends = [draft.end(m) for m in models]
        middle = Point(sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
        left = min(limits[m].distance - draft.used(m) for m in models)
        return distance(middle, goal) > OFF_GOAL and left > OFF_GOAL

    def _say_why(self, stopped: Sequence[DraftPath]) -> None:
        """Show the refusal of a path that cannot follow its wish."""
        for trial in stopped:
            if trial.no:
                reason = f"{trial.model_id} {trial.no.reason}"
                self.refused = Refusal(reason, trial.no.clause)

    def drop(self) -> None:
        """Break off a drag or a frame."""
        self.drag = self.box = None

    def _framed(self, a: Point, b: Point) -> list[ModelId]:
        left, right, top, bottom = min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)
        ends = {m: self.draft.end(m) for m in self.everybody}
        return [m for m, at in ends.items() if left <= at.x <= right and top <= at.y <= bottom]

    def press_key(self, event: pygame.Event) -> bool:
        """Bend a drag, or put models back; see the base class for the other keys."""
        if action_of(event) is Action.BEND:
            return self.bend()
        if event.key == pygame.K_DELETE:
            self.put_back()
            return True
        return super().press_key(event)

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        """Move the picked models by an arrow key."""
        if not self.picked:
            return False
        end = self.draft.end(self.picked[0])
        drag = ModelDrag(self.draft, self.picked, self.picked[0], end)
        inches = FAR_NUDGE if fine else NUDGE
        drag.to(Point(end.x + right * inches, end.y + down * inches))
        self.draft.lay(drag.trials)
        self.changed()
        self._say_why([drag.stopped] if drag.stopped else [])
        return True

    def below(self) -> Iterator[Overlay]:
        """Yield the ground to be minded, and the coherency links."""
        yield from ground(self.draft)
        unit = self.draft.unit(self.drag.trials if self.drag else ())
        if len(unit) > 1:
            yield links(unit, self.draft.decision.chain)

    def above(self) -> Iterator[Overlay]:
        """Yield the planned paths, and the frame being drawn."""
        drag, draft = self.drag, self.draft
        hidden = {t.model_id for t in drag.trials} if drag else set[ModelId]()
        if len(self.picked) == 1:
            hidden |= {*self.picked}
        others = [way for model_id, way in draft.paths.items() if model_id not in hidden]
        if drag:
            others += [t.legal for t in drag.trials if t.model_id != drag.held]
        if others := [path for path in others if length(path) > 0.0]:
            yield MarchTrails(tuple(others))
        unit = draft.unit(drag.trials if drag else ())
        if astray := self._astray(unit):
            yield BaseOutline(tuple([unit[m] for m in astray]), OverlayTone.BAD)
        if drag:
            yield from _drawn(draft, drag)
        elif len(self.picked) == 1:
            yield from _shown(draft, self.picked[0])
        if self.tells and not drag:
            yield _inches_note(draft, NO_ROOM if self._is_crowded else "")
        if self.box:
            a, b = self.box
            corners = a, Point(b.x, a.y), b, Point(a.x, b.y)
            yield Area((corners,), OverlayTone.CHOSEN)

    def _astray(self, unit: Mapping[ModelId, Disc]) -> list[ModelId]:
        """Return the models that the move as planned would leave out of coherency."""
        if not (self.drag or self.draft.paths):
            return []
        asked = self.decision
        body = {m: disc for m, disc in unit.items() if m not in asked.detached}
        return out_of_chain(body, asked.chain)

    def moved(self) -> Mapping[ModelId, Point]:
        """Return the planned end of each moved model."""
        ends = {model_id: path[-1] for model_id, path in self.draft.paths.items()}
        if self.drag:
            ends |= {t.model_id: t.legal[-1] for t in self.drag.trials}
        return ends

    def ghosts(self) -> Iterator[Model]:
        """Yield models at their old places, and the held one at a place it cannot reach."""
        for model_id in self.moved():
            yield self.table.models[model_id]
        held = self.drag.held_trial if self.drag else None
        if held and held.no:
            yield replace(self.table.models[held.model_id], at=held.wish[-1])

    @property
    def subject(self) -> str:
        """Return the picked model if it is the only one, else the unit."""
        return self.picked[0] if len(self.picked) == 1 else self.decision.unit

    @property
    def status(self) -> str:
        """Return the refusal, or the inches used by the picked models."""
        trial = self.drag.stopped if self.drag else None
        if trial and trial.no:
            return refusal_text(self.table, f"{trial.model_id} {trial.no.reason}")
        if self.refused:
            return refusal_text(self.table, self.refused.reason)
        return inches_used_text(self.draft, self.picked, self.drag.trials if self.drag else ())


def links(unit: Mapping[ModelId, Disc], chain: float) -> Links:
    """Return the shortest set of links that joins all models, with too wide gaps as broken."""
    kept, broken = list[tuple[Point, Point]](), list[tuple[Point, Point]]()
    discs = list(unit.values())
    joined, rest = discs[:1], discs[1:]
    while rest:
        a, b = min(((a, b) for a in joined for b in rest), key=lambda pair: gap(*pair))
        line = a.at, b.at
        (kept if is_within(gap(a, b), chain) else broken).append(line)
        rest.remove(b)
        joined.append(b)
    return Links(tuple(kept), tuple(broken))


def ground(draft: MarchDraft) -> Iterator[Overlay]:
    """Yield the terrain and the enemies within reach that limit the move.

    Ground that changed in the game is drawn so clearly that it needs no outline.
    """
    inches = max([g.distance for g in draft.decision.model_limits.values()], default=0.0) + 1.0
    left, top, right, bottom = box(tuple(m.at for m in draft.table.of(draft.decision.unit)))
    left, top, right, bottom = left - inches, top - inches, right + inches, bottom + inches
    off_limits, out = {t.id for t in draft.decision.off_limits}, dict[TerrainKind, list[Path]]()
    for piece in draft.table.areas:
        if not boxes_meet(piece.box, (left, top, right, bottom)):
            continue
        if piece.id in off_limits:
            out.setdefault(piece.kind, []).append(piece.outline)
        elif (
            piece.difficult and draft.decision.clauses.slows and piece not in draft.table.ground
        ):
            yield Area((piece.outline,), OverlayTone.PLANNED)
    for kind, outlines in out.items():
        yield Area(tuple(outlines), OverlayTone.BAD, f"staying out of the {kind}")
    near = tuple(
        Disc(disc.at, disc.radius - RIM)
        for model_id, disc in draft.decision.bases(draft.table).items()
        if model_id in draft.table.models
        and draft.table.models[model_id].side != draft.decision.by
        and left < disc.at.x + disc.radius
        and disc.at.x - disc.radius < right
        and top < disc.at.y + disc.radius
        and disc.at.y - disc.radius < bottom
    )
    if near:
        yield BaseOutline(near, OverlayTone.BAD, merged=True)


def _shown(draft: MarchDraft, model_id: ModelId) -> Iterator[Overlay]:
    """Yield the range of one model and its path so far."""
    model = draft.table.models[model_id]
    inches = draft.decision.model_limits[model_id].distance
    yield RangeRing(
        model.at, inches, OverlayTone.CHOSEN, "" if model_id in draft.paths else f'{inches:g}"'
    )
    if model_id in draft.paths:
        yield Trail(draft.path(model_id), model.base, inches)


def _drawn(draft: MarchDraft, drag: ModelDrag) -> Iterator[Overlay]:
    if held := drag.held_trial:
        model, inches = (
            draft.table.models[held.model_id],
            draft.decision.model_limits[held.model_id].distance,
        )
        if len(drag.trials) == 1:
            yield RangeRing(model.at, inches)
        if length(held.legal) > 0.0:
            yield Trail(held.legal, model.base, inches)
        if held.no:
            end = held.wish[-1]
            if distance(held.legal[-1], end) > 0.02:
                yield OverlayLine(held.legal[-1], end, OverlayTone.BAD)
            above = Point(end.x, end.y - model.base - 0.5)
            yield BoardNote(above, refusal_text(draft.table, held.no.reason), OverlayTone.BAD)


def _inches_note(draft: MarchDraft, why: str = "") -> BoardNote:
    """Return how far the unit moves, above its models; *why*: words before that."""
    bases = [draft.table.models[m].disc._replace(at=draft.end(m)) for m in draft.paths]
    middle = sum(base.at.x for base in bases) / len(bases)
    top = min(base.at.y - base.radius for base in bases)
    words = f"{why}moves {inches_text(draft)}"
    return BoardNote(Point(middle, top - ABOVE), words, OverlayTone.CHOSEN)


def inches_text(draft: MarchDraft) -> str:
    """Return how far the model goes that moves furthest, and how far it may."""
    ahead = max(draft.paths, key=draft.used)
    return f"{draft.used(ahead):.1f} of {draft.decision.model_limits[ahead].distance:g} inches"


def inches_used_text(
    draft: MarchDraft, picked: Collection[ModelId], dragged: Sequence[DraftPath] = ()
) -> str:
    """Return a text with the inches used by the picked models, and those left.

    *dragged* are the paths that are being drawn.
    """
    if not picked:
        return "Drag a model, or draw a box around several"
    paths = {trial.model_id: trial.legal for trial in dragged}
    used = max(length(paths.get(m) or draft.path(m)) for m in picked)
    inches = min(draft.decision.model_limits[m].distance for m in picked)
    id_ = (
        model_name(draft.table, next(iter(picked)))
        if len(picked) == 1
        else f"{len(picked)} models"
    )
    return f'{id_}: {used:.1f}" of {inches:g}", {max(0.0, inches - used):.1f}" left'
