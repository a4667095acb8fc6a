"""The flash flood: ``FF``. It can lie over any battle on a map with a flood origin."""
