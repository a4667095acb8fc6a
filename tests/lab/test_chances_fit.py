"""Fitting weights to made-up games, and judging them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.bots.chances.weighing import NAMES, ChanceWeights, logistic, parse_weights
from game.lab.chances_fit import (
    GUESSES,
    FittedWeight,
    Sample,
    as_lines,
    as_toml,
    fitted,
    judged,
    logistic_fit,
    samples,
    split,
)
from game.rules.battles import GameSetup

TRUE = {"points": 1.5, "value": 3.0, "first_side": -0.7}


def made_up(count: int, *, game: str = "combat_patrol", bias: float = 0.0) -> list[Sample]:
    """Return samples whose results follow the weights ``TRUE``, and a mission's bias."""
    luck, found = Random(5), list[Sample]()
    for seed in range(count):
        terms = {"points": luck.gauss(0, 1), "value": luck.gauss(0, 0.3), "first_side": 1.0}
        chance = logistic(sum(TRUE[name] * terms[name] for name in terms) + bias)
        won = float(luck.random() < chance)
        found.append(Sample("classic", game, seed=seed, terms=terms, won=won))
    return found


def test_the_fit_finds_the_weights_of_made_up_games() -> None:
    found = fitted(made_up(4000))
    shared, own = found.shared["classic"], found.extra["combat_patrol"]
    assert shared["points"] + own["points"] == pytest.approx(TRUE["points"], abs=0.15)
    assert shared["value"] == pytest.approx(TRUE["value"], abs=0.4)
    both = shared["first_side"] + own["first_side"]
    assert both == pytest.approx(TRUE["first_side"], abs=0.15)


def test_each_mission_has_its_own_advantage_of_the_first_side() -> None:
    found = fitted([*made_up(2000), *made_up(2000, game="crossing", bias=1.4)])
    one, other = (found.extra[m]["first_side"] for m in ("combat_patrol", "crossing"))
    assert other - one == pytest.approx(1.4, abs=0.3)


def test_an_advantage_never_weighs_against_its_side() -> None:
    luck = np.random.default_rng(1)
    values = luck.normal(size=(500, 2))
    won = (values[:, 0] - values[:, 1] > 0).astype(float)
    free = logistic_fit(values, won, [FittedWeight("", "tempo"), FittedWeight("", "turns")])
    bound = logistic_fit(values, won, [FittedWeight("", "value"), FittedWeight("", "units")])
    assert free[0] > 0 > free[1]
    assert bound[0] > 0 == bound[1]


def test_a_term_that_no_game_shows_keeps_its_guess() -> None:
    assert fitted(made_up(40)).shared["classic"]["exits"] == GUESSES["exits"]


def test_the_weights_fitted_predict_better_than_even_chances() -> None:
    fit, judge = split(made_up(800))
    assert len(judge) == 200
    assert not {s.seed for s in fit} & {s.seed for s in judge}
    verdict = judged(fitted(fit), judge)
    assert verdict.log_loss < verdict.even_loss - 0.1
    assert verdict.even_loss == pytest.approx(np.log(2))
    assert sum(b.samples for b in verdict.bins) == verdict.samples == verdict.games == 200
    assert all(abs(b.expected - b.won) < 0.15 for b in verdict.bins)
    first, *lines = as_lines("classic", verdict)
    assert "200 positions of 200 games" in first
    assert len(lines) == 5


def test_weights_are_written_as_they_are_read() -> None:
    weights = ChanceWeights(
        {"classic": {"points": 1.25, "value": 0.0}}, {"crossing": {"first_side": -0.5}}
    )
    text = as_toml(weights)
    read = parse_weights(text, "w.toml")
    assert read.shared == {"classic": {"points": 1.25}}
    assert read.extra == weights.extra


def test_a_game_yields_a_sample_of_every_turn() -> None:
    found = samples(GameSetup("adrift"), ("random", "random"), 2)
    assert len(found) > 4
    assert {(s.system, s.game, s.seed) for s in found} == {("zero_g", "adrift", 2)}
    assert len({s.won for s in found}) == 1
    assert set(found[0].terms) == set(NAMES["zero_g"])
