"""The flash flood that sweeps models through a sewer (rulebook: flash-flood.md)."""
