"""Who opened a table, as a short keyed digest, to limit the open tables of one address."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the digest, and make its key."""
    op.add_column("tables", sa.Column("opener", sa.String(8), nullable=False, server_default=""))
    op.create_index("tables_by_opener", "tables", ["opener"])
    house = op.create_table(
        "house",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.bulk_insert(house, [{"name": "opener key", "value": secrets.token_hex(32)}])


def downgrade() -> None:
    """Remove both."""
    op.drop_table("house")
    op.drop_index("tables_by_opener", "tables")
    op.drop_column("tables", "opener")
