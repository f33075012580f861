// The cards that were read on a photo, put right: doubtful ones first, each with its part of the picture.
// A card is {id, card, box, doubtful, second}; `second` is where it was seen once more, if two may lie there. The rows of them go to the pad's server as text.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const NEAR = 40, REACH = 3.2, AROUND = 2.2, BESIDE = 6, SMALLEST = 40, POINT = 14, PATIENCE = 150, DEPTH = 30, LABELS = 28;
  const SVG = "http://www.w3.org/2000/svg";
  const form = document.querySelector("[data-look]");
  if (!form) return;
  const part = (name) => form.querySelector(`[data-${name}]`);
  const given = JSON.parse(form.dataset.look), words = JSON.parse(form.dataset.says);
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  const every = [...form.querySelectorAll(".key")], keys = new Map(every.map((key) => [key.value, key]));
  const longest = Math.max(given.width, given.height);

  const drawing = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  // A card as the fields of this page have it.
  const written = (card) => (keys.has(card) ? keys.get(card).dataset.writes || card : given.strange[card] || card);
  const named = (card) => (keys.has(card) ? keys.get(card).dataset.card : written(card));
  const counted = (forms, number) => (forms[plurals.select(number)] || forms.other).replace("{number}", number);
  const label = (card) => (given.signs[card.slice(-1)] || "") + (keys.has(card) ? keys.get(card).querySelector("b").textContent : card.slice(0, -1));
  const capital = (text) => text[0].toLocaleUpperCase(document.documentElement.lang) + text.slice(1);
  const said = (sentence, card) => sentence.replace("{card}", named(card));

  function face(card) {
    const key = keys.get(card), made = document.createElement("span"), rank = document.createElement("b");
    const ink = key ? [...key.classList].find((name) => name.startsWith("suit-")) : "suit-w";
    made.className = `card ${ink}${key && key.classList.contains("tile") ? " tile" : ""}`;
    made.setAttribute("aria-hidden", "true");
    rank.textContent = key ? key.querySelector("b").textContent : written(card);
    if (rank.textContent.length > 1) rank.className = rank.textContent.length > 2 ? "long" : "two";
    made.append(rank);
    const suit = key && key.querySelector("svg");
    if (!suit) return made;
    const pip = suit.cloneNode(true);
    pip.setAttribute("class", "pip");
    made.append(suit.cloneNode(true), pip);
    return made;
  }

  // The part of the picture around a box, `shape` times as wide as high.
  function around([x, y, wide, high], times, shape = 1) {
    const tall = Math.min(Math.max(wide, high) * times, given.height), broad = Math.min(tall * shape, given.width);
    const put = (middle, side, end) => Math.min(Math.max(0, middle - side / 2), end - side);
    return [put(x + wide / 2, broad, given.width), put(y + high / 2, tall, given.height), broad, tall].map(Math.round).join(" ");
  }

  class Look {
    constructor() {
      let id = 0;
      const before = history.state && history.state.look;
      this.rows = before ? before.rows : given.rows.map((row) => row.map((one) => ({ id: id++, ...one })));
      this.past = before ? before.past : [];
      this.next = Math.max(0, ...this.cards.map((one) => one.id)) + 1000;
      this.picked = null; // the id of a card
      this.adding = null; // {after: id or null, box: where on the picture or null}
      this.listen();
      for (const key of every) key.removeAttribute("aria-disabled");
      part("undo").hidden = false;
      this.toDoubtful();
      this.draw();
    }

    get cards() { return this.rows.flat(); }
    get card() { return this.cards.find((one) => one.id === this.picked); }
    get doubtful() { return this.cards.filter((one) => one.doubtful); }

    listen() {
      form.addEventListener("click", (event) => {
        const key = event.target.closest(".key"), chip = event.target.closest("[data-id]");
        if (key) { event.preventDefault(); this.tap(key.value); }
        if (chip) this.pick(Number(chip.dataset.id));
      });
      const does = { keep: this.keep, both: this.both, drop: this.drop, after: this.addAfter, add: () => this.add(null, null), undo: this.undo };
      for (const [name, act] of Object.entries(does)) part(name).addEventListener("click", act.bind(this));
      part("whole").addEventListener("click", (event) => this.point(event));
      form.addEventListener("change", ({ target }) => { if (target.name === "how") this.warn(); });
    }

    // A tap on the picture picks the card whose corner is near; elsewhere it asks which card lies there.
    point(event) {
      const whole = part("whole"), grid = whole.getScreenCTM(), at = new DOMPoint(event.clientX, event.clientY).matrixTransform(grid.inverse());
      if (at.x < 0 || at.y < 0 || at.x > given.width || at.y > given.height) return;
      const away = ({ box }) => Math.hypot(box[0] + box[2] / 2 - at.x, box[1] + box[3] / 2 - at.y);
      const seen = this.cards.filter((one) => one.box).sort((a, b) => away(a) - away(b));
      if (seen.length && away(seen[0]) < Math.max(NEAR / grid.a, REACH * Math.max(...seen[0].box.slice(2)))) return this.pick(seen[0].id);
      const side = seen.length ? Math.max(...seen[0].box.slice(2)) : longest / POINT;
      this.add(null, [at.x - side / 2, at.y - side / 2, side, side].map(Math.round));
    }

    pick(id) {
      this.picked = this.picked === id && !this.card.doubtful ? null : id;
      this.adding = null;
      this.draw();
      if (this.picked !== null) part("keep").focus({ preventScroll: true });
    }

    add(after, box) {
      this.picked = null;
      this.adding = { after, box };
      this.draw();
    }

    addAfter() { this.add(this.picked, null); }

    tap(card) {
      this.push();
      if (this.adding) this.insert(card);
      else if (this.card) Object.assign(this.card, { card, doubtful: false, second: null });
      if (!this.adding) this.toDoubtful();
      this.draw();
    }

    insert(card) {
      const { after, box } = this.adding, made = { id: this.next++, card, box, doubtful: false };
      const row = this.rows.find((one) => one.some(({ id }) => id === after)) || this.rows[this.rows.length - 1];
      if (!row) this.rows.push([made]);
      else row.splice(after === null ? row.length : row.findIndex(({ id }) => id === after) + 1, 0, made);
      this.adding = box ? null : { after: made.id, box: null };
    }

    keep() {
      if (this.card && this.card.doubtful) { this.push(); Object.assign(this.card, { doubtful: false, second: null }); }
      this.adding = null;
      this.toDoubtful();
      this.draw();
      if (this.picked === null) part("use").focus({ preventScroll: true });
    }

    both() {
      this.push();
      const { id, card, second } = this.card, row = this.rows.find((each) => each.includes(this.card));
      Object.assign(this.card, { doubtful: false, second: null });
      row.splice(row.findIndex((one) => one.id === id) + 1, 0, { id: this.next++, card, box: second, doubtful: false });
      this.toDoubtful();
      this.draw();
    }

    drop() {
      this.push();
      this.rows = this.rows.map((row) => row.filter(({ id }) => id !== this.picked)).filter((row) => row.length);
      this.toDoubtful();
      this.draw();
    }

    toDoubtful() { this.picked = this.doubtful.length ? this.doubtful[0].id : null; }

    push() { this.past = [...this.past, JSON.stringify(this.rows)].slice(-DEPTH); }

    undo() {
      if (!this.past.length) return;
      this.rows = JSON.parse(this.past.pop());
      this.adding = null;
      this.toDoubtful();
      this.draw();
    }

    draw() {
      const mending = this.card !== undefined || this.adding !== null;
      document.body.classList.toggle("mending", mending);
      part("all").hidden = mending;
      part("one").hidden = !mending;
      part("add").hidden = mending;
      if (part("told")) part("told").hidden = mending && this.past.length > 0; // what is wrong with the photo, until the first card is answered
      this.drawRows();
      this.drawBoxes();
      this.drawOne();
      this.count();
      this.warn();
      history.replaceState({ ...history.state, look: { rows: this.rows, past: this.past } }, "");
    }

    drawRows() {
      part("rows").replaceChildren(...this.rows.map((row) => {
        const line = document.createElement("li");
        line.append(...row.map((one) => this.chip(one)));
        return line;
      }));
      for (const old of form.querySelectorAll('[name="row"]')) old.remove();
      for (const row of this.rows) {
        const field = document.createElement("input");
        Object.assign(field, { type: "hidden", name: "row", value: row.map(({ card }) => written(card)).join(" ") });
        form.append(field);
      }
      const now = part("rows").querySelector("[aria-pressed=true]");
      if (now) now.scrollIntoView({ block: "nearest" });
    }

    chip(one) {
      const chip = document.createElement("button"), picked = one.id === this.picked;
      chip.type = "button";
      chip.className = "lift" + (one.doubtful ? " doubtful" : "") + (one.id >= 1000 || !one.box ? " added" : "");
      chip.dataset.id = one.id;
      chip.setAttribute("aria-pressed", String(picked));
      chip.setAttribute("aria-label", capital(one.doubtful ? said(words.please_look, one.card) : named(one.card)));
      chip.append(face(one.card));
      return chip;
    }

    drawBoxes() {
      const shown = this.cards.filter((one) => one.box).sort((a, b) => (a.id === this.picked) - (b.id === this.picked));
      const boxes = shown.flatMap(({ id, card, box, doubtful }) =>
        [...this.frame(box, (doubtful ? " doubtful" : "") + (id === this.picked ? " picked" : "")), this.sign(box, card)]);
      if (this.card && this.card.second) boxes.push(...this.frame(this.card.second, " picked second"));
      if (this.adding && this.adding.box) boxes.push(...this.frame(this.adding.box, " picked"));
      part("boxes").replaceChildren(...boxes);
    }

    sign([x, y, wide], card) {
      const text = drawing("text", { x: x + wide / 2, y, dy: "-0.3em" });
      text.textContent = label(card);
      return text;
    }

    frame([x, y, wide, high], name) {
      const least = longest / SMALLEST, width = Math.max(least, wide), height = Math.max(least, high);
      const at = { x: x - (width - wide) / 2, y: y - (height - high) / 2, width, height };
      return [drawing("rect", { class: "under", ...at }), drawing("rect", { class: "frame" + name, ...at })];
    }

    drawOne() {
      const one = this.card, box = one ? one.box : this.adding && this.adding.box;
      part("crop").toggleAttribute("hidden", !box);
      if (box) part("crop").setAttribute("viewBox", around(box, AROUND));
      const { clientWidth, clientHeight } = part("whole").parentElement;
      part("whole").setAttribute("viewBox", box ? around(box, BESIDE, clientWidth / clientHeight) : `0 0 ${given.width} ${given.height}`);
      const [, , broad, tall] = part("whole").getAttribute("viewBox").split(" ").map(Number);
      part("boxes").setAttribute("font-size", Math.max(broad, tall) / LABELS);
      const twice = Boolean(one && one.second);
      part("keep").textContent = twice ? words.it_is_one : one && one.doubtful ? words.yes : words.done;
      part("both").hidden = !twice;
      part("drop").hidden = part("after").hidden = !one;
      for (const key of every) key.classList.toggle("in", Boolean(one) && one.card === key.value);
    }

    asked() {
      const one = this.card, { box } = this.adding || {};
      if (this.adding) return box ? words.here : words.missing;
      if (!one) return "";
      if (one.second) return said(words.one_or_two, one.card);
      return one.doubtful ? said(words.sure, one.card) : capital(named(one.card));
    }

    count() {
      const number = this.cards.length, rows = this.rows.length;
      part("live").textContent = this.asked() || counted(words.count, number);
      part("use").textContent = counted(words.use, given.sets ? rows : number);
      for (const button of form.querySelectorAll(".uses button")) button.disabled = !number;
      if (this.past.length) part("undo").removeAttribute("aria-disabled"); else part("undo").setAttribute("aria-disabled", "true");
    }

    // What the packs do not hold so many of is said by the pad's server.
    warn() {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(async () => {
        const fields = new URLSearchParams(new FormData(form));
        fields.delete("csrf_token");
        try {
          const answer = await fetchWithin(`${form.dataset.ask}&${fields}`);
          if (answer.ok) part("warnings").replaceChildren(...new DOMParser().parseFromString(answer.text, "text/html").body.childNodes);
        } catch { /* no connection: the page of the hand says it */ }
      }, PATIENCE);
    }
  }

  new Look();
})();
