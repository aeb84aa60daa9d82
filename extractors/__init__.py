"""Text in, records out: readers, the spaCy pipeline with its components, and the vocabularies."""
