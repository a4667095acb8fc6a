"""The kinds of files that have forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.content.armouries.armoury_library import parse_armoury
from game.content.campaign_files import parse_campaign
from game.content.faults import Fault, UnusableFile, first_faults
from game.content.library_kinds import ARMOURY, CAMPAIGN, ROSTER, SCENARIO, LibraryKind
from game.content.rosters import parse_roster
from game.content.scenarios import parse_scenario
from game.rules import PLAYED


@dataclass(frozen=True, slots=True)
class FormKind:
    """A kind of file that has a form, and how its text is read."""

    kind: LibraryKind
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
    form.kind.name: form
    for form in (
        FormKind(ROSTER, parse_roster),
        FormKind(SCENARIO, lambda text, name: parse_scenario(text, name, PLAYED)),
        FormKind(ARMOURY, parse_armoury),
        FormKind(CAMPAIGN, parse_campaign),
    )
}
