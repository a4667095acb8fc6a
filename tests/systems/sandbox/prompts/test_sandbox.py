"""The sandbox prompt: each gesture is a chain of answers, and the rules judge all of it."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.play.session import Session
from game.prompts.registry import prompt_for
from game.rules.battles import prepare
from game.systems.cage.rules.floor import in_cage
from game.systems.sandbox.prompts import HeldItem, SandboxPrompt
from game.table.records import Model
from game.view.overlays import OverlayLine, Pin, Ruler
from tests.prompts.input_driver import drag_through, let_go_at, move_to, press_key, push_at

SERGEANT = "wardens-patrol-first-squad-sergeant"


def sandbox_session(map_: str, *answers: Any) -> Session:
    session = prepare("sandbox", seed=1, map_=map_).session()
    for answer in answers:
        session.answer(answer)
    return session


def session_with_sergeants(*at: tuple[float, float]) -> Session:
    """Return a sandbox session with a red sergeant at each of the places."""
    session = sandbox_session("old-quarter")
    for spot in at:
        for answer in ("place", "wardens-patrol", SERGEANT, "red", [*spot, 0]):
            session.answer(answer)
    return session


def prompt_of(session: Session) -> SandboxPrompt:
    assert session.pending
    prompt = prompt_for(session.pending, session.table, ["sandbox"])
    assert isinstance(prompt, SandboxPrompt)
    return prompt


def chain(prompt: SandboxPrompt) -> tuple[Any, ...]:
    return (prompt.answer, *prompt.then)


def given(session: Session, prompt: SandboxPrompt) -> Session:
    for answer in chain(prompt):
        session.answer(answer)
    return session


def only_model(session: Session) -> Model:
    (model,) = session.table.standing()
    return model


def test_a_model_that_is_dragged_is_set_down_where_it_is_let_go() -> None:
    session = session_with_sergeants((10, 10))
    prompt = prompt_of(session)
    drag_through(prompt, (10.1, 10), (20.1, 14))

    assert chain(prompt) == ("move", only_model(session).id, [20.0, 14.0, 0.0])
    assert only_model(given(session, prompt)).at == (20, 14)


def test_while_it_is_dragged_the_way_is_measured_from_where_it_stood() -> None:
    prompt = prompt_of(session_with_sergeants((10, 10)))
    push_at(prompt, 10, 10)
    move_to(prompt, 13, 14)

    (ruler,) = [o for o in prompt.above() if isinstance(o, Ruler)]
    assert (ruler.start.at, ruler.end.at) == ((10, 10), (13, 14))
    assert [*prompt.moved().values()] == [(13, 14)]


def test_a_model_that_is_let_go_on_another_stands_beside_it() -> None:
    session = session_with_sergeants((10, 10), (20, 10))
    prompt = prompt_of(session)
    drag_through(prompt, (10, 10), (20.2, 10))
    given(session, prompt)

    one, other = session.table.standing()
    off = ((one.at.x - other.at.x) ** 2 + (one.at.y - other.at.y) ** 2) ** 0.5
    assert one.base + other.base <= off < one.base + other.base + 0.3


def test_a_mere_click_on_a_model_does_nothing() -> None:
    prompt = prompt_of(session_with_sergeants((10, 10)))
    push_at(prompt, 10, 10)
    let_go_at(prompt, 10.05, 10)

    assert prompt.answer is None
    assert not prompt.busy


def test_a_right_drag_turns_a_model_to_where_the_hand_points() -> None:
    session = session_with_sergeants((10, 10))
    prompt = prompt_of(session)
    push_at(prompt, 10, 10, button=3)
    move_to(prompt, 16, 10)
    assert [o for o in prompt.above() if isinstance(o, OverlayLine)]
    let_go_at(prompt, 16, 10, button=3)

    assert chain(prompt) == ("turn", only_model(session).id, 90.0)
    assert only_model(given(session, prompt)).facing == 90.0


@pytest.mark.parametrize(("mod", "facing"), [(0, 15.0), (pygame.KMOD_SHIFT, 345.0)])
def test_a_key_turns_whom_the_hand_points_at(mod: int, facing: float) -> None:
    session = session_with_sergeants((10, 10))
    prompt = prompt_of(session)
    move_to(prompt, 10, 10)
    press_key(prompt, pygame.K_r, mod)

    assert only_model(given(session, prompt)).facing == facing


def test_a_champion_turns_to_the_next_corner_of_its_cell() -> None:
    session = sandbox_session(
        "training-cage", "place", "champions", "champions-captain-champion", "red", [12, 2.5]
    )
    before = in_cage(session.table, only_model(session).id).edge
    prompt = prompt_of(session)
    at = only_model(session).at
    move_to(prompt, *at)
    press_key(prompt, pygame.K_r)

    session = given(session, prompt)
    assert in_cage(session.table, only_model(session).id).edge == (before + 1) % 8


def test_minus_and_delete_take_wounds_and_models_off() -> None:
    session = sandbox_session(
        "old-quarter", "place", "prelate", "prelate-prelate-champion", "red", [10, 10, 0]
    )
    whole = only_model(session).wounds
    prompt = prompt_of(session)
    move_to(prompt, 10, 10)
    press_key(prompt, pygame.K_MINUS)
    assert only_model(given(session, prompt)).wounds == whole - 1
    prompt = prompt_of(session)
    move_to(prompt, 10, 10)
    press_key(prompt, pygame.K_EQUALS)
    assert only_model(given(session, prompt)).wounds == whole
    prompt = prompt_of(session)
    move_to(prompt, 10, 10)
    press_key(prompt, pygame.K_DELETE)
    assert not given(session, prompt).table.standing()


def test_nobody_is_healed_that_has_lost_nothing() -> None:
    prompt = prompt_of(session_with_sergeants((10, 10)))
    move_to(prompt, 10, 10)
    press_key(prompt, pygame.K_EQUALS)

    assert prompt.answer is None
    assert prompt.refused
    assert prompt.refused.clause == "SB-05"


def test_a_key_over_the_bare_table_is_none_of_a_model() -> None:
    prompt = prompt_of(session_with_sergeants((10, 10)))
    move_to(prompt, 30, 30)

    assert not press_key(prompt, pygame.K_DELETE)
    assert not press_key(prompt, pygame.K_r)


def test_what_the_hand_holds_is_set_down_by_a_click_and_turned_before() -> None:
    session = sandbox_session("old-quarter")
    prompt = prompt_of(session)
    spare = next(s for s in session.table.spares.values() if s.unit.side == "captain")
    held = HeldItem(
        ("place", "captain", spare.models[0].id, "blue"), spare.models[0], "Captain"
    )
    prompt.grip.take(held)
    move_to(prompt, 12, 12)
    press_key(prompt, pygame.K_r)
    assert [m.at for m in prompt.ghosts()] == [(12, 12)]
    push_at(prompt, 12, 12)
    given(session, prompt)

    assert (only_model(session).at, only_model(session).facing, only_model(session).side) == (
        (12, 12),
        15,
        "blue",
    )


def test_escape_lets_go_of_what_the_hand_holds() -> None:
    prompt = prompt_of(sandbox_session("old-quarter"))
    prompt.grip.take(HeldItem(("draw", "Trap", "red"), words="Trap", ink="red"))
    move_to(prompt, 12, 12)
    assert [o.words for o in prompt.above() if isinstance(o, Pin)] == ["Trap"]
    assert press_key(prompt, pygame.K_ESCAPE)

    assert prompt.grip.held is None
    assert not prompt.busy
    assert not press_key(prompt, pygame.K_ESCAPE)


def test_a_marker_is_drawn_on_the_table_even_from_beyond_its_edge() -> None:
    session = sandbox_session("old-quarter")
    prompt = prompt_of(session)
    prompt.grip.take(HeldItem(("draw", "Trap", "red"), words="Trap", ink="red"))
    push_at(prompt, 12, -3)

    assert chain(prompt) == ("draw", "Trap", "red", [12.0, 0.0])
    given(session, prompt)


def test_with_shift_the_whole_unit_is_dragged(monkeypatch: pytest.MonkeyPatch) -> None:
    scouts = "wardens-patrol-scouts"
    session = sandbox_session(
        "old-quarter", "place", "wardens-patrol", scouts, "red", [10, 10, 0]
    )
    before = {m.id: m.at for m in session.table.standing()}
    last = session.table.standing()[-1]
    prompt = prompt_of(session)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
    push_at(prompt, *last.at)
    move_to(prompt, last.at.x + 12, last.at.y + 3)
    assert len(prompt.moved()) == len(before)
    let_go_at(prompt, last.at.x + 12, last.at.y + 3)
    given(session, prompt)

    for model in session.table.standing():
        was = before[model.id]
        assert (model.at.x - was.x, model.at.y - was.y) == pytest.approx((12, 3), abs=0.002)
