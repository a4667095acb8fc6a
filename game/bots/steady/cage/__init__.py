"""The steady bot in the cage (``TC``): a duel looked ahead into, by exact odds.

A position is all that a bout is, small enough to be looked at by the thousand. It is moved on
by the rules' own cells, reaches and odds; how many are looked at is counted, never timed.

- ``kinds``: what each champion is to the other; ``position``: how the bout stands;
- ``going``: what an action that is no attack makes of it; ``striking``: what an attack does;
- ``worth``: what a position is worth, roughly; ``ahead``: what it is worth two actions on;
- ``floor``: by how much a ring is turned; ``midway``: what is asked while an action is done;
- ``picking``: who fights; ``answers``: who answers what.
"""
