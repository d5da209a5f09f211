"""Words too many or too few, marks, capitals and contractions: GRA401 to GRA411 and GRA413."""
