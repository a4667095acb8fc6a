"""The list of maps says how large a map is, and which scenarios it is for."""

from __future__ import annotations

import json

import pytest

from game.content import library_kinds
from game.content.own_folders import own_folder
from game.editor.map_facts import MapFacts, facts_of
from tests.content.drawn_maps import thing, tmj

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_map_is_for_the_scenarios_that_offer_it_those_first_that_choose_it() -> None:
    facts = facts_of("sewer-bend")
    assert (facts.width, facts.height, facts.look) == (48, 48, "sewer")
    assert facts.scenarios[:2] == ("Crossing", "The nest")
    assert facts.words.startswith('48 × 48" · sewer · for Crossing, The nest')


def test_more_scenarios_than_there_is_room_for_are_counted() -> None:
    facts = MapFacts(44, 30.5, "city", ("A", "B", "C", "D", "E"))
    assert facts.words == '44 × 30.5" · city · for A, B, C and 2 more'


def test_a_faulty_map_says_why() -> None:
    path = own_folder(library_kinds.MAP) / "broken.tmj"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(tmj(thing("SluceGate", 1))), "utf-8")
    assert facts_of("broken").words.startswith("faulty: ")
