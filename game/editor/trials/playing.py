"""What goes between the editor and the processes that play its trial games."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Generator
from multiprocessing.connection import Connection
from traceback import format_exc
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.lab.trial_game import Setup, TrialGame, trial


class Job(NamedTuple):
    number: int
    """Of the setup; what is told of earlier ones is not asked for any more."""
    packed: bytes
    """The setup, as ``packed`` makes it; none: that of the job before."""
    seed: int


class Outcome(NamedTuple):
    """What came of a job."""

    number: int
    seed: int
    trial: TrialGame | None = None
    """None where the game could not be played to its end."""
    fault: str = ""
    """Why: what a rule or a bot raised, and where."""
    refused: str = ""
    """Why no game can be played on such a map at all."""


def packed(setup: Setup) -> bytes:
    """Return a setup so small that sending it never waits: the text of a large map is not."""
    return zlib.compress(pickle.dumps(setup), 1)


def work(line: Connection) -> None:
    """Play what is asked for until nobody is at the other end of the line."""
    line.send(None)
    setup: Setup | None = None
    while True:
        if not (told := line.recv_bytes()):
            continue
        job: Job = pickle.loads(told)  # noqa: S301  from our own window
        if job.packed:
            setup = pickle.loads(zlib.decompress(job.packed))  # noqa: S301  likewise
        assert setup
        line.send(_outcome(line, job, setup))


def _outcome(line: Connection, job: Job, setup: Setup) -> Outcome | None:
    """Return what came of a job; None if it was let go of, or nobody asks any more."""
    try:
        game = trial(setup.battle(job.seed), setup.players)
        played = _until_something_comes(line, game)
    except UnusableFile as error:
        return Outcome(job.number, job.seed, refused=str(error))
    except Exception:  # noqa: BLE001  whatever broke, it is shown, and the next game played
        return Outcome(job.number, job.seed, fault=format_exc())
    return Outcome(job.number, job.seed, played) if played else None


def _until_something_comes(
    line: Connection, game: Generator[None, None, TrialGame]
) -> TrialGame | None:
    while not line.poll():
        try:
            next(game)
        except StopIteration as end:
            played: TrialGame = end.value
            return played
    return None
