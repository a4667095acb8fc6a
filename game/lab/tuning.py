"""Tuning: the value of an option that makes a game even."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource
from game.content.toml_statements import format_toml, with_value
from game.content.user_files import DISK
from game.lab.confidence import GamesWon
from game.lab.experiments import (
    CellSetup,
    Changes,
    Experiment,
    ExperimentFile,
    Tune,
    experiment_of,
    read_experiment,
)
from game.lab.store import Store
from game.table.records import many
from game.text.columns import columns, padded

Due: TypeAlias = Mapping[int, Sequence[int]]
"""Seeds to be played, by cell."""


class Candidate(NamedTuple):
    """A value, with the games that try it."""

    value: str
    """The value as TOML."""
    cells: tuple[CellSetup, ...]


class Tuning(NamedTuple):
    """The question which value makes a game even."""

    about: str
    """The key or the option."""
    candidates: tuple[Candidate, ...]
    games: int
    """Number of games of each cell in the first round."""
    experiment: Experiment
    """All cells, with the games of the first round."""


def load_tuning(path: str, library: FileSource = DISK) -> Tuning:
    """Return the question of a file; raise UnusableFile with all its faults."""
    read = read_experiment(library.read(path), path)
    if read.tune is None:
        words = "is missing: it says which value to change, e.g. file, key, values and games"
        raise UnusableFile(path, [("[tune]", words)])
    return tuning_of(read, read.tune, path, library)


def tuning_of(read: ExperimentFile, tune: Tune, path: str, library: FileSource) -> Tuning:
    """Return the question of a file's data; raise UnusableFile with all its faults."""
    words = [format_toml(value) for value in tune.values]
    faults = [*_faults_of_values(tune, words)]
    try:
        cells = experiment_of(read, path, library).cells
    except UnusableFile as error:
        raise UnusableFile(path, [*error.faults, *faults]) from error
    used = {file: file for cell in cells for file in cell.files}
    if tune.file and tune.file not in used:
        there = f"the games do not read {tune.file!r}{did_you_mean(tune.file, used)}"
        faults.append(Fault("tune.file", there))
    rounds = games_of_rounds(len(words)) * len(cells)
    if tune.games < rounds:
        few = f"{len(words)} values take at least {rounds} games, not {tune.games}"
        faults.append(Fault("tune.games", few))
    if faults:
        raise UnusableFile(path, faults)
    changes = [*_changes(tune, words, library)]
    plain = read.model_copy(update={"variant": tuple(changes), "until": None})
    experiment = experiment_of(plain, path, library)
    candidates = [
        Candidate(one.name, tuple(c for c in experiment.cells if c.variant == one.name))
        for one in changes
    ]
    first = tune.games // rounds
    about, experiment = tune.key or tune.option, experiment._replace(games=first)
    return Tuning(about, tuple(candidates), first, experiment)


def games_of_rounds(candidates: int) -> int:
    """Return the games of all rounds, in units of one candidate's games in the first round.

    Five candidates play 5, then 3 as many again, then 2 twice as many again: 12 in all.
    """
    left, more, total = candidates, 1, candidates
    while (left := (left + 1) // 2) > 1:
        total += left * more
        more *= 2
    return total


def _faults_of_values(tune: Tune, words: Sequence[str]) -> Iterator[Fault]:
    for word in sorted({word for word in words if words.count(word) > 1}):
        yield Fault("tune.values", f"has {word} twice")
    for n, (word, value) in enumerate(zip(words, tune.values, strict=True)):
        if len(word) > 80:
            what = f"must be up to 80 characters on one line, not {len(word)}"
            yield Fault(f"tune.values[{n}]", what)
        if tune.option and isinstance(value, float):
            yield Fault(f"tune.values[{n}]", "an option has no decimals")


def _changes(tune: Tune, words: Sequence[str], library: FileSource) -> Iterator[Changes]:
    """Yield a variant for each value; raise UnusableFile."""
    text = library.read(tune.file) if tune.file else ""
    for word, value in zip(words, tune.values, strict=True):
        if tune.file:
            changed = with_value(text, tune.key, value, tune.file)
            yield Changes(name=word, files={tune.file: changed})
        else:
            assert not isinstance(value, float)
            yield Changes(name=word, options={tune.option: value})


@dataclass(frozen=True, slots=True)
class Tried(GamesWon):
    """The results of one value, from the side of the first player."""

    value: str
    _: KW_ONLY
    dropped: int | None = None
    """Round after which it was dropped, from 1 on."""

    @property
    def unevenness(self) -> Fraction:
        """Return the distance of the share from a half; 1 without games."""
        return abs(self.points / self.games - Fraction(1, 2)) if self.games else Fraction(1)


def tuned(tuning: Tuning, store: Store, play: Callable[[Due], object]) -> list[Tried]:
    """Try values by successive halving; return them in their order, one of them not dropped.

    In each round the half of the values that is less even is dropped, and the games of the
    others are doubled. Of equally even values the earlier one stays. *play* plays the games of
    a round that the store does not have.
    """
    left, games, round_ = [*tuning.candidates], tuning.games, 1
    found = dict[str, Tried]()
    while True:
        seeds = tuning.experiment._replace(games=games).seeds
        ids = [store.cell_of(cell) for one in left for cell in one.cells]
        play({id_: store.missing(id_, seeds) for id_ in ids})
        found |= {one.value: _tried(one, store, seeds) for one in left}
        left.sort(key=lambda one: found[one.value].unevenness)
        keep = (len(left) + 1) // 2
        for one in left[keep:]:
            found[one.value] = replace(found[one.value], dropped=round_)
        left = [one for one in tuning.candidates if one in left[:keep]]
        if len(left) == 1:
            return [found[one.value] for one in tuning.candidates]
        games, round_ = 2 * games, round_ + 1


def _tried(candidate: Candidate, store: Store, seeds: range) -> Tried:
    games, points = 0, Fraction(0)
    for cell in map(store.cell_of, candidate.cells):
        first = store.sides(cell)[0]
        for seed, winner in store.outcomes(cell).items():
            if seed in seeds:
                games += 1
                points += Fraction(winner == first) if winner else Fraction(1, 2)
    return Tried(games, points, candidate.value)


def tuned_lines(tuning: Tuning, tried: Sequence[Tried]) -> Iterator[str]:
    """Yield a table of the values, and the answer."""
    wide = max(columns(tuning.about), *(columns(one.value) for one in tried))
    yield f"{padded(tuning.about, wide)}  games  first side wins   dropped"
    for one in tried:
        share = f"{one.share:.0%} {one.interval}"
        dropped = f"round {one.dropped}" if one.dropped else ""
        yield f"{padded(one.value, wide)}  {one.games:5}  {share:<16}  {dropped}".rstrip()
    best = next(one for one in tried if one.dropped is None)
    low, high = best.interval
    even = "" if low <= 0.5 <= high else "; that is still uneven"
    total = sum(one.games for one in tried)
    yield (
        f"{tuning.about} = {best.value} is the most even: the first side wins {best.share:.0%} "
        f"{best.interval}, a draw counted half{even}. It took {many(total, 'game')}."
    )


def tuned_json(tuning: Tuning, tried: Sequence[Tried]) -> dict[str, Any]:
    """Return the results of all values as a JSON object."""
    return {
        "about": tuning.about,
        "best": next(one.value for one in tried if one.dropped is None),
        "games": sum(one.games for one in tried),
        "values": [
            {
                "value": one.value,
                "games": one.games,
                "share": round(one.share, 4),
                "interval": [round(end, 4) for end in one.interval],
                "dropped": one.dropped,
            }
            for one in tried
        ],
    }
