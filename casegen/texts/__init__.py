"""What the sentences of a case state: numbers, units, times, denials, persons; English and German, no case needed."""
