"""Free play: any model moved, any event started by hand (rulebook: sandbox.md)."""
