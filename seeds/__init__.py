"""The default corpus: digest files, read by ``kg build seeds``."""
