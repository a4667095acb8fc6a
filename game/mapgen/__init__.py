"""Random map generators: from a seed and parameters to a checked map."""
