"""The judge: how probably what is proposed for a sentence is right."""
