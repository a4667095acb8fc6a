"""The phases of scenarios as Mermaid diagrams: the option --phases of the command list."""

from __future__ import annotations

from game.content.scenarios import load_scenario, scenario_names
from game.rules import PLAYED
from game.rules.catalog import rules_of
from game.table.records import Side


def diagrams(name: str) -> str:
    """Return the diagram of a scenario; those of all scenarios if *name* is empty."""
    return _diagram(name) if name else _diagrams_of_all()


def _diagram(name: str) -> str:
    """Return the phases of a scenario, their interrupts and ends as a Mermaid diagram."""
    s = load_scenario(name, PLAYED)
    rules = rules_of(s.system, s.mission, s.modules, s.settings())
    return rules.phases.mermaid((Side(s.sides[0].id), Side(s.sides[1].id)))


def _diagrams_of_all() -> str:
    """Return the diagrams of all scenarios as one Markdown text."""
    return "\n\n".join(
        f"## {load_scenario(name, PLAYED).title}\n\n```mermaid\n{_diagram(name)}\n```"
        for name in scenario_names()
    )
