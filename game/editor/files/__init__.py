"""Maps on the disk while they are drawn: none is half written, overwritten unseen, or lost."""
