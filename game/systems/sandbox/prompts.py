"""Prompt for free-play actions with the mouse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import pygame

from game.content.table_actions import Action
from game.geometry.points import (
    Disc,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.geometry.polygons import box_middle, off_polygon
from game.play.decisions import Choose, Refusal
from game.play.log.wording import with_article
from game.play.moves.placement_regions import OnTable
from game.prompts.choose import BoardAnchor, ChoosePrompt, option_at
from game.prompts.prompt import LITTLE, TURN, PointerState, PromptClasses
from game.systems.sandbox.rules import SandboxKind, bench_of
from game.systems.sandbox.rules.model_actions import Free, room_for
from game.systems.sandbox.rules.table_aids import lamps, spot_name
from game.table.records import Model, ModelId, Where
from game.table.state import Table
from game.view.colours import INKS
from game.view.overlays import (
    BaseOutline,
    BoardNote,
    Overlay,
    OverlayLine,
    OverlayTone,
    Pin,
    Ruler,
)
from game.widgets.key_bindings import action_of
from game.widgets.keys import Key
from game.widgets.pressed_keys import keys_pressed

SLOP = 0.15
"""Inches; a shorter mouse movement counts as a click."""
LONG = 0.6
"""Inches beyond the base of the line that shows a model's facing."""
DOOR, LAMP = 0.4, 0.6
"""Inches across a door that is a line, and around a lamp, that belong to it for the mouse."""
WOUNDS = {Key(pygame.K_MINUS): "wound", Key(pygame.K_KP_MINUS): "wound"}
HEALS = dict.fromkeys(map(Key, (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS)), "heal")


@dataclass(frozen=True, slots=True)
class HeldItem:
    """A held thing that is not on the table yet."""

    answers: tuple[str, ...]
    """Answers that are given before its place."""
    model: Model | None = None
    words: str = ""
    ink: str = ""
    """Colour of a marker, which bears *words*; empty for other things."""


class Fixture(NamedTuple):
    """A door or lamp of the map, which a click works."""

    answers: tuple[str, str]
    """The action, and its option."""
    at: Point
    does: str
    """The effect of a click: ``open the door``."""
    clause: str


@dataclass(slots=True)
class HandState:
    """State of the hand that is kept from one question to the next."""

    held: HeldItem | None = None
    facing: float = 0.0
    drags: bool = False
    """True if the button is still pressed: it is set down where the button is released."""

    def take(self, held: HeldItem, *, drags: bool = False) -> None:
        """Hold a thing; *drags*: until the mouse button is released."""
        self.held, self.drags = held, drags
        self.facing = held.model.facing if held.model else 0.0

    def let_go(self) -> None:
        """Hold nothing."""
        self.held, self.drags = None, False


