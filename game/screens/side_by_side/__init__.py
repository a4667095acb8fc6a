"""Two recorded games beside each other, on one clock."""
