"""The audit pack: what an assessor takes away, and what verifies it, drawn again from its own content.

It stands behind the rooms of the review and of the documents, because a pack holds both.
"""
