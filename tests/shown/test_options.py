"""The options of a question: their keys, their reasons, the one that Enter takes."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

import pytest

from game.shown.options import MainAction, key_caps, main_action, main_option, option_tip


@dataclass(frozen=True)
class Cap:
    name: str
    shift: bool = False

    def __str__(self) -> str:
        return self.name


THREE, ENTER, ENDS = Cap("3"), Cap("Enter"), Cap("Shift+Enter", shift=True)


@dataclass(frozen=True)
class Row:
    label: str = "Run"
    clause: str = ""
    _: KW_ONLY
    detail: str = ""
    deed: str = ""
    reason: str = ""
    figure: str = ""
    lit: bool = False
    is_next: bool = False
    key: Cap | None = None

    @property
    def enters(self) -> bool:
        return self.lit or self.key == ENTER


@pytest.mark.parametrize(
    ("row", "caps"),
    [
        (Row(), []),
        (Row(lit=True), ["Enter"]),
        (Row(key=THREE), ["3"]),
        (Row(key=THREE, lit=True), ["Enter", "3"]),
        (Row(key=THREE, is_next=True), ["Enter", "3"]),
        (Row(key=ENTER, lit=True), ["Enter"]),
        (Row(key=ENDS), ["Shift+Enter"]),
        (Row(key=ENDS, lit=True), ["Enter"]),
        (Row(key=THREE, reason="too far"), []),
    ],
)
def test_an_option_names_the_keys_that_take_it(row: Row, caps: list[str]) -> None:
    assert key_caps(row) == caps


def test_only_an_option_that_cannot_be_pressed_has_a_tooltip() -> None:
    assert option_tip(Row("Run", "CC-22")) == ""
    assert option_tip(Row("Run", "CC-22", reason="it fired")) == "it fired (CC-22)"
    assert option_tip(Row("Run", reason="it fired")) == "it fired"


def test_the_number_behind_a_reason_or_a_detail_is_in_the_tooltip() -> None:
    torn = Row("Move", "CC-19", reason="A is out of coherency", figure='more than 2"')
    mended = Row("Mend", detail="A is out of coherency", figure='more than 2"')

    assert option_tip(torn) == 'A is out of coherency: more than 2" (CC-19)'
    assert option_tip(mended) == 'A is out of coherency: more than 2"'
    assert main_action(torn).hint == 'A is out of coherency: more than 2"'
    assert main_action(mended).hint == 'A is out of coherency: more than 2"'


def test_the_main_option_is_the_one_of_enter_else_the_end_of_the_phase() -> None:
    end, plain, lit = Row("End", key=ENDS), Row("Run"), Row("Shoot", lit=True)

    assert main_option([plain, end, lit], ENDS) == lit
    assert main_option([plain, end], ENDS) == end
    assert main_option([plain], ENDS) is None
    assert main_option([], ENDS) is None


def test_the_main_button_of_an_end_says_how_many_could_still_act() -> None:
    end = Row("End the phase", key=ENDS, detail="2 could act: Brute, Squad")

    assert main_action(end) == MainAction(
        "End the phase", "Shift+Enter · 2 could act", hint="2 could act: Brute, Squad"
    )
    done = Row("Done", key=ENTER, detail="moves 3 models", reason="too far")
    assert main_action(done) == MainAction("Done", "Enter", "too far", "moves 3 models")


def test_the_main_button_says_what_is_done_with_the_named_unit() -> None:
    assert main_action(Row("Brute", lit=True, deed="Charge Brute")).label == "Charge Brute"
    assert main_action(Row("Run", lit=True)).label == "Run"
