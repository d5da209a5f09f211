"""Agreement in gender, number and person: GRA101 to GRA105, GRA218 and GRA412."""
