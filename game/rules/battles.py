"""A battle, which fixes a game before its first answer.

It holds a scenario, map, seed, options and rosters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any

from game.content.background_pictures import picture_faults
from game.content.crash_reports import report_crash
from game.content.detachments import points_exceeded, points_of
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import (
    FileSource,
    LayeredSource,
    RecordingSource,
    SavedSource,
    known_by,
)
from game.content.file_words import named
from game.content.library_kinds import MAP, ROSTER
from game.content.maps.board_faults import MapFindings, findings_of
from game.content.maps.made_board import to_board
from game.content.maps.map_library import load_board, read_map
from game.content.maps.tiled_remarks import remarks_of
from game.content.own_folders import crashes
from game.content.rosters import Roster, all_roster_units, load_roster, muster
from game.content.rulebook import rulebook
from game.content.save_format import SavedGame, SaveHeader
from game.content.scenarios import Scenario, load_scenario
from game.content.source_cache import CachingSource
from game.content.timestamps import now
from game.content.user_files import DISK
from game.cores.kit.declarations import SMALL_BOARD
from game.cores.kit.game_rules import GameRules
from game.play.dice_sequences import SeededDice
from game.play.session import BrokenRuleError, Session
from game.rules import ARMED_AS, BOARDS_OF, PLAYED, load_words
from game.rules.catalog import (
    last_turn,
    missions_of,
    modules_on,
    options_of,
    out_of_place,
    rules_of,
    score_of,
)
from game.rules.room_checks import sides_without_room
from game.rules.saving import saved_text
from game.table.board import Board
from game.table.records import Side
from game.table.state import PieceKind, Table
from game.table.system_additions import pieces_of

load_words()  # A list of saves names phases of any system.


@dataclass(frozen=True, slots=True)
class Battle:
    """A scenario on a map with a seed and settings, and the texts of all its files."""

    scenario: Scenario
    map: str
    seed: int
    _: KW_ONLY
    settings: Mapping[str, Any]
    rosters: Mapping[str, str]
    """File of each roster that a side brings instead of its default, by the side's id."""
    files: Mapping[str, str]
    """Text of every file used, by name.

    A save carries them so that it opens on any computer.
    """
    opening: Table
    """The table before the first event."""

    @property
    def about(self) -> str:
        """Return the key that determines the length of the game: the mission, or the system."""
        return self.scenario.mission or self.scenario.system

    @property
    def turns(self) -> int:
        """Return the number of game turns; 0 if it is not fixed."""
        return int(self.settings.get("turns", last_turn(self.about)))

    @property
    def goals(self) -> tuple[str, ...]:
        """Return a few words on how each side wins; empty ones if it is not said."""
        return tuple(side.goal for side in self.scenario.sides)

    def rules(self, board: Board | None = None) -> GameRules:
        """Return new rules for the scenario's system, mission, modules and settings.

        *board*: another board than the battle's own.
        """
        return _rules_on(board or self.opening.board, self.scenario, self.settings)

    def brought(self) -> list[Roster]:
        """Return the rosters of the sides that bring one, the first side's first."""
        forces = self.scenario.forces(self.rosters)
        return [
            load_roster(forces[side.id], SavedSource(self.files))
            for side in self.scenario.sides
            if forces[side.id]
        ]

    def session(self) -> Session:
        """Open the game and run it to its first question."""
        return Session(self.rules(), self.opening.fork(), SeededDice(self.seed))

    def header(self, players: Mapping[str, str]) -> SaveHeader:
        """Return the first line of a save.

        *players* names the player of each side, by side id.
        """
        return SaveHeader(
            begun=now(),
            scenario=self.scenario.file,
            map=self.map,
            seed=self.seed,
            options=dict(self.settings),
            players=dict(players),
            rosters=dict(self.rosters),
            files=dict(self.files),
        )


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The description of a game: all but the seed of its dice, and its players."""

    scenario: str
    map: str = ""
    """Empty for the scenario's usual map, or its first that fits if that one does not."""
    _: KW_ONLY
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    """Values of options that do not have their default."""
    rosters: Mapping[str, str] = field(default_factory=dict)
    """The roster that a side brings instead of its default, by the side's id."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Texts in place of those of files, by the names by which games read them."""

    def source(self, library: FileSource) -> FileSource:
        """Return a library with its own texts before it."""
        return LayeredSource(self.files, library) if self.files else library

    def battle(self, seed: int, library: FileSource = DISK, *, suggest: bool = False) -> Battle:
        """Return the fresh battle of a seed; raise UnusableFile as ``prepare`` does."""
        return self._prepared(seed, self.source(library), suggest=suggest)

    def recorded_battle(self, seed: int, name: str = "") -> Battle:
        """Return the battle of a seed from its own files alone, which are not checked again.

        Raise UnusableFile for the file *name* if they are unusable.
        """
        return self._prepared(seed, SavedSource(self.files, name), whole=False)

    def _prepared(self, seed: int, library: FileSource, **checks: bool) -> Battle:
        return prepare(
            self.scenario,
            seed=seed,
            map_=self.map,
            options=self.options,
            rosters=self.rosters,
            library=library,
            **checks,
        )


