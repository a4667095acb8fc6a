"""The card of a fight: its blows, its losses, its outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.play.log.log_words import act_words, reaches, rerolled, unit_of
from game.play.log.plurals import agree, is_plural
from game.play.log.report_attacks import DUELS, KILLED, RESULTS
from game.play.log.transcript import hit_text
from game.play.log.wording import joined, model_name, name
from game.shown.lines import ShownLine, ShownSpan, Tone, team_of, title_line
from game.table import events
from game.table.events import Act, Event, RollKind
from game.table.records import How, ModelId, UnitId, Where, many
from game.table.state import Table

FIGHT, ATTACK, CRASH = "Fight", "Attack", "Crash"
"""Titles of a combat, of an attack settled by one die, and of hits that nobody aimed."""
OUTCOMES: Final = {
    Act.DESTROYED: "run down",
    Act.FALLS_BACK: "falls back",
    Act.STANDS_FAST: "fearless, no test",
}
"""Acts that a combat ends in for a unit, in words for the card."""
FOLLOWS: Final = frozenset(
    {*OUTCOMES, *RESULTS, Act.DRAWS, Act.PILES_IN, Act.CONSOLIDATES, Act.STOPPED}
    | {Act.IS_CORNERED, Act.IS_STUBBORN, Act.THIRSTS, Act.GIVES_GROUND}
)
"""Acts that belong to the fight before them."""
SPARES: Final[Mapping[RollKind | None, str]] = {
    RollKind.WOUND: "is not wounded",
    RollKind.SAVE: "makes its save",
}
"""Rolls that end an attack without a wound, in words for the card."""
DEEDS: Final = frozenset({Act.MOVES, Act.RUNS, Act.ADVANCES, Act.SHOOTS, Act.CHARGES})
"""Acts that end the card in a game that nobody at the screen makes choices in."""
MUSTERS: Final = events.Marked | events.Unmarked
"""Events between the units that a combat begins with."""
MOST_STRUCK = 3
"""Number of models above which a crash names no single ones."""


@dataclass
class FightPart:
    """The part of one unit in a fight."""

    unit: UnitId
    sequences: list[BlowDice] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)
    """The dice of attacks that one die settles."""
    deeds: list[events.Acted] = field(default_factory=list)
    """The results of such attacks."""
    killed: int = 0
    wounds: int = 0
    """Wounds that its blows inflicted."""
    lost: int = 0
    """Models that it lost without a blow: to hazards, or by its own weapons."""
    tests: list[events.Rolled] = field(default_factory=list)
    outcome: str = ""

    @property
    def hits(self) -> int:
        return sum(dice.hits for dice in self.sequences)


@dataclass
class BlowDice:
    """The rolls of one sequence of attacks, as far as they count its hits."""

    by: str
    target: str
    weapon: str
    to_hit: list[events.Rolled] = field(default_factory=list)
    to_wound: int = 0
    """Number of dice rolled to wound."""

    @property
    def hits(self) -> int:
        """Return the number of hits: one for each die to wound, also where none hit by a die.

        Hits that wound by themselves roll no such die, so that the dice to hit may be more.
        """
        good = [reaches(roll, face) for roll in self.to_hit for face in roll.faces]
        return max(sum(good), self.to_wound)


@dataclass
class FightSummary:
    """The events of one fight, from the units that begin it to its last move."""

    title: str = FIGHT
    fighters: dict[UnitId, FightPart] = field(default_factory=dict)
    struck: list[events.Struck] = field(default_factory=list)
    """Hits that nobody aimed, of a crash."""
    harmed: dict[ModelId, int] = field(default_factory=dict)
    """Wounds that each model lost."""
    removed: list[events.Removed] = field(default_factory=list)
    spared: dict[UnitId, str] = field(default_factory=dict)
    """Reason why each unit was hit but not harmed, by the last roll about it."""
    drawn: bool = False
    _last: events.Rolled | None = None
    """The last roll, which a reroll changes."""
    _by: UnitId | None = None
    """The unit that strikes now."""
    _opens: bool = True
    """True until the first event that is not the beginning of a unit's part."""

    def take(  # noqa: C901  one case for each kind of event
        self, event: Event, table: Table
    ) -> bool:
        """Add an event if it belongs to the fight; return whether it does."""
        opens, self._opens = self._opens, self._opens and isinstance(event, MUSTERS)
        match event:
            case events.Acted(unit=unit, act=Act.FIGHTS, target=target):
                self._opens = opens
                known = unit_of(table, unit) in self.fighters
                if not (opens or known or unit_of(table, target) in self.fighters):
                    return False
                self._join(unit, target, table, opens=opens)
            case events.Acted():
                return self._take_act(event, table)
            case events.Rolled(kind=kind) if kind in DUELS:
                return self._take_duel(event, table)
            case events.Rolled():
                self._take_roll(event, table)
            case events.Rerolled():
                self._reroll(event)
            case events.Wounded(model=model, wounds=wounds):
                self._wound(model, wounds, table)
            case events.Removed():
                self._remove(event, table)
            case events.Struck():
                if self.title != CRASH:
                    return False
                self.struck.append(event)
            case events.PhaseBegan() | events.PhaseOver() | events.Handled():
                return False
            case _:
                pass
        return True

    def _join(self, unit: str, target: str, table: Table, *, opens: bool) -> None:
        self._by = self._fighter(unit, table).unit
        if target and not opens:
            self._fighter(target, table)

    def _fighter(self, id_: str, table: Table) -> FightPart:
        unit = unit_of(table, id_)
        return self.fighters.setdefault(unit, FightPart(unit))

    def _take_act(self, event: events.Acted, table: Table) -> bool:
        if event.act not in FOLLOWS:
            return False
        fighter = self._fighter(event.unit, table)
        if event.act in RESULTS and self.title == ATTACK:
            if fighter.deeds:
                return False
            fighter.deeds.append(event)
            self._by = fighter.unit
        elif event.act in OUTCOMES:
            fighter.outcome = OUTCOMES[event.act]
        self.drawn = self.drawn or event.act is Act.DRAWS
        return True

    def _take_duel(self, roll: events.Rolled, table: Table) -> bool:
        """Add the dice of an attack, or of the counter-attack that is rolled with it."""
        fighters = self.fighters.values()
        is_next = self._fighter(roll.who, table).faces or any(one.deeds for one in fighters)
        if self.title != ATTACK or is_next:
            return False
        self._last = roll
        self._strikes(roll, table).faces += roll.faces
        return True

    def _take_roll(self, roll: events.Rolled, table: Table) -> None:
        self._last = roll
        if roll.kind is RollKind.HIT:
            dice = BlowDice(roll.who, roll.target, roll.weapon, [roll])
            self._strikes(roll, table).sequences.append(dice)
        elif roll.kind is RollKind.WOUND and roll.who and self.title == FIGHT:
            fighter, key = self._strikes(roll, table), (roll.who, roll.target, roll.weapon)
            last = fighter.sequences[-1] if fighter.sequences else None
            if last is None or (last.by, last.target, last.weapon) != key:
                last = BlowDice(*key)
                fighter.sequences.append(last)
            last.to_wound += len(roll.faces)
        elif roll.kind in SPARES and self.title == ATTACK:
            self._spare(roll, table)
        elif roll.under and roll.total and unit_of(table, roll.who) in self.fighters:
            self._fighter(roll.who, table).tests.append(roll)

    def _spare(self, roll: events.Rolled, table: Table) -> None:
        """Note whether a roll to wound, or to save, spares the unit that an attack hit."""
        wounds = roll.kind is RollKind.WOUND
        struck = unit_of(table, roll.target if wounds else roll.who)
        good = [reaches(roll, face) for face in roll.faces]
        self.spared.pop(struck, None)
        if not any(good) if wounds else all(good):
            self.spared[struck] = SPARES[roll.kind]

    def _strikes(self, roll: events.Rolled, table: Table) -> FightPart:
        fighter = self._fighter(roll.who, table)
        if roll.target:
            self._fighter(roll.target, table)
        self._by = fighter.unit
        return fighter

    def _reroll(self, event: events.Rerolled) -> None:
        """Let the second result of a die stand, wherever its roll is kept."""
        if self._last is None:
            return
        before, self._last = self._last, rerolled(self._last, event)
        for fighter in self.fighters.values():
            fighter.tests = [self._last if roll is before else roll for roll in fighter.tests]
            for dice in fighter.sequences:
                dice.to_hit = [self._last if roll is before else roll for roll in dice.to_hit]

    def _wound(self, model: ModelId, wounds: int, table: Table) -> None:
        self.harmed[model] = self.harmed.get(model, 0) + wounds
        by = self._foe(self._by, model, table)
        if by:
            by.wounds += wounds

    def _remove(self, event: events.Removed, table: Table) -> None:
        self.removed.append(event)
        loser = self.fighters.get(unit_of(table, event.model))
        if event.how not in KILLED or (loser and loser.outcome):
            return
        by = self._foe(unit_of(table, event.by) if event.by else self._by, event.model, table)
        if by:
            by.killed += 1
        elif loser:
            loser.lost += 1

    def _foe(self, unit: UnitId | None, model: ModelId, table: Table) -> FightPart | None:
        """Return the part of a unit if the model is an enemy of it."""
        fighter = self.fighters.get(unit) if unit else None
        if fighter is None or fighter.unit not in table.units:
            return None
        is_enemy = table.units[fighter.unit].side != table.models[model].side
        return fighter if is_enemy else None

    def lines(self, table: Table) -> tuple[ShownLine, ...]:
        """Return the card: a title, a line for each unit, the outcome."""
        found = self._of_crash(table) if self.title == CRASH else self._of_fight(table)
        return title_line(self.title), *found

    def _of_fight(self, table: Table) -> Iterator[ShownLine]:
        parts = list(self.fighters.values())
        for fighter in parts:
            words = self._duel(fighter, table) if self.title == ATTACK else _blows(fighter)
            if words:
                yield _about(table, fighter.unit, words)
        if self.title == ATTACK:
            yield from self._harm(table)
        if self.drawn:
            yield ShownLine((ShownSpan("A draw", Tone.LIT),))
        for fighter in parts:
            if words := _outcome(fighter, table):
                yield _about(table, fighter.unit, words, Tone.LIT)

    def _duel(self, fighter: FightPart, table: Table) -> str:
        if not (fighter.faces or fighter.deeds):
            return ""
        rolled = f" rolled {joined([*map(str, fighter.faces)])}" if fighter.faces else ""
        deeds = [
            f"{act_words(deed.act, plural=is_plural(table, fighter.unit))}"
            f" {name(table, deed.target)}".rstrip()
            for deed in fighter.deeds
        ]
        return f"{rolled}{': ' if rolled and deeds else ' '}{joined(deeds)}".rstrip()

    def _harm(self, table: Table) -> Iterator[ShownLine]:
        """Yield the losses of each model that an attack harmed."""
        gone = {event.model: event for event in self.removed}
        for model in dict.fromkeys([*self.harmed, *gone]):
            words = _fate(self.harmed.get(model, 0), gone.get(model), table, model)
            yield _about(table, model, f" {words}", Tone.BAD)
        hurt = {unit_of(table, model) for model in (*self.harmed, *gone)}
        for unit, words in self.spared.items():
            if unit not in hurt:
                yield _about(table, unit, f" {words}")

    def _of_crash(self, table: Table) -> Iterator[ShownLine]:
        gone = {event.model: event for event in self.removed}
        models = list(dict.fromkeys(event.model for event in self.struck))
        if len(models) > MOST_STRUCK:
            lost = len([model for model in models if model in gone])
            words = f"{len(models)} models hit, {lost or 'none'} killed"
            yield ShownLine((ShownSpan(words),))
            return
        for model in models:
            hits = [event for event in self.struck if event.model == model]
            most = max(hits, key=lambda hit: hit.strength)
            times = f" {len(hits)} times" if len(hits) > 1 else ""
            fate = _fate(self.harmed.get(model, 0), gone.get(model), table, model)
            by = "" if len({hit.by for hit in hits}) > 1 else f" by {hit_text(most.by)}"
            yield _about(table, model, f" is hit{times}{by}, S{most.strength}: {fate}")


