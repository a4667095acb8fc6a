"""The screen that says whether a map is fair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.content.maps.map_file import MapFile
from game.content.save_format import parse_save
from game.editor.trial_games import MapContent, TrialKey
from game.editor.verdict_trials import JudgedGames, VerdictTrials
from game.lab.map_verdicts import SURE, TOLERANCE
from game.lab.swapped_games import saved_game
from game.screens.battle_opening import replay_of
from game.screens.card import Card, CardSize
from game.screens.editor.map_outline_view import MapOutlineView
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Change, Load, Visit
from game.table.records import many
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, keyed, row, sized, spring
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.sizes import APART, CLOSE, EDGE, FIELD, SIDE, SMALL_TEXT, STEADY
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, MUTED, TEXT, WELL

SCENARIOS, FOUND, VERSIONS = "scenarios", "found", "versions"
"""Keys of the widgets."""
HOME = "verdict"
ALL_PLAYED = "No more games would decide it"
BROKEN = "The worker processes fail to start."
ABOUT = (
    "Two bots play with the same dice and everything swapped: places, rosters, the first turn. "
    f"Intervals are {SURE:g} standard errors wide to each side, so that they hold although "
    "they are looked at again and again. "
    f"Fair is surely within {TOLERANCE * 100:.0f} points of half."
)


class MapVerdictScreen(MenuScreen):
    """Verdicts on a map: a list of the scenarios that it fits, each with what was found."""

    def __init__(
        self,
        mapfile: MapFile,
        scenarios: Sequence[tuple[str, str]],
        trials: VerdictTrials,
    ) -> None:
        """*scenarios*: name and title of those that the map fits, the likeliest first."""
        self.map, self.titles, self.trials = mapfile, dict(scenarios), trials
        self.chosen = next(iter(self.titles))
        self._face = MapContent(mapfile)
        self._shown = -1

    def view(self) -> Card:
        listed = ListBox([*self._rows()], on_choose=self._choose, chosen=self.chosen)
        broken = [_entry(BROKEN, AMBER)] if self.trials.crew.broken else []
        found = Log(entries=[*broken, *self._lines()], indent=0, follows=False)
        log = sized(keyed(FOUND, found), height=0, grow=1)
        content = row(
            sized(keyed(SCENARIOS, listed), width=SIDE, least=FIELD),
            sized(
                column(
                    Paragraph((TextSpan(ABOUT, MUTED),), least_lines=2),
                    sized(column(log, pad=EDGE, plate=WELL), grow=1),
                    self._versions(),
                    gap=CLOSE,
                ),
                grow=1,
            ),
            gap=APART,
        )
        body = column(sized(content, grow=1), self._foot(), gap=APART)
        title = f"Is {self.map.board.title or 'this map'} fair?"
        return Card(title.upper(), body, size=CardSize.FULL, focus=SCENARIOS)

    def _versions(self) -> Child:
        """Return this map beside its version before, if games of both are compared."""
        before = self.trials.before(self._key)
        if before is None or self._judged is None:
            return None
        old, new = before.face.whole, self.map
        was, now = old.by_id(), new.by_id()
        gone = [one for id_, one in was.items() if now.get(id_) != one]
        changed = [one for id_, one in now.items() if was.get(id_) != one]
        boards = (
            ("Before: gone or changed is red", MapOutlineView(old, [], gone)),
            ("Now: new or changed is amber", MapOutlineView(new, changed, [])),
        )
        shown = (
            column(Label(words, size=SMALL_TEXT, colour=MUTED), sized(board, height=0, grow=1))
            for words, board in boards
        )
        both = row(*(sized(one, grow=1) for one in shown), gap=APART)
        return sized(keyed(VERSIONS, both), height=0, grow=1)

    def _foot(self) -> Child:
        if self.trials.running:
            go = Button("Stop", self.turn, icon="ui/pause", shortcut=Key(pygame.K_p))
        else:
            done = self._judged
            reason = ""
            if done and done.next_number() is None:
                reason = "It is decided" if done.verdict.is_decided else ALL_PLAYED
            go = Button(
                "Find out",
                self.turn,
                icon="ui/play",
                style=Style.PRIMARY,
                shortcut=Key(pygame.K_p),
                reason=reason,
            )
        all_ = Button("All scenarios", self.start_all, shortcut=Key(pygame.K_a))
        judged = self._judged
        none = judged is None or judged.verdict.lopsided is None
        watch = Button(
            "Watch the worst game",
            self.watch,
            icon="ui/eye",
            shortcut=Key(pygame.K_w),
            reason="No game is judged yet" if none else "",
            hint="The game that was won by most points, as a replay",
        )
        return row(sized(go, least=STEADY), all_, watch, spring(), self.back_button())

    @property
    def _key(self) -> TrialKey:
        return TrialKey(self._face, self.chosen)

    @property
    def _judged(self) -> JudgedGames | None:
        return self.trials.of(self._key)

    def _rows(self) -> Iterator[ListRow]:
        for name, title in self.titles.items():
            judged = self.trials.of(TrialKey(self._face, name))
            yield ListRow(name, title, self._state(name, judged))

    def _state(self, name: str, judged: JudgedGames | None) -> str:
        """Return how far the verdict in a scenario is, in few words."""
        if judged is None:
            key = TrialKey(self._face, name)
            if key in self.trials.refusals:
                return "cannot be played"
            return "waits for its games" if key in self.trials.queue else "not tried yet"
        verdict, running = judged.verdict, self.trials.running
        if verdict.is_decided:
            return "fair" if verdict.is_fair else "not fair"
        words = f"{many(len(judged.games), 'game')}"
        left = judged.seconds_left
        if running and running.scenario == name and judged.wanted and left is not None:
            return f"{words}, about {judged.wanted} more: {time_words(left)}"
        return f"{words}, not decided"

    def _lines(self) -> Iterator[LogEntry]:
        judged = self._judged
        if judged is None:
            yield self._untried()
            return
        verdict = judged.verdict
        yield _entry(verdict.headline(), TEXT if verdict.is_fair else AMBER)
        for cause in [*verdict.causes()][1:]:
            yield _entry(f"Also: {cause}.", AMBER)
        if judged.wanted:
            left = judged.seconds_left
            time = f", {time_words(left)}" if left is not None else ""
            words = "decide it" if verdict.games else "are needed for a first look"
            more = many(judged.wanted, "more game")
            yield _entry(f"About {more} {words}{time}.", MUTED)
        for proposal in judged.proposals:
            yield _entry(f"Try: {proposal.words}.", TEXT)
        if verdict.games:
            yield _entry(f"What {many(verdict.games, 'game')} show:", MUTED)
            for line in verdict.rest():
                yield _entry(f"  {line}", TEXT)
        changes = [*self.trials.changes_since(self._key)]
        if changes:
            yield _entry("Beside the version before, on the same dice:", MUTED)
            for change in changes:
                yield _entry(f"  {change.words}", TEXT)
        if judged.faults:
            bad = many(len(judged.faults), "game")
            yield _entry(f"{bad} failed and did not count.", AMBER)

    def _untried(self) -> LogEntry:
        """Return the words on a scenario of which there are no games."""
        if refusal := self.trials.refusals.get(self._key):
            return _entry(f"Not playable: {refusal}", AMBER)
        words = "Press Find out: it takes a minute to ten, and stops when it is decided."
        return _entry(words, MUTED)

    def _choose(self, name: str) -> None:
        self.chosen = name

    def turn(self) -> None:
        """Start or stop the games of the chosen scenario."""
        if self.trials.running:
            self.trials.stop()
        else:
            self._start([self.chosen])

    def start_all(self) -> None:
        """Judge the map in all scenarios that it fits, one after the other."""
        self._start([*self.titles])

    def _start(self, scenarios: Sequence[str]) -> None:
        self.trials.start(self.map, scenarios)

    def watch(self) -> None:
        """Play the most lopsided game again, and open it as a replay."""
        judged = self._judged
        if judged is None or (number := judged.verdict.lopsided) is None:
            return
        plan, players = judged.plan, self.trials.players

        def work() -> Visit:
            text = saved_game(plan, players, number)
            return Visit(replay_of(parse_save(text, "lopsided.undertow")), HOME)

        self.change = Load("Playing the game again", work, lambda found: found)

    def update(self, seconds: float) -> Change | None:
        """Collect games, and show what is new."""
        self.trials.poll(seconds)
        if self._shown != self.trials.changes:
            self._shown = self.trials.changes
            self.changed()
        return super().update(seconds)


def _entry(words: str, colour: str) -> LogEntry:
    return LogEntry((TextSpan(words, colour),))


def time_words(seconds: float) -> str:
    """Return a time in words: ``"40 seconds"``, ``"3 minutes"``."""
    if seconds < 90:
        return many(max(5, 5 * round(seconds / 5)), "second")
    return many(round(seconds / 60), "minute")
