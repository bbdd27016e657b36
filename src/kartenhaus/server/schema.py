"""The tables of the database. The entries are the truth; the index can be made from them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()
TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("public", Boolean, nullable=False),  # listed while seats are free
    Column("phase", String(10), nullable=False),  # waiting, dealt, playing, over, closed
    Column("touched", BigInteger, nullable=False),  # milliseconds; when it last changed its phase or its seats
    Column("about", Text, nullable=False),  # what a list shows of it, as JSON
    Column("opener", String(8), nullable=False, server_default=""),  # whose address opened it, as a digest; empty once it is closed
    Column(
        "due", BigInteger, nullable=False, server_default="0"
    ),  # milliseconds; when something happens there by itself, by the day
    Index("tables_by_phase", "phase", "touched"),
    Index("tables_by_opener", "opener"),
    Index("tables_by_due", "due"),
)
ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(20), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", Text, nullable=False),  # an entry of a table, as JSON
    sqlite_with_rowid=False,
)
HOUSE = Table(
    "house",
    METADATA,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
OPENER_KEY = "opener key"  # in that table: the key for digests of addresses
HEAD = "0003"  # the newest migration
