"""Prompts of a move that is planned before the unit's pick is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Any, ClassVar

import pygame

from game.content.table_actions import Action
from game.geometry.points import EPSILON, Path, Point, distance, length
from game.play.decisions import Choose, CommonKind, Decision, Refusal
from game.play.moves.march import March
from game.play.moves.single_move import Steer
from game.play.session import Session
from game.prompts.choose import ChoosePrompt, refused_options
from game.prompts.march import PUT_BACK, MarchPrompt
from game.prompts.march_draft import ModelDrag
from game.prompts.prompt import NUMBERS, AnyPrompt, PointerState, Prompt, PromptAction
from game.prompts.steer import SteerPrompt
from game.prompts.ways_on import INFERRED, Way, best_case, foreseen, ways_on
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.overlays import BoardNote, Overlay, OverlayLine, OverlayTone
from game.widgets.key_bindings import action_of


class LiftedPrompt(Prompt[Any]):
    """A prompt of a move that has begun before the unit's pick was answered."""

    rests = False
    """True if it can wait, with the unit selected, while the mouse holds nothing."""
    origin: AnyPrompt
    """The prompt of the open question."""

    @property
    def asked(self) -> Decision[Any]:
        asked: Decision[Any] = self.origin.decision
        return asked

    def back(self) -> None:
        """Put the unit back: nothing has happened."""
        self.origin.instead = None
        self.origin.looks = self.looks + 1
        self.instead = self.origin

    def select(self, id_: str) -> bool:
        """Put the unit back, and take another one."""
        if not self.origin.select(id_):
            return False
        other = self.origin.instead
        self.back()
        if other:
            self.instead = other
        return True

    def propose(self, answer: Any) -> str:
        """Put the unit back; the answer is one to the open question."""
        self.back()
        return self.origin.propose(answer)

    def handle_grasp(self, start: PointerState, now: PointerState) -> None:
        """Take hold where the button was pressed, and follow the mouse to where it is."""
        self.hand = now
        self.grasp(start)
        self.follow(now)

    def answer_all(self, answers: Sequence[Any]) -> None:
        """Answer the open question and those after it."""
        self.answer, self.then = answers[0], tuple(answers[1:])
        self.refused = None
        self.looks += 1

    def cancel(self) -> bool:
        """Break off a drag, and put the unit back."""
        self.drop()
        self.back()
        return True


def _farthest(way: Way) -> float:
    """Return the inches that the fastest model moves on a way."""
    march = way.asked
    assert isinstance(march, March)
    return max([going.distance for going in march.model_limits.values()], default=0.0)


def lifted(session: Session, origin: ChoosePrompt, *picks: str) -> LiftedPrompt | None:
    """Return the prompt that carries a unit after its pick; None if no move follows at once.

    *picks*: the unit, or nothing if the open question is about its move already.
    """
    twin = best_case(session, picks)
    if twin and isinstance(twin.pending, Choose) and twin.pending.kind is CommonKind.CHARGE:
        return ChargePrompt(origin, picks[0], twin.pending, session)
    ways = ways_on(session, *picks)
    if any(isinstance(way.asked, Steer) for way in ways):
        drifting = LiftedSteerPrompt(origin, ways[0], origin.table)
        drifting.foresee = partial(foreseen, session, drifting.decision)
        return drifting
    if not ways:
        return None
    carried = CarryPrompt(origin, ways, origin.table)
    asked = twin.pending if twin else None
    if isinstance(asked, Choose) and asked.kind in INFERRED:
        carried.offer(picks, asked)
    carried.rests = isinstance(asked, March) or bool(carried.offered)
    return carried


