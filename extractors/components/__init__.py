"""The components of the pipeline: one spaCy factory a module."""
