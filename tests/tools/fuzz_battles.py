"""Small crowded random battles: every kind of model, with walls, woods and water."""

from __future__ import annotations

from dataclasses import replace

from game.bots.luck import BotRandom
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.catalog import rules_of
from game.table.board import Board, ObjectiveMarker, Terrain, TerrainKind, Zone, terrain
from game.table.records import Fire, Model, ModelId, Profile, Side, Unit, UnitId, Weapon, Where
from game.table.state import Table

SIDES = Side("wardens"), Side("brood")
WIDE, DEEP, ZONE = 30.0, 26.0, 8.0
BLADE = Weapon("blade", Fire.MELEE)
PISTOL = Weapon("pistol", fire=Fire.PISTOL, range=12.0, shots=1, strength=4, ap=5)
RIFLE = Weapon("rifle", fire=Fire.RAPID, range=24.0, shots=1, strength=4, ap=5)
PLASMA = Weapon(
    "plasma gun", fire=Fire.ASSAULT, range=24.0, shots=2, strength=7, ap=2, rules=("gets hot",)
)
MORTAR = Weapon(
    "mortar",
    fire=Fire.ASSAULT,
    range=24.0,
    shots=2,
    strength=5,
    ap=4,
    blast=3.0,
    rules=("barrage",),
)
FIST = Weapon("fist", Fire.MELEE, rules=("power fist",))
LANCE = Weapon("lance", Fire.MELEE, rules=("lance",))

KINDS: tuple[tuple[Profile, float, int], ...] = (
    (Profile("Trooper", ld=6, sv=5, weapons=(RIFLE,)), 0.5, 5),
    (Profile("Plasma gunner", ld=7, sv=4, weapons=(PLASMA, BLADE)), 0.5, 3),
    (Profile("Bombardier", ld=6, weapons=(MORTAR,)), 0.5, 2),
    (Profile("Scout", ld=7, rules=("scout", "stealth"), weapons=(PISTOL, BLADE)), 0.5, 4),
    (
        Profile("Rider", t=5, own_t=4, types=("bike",), ld=6, weapons=(LANCE, PISTOL)),
        0.69,
        3,
    ),
    (
        Profile(
            "Jumper",
            types=("jump infantry",),
            ld=6,
            rules=("deep strike", "hammer of wrath"),
            weapons=(PISTOL, BLADE),
        ),
        0.5,
        4,
    ),
    (Profile("Hound", types=("beast",), ld=5, a=2, rules=("fleet",)), 0.5, 6),
    (
        Profile(
            "Ogre",
            t=6,
            w=3,
            a=3,
            types=("monstrous creature",),
            rules=("fearless",),
            weapons=(FIST,),
        ),
        1.0,
        1,
    ),
    (Profile("Gnat", types=("skimmer",), w=2, ld=7, weapons=(PISTOL,)), 0.8, 2),
)
GROUNDS = (
    TerrainKind.WALL,
    TerrainKind.BLOCK,
    TerrainKind.WOOD,
    TerrainKind.CRATER,
    TerrainKind.DEEP_WATER,
    TerrainKind.HEDGE,
)


def skirmish(seed: int) -> Session:
    """Return the battle of a seed, which determines its ground, forces and dice."""
    luck = BotRandom(seed)
    zones = _zone("north", 0.0, ZONE), _zone("south", DEEP - ZONE, DEEP)
    middle = ObjectiveMarker("marker-1", Point(WIDE / 2, DEEP / 2), 1)
    ground = tuple(_random_terrain(luck, n) for n in range(7))
    table = Table(
        Board(
            "crowded", width=WIDE, height=DEEP, terrain=ground, zones=zones, markers=(middle,)
        ),
        SIDES,
    )
    for side in SIDES:
        for n in range(3):
            _muster(table, luck, side, n)
    options = {"turns": 5, "reserves": True}
    return Session(rules_of("classic", "combat_patrol", (), options), table, SeededDice(seed))


def _muster(table: Table, luck: BotRandom, side: Side, n: int) -> None:
    profile, base, many = KINDS[luck.below(len(KINDS))]
    unit = UnitId(f"{side}-{n}")
    ids = tuple(ModelId(f"{unit}-{k}") for k in range(many))
    table.units[unit] = Unit(unit, side=side, name=f"{profile.name}s {n + 1}", models=ids)
    for k, id_ in enumerate(ids):
        # Some are quicker, so that blows fall at several steps.
        one = replace(profile, i=2 + (k + n) % 3)
        table.models[id_] = Model(
            id_,
            unit=unit,
            side=side,
            profile=one,
            base=base,
            where=Where.RESERVE,
            wounds=profile.w,
        )


def _random_terrain(luck: BotRandom, n: int) -> Terrain:
    kind = GROUNDS[luck.below(len(GROUNDS))]
    left, top = 1.0 + luck.below(240) / 10, 4.0 + luck.below(150) / 10
    wide, high = 1.0 + luck.below(40) / 10, 0.2 + luck.below(40) / 10
    corners = (
        Point(left, top),
        Point(left + wide, top + luck.below(10) / 10),
        Point(left + wide, top + high),
        Point(left, top + high),
    )
    dangerous = {"dangerous": True} if kind is TerrainKind.CRATER and luck.below(2) else {}
    if kind in {TerrainKind.HEDGE, TerrainKind.WALL}:
        return terrain(f"{kind.value}-{n}", kind, corners[:3], closed=False)
    return terrain(f"{kind.value}-{n}", kind, corners, **dangerous)


def _zone(name: str, top: float, low: float) -> Zone:
    return Zone(name, (Point(0.0, top), Point(WIDE, top), Point(WIDE, low), Point(0.0, low)))
