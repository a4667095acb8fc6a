"""One value of TOML text is changed, and everything else stays."""

from __future__ import annotations

import tomllib

import pytest

from game.content.faults import UnusableFile
from game.content.toml_statements import TomlValue, with_value
from tests.tools.texts import edited

TEXT = """\
# Made by hand.
title = "Guns"  # as it is called

[weapon."plasma gun"]
range = 24   # inches
rules = ["gets hot", "heavy"]

[profile]
warden = { T = 3, save = "4+" }

[[unit]]
points = 10
[[unit]]
points = 20 # the second
long = [
    1,
    2,
]
"""


@pytest.mark.parametrize(
    ("key", "value", "before", "after"),
    [
        ("title", 'A "gun"', '"Guns"  #', '"A \\"gun\\""  #'),
        ("weapon.plasma gun.range", 12.5, "24   #", "12.5   #"),
        ("weapon.plasma gun.rules[1]", "light", '"heavy"]', '"light"]'),
        ("profile.warden.T", 4, "{ T = 3,", "{ T = 4,"),
        ("unit[1].points", True, "20 # the", "true # the"),
        ("unit[1].long[0]", 7, "    1,", "    7,"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_value_changes_in_its_place(
    key: str, value: TomlValue, before: str, after: str, newline: str
) -> None:
    assert TEXT.count(before) == 1
    text = edited(TEXT, {"\n": newline})
    found = with_value(text, key, value, "x.toml")
    assert found == edited(text, {before: after})
    tomllib.loads(found)


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("titel", "titel: there is no such value; did you mean 'title'?"),
        ("profile.wardn.T", "there is no such value; did you mean 'profile.warden'?"),
        ("unit[2].points", "unit[2].points: there is no such value"),
        ("unit", "unit: is a list, not a single value"),
        ("profile.warden", "profile.warden: is a table, not a single value"),
    ],
)
def test_a_key_without_a_single_value_is_refused(key: str, reason: str) -> None:
    with pytest.raises(UnusableFile) as found:
        with_value(TEXT, key, 1, "x.toml")
    assert reason in str(found.value)
    assert str(found.value).startswith("x.toml: ")
