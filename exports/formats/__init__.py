"""One export format a module, found by its name."""
