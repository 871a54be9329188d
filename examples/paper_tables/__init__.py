"""Headline results of the five papers, computed here and set beside the printed numbers.

``python -m examples.paper_tables 003-table1`` prints one, ``all`` every one, ``--list`` the names.
"""
