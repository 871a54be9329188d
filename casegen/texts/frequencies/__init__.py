"""How often something happens by the words of a text, held against a limit."""
