"""The sandbox table: free play on any map, with the rules of any system or none (``SB``)."""
