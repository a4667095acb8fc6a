"""Files of the library as they were read, with the names by which they are known."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from game.bots.steady.personalities import load_personality
from game.content.campaign_files import load_campaign, parse_campaign
from game.content.how_to_pages import load_page
from game.content.lessons import load_lesson
from game.content.library_files import LibraryFile
from game.content.scenarios import load_scenario, parse_scenario
from game.content.user_files import DISK

WATER = "assets/campaigns/the-water-below.toml"
READ = [
    (load_scenario, "combat_patrol", "assets/scenarios/combat_patrol.toml"),
    (load_campaign, "the-water-below", WATER),
    (load_page, "combat_patrol", "assets/pages/combat_patrol.toml"),
    (load_lesson, "first-battle", "assets/lessons/first-battle.toml"),
    (load_personality, "bold", "assets/bots/bold.toml"),
]


@pytest.mark.parametrize(("load", "word", "file"), READ)
def test_a_file_knows_its_name_and_its_word(
    load: Callable[[str], LibraryFile], word: str, file: str
) -> None:
    read = load(word)

    assert (read.id, read.file) == (word, file)


def test_a_file_opened_by_its_path_is_known_by_its_stem(tmp_path: Path) -> None:
    path = tmp_path / "Mine.toml"
    path.write_text(DISK.read("assets/scenarios/combat_patrol.toml"), "utf-8")

    read = load_scenario(str(path))

    assert (read.id, read.file) == ("Mine", str(path))


def test_a_scenario_goes_to_another_process_as_it_is() -> None:
    scenario = load_scenario("combat_patrol")

    sent = pickle.loads(pickle.dumps(scenario))  # noqa: S301  made here

    assert sent == scenario
    assert (sent.id, sent.file) == (scenario.id, scenario.file)
    assert sent.sides == scenario.sides


def test_a_changed_copy_keeps_the_name_of_its_file() -> None:
    scenario = load_scenario("combat_patrol")

    copy = scenario.model_copy(update={"title": "Another"})

    assert (copy.title, copy.id, copy.file) == ("Another", scenario.id, scenario.file)
    assert copy != scenario


def test_files_with_the_same_keys_are_told_apart_by_their_names() -> None:
    text = DISK.read("assets/scenarios/combat_patrol.toml")

    assert parse_scenario(text, "one.toml") == parse_scenario(text, "one.toml")
    assert parse_scenario(text, "one.toml") != parse_scenario(text, "two.toml")


def test_a_campaign_keeps_its_text_wherever_it_is_sent() -> None:
    campaign = load_campaign("the-water-below")
    first = campaign.stages[campaign.start]

    sent = pickle.loads(pickle.dumps(campaign))  # noqa: S301  made here

    assert sent.text == campaign.text == DISK.read(WATER)
    assert sent.stages[sent.start] == first
    assert parse_campaign(sent.text, sent.file) == campaign
