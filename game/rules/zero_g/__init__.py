"""Zero-g: momentum, recoil, stray rounds: assets/rulebook/zero-g.md."""
