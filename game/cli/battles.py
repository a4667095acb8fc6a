"""The commands that play a battle, which their arguments describe."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import Any

from game.bots.match import Match, answers, seated
from game.bots.registry import POLICIES
from game.cli.windows import in_window
from game.content.faults import UnusableFile
from game.content.file_words import word_of
from game.content.library_kinds import MAP
from game.content.safe_writing import write_whole
from game.content.save_format import HUMAN
from game.content.scenarios import ORDINARY, Scenario, load_scenario, scenario_names
from game.content.state_hashes import story_hash
from game.play.log.battle_report import BattleReport
from game.play.log.transcript import line
from game.play.log.wording import result_reason, score_text, turn_word, victory
from game.play.session import Session
from game.rules import PLAYED
from game.rules.battles import Battle, prepare, report_broken
from game.rules.map_choice import replacement_words
from game.rules.saving import saved_text
from game.systems import entry_of
from game.table.apply import apply
from game.table.events import Ended, PhaseBegan
from game.table.records import many
from game.table.state import Table

ALIASES = {"bot": "steady"}
SEEDS = 1_000_000


def seed_of(args: argparse.Namespace) -> int:
    return int(args.seed) if args.seed is not None else 1 + randbelow(SEEDS)


def refuse_second_word(args: argparse.Namespace) -> None:
    """Raise UnusableFile if a scenario is followed by a name, as only a campaign is."""
    if getattr(args, "name", None):
        raise UnusableFile(
            args.name, [("", "is one word too many: only a campaign is given by two")]
        )


def battle_of(args: argparse.Namespace) -> Battle:
    """Return the battle that the arguments describe; raise UnusableFile.

    If no map is named and the usual one does not fit, print which is taken and why.
    """
    refuse_second_word(args)
    named = args.scenario or ORDINARY
    scenario = load_scenario(named, PLAYED)
    forces, faults = dict[str, str](), list[tuple[str, str]]()
    chosen = _options_in(scenario, args.option, faults)
    for brought in args.roster:
        try:
            side, roster = _set(brought, f"{scenario.sides[0].id}=ROSTER")
            forces |= {side: scenario.forces({side: roster})[side]}
        except ValueError as error:
            faults.append(("--roster", str(error)))
    if faults:
        raise UnusableFile(named, faults)
    battle = prepare(
        named,
        seed=seed_of(args),
        map_=args.map,
        options=chosen,
        rosters=forces,
        suggest=True,
    )
    taken = word_of(battle.map, MAP)
    if args.map is None and taken != scenario.map:
        print(f"Map: {replacement_words(battle, taken, scenario.map)}", file=sys.stderr)
    return battle


def options_of(scenario: Scenario, settings: Sequence[str]) -> dict[str, Any]:
    """Return the options of ``K=V`` settings; raise UnusableFile for unknown ones."""
    faults = list[tuple[str, str]]()
    chosen = _options_in(scenario, settings, faults)
    if faults:
        raise UnusableFile(scenario.file, faults)
    return chosen


def _options_in(
    scenario: Scenario, settings: Sequence[str], faults: list[tuple[str, str]]
) -> dict[str, Any]:
    """Return the options of ``K=V`` settings, and append what is wrong to *faults*."""
    chosen = dict[str, Any]()
    for setting in settings:
        try:
            name, value = _option(scenario, setting)
            chosen[name] = value
        except ValueError as error:
            faults.append(("--option", str(error)))
    return chosen


def _option(scenario: Scenario, setting: str) -> tuple[str, bool | int]:
    """Return option and value of ``K=V``; raise ValueError if there is no such option."""
    name, text = _set(setting, "turns=4")
    return name, scenario.option(name).read(name, text)


def _set(setting: str, example: str) -> tuple[str, str]:
    """Return name and value of a setting; raise ValueError if it has another form."""
    name, equals, text = setting.partition("=")
    if not equals:
        raise ValueError(f"{setting!r} should look like {example}")
    return name, text


def players_of(args: argparse.Namespace, *, people: bool) -> tuple[str, str]:
    """Return the players of both sides; raise UnusableFile for unknown ones."""
    names = [ALIASES.get(name, name) for name in args.players.split(",")]
    known = [*([HUMAN] if people else []), *POLICIES]
    if len(names) != 2 or any(name not in known for name in names):
        example = f"e.g. steady,steady (not {args.players})"
        reason = f"name two of {', '.join(known)}, {example}"
        raise UnusableFile("--players", [("", reason)])
    return names[0], names[1]


class LogPrinter:
    """Prints the report of a game while it is played; with *verbose*, every event."""

    def __init__(self, session: Session, table: Table, *, verbose: bool = False) -> None:
        """Print from *table* on, the table before all events, which the printer then owns."""
        self.session, self.table, self.seen, self.verbose = session, table, 0, verbose
        self.report = BattleReport()
        self.heading = self.last = ""
        """The heading and the line that are not printed yet."""

    def go_on(self) -> None:
        """Print what happened since the last call, except the last line, which may go on."""
        story = self.session.game.story
        for event in story[self.seen :]:
            apply(self.table, event)
            if isinstance(event, PhaseBegan):
                self.flush()
                self.heading = line(event, self.table)  # printed when a line follows below it
            elif isinstance(event, Ended):
                self.flush()  # the result is printed with turns and points at the end
            elif self.verbose:
                if words := line(event, self.table):
                    self._add(words, event.clause)
            elif lines := self.report.add(event, self.table):
                self._add(lines.text, lines.clause, replaces=lines.replaces)
        self.seen = len(story)

    def flush(self) -> None:
        """Print the last line, too."""
        self._print()
        self.heading = ""
        self.report.end_line()

    def _print(self) -> None:
        if self.last:
            if self.heading:
                print(f"\n{self.heading}")
            print(self.last)
            self.heading = self.last = ""

    def _add(self, words: str, clause: str, *, replaces: bool = False) -> None:
        if not replaces:
            self._print()
        self.last = f"  {words}  ({clause})"


def demo(args: argparse.Namespace) -> int:
    """Show two bots playing, in the window or as text."""
    names = players_of(args, people=False)
    shown = [f"--{name}" for name in ("show", "loop", "fullscreen") if getattr(args, name)]
    if shown and (args.headless or args.json or args.save):
        reason = "needs the window: leave out --headless, --json and --save"
        raise UnusableFile(", ".join(shown), [("", reason)])
    if args.loop:
        battles = battles_of(args)
        return in_window(
            "show loop", battles, names, speed=args.speed, fullscreen=args.fullscreen
        )
    if args.more:
        refuse_second_word(argparse.Namespace(name=args.more[0]))
    battle = battle_of(args)
    if not (args.headless or args.json or args.save):
        return in_window(
            "battle",
            battle,
            names,
            speed=args.speed,
            shows=args.show,
            fullscreen=args.fullscreen,
        )
    return headless(battle, names, as_json=args.json, verbose=args.verbose, save=args.save)


def battles_of(args: argparse.Namespace) -> list[Battle]:
    """Return the battles of all scenarios that are named, or of all shipped ones."""
    named = [name for name in (args.scenario, args.name, *args.more) if name]
    words = named or [name for name in scenario_names() if not lies_over(name)]
    given = vars(args)
    return [
        battle_of(argparse.Namespace(**{**given, "scenario": word, "name": None}))
        for word in words
    ]


def lies_over(scenario: str) -> bool:
    """Return whether a scenario has no rules of its own to be played by bots."""
    return entry_of(load_scenario(scenario, PLAYED).system).lies_over


def headless(
    battle: Battle,
    names: Sequence[str],
    *,
    as_json: bool = False,
    verbose: bool = False,
    save: Path | None = None,
) -> int:
    """Play a battle to its end without a window, and print the result.

    Return 1, and write a report, if a rule or a bot raises.
    """
    session, seats = battle.session(), seated(battle.opening.sides, names)
    header = battle.header({str(side): name for side, name in seats.names.items()})
    forecaster = (
        None if as_json else LogPrinter(session, battle.opening.fork(), verbose=verbose)
    )
    going, match = answers(session, seats), None
    while match is None:
        if forecaster:
            forecaster.go_on()
        try:
            next(going)
        except StopIteration as over:
            match = over.value
        except Exception as error:  # noqa: BLE001  a rule, a bot: whatever broke, the game is kept
            if forecaster:
                forecaster.flush()
            where = report_broken(error, session, header)
            print(f"{error}\nreport: {where or 'could not be written'}", file=sys.stderr)
            return 1
    if forecaster:
        forecaster.go_on()
        forecaster.flush()
    if save:
        write_whole(save, saved_text(session, header))
    if as_json:
        print(json.dumps(_result(battle, match, story_hash(session.game.story))))
    else:
        print(f"\n{_ending(match, session.table)}")
    return 0


def _result(battle: Battle, match: Match, story: str) -> dict[str, Any]:
    return {
        "scenario": battle.scenario.id,
        "map": battle.map,
        "seed": match.seed,
        "players": list(match.players.values()),
        "winner": match.winner,
        "reason": match.reason,
        "turns": match.turns,
        "decisions": match.decisions,
        "seconds": round(match.seconds, 3),
        "story": story,
    }


def _ending(match: Match, table: Table) -> str:
    """Return the result: ``"Wardens win 7–2 after 8 turns: victory points"``."""
    scores = f" {score_text(match.scores.values())}" if "points" in match.reason else ""
    when = f"after {many(match.turns, turn_word(table))}"
    reason = result_reason(match.winner, match.reason)
    return f"{victory(match.winner)}{scores} {when}: {reason}"


def play(args: argparse.Namespace) -> int:
    """Open a battle in the window."""
    names = players_of(args, people=True)
    return in_window("battle", battle_of(args), names)


def battle_as_text() -> int:
    """Print the battle of two bots that the title shows where there is no screen."""
    battle = prepare(ORDINARY, seed=1 + randbelow(SEEDS))
    return headless(battle, ("steady", "steady"))
