"""A phone without JavaScript: it reads pages, fills in forms and taps what stands there, as a person does.

A page that was opened before can be tapped later (`phone.page = old`): that is another phone, which has not seen what
was written since.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

VOID = {"input", "meta", "link", "br", "img", "path", "circle", "rect", "use", "hr"}
UNSEEN = {"script", "style", "title", "svg", "datalist", "template"}


@dataclass
class Button:
    """Something to tap in a form."""

    form: Form
    name: str | None
    value: str
    disabled: bool
    pressed: bool
    spoken: str | None
    words: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What stands on it."""
        return joined(self.words)

    def is_called(self, label: str) -> bool:
        return label in (self.label, self.spoken)


@dataclass
class Form:
    """A form with the values that its fields hold."""

    action: str
    method: str
    fields: MultiDict[str, str] = field(default_factory=MultiDict)
    choices: dict[str, list[str]] = field(default_factory=dict)  # what a select, a radio or a box can be


@dataclass
class Link:
    """A way to another page."""

    url: str
    words: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        return joined(self.words)


def joined(words: list[str]) -> str:
    return re.sub(r"\s+", " ", "".join(words)).strip()


class Page(HTMLParser):
    """An answer as a person sees it."""

    def __init__(self, status: int, url: str, html: str) -> None:
        super().__init__()
        self.status, self.url, self.html = status, url, html
        self.forms: list[Form] = []
        self.buttons: list[Button] = []
        self.links: list[Link] = []
        self._words: list[str] = []
        self._titles: dict[str, list[str]] = {"title": [], "h1": []}
        self._open: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self._textarea = ""
        self.feed(html)

    @property
    def text(self) -> str:
        """All that can be read, on one line."""
        return joined(self._words)

    @property
    def title(self) -> str:
        return joined(self._titles["title"])

    @property
    def heading(self) -> str:
        return joined(self._titles["h1"])

    def form_with(self, name: str) -> Form:
        """The first form that has this field."""
        for form in self.forms:
            if name in form.fields or name in form.choices:
                return form
        raise AssertionError(f"no form has {name!r} on {self.url}: {self.text}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if tag == "form":
            self._form = Form(said.get("action", self.url), said.get("method", "get"))
            self.forms.append(self._form)
        elif tag == "a":
            self.links.append(Link(said.get("href", "")))
        elif tag == "button":
            self._button(self._form or Form("", ""), said)
        elif self._form is not None:
            self._field(self._form, tag, said)
        if tag in ("br", "p", "li", "div", "h1", "h2", "h3", "small", "b", "span", "option", "button"):
            self._read(" ")

    def _button(self, form: Form, said: Mapping[str, str]) -> None:
        name, value, spoken = said.get("name"), said.get("value", ""), said.get("aria-label")
        self.buttons.append(Button(form, name, value, "disabled" in said, "aria-pressed" in said, spoken))

    def _field(self, form: Form, tag: str, said: Mapping[str, str]) -> None:
        name = said.get("name", "")
        if tag == "input" and said.get("type") in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(said.get("value", "on"))
            if "checked" in said:
                form.fields[name] = said.get("value", "on")
        elif tag == "textarea":
            self._textarea = name
            form.fields[name] = ""
        elif tag == "input" and name:
            form.fields.add(name, said.get("value", ""))
        elif tag == "select":
            self._select = name
            form.choices[name] = []
        elif tag == "option" and self._select:
            form.choices[self._select].append(said.get("value", ""))
            if "selected" in said or self._select not in form.fields:
                form.fields[self._select] = said.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            return
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        self._read(data)

    def _read(self, words: str) -> None:
        if self._textarea and self._form is not None:
            self._form.fields[self._textarea] += words
        for tag, read in self._titles.items():
            if tag in self._open:
                read.append(words)
        if UNSEEN.isdisjoint(self._open):
            self._words.append(words)
            if "button" in self._open:
                self.buttons[-1].words.append(words)
            if "a" in self._open:
                self.links[-1].words.append(words)


class Phone:
    """A browser on the table, with its cookies; `page` is what it shows."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page = Page(0, "", "")

    def at(self, app: Flask) -> Phone:
        """The same phone, with its cookies, at another server."""
        phone = Phone(app.test_client())
        phone.client._cookies = self.client._cookies
        return phone

    def take_over(self, other: Phone) -> None:
        """Go on as the other phone would, with its cookies and what it shows; it stays as it is."""
        self.client._cookies = dict(other.client._cookies or {})
        self.page = Page(other.page.status, other.page.url, other.page.html)

    def open(self, url: str, status: int = 200) -> Page:
        """Go to an address; it must answer with this status."""
        return self._sent("get", url, None, status)

    def submit(self, form: Form, button: Button | None = None, status: int = 200, /, **typed: str | None) -> Page:
        """Send a form, with what was typed (None: a box that was unticked)."""
        fields = MultiDict(form.fields)
        for name, value in typed.items():
            fields.poplist(name)
            if value is not None:
                fields[name] = value
        if button is not None and button.name:
            fields.add(button.name, button.value)
        return self._sent(form.method, form.action, fields, status)

    def tap(self, label: str, status: int = 200) -> Page:
        """Tap the first button or link of this name that can be tapped."""
        for button in self.page.buttons:
            if button.is_called(label) and not button.disabled:
                return self.submit(button.form, button, status)
        for link in self.page.links:
            if link.label == label:
                return self.open(link.url, status)
        raise AssertionError(f"nothing to tap is called {label!r} on {self.page.url}: {self.page.text}")

    def can_tap(self, label: str) -> bool:
        """Whether something of this name can be tapped."""
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
