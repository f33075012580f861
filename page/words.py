"""What the page says while the pad starts, and where it can't: in each language of the catalogues."""

from __future__ import annotations

from scorepad.core.sentence import say

WORDS = {
    "title": say("The score pad that knows the rules"),
    "about": say(
        "Points, best melds and the rules of many rummy games. The whole pad runs in this browser: the first "
        "time it loads for a moment, then it opens without a network too."
    ),
    "stays": say("Your tables stay on this device. Nothing is sent anywhere."),
    "solve": say("Solve a hand"),
    "new": say("Keep score"),
    "home": say("Your tables"),
    "loaded": say("{loaded} of {total} MB are here."),
    "starting": say("Starting …"),
    "opens_soon": say("It opens as soon as the pad is ready."),
    "may_be_cleared": say(
        "This browser may clear your tables when room gets short. Keep them as a file too."
    ),
    "keep_file": say("Keep my tables as a file"),
    "install": say("Put the pad on your home screen: it opens like an app, without a network too."),
    "add": say("Add to home screen"),
    "install_by_share": say(
        "Tap Share, then Add to Home Screen: the pad opens like an app, and keeps your tables."
    ),
    "new_version": say("A new version of the pad is here."),
    "use_it": say("Use it now"),
    "close": say("Close"),
    "no_script": say("The pad needs JavaScript. Allow it for this page, then open the page again."),
    "no_server": say("This page needs a web server: it can’t be opened as a file."),
    "not_secure": say("Open this page by https: browsers run the pad only there."),
    "no_worker": say(
        "This browser can’t run the pad here: it may be a private window, or the view of another app. Open "
        "the page in Chrome, Edge, Firefox or Safari itself."
    ),
    "no_assembly": say(
        "This browser doesn’t run WebAssembly, perhaps because it is in Lockdown Mode. Allow it for this "
        "page, or use another browser."
    ),
    "no_store": say(
        "This browser lets the page keep nothing, so your tables would be lost. Open it in a window that "
        "isn’t private."
    ),
    "no_room": say("The pad needs 60 MB of room on this device. Make room, then open the page again."),
    "too_old": say(
        "This browser is too old for the pad. Use Chrome or Edge 95, Firefox 114, Safari 16.4, or a newer "
        "one."
    ),
    "full_pad": say("Open the pad on a server instead"),
    "not_loaded": say("The pad didn’t load whole. Check the network, then open the page again."),
    "not_started": say(
        "The pad couldn’t start in this browser. Open the page again, or use another browser."
    ),
}
