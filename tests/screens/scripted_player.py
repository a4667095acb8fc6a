"""A scripted player of a whole game that uses only visible widgets, by keys or mouse.

It knows no rules: it takes an offered option, moves towards the enemy, sometimes breaks a
unit's coherency and then accepts the fix. So it can play under any rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from game.geometry.points import Point, distance
from game.play.decisions import PASS
from game.play.moves.march import March
from game.prompts.arrange import ArrangePrompt
from game.prompts.choose import ChoosePrompt
from game.prompts.march import MarchPrompt
from game.prompts.prompt import MEND, AnyPrompt, PromptAction
from game.screens.battle.input_guard import CLICK_DELAY_SECONDS, KEY_DELAY_SECONDS
from game.screens.battle.screen import BattleScreen
from game.screens.result import QUIET_SECONDS, ResultScreen
from game.screens.setup import SetupScreen
from game.screens.title import TitleScreen
from game.table.events import Event
from game.table.records import ModelId
from game.widgets.list_box import ListBox, ListRow
from game.widgets.stepper import Stepper
from game.widgets.text_view import Label
from tests.screens.fixtures_small import FORCES, MAP
from tests.screens.sdl_driver import STEP, AtWindow, Deeds

TURNS = "2"
FAR, APART = 6.5, 2.0
"""Inches: maximum move towards the enemy, and distance kept from it."""
FORWARD = 9.0
"""Inches by which a unit is deployed ahead of the suggested place."""
OTHERWISE = ("back", "suggest")
TEAR = 3
"""One march in this many takes a single model away from its unit."""
MOST = 900
"""Number of questions after which a game counts as stuck."""


class Person(ABC):
    """The decisions of a scripted player; subclasses provide the input device."""

    def __init__(self, at: AtWindow, seed: int = 1) -> None:
        self.at, self.rng = at, Random(seed)
        self.asked = list[str]()
        """Kinds of the decisions asked so far."""
        self.refused = list[str]()
        """Refusals shown on the screen."""
        self.mended = self.marches = 0
        self.story = list[Event]()
        """Events of the game so far."""

    def game(self) -> Deeds:
        """Play a battle of one turn between two people, from the title to the title."""
        yield from self.at.until(TitleScreen)
        yield from self.press("PLAY")
        yield from self.at.until(SetupScreen)
        yield from self.set_up()
        yield from self.press("Start")
        yield from self.at.until(BattleScreen)
        yield from self.battle()
        yield from self.wait(QUIET_SECONDS)
        yield from self.press("Quit to title")
        yield from self.at.until(TitleScreen)
        yield from self.press("Quit")

    def set_up(self) -> Deeds:
        """Choose few turns, people on both sides, and a small table."""
        yield from self.choose(MAP)
        yield from self.step(self.stepper("Turns"), TURNS)
        for side, force in FORCES.items():
            yield from self.step(self.stepper(side), "A person")
            yield from self.step(self.stepper(side, 1), force)

    def row(self, label: str) -> tuple[ListBox, ListRow]:
        """Return the row with this label, and its list."""
        listings = [widget for _, widget in self.at.seen() if isinstance(widget, ListBox)]
        return next((ls, row) for ls in listings for row in ls.rows if row.label == label)

    def stepper(self, words: str, n: int = 0) -> Stepper:
        """Return the *n*-th stepper beside a label."""
        seen = [widget for _, widget in self.at.seen()]
        label = next(w for w in seen if isinstance(w, Label) and w.text == words)
        row = label.rect.centery
        beside = [w for w in seen if isinstance(w, Stepper) and abs(w.rect.centery - row) < 5]
        return beside[n]

    def battle(self) -> Deeds:
        """Answer every question until the results are shown."""
        for _ in range(MOST * 20):
            top = self.at.top
            if isinstance(top, ResultScreen):
                return
            assert isinstance(top, BattleScreen)
            assert top.stack.dialog is None
            self.story = top.session.game.story
            if top.busy:
                yield from self.skip()
            elif top.prompt and top.prompt.answer is None:
                yield from self.wait()
                yield from self.answer(top, top.prompt)
            else:
                yield
        raise AssertionError("the game came to no end")

    def wait(self, seconds: float = max(KEY_DELAY_SECONDS, CLICK_DELAY_SECONDS)) -> Deeds:
        """Wait until a question accepts keys and clicks."""
        for _ in range(1 + round(seconds * 1000 / STEP)):
            yield

    def answer(self, screen: BattleScreen, prompt: AnyPrompt) -> Deeds:
        asked = prompt.decision
        self.asked.append(asked.kind.value if asked.kind else type(asked).__name__)
        assert len(self.asked) < MOST
        if isinstance(prompt, MarchPrompt):
            yield from self.march(screen, prompt)
            return
        if isinstance(prompt, ArrangePrompt):
            yield from self.arrange(screen, prompt)
            return
        before = len(screen.session.game.story), screen.session.pending
        yield from self.take(screen, self._picked(screen, prompt))
        if screen.prompt is prompt and before[1] is screen.session.pending:
            # A confirmation is asked: answer once more.
            yield from self.take(screen, prompt.choices()[-1])

    def _picked(self, screen: BattleScreen, prompt: AnyPrompt) -> PromptAction:
        """Return the option to take: an enemy if there is one, else mostly at random."""
        able = [c for c in prompt.choices() if not c.reason]
        if not isinstance(prompt, ChoosePrompt):
            return able[0]
        units = screen.session.table.units.values()
        foes = {unit.id for unit in units if unit.side != prompt.decision.by}
        acting = [c for c in able if c.id in foes] or [c for c in able if c.id != PASS]
        return self.rng.choice(acting) if acting and self.rng.random() < 0.9 else able[-1]

    def arrange(self, screen: BattleScreen, prompt: ArrangePrompt) -> Deeds:
        """Deploy a unit as near to the middle of the table as the rules allow."""
        lead = prompt.everybody[0]
        middle = screen.session.table.board.height / 2
        ahead = FORWARD if prompt.draft.spots[lead].y < middle else -FORWARD
        yield from self.carry(screen, lead, prompt.draft.spots[lead], Point(0.0, ahead))
        yield from self.finish(screen, prompt)

    def finish(self, screen: BattleScreen, prompt: AnyPrompt) -> Deeds:
        """Confirm the draft; if the rules refuse it, take the fix first."""
        done = prompt.choices()[0]
        if done.id == MEND:
            self.refused.append(done.detail)
            self.mended += 1
            yield from self.take(screen, done)
        elif done.reason:
            self.refused.append(done.reason)
            able = [c for c in prompt.choices() if not c.reason]
            yield from self.take(screen, next(c for c in able if c.id in OTHERWISE))
        yield from self.take(screen, prompt.choices()[0])

    def march(self, screen: BattleScreen, prompt: MarchPrompt) -> Deeds:
        asked = prompt.decision
        if not asked.must_touch:
            lead, direction = self._towards_the_enemy(screen, asked)
            self.marches += 1
            if self.marches % TEAR == 0 and len(prompt.draft.models) > 1:
                yield from self.alone(screen, lead)
            yield from self.carry(screen, lead, prompt.draft.end(lead), direction)
        if screen.prompt is prompt:  # a drag of the whole unit may have moved it already
            yield from self.finish(screen, prompt)

    def _towards_the_enemy(self, screen: BattleScreen, asked: March) -> tuple[ModelId, Point]:
        """Return the model nearest to an enemy, and its move in inches right and down."""
        table = screen.parts.board.scene.stage.seen
        foes = table.standing(table.enemy(asked.by))
        middle = Point(table.board.width / 2, table.board.height / 2)
        aims = [foe.at for foe in foes] or [middle]
        off, lead, foe = min(
            (distance(table.models[m].at, aim), m, aim)
            for m in asked.model_limits
            for aim in aims
        )
        start, share = table.models[lead].at, max(0.0, min(FAR, off - APART)) / off
        return lead, Point((foe.x - start.x) * share, (foe.y - start.y) * share)

    @abstractmethod
    def press(self, label: str) -> Deeds:
        """Press a button."""

    @abstractmethod
    def step(self, stepper: Stepper, label: str) -> Deeds:
        """Change a value until it reads *label*."""

    @abstractmethod
    def choose(self, label: str) -> Deeds:
        """Choose the row of a list."""

    @abstractmethod
    def skip(self) -> Deeds:
        """Skip the current playback."""

    @abstractmethod
    def take(self, screen: BattleScreen, choice: PromptAction) -> Deeds:
        """Take an option of the question's panel."""

    @abstractmethod
    def carry(
        self, screen: BattleScreen, lead: ModelId, start: Point, direction: Point
    ) -> Deeds:
        """Move the held unit or model by *direction*, in inches right and down."""

    @abstractmethod
    def alone(self, screen: BattleScreen, lead: ModelId) -> Deeds:
        """Take hold of one model of a unit."""
