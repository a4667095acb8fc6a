"""The mutation check makes its mutants as described; running them takes minutes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="needs requirements-dev.txt")

from tests.tools import mutants
from tests.tools.mutants import Mutant, applied, judges_of, sample
from tests.tools.texts import edited

CODE = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Toy:
    size: int | None = 3

def play(toy: Toy | None, *, c: int) -> int | str:
    assert toy is not None
    if toy in all:
        roll(toy)
    elif a or b:
        return
    return zip(-a < b, c, strict=True)
"""


def test_a_seed_gives_the_same_mutants_every_time_and_all_lie_in_the_package() -> None:
    chosen = sample("sandbox", 20, 1)

    assert len(set(chosen)) == 20
    assert chosen == sample("sandbox", 20, 1)
    assert chosen != sample("sandbox", 20, 2)
    assert all(mutant.path.is_relative_to("game/systems/sandbox/rules") for mutant in chosen)
    assert {mutant.package for mutant in chosen} == {"sandbox"}


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "game/rules/toy.py"
    file.parent.mkdir(parents=True)
    file.write_text(CODE, "utf-8")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    return file


@pytest.mark.usefixtures("toy")
def test_all_that_does_something_in_play_is_mutated_and_nothing_else() -> None:
    made = [str(mutant).removeprefix("game/rules/toy.py:") for mutant in sample("", 99, 1)]

    line = "- return zip(-a < b, c, strict=True) + return zip({}, c, strict=True)"
    assert made == [
        "6 NumberReplacer: - size: int | None = 3 + size: int | None = 4",
        "6 NumberReplacer: - size: int | None = 3 + size: int | None = 2",
        "12 ReplaceOrWithAnd: - elif a or b: + elif a and b:",
        "14 ReplaceUnaryOperator_USub_UAdd: " + line.format("+a < b"),
        "14 ReplaceComparisonOperator_Lt_LtE: " + line.format("-a <= b"),
        "14 ReplaceComparisonOperator_Lt_GtE: " + line.format("-a >= b"),
        "11 DropCall: - roll(toy) + ...",
        "12 Negate: - elif a or b: + elif not (a or b):",
        "10 SwapIn: - if toy in all: + if toy not in all:",
    ]


def test_a_file_is_mutated_for_a_while(toy: Path) -> None:
    mutant = Mutant(Path("game/rules/toy.py"), 11, "DropCall", 0)

    with suppress(KeyboardInterrupt), applied(mutant, mutants.ROOT):
        during = toy.read_text("utf-8")
        raise KeyboardInterrupt
    assert during == edited(CODE, {"roll(toy)": "..."})
    assert toy.read_text("utf-8") == CODE


def test_a_package_is_judged_by_its_situations_and_tests() -> None:
    assert judges_of("cage") == (
        "tests/test_situations.py",
        "tests/systems/cage",
        "-k",
        "cage or missions",
    )
    assert judges_of("kit") == ("tests/cores/kit", "tests/test_situations.py")
    assert "tests/rules/test_saving.py" in judges_of("")
