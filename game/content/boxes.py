"""The box: every roster that there is, to set models up from that belong to no army yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from game.content.faults import UnusableFile
from game.content.file_source import Library
from game.content.rosters import FOLDER, load_roster, muster
from game.table.records import Side, Spare, UnitId


def box_of(library: Library, systems: Collection[str]) -> dict[UnitId, Spare]:
    """``SB-02``  Return the units of all rosters of some systems, each under its roster's name.

    A roster that cannot be read is left out; a unit that depends on an option is in the box.
    """
    box = dict[UnitId, Spare]()
    # Sorted: a library of the user's own names them in another order than a save.
    for word in sorted(library.names(FOLDER, ".toml")) if systems else ():
        try:
            roster = load_roster(word, library)
        except UnusableFile:
            continue
        if roster.system in systems:
            whole = replace(
                roster, units=tuple(replace(u, only="", unless="") for u in roster.units)
            )
            units, models = muster(whole, Side(roster.id))
            of = {m.id: m for m in models}
            box |= {u.id: Spare(u, tuple(of[m] for m in u.models)) for u in units}
    return box
