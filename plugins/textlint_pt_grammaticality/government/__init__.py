"""What words govern, and forms of the verb: GRA201, GRA213 to GRA216, GRA220 to GRA225, GRA228 and
GRA229."""
