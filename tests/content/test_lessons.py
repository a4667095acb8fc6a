from __future__ import annotations

import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.lessons import StepCondition, load_lesson, parse_lesson
from game.content.user_files import DISK
from tests.tools.texts import edited

FILE = "assets/lessons/first-battle.toml"


@pytest.mark.parametrize("name", DISK.names(library_kinds.LESSON))
def test_shipped_lessons_pass_the_door(name: str) -> None:
    lesson = load_lesson(name)

    assert lesson.id == name
    assert lesson.cards[-1].until is StepCondition.READ


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('who = "squad"', 'who = "sqad"', "there is no unit 'sqad'; did you mean 'squad'?"),
        ('clause = "CC-18"', 'clause = "CC-99"', "the rulebook has no clause 'CC-99'"),
        ('"well"]', '"wall"]', "there is nothing called 'wall'; did you mean 'well'?"),
        ('until = "looked"', 'until = "seen"', "card[0].until"),
        ('side = "wardens"\nbot', 'side = "rats"\nbot', "'rats' is neither wardens nor brood"),
        (
            'scenario = "combat_patrol"',
            'system = "classic"',
            "a battle of a scenario",
        ),
        ('until = "measured"', 'until = "measured"\nwho = "squad"', "nobody is waited for"),
        ('until = "measured"', 'until = "measured"\nanswer = "a"', "].answer: belongs to"),
        ("minutes = 8", "minutes = 0", "minutes"),
    ],
)
def test_a_bad_lesson_is_told_where_and_why(old: str, new: str, complaint: str) -> None:
    text = DISK.read(FILE)

    with pytest.raises(UnusableFile) as caught:
        parse_lesson(edited(text, {old: new}, count=1), FILE)

    assert complaint in str(caught.value)


def test_a_lesson_that_is_not_there_is_told_by_name() -> None:
    with pytest.raises(UnusableFile, match="no lesson called 'first-batle'; did you mean"):
        load_lesson("first-batle")
