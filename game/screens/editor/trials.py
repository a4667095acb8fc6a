"""The trials tab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pygame

from game.content.faults import UnusableFile
from game.content.own_folders import own_experiments, to_trash
from game.content.scenarios import Scenario
from game.editor.map_checks import Playable
from game.editor.trials import GAMES, Trials, TrialTally, difference
from game.lab.confidence import Difference
from game.lab.experiment_run import RUNNING
from game.lab.heat_maps import Heat
from game.lab.store import ENDING
from game.screens.battle_screens import open_sandbox
from game.screens.editor.checks import HOME, SEATS, ChecksTab, PlayTest
from game.screens.editor.host import EditorHost, Tab
from game.screens.editor.tab_widgets import HEATS, HeatKind, HeatLegend, ShareBar, WinShare
from game.screens.report_screen import open_report
from game.screens.screen import Load, Visit
from game.table.records import Side
from game.view.overlays.renderer import HeatMapLayer
from game.view.style import NEUTRAL, TEAMS
from game.widgets.button import Button, Style
from game.widgets.dialogs import notice
from game.widgets.inputs import Stepper
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph, heading
from game.widgets.theme import MUTED, TEXT
from game.widgets.widget import Panel

EDGE, ROW, BAR, CHANGED = 12.0, 28.0, 34.0, 42.0
MIN_HEIGHT = 412.0
"""Height in units below which there is no space to spare."""
ANY = "Any scenario that fits"
MAX_FAULTS = 6
MANY = (50, GAMES, 1000)
"""Numbers of games that can be chosen."""


class TrialsTab(Tab):
    title: ClassVar[str] = "Trials"
    hint: ClassVar[str] = "Try the map ({editor_try}), and let bots play on it while you draw."

    def __init__(self, host: EditorHost) -> None:
        super().__init__(host)
        self.trying = PlayTest()
        self.trials = Trials(host.workspace.history)
        self.wanted = GAMES
        self.kind: HeatKind | None = None
        """The heat map over the board; None for none."""
        self._warmth = HeatMapLayer()
        self._shares: tuple[Heat, HeatKind, npt.NDArray[np.float64]] | None = None
        self._shown: int | None = None
        """Counter of the changes shown last; None before the tab is filled."""

    @property
    def note(self) -> str:
        return f"{len(self.trials.tally.games)}" if self.trials.running else ""

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        # Space to spare is distributed between the parts.
        self._gap = min(8.0, max(0.0, (high - MIN_HEIGHT) / 12))
        w = wide - 2 * EDGE
        y = self._add_trying(panel, 8.0, w)
        y = self._add_trials(panel, y + 2 * self._gap, w)
        self._add_heat(panel, y + self._gap, w)
        self._shown = None

    def _add_trying(self, panel: Panel, y: float, wide: float) -> float:
        names = ["", *self.trying.scenarios]
        labels = [ANY, *(one.title for one in self.trying.scenarios.values())]
        at = names.index(self.trying.chosen)
        panel.add(
            Stepper((EDGE, y, wide, ROW), labels, lambda n: self._choose(names[n]), at)
        ).hint = "The scenario to try the map with"
        y += ROW + 4 + self._gap / 2
        seats = [*SEATS]
        panel.add(
            Stepper(
                (EDGE, y, wide, ROW),
                seats,
                lambda n: setattr(self.trying, "seats", seats[n]),
                seats.index(self.trying.seats),
            )
        ).hint = "Who plays when you try it"
        y += ROW + 4 + self._gap / 2
        half = (wide - 8) / 2
        go = Button((EDGE, y, half, ROW), "Try it", self.try_it, style=Style.PRIMARY, size=15)
        go.hint = "A battle on the map as it is drawn; Esc returns here"
        panel.add(go)
        sand = Button((EDGE + half + 8, y, half, ROW), "Sandbox", self.open_sandbox, size=15)
        sand.hint = "The map as a table on which you can move everything"
        panel.add(sand)
        return y + ROW

    def _add_trials(self, panel: Panel, y: float, wide: float) -> float:
        panel.add(heading((EDGE, y + 4, wide, 22), "Trial games"))
        y += 28
        half = (wide - 8) / 2
        self.go = panel.add(Button((EDGE, y, half, ROW), "Play", self.turn, size=15))
        self.go.hint = "Bots play test games in the background, again after every edit"
        labels = [f"{many} games" for many in MANY]
        at = MANY.index(self.wanted)
        panel.add(
            Stepper((EDGE + half + 8, y, half, ROW), labels, self._want, at)
        ).hint = "Games on each map, always with the same seeds"
        y += ROW + 3
        self.done = panel.add(Label((EDGE, y, wide, 20), "", size=13, colour=MUTED))
        y += 22 + self._gap / 2
        self.bars = [
            panel.add(ShareBar((EDGE, y + n * (BAR + self._gap / 2), wide, BAR), share))
            for n, share in enumerate(self._bars())
        ]
        y += 3 * (BAR + self._gap / 2)
        self.turns = panel.add(Label((EDGE, y, wide * 0.3, 22), "", size=13, colour=MUTED))
        self.turns.hint = "Game turns on average"
        place = (EDGE + wide * 0.34, y, wide * 0.31, 23)
        self.reporting = panel.add(
            Button(place, "Report", self.report, style=Style.GHOST, size=13)
        )
        self.reporting.hint = "All that these games show, as one of your experiments"
        place = (EDGE + wide * 0.67, y, wide * 0.33, 23)
        self.faults = panel.add(Button(place, "", self.show_faults, style=Style.GHOST, size=13))
        self.faults.hint = "Errors in games that could not be finished"
        y += 24
        self.change = panel.add(Paragraph((EDGE, y, wide, CHANGED), "", size=13))
        self.change.hint = (
            "Same seeds before and after; 95% confidence interval of the difference "
            "(Agresti and Min, paired)"
        )
        return y + CHANGED

    def _add_heat(self, panel: Panel, y: float, wide: float) -> None:
        kinds = [None, *HEATS]
        names = ["No heat map", *(kind.label for kind in HEATS)]
        panel.add(
            Stepper((EDGE, y, wide, ROW), names, lambda n: self.lay(kinds[n]), self._kind_at())
        )
        self.legend = panel.add(HeatLegend((EDGE, y + ROW + 6, wide, 32)))

    def _kind_at(self) -> int:
        return 0 if self.kind is None else 1 + HEATS.index(self.kind)

    # Called by the widgets.

    def _choose(self, name: str) -> None:
        self.trying.chosen = name
        if self.trials.running:
            self._begin()

    def _want(self, n: int) -> None:
        self.wanted = MANY[n]
        if self.trials.running:
            self.trials.start(self.trials.scenario, self.wanted)

    def turn(self) -> None:
        """Start or stop trial games."""
        if self.trials.running:
            self.trials.stop()
        else:
            self._begin()

    def _begin(self) -> None:
        try:
            scenario = self.trying.scenario(self.host.workspace.map, self._playable)
        except UnusableFile as error:
            scenario = self.trying.chosen
            if not scenario:
                self.host.show_message(f"No scenario can be played here: {error.faults[0]}")
                return
        self.trials.start(scenario, self.wanted)

    def lay(self, kind: HeatKind | None) -> None:
        """Show a heat map over the board, or none."""
        self.kind = kind
        self.refresh()

    @property
    def _name(self) -> str:
        """Return the name of the map's file, with its folder if it has pictures there."""
        work = self.host.workspace
        name = work.path.stem if work.path else ""
        return str(work.folder.absolute() / (name or "drawn")) if work.map.pictures else name

    @property
    def _playable(self) -> Sequence[Playable]:
        return self.host.tab(ChecksTab).checks.report.playable

    def try_it(self) -> None:
        """Open a battle on the current map, or show why that is impossible."""
        work = self.host.workspace
        try:
            change = self.trying.visit(work.map, self._name, self._playable)
        except UnusableFile as error:
            sandbox = Reply("Open as a sandbox", self.open_sandbox, Style.PRIMARY)
            words = "\n".join(str(fault) for fault in error.faults[:MAX_FAULTS])
            theme = self.host.frame.theme
            title = "Not playable yet"
            self.host.ask(Dialog(theme, title, words, (sandbox, CANCEL), width=560))
        else:
            title = self.trying.scenarios[self.trying.tried].title
            self.host.show_message(f"Playing {title}. Choose another scenario under Trials.")
            self.host.go(change)

    def open_sandbox(self) -> None:
        """Open the current map as a sandbox table, or show why that is impossible."""
        work = self.host.workspace
        try:
            screen = open_sandbox(work.map, self._name)
        except UnusableFile as error:
            words = "\n".join(str(fault) for fault in error.faults[:6])
            self.host.ask(notice(self.host.frame.theme, "Not playable yet", words))
        else:
            self.host.go(Visit(screen, HOME))

    def report(self) -> None:
        """Keep the games of the current map as an experiment, and open its report.

        An earlier one of the same map goes to the trash.
        """
        work = self.host.workspace
        name = work.path.stem if work.path else "drawn"
        path = own_experiments() / f"{name}-trials{ENDING}"
        going = RUNNING.get(path)

        def write() -> None:
            if going and not going.is_over:
                raise UnusableFile(path.name, [("", "it runs under Results: stop it first")])
            if path.exists():
                to_trash(path)
            self.trials.write_store(path, f"Trials on {work.title or name}")

        def refuse(error: UnusableFile) -> None:
            self.host.ask(notice(self.host.frame.theme, "No report", str(error)))

        words = "Keeping the games"
        self.host.go(Load(words, write, lambda _: open_report(path), refuse))

    def show_faults(self) -> None:
        """Show the error of a failed game in full."""
        tally = self.trials.tally
        seed, words = next(iter(tally.faults.items()), (0, ""))
        title = f"The game with seed {seed} failed" if seed else "No game can be played"
        theme = self.host.frame.theme
        self.host.ask(notice(theme, title, (words or tally.refused)[-1500:]))

    # Called by the dock.

    def update(self, seconds: float) -> None:
        self.trials.poll(seconds)
        if self._shown is not None and self._shown != self.trials.changes:
            self.refresh()

    def refresh(self) -> None:
        """Show the results of the current map."""
        trials, tally = self.trials, self.trials.tally
        self._shown = trials.changes
        self.go.label = "Stop" if trials.running else "Play"
        self.go.style = Style.PLAIN if trials.running else Style.PRIMARY
        self.done.text = self._progress(tally)
        for bar, share in zip(self.bars, self._bars(), strict=True):
            bar.share = share
        self.turns.text = f"{tally.turns:.1f} turns" if tally.games else ""
        self.change.spans = tuple(self._changed(tally))
        bad = len(tally.faults)
        self.reporting.shown = bool(tally.records)
        self.faults.label = "Why?" if tally.refused else f"{bad} failed…"
        self.faults.shown = bool(bad or tally.refused)
        self.legend.show(self.kind, tally.heat, len(tally.games))

    def _progress(self, tally: TrialTally) -> str:
        if self.trials.crew.broken:
            return "The worker processes fail to start"
        if tally.refused:
            return "Not playable yet"
        if not self.trials.scenario:
            return "Bots keep playing while you draw"
        title = self.trying.scenarios[self.trials.scenario].title
        playing = ", playing" if self.trials.busy else ""
        return f"{title}: {len(tally.games)} of {self.wanted}{playing}"

    @property
    def _scenario(self) -> Scenario | None:
        return self.trying.scenarios.get(self.trials.scenario or self.trying.chosen)

    def _bars(self) -> list[WinShare]:
        tally, scenario = self.trials.tally, self._scenario
        games = len(tally.games)
        sides = scenario.sides if scenario else ()
        found = [
            WinShare(
                side.name,
                won=tally.wins(Side(side.id)),
                games=games,
                interval=tally.interval(Side(side.id)),
                colour=TEAMS[n].plain,
            )
            for n, side in enumerate(sides)
        ]
        while len(found) < 2:
            found.append(
                WinShare(
                    "–",
                    won=0,
                    games=0,
                    interval=tally.interval(None),
                    colour=TEAMS[len(found)].plain,
                )
            )
        return [
            *found,
            WinShare(
                "Draws",
                won=tally.wins(None),
                games=games,
                interval=tally.interval(None),
                colour=NEUTRAL.plain,
            ),
        ]

    def _changed(self, tally: TrialTally) -> list[TextSpan]:
        """Return the effect of the last edit on the first side."""
        scenario, before = self._scenario, self.trials.before
        if scenario is None or before is None or not tally.games:
            return []
        side = scenario.sides[0]
        found = difference(before.tally, tally, Side(side.id))
        if not found.games:
            return []
        many = f" and {before.edits - 1} more" if before.edits > 1 else ""
        words = f"Since “{before.label}”{many}: {side.name} {change_in_words(found)}"
        return [TextSpan(words, TEXT if found.sure else MUTED)]

    @property
    def stamp(self) -> object:
        return self.kind, self.trials.changes if self.kind else 0

    def paint(self, board: pygame.Surface, ppi: int, corner: tuple[int, int]) -> None:
        heat = self.trials.tally.heat
        if self.kind is None or heat is None:
            return
        if self._shares is None or self._shares[:2] != (heat, self.kind):
            self._shares = heat, self.kind, self.kind.shares(heat)
        side, colour = heat.squares.side, self.kind.colour
        self._warmth.draw(board, ppi, corner, self._shares[2], side, colour)

    def leave(self) -> None:
        self.trials.close()


def change_in_words(found: Difference) -> str:
    """Return a difference in words: ``"+8% (−3 to +19%), 40 pairs"``."""
    low, high = round(100 * found.low), round(100 * found.high)
    text = f"{round(100 * found.value):+d}% ({low:+d} to {high:+d}%)".replace("-", "−")
    return f"{text}, {found.games} pair{'s' * (found.games != 1)}"
