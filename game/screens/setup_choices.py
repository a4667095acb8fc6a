"""The choices before a battle, with defaults."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from game.bots.registry import HELPER
from game.content.faults import UnusableFile
from game.content.file_words import named
from game.content.library_kinds import MAP, ROSTER, SCENARIO
from game.content.maps.map_library import load_board, map_titles
from game.content.packs.pack import Pack
from game.content.packs.pack_library import kept_packs
from game.content.rosters import Roster, load_roster
from game.content.save_format import HUMAN
from game.content.scenario_order import headings
from game.content.scenarios import Scenario, ScenarioSide, load_scenario, scenario_names
from game.content.user_files import DISK
from game.rules import ARMED_AS, PLAYED
from game.rules.battles import Battle, left_off, prepare, refusals
from game.rules.map_choice import replacement_words
from game.screens.live_game import random_seed
from game.shown.player_names import known_player
from game.table.records import Profile
from game.table.state import PieceKind
from game.text.id_words import id_in_words
from game.view.busts.bust_traits import traits_of


@dataclass(frozen=True, slots=True)
class SetupOption:
    """A selectable item; with a *fault*, the reason why it cannot be selected."""

    id: str
    title: str
    note: str = ""
    """``yours``, ``pack`` if it is in one, or empty if it is shipped."""
    fault: str = ""
    lore: str = ""
    """A line about a force."""
    lead: Profile | None = None
    """The profile whose face stands for a force."""


class SetupChoices:
    """The choices before a battle; all have defaults."""

    def __init__(self, *, watch: bool = False) -> None:
        self.scenarios: dict[str, Scenario] = {}
        self.faults: dict[str, str] = {}
        """Faults of scenarios that cannot be played, by name."""
        self.seed = str(random_seed())
        self._watch = watch
        self.players = [HUMAN, HELPER]
        self._seated = False
        """True once the user has chosen a player."""
        self.chosen = self.map = ""
        self.wanted = ""
        """The map that the user chose, or the scenario's usual one, even if it does not fit."""
        self.map_notice = ""
        """The reason why another map than the wanted one was taken, or why none fits."""
        self.options: dict[str, bool | int] = {}
        self.forces: dict[str, str] = {}
        self.unfit: dict[str, str] = {}
        """Titles of maps that do not fit, each with the reason."""
        self._notes: dict[str, str] = {}
        """Notes of scenarios, by name."""
        for name in scenario_names():
            try:
                self.scenarios[name] = load_scenario(name, PLAYED)
            except UnusableFile as error:
                self.faults[name] = str(error)
        packs = kept_packs().items()
        self._notes = {name: _note(named(name, SCENARIO)) for name in self.scenarios}
        self.faults |= {name: str(pack) for name, pack in packs if not isinstance(pack, Pack)}
        if self.scenarios:
            self.choose(next(iter(self.scenarios)))

    def choose(self, id_: str) -> None:
        """Select a scenario, with its defaults."""
        self.chosen = id_
        scenario = self.scenario
        self.want(scenario.map)
        if not self._seated:
            self.players = [self.usual_bot(0) if self._watch else HUMAN, self.usual_bot(1)]
        self.options = {id_: o.default for id_, o in scenario.options.items()}
        self.forces = {side.id: side.roster for side in scenario.sides}

    def usual_bot(self, n: int) -> str:
        """Return the bot that takes a seat at first: the scenario's against a person."""
        return known_player(self.scenario.bot) if n and not self._watch else HELPER

    def take_seat(self, n: int, name: str) -> None:
        """Seat a player, who stays when another scenario is chosen."""
        self.players[n] = name
        self._seated = True

    def want(self, map_: str) -> None:
        """Choose a map."""
        self.map = self.wanted = map_
        self.map_notice = ""

    def try_out(self, kind: str, name: str) -> None:
        """Select a scenario, or a roster in the first scenario that takes it, if any does."""
        if kind == "scenario" and name in self.scenarios:
            self.choose(name)
        if kind != "roster":
            return
        with suppress(UnusableFile):
            system = load_roster(name).system
            for one in self.scenarios.values():
                if one.own_forces and ARMED_AS.get(one.system, one.system) == system:
                    self.choose(one.id)
                    self.forces[one.sides[0].id] = name
                    break

    @property
    def scenario(self) -> Scenario:
        return self.scenarios[self.chosen]

    def note(self, name: str) -> str:
        """Return ``yours``, ``pack`` for a scenario in one, or empty if it is shipped."""
        return self._notes[name]

    def group(self, id_: str) -> str:
        """Return the heading that a scenario stands below."""
        return headings().get(id_) or ("In packs" if "/" in id_ else "Your own")

    def maps(self) -> list[SetupOption]:
        """Return the user's own maps, the scenario's, and those of packs, if they fit.

        Unreadable maps are among them. If no map fits, all of the scenario's are returned. The
        map becomes the wanted one if that fits, else the first of the scenario's that does.
        """
        shipped = self.scenario.maps
        found = [n for n in DISK.own_names(MAP) if n not in shipped]
        titles = map_titles([*found, *shipped])
        faults = {n: _fault_of_map(n) for n in found}
        battle = self._any_battle()
        judged = [n for n in titles if not faults.get(n)] if battle else []
        unfit = {n: no for n in judged if battle and (no := _refusal(battle, n))}
        # Maps of packs were drawn for other scenarios: nobody misses them here.
        self.unfit = {titles[n]: no for n, no in unfit.items() if n in shipped or "/" not in n}
        fits = [n for n in shipped if n not in unfit]
        own = [n for n in found if n not in unfit]
        own.sort(key=lambda name: "/" in name)
        at = sum("/" not in name for name in own)
        able = [*fits, *(n for n in own if not faults[n])]
        self.map, self.map_notice = self.wanted, ""
        if battle and able and self.wanted not in able:
            self.map = able[0]
            self.map_notice = replacement_words(battle, self.map, self.wanted)
        elif battle and not able:
            self.map_notice = f"No map fits: {unfit.get(self.wanted, '')}"
        return [
            SetupOption(n, titles[n], _note(named(n, MAP)), faults.get(n, ""))
            for n in (*own[:at], *(fits or shipped), *own[at:])
        ]

    def _any_battle(self) -> Battle | None:
        """Return the battle as chosen, on whatever map; None if its files are unusable."""
        try:
            return prepare(
                self.chosen, seed=0, options=self.options, rosters=self.forces, whole=False
            )
        except UnusableFile:  # reported when the battle begins
            return None

    def rosters(self, side: ScenarioSide) -> list[SetupOption]:
        """Return the rosters of a side, the default first."""
        words = [*side.rosters]
        if self.scenario.own_forces:
            own = (n for n in DISK.own_names(ROSTER) if n not in words)
            words += [n for n in own if "/" not in n or not _is_foreign(n, self.scenario)]
        return [_roster(word, self.scenario.system) for word in words]

    def armies(self) -> list[Roster]:
        """Return the army lists of both sides; none outside the modern core (``MC-26``)."""
        found = list[Roster]()
        for side in self.scenario.sides:
            # Unreadable rosters are refused when the battle begins.
            with suppress(UnusableFile):
                found.append(load_roster(self.forces[side.id]))
        return [roster for roster in found if roster.army]

    @property
    def has_seed(self) -> bool:
        """Return whether the seed is a whole number, or left to chance."""
        try:
            return not self.seed.strip() or int(self.seed) is not None
        except ValueError:
            return False

    @property
    def left_off(self) -> tuple[PieceKind, ...]:
        """Return the kinds of pieces on the chosen map with which the battle does not begin."""
        return left_off(self.scenario, self.map, self.options)

    def battle(self) -> Battle:
        """Return the battle; raise UnusableFile. The seed has to be one."""
        seed = int(self.seed) if self.seed.strip() else random_seed()
        return prepare(
            self.chosen, seed=seed, map_=self.map, options=self.options, rosters=self.forces
        )


