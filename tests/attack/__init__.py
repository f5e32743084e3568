"""Inputs that no one means to give: made, run under limits, made small."""
