"""What may become of a fig, told before it happens by the functions of the rules."""
