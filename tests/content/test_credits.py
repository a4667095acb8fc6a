"""Each author of shipped third-party material is credited."""

from __future__ import annotations

import re

from game.content.shipped_folders import ASSETS

CREDITS = (ASSETS / "CREDITS.md").read_text("utf-8")


def test_every_unit_icon_is_credited_and_every_credited_icon_is_there() -> None:
    text = CREDITS.partition("## Unit icons")[2]

    named = sorted(set(re.findall(r"`([a-z][a-z-]*)`", text)))
    assert named == sorted(file.stem for file in (ASSETS / "icons" / "units").glob("*.svg"))


def test_no_icon_is_said_to_be_our_own_and_of_somebody_else() -> None:
    own, _, rest = CREDITS.partition("Our own, drawn for this game:")[2].partition("\n\n")
    theirs = re.findall(r"^\| `([a-z-]+)` \|", rest, re.MULTILINE)

    assert theirs
    assert not set(re.findall(r"`([a-z-]+)`", own)) & set(theirs)
