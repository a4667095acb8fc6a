"""Drawing of the table."""
