"""Measures the cost of reading files, each in a process of its own; prints JSON lines.

python -m tests.content.weighing FILE ...
"""

from __future__ import annotations

import json
import sys
from contextlib import closing, suppress
from pathlib import Path

import shapely  # so that no measurement includes it

from game.cli.check import findings
from game.content.army_lists.list_import import import_list
from game.content.campaign_saves import ENDING as CAMPAIGN
from game.content.campaign_saves import load_ongoing
from game.content.faults import Fault, UnusableFile
from game.content.maps.lenient_reader import salvaged
from game.content.maps.uvtt_import import import_map
from game.content.reading import read_text
from game.content.save_summaries import summarise_save
from game.content.settings import load_settings
from game.editor.autosaves import ENDING as UNSAVED
from game.editor.autosaves import _recovery  # reads a file wherever it lies
from game.lab.game_tables import game_rows, unit_rows
from game.lab.report_charts import charts_of
from game.lab.report_summary import summary
from game.lab.report_table import as_table
from game.lab.results import as_json, results_of
from game.lab.store import ENDING as STORE
from game.lab.store import open_store
from game.lab.stored_games import stored_games
from game.rules.battles import battle_of
from tests.tools.costs import Cost, cost_of

__all__ = ["battle_of", "shapely"]

SECONDS = 3.0
"""Maximum CPU seconds for reading a file."""
LONGEST = 20


def read_summary(path: Path) -> str:
    """Read a file as the program would; return a summary of the result."""
    name = path.name
    try:
        if name.endswith(CAMPAIGN):
            load_ongoing(path)
        elif name.endswith("settings.json"):
            return _listed(load_settings(path).faults)
        elif name.endswith(UNSAVED):
            _recovery(path).read()
        elif path.suffix in {".ros", ".rosz", ".json"}:
            import_list(path)
        elif path.suffix == ".uvtt":
            import_map(path)
        elif path.suffix == STORE:
            _report(path)
        else:
            return _checked(path)
    except UnusableFile as error:
        return str(error)[:300]
    return ""


def _report(path: Path) -> None:
    """Read an experiment store as its row in a list, its report and its tables need it."""
    stored_games(path)
    with closing(open_store(path)) as store:
        for cell in store.cells.values():
            assert cell.recorded_battle(0).opening.board
        found = results_of(store)
        assert [
            *charts_of(found),
            *summary(found),
            *as_table(found),
            json.dumps(as_json(found)),
        ]
        for _ in (*game_rows(store), *unit_rows(store)):
            pass


def _checked(path: Path) -> str:
    """Check a file, and also repair a map or summarise a save; return the findings."""
    if path.suffix in {".tmj", ".tmx"}:
        with suppress(UnusableFile):
            salvaged(read_text(path), path.name)
    elif path.suffix == ".undertow":
        summarise_save(path)
    return _listed(findings(path).faults)


def _listed(faults: list[Fault]) -> str:
    return "; ".join(str(fault) for fault in faults[:3])


def weigh(path: Path) -> Cost:
    """Return the result of reading a file, and its cost."""
    return cost_of(path.name, lambda: read_summary(path), LONGEST)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(f"{json.dumps(weigh(Path(name)))}\n")
