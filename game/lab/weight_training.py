"""Training of a bot's weights by games against itself (SPSA)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from math import ceil, exp
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from game.bots.luck import BotRandom
from game.bots.steady.personalities import BASE, Personality, load_personality
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource
from game.content.file_words import named
from game.content.library_kinds import BOT
from game.content.toml_statements import dotted, format_toml
from game.content.user_files import DISK
from game.lab.confidence import GamesWon
from game.lab.experiments import (
    MAX_CELLS,
    CellSetup,
    Experiment,
    ExperimentFile,
    Train,
    experiment_of,
    read_experiment,
)
from game.lab.store import Store
from game.lab.tuning import Due
from game.table.records import many
from game.text.columns import columns, padded

Weights: TypeAlias = Mapping[str, float]
"""Values of weights by their keys: ``classic.danger``."""

EVEN = 0.5
SEEDS = 8
"""Number of seeds of each step, in each combination; each is played from both seats."""
TEST_GAMES = 400
"""Least number of games on new seeds by which trained weights are accepted."""
MORE, LESS, TRAINED = "more", "less", "trained"
"""Players of the games: the weights moved one way, the other way, and those found."""
SPREAD, SPREAD_FADES = 0.25, 0.101
"""By how much weights are moved for the games of the first step, and how fast that fades."""
GAIN, GAIN_FADES, GAIN_DELAY = 0.5, 0.602, 10.0
"""By how much the weights follow a step's games, how fast that fades, and from which step."""
DIGITS = 3
"""Number of significant digits of trained weights."""
NOTE = "Trained by games against itself."


class Training(NamedTuple):
    """The question which weights let a bot win more often."""

    title: str
    bot: str
    personality: Personality
    start: Weights
    """The weights that change."""
    bare: tuple[CellSetup, ...]
    """The combinations, in which the bot plays itself."""
    steps: int
    first_seed: int

    @property
    def games_of_step(self) -> int:
        return 2 * SEEDS * len(self.bare)

    def seeds(self, step: int) -> range:
        """Return the seeds of a step, which no other step plays."""
        first = self.first_seed + step * SEEDS
        return range(first, first + SEEDS)

    def test_seeds(self, text: str) -> range:
        """Return the seeds that test a trained file; no step plays them.

        They follow from the weights: no others were tested on them, and the same weights cannot
        be tested again on others until they pass.
        """
        first = self.seeds(self.steps).start + int(sha256(text.encode()).hexdigest()[:12], 16)
        return range(first, first + ceil(TEST_GAMES / (2 * len(self.bare))))

    def sides(self, step: int) -> list[int]:
        """Return for each weight in which direction the step moves it: 1 or -1."""
        luck = BotRandom(self.first_seed, step)
        return [2 * luck.below(2) - 1 for _ in self.start]

    def file(self, weights: Weights, title: str) -> str:
        """Return the text of the bot's file with some weights in place of its own."""
        return personality_text(self.personality, weights, title)

    def experiment(self, cells: tuple[CellSetup, ...]) -> Experiment:
        """Return the games of some cells, as stores describe them."""
        return Experiment(self.title, cells, SEEDS, self.first_seed)

    def step_cells(self, step: int, weights: Weights) -> tuple[CellSetup, ...]:
        """Return the cells of a step: weights moved one way against the other way."""
        spread = SPREAD / (step + 1) ** SPREAD_FADES
        files = {
            named(name, BOT): self.file(self._moved(weights, spread * sign, step), name)
            for name, sign in ((MORE, 1), (LESS, -1))
        }
        return self._both_seats((MORE, LESS), files, f"step {step + 1}")

    def test_cells(self, text: str) -> tuple[CellSetup, ...]:
        """Return the cells that test a trained file against the bot."""
        return self._both_seats((TRAINED, self.bot), {named(TRAINED, BOT): text}, "test")

    def _both_seats(
        self, players: tuple[str, str], files: Mapping[str, str], variant: str
    ) -> tuple[CellSetup, ...]:
        return tuple(
            replace(cell, players=seats, files={**cell.files, **files}, variant=variant)
            for cell in self.bare
            for seats in (players, players[::-1])
        )

    def after(self, step: int, weights: Weights, share: float) -> Weights:
        """Return the weights after a step, of which *share* was won by those moved up."""
        gain = GAIN / (step + 1 + GAIN_DELAY) ** GAIN_FADES
        return self._moved(weights, gain * (2.0 * share - 1.0), step)

    def _moved(self, weights: Weights, by: float, step: int) -> Weights:
        """Return weights moved in the direction of a step, within their limits."""
        return {
            key: min(value * exp(by * side), _limit(self.personality, key))
            for (key, value), side in zip(weights.items(), self.sides(step), strict=True)
        }


def load_training(path: str, library: FileSource = DISK) -> Training:
    """Return the training of a file; raise UnusableFile with all its faults."""
    read = read_experiment(library.read(path), path)
    if read.train is None:
        words = "is missing: it says which weights to change, e.g. bot, weights and games"
        raise UnusableFile(path, [("[train]", words)])
    return training_of(read, read.train, path, library)


