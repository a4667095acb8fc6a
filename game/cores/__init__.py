"""The foundation on which every rule system stands.

It is made of a kit and two cores.
"""
