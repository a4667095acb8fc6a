"""The checks tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

import pygame

from game.content.maps.map_file import MapFile
from game.editor.edits import EditRefusedError
from game.editor.finding_fixes import apply_all, apply_fix, fixed_map, fixes_of
from game.editor.findings import CheckReport, Finding, Playable, Severity
from game.editor.fit_search import FitSearch, apply_fit
from game.editor.fixes import Fix
from game.editor.live_checks import LiveChecks
from game.editor.map_changes import changes_in_words
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.finding_marks import pins, sign
from game.screens.editor.fit_preview import preview
from game.screens.editor.tab import TAB_PAD, Tab
from game.view.overlays import Overlay
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, row, sized, spring
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import CLOSE, LARGE, LOW, SMALL_TEXT, TIGHT
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Paragraph, heading
from game.widgets.theme import AMBER, MUTED, TEXT

FIXES = 2
"""Maximum number of fixes offered for one finding."""


class ChecksTab(Tab):
    title: ClassVar[str] = "Checks"
    hint: ClassVar[str] = "Problems with the map, and the scenarios that fit it."

    def __init__(
        self, work: Workspace, messages: EditorMessages, look_at: Callable[[Point], None]
    ) -> None:
        """*look_at*: scrolls a point of the board into view."""
        super().__init__(work, messages)
        self._scroll_to = look_at
        self.checks = LiveChecks()
        self.fits = FitSearch()
        self.chosen: Finding | None = None
        self._awaits: MapFile | None = None
        """The map that is to be made fit once the change is found; None for none."""
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
        return self.checks.is_of(self.work.map)

    def view(self) -> Child:
        report = self.checks.report
        offered = [f for one in report.playable for f in one.reasons]
        if self.chosen not in (*report.findings, *offered):
            self.chosen = None
        plays = ListBox(
            [_row(one) for one in sorted(report.playable, key=_remoteness)],
            on_choose=self._ask,
            on_open=self._ask,
            is_compact=True,
            chosen=self.fits.scenario,
        )
        fixes = [self._fix_button(n, fix) for n, fix in self._fixes()]
        return column(
            self._head(),
            sized(self._findings(), height=0, grow=0.25),
            sized(Paragraph((self._words(),), size=SMALL_TEXT), least=LARGE),
            sized(column(*fixes, gap=TIGHT), least=FIXES * (LOW + TIGHT)),
            heading("Playable as"),
            sized(plays, height=0, grow=0.75),
            *self._fit(),
            pad=TAB_PAD,
            gap=CLOSE,
        )

    def _head(self) -> Child:
        many = len(self.checks.report.findings)
        words = f"{many} finding{'s' * (many != 1)}" if many else "No findings"
        if not self._is_new:
            words = f"{words} …" if many else "Checking…"
        able = any(fixes_of(finding) for finding in self.checks.report.findings)
        reason = "" if able else "Nothing here can be fixed with a click"
        every = Button("Fix all", self.fix_all, size=SMALL_TEXT, reason=reason)
        return row(heading(words), spring(), every)

    def _findings(self) -> ListBox:
        findings, theme = self.checks.report.findings, self.messages.theme
        rows = [
            ListRow(
                str(n),
                label=f.place or "map",
                detail=f.reason,
                note=f.clause,
                picture=sign(theme, f),
            )
            for n, f in enumerate(findings)
        ]
        chosen = str(findings.index(self.chosen)) if self.chosen in findings else ""
        choose = self._choose
        return ListBox(rows, on_choose=choose, on_open=choose, is_compact=True, chosen=chosen)

    def _words(self) -> TextSpan:
        """Return the text about the chosen finding, or that the checks failed."""
        if self.checks.fault:
            last = self.checks.fault.strip().splitlines()[-1]
            return TextSpan(f"The checks failed: {last}", AMBER)
        if self.chosen is None:
            return TextSpan(_invitation(self.checks.report), MUTED)
        return TextSpan(self.chosen.words, TEXT)

    def _fixes(self) -> Iterable[tuple[int, Fix]]:
        return enumerate(fixes_of(self.chosen)[:FIXES] if self.chosen else ())

    def _fit(self) -> Iterator[Child]:
        """Yield what would make the chosen scenario playable, and the button that does it."""
        one, reason = self._wanted, self._no_fit()
        label = f"Make it fit for {one.title}" if one else "Make it fit"
        words = TextSpan(reason or self._changes() or self._searching(), MUTED)
        yield Paragraph((words,), size=SMALL_TEXT, least_lines=2)
        yield Button(label, self.make_fit, size=SMALL_TEXT, style=Style.PRIMARY, reason=reason)

    def _no_fit(self) -> str:
        """Return why the map cannot be made fit now; empty if it can."""
        found = self.fits.found(self.work.map)
        if self._wanted is None:
            return "Choose a scenario that cannot be played yet, to see what would change that."
        if self.fits.fault:
            return self.fits.fault.strip().splitlines()[-1]
        left = found.left if found else ()
        return f"No change was found that helps: {left[0].words}" if left else ""

    @property
    def _wanted(self) -> Playable | None:
        """Return the chosen scenario if it cannot be played on the map."""
        scenario, found = self.fits.scenario, self.checks.report.playable
        return next((one for one in found if one.scenario == scenario and one.reasons), None)

    def _changes(self) -> str:
        """Return what would make the chosen scenario playable; empty if nothing is known."""
        found = self.fits.found(self.work.map)
        return f"It {changes_in_words(self.work.map, found.after)}." if found else ""

    def _searching(self) -> str:
        """Return that a change is searched for, and whether it is made when it is found."""
        if self._awaits is self.work.map:
            return "Searching for the smallest change: it is made when it is found…"
        return "Searching for the smallest change…"

    def _fix_button(self, n: int, fix: Fix) -> Button:
        reason, hint = self._outlook(fix)
        style, press = Style.PLAIN if n else Style.PRIMARY, partial(self.fix, fix)
        return Button(fix.label, press, size=SMALL_TEXT, style=style, reason=reason, hint=hint)

    # Called by the widgets.

    def _choose(self, id_: str) -> None:
        self._look_at(self.checks.report.findings[int(id_)])

    def _ask(self, id_: str) -> None:
        """Show a reason why a scenario cannot be played, the next one with each call."""
        (one,) = [one for one in self.checks.report.playable if one.scenario == id_]
        self._want(id_ if one.reasons else "")
        if not one.reasons:
            without = "".join(f"; not with {no}" for no in one.refused)
            self.messages.say(f"{one.title} can be played on this map{without}")
            return
        at = one.reasons.index(self.chosen) + 1 if self.chosen in one.reasons else 0
        self._look_at(one.reasons[at % len(one.reasons)])

    def _look_at(self, finding: Finding) -> None:
        self.chosen = finding
        work = self.work
        work.select(finding.about)
        if finding.at:
            self._scroll_to(finding.at)
        self.changed()

    def fix(self, fix: Fix) -> None:
        if self.chosen is None:
            return
        if self.messages.attempt(partial(apply_fix, self.work, self.chosen, fix)):
            self.messages.say(f"Done: {fix.label}")

    def _want(self, scenario: str) -> None:
        """Search for what makes a scenario playable; empty for none."""
        if scenario != self.fits.scenario:
            self._awaits = None
        self.fits.want(scenario)

    def make_fit(self) -> None:
        """Apply the changes that make the chosen scenario playable, as one undo.

        While they are searched for, that waits until they are found, or the map is changed.
        """
        one, found = self._wanted, self.fits.found(self.work.map)
        if one is None or self._no_fit():
            return
        if found is None:
            self._awaits = self.work.map
            self.changed()
            return
        words = self._changes()
        if self.messages.attempt(partial(apply_fit, self.work, found, one.title)):
            self._want("")
            self.messages.say(f"Done: {words}")

    def _make_awaited(self) -> None:
        """Apply the changes if they were asked for and are found now, or say why not."""
        if self._awaits is None:
            return
        if self._awaits is not self.work.map or self._wanted is None:
            self._awaits = None
        elif no := self._no_fit():
            self._awaits = None
            self.messages.say(no)
        elif self.fits.found(self.work.map):
            self._awaits = None
            self.make_fit()

    def fix_all(self) -> None:
        """Say what all fixes together would change, and ask whether to apply them."""
        before, findings = self.work.map, self.checks.report.findings
        after, many = fixed_map(before, findings)
        if not many:
            self.messages.say("Nothing could be fixed this way")
            return
        label = f"Fix {many} of {len(findings)}" if many < len(findings) else "Fix all"
        words = f"This {changes_in_words(before, after)}. It can be undone."
        fix = Reply(label, partial(self._fix_all, findings), Style.PRIMARY)
        self.messages.ask(Dialog(self.messages.theme, "Fix all?", words, (fix, CANCEL)))

    def _fix_all(self, findings: Sequence[Finding]) -> None:
        many = apply_all(self.work, findings)
        left = len(findings) - many
        self.messages.say(f"{many} fixed" + (f", {left} left" if left else ""))

    # Called by the dock.

    def update(self, seconds: float) -> None:
        self.checks.update(seconds, self.work.map)
        if self._wanted and self._is_new:
            self.fits.update(self.work.map)
            self._make_awaited()
        if self._shown != (state := self._state()):
            self._shown = state
            self.changed()

    def _state(self) -> object:
        fits = self.fits.scenario, self.fits.found(self.work.map), self.fits.fault
        awaits = self._awaits is self.work.map
        return self.checks.report, self.checks.fault, self._is_new, self.chosen, fits, awaits

    def _outlook(self, fix: Fix) -> tuple[str, str]:
        """Return why a fix is impossible, or else what it would change; the other is empty."""
        assert self.chosen
        before = self.work.map
        try:
            words = changes_in_words(before, fix.does(before, self.chosen))
        except EditRefusedError as error:
            return f"Cannot do that: {error}", ""
        return ("", f"It {words}.") if words else ("It would change nothing", "")

    def overlays(self) -> tuple[Overlay, ...]:
        shown = pins(self.checks.report.findings, self.chosen)
        found = self.fits.found(self.work.map) if self._wanted else None
        return (*preview(found.before, found.after), *shown) if found else shown

    def handle(self, event: pygame.Event) -> bool:
        return False

    def leave(self) -> None:
        self.checks.close()
        self.fits.close()


def _remoteness(one: Playable) -> tuple[int, int]:
    """Return a key by which scenarios that a map is made for, or nearly fit, come first."""
    return -one.shared, len(one.reasons)


def _row(one: Playable) -> ListRow:
    reasons = "\n".join(reason.words for reason in one.reasons)
    note = "yes" if not one.reasons else one.reasons[0].clause or "no"
    lacks = one.reasons[0].words if one.reasons else ""
    if more := len(one.reasons) - 1:
        lacks = f"{lacks}; {more} more" if more > 0 else lacks
    without = "\n".join(f"Not with {no}" for no in one.refused)
    hint = reasons or without
    faded = bool(reasons)
    return ListRow(one.scenario, one.title, lacks, note=note, faded=faded, hint=hint)


def _invitation(report: CheckReport) -> str:
    """Return the text shown while no finding is selected."""
    if report.findings:
        return "Click a finding to see where it is and how to fix it."
    return "No problems found." if report.is_whole else "The map is being checked."
