"""Run by alembic: brings a database to the newest schema on the connection it is given."""

from __future__ import annotations

from alembic import context

from kartenhaus.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
