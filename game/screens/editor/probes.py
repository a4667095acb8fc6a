"""The probes tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

import pygame

from game.content.editor_actions import EditorAction
from game.editor.live_checks import LiveChecks
from game.editor.map_probes import PROBES, first_for
from game.editor.prober import Prober
from game.editor.probes import Probe, ProbeOptions, ProbeResult
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.play_test import PlayTest
from game.screens.editor.tab import TAB_PAD, Tab
from game.view.overlays import Overlay
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
        words = " ".join(shown.words) or (self.probe.hint if self.probe else HINT)
        return TextSpan(words, TEXT if shown.words else MUTED)

    # Called by the widgets.

    def press(self, kind: type[Probe]) -> None:
        """Start a probe, or end it if it is the current one."""
        if isinstance(self.probe, kind):
            self.clear()
        else:
            self.prober.forget()
            self._ask(kind(self._asked(ProbeOptions())))
            self.changed()

    def _asked(self, asked: ProbeOptions) -> ProbeOptions:
        """Return probe options with the pointer's position and the scenario filled in."""
        scenario = self._trying.likely(self.work.map, self._checks.report.playable)
        return asked._replace(at=self._pointed() or asked.at, scenario=scenario)

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
        self.probe = None
        self.prober.forget()
        self.changed()

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
        at = self._pointed()
        if self.probe.follows and at and at != asked.at and self.is_selected:
            self._ask(type(self.probe)(asked._replace(at=at)))
        elif self._stale and self._still >= SETTLE_SECONDS:
            self._ask(type(self.probe)(self._asked(asked)))
            self._stale = False

    @property
    def _shown(self) -> ProbeResult:
        return self.prober.shown or ProbeResult()

    def overlays(self) -> tuple[Overlay, ...]:
        return self._shown.overlays

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
