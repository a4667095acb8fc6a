"""Campaign files: which are refused, with place and reason (``MI-06``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content import library_kinds
from game.content.campaign_files import campaign_names, load_campaign, parse_campaign
from game.content.faults import UnusableFile
from game.content.own_folders import own_folder
from tests.campaigns import TEXT, campaign, changed_text
from tests.tools.refusals import faults_of


def faults_of_campaign(*changes: tuple[str, str]) -> list[str]:
    return faults_of(parse_campaign, changed_text(*changes), "bouts.toml")


def test_battles_and_what_follows_are_read() -> None:
    found = campaign()

    assert (found.id, found.title, found.sides) == ("bouts", "Two bouts", ("us", "them"))
    assert [*found.stages] == ["first", "second", "last"]
    first = found.stages["first"].after("us")
    assert (first.next, first.points) == ("last", {"us": 2})
    assert found.stages["last"].after("draw").next is None


@pytest.mark.rule("MI-06")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('start = "first"', 'start = "frist"',
         "start: there is no battle 'frist'; did you mean 'first'?"),
        ('next = "second"', 'next = "sceond"',
         "battle[0].result[1].next: there is no battle 'sceond'; did you mean 'second'?"),
        ('winner = "us"', 'winner = "su"', "battle[0].result: has no result for 'us'"),
        ('winner = "them"', 'winner = "us"',
         "battle[0].result: has more than one result for 'us'"),
        ("points = { us = 2 }", "points = { as = 2 }",
         "battle[0].result[0].points: there is no side 'as'; try: us, them"),
        ("points = { us = 2 }", 'chooses = "thme"',
         "battle[0].result[0].chooses: there is no side 'thme'; did you mean 'them'?"),
        ("points = { us = 2 }", 'sewer_rats = "rats"',
         "battle[0].result[0].sewer_rats: there is no side 'rats'; try: us, them"),
        ('rosters = { us = "veteran"', 'rosters = { su = "veteran"',
         "battle[0].rosters: there is no side 'su'; try: us, them"),
        ('id = "second"', 'id = "first"', "battle[1].id: two battles are called 'first'"),
        ('id = "them"', 'id = "us"', "side: two ids that differ, and none of them 'draw'"),
        ('text = "We won."', 'text = "We won."\nchooses = "us"',
         "battle[2].result[0]: changes the next battle, but none follows: say which is next"),
        ('text = "We won."', 'text = "We won."\nnext = "first"',
         "battle[0]: 'first' leads in a circle: last, second, first"),
        ('text = "We won."', 'text = "We won."\nnext = "last"',
         "battle[2]: 'last' leads in a circle: last"),
        ('next = "second"', 'next = "last"', "battle[1]: nothing leads to 'second'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, said: str) -> None:
    assert said in faults_of_campaign((old, new))


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("at = [10, 50]", "at = [10, 150]", "battle[0].at[1]"),
        ('losses = "half"', 'losses = "most"', "losses"),
        ('blurb = "One bout leads to another."', "", "blurb"),
        ('text = "It begins."', 'text = "It begins."\nmood = "grim"', "battle[0].mood"),
        ("points = { us = 2 }", "points = { us = -1 }", "battle[0].result[0].points.us"),
    ],
)
def test_what_has_no_such_form_is_refused_where_it_stands(
    old: str, new: str, place: str
) -> None:
    assert [fault for fault in faults_of_campaign((old, new)) if fault.startswith(f"{place}:")]


def test_all_that_is_wrong_is_said_at_once() -> None:
    said = faults_of_campaign(
        ('start = "first"', 'start = "frist"'), ('next = "second"', 'next = "nowhere"')
    )

    assert len(said) == 2


def test_the_users_own_campaigns_stand_beside_the_shipped_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    folder = own_folder(library_kinds.CAMPAIGN)
    folder.mkdir(parents=True)
    (folder / "bouts.toml").write_text(TEXT, "utf-8")

    assert campaign_names() == ["the-water-below", "bouts", "salt-marsh/two-tides"]
    assert load_campaign("bouts").title == "Two bouts"
    with pytest.raises(UnusableFile, match="did you mean 'bouts'"):
        load_campaign("boust")