def _note(file: str) -> str:
    """Return ``yours``, ``pack`` for a file in one, or empty if it is shipped."""
    return "pack" if DISK.pack_of(file) else "yours" if DISK.own_file(file) else ""


def _refusal(battle: Battle, map_: str) -> str:
    """Return why a battle cannot be fought on a map; empty if it can."""
    try:
        faults = refusals(battle, load_board(map_))
    except UnusableFile as error:
        return str(error)
    return faults[0].reason if faults else ""


def _fault_of_map(name: str) -> str:
    """Return the reason why a map of the user's cannot be played; empty if it can."""
    if DISK.shipped.has(named(name, MAP)):
        return "A built-in map has this name"
    try:
        load_board(name)
    except UnusableFile as error:
        return str(error)
    return ""


def _is_foreign(word: str, scenario: Scenario) -> bool:
    """Return whether a roster is for another system than a scenario; False if it is faulty."""
    try:
        return load_roster(word).system != ARMED_AS.get(scenario.system, scenario.system)
    except UnusableFile:
        return False


def _roster(word: str, system: str) -> SetupOption:
    note = _note(named(word, ROSTER))
    try:
        roster = load_roster(word)
    except UnusableFile as error:
        return SetupOption(word, id_in_words(word), note, str(error))
    armed = ARMED_AS.get(system, system)
    no = f"{roster.title} is for free play only: {roster.free}" if roster.free else ""
    if roster.system != armed:
        no = f"A {roster.system} roster, not {armed}"
    models = [model.profile for unit in roster.units for model in unit.models]
    lead = next((one for one in models if traits_of(one).is_leader), models[0])
    return SetupOption(word, roster.title, note, no, roster.lore, lead)
