"""The trials tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pygame

from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.own_folders import own_experiments, to_trash
from game.content.palettes import teams_of
from game.content.scenarios import Scenario
from game.editor.findings import Playable
from game.editor.live_checks import LiveChecks
from game.editor.proposed_edits import ProposedChange, apply_proposal, proposed_change
from game.editor.trial_games import MapContent
from game.editor.trial_tallies import TrialTally, difference
from game.editor.trials import GAMES, Trials
from game.editor.verdict_trials import VerdictTrials
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.lab.confidence import Difference
from game.lab.heat_maps import Heat
from game.lab.map_advice import MapProposal
from game.lab.running_experiments import RUNNING
from game.lab.store import ENDING
from game.screens.battle_opening import open_sandbox
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.fit_preview import preview
from game.screens.editor.heat_legend import HEATS, HeatKind, HeatLegend
from game.screens.editor.play_test import HOME, SEATS, PlayTest
from game.screens.editor.proposal_marks import proposal_marks
from game.screens.editor.share_bar import ShareBar, WinShare
from game.screens.editor.tab import TAB_PAD, Tab
from game.screens.experiment_opening import open_report
from game.screens.screen import Change, Destination, Load, Visit
from game.table.records import Side
from game.text.capitals import capital
from game.view.colours import NEUTRAL
from game.view.overlays import Overlay
from game.view.overlays.heat_layer import HeatMapLayer
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid, keyed, row, sized, spring
from game.widgets.fields import choice
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import BODY_TEXT, CLOSE, DIALOG, EDGE, LOW, MEDIUM, SMALL_TEXT, TIGHT
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph, heading
from game.widgets.theme import MUTED, TEXT
from game.widgets.widget import Widget

ANY = "Any scenario that fits"
MAX_FAULTS = 6
ADVICE = 68
"""Height in units of the list of proposed edits."""
MANY = (50, GAMES, 1000)
"""Numbers of games that can be chosen."""


class TrialsTab(Tab):
    title: ClassVar[str] = "Trials"
    hint: ClassVar[str] = "Try the map ({editor_try}), and let bots play on it while you draw."

    def __init__(
        self,
        work: Workspace,
        messages: EditorMessages,
        checks: LiveChecks,
        go: Callable[[Change], None],
        look_at: Callable[[Point], None],
        show_form: Callable[[], None],
    ) -> None:
        """*go*: requests a change of screen; *look_at*: scrolls a point into view.

        *show_form*: shows the form of the selected object.
        """
        super().__init__(work, messages)
        self._checks, self._go, self._scroll_to = checks, go, look_at
        self._show_form = show_form
        self.trying = PlayTest()
        self.trials = Trials(work.history)
        self.verdicts = VerdictTrials()
        """Games that say whether the map is fair; those of earlier versions are kept."""
        self.proposal: MapProposal | None = None
        """The chosen one of the edits that those games propose."""
        self._proposed: tuple[MapFile, int, tuple[MapProposal, ...]] | None = None
        """The map and the counter of the verdicts for which proposals are known, and those."""
        self._changed_map: (
            tuple[MapFile, frozenset[int], MapProposal, ProposedChange] | None
        ) = None
        """The map, the locked objects and the proposal whose change is known, and that."""
        self.wanted = GAMES
        self.kind: HeatKind | None = None
        """The heat map over the board; None for none."""
        self._warmth = HeatMapLayer()
        self._shares: tuple[Heat, HeatKind, npt.NDArray[np.float64]] | None = None
        self._shown: tuple[int, int] | None = None
        """Counters of the changes that are known."""

    @property
    def note(self) -> str:
        return f"{len(self.trials.tally.games)}" if self.trials.running else ""

    def view(self) -> Child:
        tries = column(*self._trying(), gap=TIGHT)
        trials = column(heading("Trial games"), *self._playing(), gap=TIGHT)
        kinds = [(None, "No heat map"), *((kind, kind.label) for kind in HEATS)]
        heat = sized(choice(kinds)(self.kind, self.lay), height=LOW)
        tally = self.trials.tally
        legend = HeatLegend(self.kind, tally.heat, len(tally.games))
        advice = [*self._advice()]
        # Without a heat map the legend only keeps its place free.
        parts = [tries, trials, *advice, heat, *([legend] if self.kind or not advice else [])]
        return column(*parts, pad=TAB_PAD, gap=EDGE)

    def _advice(self) -> Iterator[Child]:
        """Yield the edits that the verdict on this very map proposes, and a button for one."""
        found = self.proposals
        if not found:
            return
        if self.proposal not in found:
            self.proposal = None
        rows = [
            ListRow(str(n), f"{n + 1}  {one.words}", hint=one.words)
            for n, one in enumerate(found)
        ]
        chosen = str(found.index(self.proposal)) if self.proposal else ""
        listed = ListBox(
            rows,
            on_choose=self._propose,
            on_open=lambda _: self.apply_proposal(),
            is_compact=True,
            chosen=chosen,
        )
        reason, change = "Choose a proposal", self._change
        label, hint = "Do it", "One undo takes it back; the board shows it before you press"
        if change:
            reason = capital(change.refusal)
        if change and change.is_open:
            label, hint = "Change…", "Shows the form of what is to be changed"
        go = Button(label, self.apply_proposal, size=SMALL_TEXT, reason=reason, hint=hint)
        yield column(
            row(heading("Proposed edits"), spring(), sized(go, height=LOW)),
            sized(listed, height=ADVICE),
            gap=TIGHT,
        )

    def _trying(self) -> Iterator[Child]:
        """Yield the choices and buttons to try the map."""
        names = [("", ANY), *((name, one.title) for name, one in self._offered.items())]
        yield _hinted(
            choice(names)(self.trying.chosen, self._choose), "The scenario to try the map with"
        )
        seats = choice([(seat, seat) for seat in SEATS])
        sit = partial(setattr, self.trying, "seats")
        yield _hinted(seats(self.trying.seats, sit), "Who plays when you try it")
        go = Button("Try it", self.try_it, style=Style.PRIMARY, size=BODY_TEXT)
        sand = Button("Sandbox", self.open_sandbox, size=BODY_TEXT)
        yield grid(
            _hinted(go, "A battle on the map as it is drawn; Esc returns here"),
            _hinted(sand, "The map as a table on which you can move everything"),
            gap=CLOSE,
        )

    def _playing(self) -> Iterator[Child]:
        """Yield the buttons of the trial games, and their results."""
        trials, tally = self.trials, self.trials.tally
        go = Button("Play", self.turn, size=BODY_TEXT, style=Style.PRIMARY)
        if trials.running:
            go = Button("Stop", self.turn, size=BODY_TEXT)
        many = choice([(many, f"{many} games") for many in MANY])
        yield grid(
            _hinted(go, "Bots play test games in the background, again after every edit"),
            _hinted(many(self.wanted, self._want), "Games on each map, with the same seeds"),
            gap=CLOSE,
        )
        fair = Button("Is it fair?", self.judge, size=BODY_TEXT)
        hint = "Says whether the map is fair, why not, and what to change"
        yield _hinted(fair, hint)
        yield Label(self._progress(tally), size=SMALL_TEXT, colour=MUTED)
        yield column(*map(ShareBar, self._bars()), gap=0)
        yield sized(self._foot(tally), height=LOW)
        hint = (
            "Same seeds before and after; 95% confidence interval of the difference "
            "(Agresti and Min, paired)"
        )
        yield sized(Paragraph(self._changed(tally), size=SMALL_TEXT, hint=hint), least=MEDIUM)

    def _foot(self, tally: TrialTally) -> Child:
        """Return the number of turns, and the buttons that say more."""
        words = f"{tally.turns:.1f} turns" if tally.games else ""
        turns = Label(words, size=SMALL_TEXT, colour=MUTED, hint="Game turns on average")
        bad = len(tally.faults)
        hint = "All that these games show, as one of your experiments"
        ghost = Style.GHOST
        report = Button("Report", self.report, style=ghost, size=SMALL_TEXT, hint=hint)
        label = "Why?" if tally.refused else f"{bad} failed…"
        hint = "Errors in games that could not be finished"
        failed = Button(label, self.show_faults, style=ghost, size=SMALL_TEXT, hint=hint)
        return row(
            turns,
            spring(),
            keyed("report", report) if tally.records else None,
            keyed("failed", failed) if bad or tally.refused else None,
            gap=CLOSE,
        )

    # Called by the widgets.

    def _choose(self, name: str) -> None:
        self.trying.chosen = name
        if self.trials.running:
            self._begin()

    def _want(self, games: int) -> None:
        self.wanted = games
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
            scenario = self.trying.scenario(self.work.map, self._playable)
        except UnusableFile as error:
            scenario = self.trying.chosen
            if not scenario:
                self.messages.say(f"No scenario can be played here: {error.faults[0]}")
                return
        self.trials.start(scenario, self.wanted)

    def judge(self) -> None:
        """Open the screen that says whether the map is fair, in the scenarios that it fits."""
        mapfile, trying = self.work.map, self.trying
        try:
            first = trying.scenario(mapfile, self._playable)
        except UnusableFile as error:
            self.messages.say(f"No scenario can be played here: {error.faults[0]}")
            return
        fit = [one.scenario for one in self._playable if not one.reasons]
        names = [name for name in dict.fromkeys((first, *fit)) if name in trying.scenarios]
        titles = [(name, trying.scenarios[name].title) for name in names]
        self.trials.stop()
        screen = Destination("verdict", mapfile, titles, self.verdicts)
        self._go(Visit(screen, HOME))

    @property
    def proposals(self) -> tuple[MapProposal, ...]:
        """Return the edits that games on the current map propose, if it was judged."""
        known, now, changes = self._proposed, self.work.map, self.verdicts.changes
        if known is None or known[0] is not now or known[1] != changes:
            found = self.verdicts.proposals(MapContent(now)) if changes else ()
            self._proposed = known = now, changes, found
        return known[2]

    @property
    def _change(self) -> ProposedChange | None:
        """Return the map after the chosen proposal; None if none is chosen."""
        if self.proposal is None or self.proposal not in self.proposals:
            return None
        known, now = self._changed_map, (self.work.map, self.work.untouchable(), self.proposal)
        if known is None or known[0] is not now[0] or known[1:3] != now[1:]:
            found = proposed_change(now[0], self.proposal, now[1])
            self._changed_map = known = *now, found
        return known[3]

    def _propose(self, id_: str) -> None:
        """Choose a proposal, and show its place."""
        self.proposal = one = self.proposals[int(id_)]
        self._scroll_to(one.to or one.at)
        self.messages.say(f"{one.words}.")
        self.changed()

    def apply_proposal(self) -> None:
        """Make the chosen proposal's edit, as one undo, or show the form for it."""
        one, change = self.proposal, self._change
        if not (one and self.messages.attempt(partial(apply_proposal, self.work, one))):
            return
        if change and change.is_open:
            self._show_form()
            self.messages.say(f"{one.words}.")
        else:
            self.messages.say(f"Done: {self.work.history.undoes}. Is it fair now?")

    def lay(self, kind: HeatKind | None) -> None:
        """Show a heat map over the board, or none."""
        self.kind = kind
        self.changed()

    @property
    def _name(self) -> str:
        """Return the name of the map's file, with its folder if it has pictures there."""
        work = self.work
        name = work.path.stem if work.path else ""
        return str(work.folder.absolute() / (name or "drawn")) if work.map.images() else name

    @property
    def _playable(self) -> Sequence[Playable]:
        return self._checks.report.playable

    @property
    def _offered(self) -> dict[str, Scenario]:
        """Return the chosen scenario and those that the map is not known to refuse."""
        refused = {one.scenario for one in self._playable if one.reasons}
        all_ = self.trying.scenarios
        return {
            name: one
            for name, one in all_.items()
            if name not in refused or name == self.trying.chosen
        }

    def try_it(self) -> None:
        """Open a battle on the current map, or show why that is impossible."""
        work = self.work
        try:
            change = self.trying.visit(work.map, self._name, self._playable)
        except UnusableFile as error:
            sandbox = Reply("Open as a sandbox", self.open_sandbox, Style.PRIMARY)
            words = "\n".join(str(fault) for fault in error.faults[:MAX_FAULTS])
            theme = self.messages.theme
            title = "Not playable yet"
            self.messages.ask(Dialog(theme, title, words, (sandbox, CANCEL), width=DIALOG))
        else:
            title = self.trying.scenarios[self.trying.tried].title
            self.messages.say(f"Playing {title}. Choose another scenario under Trials.")
            self._go(change)

    def open_sandbox(self) -> None:
        """Open the current map as a sandbox table, or show why that is impossible."""
        work = self.work
        try:
            screen = open_sandbox(work.map, self._name)
        except UnusableFile as error:
            words = "\n".join(str(fault) for fault in error.faults[:6])
            self.messages.notify("Not playable yet", words)
        else:
            self._go(Visit(screen, HOME))

    def report(self) -> None:
        """Keep the games of the current map as an experiment, and open its report.

        An earlier one of the same map goes to the trash.
        """
        work = self.work
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
            self.messages.notify("No report", str(error))

        words = "Keeping the games"
        self._go(Load(words, write, lambda _: open_report(path), refuse))

    def show_faults(self) -> None:
        """Show the error of a failed game in full."""
        tally = self.trials.tally
        seed, words = next(iter(tally.faults.items()), (0, ""))
        title = f"The game with seed {seed} failed" if seed else "No game can be played"
        self.messages.notify(title, (words or tally.refused)[-1500:])

    # Called by the dock.

    def update(self, seconds: float) -> None:
        self.trials.poll(seconds)
        self.verdicts.poll(seconds)
        changes = self.trials.changes, self.verdicts.changes
        if self._shown != changes:
            self._shown = changes
            self.changed()

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
        teams = teams_of([side.id for side in sides])
        found = [
            WinShare(
                side.name,
                won=tally.wins(Side(side.id)),
                games=games,
                interval=tally.interval(Side(side.id)),
                colour=teams[n].plain,
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
                    colour=teams[len(found)].plain,
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

    def overlays(self) -> tuple[Overlay, ...]:
        marks = proposal_marks(self.work, self.proposals, self.proposal)
        change = self._change
        return (*preview(self.work.map, change.after), *marks) if change else marks

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
        self.verdicts.close()


def _hinted(widget: Child, hint: str) -> Child:
    """Return a low control with a hint."""
    assert isinstance(widget, Widget)
    widget.hint = hint
    return sized(widget, height=LOW)


def change_in_words(found: Difference) -> str:
    """Return a difference in words: ``"+8% (−3 to +19%), 40 pairs"``."""
    low, high = round(100 * found.low), round(100 * found.high)
    text = f"{round(100 * found.value):+d}% ({low:+d} to {high:+d}%)".replace("-", "−")
    return f"{text}, {found.games} pair{'s' * (found.games != 1)}"
