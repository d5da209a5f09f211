"""What of a document may be judged: its language, spelling, names and manner of writing."""
