"""Reasons for the choice of a battle's map.

A map may refuse options, or replace the one that was wanted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.content.faults import Fault, UnusableFile
from game.content.file_source import FileSource
from game.content.maps.map_library import load_board, map_titles
from game.content.user_files import DISK
from game.rules import MODULES
from game.rules.battles import Battle, refusals, refusals_of_rules
from game.table.board import Board


def refused_options(battle: Battle, board: Board) -> dict[str, Fault]:
    """Return the options that cannot be switched on there, each with the first reason.

    Only options that add a module are tried, each by itself; *board* accepts the battle.
    """
    found = dict[str, Fault]()
    for id_, option in battle.scenario.options.items():
        if id_ in MODULES:
            on = isinstance(option.default, bool) or 1
            if faults := refusals_of_rules(_with_options(battle, {id_: on}), board):
                found[id_] = faults[0]
    return found


def replacement_words(
    battle: Battle, taken: str, wanted: str, library: FileSource = DISK
) -> str:
    """Return why a battle is fought on a map, by name, instead of the one that was wanted.

    The reason is the option without which the wanted map would fit; else the map's own fault.
    """
    titles = map_titles((taken, wanted))
    words = f"{titles[taken]} instead of {titles[wanted]}"
    try:
        board = load_board(wanted, library)
    except UnusableFile as error:
        return f"{words}: {error.faults[0]}"
    fault = refusals(battle, board)[0]
    for id_, option in battle.scenario.options.items():
        if battle.settings[id_] != option.default:
            without = _with_options(battle, {id_: option.default})
            if not refusals(without, board):
                clause = fault.clause or option.clause
                return f"{words}, which does not fit “{option.label}” ({clause})"
    return f"{words}: {fault}"


def _with_options(battle: Battle, changed: Mapping[str, Any]) -> Battle:
    return replace(battle, settings={**battle.settings, **changed})
