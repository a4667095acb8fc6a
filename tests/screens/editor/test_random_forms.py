"""Random clicks, keys and words in forms: the text stays TOML, and faults lead somewhere."""

from __future__ import annotations

import random
import tomllib

import pygame
import pytest

from game.content.shipped_folders import ROOT
from game.forms.form_files import new_file
from game.forms.form_kinds import FORMS
from game.screens.editor.form_screen import FormScreen
from game.widgets.button import Button
from tests.screens.input_driver import Player
from tests.tools.editors import opened_form

KEYS = (
    *(pygame.K_TAB, pygame.K_RETURN, pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
    *(pygame.K_SPACE, pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_F8),
)
PRESSING = (pygame.K_RETURN, pygame.K_SPACE)
CTRL_KEYS = (pygame.K_z, pygame.K_y, pygame.K_d, pygame.K_UP, pygame.K_DOWN, pygame.K_t)
WORDS = ("a", "7", "-", "3+", "New", '"', "warden", "\\", "é", "classic", "user + 1", "d6")


def press_anything(player: Player, screen: FormScreen, chance: random.Random) -> None:
    """Do one random thing in the form or its dialog."""
    match chance.randrange(5):
        case 0:
            player.key(chance.choice(CTRL_KEYS), pygame.KMOD_CTRL)
        case 1 | 2:
            key, shift = chance.choice(KEYS), chance.choice((0, 0, pygame.KMOD_SHIFT))
            on = screen.stack.focus.on
            # Nor is the button pressed that leaves it.
            if not (isinstance(on, Button) and on.label == "Back" and key in PRESSING):
                player.key(key, shift)
        case 3:
            player.type(chance.choice(WORDS))
        case _:
            wide, high = player.frame.size
            # Not on the bar above, which leaves the form.
            player.click(chance.randrange(wide), chance.randrange(60, high))
            if chance.random() < 0.2:
                player.wheel(chance.choice((-2, 2)))
    if screen.stack.dialog and chance.random() < 0.3:
        player.key(pygame.K_ESCAPE)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_forms_stand_random_input(player: Player, seed: int) -> None:
    chance = random.Random(seed)
    form = [*FORMS.values()][seed % len(FORMS)]
    files = sorted((ROOT / form.kind.folder).glob("*.toml"))
    screen = player.open(
        FormScreen(new_file(form)) if seed % 2 else opened_form(form, chance.choice(files))
    )
    screen.form.check.still = -1e9
    for _ in range(300):
        press_anything(player, screen, chance)
        assert player.top is screen
        assert tomllib.loads(screen.file.text()) == screen.file.raw
        screen.refresh()
        assert len(screen.form.faults) >= len(screen.file.faults)
        for path, _ in screen.form.faults:
            assert screen.form.page_of(path) in screen.outline.paths.values()
