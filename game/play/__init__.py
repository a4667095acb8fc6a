"""Floor 3: how any rules are played: questions, dice, phases, and the session over them."""
