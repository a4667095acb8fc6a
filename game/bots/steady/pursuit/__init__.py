"""The steady bot in the chase (``PU``): what it answers while the street rolls.

A street that rolls and a fig that keeps pace are as good as a street at rest and a fig that
goes 12 inches on: so it is known now, as far as no piece comes back, where a fig can be in some
turns, and what is likely to become of it there. All is weighed in chances to get through.

- ``lie``: how the pieces lie, now or when all have rolled, and what of the table they cover;
- ``lanes``: the chance to get through, from every place of the street, several turns ahead;
- ``ways``: the ways that a fig may ride, roughly; ``trips``: what comes of one, exactly;
- ``scene``: who is there, and what each is worth; ``harms``: what they do to one another;
- ``riding``, ``hunting``, ``pace``, ``clinches``, ``firing``, ``placing``, ``setup``: who
  answers what.
"""