def prepare(
    scenario: str,
    *,
    seed: int,
    map_: str | None = None,
    options: Mapping[str, Any] = {},
    rosters: Mapping[str, str] = {},
    library: FileSource = DISK,
    whole: bool = True,
    suggest: bool = False,
) -> Battle:
    """Return a battle that can be opened; raise UnusableFile with every fault of its files.

    *map_*: None for the scenario's usual map, or its first that fits if that one does not.
    *rosters*: the roster that a side brings instead of its default, by the side's id. *whole*:
    check that all files named by the scenario exist, and that the map fits the rules. This is
    done for a fresh game, not for a saved one. *suggest*: a refused map's last fault names
    the scenario's maps that fit.
    """
    with known_by(library):
        borrowed = RecordingSource(library)
        found = load_scenario(scenario, PLAYED, borrowed, whole=whole)
        battle = _drawn_up(
            found, borrowed, map_ or found.map, seed, options, rosters, whole=whole
        )
        battle = replace(battle, files=borrowed.files)
        rules, table = battle.rules(), battle.opening
        # A game that was saved is not checked again.
        file, faults = battle.map, refusals(battle, table.board) if whole else []
        if faults and not rules.unfit(table.board) and rules.clash(table):
            file = found.file
        fitting = fitting_maps(battle, library) if faults and (suggest or not map_) else []
        if faults and (map_ or not fitting):
            raise UnusableFile(file, _with_maps(faults, fitting))
    if faults:
        return prepare(
            scenario,
            seed=seed,
            map_=fitting[0],
            options=options,
            rosters=rosters,
            library=library,
        )
    return battle


def _drawn_up(
    found: Scenario,
    library: FileSource,
    map_: str,
    seed: int = 0,
    options: Mapping[str, Any] = {},
    rosters: Mapping[str, str] = {},
    *,
    whole: bool = True,
) -> Battle:
    """Return the battle of a scenario on a map that may not fit the rules.

    Its files are not listed. Raise UnusableFile as ``prepare`` does.
    """
    try:
        settings = found.settings(options)
    except ValueError as error:
        raise UnusableFile(found.file, [("option", str(error))]) from error
    try:
        forces = found.forces(rosters)
    except ValueError as error:
        raise UnusableFile(found.file, [("side", str(error))]) from error
    if whole and (faults := [*out_of_place(found.system, found.modules, settings)]):
        raise UnusableFile(found.file, faults)
    board = _laid(found, load_board(map_, library))
    sides = Side(found.sides[0].id), Side(found.sides[1].id)
    rules = _rules_on(board, found, settings)
    table = Table(board, sides, pieces=pieces_of(board, rules.pieces))
    rules.open(table)
    for side, of in zip(sides, found.sides, strict=True):
        if not forces[of.id] and rules.box:
            continue
        roster = load_roster(forces[of.id], library)
        if faults := _unfit(roster, found.system, settings if whole else {}):
            raise UnusableFile(roster.file, faults)
        _bring(table, side, roster, settings)
        rules.bring(table, side, roster)
    table.spares |= all_roster_units(library, rules.box)
    return Battle(
        found,
        map=named(map_, MAP),
        seed=seed,
        settings=settings,
        rosters={s.id: forces[s.id] for s in found.sides if forces[s.id] != s.roster},
        files={},
        opening=table,
    )


def fitting_maps(battle: Battle, library: FileSource = DISK) -> list[str]:
    """Return the maps of a battle's scenario on which its options can be played."""
    found = list[str]()
    for name in battle.scenario.maps:
        with suppress(UnusableFile):  # the check of scenarios reports unreadable maps
            if not refusals(battle, load_board(name, library)):
                found.append(name)
    return found


