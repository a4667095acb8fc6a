"""Exact odds of the modern core: attacks, charges, powers, morale."""
