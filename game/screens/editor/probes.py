"""The probes tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar

import pygame

from game.content.editor_actions import EditorAction
from game.editor.findings import Places, middle
from game.editor.live_checks import LiveChecks
from game.editor.map_probes import PROBES, first_for
from game.editor.prober import Prober
from game.editor.probes import Probe, ProbeOptions, ProbeResult
from game.editor.snapping import objects_at
from game.editor.tools import Pointer
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.play_test import PlayTest
from game.screens.editor.tab import TAB_PAD, Tab
from game.view.overlays import Overlay, OverlayTone, RangeRing
from game.view.overlays.heat_layer import HeatMapLayer
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid, sized, spring
from game.widgets.key_bindings import editor_actions_of
from game.widgets.sizes import BODY_TEXT, CLOSE, MEDIUM, SMALL_TEXT
from game.widgets.stepper import Stepper
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import DANGER, MUTED, TEXT

SETTLE_SECONDS = 0.25
"""Seconds for which a map must be unchanged before a probe is repeated."""
PIN_INCHES, MARK_INCHES = 0.25, 0.6
"""Radii of the rings around a kept place, and around the objects to choose from."""
PIN = "Right-click keeps the place."
RELEASE = "Right-click there to follow the pointer again."
TARGET = "Select one of the ringed objects, or right-click it, to ask about it alone."
HINT = "Shown over the board until Esc; it follows what you draw."


class ProbesTab(Tab):
    title: ClassVar[str] = "What if"
    hint: ClassVar[str] = "Simulations on the current map ({editor_what_if})."

    def __init__(
        self,
        work: Workspace,
        messages: EditorMessages,
        checks: LiveChecks,
        trying: PlayTest,
        pointed: Callable[[], Point | None],
    ) -> None:
        """*pointed*: returns the place of the pointer on the board, in inches; None off it."""
        super().__init__(work, messages)
        self._checks, self._trying, self._pointed = checks, trying, pointed
        self.prober = Prober()
        self.probe: Probe | None = None
        """The current probe; None if there is none."""
        self._map: object = None
        """The map that was probed."""
        self._still, self._stale = 0.0, False
        """Seconds since the map changed, and whether it differs from the probed one."""
        self._pin: Point | None = None
        """Place that the probe is about instead of the pointer's; None if it follows it."""
        self._chosen: tuple[int, ...] = work.selection
        """The selection of which the probe was last informed."""
        self._known: tuple[object, object, Mapping[int, str]] = None, None, {}
        """Map and targets, with those of them that are on the map."""
        self._warmths: list[HeatMapLayer] = []
        self._last_shown: object = None

    def view(self) -> Child:
        kinds = map(self._button, PROBES)
        return column(
            grid(*kinds, gap=CLOSE),
            *self._options(),
            Label(self._progress(), size=SMALL_TEXT, colour=MUTED),
            Paragraph((self._words(),), size=BODY_TEXT),
            pad=TAB_PAD,
            gap=CLOSE,
        )

    def _button(self, kind: type[Probe]) -> Button:
        style = Style.PRIMARY if isinstance(self.probe, kind) else Style.PLAIN
        press = partial(self.press, kind)
        return Button(kind.name, press, size=BODY_TEXT, hint=kind.hint, style=style)

    def _options(self) -> Iterator[Child]:
        """Yield what can be chosen about the current probe."""
        if self.probe is None:
            return
        if choices := self.probe.choices:
            yield sized(Stepper(choices, self._want, self.probe.asked.many), height=MEDIUM)
        if len(targets := self._shown.targets) > 1:
            labels = [self.probe.every, *map(_label, targets)]
            now = (*targets, self.probe.asked.target).index(self.probe.asked.target) + 1
            stepper = Stepper(labels, self._want_target, now % len(labels))
            yield sized(stepper, height=MEDIUM)
        other: Child = spring()
        if self.probe.lucky:
            other = Button("Roll again", self.again, icon="ui/dices", size=BODY_TEXT)
        close = Button("Done (Esc)", self.clear, size=BODY_TEXT)
        yield grid(other, close, gap=CLOSE)

    def _progress(self) -> str:
        if not self.prober.busy:
            return ""
        return f"{self._shown.done:.0%} done" if self.prober.shown else "…"

    def _words(self) -> TextSpan:
        """Return the result of the probe, or its hint."""
        shown = self._shown
        if self.prober.fault:
            return TextSpan(self.prober.fault.strip().splitlines()[-1], DANGER)
        if shown.refused:
            return TextSpan(shown.refused, DANGER)
        words = " ".join((*shown.words, self._advice))
        if not shown.words:
            words = " ".join((self.probe.hint + "." if self.probe else HINT, self._advice))
        return TextSpan(words, TEXT if shown.words else MUTED)

    @property
    def _advice(self) -> str:
        """Return what a click on the board does for the current probe; empty for nothing."""
        if self.probe and self.probe.follows:
            return RELEASE if self._pin else PIN
        return TARGET if self._objects else ""

    # Called by the widgets.

    def press(self, kind: type[Probe]) -> None:
        """Start a probe, or end it if it is the current one."""
        if isinstance(self.probe, kind):
            self.clear()
        else:
            self.prober.forget()
            self._ask(kind(self._asked(ProbeOptions())))
            self.changed()

    def ask_about(self, kind: type[Probe], id_: int) -> None:
        """Start a probe about an object of the map, by its id."""
        names = Places(self.work.map).names
        target = next((name for name, known in names.items() if known == id_), "")
        self.select()
        self._pin = None
        self.prober.forget()
        self._ask(kind(self._asked(ProbeOptions(target=target))))
        self.changed()

    def _asked(self, asked: ProbeOptions) -> ProbeOptions:
        """Return probe options with the pointer's position and the scenario filled in."""
        scenario = self._trying.likely(self.work.map, self._checks.report.playable)
        at = self._pin or self._pointed() or asked.at
        return asked._replace(at=at, scenario=scenario)

    def _want_target(self, index: int) -> None:
        """Ask about another target; the first label stands for all."""
        assert self.probe
        target = ("", *self._shown.targets)[index]
        self._ask(type(self.probe)(self.probe.asked._replace(target=target)))

    def _want(self, many: int) -> None:
        assert self.probe
        self._ask(type(self.probe)(self.probe.asked._replace(many=many)))

    def again(self) -> None:
        """Repeat the probe with another seed."""
        assert self.probe
        asked = self.probe.asked
        self._ask(type(self.probe)(asked._replace(seed=asked.seed + 1)))

    def _ask(self, probe: Probe) -> None:
        self.probe, self._map = probe, self.work.map
        self.prober.ask(self.work.map, probe)

    def clear(self) -> None:
        """End the current probe."""
        self.probe = self._pin = None
        self.prober.forget()
        self.changed()

    def click(self, pointer: Pointer) -> bool:
        """Ask about the object under a pointer, or about the place itself.

        A place that is asked about is kept until the next click near it. Return whether the
        probe can be asked so.
        """
        if not (self.probe and self.is_selected):
            return False
        if self.probe.follows:
            near = self._pin and distance(self._pin, pointer.at) <= pointer.reach
            self._pin = None if near else pointer.at
            self._ask(type(self.probe)(self.probe.asked._replace(at=pointer.at)))
            self.changed()
            return True
        found = (one.id for one in objects_at(self.work, pointer, locked=True))
        return self._take_target(next((id_ for id_ in found if id_ in self._objects), 0))

    def _take_target(self, id_: int) -> bool:
        """Ask about an object of the map, if the probe can be about it; return whether."""
        target = self._objects.get(id_)
        if self.probe is None or target is None:
            return False
        if target != self.probe.asked.target:
            self._ask(type(self.probe)(self.probe.asked._replace(target=target)))
            self.changed()
        return True

    @property
    def _objects(self) -> Mapping[int, str]:
        """Return the targets on the map, by the ids of their objects."""
        targets = self._shown.targets
        if self._known[0] is not self.work.map or self._known[1] is not targets:
            names = Places(self.work.map).names if targets else {}
            found = {names[name]: name for name in targets if name in names}
            found = found if len(targets) > 1 else {}
            self._known = self.work.map, targets, found
        return self._known[2]

    def run(self) -> None:
        """Start the probe that suits the map, or repeat the current one with another seed."""
        self.select()
        if self.probe is None:
            self.press(first_for(self.work.map))
        elif self.probe.lucky:
            self.again()

    # Called by the dock.

    def handle(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if EditorAction.WHAT_IF in editor_actions_of(event):
            self.run()
            return True
        if event.key == pygame.K_ESCAPE and self.probe and self.is_selected:
            self.clear()
            return True
        return False

    def update(self, seconds: float) -> None:
        self.prober.poll()
        if self.probe:
            self._follow(seconds)
            self._follow_selection()
        found = self.probe, self.prober.changes, self.prober.busy, self.prober.fault
        if found != self._last_shown:
            self._last_shown = found
            self.changed()

    def _follow(self, seconds: float) -> None:
        """Repeat the probe if the map or the pointer's position has changed."""
        assert self.probe
        work, asked = self.work, self.probe.asked
        if work.map is not self._map:
            self._map, self._still = work.map, 0.0
            self._stale = True
        self._still += seconds
        at = None if self._pin else self._pointed()
        if self.probe.follows and at and at != asked.at and self.is_selected:
            self._ask(type(self.probe)(asked._replace(at=at)))
        elif self._stale and self._still >= SETTLE_SECONDS:
            self._ask(type(self.probe)(self._asked(asked)))
            self._stale = False

    def _follow_selection(self) -> None:
        """Ask about an object that has just been selected alone."""
        chosen = self.work.selection
        if chosen != self._chosen:
            self._chosen = chosen
            if len(chosen) == 1 and self.is_selected:
                self._take_target(chosen[0])

    @property
    def _shown(self) -> ProbeResult:
        return self.prober.shown or ProbeResult()

    def overlays(self) -> tuple[Overlay, ...]:
        shown = self._shown.overlays
        if self._pin:
            shown = (*shown, RangeRing(self._pin, PIN_INCHES))
        return (*shown, *self._marks())

    def _marks(self) -> Iterator[Overlay]:
        """Yield a ring around each object that the probe can be about, brighter if it is."""
        assert self.probe or not self._objects
        objects = self.work.map.by_id() if self._objects else {}
        for id_, name in self._objects.items():
            asked = self.probe is not None and name == self.probe.asked.target
            tone = OverlayTone.CHOSEN if asked else OverlayTone.PLAIN
            yield RangeRing(middle(objects[id_]), MARK_INCHES, tone)

    @property
    def stamp(self) -> object:
        return self.prober.changes

    def paint(self, board: pygame.Surface, ppi: int, corner: tuple[int, int]) -> None:
        warm = self._shown.warm
        while len(self._warmths) < len(warm):
            self._warmths.append(HeatMapLayer())
        for warmth, (squares, shares, tone) in zip(self._warmths, warm, strict=False):
            warmth.draw(board, ppi, corner, shares, squares.side, tone.value.colour)

    def leave(self) -> None:
        self.prober.close()


def _label(target: str) -> str:
    return target.replace("-", " ").capitalize()
