"""What is installed: plugins and what they bring, models that were fetched."""
