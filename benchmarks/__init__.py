"""What takes time, measured."""
