"""What the site says beside its pages, in each language of the catalogues."""

from __future__ import annotations

from scorepad.core.sentence import say

ABOUT = say("The score pad that knows the rules")
TITLE_OF_GAMES = say("Games and house rules")
ABOUT_GAMES = say("Each game’s page has its rules in short, every house rule and a case for it.")
ALT = say("The first page of the pad, a hand and a table on phones")
OTHER_LANGUAGES = say("Other languages")
PAGES_FOUND = say("Pages found: {number}", number="{number}")
SIDES = {"sidebar-drawer": say("All pages"), "toc-drawer": say("On this page")}
FURO = {
    "Toggle site navigation sidebar": say("Show or hide the list of pages"),
    "Toggle table of contents sidebar": say("Show or hide what is on this page"),
    "Toggle Light / Dark / Auto color theme": say("Light, dark or as the device has it"),
    "Skip to content": say("Skip to the page"),
    "Back to top": say("Back to the top"),
    "On this page": say("On this page"),
    "Made with ": say("Made with"),
    "<span>Next</span>": say("Next page"),
    "<span>Previous</span>": say("Previous page"),
}
"""What the theme says in English alone, by how it says it."""
