"""Parameters of the sewer generator."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from game.mapgen.generator import number


@dataclass(frozen=True, slots=True)
class SewerPlan:
    """Parameters of a sewer; lengths in inches, numbers for either half of the table."""

    width: int = number(48, 48, 96, "Width")
    height: int = number(48, 36, 84, "Height")
    corridor: float = number(6.0, 5, 7, "Width of corridors", step=0.5)
    _: KW_ONLY
    loops: int = number(50, 0, 100, "Extra passages", "percent", 5)
    """Percentage of those passages that are not needed to connect the corridors."""
    vaults: int = number(2, 0, 6, "Vaults per half, at most", "vaults")
    """Side chambers behind a narrow passage; every other one has a watertight gate."""
    chambers: int = number(1, 1, 4, "Chambers per half, at most", "chambers")
    """Recesses beside corridors; one of them holds the nest."""
    gates: int = number(1, 0, 6, "Gates per half, at most", "gates")
    grates: int = number(1, 0, 6, "Grates per half, at most", "grates")
    cave_ins: int = number(1, 0, 6, "Cave-ins per half, at most", "cave-ins")
    gantries: int = number(3, 0, 8, "Gantries per half, at most", "gantries")
