"""Reporters: from a finished report to an output. They know no rule."""