def training_of(
    read: ExperimentFile, train: Train, path: str, library: FileSource = DISK
) -> Training:
    """Return the training of a file's data; raise UnusableFile with all its faults."""
    personality = load_personality(train.bot, library)
    faults = [*_faults_of_weights(personality, train)]
    played = {"players": (f"{train.bot},{train.bot}",), "until": None}
    try:
        cells = experiment_of(read.model_copy(update=played), path, library).cells
    except UnusableFile as error:
        raise UnusableFile(path, [*error.faults, *faults]) from error
    each = 2 * SEEDS * len(cells)
    steps, most = train.games // each, MAX_CELLS // (2 * len(cells)) - 1
    if not 1 <= steps <= most:
        words = f"must be from {each} to {each * most}: a step takes {each}"
        faults.append(Fault("train.games", words))
    if faults:
        raise UnusableFile(path, faults)
    start = {key: _value(personality, key) for key in train.weights}
    return Training(read.title, train.bot, personality, start, cells, steps, read.first_seed)


def _faults_of_weights(personality: Personality, train: Train) -> Iterator[Fault]:
    known = [
        f"{system}.{name}"
        for system, table in personality.weights.tables.items()
        for name in type(table).model_fields
    ]
    for n, key in enumerate(train.weights):
        place = f"train.weights[{n}]"
        if key not in known:
            yield Fault(place, f"there is no weight {key[:60]!r}{did_you_mean(key, known)}")
        elif key in train.weights[:n]:
            yield Fault(place, f"{key} is named twice")
        elif not _value(personality, key):
            yield Fault(place, f"{key} is 0, and training multiplies weights")


def _value(personality: Personality, key: str) -> float:
    system, _, name = key.partition(".")
    return float(getattr(personality.weights.tables[system], name))


def _limit(personality: Personality, key: str) -> float:
    """Return the highest value that a weight may have."""
    system, _, name = key.partition(".")
    marks = type(personality.weights.tables[system]).model_fields[name].metadata
    return min([float(mark.le) for mark in marks if hasattr(mark, "le")])


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def personality_text(personality: Personality, weights: Weights, title: str) -> str:
    """Return the file of a personality with other weights; it leaves out those of ``BASE``."""
    base = load_personality(BASE)
    head = {"name": title, "level": personality.level, "note": NOTE}
    lines = [f"{key} = {format_toml(value)}" for key, value in head.items()]
    for system, table in personality.weights.tables.items():
        own = dict[str, float]()
        for name in type(table).model_fields:
            key = f"{system}.{name}"
            value = _rounded(weights[key]) if key in weights else _value(personality, key)
            if value != _value(base, key):
                own[name] = value
        if own:
            lines += ["", f"[{dotted([system])}]"]
            lines += [f"{dotted([name])} = {format_toml(value)}" for name, value in own.items()]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Trained(GamesWon):
    """The weights that a training found, with the games of their test."""

    weights: Weights

    @property
    def is_accepted(self) -> bool:
        """Return whether they are stronger than chance may explain."""
        return self.games >= TEST_GAMES and self.interval[0] > EVEN


def trained(training: Training, store: Store, play: Callable[[Due], object]) -> Trained:
    """Train weights step by step, and test what was found on new seeds.

    *play* plays the games that the store does not have. All else follows from the games, so a
    training that was interrupted goes on.
    """
    weights = training.start
    for step in range(training.steps):
        cells = training.step_cells(step, weights)
        games, points = _played(training, cells, training.seeds(step), store, play)
        weights = training.after(step, weights, float(points / games) if games else EVEN)
    text = training.file(weights, TRAINED)
    cells = training.test_cells(text)
    games, points = _played(training, cells, training.test_seeds(text), store, play)
    return Trained(games, points, weights)


def _played(
    training: Training,
    cells: tuple[CellSetup, ...],
    seeds: range,
    store: Store,
    play: Callable[[Due], object],
) -> tuple[int, Fraction]:
    """Play the games of cells; return how many there are, and what the first player won.

    The first player of the first cell has the other seat in every second one.
    """
    store.add_cells(training.experiment(cells))
    ids = [store.cell_of(cell) for cell in cells]
    play({id_: store.missing(id_, seeds) for id_ in ids})
    games, points = 0, Fraction(0)
    for n, id_ in enumerate(ids):
        mine = store.sides(id_)[n % 2]
        for seed, winner in store.outcomes(id_).items():
            if seed in seeds:
                games += 1
                points += Fraction(winner == mine) if winner else Fraction(1, 2)
    return games, points


def trained_lines(training: Training, found: Trained, file: Path | None) -> Iterator[str]:
    """Yield a table of the weights, and the verdict; *file*: where they were written."""
    wide = max(columns("weight"), *map(columns, training.start))
    narrow = max(columns(training.bot), 6)
    yield f"{padded('weight', wide)}  {training.bot:>{narrow}}  trained"
    for key, value in training.start.items():
        now = f"{_rounded(found.weights[key]):g}"
        yield f"{padded(key, wide)}  {value:{narrow}g}  {now:>7}"
    yield (
        f"{many(training.steps, 'step')} of {training.games_of_step} games. On "
        f"{many(found.games, 'game')} of new seeds the trained weights win {found.share:.0%} "
        f"{found.interval} against {training.bot}, a draw counted half."
    )
    if file is None:
        yield "Not accepted: they may be no stronger. No file was written."
    else:
        yield f"Accepted: the bot {file.stem} is in {file}."


def trained_json(training: Training, found: Trained, file: Path | None) -> dict[str, Any]:
    """Return the weights and their test as a JSON object."""
    return {
        "bot": training.bot,
        "weights": {
            key: [value, _rounded(found.weights[key])] for key, value in training.start.items()
        },
        "steps": training.steps,
        "games": found.games,
        "share": round(found.share, 4),
        "interval": [round(end, 4) for end in found.interval],
        "accepted": found.is_accepted,
        "file": str(file) if file else None,
    }
