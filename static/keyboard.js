// A keyboard at the pad: cards are struck anywhere on the page, arrows move among the keys.
(() => {
  "use strict";

  class Keyboard {
    constructor(pad) {
      this.pad = pad;
      this.spelt = "";
      document.addEventListener("keydown", (event) => this.strike(event));
      pad.root.addEventListener("focusin", (event) => { if (pad.keys.includes(event.target)) this.rove(event.target); });
      for (const happens of ["change", "resize"]) addEventListener(happens, () => this.reach());
      this.reach();
    }

    // "4c" or "10c" is a card; Backspace takes the last one back.
    strike(event) {
      if (!this.pad.root.offsetParent || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return;
      if (event.key.startsWith("Arrow")) return this.move(event);
      if (event.key === "Backspace" && this.spelt) this.spell("");
      else if (event.key === "Backspace") this.pad.undo();
      else if (event.key === "/" && this.pad.sets) this.pad.nextSet();
      else if (/^[\p{L}\p{N}]$/u.test(event.key)) this.spell(this.spelt + event.key.toUpperCase(), event.key.toUpperCase());
      else return;
      event.preventDefault();
    }

    // What has been struck of a card's name so far; a letter that fits no name begins anew.
    spell(text, letter = "") {
      const fits = this.pad.order.filter((card) => [card, card.replace("T", "10")].some((name) => name.toUpperCase().startsWith(text)));
      const whole = fits.length === 1 && [fits[0], fits[0].replace("T", "10")].some((name) => name.toUpperCase() === text);
      this.spelt = fits.length && !whole ? text : "";
      if (whole) this.pad.add(fits[0], this.pad.keys.find((key) => key.value === fits[0]));
      else if (!fits.length && text !== letter) return this.spell(letter, letter);
      this.pad.part("state").textContent = this.spelt && `${this.spelt} …`;
    }

    // One key is in the order of Tab, so that Record is near; arrows reach the others.
    rove(key) { for (const each of this.pad.keys) each.tabIndex = each === key ? 0 : -1; }

    // Where one suit shows at a time, the keys of another come into sight.
    reach() {
      const current = this.pad.keys.find((key) => key.tabIndex === 0 && key.offsetParent);
      this.rove(current || this.pad.keys.find((key) => key.offsetParent) || this.pad.keys[0]);
    }

    move(event) {
      const seen = this.pad.keys.filter((key) => key.offsetParent), from = seen.indexOf(event.target);
      if (from < 0) return;
      const box = event.target.getBoundingClientRect(), down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const next = down ? this.rowAway(seen, box, down) : seen[from + (event.key === "ArrowRight" ? 1 : -1)];
      if (next) next.focus();
      event.preventDefault();
    }

    // The key that lies nearest in the next row.
    rowAway(keys, box, down) {
      const far = (key) => { const other = key.getBoundingClientRect(); return [down * (other.top - box.top), Math.abs(other.left - box.left)]; };
      return keys.map((key) => [...far(key), key]).filter(([rows]) => rows > box.height / 2).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , key]) => key)[0];
    }
  }

  for (const root of document.querySelectorAll("[data-pad]")) new Keyboard(root.pad);
})();
