"""One projection of the graph a module, found by its name: ``project(graph)`` returns a drawing."""
