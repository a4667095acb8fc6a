"""The street of a pursuit: a table seen along its length, and the pieces that it holds."""
