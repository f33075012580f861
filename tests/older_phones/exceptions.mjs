// What may stand in the scripts and styles though some browser of ours lacks it or the linters count it as newer, and why.

export const BROWSERS = ["safari 15.4", "ios_saf 15.4", "firefox 115", "chrome 105"];

// Newer than 2021 in some browser, and there in all of ours.
const PRESENT = {
  allowProperties: ["accent-color", "color-scheme", "outline", "paint-order", "rotate", "scroll-snap-type", "translate"],
  allowSelectors: ["backdrop", "focus-visible"],
  allowPropertyValues: { "overflow-wrap": ["anywhere"] },
};

// Missing in some browser of ours. The page looks plainer there, and nothing is lost.
const LOOKS_ALONE = {
  allowProperties: [
    "container", // with @container
    "forced-color-adjust",
    "page", // the size of printed paper: the browser's dialogue has it too
    "print-color-adjust",
    "resize", // the corner of a text field, for a mouse
    "scrollbar-width", // a scrollbar shows
    "text-size-adjust",
    "text-wrap", // lines of uneven length
    "user-select", // a tap that marks a whole example
    "zoom", // cards in their usual size
  ],
  allowAtRules: [
    "container", // a very narrow page, or a wide one, keeps the layout of a phone: test_older_phones.py looks at 320 pixels
    "page",
  ],
  allowMediaConditions: ["forced-colors"],
  allowPropertyValues: {
    "break-after": ["avoid"],
    "overflow-x": ["clip"], // after "hidden"
  },
};

export const STYLES = {
  allowProperties: [...PRESENT.allowProperties, ...LOOKS_ALONE.allowProperties],
  allowSelectors: PRESENT.allowSelectors,
  allowPropertyValues: { ...PRESENT.allowPropertyValues, ...LOOKS_ALONE.allowPropertyValues },
  allowAtRules: LOOKS_ALONE.allowAtRules,
  allowMediaConditions: LOOKS_ALONE.allowMediaConditions,
};

// Names of methods that arrays and the pad's own classes have too.
export const SHARED_NAMES = /^es-x\/no-iterator-prototype-/;

// Asked only where the browser says that it has it: wall.js shows its button where `fullscreenEnabled` is true.
export const GUARDED = ["document.exitFullscreen", "document.fullscreenElement"];
