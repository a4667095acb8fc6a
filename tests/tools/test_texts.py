from __future__ import annotations

import pytest

from tests.tools.texts import edited


def test_each_change_is_made_to_what_those_before_it_left() -> None:
    assert edited("a b a", {"a": "b", "b": "c"}) == "c c c"
    assert edited("a b a", {"a": "b", "b": "c"}, count=1) == "c b a"


def test_a_text_without_what_is_to_be_changed_is_refused() -> None:
    with pytest.raises(ValueError, match="the text holds no 'c'"):
        edited("a b a", {"a": "b", "c": "d"})
