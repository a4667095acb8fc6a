"""Rosters during a campaign: losses, seasoned units, reinforcements (``MI-06``)."""

from __future__ import annotations

import pytest

from game.content.campaign_files import Extra
from game.content.faults import UnusableFile
from game.content.file_source import LayeredSource
from game.content.rosters import Roster, load_roster
from game.content.user_files import DISK
from game.rules.campaigns import changed, roster_file, sizes

PATROL = "wardens-patrol"


def brought(text: str, word: str = PATROL) -> Roster:
    return load_roster(word, LayeredSource({roster_file(word): text}, DISK))


def crews(roster: Roster) -> dict[str, int]:
    return {squad.id: len(squad.models) for squad in roster.units}


@pytest.mark.rule("MI-06")
def test_who_is_missing_is_missing_from_the_end_of_the_unit() -> None:
    """The first squad is a sergeant, a gunner and eight wardens; seven of the ten are left."""
    whole = load_roster(PATROL)
    left = brought(changed(PATROL, DISK, {"first-squad": 3}))

    assert crews(left) == crews(whole) | {"first-squad": 7}
    names = [trooper.id for trooper in left.units[0].models]
    assert names[:2] == ["sergeant", "gunner"]


def test_a_unit_without_anybody_left_is_not_brought() -> None:
    gone = sizes(PATROL, DISK)["first-squad"]
    left = brought(changed(PATROL, DISK, {"first-squad": gone}))

    assert "first-squad" not in crews(left)
    assert len(left.units) == len(load_roster(PATROL).units) - 1


def test_a_last_model_is_one() -> None:
    gone = sizes(PATROL, DISK)["first-squad"] - 1
    left = brought(changed(PATROL, DISK, {"first-squad": gone}))

    assert [trooper.id for trooper in left.units[0].models] == ["sergeant"]


def test_a_force_without_anybody_left_comes_whole() -> None:
    assert crews(brought(changed(PATROL, DISK, sizes(PATROL, DISK)))) == sizes(PATROL, DISK)


@pytest.mark.rule("MI-06")
def test_a_seasoned_unit_has_one_more_leadership() -> None:
    whole = load_roster(PATROL)
    left = brought(changed(PATROL, DISK, {}, ["second-squad"]))

    def braveries(roster: Roster) -> dict[str, list[int]]:
        return {s.id: [t.profile.ld for t in s.models] for s in roster.units}

    before, after = braveries(whole), braveries(left)
    assert after["first-squad"] == before["first-squad"]
    assert after["second-squad"] == [min(10, ld + 1) for ld in before["second-squad"]]
    names = [t.profile.name for t in left.units[1].models]
    assert names == [t.profile.name for t in whole.units[1].models]


@pytest.mark.rule("MI-06")
def test_a_unit_of_another_roster_joins_under_an_id_of_its_own() -> None:
    joined = [Extra(side="wardens", roster=PATROL, unit="scouts")]
    left = brought(changed(PATROL, DISK, {}, (), joined))

    assert crews(left) == crews(load_roster(PATROL)) | {
        "scouts-joined": sizes(PATROL, DISK)["scouts"]
    }


def test_a_unit_that_is_in_no_roster_cannot_join() -> None:
    joined = [Extra(side="wardens", roster=PATROL, unit="ghosts")]
    with pytest.raises(UnusableFile, match="there is no unit 'ghosts'"):
        changed(PATROL, DISK, {}, (), joined)
