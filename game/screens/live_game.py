"""A game on screen, running or recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from random import randrange

from game.bots.watchdog import DOG
from game.content.campaign_saves import Tie, keep, load_ongoing, place_of
from game.content.faults import UnusableFile
from game.content.own_folders import saves
from game.content.safe_writing import write_whole
from game.content.save_files import automatic_save, save_path_for
from game.content.save_format import HUMAN, SavedGame, SaveHeader, parse_save
from game.cores.kit.game_rules import GameRules
from game.play.dice_sequences import splice
from game.play.log.wording import side_name
from game.play.phases import PhaseMachine
from game.play.session import Session
from game.rules.battles import Battle, battle_of, report_broken
from game.rules.saving import Recorder, events_of, restore, saved_text
from game.screens.seats import Seats
from game.shown.answer_motives import Motives
from game.shown.player_names import known_player
from game.table.apply import apply
from game.table.events import Event, Moved, PhaseBegan, Removed, Wounded
from game.table.records import Result, Side
from game.table.state import Table


def random_seed() -> int:
    """Return the seed of another game."""
    return randrange(1, 1_000_000)  # noqa: S311  which game it is, no secret


def _quiet(words: str) -> None:
    pass


class LiveGame:
    """A running game with seats.

    It is saved with every answer, from the first one given here.
    """

    why_not_kept = "This is a test game: it is not saved automatically."
    """The words for a game that is not saved automatically."""
    is_savable = True
    """False if it cannot be saved under a name either."""

    def __init__(
        self,
        battle: Battle,
        session: Session,
        seats: Seats,
        lost: int = 0,
        *,
        kept: bool = True,
        tie: Tie | None = None,
    ) -> None:
        self.tie = tie
        """Campaign battle that it is; None for a game of its own."""
        self.battle, self.session, self.seats = battle, session, seats
        self.kept = kept
        """True if the game is saved automatically; trial games are not."""
        self.phases: PhaseMachine = battle.rules().phases
        self.lost = lost
        """Number of answers of a save that no longer fit the rules and are asked again."""
        self.settled: Result | None = None
        """Result outside the rules: a side conceded, or both agreed on a draw."""
        self.joined = set[int]()
        """Indices of answers that belong to the gesture of the answer before them."""
        self.motives = Motives()
        """The motives of the bots' answers, which no save holds."""
        self.dog = DOG
        self.complain: Callable[[str], None] = _quiet
        """Called once with a message if the game can no longer be saved."""
        self.former: Path | None = None
        """Automatic save that it goes on from, which its own save replaces."""
        self._recorder: Recorder | None = None

    @property
    def title(self) -> str:
        """Return the title of the scenario."""
        return self.battle.scenario.title

    @property
    def mission(self) -> str:
        """Return the name of the mission."""
        return self.battle.about

    @property
    def turns(self) -> int:
        """Return the number of game turns; 0 if that is not fixed."""
        return self.battle.turns

    @property
    def goals(self) -> Sequence[str]:
        """Return a few words on how each side wins."""
        return self.battle.goals

    @property
    def result(self) -> Result | None:
        """Return the result, by the rules or by agreement; None while the game goes on."""
        return self.session.table.result or self.settled

    def concede(self, side: Side) -> None:
        winner = self.session.table.enemy(side)
        self._settle(Result(winner, f"{side_name(side)} conceded", ""))

    def agree_on_draw(self) -> None:
        self._settle(Result(None, "both sides agreed on a draw", ""))

    def _settle(self, result: Result) -> None:
        self.settled = result
        self.record()
        if self._recorder:
            self._recorder.settle(result)

    @property
    def path(self) -> Path | None:
        """Return the path of the save file; None if there is none."""
        return self._recorder.path if self._recorder else None

    def record(self) -> None:
        """Start saving the game; called before anything changes it.

        A game that is only looked at, or left at once, leaves no file behind.
        """
        if self._recorder is None and self.kept:
            self._recorder = Recorder(self.session, self._header, saves(), self.complain)
            self._tell_campaign()
            if self.former and self.path:
                self.former.unlink(missing_ok=True)
                self.former = None

    def _tell_campaign(self) -> None:
        """Record the name of the save file in the campaign."""
        if self.tie is None or self.path is None:
            return
        try:
            campaign = load_ongoing(place_of(self.tie.name))
            if len(campaign.fought) == self.tie.number:
                ongoing = campaign.model_copy(update={"playing": self.path.name})
                keep(place_of(self.tie.name), ongoing)
        except UnusableFile as error:
            self.complain(f"The campaign is no longer saved: {error}")

    @property
    def written(self) -> bool:
        """Return whether all events are in a file, or will be with the next answer."""
        return self._recorder is None or self.path is not None

    def close(self) -> None:
        """Close the save file."""
        if self._recorder:
            self._recorder.close()
            self._recorder = None

    def seat(self, side: Side, name: str) -> None:
        """Give a side to a person, or to the bot of that name, from now on.

        A save names the players in its first line, so the game goes on in another file.
        """
        self.seats.seat(side, name)
        if former := self.path:
            self.close()
            self.former = former
            self.record()

    @property
    def _header(self) -> SaveHeader:
        header = self.battle.header(self._names)
        if self.tie is None:
            return header
        return header.model_copy(update={"campaign": self.tie.name, "stage": self.tie.number})

    @property
    def _names(self) -> dict[str, str]:
        return {str(side): name for side, name in self.seats.names.items()}

    def save_as(self, name: str) -> Path:
        """Save the game under a name and return its path; raise UnusableFile if that fails."""
        path = save_path_for(saves(), name)
        write_whole(path, self.as_text())
        return path

    def as_text(self) -> str:
        """Return the game as the text of a save."""
        return saved_text(self.session, self._header, self.settled)

    def report(self, error: Exception) -> Path | None:
        """Write a crash report about an error in a rule, and return its path."""
        return report_broken(error, self.session, self._header, self.path)

    def again(self, seed: int, *, swapped: bool = False) -> LiveGame:
        """Return the same battle from its beginning, with another seed and the same players.

        *swapped*: the players change sides.
        """
        people = list(self.seats.names.values())
        people = people[::-1] if swapped else people
        return start_game(replace(self.battle, seed=seed), people, kept=self.kept)


