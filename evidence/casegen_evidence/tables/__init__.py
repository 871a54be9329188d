"""One strict reader of tables for every method: CSV, TSV, NumPy arrays, Excel, Parquet.

What a method asks for is declared (:class:`Number`, :class:`Flag`, :class:`Label`, :class:`Entry`); how the file is
written is declared in the case (:class:`Reading`).  Nothing is guessed that could change a number: every problem is
raised with its row and column, all at once.
"""

from casegen_evidence.tables.data_table import DataTable, Names, pairs_of
from casegen_evidence.tables.labels import alike, label, spellings
from casegen_evidence.tables.left_out import judge_left_out
from casegen_evidence.tables.reader import header_of, read_input, read_table
from casegen_evidence.tables.spec import Entry, Flag, Label, Number, Reading, reading_of
from casegen_evidence.tables.totals import adds_up, is_statistic, is_total

__all__ = [
    "DataTable",
    "Entry",
    "Flag",
    "Label",
    "Names",
    "Number",
    "Reading",
    "adds_up",
    "alike",
    "header_of",
    "is_statistic",
    "is_total",
    "judge_left_out",
    "label",
    "pairs_of",
    "read_input",
    "read_table",
    "reading_of",
    "spellings",
]
