"""A phone without script: it sees forms, types into their fields and presses their buttons."""

from __future__ import annotations

import html
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

from scorepad.store.opening import open_store
from scorepad.tables import service


def table_of(phone):
    """The table that the phone looks at, as the store has it."""
    with closing(open_store(phone.client.application.config["DATABASE"])) as store:
        return service.table(store, phone.table_id)


@dataclass
class Form:
    """A form as a browser would send it. `fields` are in order; `buttons` are (name, value, words); `actions`
    are those of buttons, by their names and values, that lead elsewhere than the form."""

    id: str
    action: str
    method: str
    fields: list[list[str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    actions: dict[tuple[str, str], str] = field(default_factory=dict)

    def value(self, name):
        return next(value for one, value in self.fields if one == name)


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms: list[Form] = []
        self.inside: Form | None = None
        self.choosing: list | None = None
        self.writing: list | None = None
        self.pressing: list | None = None
        self.text: list[str] = []

    def _form(self, given):
        return next((one for one in self.forms if one.id == given.get("form")), self.inside)

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.inside = Form(given.get("id", ""), given.get("action", ""), given.get("method", "get"))
            self.forms.append(self.inside)
        elif tag == "input":
            self._input(given)
        elif tag == "textarea":
            self.writing = [given["name"], ""]
        elif tag == "select":
            self.choosing = [given["name"], None]
        elif tag == "option" and self.choosing and (self.choosing[1] is None or "selected" in given):
            self.choosing[1] = given["value"]
        elif tag == "button" and self._form(given) and given.get("type") != "button":
            name, value = given.get("name", ""), given.get("value", "")
            self.pressing = [name, value, "", self._form(given)]
            if "formaction" in given:
                self._form(given).actions[name, value] = given["formaction"]

    def _input(self, given):
        off = given.get("type") in ("radio", "checkbox") and "checked" not in given
        if self._form(given) and "name" in given and not off and given.get("type") != "file":
            self._form(given).fields.append([given["name"], given.get("value", "")])

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = None
        elif tag == "textarea":
            self.inside.fields.append(self.writing)
            self.writing = None
        elif tag == "select":
            self.inside.fields.append(self.choosing)
            self.choosing = None
        elif tag == "button" and self.pressing:
            name, value, words, form = self.pressing
            form.buttons.append((name, value, " ".join(words.split())))
            self.pressing = None

    def handle_data(self, data):
        self.text.append(data)
        if self.writing is not None:
            self.writing[1] += data
        if self.pressing is not None:
            self.pressing[2] += data


class Phone:
    """Looks at pages of `client`; every page must be one that a person can go on from."""

    def __init__(self, client):
        self.client = client
        self.url = ""

    def open(self, url, status=200):
        return self._arrived(self.client.get(url, follow_redirects=True), status)

    def _arrived(self, answer, status):
        self.answer = answer
        self.url = answer.request.full_path.rstrip("?")
        assert answer.status_code == status, (self.url, answer.status_code)
        for read in ("_read", "text"):
            self.__dict__.pop(read, None)
        return self

    @cached_property
    def _read(self):
        """The page, read when a test looks at it: many pages are only passed."""
        reader = _Reader()
        reader.feed(self.answer.get_data(as_text=True))
        return reader

    @property
    def forms(self):
        return self._read.forms

    @cached_property
    def text(self):
        return " ".join(html.unescape(" ".join(self._read.text)).split())

    def form(self, words):
        """The form that has the button with these words."""
        return next(form for form in self.forms if any(words in one[2] for one in form.buttons))

    def buttons(self):
        return [words for form in self.forms for _, _, words in form.buttons]

    def press(self, words, status=200, **typed):
        """Type into the fields (`_` in their names stands for `-`) and press the button with these words."""
        form = self.form(words)
        button = next(one for one in form.buttons if words in one[2])
        return self.send(form, button[:2], status, **typed)

    def send(self, form, button, status=200, **typed):
        typed = {name.replace("-", "_"): value for name, value in typed.items()}
        plain = {name.replace("-", "_"): name for name, _ in form.fields}
        fields = [(name, value) for name, value in form.fields if name.replace("-", "_") not in typed]
        fields += [(plain.get(name, name.replace("_", "-")), value) for name, value in typed.items()]
        fields += [button] if button[0] else []
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        action = form.actions.get(tuple(button), form.action)
        if form.method == "get":
            return self._arrived(self.client.get(action, query_string=data, follow_redirects=True), status)
        return self._arrived(self.client.post(action, data=data, follow_redirects=True), status)

    @property
    def table_id(self):
        return self.url.split("/")[2].partition("?")[0]

    def code(self, path=""):
        """What joins the table or the circle at `path`; none: the table that it looks at."""
        page = self.client.get(f"{path or '/t/' + self.table_id}/invite").get_data(as_text=True)
        return page.partition('aria-label="Code ')[2].partition('"')[0].replace(" ", "")

    def join(self, code, name):
        self.open("/join").press("Join", code=code.lower())
        return self.press(name)

    def key_at(self, table):
        """The key that the pad keeps for this phone at the table."""
        with self.client.session_transaction() as session:
            secret = session["phone"]
        with closing(open_store(self.client.application.config["DATABASE"])) as store:
            return store.joined_log(secret, table).key
