"""The sandbox screen, with an undo of whole actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.cores.kit.queries import TableView
from game.play.decisions import Choose, IllegalAnswer
from game.play.session import Session
from game.screens.battle.screen import BattleScreen
from game.screens.battle.undo import UndoController
from game.screens.battle.undo_steps import UndoStep
from game.screens.live_game import LiveGame
from game.screens.screen import Destination, Open, WindowContext
from game.systems.sandbox.prompts import HandState, SandboxPrompt
from game.systems.sandbox.rules import SandboxKind, bench_of, is_free
from game.systems.sandbox.rules.table_aids import Vision, hidden_notes
from game.systems.sandbox.screens.fog_view import fog_openings
from game.systems.sandbox.screens.model_box import ModelBox
from game.systems.sandbox.screens.players_window import PlayersWindow
from game.systems.sandbox.screens.tools_panel import Tools, ToolSettings, ViewActions
from game.table.records import Side
from game.view.overlays.fog_cover import THIN, FogCover
from game.widgets.cells import column, sized
from game.widgets.places import PanelPlace, places_of

BY_HAND = ("place", "move", "move unit", "turn")
"""Actions that the hand has already shown."""


def is_fresh(session: Session) -> bool:
    """Return whether the game is over or asks for an action."""
    asked = session.pending
    return asked is None or (isinstance(asked, Choose) and asked.kind is SandboxKind.DEED)


def of_deed(session: Session, answers: int) -> int:
    """Return the number of answers to undo: the whole last action if it is complete."""
    counted = 0
    for n, chapter in enumerate(reversed(session.chapters)):
        counted += len(chapter.answers)
        if counted >= answers:
            done = n > 0 or session.pending is None
            return counted if done and is_free(chapter.opening) else answers
    return answers


class SandboxUndo(UndoController):
    def undo(self) -> None:
        """Undo a change of a draft, or else the whole last action."""
        play, session = self.play, self.play.session
        if play.prompt and play.prompt.can_undo:
            play.prompt.undo()
            return
        if step := play.undo_step:
            many = of_deed(session, step.answers)
            answers = [
                answer for _, answer in zip(range(many), session.answers_back(), strict=False)
            ]
            dice = answers[-1].rolls != session.table.rolls
            play.undo(UndoStep(step.by, many, free=True, dice=dice))

    def redo(self) -> None:
        """Redo an action that was undone, with the dice that it had."""
        super().redo()
        session = self.play.session
        while session.can_redo and not is_fresh(session) and is_free(session.table):
            session.redo()
        self.play.playback.skip()


class SandboxScreen(BattleScreen):
    keeps_rosters = True
    chest: ModelBox
    tools: Tools

    def __init__(self, live_game: LiveGame, *, speed: float = 0.0) -> None:
        super().__init__(live_game, speed=speed)
        self.backward = SandboxUndo(self.play, self.agreements.consent)
        self.grip, self.choices = HandState(), ToolSettings()
        self.second: PlayersWindow | None = None
        self._misted: object = None
        """Key of the fog that the board shows."""

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        parts, theme = self.parts, frame.theme
        room = parts.places.rosters
        before, table = getattr(self, "chest", None), self.session.table
        view = ViewActions(self._show_players, self._open_second, self._choose_players)
        self.tools = Tools(theme, room, self.choices, self.grip, self._do, table.sides, view)
        tools = sized(PanelPlace("tools"), height=self.tools.panel.box[3])
        side = column(PanelPlace("box"), tools, PanelPlace("rosters"), gap=0)
        places = places_of(side, room)
        self.tools.panel.move(places["tools"])
        parts.move_rosters(places["rosters"], self.pick_unit)
        self.chest = ModelBox(
            theme,
            places["box"],
            table,
            self.grip,
            parts.board.scene.portrait,
            side=before.side if before else self._first,
            words=before.words if before else "",
            on_take=lambda: parts.stack.focus.to(None),
        )
        parts.board.scene.revealed = [note.id for note in hidden_notes(table)]
        parts.stack.add(self.chest.panel)
        parts.stack.add(self.tools.panel)

    @property
    def _first(self) -> Side:
        return self.session.table.sides[0]

    def handle(self, event: pygame.Event) -> Any:
        self._lend()
        return super().handle(event)

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        self._lend()
        self.chest.refresh()
        self._mist()
        if self.second and not self.second.closed:
            self.second.board.show(self.stage.seen, self.players, self.playback.shown)
            self.second.draw()
        return super().draw(canvas)

    def leave(self) -> None:
        if self.second:
            self.second.close()
        super().leave()

    @property
    def players(self) -> tuple[Side, ...]:
        """``SB-19``  Return the sides whose view the players have."""
        first, second = self.session.table.sides
        return ((first,), (second,), (first, second))[self.choices.players]

    def _choose_players(self) -> None:
        self._misted = None

    def _show_players(self) -> None:
        """``SB-19``  Show the players' view in this window."""
        table = self.session.table.fork()
        self.go(Open(Destination("sandbox.players", table, self.players, self.rules)))

    def _open_second(self) -> None:
        """``SB-19``  Open a second window with the players' view, or close it."""
        if self.second and not self.second.closed:
            self.second.close()
            return
        try:
            self.second = PlayersWindow(self.frame.theme, self.session.table, self.rules)
        except pygame.error as error:
            words = (
                f"There can be no second window here: {error}. Show their view here instead."
            )
            self.show_message("No second window", words)

    def _mist(self) -> None:
        """``SB-17``  Show thin fog where the players see nothing."""
        table, scene = self.stage.seen, self.parts.board.scene
        key = bool(bench_of(table).fog), self.playback.shown
        if key == self._misted:
            return
        self._misted, vision = key, Vision(table, self.players)
        view = TableView(table, self.rules)
        scene.fog = FogCover(fog_openings(view, vision), THIN) if vision.fog else None
        self.parts.board.spoil()

    def _lend(self) -> None:
        """Give the hand to a sandbox prompt; let go of the item for any other prompt."""
        if isinstance(self.prompt, SandboxPrompt):
            self.prompt.grip = self.grip
        elif self.prompt:
            self.grip.let_go()

    def _take_answer(self) -> None:
        prompt = self.prompt
        if isinstance(prompt, SandboxPrompt) and prompt.answer is not None and prompt.then:
            self.prompt = None
            self._do((prompt.answer, *prompt.then))
        else:
            super()._take_answer()

    def _do(self, answers: tuple[Any, ...]) -> None:
        """Do a whole action if all its answers are legal, or else show the refusal."""
        session = self.session
        if not is_free(session.table) or self.busy:
            return
        twin = session.fork(0)
        try:
            for answer in answers:
                twin.answer(answer)
        except IllegalAnswer as no:
            self.show_message("Not possible", f"{no}.")
            return
        self.prompt = None
        for answer in answers:
            if not self.answers.give(answer):
                return
        if answers[0] in BY_HAND:
            self.playback.skip()
