"""Zero-g, with momentum and recoil (rulebook: zero-g.md)."""
