"""One document, two ways of writing the same thing: GRA501 to GRA506."""
