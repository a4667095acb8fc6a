"""The steady bot: one policy for both sides that plays the mission.

``policy`` only says who answers what: each kind of question has a judge of its own, a small
function in ``setup``, ``moving``, ``running``, ``shooting``, ``assault`` or ``casualties``. To
teach the bot a question of another rule system, write a judge and name it there.

Judges add up points of the mission, so that one thing can be set against another:

- ``worth``: what things are worth; every weight that more than one judge uses is there;
- ``stakes``: what the mission pays for, and for how many turns yet;
- ``survey``: what lies on the table, units as a whole; how two of them are matched;
- ``punch``, ``ground``: rough numbers for fire and blows, and how far it is to walk;
- ``errands``: which place each unit is sent to;
- ``standing``, ``cover``, ``dangers``, ``stance``: what a place is worth to a unit, by its
  errand, its attacks in this turn and later, and what the enemy may do to it there;
- ``marching``, ``shelter``: ways to go that are weighed so;
- ``weightless``: the judges for games without gravity, where nobody marches;
- ``chase``: the judges for a street that rolls;
- ``duel``: the judges for a cage.

What is decided at once, a volley or a charge, goes by the exact odds of the rules; what is
planned, by rough numbers. No unit, profile or scenario is known by name.
"""
