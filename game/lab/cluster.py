"""Games on the workers of a Dask cluster."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from logging import CRITICAL, getLogger, root
from time import monotonic
from typing import Any, TypeVar

import dask.config
import distributed

from game.content.faults import UnusableFile
from game.lab.matches import AHEAD

Game = TypeVar("Game")
untyped: Any = distributed
"""The library, which is not typed throughout."""
CONNECT_SECONDS = 10
KEPT_MESSAGES = 10
ASK_SECONDS = 1.0
"""Seconds between two questions to the scheduler for its workers."""
RUNNING = "running"
"""State of a client that is connected to its scheduler."""
VERSION: str = untyped.__version__
SAME = f"all computers need {VERSION}, as this one has"
MAX_LIVES = 3
"""Number of workers that may be lost over a game before it is given up."""


class ClusterPool:
    """The workers of a cluster, which may come and go; lost games are played by others."""

    def __init__(self, url: str) -> None:
        """Connect to a scheduler, such as ``tcp://tower:8786``; raise UnusableFile."""
        self._url = url
        # They log the loss of a scheduler or worker with a traceback; we say it in words.
        for name in [*root.manager.loggerDict]:
            if name.startswith(("distributed", "asyncio", "tornado")):
                getLogger(name).setLevel(CRITICAL)
        # Each end keeps its last messages, which hold whole descriptions of games.
        dask.config.set({"distributed.admin.low-level-log-length": KEPT_MESSAGES})
        try:
            # A client of another version raises anything, so ask first.
            theirs = asyncio.run(asyncio.wait_for(_version_at(url), CONNECT_SECONDS))
            if theirs != VERSION:
                words = f"the scheduler at {url} runs Dask {theirs}; {SAME}"
                raise UnusableFile("--on", [("", words)])
            with warnings.catch_warnings(record=True, action="always") as told:
                self._client = untyped.Client(
                    url, timeout=CONNECT_SECONDS, set_as_default=False
                )
        except (OSError, TimeoutError, TypeError, ValueError) as error:
            reason = f" ({error})" if str(error) else ""
            words = f"no scheduler answers at {url}: is it running there?{reason}"
            raise UnusableFile("--on", [("", words)]) from error
        # They are tables of the packages that differ, of which only Dask matters here.
        if any("distributed" in str(one.message) for one in told):
            self.close()
            words = f"a worker of the scheduler at {url} runs another version of Dask; {SAME}"
            raise UnusableFile("--on", [("", words)])
        self._queue, self._asked = AHEAD, -ASK_SECONDS
        self._executor = self._client.get_executor(pure=False, retries=MAX_LIVES)

    @property
    def workers(self) -> int:
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError as error:  # the network is down
            self.check(error)
            raise
        return sum(threads.values())

    @property
    def queue(self) -> int:
        """Return the number of games to submit at a time; some, too, for workers to come."""
        if monotonic() > self._asked + ASK_SECONDS:
            self._asked = monotonic()
            self._queue = AHEAD * max(1, self.workers)
        return self._queue

    def submit(self, play: Callable[..., Game], *args: object) -> Future[Game]:
        future: Future[Game] = self._executor.submit(play, *args)
        return future

    def renew(self) -> None:
        """Do nothing: the scheduler replaces lost workers."""

    def check(self, error: Exception | None = None) -> None:
        """Raise UnusableFile if the scheduler was lost, or cannot pass games on to workers."""
        if self._client.status != RUNNING or isinstance(error, OSError):
            words = f"the scheduler at {self._url} was lost; all results until then are kept"
            raise UnusableFile("--on", [("", words)])
        if error and not isinstance(error, distributed.KilledWorker):
            words = (
                f"the scheduler at {self._url} cannot pass games on to workers: start it in a "
            )
            words += f"copy of this program, too ({str(error).split('. ')[0]})"
            raise UnusableFile("--on", [("", words)]) from error

    def close(self) -> None:
        self._client.close(timeout=CONNECT_SECONDS)


async def _version_at(url: str) -> str:
    """Return the version of Dask at a scheduler; raise OSError or TimeoutError."""
    keys = untyped.Security().get_connection_args("client")
    async with untyped.rpc(url, connection_args=keys) as scheduler:
        found = await scheduler.versions()
    return str(found["packages"]["distributed"])
