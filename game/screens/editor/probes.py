"""The probes tab."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import pygame

from game.content.editor_actions import EditorAction
from game.editor.probes import Probe, ProbeOptions, Prober, ProbeResult
from game.editor.registry import PROBES, first_for
from game.screens.editor.checks import ChecksTab
from game.screens.editor.host import EditorHost, Tab
from game.screens.editor.trials import TrialsTab
from game.view.overlays import Overlay
from game.view.overlays.renderer import HeatMapLayer
from game.widgets.button import Button, Style
from game.widgets.inputs import Stepper
from game.widgets.key_bindings import editor_actions_of
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import DANGER, MUTED, TEXT
from game.widgets.widget import Panel

EDGE, HIGH, GAP = 12.0, 40.0, 6.0
SETTLE_SECONDS = 0.25
"""Seconds for which a map must be unchanged before a probe is repeated."""
HINT = "Shown over the board until Esc; it follows what you draw."


class ProbesTab(Tab):
    title: ClassVar[str] = "What if"
    hint: ClassVar[str] = "Simulations on the current map ({editor_what_if})."

    def __init__(self, host: EditorHost) -> None:
        super().__init__(host)
        self.prober = Prober()
        self.probe: Probe | None = None
        """The current probe; None if there is none."""
        self._map: object = None
        """The map that was probed."""
        self._still, self._stale = 0.0, False
        """Seconds since the map changed, and whether it differs from the probed one."""
        self._warmths: list[HeatMapLayer] = []
        self._last_shown: object = None
        self._filled = False

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        w = wide - 2 * EDGE
        half, y = (w - GAP) / 2, 10.0
        self.buttons = []
        for n, kind in enumerate(PROBES):
            place = (EDGE + n % 2 * (half + GAP), y + n // 2 * (HIGH + GAP), half, HIGH)
            press = partial(self.press, kind)
            self.buttons.append(panel.add(Button(place, kind.name, press, size=16)))
            self.buttons[-1].hint = kind.hint
        y += (len(PROBES) + 1) // 2 * (HIGH + GAP) + 8
        if self.probe and (choices := self.probe.choices):
            many = Stepper((EDGE, y, w, 32), choices, self._want, self.probe.asked.many)
            panel.add(many)
            y += 40
        if self.probe and self.probe.lucky:
            other = Button((EDGE, y, half, 32), "Roll again", self.again, icon="ui/dices")
            other.size = 15
            panel.add(other)
        if self.probe:
            close = Button((EDGE + half + GAP, y, half, 32), "Done (Esc)", self.clear, size=15)
            panel.add(close)
            y += 44
        self.progress = panel.add(Label((EDGE, y, w, 22), "", size=13, colour=MUTED))
        self.words = panel.add(Paragraph((EDGE, y + 26, w, high - y - 36), HINT, size=14))
        self._filled, self._last_shown = True, None

    # Called by the widgets.

    def press(self, kind: type[Probe]) -> None:
        """Start a probe, or end it if it is the current one."""
        if isinstance(self.probe, kind):
            self.clear()
        else:
            self.prober.forget()
            self._ask(kind(self._asked(ProbeOptions())))
            self.host.refill()

    def _asked(self, asked: ProbeOptions) -> ProbeOptions:
        """Return probe options with the pointer's position and the scenario filled in."""
        checks, trials = self.host.tab(ChecksTab).checks, self.host.tab(TrialsTab)
        scenario = trials.trying.likely(self.host.workspace.map, checks.report.playable)
        return asked._replace(at=self.host.at or asked.at, scenario=scenario)

    def _want(self, many: int) -> None:
        assert self.probe
        self._ask(type(self.probe)(self.probe.asked._replace(many=many)))

    def again(self) -> None:
        """Repeat the probe with another seed."""
        assert self.probe
        asked = self.probe.asked
        self._ask(type(self.probe)(asked._replace(seed=asked.seed + 1)))

    def _ask(self, probe: Probe) -> None:
        self.probe, self._map = probe, self.host.workspace.map
        self.prober.ask(self.host.workspace.map, probe)

    def clear(self) -> None:
        """End the current probe."""
        self.probe = None
        self.prober.forget()
        self.host.refill()

    def run(self) -> None:
        """Start the probe that suits the map, or repeat the current one with another seed."""
        self.host.show(self)
        if self.probe is None:
            self.press(first_for(self.host.workspace.map))
        elif self.probe.lucky:
            self.again()

    # Called by the dock.

    def handle(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if EditorAction.WHAT_IF in editor_actions_of(event):
            self.run()
            return True
        if event.key == pygame.K_ESCAPE and self.probe and self.host.shows(self):
            self.clear()
            return True
        return False

    def update(self, seconds: float) -> None:
        self.prober.poll()
        if self.probe:
            self._follow(seconds)
        if self._filled and self.host.shows(self):
            self._show()

    def _follow(self, seconds: float) -> None:
        """Repeat the probe if the map or the pointer's position has changed."""
        assert self.probe
        work, asked = self.host.workspace, self.probe.asked
        if work.map is not self._map:
            self._map, self._still = work.map, 0.0
            self._stale = True
        self._still += seconds
        at = self.host.at
        if self.probe.follows and at and at != asked.at and self.host.shows(self):
            self._ask(type(self.probe)(asked._replace(at=at)))
        elif self._stale and self._still >= SETTLE_SECONDS:
            self._ask(type(self.probe)(self._asked(asked)))
            self._stale = False

    @property
    def _shown(self) -> ProbeResult:
        return self.prober.shown or ProbeResult()

    def _show(self) -> None:
        found = self.probe, self.prober.changes, self.prober.busy, self.prober.fault
        if found == self._last_shown:
            return
        self._last_shown = found
        for button, kind in zip(self.buttons, PROBES, strict=True):
            button.style = Style.PRIMARY if isinstance(self.probe, kind) else Style.PLAIN
        shown = self._shown
        self.progress.text = ""
        if self.prober.busy:
            self.progress.text = f"{shown.done:.0%} done" if self.prober.shown else "…"
        if self.prober.fault:
            self.words.spans = (TextSpan(self.prober.fault.strip().splitlines()[-1], DANGER),)
        elif shown.refused:
            self.words.spans = (TextSpan(shown.refused, DANGER),)
        else:
            words = " ".join(shown.words) or (self.probe.hint if self.probe else HINT)
            self.words.spans = (TextSpan(words, TEXT if shown.words else MUTED),)

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
