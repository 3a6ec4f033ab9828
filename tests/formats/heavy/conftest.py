"""The app as page tests start it."""

from tests.access.conftest import (
    app,
    begun,
    cast,
    compiled_templates,
    kind,
    make_app,
    phone,
    shared_app,
    shared_instance,
)

__all__ = ["app", "begun", "cast", "compiled_templates", "kind", "make_app", "phone", "shared_app", "shared_instance"]
