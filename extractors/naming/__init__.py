"""Find names that no vocabulary knows: what a paper introduces, expansions with their acronyms, and modified heads."""