class SandboxPrompt(ChoosePrompt):
    """Prompt for sandbox actions: models are dragged, turned and changed directly."""

    keys: ClassVar = (
        ("Drag", "move"),
        ("Shift+drag", "move its unit"),
        ("Right drag, {turn}", "turn"),
        ("Shift+{turn}", "turn back"),
        ("+, -", "heal, wound"),
        ("Delete", "remove"),
        ("Click", "work a door or lamp"),
        ("1–9", "actions"),
    )

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.grip = HandState()
        self.dragged: ModelId | None = None
        self.start = self.at = Point(0.0, 0.0)
        self.facing = 0.0
        self.turning = self.whole = False
        """True if the held model is being turned; true if its whole unit is held."""
        self._pointed: Fixture | None = None
        """The door or lamp under the mouse."""

    # Mouse and keyboard input.

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        """Handle a mouse, wheel or keyboard event; return whether it was used."""
        self.hand = hand
        if event.type == pygame.MOUSEMOTION:
            return self.follow(hand)
        if event.type == pygame.MOUSEBUTTONDOWN and hand.over and event.button in (1, 3):
            return self._press(hand, turning=event.button == 3)
        if event.type == pygame.MOUSEBUTTONUP and event.button in (1, 3):
            return self._release(hand)
        if event.type == pygame.MOUSEWHEEL and self.busy:
            fine = pygame.key.get_mods() & pygame.KMOD_SHIFT
            self._spin((LITTLE if fine else TURN) * event.y)
            return True
        return event.type == pygame.KEYDOWN and self.press_key(event)

    @property
    def busy(self) -> bool:
        """Return whether a model is being dragged or a thing is held."""
        return self.dragged is not None or self.grip.held is not None

    def under(self) -> Model | None:
        """Return the model under the mouse."""
        models = self.table.standing()
        if not self.hand.over:
            return None
        n = option_at([BoardAnchor((m.disc,)) for m in models], self.hand.at, self.hand.reach)
        return None if n is None else models[n]

    def _press(self, hand: PointerState, *, turning: bool) -> bool:
        if self.grip.held and not turning:
            self._set_down()
            return True
        model = self.under()
        if model is None and not turning and (fixture := self.fixture()):
            self._chain(*fixture.answers)
            return True
        if model is None or self.grip.held:
            return False
        self.dragged, self.turning = model.id, turning
        mates = len(self.table.of(model.unit)) > 1
        self.whole = mates and not turning and bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        self.start, self.at, self.facing = hand.at, model.at, model.facing
        self.looks += 1
        return True

    def fixture(self) -> Fixture | None:
        """``SB-16``, ``SB-20``  Return the door or lamp under the mouse, if no model is."""
        if not self.hand.over or self.under():
            return None
        at, reach = self.hand.at, self.hand.reach
        for door in self.table.board.doors:
            if off_polygon(at, door.surface(DOOR)) <= reach:
                verb = "close" if door.is_open else "open"
                middle = box_middle(door.box)
                return Fixture(
                    ("doors", door.id), middle, f"{verb} {with_article(door.name)}", "SB-20"
                )
        for lamp in lamps(self.table):
            if distance(at, lamp.outline[0]) <= LAMP + reach:
                verb = "light" if lamp.id in bench_of(self.table).out else "put out"
                return Fixture(
                    ("lamp", lamp.id), lamp.outline[0], f"{verb} {spot_name(lamp)}", "SB-16"
                )
        return None

    def follow(self, hand: PointerState) -> bool:
        """Move or turn what is dragged; return whether a model is."""
        fixture = None if self.busy else self.fixture()
        if self.grip.held or fixture != self._pointed:
            self._pointed = fixture
            self.looks += 1
        if self.dragged is None:
            return False
        model = self.table.models[self.dragged]
        if self.turning:
            if distance(model.at, hand.at) > model.base:
                self.facing = (
                    float(round(heading_of_vector(unit_vector(model.at, hand.at)))) % 360.0
                )
        else:
            off = Point(hand.at.x - self.start.x, hand.at.y - self.start.y)
            self.at = thousandths(Point(model.at.x + off.x, model.at.y + off.y))
        self.looks += 1
        return True

    def _release(self, hand: PointerState) -> bool:
        if self.grip.held and self.grip.drags:
            self.grip.drags = False
            self.looks += 1
            if hand.over:
                self._set_down()
                self.grip.let_go()
            return hand.over
        if self.dragged is None:
            return False
        model, model_id = self.table.models[self.dragged], self.dragged
        self.dragged = None
        self.looks += 1
        if self.facing != model.facing and self.at == model.at:
            self._chain("turn", model_id, self.facing)
        elif distance(self.at, model.at) > SLOP and self.whole:
            lead = self.table.of(model.unit)[0]
            off = self.at.x - model.at.x, self.at.y - model.at.y
            wish = Point(lead.at.x + off[0], lead.at.y + off[1])
            if spot := room_for(self.table, lead, self._mates).nearest(thousandths(wish)):
                self._chain("move unit", model.unit, [*spot])
        elif distance(self.at, model.at) > SLOP and (spot := self._free(model, self.at)):
            self._chain("move", model_id, [*spot, self.facing])
        return True

    def _spin(self, degrees: float) -> None:
        if self.grip.held:
            self.grip.facing = (self.grip.facing + degrees) % 360.0
        else:
            self.facing = (self.facing + degrees) % 360.0
        self.looks += 1

    def drop(self) -> None:
        """Let go of what the mouse holds."""
        self.dragged = None
        self.grip.let_go()

    def press_key(self, event: pygame.Event) -> bool:
        """Let go, or do to the model under the mouse what the key stands for."""
        if event.key == pygame.K_ESCAPE:
            return self.cancel()
        turns = action_of(event) is Action.TURN
        if turns and self.busy:
            self._spin(-TURN if event.mod & pygame.KMOD_SHIFT else TURN)
            return True
        model = self.under()
        deeds = {**WOUNDS, **HEALS}
        does = next((deeds[key] for key in keys_pressed(event) if key in deeds), "")
        if event.mod & pygame.KMOD_CTRL or not model:
            return super().press_key(event)
        if turns:
            by = self._room(model).turn
            by = -by if event.mod & pygame.KMOD_SHIFT else by
            self._chain("turn", model.id, round((model.facing + by) % 360.0, 3))
        elif event.key == pygame.K_DELETE:
            self._chain("remove", model.id)
        elif does == "heal" and model.wounds >= model.profile.w:
            self.refused = Refusal("it is not wounded", "SB-05")
            self.looks += 1
        elif does:
            self._chain(does, model.id, 1)
        else:
            return super().press_key(event)
        return True

    def _chain(self, deed: str, *then: Any) -> None:
        """Answer with an action at once; *then* holds the answers to its questions."""
        if self.give(deed):
            self.then = then

    def _set_down(self) -> None:
        held = self.grip.held
        assert held
        if held.model is None:
            board = self.table.board
            at = OnTable(board.width, board.height).nearest(thousandths(self.hand.at))
            self._chain(*held.answers, [*at])
        elif spot := self._free(held.model, self.hand.at):
            self._chain(*held.answers, [*spot, self.grip.facing])
        else:
            self.refused = Refusal("there is no room near here", "SB-03")
            self.looks += 1

    def _free(self, model: Model, at: Point) -> Point | None:
        """Return the free place nearest to a point for a model; None if there is none."""
        return self._room(model).nearest(thousandths(at))

    def _room(self, model: Model) -> Free:
        return room_for(self.table, model)

    # Drawing.

    def _would(self) -> Model | None:
        """Return the model in the hand as it would stand."""
        held = self.grip.held
        if self.dragged:
            model, at, facing = self.table.models[self.dragged], self.at, self.facing
        elif held and held.model and self.hand.over:
            model, at, facing = held.model, self.hand.at, self.grip.facing
        else:
            return None
        if model.at == at and self.dragged:
            return replace(model, facing=facing)
        if self.whole:
            return replace(model, at=thousandths(at))
        room = room_for(self.table, model, self._mates)
        at = room.nearest(thousandths(at)) or at
        return replace(model, at=room.middle(at), facing=facing, where=Where.TABLE)

    @property
    def _mates(self) -> tuple[ModelId, ...]:
        """Return the dragged model and those that move with it."""
        if self.dragged is None or not self.whole:
            return (self.dragged,) if self.dragged else ()
        return tuple(m.id for m in self.table.of(self.table.models[self.dragged].unit))

    def moved(self) -> Mapping[ModelId, Point]:
        """Return the places of the dragged models."""
        would = self._would() if self.dragged else None
        if would is None:
            return {}
        was, models = self.table.models[would.id].at, self.table.models
        dx, dy = would.at.x - was.x, would.at.y - was.y
        return {m: Point(models[m].at.x + dx, models[m].at.y + dy) for m in self._mates}

    def ghosts(self) -> Iterator[Model]:
        """Yield the held model where it would be set down."""
        if self.dragged is None and (would := self._would()):
            yield would

    def below(self) -> Iterator[Overlay]:
        """Yield nothing; options are not marked on the board."""
        yield from ()

    def above(self) -> Iterator[Overlay]:
        """Yield the marks of the held, dragged or pointed-at model."""
        held = self.grip.held
        if held and held.ink and self.hand.over:
            yield Pin(self.hand.at, held.words, INKS[held.ink])
        would = self._would()
        if would is None:
            model = None if self.busy else self.under()
            if model:
                yield BaseOutline((model.disc,), OverlayTone.CHOSEN)
            elif fixture := self._pointed:
                yield BaseOutline((Disc(fixture.at, LAMP),), OverlayTone.CHOSEN)
                low = Point(fixture.at.x, fixture.at.y + LAMP + LONG)
                words = f"Click: {fixture.does} ({fixture.clause})"
                yield BoardNote(low, words, OverlayTone.CHOSEN)
            return
        if self.dragged and not self.turning:
            yield Ruler(Disc(self.table.models[self.dragged].at, 0.0), Disc(would.at, 0.0))
        yield BaseOutline((would.disc,), OverlayTone.CHOSEN)
        end = point_ahead(would.at, vector_of_heading(would.facing), would.base + LONG)
        yield OverlayLine(would.at, end, OverlayTone.PLANNED)
        if self.turning:
            low = Point(would.at.x, would.at.y + would.base + LONG)
            yield BoardNote(low, f"{would.facing:.0f}°", OverlayTone.CHOSEN)

    @property
    def subject(self) -> str:
        """Return the dragged model; empty if none is dragged."""
        return self.dragged or ""

    def chosen(self) -> frozenset[ModelId]:
        """Return no models."""
        return frozenset()

    @property
    def status(self) -> str:
        """Return a hint about the mouse and the keys."""
        if self.grip.held:
            return "Click the table to place it; Esc cancels"
        return "Point at a model: R turns, + heals, − wounds, Delete removes it"


PROMPTS: PromptClasses = {SandboxKind.DEED: SandboxPrompt}