def _with_maps(faults: Sequence[Fault], fitting: Sequence[str]) -> list[Fault]:
    """Return faults of a map, the last with the names of maps to take instead, if any."""
    if not fitting:
        return [*faults]
    last = faults[-1]
    words = f"{last.reason}; maps that fit: {', '.join(fitting)}"
    return [*faults[:-1], last._replace(reason=words)]


def _bring(table: Table, side: Side, roster: Roster, settings: Mapping[str, Any]) -> None:
    """Put a side's models and pieces into reserve."""
    units, models = muster(roster, side, settings)
    table.pieces |= {piece.id: piece for piece in roster.pieces}
    table.units |= {u.id: u for u in units}
    table.models |= {m.id: m for m in models}


def _unfit(roster: Roster, system: str, settings: Mapping[str, Any]) -> list[Fault]:
    """Return the reasons why a roster cannot be brought.

    ``MC-26`` limits an army by the option ``points``, and bars rosters for free play.
    """
    armed = ARMED_AS.get(system, system)
    if roster.system != armed:
        return [Fault("armoury", f"is for the {roster.system} rules, not {armed}")]
    if roster.free:
        return [Fault("free", f"the roster is for free play only: {roster.free}")]
    way_out = f"; agree on more with --option points={points_of(roster.units)}"
    exceeded = points_exceeded(settings.get("points"), roster.units)
    return [fault._replace(reason=fault.reason + way_out) for fault in exceeded]


def check_scenario(name: str, library: FileSource = DISK) -> None:
    """Raise UnusableFile if a scenario is unusable or inconsistent, or a map does not fit."""
    library = library if isinstance(library, CachingSource) else CachingSource(library)
    found = load_scenario(name, PLAYED, library)
    faults = [*_inconsistencies(found, library)]
    # A game of keys that do not go together cannot be begun, and not even be set up.
    faults += _faults_on_maps(found, library, refusals_of_rules if faults else refusals)
    if faults:
        raise UnusableFile(found.file, faults)


def maps_of(found: Scenario) -> list[str]:
    """Return the maps that a scenario names, each once, the usual one first."""
    return list(dict.fromkeys((found.map, *found.maps)))


def _faults_on_maps(
    found: Scenario, library: FileSource, refuses: Callable[[Battle, Board], list[Fault]]
) -> Iterator[Fault]:
    """Yield the faults of each map of a scenario, and of its forces once."""
    battle: Battle | None = None
    for map_ in maps_of(found):
        try:
            board = load_board(map_, library)
        except UnusableFile as error:
            yield from _on_map(map_, library.reported(error))
            continue
        if battle is None:
            try:
                battle = _drawn_up(found, library, map_)
            except UnusableFile as error:  # that of its forces, whatever the map
                yield from library.reported(error).faults
                return
        yield from _on_map(map_, UnusableFile("", refuses(battle, board)))


def _on_map(map_: str, error: UnusableFile) -> Iterator[Fault]:
    """Yield the faults of a map with its name before their places."""
    for fault in error.faults:
        place = ", ".join(filter(None, (f"map {map_}", fault.place)))
        yield Fault(place, fault.reason)


def _inconsistencies(found: Scenario, library: FileSource) -> Iterator[Fault]:
    """Yield a fault for each key of a scenario that does not go with the others."""
    missions, book = missions_of(found.system), rulebook()
    if missions and not found.mission:
        words = (
            f"without a mission a {found.system} game has no end{did_you_mean('', missions)}"
        )
        yield Fault("mission", words)
    elif found.mission and found.mission not in missions:
        more = did_you_mean(found.mission, missions) or "; leave it out"
        yield Fault("mission", f"{found.mission} is not played in {found.system}{more}")
    if found.map not in found.maps:
        yield Fault("map", f"{found.map!r} is not among maps")
    for n, rule in enumerate(found.rules):
        if not any(clause.id.startswith(rule) for clause in book.all):
            yield Fault(f"rules[{n}]", f"no clause begins with {rule!r}")
    read, asked = options_of(found.system), _asked_by_rosters(found, library)
    for id_, option in found.options.items():
        if option.clause not in book:
            yield Fault(f"option.{id_}.clause", f"there is no clause {option.clause!r}")
        if found.system != "sandbox" and id_ not in (*read, *asked):
            words = f"no rule of {found.system} reads it, and no roster asks for it"
            yield Fault(f"option.{id_}", f"{words}{did_you_mean(id_, (*read, *asked))}")


