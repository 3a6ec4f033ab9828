"""The ground of the models: the declarative base, the names of constraints, and the session."""

from __future__ import annotations

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase

# Every constraint has a name that follows from what it holds, so that a later migration can find it.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """What every model derives from."""

    metadata = MetaData(naming_convention=NAMES)


# Objects stay readable after a commit: what a transaction wrote is what it knows.
db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False}, add_models_to_shell=False)