class CarryPrompt(LiftedPrompt, MarchPrompt):
    """A unit in the hand, or selected; letting it go commits the move if it is legal.

    An illegal end leaves it in hand, at the nearest legal place, until Enter commits. With Alt,
    one model is dragged, and Enter commits. A click on the ground plans a move to there.
    """

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Click", "plan a move"),
        ("Enter", "move"),
        ("Esc", "put it back"),
        ("Alt+drag", "one model"),
        *MarchPrompt.keys[2:],
    )

    def __init__(self, origin: ChoosePrompt, ways: Sequence[Way], table: Table) -> None:
        self.origin, self.ways = origin, ways
        march = ways[-1].asked
        assert isinstance(march, March)
        super().__init__(march, table)
        self.adjusts = False
        """True if models were moved one by one: then only Enter commits."""
        self.looks = origin.looks + 1
        self._chosen_way: tuple[object, Way] | None = None
        self.offered: list[PromptAction] = []
        """Declarations that can be made before the move, instead of following from it."""

    def offer(self, picks: Sequence[str], asked: Choose) -> None:
        """Offer the options of a question that else follows from the move; not its first."""
        self.offered = [
            PromptAction(
                option.id,
                option.label,
                option.clause,
                key=NUMBERS[n],
                does=partial(self.answer_all, (*picks, option.id)),
            )
            for n, option in enumerate(asked.options[1 : len(NUMBERS)], start=1)
        ]
        self.offered += refused_options(self.table, asked)

    def grasp(self, hand: PointerState) -> bool:
        """Take hold of the whole unit, with Alt of one model."""
        model_id = self.model_at(hand)
        if model_id is None and self._selects_another(hand):
            return True
        if model_id is None or pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL):
            self.adjusts = True
            return super().grasp(hand)
        if pygame.key.get_mods() & pygame.KMOD_ALT:
            self.adjusts = True
            self.pick((model_id,))
        elif not self.adjusts:
            self.pick(self.everybody)
        if model_id not in self.picked:
            self.pick((model_id,))
        self.drag = ModelDrag(self.draft, self.picked, model_id, hand.at)
        return True

    def _selects_another(self, hand: PointerState) -> bool:
        """Put the unit back if another that can be picked is under the mouse, and take that."""
        self.origin.follow(hand)
        if self.origin.grasp(hand):
            self.back()
        return self.instead is not None

    def let_go(self, hand: PointerState) -> None:
        """Commit the move if it is legal; at the start, put the unit back."""
        drag = self.drag
        if drag and not (drag.moved or self.adjusts or self._goal):
            # A second click on the unit that was selected: it stays selected, whole.
            self.drop()
            return
        if drag is None or not drag.moved or self.adjusts:
            self.adjusts = True
            super().let_go(hand)
            return
        if distance(hand.at, drag.start) <= max(hand.reach, self._base(drag.held) / 2):
            self.drop()
            self.back()
            return
        # The others have gone as far as is drawn: only the held model shows where to.
        stopped = drag.held_trial
        super().let_go(hand)
        if stopped and stopped.no:
            self._say_why([stopped])
            self.tells = bool(self.draft.paths)
        else:
            self.commit()

    def _base(self, model_id: ModelId) -> float:
        return self.table.models[model_id].base

    def commit(self) -> None:
        """Answer with the pick, what the move declares, and its paths."""
        no, way = self.draft.refusal, self.way
        if no:
            self.refused = Refusal(no.reason, no.clause, no.fix, no.figure)
            self.looks += 1
        else:
            self.answer_all((*way.answers, self.draft.answer))

    def done(self) -> None:
        self.commit()

    def press_key(self, event: pygame.Event) -> bool:
        """Take the nearest legal move also where it is already planned."""
        if action_of(event) is Action.MEND and not self.draft.refusal:
            self.tells, self.refused = bool(self.draft.paths), None
            self.looks += 1
            return True
        return super().press_key(event)

    def advised(self, session: Session) -> Session:
        """Return the game at the question for the move, with the best dice."""
        return best_case(session, self.ways[0].answers) or session

    def propose(self, answer: Any) -> str:
        """Plan the move that a bot would make, with the best dice if any come before it."""
        words = MarchPrompt.propose(self, answer)
        return f"{words}; dice decide how far it gets" if self.ways[0].rolls else words

    @property
    def certain(self) -> March:
        """Return the move that costs nothing."""
        march = self.ways[0].asked
        assert isinstance(march, March)
        return march

    @property
    def plan(self) -> Mapping[ModelId, Path]:
        """Return the paths of the draft, and those that are being dragged."""
        trials = self.drag.trials if self.drag else ()
        return self.draft.paths | {t.model_id: t.legal for t in trials}

    @property
    def way(self) -> Way:
        """Return the cheapest way that allows the planned paths."""
        if len(self.ways) == 1:
            return self.ways[0]
        plan = self.plan
        if self._chosen_way is None or self._chosen_way[0] != plan:
            found = next((w for w in self.ways[:-1] if self._allows(w, plan)), self.ways[-1])
            self._chosen_way = plan, found
        return self._chosen_way[1]

    def _allows(self, way: Way, plan: Mapping[ModelId, Path]) -> bool:
        march = way.asked
        assert isinstance(march, March)
        bases = march.bases(self.table)
        for model_id, path in plan.items():
            if march.why_not(self.table, bases, model_id, path):
                return False
            bases[model_id] = bases[model_id]._replace(at=path[-1])
        return True

    @property
    def costs(self) -> str:
        """Return what the planned move declares, with its chance; empty if nothing."""
        return "".join([f"{words}. " for words in (*self._declared, self._chance) if words])[
            :-1
        ]

    @property
    def _declared(self) -> list[str]:
        """Return the labels of what the planned move declares, which say which dice fall."""
        words = [option.label for option in self.way.declared]
        if words or not self.way.rolls:
            return words
        return ["Dice decide how far it gets" if self.plan else "Dice are rolled all the same"]

    @property
    def _chance(self) -> str:
        """Return the chance to get as far as is planned; empty if it is not known."""
        way = self.way
        if not (way.spread and way.declared):
            return ""
        need = max([length(path) for path in self.plan.values()], default=0.0)
        if way.adds:
            need -= _farthest(self.ways[0])
        chance = sum(way.spread[max(0, ceil(need - EPSILON)) :])
        return f"{chance:.0%} to get this far"

    @property
    def _short_costs(self) -> str:
        """Return the costs in a few words, for the board."""
        heads = [words.partition(":")[0] for words in self._declared]
        return ": ".join(filter(None, (", ".join(heads), self._chance)))

    @property
    def _done_label(self) -> str:
        return "Let go to move" if self.drag else super()._done_label

    def choices(self) -> Sequence[PromptAction]:
        done, *rest = super().choices()
        if self.picked == self.everybody:  # putting back all its models is putting it back
            rest = [choice for choice in rest if choice.id != PUT_BACK]
        words = "Undo and choose another unit" if self.draft.paths else "Choose another unit"
        if self.asked.kind in INFERRED:
            words = "Put the unit back"
        put_back = PromptAction("put back", words, does=self.back)
        offered = () if self.draft.paths or self.drag else self.offered
        return (replace(done, detail=done.detail or self.costs), *offered, *rest, put_back)

    @property
    def can_undo(self) -> bool:
        return True

    def undo(self) -> None:
        """Undo the last change of the draft; without one, put the unit back."""
        if self.draft.can_undo:
            super().undo()
        if not self.draft.paths:
            self.back()

    def above(self) -> Iterator[Overlay]:
        """Yield the planned paths; those that cost something in amber, with their cost."""
        yield from super().above()
        costs, plan = self._short_costs, self.plan
        if not costs or not plan:
            return
        for path in plan.values():
            for a, b in pairwise(path):
                yield OverlayLine(a, b, OverlayTone.CHOSEN)
        held = self.drag.held if self.drag and self.drag.held in plan else next(iter(plan))
        end = plan[held][-1]
        below = Point(end.x, end.y + self._base(held) + 0.6)
        yield BoardNote(below, costs, OverlayTone.CHOSEN)


