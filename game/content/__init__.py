"""Reading, validation and writing of every file format that Undertow uses."""
