"""Experiments that are played in threads while screens change."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path
from threading import Thread

from game.content.faults import UnusableFile
from game.lab.experiment_run import Progress, Run, keep_save
from game.lab.matches import LocalPool, LostGameError
from game.lab.store import Store, open_store
from game.table.records import many

NICE = 19
"""Niceness of the processes beside a window, so that it has priority."""
END_SECONDS = 3.0
"""Maximum seconds that the end of the program waits for a running experiment."""
PAUSE_SECONDS = 0.1
"""Seconds between two looks of a paused experiment."""


class RunningExperiment:
    """An experiment that is played in a thread of its own; it goes on while screens change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.progress: Progress | None = None
        self.shares: tuple[str, ...] = ()
        """Shares of wins so far, a line for each cell."""
        self.is_paused = self.is_stopped = self.is_over = False
        self.fault = ""
        """Reason why it ended early; empty if nothing failed."""
        # A core is left to the window.
        self._pool = LocalPool(max(1, (os.cpu_count() or 1) - 1), NICE)
        self._thread = Thread(target=self._run, name="experiment", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it at once; the games in progress are lost, all others are kept."""
        self.is_stopped = True
        self._pool.kill()

    def end(self) -> None:
        """Stop it, and give its thread the time to clear up."""
        self.stop()
        self._thread.join(END_SECONDS)

    def _run(self) -> None:
        try:
            with closing(open_store(self.path, writes=True)) as store:
                store.refuse_other_program()
                self._play(store)
        except UnusableFile as error:
            self.fault = str(error.faults[0])
        except Exception as error:  # noqa: BLE001  whatever it is, the window is to show it
            # A pool that was killed raises, too.
            self.fault = "" if self.is_stopped else repr(error)
        finally:
            self._pool.close()
            self.is_over = True

    def _play(self, store: Store) -> None:
        """Play what is missing; after each pause with a clock of its own."""
        while not self.is_stopped:
            run = Run(store)
            self._show(run)
            for news in run.play(self._pool):
                if isinstance(news, LostGameError):
                    keep_save(store, news)
                self._show(run)
                run.is_resting = self.is_paused
            if not run.is_resting:
                break
            while self.is_paused and not self.is_stopped:
                time.sleep(PAUSE_SECONDS)

    def _show(self, run: Run) -> None:
        self.progress, self.shares = run.progress, tuple(run.shares())


RUNNING = dict[Path, RunningExperiment]()
"""The experiments that run in this program, or ran, by their stores."""


def number_running() -> int:
    """Return the number of experiments that run in this program."""
    return sum(not one.is_over for one in RUNNING.values())


def running_in_words() -> str:
    """Return a line about the experiments that run; empty if none does."""
    going = [one for one in RUNNING.values() if not one.is_over]
    if not going:
        return ""
    found = [one.progress for one in going if one.progress]
    done, wanted = sum(one.done for one in found), sum(one.wanted for one in found)
    state = "paused" if all(one.is_paused for one in going) else "running"
    return f"{many(len(going), 'experiment')} {state}: {done} of {many(wanted, 'game')}"
