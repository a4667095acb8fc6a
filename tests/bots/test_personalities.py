"""Personality files: all weights, checked at once; the registry of bots by level and name."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.bots.protocol import run_to_completion
from game.bots.registry import BOTS_OF_LEVEL, POLICIES, BotRegistry, policy
from game.bots.simple_bots import RandomBot
from game.bots.steady.personalities import (
    BASE,
    LEVELS,
    load_personality,
    parse_personality,
    personality_names,
)
from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.file_words import named
from game.content.own_folders import own_folder
from game.content.shipped_folders import ASSETS
from game.content.user_files import DISK
from game.cores.classic.bot.weights import ClassicWeights
from game.lab.game_jobs import trial
from game.lab.matches import fought
from game.rules.battles import prepare
from game.systems.zero_g.bot.weights import ZeroGWeights
from tests.tools.texts import edited

STEADY_FILE = named(BASE, library_kinds.BOT)
HEAD = 'name = "Calm"\nlevel = "steady"\nnote = "Waits."\n'


def faults_of_personality(text: str, name: str = "calm.toml") -> list[str]:
    with pytest.raises(UnusableFile) as caught:
        parse_personality(text, name)
    assert caught.value.file == name
    return [str(fault) for fault in caught.value.faults]


def test_a_file_holds_only_the_weights_that_differ() -> None:
    steady = load_personality(BASE).weights
    calm = parse_personality(f"{HEAD}[classic]\ndanger = 1\n", "calm.toml")

    assert (calm.id, calm.name, calm.level, calm.note) == ("calm", "Calm", "steady", "Waits.")
    assert calm.weights.of(ZeroGWeights) == steady.of(ZeroGWeights)
    assert calm.weights.of(ClassicWeights) == steady.of(ClassicWeights).model_copy(
        update={"danger": 1.0}
    )


def test_a_file_without_weights_plays_as_the_base_does() -> None:
    assert parse_personality(HEAD, "calm.toml").weights == load_personality(BASE).weights


def test_all_faults_of_a_file_are_reported_at_once() -> None:
    text = (
        'name = "Calm"\nlevel = "stedy"\nnots = 1\n'
        "[classic]\ndangr = 0.5\naimed_at = 1.5\ncharged = true\n"
        "[zero_g]\nkill = -1\nrisked = nan\n[clasic]\n"
    )

    assert faults_of_personality(text) == [
        "classic.aimed_at: must be at most 1, not 1.5",
        "classic.charged: must be a number, not true",
        "classic.dangr: unknown key; did you mean 'danger'?",
        "zero_g.kill: must be at least 0, not -1",
        "zero_g.risked: must be a finite number, not NaN",
        "level: there is no level 'stedy'; did you mean 'steady'?",
        "note: is missing",
        "nots: unknown key; did you mean 'note' (sentence shown where bots are chosen)?",
        "clasic: unknown key; did you mean 'classic' (weights)?",
    ]


def test_a_table_of_weights_is_a_table() -> None:
    assert faults_of_personality(f"classic = 1\n{HEAD}") == [
        "classic: must be a table of keys and values, not 1"
    ]


def test_a_large_file_is_refused_before_it_is_read() -> None:
    assert faults_of_personality("#" * (1 << 20) + "\n") == ["is 1.0 MiB; the limit is 1 MiB"]
    assert "values; the limit is" in faults_of_personality("a = [" + "0," * 60_000 + "]")[0]


def test_the_base_file_has_to_hold_every_weight() -> None:
    text = edited(DISK.read(STEADY_FILE), {"danger = 0.4\n": ""})

    assert faults_of_personality(text, STEADY_FILE) == ["classic.danger: is missing"]


def test_a_broken_base_file_is_named() -> None:
    library = SavedSource({STEADY_FILE: "name ="})
    with pytest.raises(UnusableFile) as caught:
        parse_personality(HEAD, "calm.toml", library)

    assert caught.value.file == STEADY_FILE


def test_an_unknown_bot_is_answered_by_similar_names() -> None:
    with pytest.raises(UnusableFile, match="no bot called 'steddy'; did you mean 'steady'"):
        load_personality("steddy")


def test_the_example_of_the_guide_is_in_order() -> None:
    guide = (ASSETS / "guide" / "lab.md").read_text("utf-8")
    text = guide.partition("`grim.toml`:\n\n```toml\n")[2].partition("```")[0]

    assert parse_personality(text, "grim.toml").weights != load_personality(BASE).weights


# The registry


def test_bots_are_listed_by_level_and_name() -> None:
    names = [*POLICIES]
    found = [load_personality(name) for name in names[1:]]

    assert names[0] == "random"
    assert sorted(names[1:]) == personality_names()
    assert found == sorted(found, key=lambda one: (LEVELS.index(one.level), one.id))
    assert len(POLICIES) == len(names)
    assert tuple(BOTS_OF_LEVEL) == LEVELS


@pytest.mark.parametrize("name", [*POLICIES])
def test_every_bot_is_described_in_a_sentence(name: str) -> None:
    described = POLICIES.described(name)

    assert described.label[0].isupper()
    assert described.note.endswith(".")
    assert "\n" not in described.note


def test_the_users_own_bots_are_listed_unless_their_files_are_faulty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    own_folder(library_kinds.BOT).mkdir()
    (own_folder(library_kinds.BOT) / "calm.toml").write_text(HEAD, "utf-8")
    (own_folder(library_kinds.BOT) / "dull.toml").write_text("name = 3", "utf-8")
    (own_folder(library_kinds.BOT) / "bold.toml").write_text(HEAD, "utf-8")
    bots = BotRegistry()

    assert [*bots] == ["random", "gentle", "bold", "calm", "steady", "wary", "sharp"]
    assert bots.described("calm").note == "Waits."
    assert bots.described("bold").label == "Bold", "a shipped file keeps its name"
    assert "dull" not in bots
    assert bots.described("dull").label == "dull"


def test_policies_are_made_by_name() -> None:
    assert isinstance(policy("random"), RandomBot)
    assert policy("steady") is not policy("steady")
    assert "steady" in POLICIES
    for name in ("stedy", "../bots/steady", "steady.toml", ""):
        assert name not in POLICIES
        with pytest.raises(KeyError):
            policy(name)


@pytest.mark.slow
def test_personalities_play_in_the_lab_and_in_trials_of_the_editor() -> None:
    players = ("bold", "wary")
    result = fought(prepare("cage", seed=1), players)[0]
    battle = prepare("cage", seed=1)
    tried = run_to_completion(trial(battle, players))

    assert [*result.players.values()] == [*players]
    assert (tried.match.winner, tried.match.decisions) == (result.winner, result.decisions)
