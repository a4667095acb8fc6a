"""The answers of bots to the questions of a battle, kept so that nobody thinks twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from game.bots.protocol import Policy
from game.content.disk_cache import DiskCache
from game.content.own_folders import cache
from game.lab.program_version import program_version
from game.play.decisions import IllegalAnswer
from game.play.session import Session
from game.rules.battles import Battle

MAX_ANSWERS_BYTES = 1 << 20
"""Maximum size in bytes of all answers that are kept, packed."""
Answer = Callable[[Policy, Session], Any]
"""Lets a bot answer the open question of a session."""


class OpeningAnswers:
    """The answers with which a bot plays both sides of a battle, for this program version."""

    def __init__(
        self, battle: Battle, bot: Policy, name: str, shipped: Sequence[Any] = ()
    ) -> None:
        """*name* is that of the bot among all bots.

        *shipped*: answers for when none are kept; if one is illegal, the bot is asked instead.
        """
        self._battle, self._bot, self._shipped = battle, bot, shipped
        self._cache = DiskCache(cache() / "openings", MAX_ANSWERS_BYTES)
        played = battle.scenario.file, battle.map, battle.seed, sorted(battle.settings.items())
        brought = sorted(battle.rosters.items()), sorted(battle.files.items())
        whole = repr((program_version(), name, played, brought))
        self._name = sha256(whole.encode()).hexdigest()[:32]
        self._given = list[Any]()
        """All answers of the session so far."""
        self.further = list[Any]()
        """Answers that are kept to the next questions of the session, the first one last."""
        self._has_more = False
        """True if answers were given that are not kept."""

    def play(self, turn: int, answer: Answer) -> Session:
        """Return a session of the battle at the beginning of a game turn, or at its end.

        *answer* is asked for the answers that are not kept. If it raises, the answers up to
        then are kept.
        """
        kept = self._kept()
        session = self._battle.session()
        try:
            self._play(session, turn, kept, answer)
        except IllegalAnswer:
            # The file was written by something else.
            session, kept = self._battle.session(), []
            self._play(session, turn, kept, answer)
        finally:
            self.further = kept[len(self._given) :][::-1]
            self._has_more = len(self._given) > len(kept)
            self.keep()
        return session

    def note(self, answer: Any) -> None:
        """Note an answer to the next question, from ``further`` or another one."""
        if self.further and self.further[-1] == answer:
            self.further.pop()
        else:
            self.further.clear()
            self._has_more = True
        self._given.append(answer)

    def keep(self) -> None:
        """Keep all answers of the session, unless they are kept."""
        if self._has_more:
            self._has_more = False
            self._cache.keep(self._name, json.dumps(self._given).encode())

    def _play(self, session: Session, turn: int, kept: list[Any], answer: Answer) -> None:
        """Play on to a game turn, and note all answers."""
        self._given = []
        while session.pending and session.table.clock.round < turn:
            known = len(self._given) < len(kept)
            given = kept[len(self._given)] if known else answer(self._bot, session)
            session.answer(given)
            self._given.append(given)

    def _kept(self) -> list[Any]:
        """Return the answers that are kept, or else shipped; none if their file is damaged."""
        with suppress(ValueError, RecursionError):
            kept = self._cache.find(self._name)
            found = [*self._shipped] if kept is None else json.loads(kept)
            return found if isinstance(found, list) else []
        return []
