"""What makers put into an area of a map that is there already."""
