"""The sandbox table: free play with the rules of any system or none (SB)."""
