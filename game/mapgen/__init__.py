"""Random map generators.

From a seed and parameters each makes a checked map.
"""