def start_game(
    battle: Battle, players: Sequence[str], *, kept: bool = True, tie: Tie | None = None
) -> LiveGame:
    """Open a battle; *players* are ``human`` or a bot's name for each side.

    *kept*: the game is saved from its first answer on. *tie* is its place in a campaign.
    """
    sides = battle.opening.sides
    names: Mapping[Side, str] = dict(zip(sides, players, strict=True))
    return LiveGame(battle, battle.session(), Seats(names), kept=kept, tie=tie)


def resume_game(save: SavedGame) -> LiveGame:
    """Open a saved game in its last state; raise UnusableFile.

    If it was saved automatically, as a whole, its file is replaced once the game goes on.
    """
    battle = battle_of(save)
    restored = restore(save, battle.rules(), battle.opening)
    players = save.header.players
    names = {side: known_player(players.get(side, HUMAN)) for side in battle.opening.sides}
    header = save.header
    tie = Tie(header.campaign, header.stage) if header.campaign else None
    live_game = LiveGame(battle, restored.session, Seats(names), restored.lost, tie=tie)
    if (end := save.end) and end.settled:
        winner = Side(end.winner) if end.winner else None
        live_game.settled = Result(winner, end.reason, end.clause)
    if not (save.torn or restored.lost):
        live_game.former = automatic_save(saves(), save)
    return live_game


