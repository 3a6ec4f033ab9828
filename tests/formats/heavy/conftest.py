"""The app as the tests of the pages start it."""

from tests.access.conftest import app, begun, cast, compiled_templates, kind, make_app, one_app, one_instance, phone

__all__ = ["app", "begun", "cast", "compiled_templates", "kind", "make_app", "one_app", "one_instance", "phone"]
