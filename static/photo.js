// Photos of one hand from this phone: taken or chosen, made smaller, sent, waited for, one after another. Opened by the pad's photo button.
const MOST = 5, LONGEST = 2560, QUALITY = 0.95, LIGHT = 4_000_000, ASK = 400, PREVIEW = 720;
const JSON_PLEASE = { Accept: "application/json" };

// The picture as a JPEG, turned upright; as it is where it is small, or this phone cannot draw it (HEIC).
async function shrunk(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const part = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const sent = part === 1 && file.size <= LIGHT ? file : await drawn(picture, part);
    return { picture, sent };
  } catch {
    return { picture: null, sent: file };
  }
}

function drawn(picture, part) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * part);
  canvas.height = Math.round(picture.height * part);
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("not drawn"))), "image/jpeg", QUALITY));
}

// Fields of the form that the pad belongs to, as an address of its page.
function address(pad, path) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(pad.form)) {
    if (typeof value === "string" && value && !["csrf_token", "op", "expected"].includes(name)) fields.set(name, value);
  }
  return `${path}?${fields}`;
}

function drawing(name, attributes, words = "") {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, value);
  shape.textContent = words;
  return shape;
}

// The size of names at which most have room beside the others: one is about twice as wide as high.
function labelSize(found) {
  const middles = found.filter(({ card }) => card).map(({ box: [x, y, wide, high] }) => [x + wide / 2, y + high / 2]);
  const rooms = middles.map(([x, y], place) => Math.min(...middles.filter((_, other) => other !== place).map(([otherX, otherY]) =>
    Math.max(Math.abs(otherX - x) / 2, Math.abs(otherY - y)))));
  return rooms.sort((one, other) => one - other)[Math.floor(rooms.length / 3)] || 0;
}

class Taking {
  constructor(pad, button) {
    this.pad = pad;
    this.token = button.dataset.token;
    this.words = JSON.parse(button.dataset.says);
    [this.path, this.field] = button.value.split("#");
    this.files = []; // still to be sent
    this.read = []; // the photos that were read, by their ids
    pad.place.before(pad.root.querySelector("template[data-taking]").content.cloneNode(true));
    this.panel = pad.root.querySelector(".taking");
    this.progress = this.part("progress");
    this.inputs = [...this.panel.querySelectorAll("input")];
    for (const input of this.inputs) input.addEventListener("change", () => this.take(input));
    this.part("[data-close]").addEventListener("click", () => this.close());
    this.part("[data-again]").addEventListener("click", () => this.send());
    this.part("[data-taps]").addEventListener("click", () => this.stepAside());
    this.part("[data-look]").addEventListener("click", () => this.arrive(this.read.splice(0)));
    addEventListener("online", () => { if (this.lost) this.send(); });
    addEventListener("pageshow", (event) => { if (event.persisted) this.close(); });
  }

  part(selector) { return this.panel.querySelector(selector); }

  get room() { return MOST; }

  get query() { return new URLSearchParams({ to: address(this.pad, this.path), field: this.field }); }

  get canStepAside() { return true; }

  open() {
    if (this.aside) return this.part("[data-told]").scrollIntoView({ block: "nearest" });
    this.panel.hidden = false;
    this.pad.root.classList.add("photographing");
    this.show("");
    this.part("label").scrollIntoView({ block: "nearest" });
    this.inputs[0].focus({ preventScroll: true });
  }

  close() {
    this.stop();
    for (const photo of this.read.splice(0)) this.forget(photo);
    this.panel.hidden = true;
    this.aside = false;
    this.pad.root.classList.remove("photographing");
  }

  // The keys come back while the photo is read beside them.
  stepAside() {
    this.aside = true;
    this.pad.root.classList.remove("photographing");
    this.show(this.part("[data-told]").textContent, this.panel.dataset.state);
  }

  // What is under way ends; a photo that was handed in is deleted.
  stop() {
    this.lost = false;
    clearTimeout(this.timer);
    if (this.request) this.request.abort();
    if (this.photo) this.forget(this.photo);
    this.request = this.photo = null;
  }

  forget(photo) {
    fetch(`/photo/${photo}/forget?${this.query}`, { method: "POST", headers: { "X-CSRFToken": this.token }, redirect: "manual" }).catch(() => {});
  }

  // `state` is "" while a photo is picked, "busy" while it is sent and read, "ready" once it is read and the
  // player taps, "failed".
  show(words, state = "") {
    this.panel.dataset.state = state;
    this.panel.classList.toggle("aside", Boolean(this.aside));
    this.part("[data-taps]").hidden = state !== "busy" || this.aside || !this.canStepAside;
    this.part("[data-look]").hidden = state !== "ready";
    this.part("[data-told]").textContent = words;
    this.part(".taken").hidden = !words;
    this.progress.hidden = state !== "busy";
    const again = state === "failed" && Boolean(this.blob);
    this.part("[data-again]").hidden = !again;
    this.inputs[0].parentElement.classList.toggle("primary", !again);
    for (const input of this.inputs) input.parentElement.hidden = state === "busy" || state === "ready";
    this.part("[data-close]").textContent = state === "busy" || state === "ready" ? this.words.cancel : this.words.by_hand;
  }

