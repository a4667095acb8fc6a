"""JSON read more strictly than Python reads it."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from game.content.faults import MAX_FAULTS, Fault, UnusableFile, lower_first, shown
from game.content.reading import DEEPEST, refuse_if_large

MAX_JSON_VALUES = 100_000
"""Default maximum number of values in a JSON file; each takes up to 1 kB."""
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(text: str, name: str, most: int = MAX_JSON_VALUES) -> Any:
    """Return the data of JSON text; raise UnusableFile for the file *name*.

    Stricter than Python: no NaN, no infinities, no duplicate keys in a table, no more than
    ``DEEPEST`` levels and *most* values, no lone surrogates.
    """
    refuse_if_large(text, name, most)
    strict = _Strict()
    try:
        value = strict.parse(text)
    except json.JSONDecodeError as error:
        words = lower_first(error.msg).removesuffix(" delimiter").removesuffix(" at")
        reason = f"is not valid JSON ({words}): is the file complete?"
        strict.complain(f"line {error.lineno} column {error.colno}", reason)
    except RecursionError:
        strict.complain("", f"nests more than {DEEPEST} levels deep")
    except UnicodeEncodeError:
        strict.complain("", "contains an invalid character (a lone surrogate)")
    except ValueError:  # Python converts at most 4300 digits
        strict.complain("", "a whole number has too many digits")
    if strict.faults:
        raise UnusableFile(name, strict.faults)
    return value


class _Strict:
    """A JSON parser that collects the faults which Python's parser accepts."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def complain(self, place: str, reason: str) -> None:
        self.faults.append(Fault(place, reason))

    def parse(self, text: str) -> Any:
        value = json.loads(
            text,
            object_pairs_hook=self.table,
            parse_float=self.number,
            parse_constant=self.constant,
        )
        _look_deep(value)
        if _HALF_CHARACTER.search(text):
            json.dumps(value, ensure_ascii=False).encode()
        return value

    def table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs) and len(self.faults) < MAX_FAULTS:
            twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
            whose = next((f"{k} {shown(found[k])}" for k in ("id", "name") if k in found), "")
            self.complain(whose, f"has the key {shown(twice)} twice")
        return found

    def number(self, digits: str) -> float:
        value = float(digits)
        if value - value != 0.0:
            self.complain("", f"{digits[:20]} is too big a number")
        return value

    def constant(self, word: str) -> None:
        self.complain("", f"{word} is not a number")


def _look_deep(value: Any) -> None:
    """Raise RecursionError if tables and lists nest too deeply."""
    level: list[Any] = [[value]]
    for _ in range(DEEPEST + 1):
        level = [
            part
            for whole in level
            for part in (whole.values() if isinstance(whole, dict) else whole)
            if isinstance(part, dict | list)
        ]
        if not level:
            return
    raise RecursionError
