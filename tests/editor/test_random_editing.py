"""Random editing: 10,000 actions with all tools and commands; undo restores every byte."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from game.content.maps.class_registry import CLASSES
from game.content.maps.map_library import parse_map, read_map
from game.content.maps.validation import faults_of
from game.content.maps.writer import canonical
from game.editor import (
    board_commands,
    clipboard,
    layer_commands,
    list_commands,
    object_commands,
    place_commands,
    property_commands,
)
from game.editor.edits import EditRefusedError
from game.editor.mirror import LEFT_RIGHT, TOP_BOTTOM, TURNED
from game.editor.workspace import Corridor, Snapping
from tests.editor.tool_driver import Desk, pointer

MODES = (LEFT_RIGHT, TOP_BOTTOM, TURNED)
ACTIONS = 10_000
SAMPLE = 250
"""Number of actions between two checks that the map's text parses back to the map."""
MOST = 60
"""Maximum number of objects; random drawing would fill the board and become slow."""


class Monkey:
    def __init__(self, seed: int, file: str) -> None:
        self.rng = Random(seed)
        self.desk = Desk(read_map(Path("maps") / file))
        self.space = self.desk.space
        self.clip = ""
        self.acts: list[tuple[Callable[[], None], int]] = [
            (self.draw, 20),
            (self.take_hold, 30),
            (self.corners, 6),
            (self.undo, 8),
            (self.redo, 8),
            (self.pick, 8),
            (self.command, 20),
            (self.settings, 6),
            (self.layers, 4),
            (self.jump, 1),
            (self.thin_out, 2),
            (self.dig, 1),
        ]

    def act(self) -> None:
        acts, weights = zip(*self.acts, strict=True)
        with suppress(EditRefusedError):
            self.rng.choices(acts, weights)[0]()

    def place(self) -> tuple[float, float]:
        """Return a place on the board or slightly outside it."""
        mapfile, rng = self.space.map, self.rng
        return rng.uniform(-2, mapfile.width + 2), rng.uniform(-2, mapfile.height + 2)

    def held(self) -> dict[str, bool]:
        return {key: self.rng.random() < 0.15 for key in ("shift", "ctrl", "alt")}

    def draw(self) -> None:
        name = self.rng.choice([name for name in self.desk.tools if name != "Corridor"])
        self.desk.take(name, self.rng.choice([*CLASSES]))
        for _ in range(self.rng.choice((1, 1, 2, 4))):
            x, y = self.place()
            near = (x + self.rng.uniform(-6, 6), y + self.rng.uniform(-6, 6))
            self.desk.drag((x, y), near, **self.held())
        self.end()

    def end(self) -> None:
        self.rng.choice((self.desk.tool.finish, self.desk.tool.cancel, self.desk.tool.erase))()
        self.desk.tool.sketch()
        self.desk.tool.cancel()

    def take_hold(self) -> None:
        """Drag an existing object or one of its handles."""
        self.desk.take("Select")
        self.pick()
        grips = [grip.at for grip in self.desk.tool.sketch().handles]
        chosen = [c for one in self.space.selected() for c in one.outline]
        x, y = self.rng.choice([*grips, *chosen]) if grips or chosen else self.place()
        direction = (x + self.rng.gauss(0, 4), y + self.rng.gauss(0, 4))
        self.desk.drag((x, y), direction, **self.held())

    def corners(self) -> None:
        self.desk.take("Select")
        self.pick()
        self.desk.tool.finish()
        grips = [grip.at for grip in self.desk.tool.sketch().handles]
        for x, y in self.rng.sample(grips, min(2, len(grips))):
            if self.rng.random() < 0.3:
                self.desk.click((x, y))
                self.desk.tool.erase()
            else:
                self.desk.drag((x, y), (x + self.rng.gauss(0, 2), y + self.rng.gauss(0, 2)))

    def pick(self) -> None:
        ids = [*self.space.index.placed]
        self.space.select(self.rng.sample(ids, min(len(ids), self.rng.choice((1, 1, 1, 2, 5)))))

    def command(self) -> None:
        rng, space = self.rng, self.space
        self.rng.choice(
            (
                lambda: object_commands.delete(space),
                lambda: object_commands.nudge(space, rng.randint(-1, 1), rng.randint(-1, 1)),
                lambda: object_commands.order(space, rng.choice((2, 1, -1, -2))),
                lambda: list_commands.turn_visible(space),
                lambda: setattr(self, "clip", clipboard.copy(space) or self.clip),
                lambda: setattr(self, "clip", clipboard.cut(space) or self.clip),
                lambda: clipboard.paste(
                    space, self.clip, rng.choice((None, pointer(*self.place()).at))
                ),
                lambda: clipboard.duplicate(space),
                self.number,
                self.member,
                lambda: property_commands.set_class(space, CLASSES[rng.choice([*CLASSES])]),
                lambda: property_commands.set_name(space, rng.choice(("", "gate", "x" * 61))),
                lambda: board_commands.resize(
                    space, rng.randint(40, 60), rng.randint(40, 60), drop=rng.random() < 0.1
                ),
                lambda: board_commands.set_board(space, "title", rng.choice(("", "Mine"))),
            )
        )()

    def number(self) -> None:
        name = self.rng.choice(("x", "y", "width", "height", "rotation"))
        place_commands.set_place(self.space, name, self.rng.uniform(-1, 30))

    def member(self) -> None:
        if names := property_commands.common_members(self.space):
            value = self.rng.choice((0, 1, 2, True, "yes", "4+", "usual", "north", -1))
            property_commands.set_member(self.space, self.rng.choice(names), value)

    def settings(self) -> None:
        self.space.mirror = self.rng.choice(("", *MODES))
        self.space.snapping = Snapping(
            self.rng.choice((0, 0.25, 0.5, 1)), self.rng.random() < 0.5, self.rng.random() < 0.7
        )
        self.space.corridor = Corridor(self.rng.choice((2.0, 4.0)), self.rng.choice((0.5, 1.0)))
        if self.rng.random() < 0.1:
            list_commands.turn_lock(self.space)
        else:
            object_commands.unlock(self.space)

    def layers(self) -> None:
        rng, space = self.rng, self.space
        ids = [layer.id for layer in space.map.layers]
        if not ids or rng.random() < 0.2:
            layer_commands.add_layer(space)
            return
        one = rng.choice(ids)
        space.layer = rng.choice(ids)
        rng.choice(
            (
                lambda: layer_commands.rename_layer(
                    space, one, rng.choice(("walls", "", "\n"))
                ),
                lambda: layer_commands.move_layer(space, one, rng.choice((-1, 1))),
                lambda: layer_commands.show_layer(space, one, visible=rng.random() < 0.8),
                lambda: layer_commands.lock_layer(space, one, locked=rng.random() < 0.2),
                lambda: list_commands.arrange(space, one),
                lambda: layer_commands.delete_layer(space, one) if rng.random() < 0.1 else None,
            )
        )()

    def undo(self) -> None:
        for _ in range(self.rng.choice((1, 1, 2))):
            self.space.undo()

    def redo(self) -> None:
        for _ in range(self.rng.choice((1, 1, 2))):
            self.space.redo()

    def jump(self) -> None:
        self.space.jump(self.space.history.at + self.rng.randint(-9, 9))

    def thin_out(self) -> None:
        ids = [*self.space.index.placed]
        if len(ids) > MOST:
            object_commands.delete(self.space, self.rng.sample(ids, len(ids) - MOST))

    def dig(self) -> None:
        self.desk.take("Corridor")
        for _ in range(self.rng.choice((2, 3))):
            self.desk.click(self.place())
        self.desk.tool.finish()
        self.desk.tool.cancel()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "file"), [(1, "sewer-cross.tmj"), (2, "training-cage.tmj"), (3, "void-drift.tmj")]
)
def test_undo_to_the_start_gives_back_the_first_map_byte_for_byte(seed: int, file: str) -> None:
    monkey = Monkey(seed, file)
    first = canonical(monkey.space.map)
    for n in range(ACTIONS // 3):
        monkey.act()
        if n % SAMPLE == 0:
            text = canonical(monkey.space.map)
            assert canonical(parse_map(text, f"after {n} actions")) == text

    history = monkey.space.history
    assert len(history.entries) > 100
    assert all(not faults_of(entry.state) for entry in history.entries[:: SAMPLE // 10])
    last = canonical(monkey.space.map)
    at = history.at
    while history.at:
        monkey.space.undo()
    assert canonical(monkey.space.map) == first
    monkey.space.jump(at)
    assert canonical(monkey.space.map) == last
