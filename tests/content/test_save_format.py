"""Validation of saves: the lines that are accepted, and those that are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content.faults import UnusableFile
from game.content.save_format import VERSION, SaveHeader, load_save, parse_save, sealed_line
from game.rules.saving import restore
from tests.tools.characters import ANY
from tests.tools.refusals import refusal_of
from tests.tools.texts import edited
from tests.tools.toy import ToyRules, play_on, toy, toy_table
from tests.tools.toy_saves import restored_game, text_of

PLAYED = play_on(toy(3), 1)
TEXT = text_of(PLAYED)
LINES = TEXT.splitlines()
PLACED = {
    "event": "Placed",
    "clause": "CC-33",
    "model": "reds-runners-1",
    "at": [1e308, 0.0],
    "facing": 0.0,
}


def refusal_of_save(text: str) -> str:
    return str(refusal_of(parse_save, text, "game.undertow"))


def resealed(change: Callable[[list[dict[str, Any]]], None]) -> str:
    """Return the save with changed lines and valid seals."""
    raw = [json.loads(line) for line in LINES]
    change(raw)
    text, seal = "", ""
    for line in raw:
        line.pop("seal", None)
        fresh, seal = sealed_line(line, seal)
        text += fresh
    return text


@pytest.mark.parametrize("text", [TEXT, "\n".join([*LINES[:3], *LINES[3:-1]]) + "\n"])
def test_line_ends_of_windows_change_nothing(text: str) -> None:
    plain, windows = (parse_save(one, "a") for one in (text, edited(text, {"\n": "\r\n"})))

    assert windows == plain
    # A save of Windows that was played on elsewhere.
    mixed = edited(text, {"\n": "\r\n"}, count=2)
    assert parse_save(mixed, "a") == plain
    torn = parse_save(edited(text, {"\n": "\r\n"})[:-1], "a")
    assert torn.torn


def test_a_changed_line_is_still_one_edited_by_hand() -> None:
    assert "was edited by hand" in refusal_of_save(edited(TEXT, {"\n": "\r\n", "reds": "rods"}))
    assert "was edited by hand" in refusal_of_save(edited(TEXT, {"\n": " \n"}, count=1))


def test_a_save_is_one_line_of_json_an_answer() -> None:
    raw = [json.loads(line) for line in LINES]
    save = parse_save(TEXT, "game.undertow")

    assert [line["line"] for line in raw[1:]] == [
        "opening",
        *["answer"] * len(save.answers),
        "end",
    ]
    assert raw[0]["players"] == {"reds": "human", "blues": "random"}
    assert [entry.number for entry in save.answers] == list(range(3, len(LINES)))
    assert save.end
    result = PLAYED.table.result
    assert result
    assert (save.end.winner, save.end.reason) == (result.winner, result.reason)
    assert save.end.clause == result.clause


def test_who_changes_a_line_by_hand_is_told_which() -> None:
    for n, line in enumerate(LINES, 1):
        changed = edited(line, {"2026" if n == 1 else '"line"': "2027"}, count=1)
        text = "\n".join([*LINES[: n - 1], changed, *LINES[n:]]) + "\n"
        expected = "was edited by hand, or a line before it is missing"
        assert refusal_of_save(text) == f"game.undertow: line {n}: {expected}"


def test_a_line_that_was_taken_out_or_put_twice_is_missed() -> None:
    for n in range(1, len(LINES) - 1):
        without = "\n".join([*LINES[:n], *LINES[n + 1 :]]) + "\n"
        assert f"line {n + 1}: was edited" in refusal_of_save(without)
        twice = "\n".join([*LINES[:n], LINES[n], *LINES[n:]]) + "\n"
        assert f"line {n + 2}: was edited" in refusal_of_save(twice)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "hello\n",
        "{}\n",
        "[]\n",
        '{"format":"chess","version":1}\n',
        '{"type": "map", "layers": []}\n',
        "\x00" * 100,
        "\x00" * 100 + "\n",
        "[" * 9999 + "\n",
    ],
)
def test_a_file_of_something_else_is_refused(text: str) -> None:
    assert refusal_of_save(text) == "game.undertow: line 1: is not an Undertow save"


def test_a_save_of_a_newer_game_is_told_to_be_newer() -> None:
    newer = edited(TEXT, {'"version":1': f'"version":{VERSION + 1}'}, count=1)

    assert refusal_of_save(newer) == (
        f"game.undertow: line 1: is of version {VERSION + 1}; "
        f"this version of the game reads up to {VERSION}"
    )


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("seed", "7", "line 1: seed: must be a whole number, not '7'"),
        ("seed", None, "line 1: seed: must be a whole number, not null"),
        ("files", {"maps/x.tmj": 1}, "line 1: files.maps/x.tmj: must be text, not 1"),
        ("begun", 5, "line 1: begun: must be text, not 5"),
        ("mood", "good", "line 1: mood: unknown key"),
    ],
)
def test_a_fault_in_the_header_has_its_place(key: str, value: Any, fault: str) -> None:
    def change(raw: list[dict[str, Any]]) -> None:
        raw[0][key] = value

    assert f"game.undertow: {fault}" in refusal_of_save(resealed(change))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rolls", -1),
        ("rolls", True),
        ("by", 3),
        ("events", [{"event": "Vanished", "clause": "CC-01"}]),
        ("events", [{"event": "Wounded", "clause": "CC-01", "model": "x", "wounds": "1"}]),
        ("events", [{"event": "Wounded", "clause": "CC-01", "wounds": 1}]),
        ("events", "none"),
        ("events", [PLACED | {"at": [0.0, "1"]}]),
        ("events", [PLACED | {"at": [0.0]}]),
        ("chapters", [[1]]),
        ("line", "applause"),
    ],
)
def test_a_line_of_a_wrong_form_is_refused_with_its_number(key: str, value: Any) -> None:
    def change(raw: list[dict[str, Any]]) -> None:
        raw[3][key] = value

    assert refusal_of_save(resealed(change)).startswith("game.undertow: line 4: ")


def test_the_faults_of_all_lines_are_told_at_once() -> None:
    def change(raw: list[dict[str, Any]]) -> None:
        raw[2]["by"] = raw[4]["by"] = 0

    assert [fault[:22] for fault in refusal_of_save(resealed(change)).splitlines()] == [
        "game.undertow: line 3:",
        "game.undertow: line 5:",
    ]


@pytest.mark.parametrize(
    ("n", "line", "fault"),
    [
        (
            1,
            {"line": "answer", "answer": [], "by": "reds", "rolls": 0},
            "line 2: does not say",
        ),
        (2, {"line": "opening"}, "line 3: opens the game again"),
        (2, {"line": "take-back"}, "line 3: takes back a choice that was never made"),
    ],
)
def test_lines_in_an_order_that_cannot_be_are_refused(
    n: int, line: dict[str, Any], fault: str
) -> None:
    def change(raw: list[dict[str, Any]]) -> None:
        raw[n] = line

    assert fault in refusal_of_save(resealed(change))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            lambda raw: raw[3].update(rolls=77),
            "line 4: was answered when other dice had fallen",
        ),
        (lambda raw: raw[1].update(chapters=[]), "line 2: opens no chapter"),
        (
            lambda raw: raw[1]["chapters"].append([0, "0" * 16]),
            None,  # marks that are out of order are never reached
        ),
        (
            lambda raw: raw[1]["chapters"][0].__setitem__(1, "0" * 16),
            "line 2: leads to a different table than the saved one",
        ),
        (
            lambda raw: raw[3]["events"].append(
                {"event": "Wounded", "clause": "CC-17", "model": "nobody", "wounds": 1}
            ),
            "line 4: mentions 'nobody', which is not on this table",
        ),
        (
            lambda raw: raw[1].update(events=[PLACED], chapters=[[1, "0" * 16]]),
            "line 2: holds a number beyond any table",
        ),
        (
            lambda raw: raw[1]["events"].append(
                {"event": "Noted", "clause": "CC-17", "page": "tides", "note": {}}
            ),
            "line 2: holds a note that does not fit: the rules have no page 'tides'",
        ),
    ],
)
def test_a_story_that_does_not_fit_its_table_is_refused(
    change: Callable[[list[dict[str, Any]]], None], fault: str | None
) -> None:
    save = parse_save(resealed(change), "game.undertow")
    if fault is None:
        restore(save, ToyRules(), toy_table())
        return
    with pytest.raises(UnusableFile) as caught:
        restore(save, ToyRules(), toy_table())
    assert str(caught.value) == f"game.undertow: {fault}"


@settings(max_examples=300, deadline=None)
@given(at=st.integers(0, len(TEXT) - 1), byte=ANY)
def test_one_changed_character_never_gets_past_the_door_unseen(at: int, byte: str) -> None:
    changed = TEXT[:at] + byte + TEXT[at + 1 :]
    try:
        save = parse_save(changed, "game.undertow")
    except UnusableFile:
        return
    # Only the end of the last line may be lost: then it is torn.
    assert changed == TEXT or save.torn


def test_a_save_on_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "game.undertow"
    file.write_text(TEXT, "utf-8")

    assert load_save(file).file == str(file)
    with pytest.raises(UnusableFile, match="cannot read it"):
        load_save(tmp_path / "none.undertow")


def test_zeros_that_a_power_cut_left_at_the_end_are_a_torn_line() -> None:
    save = parse_save(TEXT + "\x00" * 512, "game.undertow")

    assert save.torn
    assert restored_game(TEXT + "\x00" * 512).session.over


def test_a_save_names_the_rules_version_of_every_book() -> None:
    header = parse_save(TEXT, "game.undertow").header

    assert len(header.rulebook) == 10
    assert all(version.isdecimal() for version in header.rulebook.values())
    assert SaveHeader.model_validate(header.model_dump()) == header
