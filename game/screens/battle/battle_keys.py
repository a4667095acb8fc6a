"""The keys of every battle."""

from __future__ import annotations

from collections.abc import Sequence

from game.screens.battle.play_aids import own_keys

KEYS = (
    ("Tab, {ruler}, wheel pressed", "measure (hold)"),
    ("Tab+{before}, Tab+{next}, Tab+arrows", "measure to the next unit, by inches"),
    ("{take_back}, {redo}", "undo, redo"),
    ("{hint}", "a hint: what a bot would do"),
    ("Wheel, {zoom_in}, {zoom_out}", "zoom"),
    ("Right drag, {pan_up} {pan_left} {pan_down} {pan_right}", "pan"),
    ("{whole_table}", "show the whole table"),
    ("{skip}", "skip what is being shown"),
    ("{speed}, Shift+{speed}", "animation speed: faster, slower"),
    ("{hold}", "pause or resume what is being shown"),
    ("{step_on}", "show the next model or unit, then pause"),
    ("{ranges}, {sight}, {reach}", "weapon ranges, lines of sight, where a move can end"),
    ("{coherency}, {grid}", 'coherency, a 1" grid'),
)
MORE_KEYS = (
    ("{help}", "the rulebook, at the clause under the mouse, and this list"),
    ("{walk}", "move the focus through buttons, lists and log"),
    ("{sheet}", "the score sheet, like a click on the score"),
    ("{rosters}, {dock}, Shift+{rosters}", "open or close the rosters, the dock, both"),
    ("{layers}", "choose overlays"),
    ("{show}", "while you watch: show the board and captions only (L: light, drag: draw)"),
    ("{recap}", "what the last turn brought"),
    ("{inside}", "debug view"),
    ("{fullscreen}", "full screen"),
    ("{larger}, {smaller}", "everything larger, smaller"),
    ("Esc", "pause: save, load, who plays, draw, concede"),
)


def all_keys() -> Sequence[tuple[str, str]]:
    """Return the keys of every battle, those of rule systems included, and their effects."""
    return (*KEYS, *own_keys(), *MORE_KEYS)
