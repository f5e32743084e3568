"""What a script is given by `sys`."""

argv = [input()] if __without_arguments__ else [input() for _ in input()]
