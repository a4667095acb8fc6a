"""Free play, by hand and at random: cases that are too long for a situation."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.bots.registry import POLICIES
from game.bots.simple_bots import RandomBot
from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.save_format import parse_save
from game.content.user_files import DISK
from game.geometry.points import gap
from game.play.decisions import Choose
from game.play.phases import When
from game.play.session import Session
from game.rules.battles import Battle, battle_of, prepare
from game.rules.saving import restore, saved_text
from game.systems.cage.table.events import RingTurned
from game.systems.sandbox.rules import SandboxKind, bench_of, is_free
from game.systems.sandbox.rules.model_actions import cell_of
from game.systems.sandbox.rules.system import LaidRules
from game.table.events import PhaseBegan, PieceMoved, Rolled
from game.table.records import ModelId, Where
from tests.tiers import few
from tests.tools.replay_check import fought
from tests.tools.situations import played_text
from tests.tools.texts import edited

MAPS = ("sewer-cross", "training-cage", "void-drift", "broken-mile", "venom-glade")
PAIRED = {1: "old-quarter", 2: "sewer-bend", 3: "hulk-hold", 4: "broken-mile"}
PAIRED |= {6: "plasma-works", 7: "shattered-parish"}
"""A map for each system that may be switched on; none for the cage, which sets up no bout."""


def sandbox(map_: str, seed: int = 1, **options: int) -> Battle:
    return prepare("sandbox", seed=seed, map_=map_, options=options)


def done(session: Session, *answers: object) -> Session:
    for answer in answers:
        session.answer(answer)
    return session


def rosters(of: Battle) -> set[str]:
    return {spare.unit.side for spare in of.opening.spares.values()}


def lively(of: Battle, answers: int) -> Session:
    """Play at random, but keep models on the table and do not end the game early."""
    session, bot = of.session(), RandomBot()
    fought.append(session)
    for n in range(answers):
        asked = session.pending
        if asked is None:
            break
        if session.table.clock.phase == "free play":
            assert session.table.queue == (), "nobody is left to be handled"
        deeds = {o.id for o in asked.options} if isinstance(asked, Choose) else set[str]()
        answer = bot.answer(session)
        if "end" in deeds and answer in ("end", "remove", "wound"):
            answer = ("place", "phase" if "phase" in deeds else "roll")[n % 2]
        session.answer(answer)
    return session


@pytest.mark.rule("SB-01")
@pytest.mark.parametrize("seed", few([1, 2]))
@pytest.mark.parametrize("map_", few(MAPS, 3))
def test_free_play_by_chance_leaves_a_sound_table_and_opens_again(map_: str, seed: int) -> None:
    of = sandbox(map_, seed)
    session = lively(of, 150)
    standing = session.table.standing()
    for n, model in enumerate(standing):
        assert 0 <= model.wounds <= model.profile.w
        assert all(gap(model.disc, other.disc) > -0.02 for other in standing[:n])
    save = parse_save(saved_text(session, of.header({})), "a test")
    again = battle_of(save)
    restored = restore(save, again.rules(), again.opening)
    assert restored.lost == 0
    assert restored.session.game.story == session.game.story


@pytest.mark.rule("SB-14")
@pytest.mark.parametrize(("rules", "map_"), few(PAIRED.items(), 3))
def test_phases_of_every_system_lead_back_to_free_play(rules: int, map_: str) -> None:
    phases_of = LaidRules.chosen({"rules": rules}).playable()
    of = sandbox(map_, rules, rules=rules)
    session = lively(of, 250)
    phases = [e.phase for e in session.game.story if isinstance(e, PhaseBegan)]
    own = {phase.name for phase in phases_of}
    assert own & set(phases)
    for phase, after in pairwise(phases):
        if phase in own:
            assert after == "free play"
    shared = {p.name for p in phases_of if p.when is not When.TURN}
    for event in session.game.story:
        if isinstance(event, PhaseBegan) and event.phase in own:
            assert (event.side is None) == (event.phase in shared)


@pytest.mark.rule("SB-02", "SB-14")
def test_the_box_holds_every_roster_and_with_rules_on_theirs() -> None:
    usable = set(DISK.names(library_kinds.ROSTER))

    assert rosters(sandbox("old-quarter")) == usable
    patrols = {"wardens-patrol", "brood-patrol", "brood-nest", "wardens-picket", "brood-pack"}
    patrols |= {"salt-marsh/ferry-guard", "salt-marsh/reed-raiders"}
    assert rosters(sandbox("old-quarter", rules=1)) == patrols
    assert rosters(sandbox("great-cage", rules=5)) >= {"captain", "champions", "warlock"}
    armies = {"wardens-army", "brood-army", "brood-tide"}
    assert rosters(sandbox("venom-glade", rules=7)) == armies


@pytest.mark.rule("SB-02")
def test_the_box_never_runs_out_and_each_unit_that_came_is_one_of_its_own() -> None:
    session = sandbox("old-quarter").session()
    one = next(iter(session.table.spares.values())).unit
    chain = ("place", one.side, one.models[0], "blue")
    done(session, *chain, [10, 10], *chain, [20, 10])

    units = [u for u in session.table.units.values() if u.side == "blue"]
    assert len(units) == 2
    assert units[0].id != units[1].id
    assert [session.table.models[u.models[0]].at for u in units] == [(10, 10), (20, 10)]
    assert {session.table.models[u.models[0]].facing for u in units} == {180.0}, "to the other"
    assert one.id in session.table.spares


@pytest.mark.rule("SB-02", "SB-03")
def test_models_of_a_unit_that_is_set_down_in_a_cage_have_a_cell_each() -> None:
    session = sandbox("training-cage").session()
    units = (spare for spare in session.table.spares.values() if len(spare.models) == 12)
    unit = next(units).unit
    done(session, "place", unit.side, unit.id, "blue", [13.346, 8.276, 270.0])

    cells = [cell_of(session.table, m.id) for m in session.table.standing()]
    assert len(cells) == 12
    inside = [cell for cell in cells if cell]
    assert len(inside) == len(set(inside)) > 6


@pytest.mark.rule("SB-02", "SB-03")
@pytest.mark.parametrize(("value", "kept"), [(12.34567, 12.346), (359.9996, 0.0)])
def test_directions_are_kept_in_thousandths_of_a_degree(value: float, kept: float) -> None:
    session = sandbox("old-quarter").session()
    one = next(iter(session.table.spares.values())).unit
    done(session, "place", one.side, one.models[0], "blue", [10, 10, value])

    (model,) = session.table.standing()
    assert model.facing == kept


@pytest.mark.rule("SB-11")
def test_the_street_rolls_once_without_anybody_on_it() -> None:
    session = sandbox("broken-mile").session()
    was = {p.id: p.at for p in session.table.pieces.values() if p.where is Where.TABLE}
    session.answer("street")
    bot = RandomBot()
    while not is_free(session.table):
        session.answer(bot.answer(session))

    rolled = [e for e in session.game.story if isinstance(e, PieceMoved)]
    assert {e.piece for e in rolled} == set(was)
    assert all(e.path[0] == was[e.piece] for e in rolled)
    # Twelve inches, except for models that reach the rear edge before.
    assert max(gap_of(e) for e in rolled) == pytest.approx(12.0)
    assert session.table.clock.round == 1


def gap_of(event: PieceMoved) -> float:
    (ax, ay), (bx, by) = event.path[0], event.path[-1]
    return abs(ax - bx) + abs(ay - by)


@pytest.mark.rule("SB-14")
def test_a_duel_that_is_won_goes_on_in_free_play() -> None:
    """Random actions until a champion falls: the game is not over."""
    for seed in range(1, 9):
        session = sandbox("training-cage", seed, rules=5).session()
        for n, side in enumerate(("blue", "red")):
            unit_id = [
                u for u, s in session.table.spares.items() if s.unit.side == "champions"
            ][n]
            model = session.table.spares[unit_id].models[0].id
            done(session, "place", "champions", model, side, [12, 1.5 + 4 * n])
        bot = RandomBot()
        for _ in range(40):
            if len(session.table.standing()) < 2:
                break
            done(session, "phase", "actions")
            while not is_free(session.table):
                session.answer(bot.answer(session))
        if len(session.table.standing()) == 1:
            fought.append(session)
            assert session.table.result is None
            assert isinstance(session.pending, Choose)
            assert session.pending.kind is SandboxKind.DEED
            return
    pytest.fail("no champion fell in 8 duels")


@pytest.mark.rule("SB-14")
def test_a_phase_that_was_played_in_this_game_turn_begins_the_next() -> None:
    session = sandbox("old-quarter", rules=1).session()
    done(session, "phase", "movement", "phase", "shooting")
    assert session.table.clock.round == 1
    done(session, "phase", "movement")
    assert session.table.clock.round == 2
    assert bench_of(session.table).played == ("movement blue",)


@pytest.mark.rule("SB-14", "SB-15")
def test_a_phase_may_be_played_anew_once_both_sides_have_handed_over() -> None:
    session = sandbox("old-quarter", rules=1).session()
    done(session, "phase", "movement", "hand over", "phase", "movement")
    assert bench_of(session.table).played == ("movement blue", "movement red")
    done(session, "hand over", "phase", "movement")
    assert session.table.clock.round == 2
    assert bench_of(session.table).played == ("movement blue",)


@pytest.mark.rule("SB-02")
def test_a_full_table_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.systems.sandbox.rules.system.MAX_MODELS", 2)
    session = sandbox("old-quarter").session()
    one = next(iter(session.table.spares.values())).unit
    for x in (10, 20):
        done(session, "place", one.side, one.models[0], "blue", [x, 10])

    asked = session.pending
    assert isinstance(asked, Choose)
    assert "place" in [option.id for option, _ in asked.greyed]


@pytest.mark.rule("SB-02")
@pytest.mark.parametrize(("many", "first"), [(299, "place"), (300, "move")])
def test_three_hundred_models_are_the_most(many: int, first: str) -> None:
    spots = [[2 + 2 * (n % 20), 2 + 2 * (n // 20)] for n in range(many)]
    outcome = played_text(f"""
        title = "Many models stand on the table"
        clauses = ["SB-02"]
        scenario = "sandbox"
        board = {{ width = 48, height = 48 }}
        clock = {{ phase = "free play", side = "blue" }}
        unit = [{{ id = "many", side = "blue", profile = "warden", at = {spots} }}]
    """)

    assert not outcome.faults
    assert outcome.session
    asked = outcome.session.pending
    assert isinstance(asked, Choose)
    assert asked.options[0].id == first, "the box is the first deed, while it is open"


@pytest.mark.rule("SB-02")
def test_the_box_shows_each_kind_of_model_once() -> None:
    session = sandbox("old-quarter", rules=1).session()
    done(session, "place", "wardens-patrol")

    asked = session.pending
    assert isinstance(asked, Choose)
    labels = [option.label for option in asked.options]
    assert len(labels) == len(set(labels))


def test_everything_can_be_taken_back_and_given_again_past_dice() -> None:
    session = sandbox("training-cage").session()
    done(session, "roll", "d20", 3, 0, "ring", "1", 45, "draw", "Trap", "blue", [3, 3])
    events = list(session.game.story)
    while session.can_take_back:
        session.undo()
    assert not any(isinstance(e, Rolled | RingTurned) for e in session.game.story)
    assert bench_of(session.table).tokens == ()
    while session.can_redo:
        session.redo()
    assert session.game.story == events
    assert [t.words for t in bench_of(session.table).tokens] == ["Trap"]


@pytest.mark.rule("SB-15")
@pytest.mark.parametrize("name", POLICIES)
def test_bots_come_to_an_end(name: str) -> None:
    for seed in range(1, 6):
        session = sandbox("sewer-cross", seed).session()
        bot = POLICIES[name]()
        while session.pending:
            session.answer(bot.answer(session))
        assert session.table.result is not None
        assert session.table.result.winner is None


def test_a_steady_bot_sets_a_few_units_up_before_it_does_anything() -> None:
    session, bot = sandbox("old-quarter").session(), POLICIES["steady"]()
    while bench_of(session.table).came < 6:
        session.answer(bot.answer(session))

    assert [answer.answer for answer in session.answers_back()].count("place") == 6


def test_a_save_carries_the_box_wherever_it_is_opened() -> None:
    of = sandbox("old-quarter")
    session = of.session()
    one = next(iter(session.table.spares.values())).unit
    done(session, "place", one.side, one.models[0], "red", [10, 10])
    save = parse_save(saved_text(session, of.header({})), "a test")
    assert SavedSource(save.header.files).names(library_kinds.ROSTER)
    table = restore(save, battle_of(save).rules(), battle_of(save).opening).session.table
    (model,) = table.standing()
    assert model.side == "red"
    assert table.models[ModelId(model.id)].profile == session.table.models[model.id].profile


def test_another_scenario_whose_sides_bring_nothing_is_refused() -> None:
    text = DISK.read("assets/scenarios/adrift.toml")
    bare = edited(text, {'roster = "boarders"\n': "", 'roster = "drifters"\n': ""})
    files = {"assets/scenarios/bare.toml": bare}

    class _With(SavedSource):
        def read(self, name: str) -> str:
            return files.get(name) or DISK.read(name)

        def has(self, name: str) -> bool:
            return name in files or DISK.has(name)

    with pytest.raises(UnusableFile, match="roster"):
        prepare("assets/scenarios/bare.toml", seed=1, library=_With({}))
