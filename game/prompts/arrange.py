"""Prompt for deploying a whole unit by dragging."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import pygame

from game.content.key_bindings import Action
from game.geometry.points import Point, distance
from game.play.arrange import Arrange
from game.play.decisions import Refusal
from game.prompts.arrange_draft import ArrangeDraft, Spots
from game.prompts.board_anchors import refusal_text
from game.prompts.choose import ENTER
from game.prompts.march_draft import SLOP
from game.prompts.march_view import links
from game.prompts.place import NUDGES, TURN
from game.prompts.prompt import (
    ENTER_KEY,
    MEND,
    STEPS,
    PointerState,
    Prompt,
    PromptAction,
    Weight,
)
from game.prompts.standing_orders import REST, deploy_rest, units_to_deploy
from game.table.records import Model, ModelId, Where
from game.table.state import Table
from game.view.overlays.overlay_shapes import Area, BaseOutline, BoardNote, Overlay, OverlayTone
from game.widgets.keys import action_of, key_for


class ArrangePrompt(Prompt[Arrange]):
    """A unit dragged as a block; a second click on a model selects that one alone."""

    keys: ClassVar = (
        ("Drag", "move the unit"),
        ("Enter", "deploy"),
        ("{suggest}", "suggest another place"),
        ("{turn}", "turn"),
        ("{take_back}", "undo"),
        ("Click again", "one model only"),
        ("{group}", "whole unit"),
        ("{before}, {next}", "next model"),
        ("Arrows", 'move 0.25"'),
        ("{mend}", "nearest legal places"),
        ("{rest}", "let a bot deploy the rest"),
    )

    def __init__(self, decision: Arrange, table: Table) -> None:
        super().__init__(decision, table)
        self.draft = ArrangeDraft(decision, table)
        self.picked: tuple[ModelId, ...] = self.everybody
        self.held: tuple[ModelId, Point] | None = None
        """The held model, and the mouse position when it was grabbed."""
        self.trial: Spots | None = None
        """Places of all models while they are being dragged."""

    @property
    def everybody(self) -> tuple[ModelId, ...]:
        return tuple(self.decision.models)

    @property
    def spots(self) -> Spots:
        return self.trial or self.draft.spots

    def choices(self) -> Sequence[PromptAction]:
        no = None if self.trial else self.draft.refusal
        shown = [
            PromptAction(
                "done",
                "Deploy here",
                no.clause if no else self.decision.clause,
                ENTER_KEY,
                Weight.URGED,
                reason=refusal_text(self.table, no.reason) if no else "",
            )
        ]
        if no and no.fix is not None:
            shown.append(
                PromptAction(MEND, "Use nearest legal places", key=key_for(Action.MEND))
            )
        shown.append(
            PromptAction("suggest", "Suggest another place", key=key_for(Action.SUGGEST))
        )
        if len(self.everybody) > 1:
            shown.append(PromptAction("turn", "Turn the unit", key=key_for(Action.TURN)))
            shown.append(PromptAction("group", "Select whole unit", key=key_for(Action.GROUP)))
        if self.waiting:
            shown.append(deploy_rest(self.waiting))
        return shown

    @property
    def waiting(self) -> int:
        """Return the number of units to be deployed before the battle; 0 if one or none."""
        return units_to_deploy(self.table, self.decision.by)

    def press(self, id_: str) -> None:
        self.looks += 1
        match id_:
            case "done":
                self.give(self.draft.answer)
            case _ if id_ == MEND:
                self.mend()
            case "suggest":
                self.draft.suggest()
                self.refused = None
            case "turn":
                self.turn(TURN)
            case _ if id_ == REST:
                self.left = True
            case _:
                self.picked = self.everybody

    def mend(self) -> None:
        """Replace refused places by the legal ones that the rules offer."""
        no = self.draft.refusal
        if no and no.fix is not None:
            self.draft.take(no.fix)
            self.refused = None
            self.looks += 1

    def turn(self, degrees: float) -> None:
        self.draft.rotate(self.picked or self.everybody, degrees)
        self.refused = None
        self.looks += 1

    @property
    def busy(self) -> bool:
        return self.held is not None

    @property
    def can_undo(self) -> bool:
        return self.draft.can_undo

    @property
    def can_redo(self) -> bool:
        return self.draft.can_redo

    def undo(self) -> None:
        self.draft.undo()
        self.looks += 1

    def redo(self) -> None:
        self.draft.redo()
        self.looks += 1

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            return self._motion(hand)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            return self._grasp(hand)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self._let_go(hand)
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _motion(self, hand: PointerState) -> bool:
        if self.held is None:
            return False
        _, start = self.held
        if self.trial or distance(start, hand.at) > SLOP:
            right, down = hand.at.x - start.x, hand.at.y - start.y
            self.trial = self.draft.shift(self.picked, right, down)
            self.looks += 1
        return True

    def model_at(self, hand: PointerState) -> ModelId | None:
        discs = self.draft.discs(self.spots)
        near = [(distance(d.at, hand.at) - d.radius, m) for m, d in discs.items()]
        off, model_id = min(near, default=(1.0, None))
        return model_id if off <= hand.reach else None

    def _grasp(self, hand: PointerState) -> bool:
        model_id = self.model_at(hand)
        if model_id is None:
            self.picked = self.everybody
            self.looks += 1
            return False
        if pygame.key.get_mods() & (pygame.KMOD_CTRL | pygame.KMOD_SHIFT):
            self.picked = (model_id,)
        elif model_id not in self.picked:
            self.picked = self.everybody
        self.held = model_id, hand.at
        self.looks += 1
        return True

    def _let_go(self, hand: PointerState) -> None:
        assert self.held
        model_id, _ = self.held
        if self.trial:
            self.draft.drop(self.trial, self.picked)
            self.refused = None
        else:
            alone = self.picked == (model_id,)
            self.picked = self.everybody if alone else (model_id,)
        self.held = self.trial = None
        self.looks += 1

    def _key(self, event: pygame.Event) -> bool:
        match action_of(event) or event.key:
            case Action.SUGGEST:
                self.press("suggest")
            case Action.GROUP:
                self.press("group")
            case Action.MEND:
                self.mend()
            case Action.REST if self.waiting:
                self.press(REST)
            case Action.TURN:
                self.turn(-TURN if event.mod & pygame.KMOD_SHIFT else TURN)
            case pygame.K_ESCAPE if self.held:
                self.held = self.trial = None
                self.looks += 1
            case Action.BEFORE | Action.NEXT as step:
                self._step(STEPS[step])
            case key if key in ENTER:
                self.press("done")
            case key if key in NUDGES:
                self.draft.put(self.draft.shift(self.picked, *NUDGES[key]))
                self.refused = None
                self.looks += 1
            case _:
                return False
        return True

    def _step(self, step: int) -> None:
        models = self.everybody
        at = models.index(self.picked[0]) + step if len(self.picked) == 1 else 0
        self.picked = (models[at % len(models)],)
        self.looks += 1

    def below(self) -> Iterator[Overlay]:
        yield Area((self.decision.zone,), OverlayTone.COOL)
        discs = self.draft.discs(self.spots)
        if len(discs) > 1:
            yield links(discs, self.decision.chain)

    def above(self) -> Iterator[Overlay]:
        discs, wrong = self.draft.discs(self.spots), self.draft.wrong(self.spots)
        if wrong:
            yield BaseOutline(tuple(discs[m] for m in wrong), OverlayTone.BAD)
            yield self._why(wrong)

    def _why(self, wrong: Mapping[ModelId, Refusal]) -> Overlay:
        model_id = self.held[0] if self.held and self.held[0] in wrong else next(iter(wrong))
        top = min([d.at.y - d.radius for d in self.draft.discs(self.spots).values()])
        words = refusal_text(self.table, wrong[model_id].reason)
        return BoardNote(Point(self.spots[model_id].x, top - 0.8), words, OverlayTone.BAD)

    def moved(self) -> Mapping[ModelId, Point]:
        return {m: p for m, p in self.spots.items() if self._stands(m)}

    def _stands(self, model_id: ModelId) -> bool:
        return self.table.models[model_id].where is Where.TABLE

    def standing(self) -> Iterator[Model]:
        """Yield models that are not on the table yet, at their planned places."""
        for model_id, at in self.spots.items():
            if not self._stands(model_id):
                yield replace(self.table.models[model_id], at=at, where=Where.TABLE)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset(self.picked) if len(self.picked) == 1 else frozenset()

    @property
    def subject(self) -> str:
        return self.picked[0] if len(self.picked) == 1 else self.decision.unit

    @property
    def status(self) -> str:
        if self.refused:
            return refusal_text(self.table, self.refused.reason)
        if len(self.everybody) == 1:
            return ""
        return "One model only" if len(self.picked) == 1 else "Whole unit"
