"""One strict reader of tables for every method: CSV, TSV, NumPy arrays, Excel, Parquet.

What a method asks for is declared (:class:`Number`, :class:`Flag`, :class:`Label`, :class:`NameColumn`); how the file is
written is declared in the case (:class:`Reading`).  Nothing is guessed that could change a number: every problem is
raised with its row and column, all at once.
"""
