"""Free play: any model moved, any event started by hand (rulebook: sandbox.md)."""

from game.systems import SystemEntry

ENTRY = SystemEntry(lies_over=True)
