"""What a table of scores shows: figures, and a page of them."""
