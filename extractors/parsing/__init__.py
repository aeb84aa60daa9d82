"""What several readers need: opening files, cleaning fields, records of JSON, XML and markup. No module here is a reader."""