  take(input) {
    const files = [...input.files];
    input.value = "";
    if (!files.length) return;
    this.blob = null;
    if (files.length > this.room - this.read.length) return this.show(this.words.too_many, "failed");
    this.files = files;
    this.next();
  }

  async next() {
    const file = this.files.shift();
    this.stop();
    this.blob = null;
    this.show(this.words.getting_ready, "busy");
    const { picture, sent } = await shrunk(file);
    this.preview(picture);
    this.blob = sent;
    this.send();
  }

  preview(picture) {
    const canvas = this.part("canvas"), part = picture ? PREVIEW / Math.max(picture.width, picture.height) : 0;
    canvas.width = picture ? picture.width * part : 0;
    canvas.height = picture ? picture.height * part : 0;
    if (picture) canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    if (picture) picture.close();
    this.frame([]);
  }

  // Frames around the corners that were found so far, in pixels of a picture of that size.
  frame(found, [width, height] = [0, 0]) {
    const svg = this.part(".seen svg"), unit = Math.max(width, height) / 100;
    const size = Math.min(4 * unit, Math.max(2.4 * unit, labelSize(found)));
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.replaceChildren(...found.flatMap(({ box: [x, y, wide, high], card }) => {
      // Within the picture: at its upper edge the name is below its frame.
      const middle = Math.min(Math.max(x + wide / 2, 1.2 * size), width - 1.2 * size);
      const foot = y - unit > 0.8 * size ? y - unit : y + high + size;
      return [drawing("rect", { x, y, width: wide, height: high }), drawing("text", { x: middle, y: foot, "font-size": size }, card)];
    }));
  }

  send() {
    this.stop();
    const request = this.request = new XMLHttpRequest(), fields = new FormData();
    fields.set("photo", this.blob, "photo");
    this.show(this.words.sending, "busy");
    this.progress.value = 0;
    request.open("POST", `/photo?${this.query}`);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRFToken", this.token);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => { this.progress.value = loaded / total; };
    request.onload = () => this.sent(request);
    request.onerror = () => {
      this.lost = true;
      this.show(this.words.unsent, "failed");
    };
    request.send(fields);
  }

  sent(request) {
    this.request = null;
    const answer = request.response || {};
    if (request.status !== 200) {
      const words = answer.error ? answer.error.message : request.status === 413 ? this.words.too_large : this.words.refused;
      if (answer.error && request.status < 500) this.blob = null;
      return this.show(words, "failed");
    }
    this.photo = answer.photo;
    this.show(this.words.reading, "busy");
    this.progress.removeAttribute("value");
    this.ask(this.photo);
  }

  async ask(photo) {
    let state = null;
    try {
      const answer = await fetchWithin(`/photo/${photo}/state`, { headers: JSON_PLEASE, cache: "no-store" });
      state = JSON.parse(answer.text);
      if (!answer.ok) state = { state: "failed", words: state.error.message };
    } catch { /* no connection: asked again */ }
    if (photo !== this.photo) return;
    if (state && state.state === "read") return this.leave(photo);
    if (state && state.state === "failed") { this.photo = null; return this.show(state.words, "failed"); }
    if (state) this.frame(state.found, state.size);
    this.show(state ? state.words : this.words.waiting, "busy");
    this.timer = setTimeout(() => this.ask(photo), ASK);
  }

  leave(photo) {
    this.photo = null;
    this.read.push(photo);
    if (this.files.length) return this.next();
    if (this.aside) return this.show(this.words.is_read, "ready");
    this.arrive(this.read.splice(0));
  }

  arrive([photo, ...others]) {
    const query = this.query;
    if (others.length) query.set("also", others.join(" "));
    location.assign(`/photo/${photo}?${query}`);
  }
}

// Further photos of a hand whose page is open: `has` says how many there are, `arrive` takes those that were read.
class TakingMore extends Taking {
  constructor(place, button, form, { has, arrive }) {
    super({ root: place.parentElement, place, form }, button);
    Object.assign(this, { has, arrive });
  }

  get room() { return MOST - this.has(); }

  get canStepAside() { return false; }

  get query() {
    const fields = new URL(this.pad.form.action).searchParams;
    return new URLSearchParams({ to: fields.get("to"), field: fields.get("field") });
  }
}

const open = new WeakMap();

export function photograph(pad, button) {
  if (!open.has(pad.root)) open.set(pad.root, new Taking({ root: pad.root, place: pad.root.querySelector(".keys"), form: pad.form }, button));
  open.get(pad.root).open();
}

export const photographMore = (place, button, form, page) => new TakingMore(place, button, form, page);
