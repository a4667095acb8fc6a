"""The steady bot in battles of the modern core (``MC``, ``MP``): two armies for points.

- ``might``: rough numbers: what fire and blows of one unit cost another;
- ``troops``: units as a whole, what they are worth; ``scene``: what a side weighs;
- ``posting``: who is sent to which marker; ``standing``: what a place is worth to a unit;
- ``moving``: pace and way; ``setup``: zones, markers, where units start;
- ``choosing``: targets, charges, powers, and dice rolled again, by the exact odds of the rules;
- ``tactics``: which objectives it keeps; ``wading``: the flood;
- ``answers``: who answers what.
"""
