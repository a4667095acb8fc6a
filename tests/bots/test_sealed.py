"""Bots answer while a sealed answer is pending as they always do."""

from __future__ import annotations

import pytest

from game.bots.match import POLICIES, policy
from tests.tools.toy_with_secrets import NONE, STONE, sealed_toy


@pytest.mark.parametrize("name", [*POLICIES])
@pytest.mark.parametrize("seed", range(8))
def test_no_bot_peeks_at_what_is_sealed(name: str, seed: int) -> None:
    said = list[object]()
    for hidden in (STONE, NONE):
        session = sealed_toy(seed)
        session.answer(hidden)
        said.append(policy(name).answer(session))

    assert said[0] == said[1]