class LiftedSteerPrompt(LiftedPrompt, SteerPrompt):
    """A drifting model in the hand; letting it go sends it there."""

    def __init__(self, origin: ChoosePrompt, way: Way, table: Table) -> None:
        self.origin, self.way = origin, way
        assert isinstance(way.asked, Steer)
        super().__init__(way.asked, table)
        self.looks = origin.looks + 1

    def send(self) -> None:
        self.answer_all((*self.way.answers, [*self.thought]))

    def let_go(self, hand: PointerState) -> None:
        super().let_go(hand)
        if self.answer is None:
            self.back()


class ChargePrompt(LiftedPrompt, ChoosePrompt):
    """A unit in the hand that may charge; let go on an enemy, it charges it."""

    def __init__(
        self, origin: ChoosePrompt, pick: str, decision: Choose, session: Session
    ) -> None:
        super().__init__(decision, origin.table)
        self.origin, self.pick, self.session = origin, pick, session
        self.looks = origin.looks + 1

    @property
    def busy(self) -> bool:
        return True

    def grasp(self, hand: PointerState) -> bool:
        return True

    def follow(self, hand: PointerState) -> bool:
        """Highlight the enemy under the mouse."""
        super().follow(hand)
        self.looks += 1
        return True

    def let_go(self, hand: PointerState) -> None:
        """Charge the enemy under the mouse; elsewhere put the unit back, with the reason."""
        if foe := self._under(hand):
            ways = [w for w in ways_on(self.session, self.pick, foe) if not w.rolls][:1]
            moves = [w.asked.sample(self.table, 0, 1) for w in ways]
            follow = [*ways[0].answers[2:], moves[0]] if moves and moves[0] else []
            self.answer_all((self.pick, foe, *follow))
            return
        super().grasp(hand)
        self.origin.refused = self.refused
        self.back()

    def above(self) -> Iterator[Overlay]:
        """Yield the way to the mouse, and the label of the highlighted enemy."""
        start = min(
            [m.at for m in self.table.of(UnitId(self.pick))],
            key=lambda at: distance(at, self.hand.at),
        )
        yield OverlayLine(start, self.hand.at, OverlayTone.PLANNED)
        yield from super().above()
