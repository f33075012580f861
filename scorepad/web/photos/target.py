"""The pad that the cards of a photo go to, named by the address of its page and by its field.

The address holds everything entered there, so that it is still there when the player comes back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorepad.core.cards import Meld
from scorepad.core.packs import FRENCH, PACKS, Pack
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.photos.limits import is_read
from scorepad.store.engine import NotFound
from scorepad.tables import service
from scorepad.tables.standing import rules_of, rules_of_deal
from scorepad.web.fields import (
    EVIDENCE,
    LONGEST_ADDRESS,
    MELDS,
    PICTURES,
    SHARED,
    group_of,
    pad_at,
)
from scorepad.web.hand.question import read_card, read_question, with_preset
from scorepad.web.hand.typed_cards import (
    UNDO_DEPTH,
    TypedCards,
    TypedMelds,
    page_cards,
    page_melds,
    read_past,
    write_past,
)
from scorepad.web.offers import PHOTOS, offers
from scorepad.web.people import access
from scorepad.web.requests import store

CAMERA = "#photo"
"""Behind an address of a page with a pad: the pad opens ready for a photo, where the phone runs scripts."""
NOT_KEPT = ("csrf_token", "op", "expected")  # a form that is drawn again gets new ones


@dataclass(frozen=True)
class PadTarget:
    """A pad on a page, with its present content.

    sets       its text is melds with `/` between them
    lays       melds of the hand can be laid there and judged
    table_id   the table to which it belongs; empty for a hand without a table
    records    its content will be recorded in the table's log
    shares     its melds are groups of a whole table, to be assigned to players beside the photo
    hand_next  word for the hand whose photo comes next, `rack`; empty if there is none
    """

    path: str
    args: Mapping[str, str]
    field: str
    rules: Rules
    sets: bool = False
    lays: bool = False
    table_id: str = ""
    records: bool = False
    shares: bool = False
    hand_next: str = ""

    @property
    def address(self) -> str:
        return _written_address(self.path, self.args)

    @cached_property
    def typed(self) -> TypedCards:
        """The present content of the pad."""
        kind = TypedMelds if self.sets else TypedCards
        return kind(self.rules, self.args.get(self.field, ""), letters=self.args.get("letters", ""))

    @property
    def pack(self) -> str:
        """The name of the pack for reading photos; the French one for packs of a table's own making."""
        return self.rules.pack.id if self.rules.pack.id in PACKS else FRENCH.id

    def filled(self, melds: Sequence[Meld], *, adds: bool, laid: bool, photo: str = "") -> str:
        """The page's address with these cards, added to the pad's content or in its place; as melds laid if
        `laid`. `photo` is one that the table may keep."""
        text_before = self.typed.text.rstrip(" /") if adds else ""
        args = {**self.args, self.field: self._joined_text(text_before, melds)}
        args["past"] = write_past((*read_past(self.args), self.typed.text)[-UNDO_DEPTH:])
        if not adds:
            args = {name: text for name, text in args.items() if not _is_of_old_cards(name)}
        if laid:
            own_text = args.get("melds", "").rstrip(" /")
            args |= {"lay": "1", "melds": " / ".join(filter(None, (own_text, self._written(melds))))}
        if photo and self.shares:
            args |= {PICTURES: f"{args.get(PICTURES, '')} {photo}".strip(), SHARED: "1"}
        elif photo:
            args[EVIDENCE] = " ".join(filter(None, (args.get(EVIDENCE, ""), photo)))
        return _written_address(self.path, args)

    def filled_before_hand(self, melds: Sequence[Meld], *, adds: bool) -> str:
        """The page's address with these melds on the table, ready for the photo of the hand."""
        table_side = replace(self, args={**self.args, "side": ""})
        address = table_side.filled(melds, adds=adds, laid=False)
        path, _, query = address.partition("?")
        return _written_address(path, {**dict(parse_qsl(query)), "past": ""}) + CAMERA

    def _joined_text(self, before: str, melds: Sequence[Meld]) -> str:
        if self.sets:
            return " / ".join(filter(None, (before, self._written(melds))))
        cards = page_cards((laid.card for meld in melds for laid in meld), self.rules.pack)
        return " ".join(filter(None, (before, cards)))

    def _written(self, melds: Sequence[Meld]) -> str:
        return page_melds(melds, self.rules.pack)


def _is_of_old_cards(name: str) -> bool:
    """Whether a field depends on the cards that are replaced."""
    return name in (MELDS, PICTURES) or group_of(name) is not None


def reads_photos(pack: Pack) -> bool:
    """Whether this pad can read photos of cards of the pack."""
    return offers(PHOTOS) and is_read(pack)


def read_target(address: str, field: str) -> PadTarget:
    """The pad at that field of the page at the address.

    Raises NotFound if there is none, NotAllowed at a table that this phone only watches.
    """
    path, _, query = address.partition("?")
    args = {name: text for name, text in parse_qsl(query) if name not in NOT_KEPT}
    target = _target_of(path, args, field)
    if target is None or not reads_photos(target.rules.pack):
        raise NotFound(say("Photos are for reading the cards of a hand. Open a hand first."), at="to")
    return target


def _target_of(path: str, args: dict[str, str], field: str) -> PadTarget | None:
    # By the pad’s own routes: an address that leads elsewhere has no endpoint here, and so no pad.
    endpoint, path_values = _matched_page(path)
    pad = pad_at(endpoint)
    if pad is None or not pad.writes(field):
        return None
    if not pad.of_table:
        return _of_question(path, args, field)
    table_id = path_values["table_id"]
    access.require_key(table_id)
    table = service.table(store(), table_id)
    if field.partition("-")[2] not in ("", *(str(player.index) for player in table.players)):
        return None
    # A correction has the rules of its own deal: wild ranks, for one, may follow from its number.
    deal = table.ended_with(path_values.get("number", 0)) or table.deal
    rules = rules_of_deal(table, deal, read_card(rules_of(table), args))
    sets = pad.shares or field.startswith("melds")
    return PadTarget(path, args, field, rules, sets, pad.lays, table_id, pad.records, pad.shares)


def _of_question(path: str, args: dict[str, str], field: str) -> PadTarget | None:
    question = read_question(with_preset(args))
    fields, rules = question.fields(), question.rules
    if field == "cards":
        return PadTarget(path, fields, field, rules, lays=not rules.board.shared)
    if field != "table" or not question.table_melds:
        return None
    hand = "rack" if rules.pack.joker else "hand"
    # A hand that is there already need not be photographed next.
    return PadTarget(path, fields, field, rules, sets=True, hand_next="" if question.hand.text else hand)


def _matched_page(path: str) -> tuple[str, Mapping[str, Any]]:
    """The endpoint of a path of ours, and its parameters; empty if it is no page."""
    adapter = current_app.url_map.bind_to_environ(request.environ)
    try:
        return adapter.match(path, method="GET")
    except (HTTPException, RequestRedirect):
        return "", {}


def _written_address(path: str, args: Mapping[str, str]) -> str:
    """The address with these fields. If it is too long, the past for undo is left out."""
    args = {name: text for name, text in args.items() if text}
    address = f"{path}?{urlencode(args)}" if args else path
    if len(address) < LONGEST_ADDRESS or "past" not in args:
        return address
    return _written_address(path, {name: text for name, text in args.items() if name != "past"})
