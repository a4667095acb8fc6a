"""Games that raise and processes that are killed: the other games are still played."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from game.bots.registry import POLICIES
from game.bots.simple_bots import RandomBot
from game.cli import main
from game.content.save_format import load_save
from game.content.shipped_folders import ROOT
from game.lab.matches import LostGameError, each, fought, play_campaign
from game.play.session import Session
from game.rules.battles import battle_of, prepare
from game.rules.saving import restore

ANSWERS = 6


class Breaking(RandomBot):
    """A random bot that raises after *ANSWERS* answers if the game's seed is odd."""

    def answer(self, session: Session) -> object:
        given = sum(len(chapter.answers) for chapter in session.chapters)
        if given >= ANSWERS and session.game.dice.seed % 2:
            raise LookupError("nothing is where it was")
        return super().answer(session)


@pytest.fixture(autouse=True)
def _breaks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    more = {**POLICIES, "breaking": Breaking}
    monkeypatch.setattr("game.bots.registry.POLICIES", more)
    monkeypatch.setattr("game.cli.battles.POLICIES", more)
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))


def test_a_game_that_breaks_is_told_with_its_save() -> None:
    with pytest.raises(LostGameError, match=r"seed 7 .*: nothing is where it was") as caught:
        fought(prepare("cage", seed=7), ("breaking", "random"))

    report = caught.value.report
    assert report
    assert "LookupError" in report.read_text()
    save = load_save(report.with_suffix(".undertow"))
    assert len(save.answers) in {ANSWERS, ANSWERS + 1}  # the other side may be asked first
    battle = battle_of(save)
    assert restore(save, battle.rules(), battle.opening).session.pending


def test_the_laboratory_counts_the_games_that_came_to_an_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["lab", "cage", "--players", "breaking,random", "--workers", "1", "--games"]
    assert main([*words, "4"]) == 1
    said, text = capsys.readouterr()
    assert said.startswith("Training cage: 2 games, 2 not played to the end, seeds 1–4,")
    assert [line.partition(";")[0] for line in text.splitlines()] == [
        f"seed {seed} was not played to its end: nothing is where it was" for seed in (1, 3)
    ]
    saves = [Path(line.partition("; save: ")[2]) for line in text.splitlines()]
    assert [load_save(save).header.seed for save in saves] == [1, 3]

    assert main([*words, "1"]) == 1
    assert capsys.readouterr().out == ""


def test_a_battle_of_a_campaign_that_breaks_is_kept() -> None:
    with pytest.raises(LostGameError) as caught:
        play_campaign("the-water-below", ("breaking", "breaking"), 1)
    assert caught.value.report
    assert load_save(caught.value.report.with_suffix(".undertow")).answers


def kills(folder: Path, seed: int) -> int:
    """Return the seed; with 3 the process is killed once, with 5 always; 6 raises."""
    once = folder / "killed"
    if seed == 5 or (seed == 3 and not once.exists()):
        once.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if seed == 6:
        raise LookupError("no game")
    return seed


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_process_that_is_killed_costs_no_other_game(tmp_path: Path) -> None:
    found = [
        str(one) if isinstance(one, LostGameError) else one
        for one in each(partial(kills, tmp_path), range(1, 10), 2)
    ]
    assert found == [
        *(1, 2, 3, 4),
        "seed 5 was not played to its end: its process was killed, twice",
        "seed 6 was not played to its end: LookupError('no game')",
        *(7, 8, 9),
    ]


def alive(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().split(") ")[1][0] != "Z"
    return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_laboratory(tmp_path: Path, sent: int) -> None:
    (tmp_path / "program.py").write_text(
        "import os, time\n"
        "from game.lab.matches import each\n"
        "def tells(seed):\n"
        "    time.sleep(0.1)\n"
        "    return os.getpid()\n"
        "if __name__ == '__main__':\n"
        "    for process in each(tells, range(1, 10_000), 2):\n"
        "        print(process, flush=True)\n"
    )
    lab = subprocess.Popen(  # noqa: S603  our own words
        [sys.executable, str(tmp_path / "program.py")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert lab.stdout
    workers = {int(lab.stdout.readline()) for _ in range(6)}
    lab.send_signal(sent)
    lab.communicate(timeout=60)

    end = time.monotonic() + 10
    while time.monotonic() < end and any(map(alive, workers)):
        time.sleep(0.05)
    assert not any(map(alive, workers))
