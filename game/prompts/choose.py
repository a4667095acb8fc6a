"""The prompt for a choice among named options, anchored to the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pygame

from game.content.table_actions import Action
from game.geometry.points import Disc, Path, Point, distance, gap
from game.geometry.polygons import inside
from game.play.decisions import PASS, Choose, CommonKind, DecisionKind, Option, Passing
from game.play.log.refusals import refusal_text
from game.prompts.prompt import (
    ENTER,
    ENTER_KEY,
    NUMBERS,
    STEPS,
    PointerState,
    Prompt,
    PromptAction,
    Weight,
    deploy_rest,
    units_to_deploy,
)
from game.table.board import Board
from game.table.records import Model, ModelId, Side, UnitId, Where
from game.table.state import Table
from game.view.overlays import (
    Area,
    BaseOutline,
    BoardNote,
    Overlay,
    OverlayTone,
    TargetBrackets,
)
from game.widgets.key_bindings import action_of, key_for

MARKER = 0.75
"""Radius in inches within which a click on an objective marker counts."""
LINE = 0.8
"""Width in inches of a line for clicks."""
NOWHERE = 1000.0
BLAST_RADIUS = 1.5
"""Inches: half of the usual blast marker."""
DEEDS: Mapping[DecisionKind | None, str] = {
    CommonKind.DEPLOY: "Deploy {}",
    CommonKind.UNIT_TO_MOVE: "Move {}",
    CommonKind.UNIT_TO_SHOOT: "Shoot with {}",
    CommonKind.UNIT_TO_CHARGE: "Charge with {}",
    CommonKind.TARGET: "Shoot {}",
    CommonKind.CHARGE: "Charge {}",
    CommonKind.STRIKE_AT: "Strike {}",
}
"""The words for choosing a unit or model, by the kind of question."""
CHOOSES = "Choose {}"
"""The words for choosing a unit or model in any other question."""
WEAPON_DEEDS: Mapping[DecisionKind | None, str] = {
    CommonKind.WEAPON: "Fire the {}",
    CommonKind.STRIKE_WITH: "Strike with the {}",
}
"""The words for choosing a weapon, by the kind of question."""
NEAREST_FIRST = {CommonKind.TARGET, CommonKind.CHARGE}
"""Kinds of questions in which the nearest enemy is highlighted at first."""
ACTS_FIRST = {Passing.DECLINES, Passing.ENDS}
"""Meanings of passing with which Enter does not pass at first."""
RINGED = "Nothing to choose there: click what is ringed, or choose in this list"
OUTLINED = "Nothing to choose there: click an outlined area, or choose in this list"
MANY = "Click one on the board; Enter takes the first"


@dataclass(frozen=True, slots=True)
class BoardAnchor:
    """The objects on the board that an option belongs to; empty if there are none."""

    discs: tuple[Disc, ...] = ()
    outline: Path = ()
    likeness: Path = ()
    """Second outline of an object that has two, such as a zone map."""

    def __bool__(self) -> bool:
        return bool(self.discs or self.outline)

    @property
    def outlines(self) -> tuple[Path, ...]:
        return tuple(outline for outline in (self.outline, self.likeness) if outline)

    def off(self, at: Point) -> float:
        """Return the distance in inches from a point to the anchor; negative inside."""
        if self.discs:
            return min([distance(at, d.at) - d.radius for d in self.discs])
        if any(inside(at, outline) for outline in self.outlines):
            return -0.001
        return NOWHERE

    def shown(
        self, tone: OverlayTone, *, aimed: bool = False, words: str = ""
    ) -> tuple[Overlay, ...]:
        """Return the overlays that mark it on the board."""
        if self.outline:
            return (Area(self.outlines, tone, words),)
        aims = tuple(TargetBrackets(disc, tone) for disc in self.discs) if aimed else ()
        return (BaseOutline(self.discs, tone), *aims) if self.discs else ()


def anchor(table: Table, id_: str) -> BoardAnchor:
    """Return the anchor of a unit, model, marker, zone, spot or terrain; else an empty one."""
    if (unit := UnitId(id_)) in table.units:
        return BoardAnchor(tuple(m.disc for m in table.of(unit)))
    if model := table.models.get(ModelId(id_)):
        return BoardAnchor((model.disc,) if model.where is Where.TABLE else ())
    for marker in table.objectives:
        if marker.id == id_:
            return BoardAnchor((Disc(marker.at, MARKER),))
    if (piece := table.pieces.get(id_)) and piece.where is Where.TABLE:
        return (
            BoardAnchor(outline=piece.corners) if piece.outline else BoardAnchor((piece.disc,))
        )
    for spot in table.board.spots:
        if spot.id == id_ and len(spot.outline) == 1:
            return BoardAnchor((Disc(spot.outline[0], MARKER),))
    return BoardAnchor((), *_areas(table.board).get(id_, ()))


def _areas(board: Board) -> dict[str, tuple[Path, ...]]:
    """Return the outlines of terrain, exits, gantries and zones, both for a zone map."""
    areas: dict[str, tuple[Path, ...]] = {t.id: (t.surface(LINE),) for t in board.terrain}
    areas |= {s.id: (s.outline,) for s in board.spots if s.kind in {"exit", "gantry"}}
    areas |= {zone.id: (zone.outline,) for zone in board.all_zones.values()}
    return areas | {n: tuple(z.outline for z in both) for n, both in board.zone_maps.items()}


def base_at(discs: Mapping[ModelId, Disc], at: Point, reach: float) -> ModelId | None:
    """Return the model with the base under a point, or nearest within *reach* inches."""
    near = [(distance(d.at, at) - d.radius, model_id) for model_id, d in discs.items()]
    off, model_id = min(near, default=(1.0, None))
    return model_id if off <= reach else None


def model_or_first_of_unit(table: Table, id_: str) -> Model:
    """Return a model by its id, or the first model of a unit on the table."""
    unit = UnitId(id_)
    return table.of(unit)[0] if unit in table.units else table.models[ModelId(id_)]


def option_at(anchors: Sequence[BoardAnchor], at: Point, reach: float) -> int | None:
    """Return the index of the nearest anchor within *reach* inches; None if there is none."""
    near = [(a.off(at), n) for n, a in enumerate(anchors)]
    off, n = min(near, default=(NOWHERE, 0))
    return n if off <= reach else None


def refused_options(table: Table, asked: Choose) -> Iterator[PromptAction]:
    """Yield the options that a question refuses now, each with its reason."""
    for option, no in asked.greyed:
        if not no.always:
            reason = refusal_text(table, no.reason)
            yield PromptAction(
                option.id, option.label, no.clause, reason=reason, weight=Weight.QUIET
            )


def struck(table: Table, by: Side, at: Point, radius: float) -> int:
    """Return the number of enemies under a marker, less that of a side's own models."""
    under = [m for m in table.standing() if distance(m.at, at) <= radius + m.base]
    return sum([-1 if m.side == by else 1 for m in under])


