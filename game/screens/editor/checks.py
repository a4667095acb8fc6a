"""The checks tab, and play tests of a map in a scenario that fits it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from typing import ClassVar

import pygame

from game.bots.registry import HELPER
from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import load_board
from game.content.maps.writer import canonical
from game.content.palettes import palette
from game.content.save_format import HUMAN
from game.content.scenarios import ORDINARY, Scenario, load_scenario, scenario_names
from game.editor.edits import EditRefusedError
from game.editor.fixes import Fix
from game.editor.map_changes import changes_in_words
from game.editor.map_checks import (
    CheckReport,
    Finding,
    LiveChecks,
    Playable,
    Severity,
    sides_without_room,
)
from game.editor.registry import apply_all, apply_fix, fixed_map, fixes_of, with_options
from game.lab.trial_game import DRAWN, Setup
from game.rules import PLAYED
from game.screens.battle_screens import battle_screen
from game.screens.editor.host import EditorHost, Tab, attempt
from game.screens.live_game import random_seed, start_game
from game.screens.screen import Change, Visit
from game.view.overlays import BoardNote, Overlay, OverlayTone, Pin, RangeRing
from game.widgets.button import Button, Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Paragraph, heading
from game.widgets.theme import AMBER, MUTED, TEXT, Theme
from game.widgets.widget import Panel

HOME, SANDBOX = "editor", "sandbox"
SEATS: Mapping[str, tuple[str, str]] = {
    "Two bots": (HELPER, HELPER),
    "You against a bot": (HUMAN, HELPER),
    "A bot against you": (HELPER, HUMAN),
    "Two people": (HUMAN, HUMAN),
}


class PlayTest:
    """The scenario and seats of play tests; both stay until they are changed."""

    def __init__(self) -> None:
        self.chosen = ""
        """The id of the scenario; empty for the first one that accepts the map."""
        self.seats = next(iter(SEATS))
        self.tried = ""
        """The id of the scenario that was last tried."""

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        """Return all scenarios by id, except those of the sandbox, which accepts any map."""
        found = dict[str, Scenario]()
        for name in scenario_names():
            with suppress(UnusableFile):  # the check of scenarios says why
                one = load_scenario(name, PLAYED)
                if one.system != SANDBOX:
                    found[name] = one
        return found

    @cached_property
    def _looks(self) -> dict[str, set[str]]:
        """Return the looks of each scenario's maps."""
        return {
            name: {load_board(map_).look for map_ in one.maps}
            for name, one in self.scenarios.items()
        }

    def suited(self, look: str) -> list[str]:
        """Return the scenarios with maps of a look, and the ordinary one."""
        return [
            name for name, looks in self._looks.items() if name == ORDINARY or look in looks
        ]

    def likely(self, mapfile: MapFile, playable: Sequence[Playable]) -> str:
        """Return the chosen scenario, else the first suitable one known to accept the map.

        The ordinary one if there is none.
        """
        takes = {one.scenario for one in playable if not one.reasons}
        suited = (name for name in self.suited(mapfile.board.look) if name in takes)
        return self.chosen or next(suited, ORDINARY)

    def scenario(self, mapfile: MapFile, playable: Sequence[Playable] = ()) -> str:
        """Return the scenario to try a map with; raise UnusableFile if none accepts it.

        The faults are those of the chosen scenario, or else of the one that has fewest.
        *playable*: results of the map checks, for this map or the one before it.
        """
        text = canonical(mapfile)
        first = self.likely(mapfile, playable)
        worst: UnusableFile | None = None
        names = [first] if self.chosen else [first, *self.suited(mapfile.board.look)]
        for name in dict.fromkeys(names):
            try:
                battle = Setup(name, text).battle(1)
                if faults := sides_without_room(battle, battle.opening.board):
                    raise UnusableFile(battle.map, faults)  # noqa: TRY301  like any other
            except UnusableFile as error:
                if worst is None or len(error.faults) < len(worst.faults):
                    worst = error
            else:
                return name
        assert worst
        raise worst

    def visit(
        self, mapfile: MapFile, name: str = "", playable: Sequence[Playable] = ()
    ) -> Change:
        """Return the change of screen to a battle; raise UnusableFile if it is impossible.

        *name*: of its file, if it has one. The game is not saved. The map turns on options
        that the scenario leaves open.
        """
        scenario, file = self.scenario(mapfile, playable), f"{name}.tmj" if name else DRAWN
        setup = with_options(Setup(scenario, canonical(mapfile), name=file), mapfile)
        self.tried = scenario
        battle = setup.battle(random_seed())
        live_game = start_game(battle, SEATS[self.seats], kept=False)
        return Visit(battle_screen(live_game), HOME)


