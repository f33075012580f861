"""A whole table in one photo: its groups of cards are assigned to players and recorded at once.

The cards are corrected on the photo's own page; here each group gets its player.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.log.table import Table
from scorepad.web.addresses import own_path
from scorepad.web.fields import EVIDENCE, GROUPS, PagePad, declare_pad
from scorepad.web.hand.typed_cards import page_cards, page_melds
from scorepad.web.photos.own_photos import forget_photo
from scorepad.web.photos.target import CAMERA
from scorepad.web.recording.entry_form import EntryPages
from scorepad.web.recording.sharing_form import SharingForm
from scorepad.web.requests import store


def _forget_photos(form: SharingForm, _table: Table) -> None:
    for photo in form.pictures_taken:
        forget_photo(photo)


class SharingPages(EntryPages[SharingForm]):
    """The pages of the photo with its groups and their players; a pad, if there are no groups yet."""

    def record(self, table_id: str, number: int | None = None) -> AnyResponse:
        """Record the groups as plays, continue with them in another form, or follow a tap."""
        form = self.read_form(table_id, number)
        if "begin" in request.form:
            return redirect(f"{own_path()}?{urlencode(form.fields())}{CAMERA}", 303)
        if "lay_off" in request.form and form.lay_off_query:
            return redirect(f"{url_for('solve.index')}?{urlencode(form.lay_off_query)}", 303)
        if form.purpose == "plays" or "record" not in request.form or form.faults:
            return super().record(table_id, number)
        return redirect(_way_on(form), 303)


bp = Blueprint("sharing", __name__)
declare_pad(bp, "page", pad=PagePad((GROUPS,), shares=True))
SharingPages(SharingForm.read, _forget_photos).serve(bp, "/t/<table_id>/groups")


def _way_on(form: SharingForm) -> str:
    """The address of the form that continues with these groups, for the deal or the hand. The table's photos
    go along if it keeps photos, else they are deleted."""
    fields = _deal_fields(form) if form.purpose == "deal" else _hand_fields(form)
    if store().keeps_photos(form.table.id):
        fields = {
            **fields,
            EVIDENCE: " ".join([*form.carried.get(EVIDENCE, "").split(), *form.pictures_taken]),
        }
    else:
        _forget_photos(form, form.table)
    endpoint = "settling.page" if form.purpose == "deal" else "going_out.page"
    return f"{url_for(endpoint, table_id=form.table.id)}?{urlencode(fields)}"


def _deal_fields(form: SharingForm) -> dict[str, str]:
    """The fields of the form of an ended deal, with each player's groups added."""
    fields = dict(form.carried)
    for group in form.shared_groups:
        if group.player is None:
            continue
        if group.is_left:
            cards_field, number, between = f"left-{group.player}", f"number-{group.player}", " "
            text = page_cards((laid.card for laid in group.cards), form.rules.pack)
        else:
            cards_field, number, between = f"melds-{group.player}", f"melded-{group.player}", " / "
            text = page_melds([group.cards], form.rules.pack)
        fields[cards_field] = between.join(filter(None, (fields.get(cards_field, ""), text)))
        # A player has cards or a number; the form refuses both.
        fields.pop(number, None)
    return _with_winner(form, fields)


def _with_winner(form: SharingForm, fields: dict[str, str]) -> dict[str, str]:
    """The fields with the winner filled in, if exactly one player has nothing left and none was picked."""
    seats = [player.index for player in form.players]
    with_cards = [seat for seat in seats if fields.get(f"left-{seat}") or fields.get(f"number-{seat}")]
    winners = [seat for seat in seats if seat not in with_cards]
    # What was picked before counts more than this guess.
    return {"winner": str(winners[0])} | fields if len(winners) == 1 else fields


def _hand_fields(form: SharingForm) -> dict[str, str]:
    """The fields of the form of a hand that goes out, with the groups as its melds."""
    melds = [group.cards for group in form.shared_groups if group.player is not None]
    cards = page_cards((laid.card for meld in melds for laid in meld), form.rules.pack)
    melds_text = page_melds(melds, form.rules.pack)
    hand = {"player": str(form.player), "cards": cards, "melds": melds_text, "lay": "1"}
    return {**form.carried, **hand}