class ChoosePrompt(Prompt[Choose]):
    """Prompt that highlights the option under the mouse and takes it on a click or Enter."""

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("1–9", "pick"),
        ("{before}, {next}", "next"),
        ("Click", "pick on the board"),
        ("Enter", "choose it"),
    )
    weighs_options: ClassVar = False
    """True if odds are about the highlighted option, whatever the mouse points at."""

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.options = {o.id: o for o in decision.options}
        self.anchors = {o.id: self.anchor(o.anchor) for o in decision.options}
        self.barred = {o.id: self.anchor(o.anchor) for o, _ in decision.greyed}
        self.lit = ""
        """Option that is highlighted by the mouse or the keys."""
        self.pointed = ""
        """Option that was stepped to, or is under the mouse in the panel."""
        self.details: Mapping[str, str] = {}
        """Additional text of options, by id."""
        if PASS not in self.options or self.passing in ACTS_FIRST:
            self.lit = self._first()
        self.rest = self.lit
        """Option that is highlighted while the mouse points at none."""
        self._was_named = False
        """True if the highlighted option was named on the board when the mouse moved last."""

    @property
    def passing(self) -> Passing:
        """Return the meaning of passing, if that is an option."""
        return self.decision.passing

    def _first(self) -> str:
        """Return the option highlighted at first: the nearest enemy, or a blast's best place.

        It is empty if there is nothing to do but to pass.
        """
        ids, models = [id_ for id_ in self.options if id_ != PASS], self.table.models
        if self.decision.kind in NEAREST_FIRST and (nearest := self._nearest(ids)):
            return nearest
        if self.decision.kind is not CommonKind.AIM or not all(i in models for i in ids):
            return ids[0] if ids else ""
        aims = {id_: models[ModelId(id_)].at for id_ in ids}
        by = self.decision.by
        return max(ids, key=lambda id_: struck(self.table, by, aims[id_], BLAST_RADIUS))

    def _nearest(self, ids: Sequence[str]) -> str:
        """Return the unit among options that is nearest to the acting one; empty for none."""
        acting = self.anchor(self.decision.about).discs
        gaps = {
            id_: min([gap(a, b) for a in acting for b in self.anchors[id_].discs])
            for id_ in ids
            if acting and UnitId(id_) in self.table.units and self.anchors[id_].discs
        }
        return min(gaps, key=lambda id_: gaps[id_], default="")

    def suggest(self, id_: str) -> None:
        """Highlight an option while the mouse points at none; an empty id changes nothing."""
        if id_ in self.options:
            self.lit = self.rest = id_

    def anchor(self, id_: str) -> BoardAnchor:
        """Return what an option with this anchor belongs to on the board."""
        return anchor(self.table, id_)

    @property
    def groups(self) -> list[list[Option]]:
        """Return the options except passing, grouped by label."""
        groups = dict[str, list[Option]]()
        for option in self.decision.options:
            if option.id != PASS:
                groups.setdefault(option.label, []).append(option)
        return list(groups.values())

    @property
    def numbers(self) -> list[int]:
        """Return the number key of each group, counted from 0.

        Units of one side keep their places in the roster. A later question without the units
        picked before still has the same keys.
        """
        units = self.table.units
        asked = [units.get(UnitId(group[0].id)) for group in self.groups]
        side = asked[0].side if asked and asked[0] else None
        roster = [u.id for u in units.values() if u.side == side]
        places = [roster.index(u.id) for u in asked if u and u.side == side]
        return places if len(places) == len(asked) else [*range(len(asked))]

    def choices(self) -> Sequence[PromptAction]:
        """Return one action for each group of options, then passing and refused options."""
        numbered = zip(self.groups, self.numbers, strict=True)
        # Below the units of a whole army this action would be out of sight.
        shown = [deploy_rest(self.waiting, self)] if self.waiting else []
        shown += [self._choice(group, n) for group, n in numbered]
        if passing := self.options.get(PASS):
            shown.append(self._passing(passing))
        return [*shown, *refused_options(self.table, self.decision)]

    @property
    def waiting(self) -> int:
        """Return the number of units to be deployed, if that is the question; else 0."""
        deploys = self.decision.kind is CommonKind.DEPLOY
        return units_to_deploy(self.table, self.decision.by) if deploys else 0

    def _choice(self, group: Sequence[Option], n: int) -> PromptAction:
        first, lit = group[0], any(o.id == self.lit for o in group)
        many = len(group) > 1
        key = NUMBERS[n] if n < len(NUMBERS) else None
        return PromptAction(
            first.id,
            label=f"{first.label} × {len(group)}" if many else first.label,
            clause=first.clause,
            key=key,
            detail=MANY if many else self.details.get(first.id, first.detail),
            deed=self._deed(first),
            lit=lit,
        )

    def _deed(self, option: Option) -> str:
        """Return the words for choosing an option; empty if its label has a verb."""
        if option.does:
            return option.does
        kind, label = self.decision.kind, option.label
        if kind in WEAPON_DEEDS and option.id == label:
            return WEAPON_DEEDS[kind].format(label)
        unit = self.table.units.get(UnitId(option.id))
        model = self.table.models.get(ModelId(option.id))
        if unit is None and model is None:
            return ""
        is_name = label in {unit.name if unit else "", model.profile.name if model else ""}
        return DEEDS.get(kind, CHOOSES if is_name else "").format(label)

    def _passing(self, passing: Option) -> PromptAction:
        """Return the action that passes; it is urged only where nothing is declined by it."""
        own = key_for(Action.END if self.passing is Passing.ENDS else Action.DECLINE)
        goes_ahead = self.passing is Passing.GOES_AHEAD and not self.lit
        urged = len(self.options) == 1 or goes_ahead
        return PromptAction(
            PASS,
            label=passing.label,
            clause=passing.clause,
            key=own if self.lit else ENTER_KEY,
            weight=Weight.URGED if urged else Weight.QUIET,
        )

    def press(self, id_: str) -> None:
        """Take an option, or do another action of the panel."""
        if id_ not in self.options:
            super().press(id_)
            return
        group = next((g for g in self.groups if g[0].id == id_), [])
        lit = next((o.id for o in group if o.id == self.lit), id_)
        self.give(lit)

    def select(self, id_: str) -> bool:
        """Take the option with an id, if there is one."""
        if id_ in self.options:
            self.press(id_)
        return id_ in self.options

    def point_out(self, id_: str) -> None:
        """Highlight the option that is under the mouse in the panel."""
        known = id_ in self.options and id_ != PASS
        group = next((g for g in self.groups if g[0].id == id_), []) if known else []
        self.pointed = id_ if known else ""
        self.looks += 1
        if self.lit not in {o.id for o in group}:
            self._light(self.pointed or self.rest)

    def propose(self, answer: str) -> str:
        """Highlight an option; to pass, none."""
        self.pointed = self.rest = "" if answer == PASS else answer
        self._light(self.pointed)
        self.looks += 1
        return self.options[answer].label

    def _light(self, id_: str) -> None:
        if id_ != self.lit:
            self.lit = id_
            self.looks += 1
            if id_:
                # What was refused before is over.
                self.refused = None

    def follow(self, hand: PointerState) -> bool:
        """Highlight the option under the mouse, until the mouse leaves it."""
        # Off the board the mouse may point at an option in the panel.
        if hand.over or not self.pointed:
            self._light(self._under(hand) or self.rest)
        if (named := self._is_named) is not self._was_named:
            self._was_named = named
            self.looks += 1
        return False

    @property
    def _is_named(self) -> bool:
        """Return whether the mouse is over the highlighted option, which then has its label.

        A unit has its badge, which the label would hide.
        """
        is_over = self.hand.over and self._under(self.hand) == self.lit
        return is_over and UnitId(self.lit or "") not in self.table.units

    @property
    def shown(self) -> dict[str, BoardAnchor]:
        """Return the anchors of the options that are marked on the board."""
        if self.decision.kind is not CommonKind.ZONE_MAP:
            return self.anchors
        return {self.lit: self.anchors[self.lit]} if self.lit else {}

    def _under(self, hand: PointerState) -> str:
        shown = self.shown
        n = option_at(list(shown.values()), hand.at, hand.reach) if hand.over else None
        under = "" if n is None else list(shown)[n]
        # Among options at one place, the one chosen in the panel or by key stays highlighted.
        lit = self.anchors.get(self.lit) if under else None
        return self.lit if lit and lit == self.anchors[under] else under

    def grasp(self, hand: PointerState) -> bool:
        """Take the option under the mouse, or show why it is refused."""
        if under := self._under(hand):
            return self.give(under)
        n = option_at(list(self.barred.values()), hand.at, hand.reach) if hand.over else None
        if n is None:
            return self._is_in_zone(hand) and self.give(self.lit)
        self.give(list(self.barred)[n])
        return True

    def _is_in_zone(self, hand: PointerState) -> bool:
        """Return whether the mouse is where the highlighted unit may be deployed."""
        zone = self.table.zones.get(self.decision.by)
        if self.decision.kind is not CommonKind.DEPLOY or zone is None or not hand.over:
            return False
        outline = self.table.board.zone(zone).outline
        return UnitId(self.lit) in self.table.units and inside(hand.at, outline)

    @property
    def instead_of_click(self) -> str:
        lit = self.options.get(self.lit)
        words = super().instead_of_click
        if any(spot.discs for spot in self.shown.values()):
            words = RINGED
        elif any(spot.outline for spot in self.shown.values()):
            words = OUTLINED
        return f"{words}, or take “{lit.label}” with {ENTER_KEY}" if lit else words

    def press_key(self, event: pygame.Event) -> bool:
        """Choose the highlighted option, highlight another, or take one by its key."""
        if event.key in ENTER:
            self.press(self.lit or PASS)
            return True
        if step := STEPS.get(action_of(event)):
            self._step(step)
            return True
        declines = action_of(event) is Action.DECLINE and PASS in self.options
        if declines and self.passing is not Passing.ENDS:
            self.press(PASS)
            return True
        return self.press_by_key(event)

    def end_phase(self) -> None:
        """End the phase if that is what passing means."""
        if PASS in self.options and self.passing is Passing.ENDS:
            self.give(PASS)
        else:
            super().end_phase()

    @property
    def ring(self) -> list[str]:
        """Return the options that keys go through; an empty one if Enter then passes."""
        ring = [o for o in self.options if o != PASS]
        return [*ring, ""] if PASS in self.options else ring

    def _step(self, step: int) -> None:
        ring = self.ring
        at = ring.index(self.lit) if self.lit in ring else -1
        self.pointed = self.rest = ring[(at + step) % len(ring)]
        self._light(self.pointed)

    def below(self) -> Iterator[Overlay]:
        """Yield the places asked about, and the anchors of the options."""
        for piece in self.table.board.terrain:
            if piece.id in self.decision.places:
                yield Area((piece.outline,), OverlayTone.CHOSEN, piece.name)
        for id_, spot in self.shown.items():
            lit = id_ == self.lit
            yield from spot.shown(
                OverlayTone.CHOSEN
                if lit
                else OverlayTone.COOL
                if spot.outline
                else OverlayTone.GOOD,
                words=self.options[id_].label if spot.outline else "",
            )

    def above(self) -> Iterator[Overlay]:
        """Yield the anchor and the label of the highlighted option."""
        spot = self.anchors.get(self.lit)
        if spot and spot.discs:
            yield from spot.shown(OverlayTone.CHOSEN, aimed=len(spot.discs) == 1)
            top = min(spot.discs, key=lambda d: d.at.y - d.radius)
            if self._is_named:
                above = Point(top.at.x, top.at.y - top.radius - 0.45)
                yield BoardNote(above, self.options[self.lit].label, OverlayTone.CHOSEN)

    @property
    def thought(self) -> str | None:
        """Return the highlighted option; for an interrupt without one, to pass."""
        passes = self.decision.kind is CommonKind.BREAK_IN and PASS in self.options
        return self.lit or (PASS if passes else None)

    @property
    def subject(self) -> str:
        """Return the id under the mouse, else that of the decision or the option."""
        pointed, lit = (self.options.get(id_) for id_ in (self.pointed, self.lit))
        if pointed and pointed.anchor:
            return pointed.anchor
        return self.decision.about or (lit.anchor if lit else "")

    def chosen(self) -> frozenset[ModelId]:
        """Return the models that the decision is about."""
        about = self.decision.about
        return frozenset(
            m for m, model in self.table.models.items() if about in (m, model.unit)
        )
