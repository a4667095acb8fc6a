"""Prompt for moving a whole unit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pygame

from game.content.key_bindings import Action
from game.geometry.points import Point, distance
from game.play.decisions import IllegalAnswer
from game.play.march import March
from game.prompts import march_view
from game.prompts.board_anchors import refusal_text
from game.prompts.choose import ENTER
from game.prompts.march_draft import SLOP, MarchDraft, ModelDrag, Ways
from game.prompts.place import NUDGES
from game.prompts.prompt import (
    ENTER_KEY,
    MEND,
    STEPS,
    PointerState,
    Prompt,
    PromptAction,
    Weight,
)
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays.overlay_shapes import Overlay
from game.widgets.keys import action_of, key_for


class MarchPrompt(Prompt[March]):
    """Prompt with a draft of the unit's paths; dragged paths enter it when released."""

    keys: ClassVar = (
        ("Drag", "move"),
        ("Enter", "confirm"),
        ("{bend}", "bend the route"),
        ("{group}", "whole unit"),
        ("{before}, {next}", "next model"),
        ("{take_back}", "undo"),
        ("Arrows", 'move 0.25"'),
        ("{mend}", "nearest legal move"),
        ("Right click", "bend the route"),
        ("{put_back}", "undo its move"),
    )

    def __init__(self, decision: March, table: Table) -> None:
        super().__init__(decision, table)
        self.draft = MarchDraft(decision, table)
        everybody = self.draft.models
        self.picked: tuple[ModelId, ...] = () if decision.must_touch else everybody
        self.drag: ModelDrag | None = None
        self.box: tuple[Point, Point] | None = None
        """Two corners of the frame that is being drawn around models."""
        self._judged: tuple[Ways | None, IllegalAnswer | None] = (None, None)

    @property
    def no(self) -> IllegalAnswer | None:
        """Return the refusal of the draft as a whole, cached for each draft."""
        ways, no = self._judged
        if ways is not self.draft.paths:
            no = self.draft.refusal
            self._judged = self.draft.paths, no
        return no

    def choices(self) -> Sequence[PromptAction]:
        """Return the actions for the draft; "done" has a reason if the draft is refused."""
        no = self.no
        shown = [
            PromptAction(
                "done",
                self._done_label,
                no.clause if no else self.decision.clause,
                ENTER_KEY,
                Weight.URGED,
                reason=refusal_text(self.table, no.reason) if no else "",
            )
        ]
        if no and no.fix is not None:
            shown.append(PromptAction(MEND, "Use nearest legal move", key=key_for(Action.MEND)))
        if len(self.draft.models) > 1:
            shown.append(PromptAction("group", "Select whole unit", key=key_for(Action.GROUP)))
        if moved := sum(m in self.draft.paths for m in self.picked):
            words = "Undo this model's move" if moved == 1 else "Undo these models' moves"
            shown.append(PromptAction("back", words, key=key_for(Action.PUT_BACK)))
        return shown

    @property
    def _done_label(self) -> str:
        many, all_ = len(self.draft.paths), len(self.draft.models)
        if not many:
            return "Don't move"
        return f"Confirm move ({many} of {all_} models)" if all_ > 1 else "Confirm move"

    def press(self, id_: str) -> None:
        """Answer with the draft, mend it, pick the whole unit or put models back."""
        match id_:
            case "done":
                self.give(self.draft.answer)
            case _ if id_ == MEND:
                self.mend()
            case "group":
                self._pick(self.draft.models)
            case _:
                self._changed(self.draft.stay, self.picked)

    def mend(self) -> None:
        """Replace a refused draft by the legal one that the rules offer."""
        no = self.no or self.refused
        if no and no.fix is not None:
            self._changed(self.draft.take, no.fix)

    def _changed(self, change: Callable[..., None], *given: Any) -> None:
        change(*given)
        self.refused = None
        self.looks += 1

    def _pick(self, models: Collection[ModelId]) -> None:
        self.picked = tuple(m for m in self.draft.models if m in models)
        self.looks += 1

    @property
    def busy(self) -> bool:
        """Return whether models are being dragged or framed."""
        return self.drag is not None or self.box is not None

    @property
    def can_undo(self) -> bool:
        """Return whether the draft has a change to undo."""
        return self.draft.can_undo

    @property
    def can_redo(self) -> bool:
        """Return whether the draft has a change to redo."""
        return self.draft.can_redo

    def undo(self) -> None:
        """Undo the last change of the draft."""
        self._changed(self.draft.undo)

    def redo(self) -> None:
        """Redo the change of the draft that was undone last."""
        self._changed(self.draft.redo)

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        """Handle a drag, a frame or a key; return whether the event was used."""
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            return self._motion(hand)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            return self._grasp(hand)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.drag:
            return self._bend()
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._let_go(hand)
        return event.type == pygame.KEYDOWN and self._key(event)

    def _motion(self, hand: PointerState) -> bool:
        if self.drag:
            self.drag.to(hand.at)
        elif self.box:
            self.box = self.box[0], hand.at
        else:
            return False
        self.looks += 1
        return True

    def model_at(self, hand: PointerState) -> ModelId | None:
        """Return the model of the unit under the mouse, at its place in the draft."""
        unit = self.draft.unit()
        near = [(distance(unit[m].at, hand.at) - unit[m].radius, m) for m in self.draft.models]
        off, model_id = min(near, default=(1.0, None))
        return model_id if off <= hand.reach else None

    def _grasp(self, hand: PointerState) -> bool:
        model_id = self.model_at(hand)
        shift = bool(pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL))
        if model_id is None:
            self.box = hand.at, hand.at
        elif shift:
            self._pick({*self.picked} ^ {model_id})
        else:
            if model_id not in self.picked:
                self._pick((model_id,))
            self.drag = ModelDrag(self.draft, self.picked, model_id, hand.at)
        return True

    def _bend(self) -> bool:
        if self.drag:
            self.drag.bend()
            self.looks += 1
        return self.drag is not None

    def _let_go(self, hand: PointerState) -> bool:
        held = self.busy
        if self.drag and self.drag.moved:
            self._changed(self.draft.lay, self.draft.settled(self.drag.trials))
        elif self.drag:
            self._pick((self.drag.held,))
        elif self.box:
            self._pick(self._framed(*self.box))
        self.drag = self.box = None
        return held

    def _framed(self, a: Point, b: Point) -> list[ModelId]:
        if distance(a, b) <= SLOP:
            return [*self.picked]
        left, right, top, bottom = min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)
        ends = {m: self.draft.end(m) for m in self.draft.models}
        return [m for m, at in ends.items() if left <= at.x <= right and top <= at.y <= bottom]

    def _key(self, event: pygame.Event) -> bool:
        match action_of(event) or event.key:
            case Action.BEND:
                return self._bend()
            case pygame.K_ESCAPE if self.busy:
                self.drag = self.box = None
                self.looks += 1
            case Action.GROUP:
                self._pick(self.draft.models)
            case Action.MEND:
                self.mend()
            case Action.PUT_BACK | pygame.K_DELETE:
                self.press("back")
            case Action.BEFORE | Action.NEXT as step:
                self._step(STEPS[step])
            case key if key in ENTER:
                self.press("done")
            case key if key in NUDGES and self.picked:
                self._nudge(*NUDGES[key])
            case _:
                return False
        return True

    def _step(self, step: int) -> None:
        models = self.draft.models
        one = self.picked[0] if len(self.picked) == 1 else None
        at = models.index(one) + step if one else 0
        self._pick((models[at % len(models)],))

    def _nudge(self, right: float, down: float) -> None:
        end = self.draft.end(self.picked[0])
        drag = ModelDrag(self.draft, self.picked, self.picked[0], end)
        drag.to(Point(end.x + right, end.y + down))
        self._changed(self.draft.lay, drag.trials)

    def below(self) -> Iterator[Overlay]:
        """Yield the ground to be minded, and the coherency links."""
        yield from march_view.ground(self.draft)
        yield from march_view.coherency_preview(self.draft, self.drag)

    def above(self) -> Iterator[Overlay]:
        """Yield the planned paths, and the frame being drawn."""
        yield from march_view.path_overlays(self.draft, self.drag, self.picked)
        if self.box:
            yield march_view.frame(*self.box)

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

    def chosen(self) -> frozenset[ModelId]:
        """Return the picked models."""
        return frozenset(self.picked)

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
        return march_view.inches_used_text(self.draft, self.picked)
