"""Import of other programs' army lists as roster files."""
