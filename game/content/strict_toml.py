"""TOML read within limits."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from game.content.faults import UnusableFile, lower_first
from game.content.reading import MIB, refuse_if_large, too_big

TOML_BYTES = MIB
MAX_TOML_VALUES = 50_000
MAX_DOTS = 4000
"""Maximum number of dots outside numbers; the cost of a dotted key grows with its square."""
_NUMBER = re.compile(r"(?<![\w.])[+-]?\d+\.\d+(?![\w.])")
_PLACE = re.compile(r"(?P<reason>.*?) \(at (?P<place>line \d+, column \d+|end of document)\)")
TOML_TEXTS = 64
"""Number of texts whose data are kept, so that a scenario is soon loaded again."""


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the data of TOML text; raise UnusableFile for the file *name*."""
    if (size := len(text)) > TOML_BYTES:
        raise UnusableFile(name, [("", too_big(size, TOML_BYTES))])
    refuse_if_large(text, name, MAX_TOML_VALUES, marks="=,[{")
    dots = text.count(".")
    if dots > MAX_DOTS and (many := dots - len(_NUMBER.findall(text))) > MAX_DOTS:
        reason = f"has {many} dots outside of numbers; the limit is {MAX_DOTS}"
        raise UnusableFile(name, [("", reason)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.fullmatch(str(error))
        place, reason = (found["place"], found["reason"]) if found else ("", str(error))
        raise UnusableFile(
            name, [(place.replace(",", ""), f"is not valid TOML: {lower_first(reason)}")]
        ) from error
    except RecursionError as error:
        raise UnusableFile(name, [("", "nests too deeply")]) from error
    except ValueError as error:  # an integer with more digits than Python converts
        raise UnusableFile(
            name, [("", f"is not valid TOML: {lower_first(str(error))}")]
        ) from error


@lru_cache(TOML_TEXTS)
def shared_toml(text: str, name: str) -> Mapping[str, Any]:
    """Return the data of TOML text as ``parse_toml``, shared: callers must not change them."""
    return parse_toml(text, name)
