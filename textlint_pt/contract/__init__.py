"""What a plugin is written against: rules, metrics, analyses, formats, hooks."""
