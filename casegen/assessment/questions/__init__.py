"""What of a supported case a person has to read: documents, contexts, gates, the study."""
