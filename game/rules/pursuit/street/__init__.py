"""The street: what its pieces are to figs, who finds room in it, which maps will do."""
