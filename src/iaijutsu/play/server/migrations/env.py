"""Runs the steps on the connection that the server hands over; it holds the lock and commits."""

from alembic import context

from iaijutsu.play.server.schema import META

if hasattr(context, "config"):  # Alembic runs this file; whoever imports it to look at it runs nothing
    context.configure(connection=context.config.attributes["connection"], target_metadata=META)
    context.run_migrations()
