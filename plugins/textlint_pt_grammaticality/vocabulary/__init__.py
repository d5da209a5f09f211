"""The project's vocabulary: VOC001."""
