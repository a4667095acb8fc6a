"""TOML of which some lines cannot be read."""

from __future__ import annotations

import re

from game.content.faults import Fault, UnusableFile
from game.content.strict_toml import parse_toml
from game.forms.toml_text import TomlText

MAX_SALVAGED = 40
"""Maximum number of unreadable lines that are made comments."""
_PLACE = re.compile(r"line (\d+)")


def salvaged(text: str, name: str) -> tuple[TomlText, list[Fault]]:
    """Return the readable part of a file, in which each unreadable line is a comment.

    The faults are those of these lines. Raise UnusableFile if that does not help.
    """
    faults = list[Fault]()
    while True:
        try:
            parse_toml(text, name)
        except UnusableFile as error:
            fault = error.faults[0]
            found = _PLACE.match(fault.place)
            lines = text.splitlines(keepends=True)
            at = int(found[1]) - 1 if found else len(lines)
            # The place of a text that does not end is the end of the file.
            while at >= 0 and (at >= len(lines) or lines[at].strip()[:1] in {"", "#"}):
                at -= 1
            if at < 0 or "TOML" not in fault.reason or len(faults) >= MAX_SALVAGED:
                raise
            lines[at] = f"# {lines[at]}"
            text = "".join(lines)
            faults.append(Fault(f"line {at + 1}", f"{fault.reason}; it became a comment"))
        else:
            return TomlText(text), faults
