"""The steady bot without gravity: what it answers to the questions of zero-g (``ZG``).

Where a model may end is known exactly, from the rules, rebounds and all; what it is worth to
end there is weighed by rough numbers, in points of the mission:

- ``duels``: who outlives whom in a fight to the bitter end;
- ``fire``: what one model does to another at a distance;
- ``chart``: who is there, what each is worth, what is to be brought where;
- ``voyage``: how many turns it takes to fetch something, or to come home;
- ``outlook``: what it is worth to be somewhere, with some arrows and a heading;
- ``steering``, ``flying``, ``firing``, ``ramming``, ``setup``: who answers what.
"""
