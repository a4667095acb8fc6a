"""Riders and swarm, and the changes that an option makes to them: ``PU-01``, ``PU-30``."""

from __future__ import annotations

from collections import Counter

import pytest

from game.content.armouries.armoury_library import load_armoury
from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.rosters import load_roster, muster, parse_roster
from game.content.shipped_folders import ASSETS
from game.table.records import Fire, Side, Weapon, Where
from game.table.state import PieceKind
from tests.tools.texts import edited

CHASE = load_armoury("pursuit")
ARMED = "twin-linked carbine, pistol, blade"

PROFILES = [
    # WS BS S T own W I A Ld Sv base
    ("scout-bike", (4, 4, 4, 5, 4, 1, 4, 1, 8, 4), 0.75, f"bike; {ARMED}; "),
    ("bike-sergeant", (4, 4, 4, 5, 4, 1, 4, 1, 8, 4), 0.75, f"bike; {ARMED}; leader"),
    (
        "veteran-sergeant",
        (4, 4, 4, 5, 4, 1, 4, 2, 9, 4),
        0.75,
        f"bike; {ARMED}, plasma pistol; leader",
    ),
    (
        "gargoyle",
        (3, 3, 3, 3, None, 1, 4, 1, 6, 6),
        0.5,
        "jump infantry; spitter; over low ruins",
    ),
    ("rough-rider", (3, 3, 3, 3, None, 1, 3, 1, 7, 5), 0.75, "cavalry; pistol, lance; "),
    ("lead-rider", (3, 3, 3, 3, None, 1, 3, 1, 7, 5), 0.75, "cavalry; pistol, lance; leader"),
    (
        "gun-drone",
        (2, 2, 3, 3, None, 1, 4, 1, 7, 4),
        0.5,
        "jetpack, flier; drone carbine; over low ruins",
    ),
]


@pytest.mark.parametrize(("kind", "numbers", "base", "has"), PROFILES)
def test_the_profiles_of_the_chase(
    kind: str, numbers: tuple[int | None, ...], base: float, has: str
) -> None:
    p = CHASE.kinds[kind].profile
    found = (p.types, [w.name for w in p.weapons], p.rules)

    assert (p.ws, p.bs, p.s, p.t, p.own_t, p.w, p.i, p.a, p.ld, p.sv) == numbers
    assert CHASE.kinds[kind].base == base
    assert "; ".join(", ".join(words) for words in found) == has


def test_no_profile_is_left_out_and_the_new_weapons_are_these() -> None:
    assert [*CHASE.kinds] == [row[0] for row in PROFILES]
    twin = ("twin-linked",)
    assert CHASE.weapons["twin-linked carbine"] == (
        Weapon(
            "twin-linked carbine",
            fire=Fire.RAPID,
            range=24,
            shots=1,
            strength=4,
            ap=5,
            rules=twin,
        ),
    )
    assert CHASE.weapons["drone carbine"] == (
        Weapon(
            "drone carbine", fire=Fire.ASSAULT, range=18, shots=2, strength=5, ap=5, rules=twin
        ),
    )
    assert CHASE.weapons["plasma pistol"][0].rules == ("gets hot", "over the shoulder")


@pytest.mark.rule("PU-01", "PU-30")
@pytest.mark.parametrize(
    ("roster", "veteran", "brings"),
    [
        ("riders", False, {"Bike sergeant": 1, "Scout bike": 4}),
        ("riders", True, {"Veteran sergeant": 1, "Scout bike": 4}),
        ("gargoyles", False, {"Gargoyle": 12}),
        ("gargoyles", True, {"Gargoyle": 15}),
        ("rough-riders", True, {"Lead rough rider": 1, "Rough rider": 9}),
        ("gun-drones", True, {"Gun drone": 4}),
    ],
)
def test_an_upgraded_sergeant_is_hunted_by_more(
    roster: str, *, veteran: bool, brings: dict[str, int]
) -> None:
    read = load_roster(roster)
    units, models = muster(read, Side("side"), {"veteran": veteran})

    assert read.system == "pursuit"
    assert Counter(m.profile.name for m in models) == brings
    assert len(units) == len(models)


@pytest.mark.rule("PU-01", "PU-30")
@pytest.mark.parametrize(
    ("roster", "first"), [("gargoyles", "spore-mines-1"), ("gun-drones", "simple-mines-1")]
)
def test_the_swarm_has_four_clusters_of_mines_off_the_table(roster: str, first: str) -> None:
    clusters = {piece.id: piece for piece in load_roster(roster).pieces}

    assert len(clusters) == 4
    assert clusters[first].kind is PieceKind.MINES
    assert (clusters[first].radius, clusters[first].where) == (0.5, Where.RESERVE)


def test_more_than_four_clusters_are_refused() -> None:
    text = (ASSETS / "rosters" / "gargoyles.toml").read_text("utf-8")
    armoury = (ASSETS / "armouries" / "pursuit.toml").read_text("utf-8")
    library = SavedSource({"assets/armouries/pursuit.toml": armoury})

    with pytest.raises(UnusableFile, match=r"mines\.clusters"):
        parse_roster(edited(text, {"clusters = 4": "clusters = 5"}), "swarm.toml", library)


@pytest.mark.rule("PU-01", "PU-30")
def test_each_fig_is_a_unit() -> None:
    text = (ASSETS / "rosters" / "rough-riders.toml").read_text("utf-8")
    armoury = (ASSETS / "armouries" / "pursuit.toml").read_text("utf-8")
    library = SavedSource({"assets/armouries/pursuit.toml": armoury})
    two = edited(text, {'profile = "lead-rider"': 'profile = "lead-rider"\ncount = 2'})

    with pytest.raises(UnusableFile) as caught:
        parse_roster(two, "riders.toml", library)

    words = "Lead rough rider has 2 models: in a pursuit each acts alone (PU-01)"
    assert str(caught.value) == f"riders.toml: unit[0]: {words}"
