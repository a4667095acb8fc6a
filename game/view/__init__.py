"""Drawing the table, and playing back events."""
