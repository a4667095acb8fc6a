"""The films that a replay makes, each in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.content.faults import UnusableFile, reason_of
from game.content.file_lookup import free_path
from game.content.file_names import joined, single_name
from game.content.own_folders import pictures
from game.content.palettes import PaletteName
from game.lab.highlights import Highlight
from game.screens.film.film_dialog import SET_UP, FilmContents, FilmDialog, FilmProgress
from game.screens.film.film_frames import FilmRange, ranges_of
from game.screens.film.film_settings import film_settings
from game.screens.film.film_writing import FilmOrder, film_apart
from game.screens.live_game import RecordedGame, rounds_begun
from game.widgets.button import Style
from game.widgets.dialogs import notice
from game.widgets.panel_stack import PanelStack, Reply
from game.workers import BackgroundTask

DONE = 1.0
"""The share of a film that is made."""


class Filming:
    """Asks for a film of a recorded game, and has it made while a dialog shows how far."""

    def __init__(self, record: RecordedGame) -> None:
        self.record = record
        self.task = BackgroundTask[FilmOrder, float]("film", lives=1)
        self.out: Path | None = None
        """The file that is being written; None if none is."""
        self._progress: FilmProgress | None = None
        self.highlights: Sequence[Highlight] = ()

    def ask(
        self, stack: PanelStack, palette: PaletteName, highlights: Sequence[Highlight]
    ) -> None:
        """Open a dialog for the contents and the form of the film, which is drawn in a palette.

        *highlights* are those of the game.
        """
        self.highlights = highlights

        def begin() -> None:
            self.begin(stack, dialog, palette)

        turns = [*rounds_begun(self.record.events)]
        reply = Reply("Film", begin, Style.PRIMARY)
        dialog = FilmDialog(stack.theme, turns, reply, has_highlights=bool(self.highlights))
        stack.ask(dialog)

    def begin(self, stack: PanelStack, chosen: FilmDialog, palette: PaletteName) -> None:
        """Begin the film that a dialog asked for, or say why it cannot be made."""
        name = single_name(self.record.title)
        try:
            out = free_path(joined(pictures(), f"{name}{chosen.ending}"))
            settings = film_settings(out, chosen.size, chosen.rate, chosen.speed)
            save = self.record.save() if self.record.save else None
        except (UnusableFile, OSError) as error:
            stack.ask(notice(stack.theme, "It cannot be filmed", str(error)))
            return
        assert save
        self.out = out
        ranges, motives = self._ranges(chosen), self.record.motives
        self.task.begin(film_apart, FilmOrder(save, ranges, settings, out, palette, motives))
        self._progress = FilmProgress(stack.theme, out.name, self.cancel)
        stack.ask(self._progress)

    def _ranges(self, chosen: FilmDialog) -> Sequence[FilmRange]:
        """Return the events that the film shows."""
        whole = len(self.record.events)
        match chosen.contents:
            case FilmContents.WHOLE:
                return [FilmRange(0, whole)]
            case FilmContents.HIGHLIGHTS:
                return ranges_of(self.highlights)
            case FilmContents.TURNS:
                begun = rounds_begun(self.record.events)
                start = begun[chosen.first] if chosen.first != SET_UP else 0
                return [FilmRange(start, begun.get(chosen.last + 1, whole))]

    def update(self, stack: PanelStack) -> None:
        """Show how much is done, or the end."""
        if self.out is None or self._progress is None:
            return
        share = self.task.poll()
        if share is not None:
            self._progress.bar.share = share
        if self.task.busy:
            return
        title, words = "Film saved", f"Saved to {self.out}"
        if self.task.fault or share != DONE:
            title, words = "The film could not be saved", reason_of(self.task.fault)
        self.out = self._progress = None
        stack.ask(notice(stack.theme, title, words))

    def cancel(self) -> None:
        """Give the film up; nothing of it is left."""
        self.task.cancel()
        self.out = self._progress = None

    def leave(self) -> None:
        """End the process."""
        self.task.close()