REACH = 1.2
"""Radius in inches of the ring around the selected finding."""


def sign(theme: Theme, finding: Finding) -> pygame.Surface:
    """Return the sign of a severity: a disc for a fault, a triangle for a warning.

    The shapes differ because colours alone are not accessible to everyone.
    """
    return _sign(theme.px(14), palette().bad, finding.severity)


@lru_cache(maxsize=16)
def _sign(size: int, bad: str, severity: Severity) -> pygame.Surface:
    picture = pygame.Surface((4 * size, 4 * size), pygame.SRCALPHA)
    distance = 4 * size
    if severity is Severity.WARNING:
        pygame.draw.polygon(
            picture, AMBER, [(distance / 2, 0), (distance, distance - 1), (0, distance - 1)]
        )
    else:
        pygame.draw.circle(picture, bad, (distance / 2, distance / 2), distance / 2)
    return pygame.transform.smoothscale(picture, (size, size))


def pins(findings: Sequence[Finding], chosen: Finding | None) -> tuple[Overlay, ...]:
    """Return pins at the positions of findings; the selected one has a label."""
    found = list[Overlay]()
    for finding in (*findings, *([chosen] if chosen and chosen not in findings else [])):
        if finding.at:
            mild = finding.severity is Severity.WARNING
            found.append(Pin(finding.at, "", AMBER if mild else palette().bad))
            if finding == chosen:
                tone = OverlayTone.CHOSEN if mild else OverlayTone.BAD
                found.append(RangeRing(finding.at, REACH, tone))
                found.append(BoardNote(finding.at, finding.clause or finding.place))
    return tuple(found)


EDGE, FIXES = 12.0, 2
"""Maximum number of fixes offered for one finding."""


