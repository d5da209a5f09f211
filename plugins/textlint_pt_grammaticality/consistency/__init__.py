"""One document, two ways of writing the same thing: GRA506."""