def _asked_by_rosters(found: Scenario, library: FileSource) -> list[str]:
    """Return the options on which units depend, of all rosters that the sides may bring."""
    words = [word for side in found.sides for word in side.rosters]
    words += library.names(ROSTER) if found.own_forces else []
    asked = list[str]()
    for word in dict.fromkeys(words):
        with suppress(UnusableFile):  # a roster of this scenario is reported with its maps
            roster = load_roster(word, library)
            if roster.system == ARMED_AS.get(found.system, found.system):
                asked += [
                    option for unit in roster.units for option in (unit.only, unit.unless)
                ]
    return list(dict.fromkeys(filter(None, asked)))


def battle_of(save: SavedGame) -> Battle:
    """Return the battle of a save, from the files in the save; raise UnusableFile."""
    header = save.header
    setup = GameSetup(
        header.scenario,
        header.map,
        options=header.options,
        rosters=header.rosters,
        files=header.files,
    )
    return setup.recorded_battle(header.seed, save.file)


def report_broken(
    error: Exception, session: Session, header: SaveHeader, autosave: Path | None = None
) -> Path | None:
    """Write a crash report and a save of the game beside it.

    Return the report's path, if any.
    """
    broken = error if isinstance(error, BrokenRuleError) else None
    return report_crash(
        crashes(),
        error,
        waiting=getattr(error, "where", ()),
        asked=repr(session.pending),
        answer=broken.answer if broken else None,
        autosave=autosave,
        save=saved_text(session, header),
    )


def check_board(path: Path) -> MapFindings:
    """Return the findings of a map's check, and its faults for the rules it is made for."""
    try:
        mapfile = read_map(path)
    except UnusableFile as error:
        return MapFindings(error.faults, [])
    board = to_board(mapfile, str(path.absolute()))
    found = findings_of(board)
    remarks = [*remarks_of(mapfile), *picture_faults(DISK, board)]
    own = findings_for_its_battle(board)
    return MapFindings([*found.faults, *own.faults], [*remarks, *own.warnings, *found.warnings])


def findings_for_its_battle(board: Board) -> MapFindings:
    """Return the findings on a board for the rules it is made for, if these can be inferred.

    That it is too small for them is no fault, because it serves other battles.
    """
    found = [fault for unfit in BOARDS_OF.values() for fault in unfit(board.all_open)]
    small = [fault for fault in found if fault.kind == SMALL_BOARD]
    more = "smaller ones are for patrols and the sandbox"
    warnings = [fault._replace(reason=f"{fault.reason}; {more}") for fault in small]
    return MapFindings([fault for fault in found if fault not in small], warnings)


def refusals(battle: Battle, board: Board) -> list[Fault]:
    """Return the reasons why a battle cannot be fought on a board; empty if it can.

    This check decides for the editor, its simulations and trials, the set-up, the command line,
    and the beginning of each game.
    """
    # ``CC-33``: other forces than the usual ones may be too large; these units stay away.
    if (faults := refusals_of_rules(battle, board)) or battle.rosters:
        return faults
    return sides_without_room(battle.rules(board), on_board(battle, board))


def refusals_of_rules(battle: Battle, board: Board) -> list[Fault]:
    """Return those reasons that the rules give, without asking for room to set up."""
    rules = battle.rules(board)
    return rules.unfit(board) or rules.clash(on_board(battle, board))


def on_board(battle: Battle, board: Board) -> Table:
    """Return the opening of a battle on another board, with the same forces."""
    rules, table = battle.rules(board), battle.opening.fork()
    own = pieces_of(table.board, rules.pieces)
    brought = {id_: piece for id_, piece in table.pieces.items() if id_ not in own}
    table.board = _laid(battle.scenario, board)
    table.pieces = pieces_of(board, rules.pieces) | brought
    rules.open(table)
    return table


def left_off(
    found: Scenario, map_: str, options: Mapping[str, Any] = {}
) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces on a map with which a scenario does not begin.

    Empty if the map cannot be read.
    """
    try:
        board = load_board(map_)
    except UnusableFile:
        return ()
    rules = _rules_on(board, found, found.settings(options))
    kinds = {spot.kind for spot in board.spots}
    return tuple(kind for kind in PieceKind if kind in kinds and kind not in rules.pieces)


def _rules_on(board: Board, found: Scenario, settings: Mapping[str, Any]) -> GameRules:
    modules = modules_on(board, found.system, found.modules)
    return rules_of(found.system, found.mission, modules, settings)


def _laid(found: Scenario, board: Board) -> Board:
    """Return a map as a scenario lays it: without markers if its mission lets none be held."""
    is_bare = found.mission and score_of(found.mission).holder_of is None
    return board.without_markers if is_bare else board
