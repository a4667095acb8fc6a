"""Compares imported army lists with the lists' own numbers of models, weapons and points.

``python -m tests.tools.list_counts FOLDER``. For each list it says how many numbers of the
roster are the list's (agree), how many are not, as the import says (said), and how many are not
although it does not say so (wrong). The lists are counted by other code than the import's.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from game.content.army_lists.list_import import Imported, import_list
from game.content.army_lists.reader import open_list
from game.content.army_lists.roster_draft import called
from game.content.faults import UnusableFile
from game.content.roster_units import RosterUnit

Verdict = Literal["agree", "said", "wrong"]
ENDINGS = ".ros", ".rosz", ".json"
COPIES = re.compile(r"(?:(\d+) x )?(.*?)(?: \d+)?")
"""Name of a weapon of a roster: with a number if several fire as one."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of the list, and whether the roster has it or the import says why not."""

    what: str
    listed: float
    made: float
    verdict: Verdict

    def __str__(self) -> str:
        return f"{self.verdict}: {self.what}: {self.listed:g} listed, {self.made:g} made"


def inside(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a selection of a list and all within it."""
    yield part
    for one in part.get("selections", ()):
        yield from inside(one)


def keys(profile: dict[str, Any]) -> set[str]:
    return {one["name"].strip().upper() for one in profile.get("characteristics", ())}


def units(raw: Any) -> Iterator[dict[str, Any]]:
    """Yield the units of a list, in all forces."""
    forces = list(raw["roster"].get("forces", ()))
    while forces:
        force = forces.pop(0)
        yield from force.get("selections", ())
        forces = [*force.get("forces", ()), *forces]


def number(part: dict[str, Any]) -> int:
    return int(part.get("number", 1))


def models_marked(unit: dict[str, Any]) -> int:
    """Return how many models a list marks in a unit, one if it marks none."""
    typed = sum(number(one) for one in inside(unit) if one.get("type") == "model")
    return typed + _by_profile(unit) or number(unit)


def _by_profile(part: dict[str, Any]) -> int:
    """Return the number of selections that are not typed as models, with profiles of models."""
    if part.get("type") == "model":
        return 0
    found = 0
    for one in part.get("selections", ()):
        if one.get("type") == "model":
            continue
        inner = _by_profile(one) + sum(s.get("type") == "model" for s in inside(one))
        is_model = any(keys(p) >= {"T", "W"} for p in one.get("profiles", ()))
        found += _by_profile(one) + (number(one) if is_model and not inner else 0)
    return found


def weapons(unit: dict[str, Any]) -> Counter[str]:
    """Return the number of each weapon in a unit of a list."""
    found = Counter[str]()
    for part in inside(unit):
        names = {p["name"] for p in part.get("profiles", ()) if keys(p) >= {"RANGE", "S", "AP"}}
        found.update(dict.fromkeys(names, number(part)))
    return found


def points(raw: dict[str, Any]) -> float:
    """Return the points among the costs of a list or a selection."""
    return sum(
        float(cost["value"])
        for cost in raw.get("costs", ())
        if cost.get("typeId") == "points" or cost["name"].strip().lower() in {"pts", "points"}
    )


def spelt(name: str) -> str:
    """Return a weapon's name as a roster has it."""
    return called(name.replace(",", " -").lstrip("➤-• "))


def compared(raw: Any, found: Imported) -> Iterator[Count]:
    """Yield the numbers of a list beside those of its roster."""
    taken, made = list(units(raw)), found.roster.units
    for squad in made:
        at = next((n for n, one in enumerate(taken) if _is(one, squad)), None)
        if at is None:
            yield Count(f"unit {squad.name}", 0, 1, "wrong")
            continue
        listed = taken.pop(at)
        yield _models(listed, len(squad.models), found, squad.name)
        carried = Counter[str]()
        for model in squad.models:
            for weapon in model.profile.weapons:
                if read := COPIES.fullmatch(weapon.name):
                    carried[read[2]] += int(read[1] or 1)
        yield from _weapons(listed, carried, found, squad.name)
    total = sum(squad.points or 0 for squad in made)
    stated = points(raw["roster"])
    said = any(words.startswith(f"the units cost {total:g} points") for words in found.assumed)
    if raw["roster"].get("costs"):
        yield Count("points", stated, total, _verdict(stated == total, said))


def _is(one: dict[str, Any], squad: RosterUnit) -> bool:
    """Return whether a unit of a list is a unit of the roster, by name and points."""
    paid = sum(points(part) for part in inside(one))
    has = any(keys(p) >= {"T", "W"} for part in inside(one) for p in part.get("profiles", ()))
    return has and called(one["name"]) == squad.name and round(paid) == squad.points


def _models(listed: dict[str, Any], many: int, found: Imported, name: str) -> Count:
    stated = models_marked(listed)
    said = any(words.startswith(f"{name}: {many} model") for words in found.assumed)
    return Count(f"models of {name}", stated, many, _verdict(stated == many, said))


def _weapons(
    listed: dict[str, Any], carried: Counter[str], found: Imported, name: str
) -> Iterator[Count]:
    for weapon, many in weapons(listed).items():
        word = spelt(weapon)
        left = any(words.startswith(f"weapon {word}:") for words in found.left_out)
        start = f"{name}: {carried[word]} x "
        said = left or any(words.startswith(start + weapon) for words in found.assumed)
        what = f"{word} of {name}"
        yield Count(what, many, carried[word], _verdict(many == carried[word], said))


def _verdict(is_equal: bool, is_said: bool) -> Verdict:  # noqa: FBT001 (both are conditions)
    return "agree" if is_equal else "said" if is_said else "wrong"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main(words: list[str] | None = None) -> int:
    """Print a line for each list, and those numbers that are neither equal nor said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true", help="print what is said, too")
    args = parser.parse_args(words)
    totals, refused = Counter[str](), 0
    for path in sorted(args.folder.rglob("*")):
        if path.suffix.lower() not in ENDINGS:
            continue
        try:
            found = import_list(path)
        except UnusableFile as error:
            refused += 1
            say(f"{path.name}: refused: {error.faults[0]}")
            continue
        counts = list(compared(json.loads(json.dumps(open_list(path))), found))
        per_list = Counter(one.verdict for one in counts)
        worst = next((v for v in ("wrong", "said", "agree") if per_list[v]), "agree")
        totals[f"lists {worst}"] += 1
        totals.update(per_list)
        shown = ", ".join(f"{per_list[v]} {v}" for v in ("agree", "said", "wrong"))
        say(f"{path.name}: {shown}")
        for one in counts:
            if one.verdict == "wrong" or (args.all and one.verdict == "said"):
                say(f"  {one}")
    say(f"{refused} refused; {dict(totals)}")
    return 1 if totals["wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
