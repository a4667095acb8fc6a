"""Text of an imported roster in TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(raw: Mapping[str, Any]) -> str:
    """Return a dict as TOML: values first, then tables, then arrays of tables."""
    return "\n".join(_lines(raw, ())).lstrip("\n") + "\n"


def _lines(raw: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in raw.items():
        if not isinstance(value, dict) and not _is_tables(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in raw.items():
        here = (*path, key)
        if isinstance(value, dict):
            if any(not isinstance(v, dict) for v in value.values()):
                yield f"\n[{_dotted(here)}]"
            yield from _lines(value, here)
        elif _is_tables(value):
            for part in value:
                yield f"\n[[{_dotted(here)}]]"
                yield from _lines(part, here)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _dotted(path: Iterable[str]) -> str:
    return ".".join(_key(key) for key in path)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(v) for v in value)}]"
    # TOML writes strings, numbers and booleans as JSON; names have no control characters.
    return json.dumps(value, ensure_ascii=False)