def resume_game_at(
    save: SavedGame, count: int, players: Sequence[str], luck: int | None = None
) -> LiveGame:
    """Open a saved game at its last question after at most *count* events.

    The dice are those of the save; with *luck* as a seed they are new from there. Raise
    UnusableFile if the save does not fit.
    """
    number, kept = len(save.opening.events), 0
    for entry in save.answers[: -1 if save.end and not save.end.settled else None]:
        number += len(entry.events)
        if number > count:
            break
        kept += 1
    while kept and save.answers[kept - 1].sealed and not save.answers[kept - 1].events:
        kept -= 1  # sealed answers are asked again, with the other half of the question
    cut = replace(save, answers=save.answers[:kept], undone=[], end=None)
    battle = battle_of(cut)
    restored = restore(cut, battle.rules(), battle.opening)
    game = restored.session.game
    if luck is not None:
        game.dice = splice(game.dice, game.table.rolls, luck)
    names = dict(zip(battle.opening.sides, players, strict=True))
    return LiveGame(battle, restored.session, Seats(names), restored.lost)


def rounds_begun(events: Sequence[Event]) -> Mapping[int, int]:
    """Return the number of events up to the one that begins each game turn, by its number."""
    found = dict[int, int]()
    for count, event in enumerate(events, 1):
        if isinstance(event, PhaseBegan) and event.round:
            found.setdefault(event.round, count)
    return found


@dataclass(frozen=True)
class RecordedGame:
    title: str
    opening: Table
    events: Sequence[Event]
    _: KW_ONLY
    rules: GameRules
    mission: str = ""
    turns: int = 0
    goals: Sequence[str] = ()
    """A few words on how each side wins."""
    save: Callable[[], SavedGame] | None = None
    """Returns the game as a save, for playing on from one of its states."""
    motives: Motives = field(default_factory=Motives)
    """The motives of the bots' answers; none if the game comes from a save."""

    @property
    def phases(self) -> PhaseMachine:
        return self.rules.phases

    def at(self, count: int) -> Table:
        """Return the table after *count* events."""
        table = self.opening.fork()
        for event in self.events[:count]:
            apply(table, event)
        return table

    @cached_property
    def beats(self) -> tuple[int, ...]:
        """Return the number of events before each beat, and the number of all events."""
        found = [0]
        while found[-1] < len(self.events):
            found.append(found[-1] + len(self.beat(found[-1])))
        return tuple(found)

    @cached_property
    def turns_begun(self) -> tuple[int, ...]:
        """Return the number of events after which each turn has begun."""
        found, last = list[int](), None
        for count, event in enumerate(self.events, 1):
            if isinstance(event, PhaseBegan):
                if (event.round, event.side) != last:
                    found.append(count)
                last = event.round, event.side
        return tuple(found)

    @cached_property
    def losses(self) -> tuple[int, ...]:
        """Return the numbers of events after which a loss or wound begins a series of them."""
        hurt = [isinstance(event, Wounded | Removed) for event in self.events]
        return tuple(n + 1 for n, now in enumerate(hurt) if now and not (n and hurt[n - 1]))

    def beat(self, count: int) -> Sequence[Event]:
        """Return the events shown together after *count* events.

        This is one event, or all steps of a march.
        """
        end = count
        while end < len(self.events) and isinstance(self.events[end], Moved):
            end += 1
        return self.events[count : max(end, count + 1)]


def record_of_live_game(live_game: LiveGame) -> RecordedGame:
    """Return the record of a running game, as far as it has come."""
    battle = live_game.battle
    return RecordedGame(
        battle.scenario.title,
        opening=battle.opening,
        events=tuple(live_game.session.game.story),
        rules=battle.rules(),
        mission=battle.about,
        turns=live_game.turns,
        goals=battle.goals,
        save=lambda: parse_save(live_game.as_text(), battle.scenario.title),
        motives=live_game.motives,
    )


def record_of_save(save: SavedGame) -> RecordedGame:
    """Return the record of a save; raise UnusableFile."""
    battle = battle_of(save)
    rules = battle.rules()
    entries = (save.opening, *save.answers)
    return RecordedGame(
        battle.scenario.title,
        opening=battle.opening,
        events=tuple(event for entry in entries for event in events_of(save, entry, rules)),
        rules=rules,
        mission=battle.about,
        turns=battle.turns,
        goals=battle.goals,
        save=lambda: save,
    )
