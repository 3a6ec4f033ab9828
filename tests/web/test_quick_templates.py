"""Values of templates become HTML as in markupsafe, in a shorter way; imported templates are found once."""

import pytest
from flask import Flask
from jinja2 import DictLoader, TemplateNotFound, Undefined
from markupsafe import Markup, escape

from scorekeeper.server.templates import Templates, escaped
from tests.each_case import each_case


class Name(str):
    """A text of another type."""

    __slots__ = ()


@each_case(
    "value",
    ["Ann", "Ann & <b>", "“É”", "", 7, -7, True, None, 1.5, Markup("<b>"), Name("<i>"), ["<i>"], b"<", Undefined()],
)
def test_value_is_escaped_as_by_markupsafe(value: object) -> None:
    assert str(escaped(value)) == str(escape(value))


def test_template_is_read_again_only_while_templates_may_change() -> None:
    files = {"page": "{% from 'part' import word %}{{ word() }}", "part": "{% macro word() %}one{% endmacro %}"}
    for auto_reload, later in ((False, "one"), (True, "two")):
        files["part"] = files["part"].replace("two", "one")
        made = Templates(Flask("scorekeeper"), loader=DictLoader(files), auto_reload=auto_reload)
        assert made.get_template("page").render() == "one"
        files["part"] = files["part"].replace("one", "two")
        assert made.get_template("page").render() == later
        assert made.get_template(made.get_template("page")).render() == later
        with pytest.raises(TemplateNotFound):
            made.get_template("missing")
