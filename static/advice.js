// What one more card would bring, on the keys: until the next card goes in, and anew with each answer.
(() => {
  "use strict";

  class Advice {
    constructor(pad) {
      this.pad = pad;
      pad.into.addEventListener("click", (event) => {
        if (!event.target.closest("[data-advise]")) return;
        event.preventDefault();
        this.wanted = !this.wanted;
        this.ask();
      });
      pad.root.addEventListener("changed", () => this.number({}, {}));
      pad.root.addEventListener("answered", () => this.ask());
    }

    async ask() {
      const link = this.pad.into.querySelector("[data-advise]"), place = this.pad.into.querySelector("[data-advice]");
      this.number({}, {});
      if (!place) return;
      place.replaceChildren();
      link.setAttribute("aria-expanded", String(Boolean(this.wanted)));
      const cards = this.pad.field.value, answer = this.wanted && await fetchWithin(`${link.href}&part=1`).catch(() => null);
      if (!answer || !answer.ok || cards !== this.pad.field.value) return;
      place.innerHTML = answer.text;
      const { keys, chips } = place.querySelector(".advice").dataset;
      this.number(JSON.parse(keys), JSON.parse(chips));
    }

    number(keys, chips) {
      for (const key of this.pad.keys) this.put(key, keys);
      for (const chip of this.pad.part("tray").children) this.put(chip, chips);
    }

    put(button, numbers) {
      const [number, good] = numbers[button.value] || ["", false];
      button.dataset.number = number;
      button.classList.toggle("good", good);
    }
  }

  for (const root of document.querySelectorAll("[data-pad]")) if (root.pad.into) new Advice(root.pad);
})();
