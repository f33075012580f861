// Whether a search of Python goes on. What asks Python meanwhile is heard when it has ended, so the service worker is asked what waits.
const EVERY = 60; // milliseconds of a search between two questions; each takes some 4
const GO_ON = 0, INTERRUPT = 2; // what Python reads: as a signal's number
const ENDS = ["later", "gone"]; // what the service worker may say; all else comes from a host that knows nothing of it

export class Search {
  // `address`: where the service worker says what becomes of the one that is asked; `isUnchanged`: whether nothing is to be saved.
  constructor(address, isUnchanged) {
    this.address = address;
    this.isUnchanged = isUnchanged;
    this.end();
  }

  // A request begins: nothing of it is interrupted but its searches.
  begin(id) {
    this.end();
    this.id = id;
  }

  end() {
    this.isOn = false;
    this.word = "";
  }

  turn(isOn) {
    this.isOn = isOn;
    this.asked = performance.now();
  }

  // Python looks at the first place of its buffer of signals each fifty steps or so, whatever it computes.
  buffer() {
    const search = this;
    return { get 0() { return search.look(); }, set 0(_) { /* taken */ } };
  }

  look() {
    if (!this.isOn || performance.now() - this.asked < EVERY) return GO_ON;
    this.word = this.isUnchanged() ? this.ask() : "";
    this.asked = performance.now();
    this.isOn = !ENDS.includes(this.word);
    return this.isOn ? GO_ON : INTERRUPT;
  }

  // The one way to hear of anything in the middle of Python: a worker waits for what it asks so. No two are alike, for WebKit answers the
  // second one like the first.
  ask() {
    const asking = new XMLHttpRequest();
    try {
      asking.open("GET", `${this.address}?id=${this.id}&at=${performance.now()}`, false);
      asking.send();
    } catch { return ""; }
    return asking.responseText;
  }
}