def begun(event: Event, table: Table) -> FightSummary | None:
    """Return the fight that an event begins, or None."""
    match event:
        case events.Acted(act=Act.FIGHTS):
            fight = FightSummary()
        case events.Rolled(kind=kind) if kind in DUELS:
            fight = FightSummary(ATTACK)
        case events.Acted(act=Act.MISSES):
            fight = FightSummary(ATTACK)
        case events.Struck():
            fight = FightSummary(CRASH)
        case _:
            return None
    fight.take(event, table)
    return fight


def _about(table: Table, id_: str, words: str, tone: Tone = Tone.PLAIN) -> ShownLine:
    called = model_name(table, ModelId(id_)) if id_ in table.models else name(table, id_)
    unit = ShownSpan(called, link=id_, team=team_of(table, id_), strong=True)
    return ShownLine((unit, ShownSpan(words, tone)))


def _blows(fighter: FightPart) -> str:
    """Return the hits and kills of a unit: ``" hit 8, killed 5"``; empty if it did nothing."""
    parts = list[str]()
    if fighter.sequences:
        parts.append(f" hit {fighter.hits}" if fighter.hits else " missed")
        if fighter.hits:
            wounds = f", {many(fighter.wounds, 'wound')}" if fighter.wounds else ""
            killed = f", killed {fighter.killed}"
            parts.append(killed if fighter.killed else f"{wounds}, killed none")
    if fighter.lost:
        parts.append(f"{',' if parts else ''} lost {fighter.lost} by itself")
    return "".join(parts)


