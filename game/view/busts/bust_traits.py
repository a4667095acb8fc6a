"""The traits of a profile that its bust shows."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from game.table.records import Fire, Profile

MACHINES = frozenset({"walker", "drone", "cannon", "container"})
BEASTS = frozenset(
    {
        *("alpha", "brute", "claws", "colossus", "drifter", "floater", "gargoyle", "leaper"),
        *("leaping-drifter", "rat", "skitterer", "spawn", "stalker"),
    }
)
"""Icons of models that are machines, and of those that are no people."""
BESTIAL = ("claw", "talon", "fang", "tusk", "maw", "spitter", "bio-", "tentacle", "sting")
"""Parts of the names of weapons that grow on a body."""
PSYCHIC = frozenset({"PSYKER", "psyker"})
HEAVY_TYPES = frozenset({"vehicle", "VEHICLE", "walker", "dreadnought"})
BEAST_TYPES = frozenset({"beast", "monstrous creature", "MONSTER"})
RIDDEN = frozenset({"bike", "cavalry", "BIKER", "CAVALRY"})
WINGED = frozenset({"jump infantry", "flier", "FLY"})
RANK = frozenset({"leader", "CHARACTER", "independent character"})
LONG_RANGE = 12.5
"""Range in inches from which a weapon is a long one."""
LEADER = 8
"""Leadership from which a model of one kind with others is drawn as their leader."""


class Kin(StrEnum):
    """The kinds of heads."""

    PERSON = "person"
    BEAST = "beast"
    MACHINE = "machine"


class ShownWeapon(StrEnum):
    """The weapon that is seen behind the shoulder."""

    NONE = "none"
    LONG = "long"
    HEAVY = "heavy"
    BLADE = "blade"
    BLUNT = "blunt"
    STAFF = "staff"


class Traits(NamedTuple):
    """Everything that a bust depends on."""

    kin: Kin
    armour: int
    """0 for none to 3 for the heaviest."""
    bulk: int
    """0 for slight, 1 for usual, 2 for huge."""
    arm: ShownWeapon
    is_leader: bool = False
    is_psychic: bool = False
    is_winged: bool = False
    is_jetted: bool = False
    is_rider: bool = False
    is_fleet: bool = False
    name: str = ""
    """Chooses among equal parts, so that profiles of the same traits differ."""

    def pick(self, part: str, many: int) -> int:
        """Return the number of the shape of a part, of several that would do."""
        digest = blake2b(f"{part} of {self.name}".encode(), digest_size=4).digest()
        return int.from_bytes(digest, "big") % many


@lru_cache(maxsize=512)
def traits_of(profile: Profile) -> Traits:
    """Return the traits of a profile."""
    jets = profile.has("jetpack") or profile.icon.startswith("jet")
    return Traits(
        kin=_kin(profile),
        armour=0 if profile.sv is None else max(0, min(3, 6 - profile.sv)),
        bulk=2 if profile.w > 2 or profile.t > 4 else 1 if profile.t > 2 else 0,
        arm=_arm(profile),
        is_leader=profile.has_any(RANK) or (profile.ld >= LEADER and profile.a > 1),
        is_psychic=profile.has_any(PSYCHIC) or profile.powers > 0 or profile.icon == "oracle",
        is_winged=profile.has_any(WINGED) and not jets,
        is_jetted=jets,
        is_rider=profile.has_any(RIDDEN),
        is_fleet=profile.has("fleet") or profile.has("scout"),
        name=f"{profile.name} {profile.icon}",
    )


def _kin(profile: Profile) -> Kin:
    if profile.icon in MACHINES or profile.has_any(HEAVY_TYPES):
        return Kin.MACHINE
    grown = [any(part in arm.name for part in BESTIAL) for arm in profile.weapons]
    if profile.icon in BEASTS or profile.has_any(BEAST_TYPES) or (grown and all(grown)):
        return Kin.BEAST
    return Kin.PERSON


def _arm(profile: Profile) -> ShownWeapon:
    """Return the weapon that is seen: the first one that shoots far, else the first one."""
    weapons = sorted(profile.weapons, key=lambda arm: arm.range < LONG_RANGE)
    for weapon in weapons:
        if weapon.fire is Fire.HEAVY or weapon.blast or weapon.shots > 2:
            return ShownWeapon.HEAVY
        if weapon.fire in {Fire.RAPID, Fire.ASSAULT}:
            return ShownWeapon.LONG
        if weapon.fire is Fire.MELEE:
            return _blade(weapon.name)
    return ShownWeapon.NONE


def _blade(name: str) -> ShownWeapon:
    if any(word in name for word in ("staff", "lance", "spear", "hook", "harpoon", "pole")):
        return ShownWeapon.STAFF
    return (
        ShownWeapon.BLUNT
        if any(w in name for w in ("fist", "mace", "hammer", "maul"))
        else ShownWeapon.BLADE
    )
