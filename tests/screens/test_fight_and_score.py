"""Fights, points and markers of a real battle in its window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.screens.battle.header import MarkerSign
from game.screens.battle.screen import BattleScreen
from game.screens.model_card import ModelCard
from game.table.events import Act, Acted, Moved, PhaseBegan, Rolled, RollKind
from game.table.records import Side
from game.view.playback.effects import SCORE_SECONDS
from game.widgets.text_view import Log
from tests.screens.input_driver import Player, open_deployed, ready

WARDENS, BROOD = Side("wardens"), Side("brood")


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    found = open_deployed(player)
    ready(player, found)
    return found


def card_words(screen: BattleScreen) -> list[str]:
    """Return the lines in the place of the card."""
    logs = screen.parts.card.widgets(Log)
    return ["".join(span.text for span in e.spans) for log in logs for e in log.entries]


def fight(player: Player, screen: BattleScreen) -> None:
    """Play a fight of the first two units back, in which the Wardens hit twice."""
    table = screen.session.table
    mine, foe = (next(table.units[m.unit] for m in table.standing(s)) for s in (WARDENS, BROOD))
    screen.session.game.story += [
        Acted("CC-24", mine.id, Act.FIGHTS, target=foe.id),
        Acted("CC-24", foe.id, Act.FIGHTS, target=mine.id),
        Rolled(
            *("CC-27", WARDENS, "to hit"),
            faces=(4, 5, 1),
            need=4,
            who=mine.id,
            target=foe.id,
            weapon="blade",
            kind=RollKind.HIT,
        ),
    ]
    player.wait_until(lambda: not screen.busy and bool(screen.extras.fights.card))
    player.wait()


def test_a_fight_has_its_card_until_the_next_choice(
    player: Player, screen: BattleScreen
) -> None:
    fight(player, screen)
    words = card_words(screen)
    assert words[0] == "Fight"
    assert words[1].endswith(" hit 2, killed none")

    model = screen.session.table.standing(WARDENS)[0]
    player.move(*screen.parts.board.scene.camera.pixel(model.at))
    player.wait()
    assert screen.parts.card.widgets(ModelCard)
    player.move(5, 5)
    player.wait()
    assert card_words(screen) == words

    assert screen.prompt
    screen.prompt = None  # as after an answer
    player.wait(2)
    assert card_words(screen) == []


def test_points_rise_at_the_marker_and_its_shield_gets_the_colour_of_the_side(
    player: Player, screen: BattleScreen
) -> None:
    table = screen.session.table
    marker = table.board.markers[0]
    assert [s.shield.team for s in screen.parts.header.widgets(MarkerSign)] == [None] * len(
        table.board.markers
    )
    model = table.standing(BROOD)[0]
    at = replace(model, at=marker.at).at
    screen.session.game.story += [
        PhaseBegan("CC-18", 1, "movement", BROOD),
        Moved("CC-18", model.id, (model.at, at), facing=0.0),
    ]
    player.wait()
    player.wait_until(lambda: not screen.busy)
    player.wait()
    signs = screen.parts.header.widgets(MarkerSign)
    sign = next(s for s in signs if s.shield.marker == marker.id)
    assert sign.shield.team == 1
    assert "held by the Brood since Brood's turn 1, movement" in sign.tooltip
    (words,) = (e for e in screen.stage.effects if e.lasts == SCORE_SECONDS)
    assert (words.words, words.at) == (f"+2 marker {marker.number}", marker.at)
