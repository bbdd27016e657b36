"""When something is due at a table that is played by the day, so that it happens although nobody is there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the time."""
    op.add_column("tables", sa.Column("due", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("tables_by_due", "tables", ["due"])


def downgrade() -> None:
    """Remove it."""
    op.drop_index("tables_by_due", "tables")
    op.drop_column("tables", "due")
