"""Collections of documents: scored into a table, filtered, described, searched for copies."""
