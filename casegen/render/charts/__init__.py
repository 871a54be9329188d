"""Charts of the documents, drawn as vectors in one style: what evidence stores, and what the whole case shows."""
