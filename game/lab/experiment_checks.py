"""Checks of experiment files of every form."""

from __future__ import annotations

from game.content.file_source import FileSource
from game.content.user_files import DISK
from game.lab.experiments import experiment_of, read_experiment
from game.lab.tuning import tuning_of
from game.lab.weight_training import training_of


def check_experiment(path: str, library: FileSource = DISK) -> None:
    """Check an experiment file with all that it names; raise UnusableFile with its faults."""
    read = read_experiment(library.read(path), path)
    if read.tune:
        tuning_of(read, read.tune, path, library)
    elif read.train:
        training_of(read, read.train, path, library)
    else:
        experiment_of(read, path, library)
