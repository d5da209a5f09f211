"""Pronouns that lean on a verb: GRA207, GRA208 and GRA301 to GRA306."""
