"""Tables and their entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first two tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.String(10), nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    op.create_index("tables_by_phase", "tables", ["phase", "touched"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove both."""
    op.drop_table("entries")
    op.drop_table("tables")
