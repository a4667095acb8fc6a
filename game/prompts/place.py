"""Setting one thing down: a marker, an arrival."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import pygame

from game.content.actions import Action
from game.geometry.points import Disc, Point, distance, thousandths
from game.play.decisions import Refusal
from game.play.place import Place, Spot
from game.prompts.choose import ENTER
from game.prompts.prompt import ENTER_KEY, MEND, Choice, Hand, Prompt, Weight
from game.table.state import Table
from game.view.glass.overlays import Blast, Line, Note, Outline, Overlay, Tone
from game.widgets.keys import action_of, bound

NUDGES = {
    pygame.K_LEFT: (-0.25, 0.0),
    pygame.K_RIGHT: (0.25, 0.0),
    pygame.K_UP: (0.0, -0.25),
    pygame.K_DOWN: (0.0, 0.25),
}
"""Inches that an arrow key moves things by."""
SPOTS = 24
"""So many suggestions can be stepped through."""
TURN = 15.0


class PlacePrompt(Prompt[Place]):
    """Follows the mouse; a click sets it down, where nothing is wrong with that."""

    keys: ClassVar = (
        ("Click, Enter", "set it down"),
        ("{suggest}", "suggest a place"),
        ("Arrows", 'move it 0.25"'),
        ("{mend}", "nearest legal place"),
        ("{turn}", "turn"),
    )

    def __init__(self, decision: Place, table: Table) -> None:
        super().__init__(decision, table)
        self.facing = 0.0
        self.tried = 0
        self.at = Point(table.board.width / 2, table.board.height / 2)
        self.suggest()

    @property
    def radius(self) -> float:
        """Return how wide it is drawn; a region may know."""
        return float(getattr(self.decision.region, "radius", 0.0)) or 0.5

    @property
    def no(self) -> Refusal | None:
        """Return why it may not lie where it is."""
        wrong = self.decision.region.wrong(self.at)
        return Refusal(f"It {wrong}", self.decision.clause) if wrong else None

    @property
    def nearest(self) -> Point | None:
        return self.decision.region.nearest(self.at)

    def suggest(self) -> None:
        """Move it to the next of some places where it may lie."""
        for _ in range(SPOTS):
            told = self.decision.sample(self.table, self.tried % SPOTS, SPOTS)
            self.tried += 1
            if told is not None:
                self._move(Point(told[0], told[1]))
                return

    def mend(self) -> None:
        """Move it to the nearest place where it may lie."""
        if near := self.nearest:
            self._move(near)

    def _move(self, at: Point) -> None:
        self.at, self.refused = thousandths(at), None
        self.looks += 1

    def set_down(self) -> None:
        told: list[Any] = [*self.at]
        self.give([*told, self.facing] if self.decision.turns else told)

    def choices(self) -> Sequence[Choice]:
        no = self.no
        shown = [
            Choice(
                "here",
                self.decision.does,
                self.decision.clause,
                ENTER_KEY,
                Weight.URGED,
                reason=no.reason if no else "",
            ),
            Choice("suggest", "Suggest a place", key=bound(Action.SUGGEST)),
        ]
        if no and self.nearest:
            shown.insert(1, Choice(MEND, "Nearest legal place", key=bound(Action.MEND)))
        if self.decision.turns:
            shown.append(Choice("turn", "Turn it", key=bound(Action.TURN)))
        return shown

    def press(self, id_: str) -> None:
        match id_:
            case "here":
                self.set_down()
            case "suggest":
                self.suggest()
            case _ if id_ == MEND:
                self.mend()
            case _:
                self.turn(TURN)

    def turn(self, degrees: float) -> None:
        self.facing = (self.facing + degrees) % 360.0
        self.looks += 1

    def handle(self, event: pygame.Event, hand: Hand) -> bool:
        if event.type == pygame.MOUSEMOTION:
            if hand.over:
                self._move(hand.at)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            self._move(hand.at)
            self.set_down()
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _key(self, event: pygame.Event) -> bool:
        action = action_of(event)
        if event.key in NUDGES:
            right, down = NUDGES[event.key]
            self._move(Point(self.at.x + right, self.at.y + down))
        elif event.key in ENTER:
            self.set_down()
        elif action is Action.SUGGEST:
            self.suggest()
        elif action is Action.MEND:
            self.mend()
        elif action is Action.TURN and self.decision.turns:
            self.turn(-TURN if event.mod & pygame.KMOD_SHIFT else TURN)
        else:
            return False
        return True

    def above(self) -> Iterator[Overlay]:
        no, near = self.no, self.nearest
        if no and near and distance(near, self.at) > 0.01:
            yield Outline((Disc(near, self.radius),), Tone.GOOD)
            yield Line(self.at, near, Tone.BAD)
        yield Blast(self.at, 2 * self.radius)
        if no:
            low = Point(self.at.x, self.at.y + self.radius + 0.5)
            yield Note(low, no.reason, Tone.BAD)

    @property
    def thought(self) -> Spot | None:
        facing = self.facing if self.decision.turns else None
        return None if self.no else Spot(self.at, facing)

    @property
    def subject(self) -> str:
        return self.decision.about

    @property
    def status(self) -> str:
        return f'At {self.at.x:.1f}", {self.at.y:.1f}"'
