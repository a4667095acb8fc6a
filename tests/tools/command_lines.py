"""Commands and options of a command line's parser, which argparse only has as private names."""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction


def commands_of(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    """Return the parsers of the commands that a parser takes, by their names."""
    for action in parser._actions:  # noqa: SLF001  argparse does not list them otherwise
        if isinstance(action, _SubParsersAction):
            return dict(action.choices)
    return {}


def options_of(parser: ArgumentParser) -> list[str]:
    """Return the options of a parser, without those of its commands."""
    return [word for action in parser._actions for word in action.option_strings]  # noqa: SLF001  as above
