"""Playback of the flood on the battle screen: pause, step, speed, skip, by mouse and keys."""

from __future__ import annotations

import pygame
import pytest

from game.cores.kit.marks import OUT_OF_COHERENCY, SCATTERED
from game.geometry.points import Disc, Point, distance
from game.screens.battle.screen import BattleScreen
from game.systems.flood.view import BEAT, SURGE
from game.systems.flood.window import MUST, scattered
from game.table.events import Handled
from game.view.overlays import BaseOutline, BoardNote
from game.view.playback.stage import Stage
from game.widgets.button import Button
from tests.screens.floods import open_flooded_battle
from tests.screens.input_driver import FRAME, Player, pixel


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    return open_flooded_battle(player)


def stage_of(screen: BattleScreen) -> Stage:
    return screen.parts.board.scene.stage


def surged(player: Player, screen: BattleScreen) -> None:
    """Wait until the surge has run out, at four times the usual speed."""
    stage_of(screen).speed = 4.0
    player.wait(round((BEAT + SURGE) / FRAME / 4) + 2)


def had_turns(screen: BattleScreen) -> int:
    """Return the number of models that the flood has handled in the events shown so far."""
    shown = screen.session.game.story[: screen.playback.shown]
    return sum(isinstance(event, Handled) for event in shown)


def buttons(screen: BattleScreen) -> list[str]:
    """Return the labels of the buttons below the board."""
    widgets = screen.parts.footer.panel.widgets
    return [w.label for w in widgets if isinstance(w, Button) and w.shown]


def test_buttons_for_the_flood_stand_there_while_it_is_told(
    player: Player, screen: BattleScreen
) -> None:
    labels = [
        tile.label
        for tile in screen.parts.footer.panel.widgets
        if tile.shown and hasattr(tile, "label")
    ]
    assert labels[:4] == ["Pause", "Step", "Slower", "Faster"]
    assert labels[4] == "Overlays"
    assert labels[5].startswith("Skip the flood")

    player.key(pygame.K_SPACE)
    player.wait(2)

    labels = [
        tile.label
        for tile in screen.parts.footer.panel.widgets
        if tile.shown and hasattr(tile, "label")
    ]
    assert labels[:3] == ["Undo", "Redo", "Show the whole table"]


@pytest.mark.parametrize("with_key", [True, False], ids=["key", "mouse"])
def test_it_is_paused_and_goes_on(
    player: Player,
    screen: BattleScreen,
    with_key: bool,  # noqa: FBT001
) -> None:
    if with_key:
        player.key(pygame.K_p)
    else:
        player.press("Pause")
    shown = screen.playback.shown
    player.wait(100)
    assert screen.playback.shown == shown
    assert screen.busy
    assert screen.prompt is None

    if with_key:
        player.key(pygame.K_p)
    else:
        player.press("Resume")
    surged(player, screen)
    assert screen.playback.shown > shown


@pytest.mark.parametrize("with_key", [True, False], ids=["key", "mouse"])
def test_steps_show_one_model_each(
    player: Player,
    screen: BattleScreen,
    with_key: bool,  # noqa: FBT001
) -> None:
    stage_of(screen).speed = 4.0
    for count in (0, 1, 2, 3):
        if with_key:
            player.key(pygame.K_PERIOD)
        else:
            player.press("Step")
        player.wait_until(lambda: stage_of(screen).held)
        assert had_turns(screen) == count


def test_it_is_slower_and_faster_with_mouse_and_keys(
    player: Player, screen: BattleScreen
) -> None:
    player.press("Slower")
    assert stage_of(screen).speed == screen.speed == 0.5
    player.key(pygame.K_v, pygame.KMOD_SHIFT)
    assert stage_of(screen).speed == 0.25
    player.press("Slower")
    assert stage_of(screen).speed == 0.25
    assert player.button("Slower").reason
    player.press("Faster")
    player.key(pygame.K_v)
    player.press("Faster")
    assert stage_of(screen).speed == 2.0


def test_a_skip_lands_on_the_table_as_it_stands(player: Player, screen: BattleScreen) -> None:
    surged(player, screen)
    player.key(pygame.K_p)

    player.press(screen.parts.footer.label)
    player.wait(2)

    assert not screen.busy
    assert stage_of(screen).seen == screen.session.table
    assert screen.playback.shown == len(screen.session.game.story)


def test_with_less_motion_the_flood_is_told_all_the_same(
    player: Player, screen: BattleScreen
) -> None:
    stage_of(screen).reduced = True
    stage_of(screen).speed = 4.0
    player.wait_until(lambda: had_turns(screen) > 3)

    assert all(not effect.splash for effect in stage_of(screen).effects)


def test_who_only_watches_may_pause_and_step_without_taking_a_seat(player: Player) -> None:
    screen = open_flooded_battle(player, ("random", "random"))
    player.key(pygame.K_p)
    player.key(pygame.K_PERIOD)

    assert not screen.live_game.seats.people
    assert screen.stack.dialog is None


# Afterwards


def dry(screen: BattleScreen) -> Point:
    """Return a place on the floor away from models, terrain and markers."""
    table = screen.session.table
    for n in range(1, 2 * 47):
        for m in range(1, 2 * 47):
            at = Point(n / 2 + 0.25, m / 2 + 0.25)
            free = all(distance(at, model.at) > 2 for model in table.standing())
            clear = not any(p.holds(Disc(at, 0.8)) for p in table.board.terrain)
            if free and clear and any(p.holds(Disc(at, 0.1)) for p in table.ground):
                return at
    raise AssertionError("all is taken")


def hovered(player: Player, screen: BattleScreen, at: Point) -> str:
    """Return the text of the hover card at a place."""
    player.move(*pixel(screen, at))
    player.wait(40)
    entries = screen.extras.hover.entries
    assert screen.extras.hover.there
    return " | ".join("".join(span.text for span in entry.spans) for entry in entries)


def test_flooded_ground_is_named_with_its_clause(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_SPACE)
    player.wait(2)
    assert screen.session.table.ground

    text = hovered(player, screen, dry(screen))

    assert text.startswith("Flooded ground")
    assert "Flooded: Difficult for the rest of the battle FF-18" in text
    assert "CC-20" in text


def test_who_must_regroup_is_ringed_and_told_in_words(player: Player) -> None:
    screen = open_flooded_battle(player)
    player.key(pygame.K_SPACE)
    player.wait(2)
    table = screen.session.table
    loose = [m for m in table.standing() if m.mark(OUT_OF_COHERENCY)]
    whole = [u.id for u in table.fielded() if u.mark(SCATTERED) is None]
    assert loose

    overlays = [*scattered(stage_of(screen).seen)]
    rings = [base for o in overlays if isinstance(o, BaseOutline) for base in o.bases]
    words = {o.words for o in overlays if isinstance(o, BoardNote)}

    must = {m.disc for m in table.standing() if m.mark(OUT_OF_COHERENCY) or m.unit not in whole}
    assert set(rings) == must
    assert words <= {text for text, _ in MUST.values()}
    text = hovered(player, screen, loose[0].at)
    assert "Scattered FF-21" in text or "Must rejoin its unit FF-20" in text


def test_nobody_is_ringed_before_the_flood(screen: BattleScreen) -> None:
    assert [*scattered(stage_of(screen).seen)] == []