def _outcome(fighter: FightPart, table: Table) -> str:
    """Return the last test of a unit, and what became of it; empty for neither."""
    if not fighter.tests:
        return (
            f": {agree(fighter.outcome, plural=is_plural(table, fighter.unit))}"
            if (fighter.outcome)
            else ""
        )
    test = fighter.tests[-1]
    why = [reason.why for reason in test.reasons if reason.clause == test.clause]
    passed = reaches(test, sum(test.faces)) or test.faces == (1, 1)
    plural = is_plural(table, fighter.unit)
    ends = agree(fighter.outcome or ("holds" if passed else "breaks"), plural=plural)
    what = f"{test.what.removesuffix(' test')} {test.need}"
    told = ", ".join([*why, what, f"rolled {sum(test.faces)}"])
    return f" {told}: {ends}"


def _fate(wounds: int, gone: events.Removed | None, table: Table, model: ModelId) -> str:
    """Return what became of a model that was harmed."""
    if gone and gone.how is How.PUSHED:
        return "pushed out"
    if gone and gone.how in KILLED:
        return "killed; the body drifts on" if gone.where is Where.BODY else "killed"
    if gone:
        return gone.how.value
    if wounds:
        return f"loses {many(wounds, 'wound')} ({table.models[model].wounds} left)"
    return "unharmed"


class FightNews:
    """Notices fights in the events that are shown, and keeps the card of the last one."""

    def __init__(self) -> None:
        self.card: tuple[ShownLine, ...] = ()
        """The card of the last fight until the next choice; empty without one."""
        self._fight: FightSummary | None = None
        """The fight that goes on."""
        self._count: int | None = None
        """Number of events seen; None before the first look."""

    def look(
        self, story: Sequence[Event], shown: int, table: Table, *, watched: bool = False
    ) -> None:
        """Add the events shown since the last look; *shown*: how many of the story are.

        *watched*: True if only bots make choices; the card then ends with the next deed.
        """
        if self._count is None or shown < self._count:  # opened, or undone
            self._fight, self._count, self.card = None, shown, ()
        last: FightSummary | None = None
        for event in story[self._count : shown]:
            if self._fight is None or not self._fight.take(event, table):
                self._fight = begun(event, table)
            last = self._fight or last
            if watched and isinstance(event, events.Acted) and event.act in DEEDS:
                self.card, last = (), None
        self._count = shown
        lines = last.lines(table) if last else ()
        if len(lines) > 1:
            self.card = lines

    def choose(self) -> None:
        """Drop the card, as a choice was made; a fight that goes on brings it back."""
        self.card = ()
