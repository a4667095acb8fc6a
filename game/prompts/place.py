"""Prompt for placing one thing, or a piece with an outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from game.content.table_actions import Action
from game.geometry.points import Disc, Path, Point, distance, thousandths
from game.play.decisions import CommonKind, Refusal
from game.play.log.refusals import refusal_text
from game.play.moves.placement import Lay, Place, rotation_of
from game.play.moves.placement_regions import Bounds, PlacedAt
from game.prompts.choose import struck
from game.prompts.drafts import NUDGE
from game.prompts.prompt import LITTLE, MEND, REST, TURN, PointerState, Prompt, PromptAction
from game.table.records import Model, ModelId, Where
from game.table.state import Piece, Table
from game.view.overlays import (
    Area,
    BaseOutline,
    Blast,
    BoardNote,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
)

SPOTS = 24
"""Number of suggestions that can be stepped through."""
SAME = 0.01


class PlacePrompt(Prompt[Place]):
    """A thing that follows the mouse; a click sets it down if that is legal.

    A region may define the distance in inches within which it snaps to a legal place.
    """

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Click, Enter", "place it"),
        ("{suggest}", "suggest a place"),
        ("Arrows", 'move it 0.25"'),
        ("{mend}", "nearest legal place"),
        ("{turn}", "turn"),
    )

    def __init__(self, decision: Place, table: Table) -> None:
        super().__init__(decision, table)
        self.facing = decision.facing
        self.tried = 0
        self._near: tuple[PlacedAt | None, PlacedAt | None] = None, None
        """Place last looked at, and the legal place nearest to it."""
        self.at = Point(table.board.width / 2, table.board.height / 2)
        middle = self.near if getattr(decision.region, "bounds", None) else None
        if middle:
            self.take(middle)
        elif decision.kind is CommonKind.BLAST:
            self._take_best()
        else:
            self.suggest()

    def _take_best(self) -> None:
        """Move a blast marker to the place, of some legal ones, where it strikes most."""
        found = [*self.decision.samples(self.table, SPOTS)]
        spots = [PlacedAt(Point(x, y)) for x, y, *_ in found]
        by, radius = self.decision.by, self.radius
        if spots:
            self.take(max(spots, key=lambda spot: struck(self.table, by, spot.at, radius)))

    @property
    def radius(self) -> float:
        """Return the radius in inches at which it is drawn."""
        model = self.model
        known = float(getattr(self.decision.region, "radius", 0.0))
        return model.base if model else known or 0.5

    @property
    def model(self) -> Model | None:
        """Return the model that is set down, as it would stand; None for anything else."""
        model = self.table.models.get(ModelId(self.decision.about))
        if model is None or model.where is Where.TABLE:
            return None
        return replace(model, at=self.at, facing=self.facing, where=Where.TABLE)

    @property
    def waiting(self) -> int:
        """Return the number of the side's models to deploy before the battle; 0 if only one."""
        if self.table.clock.round or self.model is None:
            return 0
        models = self.table.models.values()
        side = self.model.side
        many = sum(m.side == side and m.where is Where.RESERVE for m in models)
        return many if many > 1 else 0

    @property
    def spot(self) -> PlacedAt:
        """Return its current place, with its facing if it can be turned."""
        return PlacedAt(self.at, self.facing if self.decision.turns else None)

    @property
    def no(self) -> Refusal | None:
        """Return the refusal of the current place; None if it is legal."""
        wrong = self.wrong(self.spot)
        return (
            Refusal(refusal_text(self.table, f"It {wrong}"), self.decision.clause)
            if wrong
            else None
        )

    def wrong(self, spot: PlacedAt) -> str | None:
        """Return the reason why it may not lie there; None if it may."""
        return self.decision.region.wrong(spot.at)

    @property
    def near(self) -> PlacedAt | None:
        """Return the legal place nearest to the current one, cached for each place."""
        spot = self.spot
        if self._near[0] != spot:
            self._near = spot, self.nearest_to(spot)
        return self._near[1]

    def nearest_to(self, spot: PlacedAt) -> PlacedAt | None:
        at = self.decision.region.nearest(spot.at)
        return PlacedAt(at, spot.facing) if at else None

    @property
    def snap(self) -> float:
        """Return the distance in inches within which it snaps to a legal place."""
        return float(getattr(self.decision.region, "snap", 0.0))

    def suggest(self) -> None:
        """Move it to the next of some legal places."""
        for _ in range(SPOTS):
            found = self.decision.sample(self.table, self.tried % SPOTS, SPOTS)
            self.tried += 1
            if found is not None and tuple(found[:2]) != self.at:
                self.take(PlacedAt(Point(found[0], found[1])))
                return

    def propose(self, answer: Sequence[float]) -> str:
        """Move it to a point, and turn it if the answer has a facing."""
        spot = self.decision.read(answer)
        self.facing = rotation_of(spot)
        self.take(spot)
        return super().propose(answer)

    def take(self, spot: PlacedAt) -> None:
        """Move it to a place that is proposed."""
        self._move(spot.at)

    def _point(self, at: Point) -> None:
        """Move it to the mouse, or to a legal place within ``snap`` inches."""
        self._move(at)
        if self.snap and self.wrong(self.spot):
            near = self.near
            if near and near.facing == self.spot.facing and distance(near.at, at) <= self.snap:
                self.take(near)

    def mend(self) -> None:
        """Move it to the nearest legal place."""
        if near := self.near:
            self.take(near)

    def _move(self, at: Point) -> None:
        self.at = thousandths(at)
        self.changed()

    def set_down(self) -> None:
        raw: list[Any] = [*self.at]
        self.give([*raw, self.facing] if self.decision.turns else raw)

    def choices(self) -> Sequence[PromptAction]:
        no, asked, by = self.no, self.decision, PromptAction.by
        why, urged = no.reason if no else "", PromptAction.urged
        if no and self.near:
            mend = urged(MEND, "Use nearest legal place", asked.clause, self.mend)
            shown = [replace(mend, detail=why)]
        else:
            shown = [urged("here", asked.does, asked.clause, self.set_down, why)]
        shown.append(by(Action.SUGGEST, "suggest", "Suggest a place", self.suggest))
        if asked.turns:
            shown.append(by(Action.TURN, "turn", "Turn it", partial(self.turn, TURN)))
        if many := self.waiting:
            shown.append(by(Action.REST, REST, f"Let a bot deploy all {many}", self.leave))
        return shown

    def turn(self, degrees: float) -> bool:
        if self.decision.turns:
            self.facing = (self.facing + degrees) % 360.0
            self.looks += 1
        return self.decision.turns

    def follow(self, hand: PointerState) -> bool:
        if hand.over:
            self._point(hand.at)
        return False

    def grasp(self, hand: PointerState) -> bool:
        self._point(hand.at)
        self.set_down()
        return True

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        self._move(Point(self.at.x + right * NUDGE, self.at.y + down * NUDGE))
        return True

    @property
    def aims(self) -> bool:
        return self.hand.over

    def below(self) -> Iterator[Overlay]:
        bounds: Bounds | None = getattr(self.decision.region, "bounds", None)
        if bounds:
            yield Area((bounds.outline,), OverlayTone.COOL)
            for disc in bounds.kept_off:
                yield RangeRing(disc.at, disc.radius, OverlayTone.BAD)

    def above(self) -> Iterator[Overlay]:
        no, near = self.no, self.near
        if no and near and distance(near.at, self.at) > SAME:
            yield from self.outlined(near)
            yield OverlayLine(self.at, near.at, OverlayTone.BAD)
        yield from self.shape()
        if no:
            yield BoardNote(self.low, f"{no.reason} · {no.clause}", OverlayTone.BAD)

    def shape(self) -> Iterator[Overlay]:
        """Yield the thing as it would lie."""
        if self.decision.kind is CommonKind.BLAST:
            yield Blast(self.at, 2 * self.radius)
        else:
            tone = OverlayTone.BAD if self.no else OverlayTone.CHOSEN
            yield BaseOutline((Disc(self.at, self.radius),), tone)

    @property
    def low(self) -> Point:
        """Return where the refusal is shown."""
        return Point(self.at.x, self.at.y + self.radius + 0.5)

    def outlined(self, spot: PlacedAt) -> Iterator[Overlay]:
        """Yield the overlays that mark a legal place."""
        yield BaseOutline((Disc(spot.at, self.radius),), OverlayTone.GOOD)

    def ghosts(self) -> Iterator[Model]:
        if self.model:
            yield self.model

    @property
    def thought(self) -> PlacedAt | None:
        return None if self.no else self.spot

    @property
    def status(self) -> str:
        return f'{self.at.x:.1f}" from the left edge, {self.at.y:.1f}" from the top'


