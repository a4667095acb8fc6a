"""Prompt for deploying a whole unit by dragging."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Any, ClassVar

import pygame

from game.content.table_actions import Action
from game.geometry.points import Disc, Point, distance, mean_point, thousandths
from game.geometry.polygons import box
from game.play.decisions import IllegalAnswer, Refusal
from game.play.log.refusals import refusal_text
from game.play.log.wording import name
from game.play.moves.arrange import Arrange, spots_to_json
from game.play.moves.base_placement import nearest_place, out_of_chain
from game.prompts.choose import base_at
from game.prompts.drafts import NUDGE, SLOP, AnswerDraft, UnitPrompt
from game.prompts.march import links
from game.prompts.prompt import TURN, PointerState, PromptAction, deploy_rest, units_to_deploy
from game.table.records import Model, ModelId, Where
from game.table.state import Table
from game.view.overlays import Area, BaseOutline, BoardNote, Overlay, OverlayTone

Spots = dict[ModelId, Point]

SUGGESTIONS = 24


def _ranks(arrange: Arrange) -> Spots:
    """Return a single row in the middle of the zone, for when nothing fits."""
    left, top, right, bottom = box(arrange.zone)
    middle, wide = (top + bottom) / 2, 2 * max(arrange.models.values()) + 0.1
    start = (left + right) / 2 - wide * (len(arrange.models) - 1) / 2
    return {m: Point(start + n * wide, middle) for n, m in enumerate(arrange.models)}


class ArrangeDraft(AnswerDraft[Arrange, Spots]):
    """Planned places of all models of a unit, legal or not."""

    def __init__(self, arrange: Arrange, table: Table) -> None:
        super().__init__(arrange, table, _ranks(arrange))
        self.tried = 0
        """Number of suggestions requested so far."""
        self.suggest()
        self.forget()

    @property
    def spots(self) -> Spots:
        """Return the planned places."""
        return self.plan

    def suggest(self) -> bool:
        """Take the next suggestion of the rules; return whether there was one."""
        for _ in range(SUGGESTIONS):
            k, self.tried = self.tried % SUGGESTIONS, self.tried + 1
            if (spots := self.decision.sample(self.table, k, SUGGESTIONS)) is not None:
                self.take(spots)
                return True
        if (spots := self.decision.anywhere(self.table)) is not None:
            self.take(spots)
        return spots is not None

    def take(self, answer: Iterable[Any]) -> None:
        """Plan the places of an answer: a suggestion, or the fix of a refused draft."""
        self.change({ModelId(id_): Point(*at) for id_, at in answer})

    def shift(self, models: Collection[ModelId], right: float, down: float) -> Spots:
        """Return the places with some models moved by inches."""
        return shifted(self.spots, models, right, down)

    def rotate(self, models: Collection[ModelId], degrees: float) -> None:
        """Turn some models about their common middle, clockwise by degrees."""
        x, y = mean_point([self.spots[m] for m in models])
        c, s = cos(radians(degrees)), sin(radians(degrees))

        def about(at: Point) -> Point:
            right, down = at.x - x, at.y - y
            return thousandths(Point(x + right * c - down * s, y + right * s + down * c))

        self.change({m: about(p) if m in models else p for m, p in self.spots.items()})

    def drop(self, spots: Spots, models: Collection[ModelId]) -> None:
        """Set down the models where they were released, as one change.

        If they may not stand there, they slip together, in formation, to the nearest legal
        place. Without one they stay where they were released.
        """
        slipped = None if self.judged(spots) is None else self._slipped(spots, models)
        self.change(slipped or dict(spots))

    def _slipped(self, spots: Spots, models: Collection[ModelId]) -> Spots | None:
        start = spots[next(iter(models))]

        def at(spot: Point) -> Spots:
            right, down = spot.x - start.x, spot.y - start.y
            return shifted(spots, models, right, down)

        def fits(spot: Point) -> bool:
            return not self.wrong(at(spot), models) and not self.torn(at(spot))

        near = nearest_place(start, fits)
        return None if near is None else at(near)

    def wrong(
        self, spots: Mapping[ModelId, Point], models: Collection[ModelId] = ()
    ) -> dict[ModelId, Refusal]:
        """Return the refusals of misplaced models; only *models* are checked, or all."""
        bases = self.decision.bases(self.table)
        bases.update({m: Disc(at, self.decision.models[m]) for m, at in spots.items()})
        found = dict[ModelId, Refusal]()
        for model_id in models or spots:
            if no := self.decision.wrong(self.table, bases, model_id, spots[model_id]):
                found[model_id] = no
        return found

    def discs(self, spots: Mapping[ModelId, Point] | None = None) -> dict[ModelId, Disc]:
        """Return the bases at some places, or at those that are planned."""
        places = self.spots if spots is None else spots
        return {m: Disc(at, self.decision.models[m]) for m, at in places.items()}

    def torn(self, spots: Mapping[ModelId, Point]) -> list[ModelId]:
        """Return the models that would be out of coherency."""
        return out_of_chain(self.discs(spots), self.decision.chain)

    def raw(self, plan: Spots) -> list[list[Any]]:
        """Return places as the JSON of an answer."""
        return spots_to_json(tuple(plan.items()))


def shifted(spots: Spots, models: Collection[ModelId], right: float, down: float) -> Spots:
    """Return the places with some models moved by inches to the right and down."""
    return {
        m: thousandths(Point(at.x + right, at.y + down)) if m in models else at
        for m, at in spots.items()
    }


class ArrangePrompt(UnitPrompt[Arrange, ArrangeDraft]):
    """A unit dragged as a block; a second click on a model selects that one alone."""

    keys: ClassVar = (
        ("Drag, click", "move unit"),
        ("Enter", "deploy"),
        ("{suggest}", "suggest another place"),
        ("{turn}", "turn"),
        ("{take_back}", "undo"),
        ("Click again", "one model"),
        ("{group}", "whole unit"),
        ("{before}, {next}", "next model"),
        ("Arrows", 'move 0.25"'),
        ("{mend}", "nearest legal places"),
        ("{rest}", "let a bot deploy the rest"),
    )

    mends: ClassVar = "Use nearest legal places"

    def __init__(self, decision: Arrange, table: Table) -> None:
        super().__init__(decision, ArrangeDraft(decision, table))
        self.held: tuple[ModelId, Point] | None = None
        """The held model, and the mouse position when it was grabbed."""
        self.trial: Spots | None = None
        """Places of all models while they are being dragged."""

    @property
    def spots(self) -> Spots:
        return self.trial or self.draft.spots

    @property
    def no(self) -> IllegalAnswer | None:
        """Return the refusal of the draft; None during a drag."""
        return None if self.trial else self.draft.refusal

    def choices(self) -> Sequence[PromptAction]:
        words, turns = "Suggest another place", lambda: self.turn(TURN)
        shown = self.usual_choices(f"Deploy {name(self.table, self.decision.unit)}")
        shown.append(PromptAction.by(Action.SUGGEST, "suggest", words, self.suggest))
        if len(self.everybody) > 1:
            shown.append(PromptAction.by(Action.TURN, "turn", "Turn the unit", turns))
        shown += self.group_choices()
        if self.waiting:
            shown.append(deploy_rest(self.waiting, self))
        return shown

    @property
    def waiting(self) -> int:
        """Return the number of units to be deployed before the battle; 0 if one or none."""
        return units_to_deploy(self.table, self.decision.by)

    def suggest(self) -> None:
        """Plan the next suggestion of the rules."""
        self.draft.suggest()
        self.changed()

    def turn(self, degrees: float) -> bool:
        """Turn the picked models about their middle."""
        self.draft.rotate(self.picked, degrees)
        self.changed()
        return True

    @property
    def busy(self) -> bool:
        return self.held is not None

    def follow(self, hand: PointerState) -> bool:
        """Drag the picked models."""
        if self.held is None:
            return False
        _, start = self.held
        if self.trial or distance(start, hand.at) > SLOP:
            right, down = hand.at.x - start.x, hand.at.y - start.y
            self.trial = self.draft.shift(self.picked, right, down)
            self.looks += 1
        return True

    def grasp(self, hand: PointerState) -> bool:
        """Begin to drag the unit, or with Ctrl or Shift one model; move it to free ground."""
        model_id = self.model_at(hand)
        if model_id is None:
            self.pick(self.everybody)
            return self._move_to(hand)
        if pygame.key.get_mods() & (pygame.KMOD_CTRL | pygame.KMOD_SHIFT):
            self.pick((model_id,))
        elif model_id not in self.picked:
            self.pick(self.everybody)
        self.held = model_id, hand.at
        return True

    def _move_to(self, hand: PointerState) -> bool:
        """Move the unit in formation to free ground; return whether there is no model."""
        others = {m.id: m.disc for m in self.table.standing()}
        if base_at(others, hand.at, hand.reach):
            return False
        middle = mean_point([*self.draft.spots.values()])
        right, down = hand.at.x - middle.x, hand.at.y - middle.y
        self.draft.drop(self.draft.shift(self.everybody, right, down), self.everybody)
        self.changed()
        return True

    def let_go(self, hand: PointerState) -> None:
        """Set down what was dragged; a click picks the model alone, or the unit again."""
        assert self.held
        model_id, _ = self.held
        if self.trial:
            self.draft.drop(self.trial, self.picked)
            self.refused = None
        else:
            alone = self.picked == (model_id,)
            self.pick(self.everybody if alone else (model_id,))
        self.drop()
        self.looks += 1

    def drop(self) -> None:
        """Break off a drag."""
        self.held = self.trial = None

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        """Move the picked models by an arrow key."""
        self.draft.change(self.draft.shift(self.picked, right * NUDGE, down * NUDGE))
        self.changed()
        return True

    def below(self) -> Iterator[Overlay]:
        yield Area((self.decision.zone,), OverlayTone.COOL)
        discs = self.draft.discs(self.spots)
        if len(discs) > 1:
            yield links(discs, self.decision.chain)

    def above(self) -> Iterator[Overlay]:
        discs, wrong = self.draft.discs(self.spots), self.draft.wrong(self.spots)
        if torn := [m for m in self.draft.torn(self.spots) if m not in wrong]:
            yield BaseOutline(tuple([discs[m] for m in torn]), OverlayTone.BAD)
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
        """Return the picked model, if it is not the whole unit."""
        return super().chosen() if len(self.picked) == 1 else frozenset()

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
