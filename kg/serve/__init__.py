"""A graph over HTTP, read-only: the SPARQL protocol, a page at every IRI's path, a JSON interface and the explorer.

``app`` puts the parts together; ``pool`` and ``worker`` run queries in processes that can be ended; ``guard`` and ``transport`` keep bad
clients away. Importing this package loads none of them.
"""
