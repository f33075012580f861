// The cards that were read on a photo, put right: doubtful ones first, each with its part of the picture.
// A card is {id, photo, card, box, doubtful, guess, second, also}; `guess` is what it is perhaps else; `second` is where it was seen once more, if two may lie there; `also` its place on another photo.
// A question of `twice` has pairs of cards, by their ids, that two photos show: perhaps the same ones. The rows go to the pad's server as text.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const NEAR = 40, REACH = 3.2, AROUND = 2.2, BESIDE = 6, RUN = 1.3, MOST = 5, BACK = 3, SMALLEST = 40, POINT = 14, PATIENCE = 150, DEPTH = 30, LABELS = 28;
  const SVG = "http://www.w3.org/2000/svg";
  const form = document.querySelector("[data-look]");
  if (!form) return;
  const part = (name) => form.querySelector(`[data-${name}]`);
  const given = JSON.parse(form.dataset.look), words = JSON.parse(form.dataset.says);
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  const every = [...form.querySelectorAll(".key")], keys = new Map(every.map((key) => [key.value, key]));
  const sizes = {}; // by photo, in pixels, in their order
  const putSizes = (photos) => { for (const { id, width, height } of photos) sizes[id] = { width, height }; };
  putSizes(given.photos);
  const address = (photo, what) => form.action.replace(/photo\/[^/]+\/use/, `photo/${photo}${what}`);

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
  function around(photo, [x, y, wide, high], times, shape = 1) {
    const { width, height } = sizes[photo], tall = Math.min(Math.max(wide, high) * times, height), broad = Math.min(tall * shape, width);
    const put = (middle, side, end) => Math.min(Math.max(0, middle - side / 2), end - side);
    return [put(x + wide / 2, broad, width), put(y + high / 2, tall, height), broad, tall].map(Math.round).join(" ");
  }

  // The box that holds all of them.
  function boxAround(boxes) {
    const left = Math.min(...boxes.map(([x]) => x)), top = Math.min(...boxes.map(([, y]) => y));
    return [left, top, Math.max(...boxes.map(([x, , wide]) => x + wide)) - left, Math.max(...boxes.map(([, y, , high]) => y + high)) - top];
  }

  // What follows a run of cards in a row that begins with it, from either side; null for another row.
  function restAfter(row, run) {
    const ordered = [row, [...row].reverse()].find((cards) => run.every((id, place) => cards[place] && cards[place].id === id));
    return ordered ? ordered.slice(run.length) : null;
  }

  class Look {
    constructor() {
      const before = history.state && history.state.look;
      Object.assign(this, before || { rows: given.rows, twice: given.twice, out: [], past: [], added: 0 });
      for (const one of this.cards) if (!sizes[one.photo]) one.box = null;
      this.picked = null; // the id of a card
      this.adding = null; // {after: id or null, photo, box: where on the picture or null}
      this.shown = this.photos[0];
      this.listen();
      for (const key of every) key.removeAttribute("aria-disabled");
      part("undo").hidden = false;
      this.toDoubtful();
      this.draw();
    }

    get cards() { return this.rows.flat(); }
    get card() { return this.find(this.picked); }
    get photos() { return Object.keys(sizes).filter((photo) => !this.out.includes(photo)); }
    // So many photos there are, of those that were taken out, three wait for undo.
    get taken() { return Math.max(this.photos.length, Object.keys(sizes).length - BACK); }
    get asking() { return this.card || this.adding ? undefined : this.twice[0]; }
    get doubtful() { return this.cards.filter((one) => one.doubtful); }

    find(id) { return this.cards.find((one) => one.id === id); }
    rowOf(id) { return this.rows.find((row) => row.some((one) => one.id === id)); }
    // The cards on a photo, with where they lie there.
    seenOn(photo) {
      const place = ({ photo: own, box, also }) => (own === photo ? box : also && also.photo === photo ? also.box : null);
      return this.cards.map((one) => ({ one, box: place(one) })).filter(({ box }) => box);
    }

    listen() {
      form.addEventListener("click", (event) => {
        const key = event.target.closest(".key"), chip = event.target.closest("[data-id]"), photo = event.target.closest("[data-of]");
        if (key) { event.preventDefault(); this.tap(key.value); }
        if (chip) this.pick(chip.dataset.id);
        if (photo) this.show(photo.dataset.of);
      });
      part("more").addEventListener("click", (event) => { event.preventDefault(); this.another(); });
      const does = { same: this.same, other: this.other, "out-photo": this.takeOut, keep: this.keep, guess: this.guessed, both: this.both, drop: this.drop, after: this.addAfter, add: () => this.add(null, null), undo: this.undo };
      for (const [name, act] of Object.entries(does)) part(name).addEventListener("click", act.bind(this));
      part("whole").addEventListener("click", (event) => this.point(event));
      form.addEventListener("change", ({ target }) => { if (target.name === "how") this.warn(); });
    }

    // A tap on the picture picks the card whose corner is near; elsewhere it asks which card lies there.
    point(event) {
      const whole = part("whole"), grid = whole.getScreenCTM(), at = new DOMPoint(event.clientX, event.clientY).matrixTransform(grid.inverse());
      const { width, height } = sizes[this.shown];
      if (at.x < 0 || at.y < 0 || at.x > width || at.y > height) return;
      const away = ({ box }) => Math.hypot(box[0] + box[2] / 2 - at.x, box[1] + box[3] / 2 - at.y);
      const seen = this.seenOn(this.shown).sort((a, b) => away(a) - away(b));
      if (seen.length && away(seen[0]) < Math.max(NEAR / grid.a, REACH * Math.max(...seen[0].box.slice(2)))) return this.pick(seen[0].one.id);
      const side = seen.length ? Math.max(...seen[0].box.slice(2)) : Math.max(width, height) / POINT;
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
      this.adding = { after, box, photo: box ? this.shown : null };
      this.draw();
    }

    addAfter() { this.add(this.picked, null); }

    tap(card) {
      this.push();
      if (this.adding) this.insert(card);
      else if (this.card) { Object.assign(this.card, { card, doubtful: false, second: null }); this.compare(this.card); }
      if (!this.adding) this.toDoubtful();
      this.draw();
    }

    insert(card) {
      const { after, box, photo } = this.adding, made = { id: `+${++this.added}`, photo, card, box, doubtful: false };
      const row = this.rowOf(after) || this.rows[this.rows.length - 1];
      if (!row) this.rows.push([made]);
      else row.splice(after === null ? row.length : row.findIndex(({ id }) => id === after) + 1, 0, made);
      this.adding = box ? null : { after: made.id, box: null, photo: null };
      this.compare(made);
    }

    // A card that is put right may be one of another photo.
    compare({ id, photo, card, box, also }) {
      const asked = new Set(this.twice.flatMap(({ pairs }) => pairs.flat()));
      const twin = box && !also && this.photos.length > 1 &&
        this.cards.find((one) => one.card === card && one.photo !== photo && one.box && !one.also && !asked.has(one.id));
      if (twin) this.twice.push({ pairs: [[twin.id, id]], certain: false });
    }

    // The cards in question are once there. Rows that continue one another become one.
    same() {
      this.push();
      const { pairs } = this.twice.shift(), firsts = pairs.map(([id]) => id), seconds = pairs.map(([, id]) => id);
      for (const [first, second] of pairs) this.merge(this.find(first), this.find(second));
      const row = this.rowOf(firsts[0]), other = this.rowOf(seconds[0]), rest = other.filter(({ id }) => !seconds.includes(id));
      const after = row !== other && row[row.length - 1].id === firsts[firsts.length - 1] && restAfter(other, seconds);
      const before = row !== other && row[0].id === firsts[0] && restAfter(other, [...seconds].reverse());
      if (after) row.push(...after);
      else if (before) row.unshift(...before.reverse());
      other.splice(0, other.length, ...(after || before ? [] : rest));
      this.rows = this.rows.filter((each) => each.length);
      const now = new Map(pairs.map(([first, second]) => [second, first]));
      this.twice = this.twice.map((each) => ({ ...each, pairs: each.pairs.map((ids) => ids.map((id) => now.get(id) || id)) }));
      this.toDoubtful();
      this.draw();
    }

    merge(one, other) {
      if (one.doubtful && !other.doubtful) one.card = other.card;
      one.doubtful = one.doubtful && other.doubtful;
      one.also = { photo: other.photo, box: other.box };
    }

    // They are others. Where the packs hold none, one was misread.
    other() {
      this.push();
      const { pairs, certain } = this.twice.shift();
      for (const id of pairs.flat()) this.find(id).doubtful = certain || this.find(id).doubtful;
      this.toDoubtful();
      this.draw();
    }

    show(photo) {
      this.shown = photo;
      this.picked = this.adding = null;
      this.draw();
    }

    // The cards of the photo that is shown go with it, but those that another one shows too.
    takeOut() {
      this.push();
      this.out = [...this.out, this.shown];
      const stays = (one) => {
        if (one.photo !== this.shown || !one.box) return one;
        return one.also && !this.out.includes(one.also.photo) ? { ...one, ...one.also, also: null, second: null } : null;
      };
      this.rows = this.rows.map((row) => row.map(stays).filter(Boolean)).filter((row) => row.length);
      this.shown = this.photos[0];
      this.toDoubtful();
      this.draw();
    }

    // Further photos of the same hand, taken beside the cards.
    async another() {
      if (!this.taking) {
        const { photographMore } = await import(part("more").dataset.photo);
        const page = { has: () => this.taken, arrive: (photos) => this.arrive(photos) };
        this.taking = photographMore(part("all"), part("more"), form, page);
      }
      this.taking.open();
    }

    async arrive(photos) {
      this.push([...this.out, ...photos]);
      for (const photo of photos) {
        const rows = this.rows.map((row) => ["row", row.map(({ card }) => written(card)).join(" ")]);
        const answer = await fetchWithin(`${address(photo, "/beside")}&${new URLSearchParams(rows)}`);
        if (answer.ok) this.take(JSON.parse(answer.text));
      }
      this.taking.close();
      this.toDoubtful();
      this.draw();
    }

    take({ photos, rows, twice, strange }) {
      const stood = this.cards.map(({ id }) => id), named = (id) => stood[id] || id;
      putSizes(photos);
      Object.assign(given.strange, strange);
      this.rows.push(...rows);
      this.twice.push(...twice.map((each) => ({ ...each, pairs: each.pairs.map(([first, second]) => [named(first), second]) })));
    }

    keep() {
      if (this.card && this.card.doubtful) { this.push(); Object.assign(this.card, { doubtful: false, second: null }); }
      this.adding = null;
      this.toDoubtful();
      this.draw();
      if (this.picked === null) part("use").focus({ preventScroll: true });
    }

    // The reader's second guess is right.
    guessed() {
      this.tap(this.card.guess);
      if (this.picked === null) part("use").focus({ preventScroll: true });
    }

    both() {
      this.push();
      const { id, photo, card, second } = this.card, row = this.rowOf(id);
      Object.assign(this.card, { doubtful: false, second: null });
      row.splice(row.findIndex((one) => one.id === id) + 1, 0, { id: `+${++this.added}`, photo, card, box: second, doubtful: false });
      this.toDoubtful();
      this.draw();
    }

    drop() {
      this.push();
      this.rows = this.rows.map((row) => row.filter(({ id }) => id !== this.picked)).filter((row) => row.length);
      this.toDoubtful();
      this.draw();
    }

    toDoubtful() {
      const alike = ([first, second]) => first && second && (first.card === second.card || first.doubtful || second.doubtful);
      this.twice = this.twice
        .map((each) => ({ ...each, pairs: each.pairs.filter((ids) => alike(ids.map((id) => this.find(id)))) }))
        .filter(({ pairs }) => pairs.length);
      this.picked = this.doubtful.length && !this.twice.length ? this.doubtful[0].id : null;
    }

    get now() { return { rows: this.rows, twice: this.twice, out: this.out }; }

    // What undo brings back; `out` are the photos that are not there then.
    push(out = this.out) { this.past = [...this.past, JSON.stringify({ ...this.now, out })].slice(-DEPTH); }

    undo() {
      if (!this.past.length) return;
      Object.assign(this, JSON.parse(this.past.pop()));
      this.adding = null;
      if (!this.photos.includes(this.shown)) this.shown = this.photos[0];
      this.toDoubtful();
      this.draw();
    }

    draw() {
      const asking = this.asking !== undefined, mending = this.card !== undefined || this.adding !== null;
      document.body.classList.toggle("mending", mending || asking);
      part("all").hidden = mending || asking;
      part("one").hidden = !mending;
      part("twice").hidden = !asking;
      part("add").hidden = mending || asking;
      if (part("told")) part("told").hidden = mending && this.past.length > 0; // what is wrong with the photo, until the first card is answered
      const on = this.asking ? this.find(this.asking.pairs[0][0]) : this.card || this.adding;
      if (on && on.box) this.shown = on.photo;
      this.drawRows();
      this.drawPhotos();
      this.drawBoxes();
      this.drawOne();
      this.drawTwice();
      this.count();
      this.warn();
      const { past, added } = this;
      history.replaceState({ ...history.state, look: { ...this.now, past, added } }, "", this.own);
    }

    // The page's address with all of its photos, so that it can be loaded again.
    get own() {
      const [, ...others] = Object.keys(sizes), now = new URL(location.href);
      if (others.length) now.searchParams.set("also", others.join(" "));
      now.searchParams.delete("row");
      return now.href;
    }

    drawPhotos() {
      const [, ...others] = Object.keys(sizes);
      for (const field of document.querySelectorAll("[data-also]")) field.value = others.join(" ");
      part("out").value = this.out.join(" ");
      part("several").hidden = this.photos.length < 2;
      part("badly").hidden = !this.past.length; // a deck is read badly when something was put right
      part("more").hidden = this.taken >= MOST;
      document.body.classList.toggle("among-several", this.photos.length > 1);
      part("photos").replaceChildren(...(this.photos.length > 1 ? this.photos : []).map((photo, number) => {
        const chip = document.createElement("button");
        Object.assign(chip, { type: "button", className: "tool words", textContent: number + 1 });
        chip.setAttribute("aria-label", words.photo.replace("{number}", number + 1));
        chip.dataset.of = photo;
        chip.setAttribute("aria-pressed", String(photo === this.shown));
        return chip;
      }));
      for (const image of [part("whole"), part("crop")].map((svg) => svg.querySelector("image"))) this.drawPhoto(image, this.shown);
    }

    drawPhoto(image, photo) {
      const href = address(photo, "/picture");
      if (image.getAttribute("href") !== href) image.setAttribute("href", href);
      for (const [name, side] of Object.entries(sizes[photo])) image.setAttribute(name, side);
    }

    // Both places of the cards in question.
    drawTwice() {
      if (!this.asking) return;
      const { pairs, certain } = this.asking;
      part("certain").hidden = !certain;
      [...form.querySelectorAll("[data-seen]")].forEach((crop, side) => {
        const cards = pairs.map((ids) => this.find(ids[side])).filter(({ box }) => box), { photo } = cards[0];
        const boxes = cards.filter((one) => one.photo === photo).map(({ box }) => box);
        this.drawPhoto(crop.querySelector("image"), photo);
        crop.setAttribute("viewBox", around(photo, boxAround(boxes), boxes.length > 1 ? RUN : AROUND));
        crop.querySelector(".boxes").replaceChildren(...boxes.flatMap((box) => this.frame(box, " picked", photo)));
      });
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
      chip.className = "lift" + (one.doubtful ? " doubtful" : "") + (one.id.startsWith("+") || !one.box ? " added" : "");
      chip.dataset.id = one.id;
      chip.setAttribute("aria-pressed", String(picked));
      chip.setAttribute("aria-label", capital(one.doubtful ? said(words.please_look, one.card) : named(one.card)));
      chip.append(face(one.card));
      return chip;
    }

    drawBoxes() {
      const shown = this.seenOn(this.shown).sort((a, b) => (a.one.id === this.picked) - (b.one.id === this.picked));
      const boxes = shown.flatMap(({ one: { id, card, doubtful }, box }) =>
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

    frame([x, y, wide, high], name, photo = this.shown) {
      const least = Math.max(...Object.values(sizes[photo])) / SMALLEST, width = Math.max(least, wide), height = Math.max(least, high);
      const at = { x: x - (width - wide) / 2, y: y - (height - high) / 2, width, height };
      return [drawing("rect", { class: "under", ...at }), drawing("rect", { class: "frame" + name, ...at })];
    }

    drawOne() {
      const one = this.card, box = one ? one.box : this.adding && this.adding.box, { width, height } = sizes[this.shown];
      part("crop").toggleAttribute("hidden", !box);
      if (box) part("crop").setAttribute("viewBox", around(this.shown, box, AROUND));
      const { clientWidth, clientHeight } = part("whole").parentElement;
      part("whole").setAttribute("viewBox", box ? around(this.shown, box, BESIDE, clientWidth / clientHeight) : `0 0 ${width} ${height}`);
      const [, , broad, tall] = part("whole").getAttribute("viewBox").split(" ").map(Number);
      part("boxes").setAttribute("font-size", Math.max(broad, tall) / LABELS);
      const twice = Boolean(one && one.second);
      part("keep").textContent = twice ? words.it_is_one : one && one.doubtful ? words.yes : words.done;
      part("both").hidden = !twice;
      const guess = one && one.doubtful && !twice && one.guess !== one.card ? one.guess : null;
      part("guess").hidden = !guess;
      part("guess").textContent = guess ? words.no_but.replace("{card}", label(guess)) : "";
      part("guess").setAttribute("aria-label", guess ? said(words.no_but, guess) : "");
      part("drop").hidden = !one;
      part("after").hidden = !one || Boolean(guess);
      for (const key of every) key.classList.toggle("in", Boolean(one) && one.card === key.value);
    }

    asked() {
      const one = this.card, { box } = this.adding || {};
      if (this.adding) return box ? words.here : words.missing;
      if (this.asking) return this.askedTwice();
      if (!one) return "";
      if (one.second) return said(words.one_or_two, one.card);
      return one.doubtful ? said(words.sure, one.card) : capital(named(one.card));
    }

    askedTwice() {
      const { pairs } = this.asking;
      return pairs.length > 1 ? words.same : said(words.same_one, this.find(pairs[0][0]).card);
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
