"""Validation of armouries and rosters, and the forces that are shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.armouries.armoury_library import load_armoury, parse_armoury
from game.content.faults import UnusableFile
from game.content.file_source import DiskSource, RecordingSource, SavedSource
from game.content.rosters import load_roster, muster, parse_roster
from game.content.shipped_folders import ASSETS, ICONS
from game.table.records import Fire, Side, Weapon, Where
from tests.tools.texts import edited

CLASSIC = load_armoury("classic")

PROFILES = [
    # WS BS S T W I A Ld Sv base
    ("warden", (3, 3, 3, 3, 1, 3, 1, 7, 5), 0.5, "rifle"),
    ("warden-sergeant", (3, 3, 3, 3, 1, 3, 2, 8, 5), 0.5, "pistol, blade"),
    ("warden-gunner", (3, 3, 3, 3, 1, 3, 1, 7, 5), 0.5, "plasma gun"),
    ("warden-heavy-gunner", (3, 3, 3, 3, 2, 3, 1, 7, 5), 0.75, "rotary gun"),
    ("scout", (3, 3, 4, 4, 1, 4, 1, 8, 4), 0.5, "shotgun, pistol, blade; scout"),
    ("skitterer", (3, 3, 3, 3, 1, 4, 1, 6, 6), 0.5, "spitter"),
    ("leaper", (3, 3, 3, 3, 1, 5, 2, 6, 6), 0.5, "claws; fleet"),
    ("stalker", (6, 0, 4, 4, 1, 6, 2, 10, 5), 0.5, "rending claws; fleet"),
    ("brute", (5, 2, 4, 4, 2, 4, 2, 10, 5), 0.8, "lobber; fearless"),
]
WEAPONS = [
    Weapon("rifle", fire=Fire.RAPID, range=24, shots=1, strength=3),
    Weapon("pistol", fire=Fire.PISTOL, range=12, shots=1, strength=3),
    Weapon("carbine", fire=Fire.RAPID, range=24, shots=1, strength=4, ap=5),
    Weapon("shotgun", fire=Fire.ASSAULT, range=12, shots=2, strength=4),
    Weapon(
        "plasma gun", fire=Fire.RAPID, range=24, shots=1, strength=7, ap=2, rules=("gets hot",)
    ),
    Weapon(
        "plasma pistol",
        fire=Fire.PISTOL,
        range=12,
        shots=1,
        strength=7,
        ap=2,
        rules=("gets hot",),
    ),
    Weapon(
        "grenade launcher, frag",
        fire=Fire.ASSAULT,
        range=24,
        shots=1,
        strength=3,
        ap=6,
        blast=3.0,
    ),
    Weapon("grenade launcher, krak", fire=Fire.ASSAULT, range=24, shots=1, strength=6, ap=4),
    Weapon("rotary gun", fire=Fire.HEAVY, range=36, shots=3, strength=5, ap=4),
    Weapon("spitter", fire=Fire.ASSAULT, range=12, shots=1, strength=4, ap=5),
    Weapon("lobber", fire=Fire.ASSAULT, range=18, shots=3, strength=5, ap=5),
    Weapon("blade", Fire.MELEE),
    Weapon("claws", Fire.MELEE),
    Weapon("rending claws", Fire.MELEE, rules=("rending",)),
    Weapon("power blade", Fire.MELEE, rules=("power weapon",)),
    Weapon("power fist", Fire.MELEE, rules=("power fist",)),
]


@pytest.mark.rule("CC-01")
@pytest.mark.parametrize(("kind", "numbers", "base", "has"), PROFILES)
def test_the_profiles_of_the_classic_core(
    kind: str, numbers: tuple[int, ...], base: float, has: str
) -> None:
    p = CLASSIC.kinds[kind].profile
    weapons, _, rules = has.partition("; ")

    assert (p.ws, p.bs, p.s, p.t, p.w, p.i, p.a, p.ld, p.sv) == numbers
    assert CLASSIC.kinds[kind].base == base
    assert ", ".join(w.name for w in p.weapons) == weapons
    assert ", ".join(p.rules) == rules
    assert (p.types, p.inv, p.own_t) == (
        ("beast",) if kind == "leaper" else ("infantry",),
        None,
        None,
    )


def test_no_profile_and_no_weapon_is_left_out_of_these_tables() -> None:
    assert list(CLASSIC.kinds) == [row[0] for row in PROFILES]
    assert [w for ways in CLASSIC.weapons.values() if len(ways) == 1 for w in ways] == WEAPONS


def test_a_weapon_with_modes_is_asked_for_by_one_name() -> None:
    assert [w.name for w in CLASSIC.weapons["grenade launcher"]] == [
        "grenade launcher, frag",
        "grenade launcher, krak",
    ]


@pytest.mark.parametrize("armoury", sorted((ASSETS / "armouries").glob("*.toml")))
def test_every_profile_has_a_picture(armoury: Path) -> None:
    kinds = parse_armoury(armoury.read_text("utf-8"), armoury.name).kinds

    for kind in kinds.values():
        assert (ICONS / "units" / f"{kind.profile.icon}.svg").is_file(), kind.profile.name


@pytest.mark.parametrize(
    "roster", [path.stem for path in sorted((ASSETS / "rosters").glob("*.toml"))]
)
def test_every_shipped_roster_can_be_mustered(roster: str) -> None:
    units, models = muster(load_roster(roster), Side("reds"))

    assert [m.id for m in models] == [m for u in units for m in u.models]
    assert len({m.id for m in models} | {u.id for u in units}) == len(models) + len(units)


def test_the_wardens_of_the_combat_patrol() -> None:
    units, models = muster(load_roster("wardens-patrol"), Side("wardens"))

    assert [(u.id, u.name, len(u.models)) for u in units] == [
        ("wardens-first-squad", "First squad", 10),
        ("wardens-second-squad", "Second squad", 5),
        ("wardens-scouts", "Scout squad", 5),
        ("wardens-heavy-gunner", "Heavy gunner", 1),
    ]
    assert units[0].models[:4] == (
        "wardens-first-squad-sergeant",
        "wardens-first-squad-gunner",
        "wardens-first-squad-3",
        "wardens-first-squad-4",
    )
    heavy = models[-1]
    assert (heavy.where, heavy.wounds, heavy.side) == (Where.RESERVE, 2, "wardens")
    grenadier = next(m for m in models if m.id == "wardens-second-squad-grenadier")
    assert [w.blast for w in grenadier.profile.weapons] == [3.0, 0.0]


def test_the_brood_of_the_combat_patrol() -> None:
    units, models = muster(load_roster("brood-patrol"), Side("brood"))

    assert [(u.name, len(u.models)) for u in units] == [
        ("Skitterer swarm", 8),
        ("Leaper pack", 9),
        ("Stalker pack", 6),
        ("Brute", 1),
    ]
    assert {m.side for m in models} == {"brood"}


BAD = """
title = "x"
armoury = "classic"
[[unit]]
id = "First"
name = "First squad"
[[unit.model]]
profile = "warden-sergent"
count = true
weapons = ["plazma gun", "rifle"]
nme = 1
[[unit]]
id = "b"
name = ""
model = []
[[unit]]
id = "c"
name = "C"
[[unit.model]]
profile = "warden"
count = 2
id = "chief"
"""


def test_all_that_is_wrong_with_a_roster_is_said_at_once() -> None:
    with pytest.raises(UnusableFile) as caught:
        parse_roster(BAD, "bad.toml")

    assert str(caught.value) == ALL_FAULTS


ALL_FAULTS = """\
bad.toml: unit[0].id: 'First' is not an id: use lower-case letters, digits and hyphens
bad.toml: unit[0].model[0].profile: there is no profile 'warden-sergent'; did you mean \
'warden-sergeant'?
bad.toml: unit[0].model[0].count: must be a whole number, not true
bad.toml: unit[0].model[0].weapons[0]: there is no weapon 'plazma gun'; did you mean \
'plasma gun'?
bad.toml: unit[0].model[0].nme: unknown key; did you mean 'name' (shown in the log)?
bad.toml: unit[1].name: must be 1 to 80 characters on one line
bad.toml: unit[1].model: must not be empty
bad.toml: unit[2].model[0]: an id is for one model; leave it out where count is more"""

SMALL = """
title = "x"
armoury = "classic"
[[unit]]
id = "a"
name = "A"
model = [{profile = "warden"}, {profile = "scout", id = "b-1"}]
[[unit]]
id = "a-b"
name = "B"
model = [{profile = "warden"}]
"""


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("", "", "unit: two units or models would have the id 'a-b-1'"),
        ("a-b", "a-1", "unit: two units or models would have the id 'a-1'"),
        ("classic", "clasic", "armoury: no armoury called 'clasic'; did you mean 'classic'?"),
        ('armoury = "classic"', "", "armoury: is missing"),
        ('"classic"', "5", "armoury: must be text, not 5"),
        ("[[unit]]", "[[unit]", "line 4 column"),
    ],
)
def test_a_fault_in_a_roster_has_its_place(old: str, new: str, fault: str) -> None:
    with pytest.raises(UnusableFile) as caught:
        parse_roster(edited(SMALL, {old: new}), "bad.toml")

    assert f"bad.toml: {fault}" in str(caught.value)


def test_a_faulty_profile_of_a_roster_is_not_called_missing() -> None:
    text = (
        'title = "A"\narmoury = "classic"\n[profile.hunter]\nname = 3\n'
        '[weapon.bow]\ntype = "longbow"\n[[unit]]\nid = "a"\nname = "A"\n'
        '[[unit.model]]\nprofile = "hunter"\nweapons = ["bow"]\n'
    )
    with pytest.raises(UnusableFile) as caught:
        parse_roster(text, "a.toml")

    places = {fault.place.split(".")[0] for fault in caught.value.faults}
    assert places == {"profile", "weapon"}


def test_too_many_models_do_not_fit_onto_a_table() -> None:
    crowd = '[[unit]]\nid = "u{0}"\nname = "U"\nmodel = [{{profile = "warden", count = 60}}]\n'
    text = 'title = "x"\narmoury = "classic"\n' + "".join(map(crowd.format, "abc"))

    with pytest.raises(UnusableFile, match=r"180 models are more than 150"):
        parse_roster(text, "bad.toml")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("assault 2", "assault 0", "weapon.shotgun.type: must be assault n, heavy n"),
        ("range = 36", "range = nan", "weapon.rotary gun.range: must be a finite number"),
        ("range = 36", "", "weapon.rotary gun: a weapon that shoots needs a range"),
        (
            '"gets hot"',
            '"gets hit"',
            "rules[0]: there is no 'gets hit'; did you mean 'gets hot'?",
        ),
        ('"fleet"', '"flet"', "profile.leaper.rules[0]: there is no 'flet'"),
        ('["beast"]', "[]", "profile.leaper.types: must not be empty"),
        ("T = 3", 'T = "5(40)"', "profile.warden.T: must be 0 to 10, or for a rider"),
        ("BS = 3", "BS = 11", "profile.warden.BS: must be at most 10, not 11"),
        ("WS = 3", "WS = 3.0", "profile.warden.WS: must be a whole number, not 3.0"),
        ('Sv = "5+"', 'Sv = "1+"', 'profile.warden.Sv: must be "2+" to "6+", or "-"'),
        ("AP = 2", "AP = true", 'weapon.plasma gun.AP: must be 1 to 6, or "-"'),
        ("base = 0.8", "base = -1", "profile.brute.base: must be at least 0.25, not -1"),
        ('"lobber"]', '"blobber"]', "there is no weapon 'blobber'; did you mean 'lobber'?"),
        ('system = "classic"', 'system = "clasic"', "did you mean 'classic'?"),
    ],
)
def test_a_fault_in_an_armoury_has_its_place(old: str, new: str, fault: str) -> None:
    text = (ASSETS / "armouries" / "classic.toml").read_text("utf-8")

    with pytest.raises(UnusableFile) as caught:
        parse_armoury(edited(text, {old: new}, count=1), "bad.toml")

    assert fault in str(caught.value)


def test_a_rider_has_his_own_toughness() -> None:
    text = (ASSETS / "armouries" / "classic.toml").read_text("utf-8")
    armoury = parse_armoury(edited(text, {"T = 3": 'T = "5(4)"'}, count=1), "riders.toml")

    rider = armoury.kinds["warden"].profile
    assert (rider.t, rider.own_t) == (5, 4)


def test_what_was_read_for_a_roster_is_enough_to_read_it_again_elsewhere() -> None:
    shelf = RecordingSource(DiskSource())
    roster = load_roster("wardens-patrol", shelf)

    assert sorted(shelf.files) == [
        "assets/armouries/classic.toml",
        "assets/rosters/wardens-patrol.toml",
    ]
    assert load_roster("wardens-patrol", SavedSource(shelf.files)) == roster


def test_a_roster_that_is_not_there_is_named() -> None:
    with pytest.raises(UnusableFile, match=r"^no roster called 'nobody'; try: "):
        load_roster("nobody")


def test_a_roster_is_read_anew_after_a_change_of_its_text_or_of_its_armoury() -> None:
    name, armoury = "assets/rosters/mine.toml", "assets/armouries/classic.toml"
    shipped = DiskSource()
    text = shipped.read("assets/rosters/wardens-patrol.toml")
    files = {name: text, armoury: shipped.read(armoury)}

    def loaded(**changed: str) -> tuple[str, int]:
        source = SavedSource(
            {
                **files,
                **{{"roster": name, "armoury": armoury}[k]: v for k, v in changed.items()},
            }
        )
        roster = load_roster("mine", source)
        return roster.title, roster.units[0].models[0].profile.ld

    title, leadership = loaded()
    assert loaded() == (title, leadership)
    assert loaded(roster=edited(text, {title: "Another"})) == ("Another", leadership)
    assert loaded() == (title, leadership)
    better = edited(files[armoury], {f"Ld = {leadership}": "Ld = 10"})
    assert better != files[armoury]
    assert loaded(armoury=better) == (title, 10)
    assert loaded() == (title, leadership)
