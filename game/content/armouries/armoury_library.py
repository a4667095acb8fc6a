"""Armouries of a library, read by name or path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from pydantic import ValidationError

from game.content.armouries.weapon_rules import Armoury, ArmouryProfile, by_name
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource, known_by
from game.content.file_words import beside_which, named
from game.content.icons import known_icon
from game.content.library_kinds import ARMOURY
from game.content.schema_faults import faults_in, validated
from game.content.source_cache import made_once
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK
from game.cores.classic import content as classic
from game.cores.modern import content as modern

ArmouryFile: TypeAlias = classic.ClassicArmouryFile | modern.ModernArmouryFile
SHAPES: Mapping[str, type[ArmouryFile]] = {
    **dict.fromkeys(classic.SYSTEMS, classic.ClassicArmouryFile),
    modern.SYSTEM: modern.ModernArmouryFile,
}
"""Schema of an armoury file, by the system that it is for."""


def load_armoury(word: str, library: FileSource = DISK) -> Armoury:
    """Return an armoury by its name (``classic``) or path; raise UnusableFile."""
    name = named(word, ARMOURY)
    with known_by(library):
        near = beside_which(library, name) if library.is_closed else None
        return made_once(
            library,
            ("armoury", name),
            lambda source: parse_armoury(source.read(name), name, near),
        )


@lru_cache(maxsize=16)
def parse_armoury(text: str, name: str, near: str | None = None) -> Armoury:
    """Parse an armoury; raise UnusableFile with all its faults. The result is cached.

    *near* is for one out of a save: the file beside which its icons may be, or empty.
    """
    raw = parse_toml(text, name)
    system = raw.get("system")
    if isinstance(system, str) and system not in SHAPES:
        no = f"there is no system {system!r}{did_you_mean(system, SHAPES)}"
        raise UnusableFile(name, [Fault("system", no)])
    shape = SHAPES[system] if isinstance(system, str) else classic.ClassicArmouryFile
    read = validated(shape, raw, name, by_name(raw.get("weapon")))
    file = name if near is None else near
    return _with(Armoury(read.title, read.system, {}, {}), read, file)


def _drawn(kind: ArmouryProfile, file: str) -> ArmouryProfile:
    """Return a profile of the armoury or roster *file* with its icon as it is known."""
    icon = known_icon(kind.profile.icon, file)
    return replace(kind, profile=replace(kind.profile, icon=icon))


def enlarged(
    armoury: Armoury, weapons: Any, profiles: Any, file: str = ""
) -> tuple[Armoury, list[Fault]]:
    """Return the armoury extended by *weapons* and *profiles*, in the form of its file.

    They are those of the roster *file*. A weapon or profile replaces the one of the same name.
    If there are faults, the armoury is returned unchanged with them.
    """
    if not weapons and not profiles:
        return armoury, []
    raw = {
        "title": armoury.title,
        "system": armoury.system,
        "weapon": weapons,
        "profile": profiles,
    }
    shape, known = SHAPES[armoury.system], {*armoury.weapons, *by_name(weapons)}
    try:
        return _with(armoury, shape.model_validate(raw, context=sorted(known)), file), []
    except ValidationError as error:
        return armoury, faults_in(error, shape)


def _with(armoury: Armoury, read: ArmouryFile, file: str) -> Armoury:
    """Return an armoury extended by what a *file* says."""
    more = {
        called: tuple(read.weapon[mode].weapon(mode) for mode in modes)
        for called, modes in by_name(read.weapon).items()
    }
    weapons = {**armoury.weapons, **more}
    kinds = {id_: _drawn(one.kind(weapons), file) for id_, one in read.profile.items()}
    return replace(armoury, weapons=weapons, kinds={**armoury.kinds, **kinds})
