"""What a script is given by `sys`."""

argv = [input() for _ in input()]
