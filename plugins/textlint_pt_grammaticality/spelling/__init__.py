"""Spelling and words mistaken for one another: GRA202 to GRA206, GRA209 to GRA212, GRA217 and
GRA901 to GRA906."""
