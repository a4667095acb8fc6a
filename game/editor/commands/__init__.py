"""Commands: labelled, undoable changes to a workspace."""
