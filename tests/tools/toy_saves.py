"""Saves of the toy: written, read and opened again."""

from __future__ import annotations

from pathlib import Path

from game.content.save_format import SavedGame, SaveHeader, parse_save
from game.play.dice_sequences import ScriptedDice, SplicedDice
from game.play.session import Session
from game.rules.saving import Recorder, Restored, restore, saved_text
from tests.tools.toy import ToyRules, toy_table


def header_of(session: Session) -> SaveHeader:
    dice = session.game.dice
    first = dice.first if isinstance(dice, SplicedDice) else dice
    script = first.faces if isinstance(first, ScriptedDice) else ()
    return SaveHeader(
        begun="2026-11-20T22:15:00Z",
        scenario="toy",
        map="none",
        seed=first.seed,
        script=script,
        players={"reds": "human", "blues": "random"},
    )


def text_of(session: Session) -> str:
    return saved_text(session, header_of(session))


def restored_game(text: str, rules: ToyRules | None = None) -> Restored:
    return restore(parsed_save(text), rules or ToyRules(), toy_table())


def parsed_save(text: str) -> SavedGame:
    return parse_save(text, "game.undertow")


def recorder_of(session: Session, folder: Path) -> tuple[Recorder, list[str]]:
    """Return a new recorder, and the list of its complaints."""
    complaints = list[str]()
    return Recorder(session, header_of(session), folder, complaints.append), complaints
