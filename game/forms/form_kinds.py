"""The kinds of files that have forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from game.content.armouries.armoury_library import FOLDER as ARMOURIES
from game.content.armouries.armoury_library import parse_armoury
from game.content.faults import Fault, UnusableFile, first_faults
from game.content.own_folders import own_armouries, own_rosters, own_scenarios
from game.content.rosters import FOLDER as ROSTERS
from game.content.rosters import parse_roster
from game.content.scenarios import FOLDER as SCENARIOS
from game.content.scenarios import parse_scenario
from game.rules import PLAYED


@dataclass(frozen=True, slots=True)
class FormKind:
    """A kind of file that has a form."""

    name: str
    """Its name in the singular: ``roster``."""
    folder: str
    """Folder of the shipped files."""
    own: Callable[[], Path]
    """Folder of the user's files."""
    guide: str
    read: Callable[[str, str], object]
    """Reads a text under a name; raises UnusableFile."""

    def faults(self, text: str, name: str) -> list[Fault]:
        """Return the faults of a text that reading it finds."""
        try:
            self.read(text, name)
        except UnusableFile as error:
            if error.file == name:
                return first_faults(error.faults)
            return [Fault("armoury", line) for line in str(error).splitlines()]
        return []


FORMS: Mapping[str, FormKind] = {
    form.name: form
    for form in (
        FormKind("roster", ROSTERS, own_rosters, "rosters", parse_roster),
        FormKind(
            "scenario",
            SCENARIOS,
            own_scenarios,
            "scenarios",
            lambda text, name: parse_scenario(text, name, PLAYED),
        ),
        FormKind("armoury", ARMOURIES, own_armouries, "armouries", parse_armoury),
    )
}
