"""The order in which parts of mixed lines are drawn, worked out by hand.

Latin letters stand for words from left to right, Hebrew ones for words from right to left.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.text.clusters import cluster_edges
from game.text.directions import drawn_order, has_right_to_left, is_right_to_left

ALEF, BET = "\u05d0\u05d0", "\u05d1\u05d1"
ARABIC = "\u0645\u0631"


def runs_from_left(text: str) -> list[str]:
    """Return the runs from the left; those from right to left in angle brackets."""
    return [
        f"<{text[run.start : run.end]}>" if run.right_to_left else text[run.start : run.end]
        for run in drawn_order(text)
    ]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", [""]),
        ("orc 5", ["orc 5"]),
        (f"{ALEF} {BET}", [f"<{ALEF} {BET}>"]),
        (f"{ALEF} {ARABIC}!", [f"<{ALEF} {ARABIC}!>"]),
        (f"orc {ALEF} {BET} elf", ["orc ", f"<{ALEF} {BET}>", " elf"]),
        (f"{ALEF} orc {BET}", [f"<{' '}{BET}>", "orc", f"<{ALEF} >"]),
        (f"orc ({ALEF}) 5", ["orc (", f"<{ALEF}>", ") 5"]),
        # A number among words from the right is itself read from the left.
        (f"{ALEF} 12 {BET}", [f"< {BET}>", "12", f"<{ALEF} >"]),
        (f"{ALEF} 1.5%", ["1.5%", f"<{ALEF} >"]),
        (f"{ALEF} 1. 5", ["5", "<. >", "1", f"<{ALEF} >"]),
        # A number goes with the words beside it that are read from the left.
        (f"{ALEF} \u2013 5 models", ["5 models", f"<{ALEF} \u2013 >"]),
        (f"{ALEF}: 20 \u00d7 14 inches", ["20 \u00d7 14 inches", f"<{ALEF}: >"]),
        (f"orc {ALEF} 12 {BET} elf", ["orc ", f"< {BET}>", "12", f"<{ALEF} >", " elf"]),
        (f"{ALEF}\u05b8 orc", ["orc", f"<{ALEF}\u05b8 >"]),
        (f"5 {ALEF}", [f"< {ALEF}>", "5"]),
        ("\u0661\u0662", ["\u0661\u0662"]),
    ],
)
def test_runs_are_drawn_in_the_order_of_their_directions(text: str, runs: list[str]) -> None:
    assert runs_from_left(text) == runs


@pytest.mark.parametrize(
    ("text", "is_right"),
    [("", False), ("5", False), (f"5 {ALEF} orc", True), (f"orc {ALEF}", False), ("é", False)],
)
def test_the_first_letter_decides_where_a_line_begins(text: str, *, is_right: bool) -> None:
    assert is_right_to_left(text) is is_right


@settings(max_examples=40)
@given(st.text(st.sampled_from(f"{ALEF}{ARABIC}ab 12.%-()\u0301\u05b8\u0661")))
def test_each_letter_is_in_one_run_and_none_is_split(text: str) -> None:
    runs = sorted(drawn_order(text))

    assert "".join(text[run.start : run.end] for run in runs) == text
    assert {edge for run in runs for edge in (run.start, run.end)} <= {*cluster_edges(text)}
    assert has_right_to_left(text) or len(runs) == 1
