"""The words that rule systems add to the log."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

import game
from game.play.log.battle_report import ROLL_GROUPS
from game.play.log.transcript import sentence
from game.play.log.vocabulary import VOCABULARY, Vocabulary
from game.systems import NAMES, part
from game.systems.cage.table.events import Stepped
from game.table.events import Act, RollKind

FOLDER = Path(game.__file__).parent


def test_the_words_of_all_systems_are_registered() -> None:
    modules = [found for name in NAMES if (found := part(name, "rules"))]
    loaded = {Path(one.__file__ or "") for one in modules}
    folders = [FOLDER / home for home in ("systems", "cores")]

    files = [file for folder in folders for file in folder.rglob("*.py")]
    adding = {file for file in files if "VOCABULARY.add(" in file.read_text("utf-8")}
    assert adding
    assert adding <= loaded


def test_systems_add_texts_sentences_and_groups() -> None:
    assert VOCABULARY.phases["floor"] == "turning the floor"
    assert sentence.dispatch(Stepped) is not sentence.dispatch(object)
    assert {RollKind.LANDING, RollKind.WATER, RollKind.ESCAPE} <= ROLL_GROUPS.keys()


def test_no_text_is_defined_twice() -> None:
    own = Vocabulary(acts={Act.MOVES: "goes"}, marks={"stopped": "stuck"})
    with pytest.raises(ValueError, match="two marks of 'stopped'"):
        Vocabulary(marks={"stopped": "caught"}).add(own)

    assert Vocabulary().marks == {}
    assert all(getattr(VOCABULARY, one.name) for one in fields(VOCABULARY))
