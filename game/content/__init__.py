"""Everything read from or written to files, validated once when it is loaded."""
