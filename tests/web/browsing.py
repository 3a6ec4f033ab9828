"""A phone without JavaScript: it reads pages, fills in forms and taps visible links and buttons.

An old page can be tapped later (`phone.page = old`): that is another phone, which has not seen the latest events.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from flask import Flask
from flask.testing import FlaskClient
from selectolax.lexbor import LexborHTMLParser, LexborNode
from werkzeug.datastructures import MultiDict

from tests.shared_app import Opening

Tap = TypeVar("Tap")

UNSEEN = ["script", "style", "title", "svg", "datalist", "template"]
SET_APART = "br, p, li, div, h1, h2, h3, small, b, span, option, button"


class Tapped:
    """Something to tap on a page."""

    def __init__(self, node: LexborNode) -> None:
        self.attributes = attributes_of(node)
        self.label = words_of(node)


class Link(Tapped):
    """A link to another page."""

    @property
    def url(self) -> str:
        return self.attributes.get("href", "")


class Button(Tapped):
    """A button, with the form it sends."""

    def __init__(self, node: LexborNode, form: Form) -> None:
        super().__init__(node)
        self.form = form
        self.name, self.value = self.attributes.get("name"), self.attributes.get("value", "")
        self.disabled, self.pressed = "disabled" in self.attributes, "aria-pressed" in self.attributes

    def is_called(self, label: str) -> bool:
        return label in (self.label, self.attributes.get("aria-label"))


@dataclass
class Form:
    """A form with the values of its fields."""

    action: str
    method: str
    fields: MultiDict[str, str]
    choices: dict[str, list[str]]  # the values of a select, a radio or a box
    label: str = ""


def attributes_of(node: LexborNode) -> dict[str, str]:
    """The attributes; one without a value is empty, but present."""
    return {name: value or "" for name, value in node.attributes.items()}


def words_of(node: LexborNode | None) -> str:
    """The readable text, on one line."""
    return "" if node is None else " ".join(node.text().split())


def form_of(node: LexborNode, url: str) -> Form:
    """The form before anybody types."""
    attributes = attributes_of(node)
    form = Form(
        attributes.get("action", url),
        attributes.get("method", "get"),
        MultiDict(),
        {},
        attributes.get("aria-label", ""),
    )
    for field in node.css("input, select, textarea"):
        fill_in(form, field, attributes_of(field))
    return form


def fill_in(form: Form, field: LexborNode, attributes: dict[str, str]) -> None:
    """Add a field of the form, with its value."""
    name, value = attributes.get("name", ""), attributes.get("value", "")
    if field.tag == "textarea":
        form.fields[name] = field.text()
    elif field.tag == "select":
        options = [attributes_of(option) for option in field.css("option")]
        chosen = [option for option in options if "selected" in option] or options[:1]
        form.choices[name] = [option.get("value", "") for option in options]
        form.fields.setlist(name, [option.get("value", "") for option in chosen])
    elif attributes.get("type") in ("radio", "checkbox"):
        value = attributes.get("value", "on")
        form.choices.setdefault(name, []).append(value)
        if "checked" in attributes:
            form.fields.add(name, value)
    elif name:
        form.fields.add(name, value)


class Page:
    """A response as a person sees it."""

    def __init__(self, status: int, url: str, html: str) -> None:
        self.status, self.url, self.html = status, url, html
        assert " data-alone" not in html[:2000], "a page of the server loads what sends taps: none passes `alone` to it"

    @cached_property
    def title(self) -> str:
        return words_of(LexborHTMLParser(self.html).css_first("title"))

    @cached_property
    def _tree(self) -> LexborHTMLParser:
        """What is seen of it; many pages are only passed through."""
        tree = LexborHTMLParser(self.html)
        tree.strip_tags(UNSEEN, recursive=True)
        for node in tree.css(SET_APART):
            node.insert_before(" ")
        return tree

    def again(self) -> Page:
        """The same page, read again."""
        return Page(self.status, self.url, self.html)

    @cached_property
    def text(self) -> str:
        """All visible text, on one line."""
        return words_of(self._tree.body)

    @cached_property
    def heading(self) -> str:
        return words_of(self._tree.css_first("h1"))

    @cached_property
    def links(self) -> list[Link]:
        return [Link(node) for node in self._tree.css("a")]

    @cached_property
    def forms(self) -> list[Form]:
        return [form_of(node, self.url) for node in self._tree.css("form")]

    @cached_property
    def buttons(self) -> list[Button]:
        """The buttons of each form, in page order; one outside of any form sends nothing."""
        nodes = [*zip(self._tree.css("form"), self.forms, strict=True)]
        forms = {button: form for node, form in nodes for button in node.css("button")}
        by_id = {attributes_of(node)["id"]: form for node, form in nodes if "id" in attributes_of(node)}
        forms |= {node: by_id[attributes_of(node)["form"]] for node in self._tree.css("button[form]")}
        return [Button(node, forms.get(node) or Form("", "", MultiDict(), {})) for node in self._tree.css("button")]

    def form_with(self, name: str) -> Form:
        """The first form with this field."""
        for form in self.forms:
            if name in form.fields or name in form.choices:
                return form
        raise AssertionError(f"no form has {name!r} on {self.url}: {self.text}")


class Phone:
    """A browser at the table, with its cookies; `page` is what it shows."""

    opening: Opening | None = None

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page = Page(0, "", "")

    def step(self, name: Hashable, tap: Callable[[], Tap]) -> Tap:
        """Tap something that other tests begin with too; see `Opening`."""
        return self.opening.step(name, tap) if self.opening else tap()

    def at(self, app: Flask) -> Phone:
        """The same phone, with its cookies, at another server."""
        phone = Phone(app.test_client())
        phone.client._cookies = self.client._cookies
        return phone

    def take_over(self, other: Phone) -> None:
        """Continue as the other phone, with its cookies and its page; the other one is unchanged."""
        self.client._cookies = dict(other.client._cookies or {})
        self.page = other.page.again()

    def open(self, url: str, status: int = 200) -> Page:
        """Open a URL; it must answer with this status."""
        return self._sent("get", url, None, status)

    def submit(
        self, form: Form, button: Button | None = None, status: int = 200, /, **typed: str | list[str] | None
    ) -> Page:
        """Send a form, with these values typed in (None: a box that was unticked; several: the boxes of one name)."""
        fields = MultiDict(form.fields)
        for name, value in typed.items():
            fields.poplist(name)
            if value is not None:
                fields.setlist(name, [value] if isinstance(value, str) else value)
        if button is not None and button.name:
            fields.add(button.name, button.value)
        return self._sent(form.method, form.action, fields, status)

    def tap(self, label: str, status: int = 200) -> Page:
        """Tap the first button or link with this name that can be tapped."""
        for button in self.page.buttons:
            if button.is_called(label) and not button.disabled:
                return self.submit(button.form, button, status)
        for link in self.page.links:
            if link.label == label:
                return self.open(link.url, status)
        raise AssertionError(f"nothing to tap is called {label!r} on {self.page.url}: {self.page.text}")

    def can_tap(self, label: str) -> bool:
        """Whether something with this name can be tapped."""
        buttons = any(button.is_called(label) and not button.disabled for button in self.page.buttons)
        return buttons or any(link.label == label for link in self.page.links)

    def _sent(self, method: str, url: str, fields: MultiDict[str, str] | None, status: int) -> Page:
        if method == "get":
            answer = self.client.get(url.partition("#")[0], query_string=fields, follow_redirects=True)
        else:
            answer = self.client.post(url, data=fields, follow_redirects=True)
        self.page = Page(answer.status_code, answer.request.path, answer.text)
        assert self.page.status == status, f"{method} {url}: {self.page.status}, {self.page.text}"
        return self.page