class ChecksTab(Tab):
    title: ClassVar[str] = "Checks"
    hint: ClassVar[str] = "Problems with the map, and the scenarios that fit it."

    def __init__(self, host: EditorHost) -> None:
        super().__init__(host)
        self.checks = LiveChecks()
        self.chosen: Finding | None = None
        self._shown: object = None

    @property
    def note(self) -> str:
        """Return the number of faults; an ellipsis while the newest map is being checked."""
        faults = sum(f.severity is Severity.FAULT for f in self.checks.report.findings)
        if not self._is_new:
            return "…"
        return str(faults) if faults else ""

    @property
    def _is_new(self) -> bool:
        return self.checks.is_of(self.host.workspace.map)

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        w, mid = wide - 2 * EDGE, 40 + (high - 256) * 0.58
        self.head = panel.add(heading((EDGE, 8, w - 96, 24), ""))
        self.all = panel.add(
            Button((wide - EDGE - 92, 6, 92, 28), "Fix all", self.fix_all, size=14)
        )
        self.list = panel.add(
            ListBox((EDGE, 40, w + 4, mid - 40), on_choose=self._choose, row_height=42)
        )
        self.list.on_open = self._choose
        self.words = panel.add(Paragraph((EDGE, mid + 8, w, 78), "", size=13))
        self.buttons = [
            panel.add(Button((EDGE, mid + 92 + 34 * n, w, 30), "", lambda: None, size=14))
            for n in range(FIXES)
        ]
        below = mid + 92 + 34 * FIXES + 4
        panel.add(heading((EDGE, below, w, 24), "Playable as"))
        self.plays = panel.add(
            ListBox((EDGE, below + 30, w + 4, high - below - 40), on_choose=self._ask)
        )
        self.plays.on_open, self.plays.row_height = self._ask, 30
        self._shown = None

    # Called by the widgets.

    def _choose(self, id_: str) -> None:
        self._look_at(self.checks.report.findings[int(id_)])

    def _ask(self, id_: str) -> None:
        """Show a reason why a scenario cannot be played, the next one with each call."""
        (one,) = [one for one in self.checks.report.playable if one.scenario == id_]
        if not one.reasons:
            without = "".join(f"; not with {no}" for no in one.refused)
            self.host.show_message(f"{one.title} can be played on this map{without}")
            return
        at = one.reasons.index(self.chosen) + 1 if self.chosen in one.reasons else 0
        self._look_at(one.reasons[at % len(one.reasons)])

    def _look_at(self, finding: Finding) -> None:
        self.chosen = finding
        work = self.host.workspace
        work.select(finding.about)
        if finding.at:
            self.host.look_at(finding.at)
        self.refresh()

    def fix(self, fix: Fix) -> None:
        if self.chosen is None:
            return
        if attempt(self.host, partial(apply_fix, self.host.workspace, self.chosen, fix)):
            self.host.show_message(f"Done: {fix.label}")

    def fix_all(self) -> None:
        """Say what all fixes together would change, and ask whether to apply them."""
        before, findings = self.host.workspace.map, self.checks.report.findings
        after, many = fixed_map(before, findings)
        if not many:
            self.host.show_message("Nothing could be fixed this way")
            return
        label = f"Fix {many} of {len(findings)}" if many < len(findings) else "Fix all"
        words = f"This {changes_in_words(before, after)}. It can be undone."
        fix = Reply(label, partial(self._fix_all, findings), Style.PRIMARY)
        self.host.ask(Dialog(self.host.frame.theme, "Fix all?", words, (fix, CANCEL)))

    def _fix_all(self, findings: Sequence[Finding]) -> None:
        many = apply_all(self.host.workspace, findings)
        left = len(findings) - many
        self.host.show_message(f"{many} fixed" + (f", {left} left" if left else ""))

    # Called by the dock.

    def update(self, seconds: float) -> None:
        self.checks.update(seconds, self.host.workspace.map)
        if self._shown is not None and self._shown != self._state():
            self.refresh()

    def _state(self) -> object:
        return self.checks.report, self.checks.fault, self._is_new, self.chosen

    def refresh(self) -> None:
        """Show the results of the checks."""
        report, theme = self.checks.report, self.host.frame.theme
        offered = [f for one in report.playable for f in one.reasons]
        if self.chosen not in (*report.findings, *offered):
            self.chosen = None
        self._shown = self._state()
        many = len(report.findings)
        self.head.text = (
            f"{many} finding{'s' * (many != 1)}" if many else "No findings"
        ).upper()
        if not self._is_new:
            self.head.text = "CHECKING…" if not many else self.head.text + " …"
        self.list.rows = tuple(
            ListRow(
                str(n),
                label=f.place or "map",
                detail=f.reason,
                note=f.clause,
                picture=sign(theme, f),
            )
            for n, f in enumerate(report.findings)
        )
        found = self.chosen in report.findings
        self.list.chosen = str(report.findings.index(self.chosen)) if found else ""
        fixable = any(fixes_of(finding) for finding in report.findings)
        self.all.reason = "" if fixable else "Nothing here can be fixed with a click"
        self.plays.rows = tuple(_row(one) for one in report.playable)
        self._show_chosen()

    def _show_chosen(self) -> None:
        finding = self.chosen
        if self.checks.fault:
            last = self.checks.fault.strip().splitlines()[-1]
            self.words.spans = (TextSpan(f"The checks failed: {last}", AMBER),)
        elif finding is None:
            self.words.spans = (TextSpan(_invitation(self.checks.report), MUTED),)
        else:
            self.words.spans = (TextSpan(finding.words, TEXT),)
        fixes = fixes_of(finding)[:FIXES] if finding else ()
        for n, button in enumerate(self.buttons):
            button.shown = n < len(fixes)
            if button.shown:
                fix = fixes[n]
                button.label, button.style = fix.label, Style.PRIMARY if n == 0 else Style.PLAIN
                button.on_press = partial(self.fix, fix)
                button.reason, button.hint = self._outlook(fix)

    def _outlook(self, fix: Fix) -> tuple[str, str]:
        """Return why a fix is impossible, or else what it would change; the other is empty."""
        assert self.chosen
        before = self.host.workspace.map
        try:
            words = changes_in_words(before, fix.does(before, self.chosen))
        except EditRefusedError as error:
            return f"Cannot do that: {error}", ""
        return ("", f"It {words}.") if words else ("It would change nothing", "")

    def overlays(self) -> tuple[Overlay, ...]:
        return pins(self.checks.report.findings, self.chosen)

    def handle(self, event: pygame.Event) -> bool:
        return False

    def leave(self) -> None:
        self.checks.close()


def _row(one: Playable) -> ListRow:
    reasons = "\n".join(reason.words for reason in one.reasons)
    note = "yes" if not one.reasons else one.reasons[0].clause or "no"
    without = "\n".join(f"Not with {no}" for no in one.refused)
    hint = reasons or without
    return ListRow(one.scenario, one.title, note=note, faded=bool(reasons), hint=hint)


def _invitation(report: CheckReport) -> str:
    """Return the text shown while no finding is selected."""
    if report.findings:
        return "Click a finding to see where it is and how to fix it."
    return "No problems found." if report.is_whole else "The map is being checked."