class StandPrompt(PlacePrompt):
    """Prompt for setting down a model that may be turned."""

    keys: ClassVar = (
        ("Click, Enter", "place it"),
        ("{suggest}", "suggest a place"),
        ("Arrows", 'move it 0.25"'),
        ("Wheel, {turn}", f"turn by {TURN:g}°"),
        ("Shift+wheel", f"by {LITTLE:g}°"),
        ("{mend}", "nearest legal place"),
        ("{rest}", "let a bot deploy the rest"),
    )


class LayPrompt(PlacePrompt):
    """A piece that follows the mouse and snaps to legal places; the wheel turns it."""

    decision: Lay
    keys: ClassVar = (
        ("Click, Enter", "place it"),
        ("Wheel, {turn}", f"turn by {TURN:g}°"),
        ("Shift+wheel", f"by {LITTLE:g}°"),
        ("Arrows", 'move it 0.25"'),
        ("Shift+arrows", f"turn by {LITTLE:g}°"),
        ("{suggest}", "suggest a place"),
        ("{mend}", "nearest legal place"),
    )

    def __init__(self, decision: Lay, table: Table) -> None:
        self.piece: Piece = table.pieces[decision.about]
        super().__init__(decision, table)

    @property
    def snap(self) -> float:
        return float(getattr(self.decision.site, "snap", 0.0))

    def wrong(self, spot: PlacedAt) -> str | None:
        return self.decision.site.wrong(spot)

    def nearest_to(self, spot: PlacedAt) -> PlacedAt | None:
        return self.decision.site.nearest(spot)

    def suggest(self) -> None:
        """Move and turn it to the next of some legal places."""
        for _ in range(SPOTS):
            spot = self.decision.site.sample(self.tried % SPOTS, SPOTS)
            self.tried += 1
            if spot is not None:
                self.take(spot)
                return

    def _point(self, at: Point) -> None:
        fitted = self.decision.site.fitted(PlacedAt(at, self.facing))
        super()._point(fitted.at if distance(fitted.at, at) <= self.snap else at)

    def take(self, spot: PlacedAt) -> None:
        self._move(spot.at)
        self.facing = rotation_of(spot)

    def turn(self, degrees: float) -> bool:
        """Turn it; if it was in a legal place, snap again."""
        fitted = self.wrong(self.spot) is None
        self.facing = (self.facing + degrees) % 360.0
        self.changed()
        if fitted:
            self._point(self.at)
        return True

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        """Move it, or with Shift turn it."""
        if fine and right:
            return self.turn(LITTLE * right)
        self._point(Point(self.at.x + right * NUDGE, self.at.y + down * NUDGE))
        return True

    def corners(self, spot: PlacedAt) -> Path:
        """Return its outline as it would lie."""
        return replace(self.piece, at=spot.at, turned=rotation_of(spot)).corners

    def laid(self) -> Sequence[Piece]:
        return (replace(self.piece, at=self.at, turned=rotation_of(self.spot)),)

    def shape(self) -> Iterator[Overlay]:
        yield from self.outlined(self.spot, OverlayTone.BAD if self.no else OverlayTone.CHOSEN)

    @property
    def low(self) -> Point:
        return self.at

    def outlined(
        self, spot: PlacedAt, tone: OverlayTone = OverlayTone.GOOD
    ) -> Iterator[Overlay]:
        yield Area((self.corners(spot),), tone)

    @property
    def status(self) -> str:
        kind = "intact" if self.piece.intact else "ruined"
        return f"Size {self.piece.size}, {kind}, turned by {self.facing:g}°"
