"""What phrases kept as data show: calques, divided usage, paronyms: GRA601 to GRA603."""
