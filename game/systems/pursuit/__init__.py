"""The pursuit down a rolling street (rulebook: pursuit.md)."""
