"""Situation files, checked as a whole when they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from game.content.armouries.armoury_library import load_armoury
from game.content.armouries.weapon_rules import Armoury
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource
from game.content.references import LibraryNames
from game.content.scenarios import load_scenario
from game.content.schema_faults import validated
from game.content.situations.situation_schema import ModelAt, Situation, UnitAt
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK


@dataclass(frozen=True, slots=True)
class LoadedSituation:
    """A validated situation file with the armoury of its profiles."""

    file: str
    situation: Situation
    armoury: Armoury


def load_situation(name: str, library: FileSource = DISK) -> LoadedSituation:
    """Return a situation by its path; raise UnusableFile with all its faults."""
    return parse_situation(library.read(name), name, library)


def parse_situation(text: str, name: str, library: FileSource = DISK) -> LoadedSituation:
    return situation_of(parse_toml(text, name), name, library)


def situation_of(
    raw: Mapping[str, Any], name: str, library: FileSource = DISK
) -> LoadedSituation:
    """Return a situation from parsed data, which may be part of another file.

    Raise UnusableFile with its faults.
    """
    read = validated(Situation, raw, name, LibraryNames(library, name))
    if read.scenario is not None:
        one, other = load_scenario(read.scenario, None, library).sides
        read = read.model_copy(update={"sides": (one.id, other.id)})
    armoury = load_armoury(read.armoury, library)
    if faults := [*_unknown(read, armoury), *_of_no_side(read), *_contradictions(read)]:
        raise UnusableFile(name, faults)
    return LoadedSituation(name, read, armoury)


def _unknown(read: Situation, armoury: Armoury) -> Iterator[Fault]:
    """Yield a fault for each profile, weapon or value unknown to the armoury or its system."""
    for place, like in _likes(read):
        if like.profile is not None:
            yield from _not_in(f"{place}.profile", "profile", [like.profile], armoury.kinds)
        yield from _not_in(f"{place}.weapons", "weapon", like.weapons, armoury.weapons)
        yield from (Fault(f"{place}.{k}", no) for k, no in like.foreign(armoury.system))


def _not_in(
    place: str, what: str, words: Iterable[str], known: Mapping[str, object]
) -> Iterator[Fault]:
    for word in words:
        if word not in known:
            yield Fault(place, f"there is no {what} {word!r}{did_you_mean(word, known)}")


def _likes(read: Situation) -> Iterator[tuple[str, UnitAt | ModelAt]]:
    yield from ((f"unit[{n}]", unit) for n, unit in enumerate(read.unit))
    yield from ((f"model[{n}]", model) for n, model in enumerate(read.model))


def _of_no_side(read: Situation) -> Iterator[Fault]:
    found = [(f"{place}.side", like.side) for place, like in _likes(read)]
    found += [("first", read.first), ("clock.side", read.clock.side if read.clock else None)]
    found += [(f"zones.{side}", side) for side in read.zones]
    found += [(f"command.{side}", side) for side in (*read.command, *read.expect.command)]
    found += [(f"scores.{side}", side) for side in (*read.scores, *(read.expect.scores or ()))]
    found += [(f"lost[{n}].side", loss.side) for n, loss in enumerate(read.lost)]
    for place, side in found:
        if side is not None and side not in read.sides:
            yield Fault(place, f"{side!r} is neither {read.sides[0]} nor {read.sides[1]}")


def _contradictions(read: Situation) -> Iterator[Fault]:
    models = read.models
    for id_, many in Counter(m.id for m in models).items():
        if many > 1:
            yield Fault("model", f"two models have the id {id_!r}")
    for id_, many in Counter(u.id for u in read.unit).items():
        if many > 1:
            yield Fault("unit", f"two units have the id {id_!r}")
    side_of = dict[str, str]()
    for model in models:
        if side_of.setdefault(model.unit, model.side) != model.side:
            yield Fault("model", f"unit {model.unit!r} would be of two sides")
    if models:
        expected = read.expect
        wanted = [("unit", "unit", u.id) for u in read.unit if u.id not in side_of]
        wanted += [("expect.unit", "unit", u.id) for u in expected.unit if u.id not in side_of]
        ids = {m.id for m in models}
        wanted += [("expect.model", "model", m.id) for m in expected.model if m.id not in ids]
        wanted += [("lost", "model", loss.model) for loss in read.lost if loss.model not in ids]
        yield from (Fault(place, f"there is no {what} {id_!r}") for place, what, id_ in wanted)
