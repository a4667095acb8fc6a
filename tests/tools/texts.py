"""Changes to the text of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import AnyStr


def edited(text: AnyStr, changes: Mapping[AnyStr, AnyStr], count: int = -1) -> AnyStr:
    """Return a text with the first `count` of each old text replaced by its new one, in order.

    Raise if an old text is not there: then a test would try the file as it was.
    """
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"the text holds no {old!r}")
        text = text.replace(old, new, count)
    return text
