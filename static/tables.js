// The tables that this browser has seen: all of them by evening, searched, archived and brought back.
// A cookie holds the newest; of the others localStorage keeps a line, with a ticket that the pad signed.
(() => {
  "use strict";
  const KEY = "scorepad:tables", MOST = 2000, FEW = 5;
  const page = document.querySelector("[data-tables]"), form = document.querySelector("[data-known-form]");
  const sample = document.querySelector("template[data-line]");
  const home = document.querySelector("a.home"), find = document.querySelector("#find"), archived = page.querySelector("[data-archived]");
  const isKept = "kept" in document.documentElement.dataset; // without a network: the worker has the page of the table, or says that it hasn't
  let showsArchived = false;

  function read() { try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; } }
  function write(tables) {
    const newest = Object.values(tables).sort((one, other) => other.day.localeCompare(one.day)).slice(0, MOST);
    try { localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest.map((table) => [table.id, table])))); } catch { /* private mode */ }
  }

  const tables = read(), inCookie = new Set();
  for (const line of page.querySelectorAll("[data-known]")) {
    const table = JSON.parse(line.dataset.known);
    inCookie.add(table.id);
    tables[table.id] = { ...tables[table.id], ...table };
  }
  write(tables);

  function open(event, table) {
    if (inCookie.has(table.id) || isKept) return;
    event.preventDefault();
    form.elements.ticket.value = table.ticket;
    form.submit();
  }

  function lineOf(table) {
    const line = sample.content.firstElementChild.cloneNode(true), link = line.querySelector("a");
    link.href = home.pathname + "t/" + table.id;
    line.querySelector("strong").textContent = table.name || table.game;
    const [about, stands] = line.querySelectorAll(".quiet");
    about.textContent = (table.name ? table.game + " · " : "") + table.players;
    stands.textContent = table.stands;
    link.addEventListener("click", (event) => open(event, table));
    const button = line.querySelector("[data-archive]");
    button.hidden = false;
    button.textContent = table.archived ? page.dataset.bringBackWords : page.dataset.archiveWords;
    button.setAttribute("aria-label", `${button.textContent}: ${table.name || table.game}, ${table.evening}`);
    button.addEventListener("click", () => {
      table.archived = !table.archived;
      write(tables);
      draw();
      (find.offsetParent ? find : archived).focus({ preventScroll: true });
    });
    return line;
  }

  // Small letters without their marks: what is sought is found however it is typed.
  function plain(text) { return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ı/g, "i").replace(/ł/g, "l"); }

  function fits(table, words) {
    const text = plain([table.name, table.game, table.players, table.evening, table.day].join(" "));
    return words.every((word) => text.includes(word));
  }

  function draw() {
    const all = Object.values(tables).sort((one, other) => other.day.localeCompare(one.day));
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    const shown = all.filter((table) => Boolean(table.archived) === showsArchived && fits(table, words));
    const away = all.filter((table) => table.archived).length;
    const evenings = page.querySelector("[data-evenings]");
    evenings.replaceChildren();
    let last = null, list = null;
    for (const table of shown) {
      if (table.evening !== last) {
        last = table.evening;
        const heading = document.createElement("h3");
        heading.className = "quiet";
        heading.textContent = last;
        list = document.createElement("ul");
        list.className = "ways";
        evenings.append(heading, list);
      }
      list.append(lineOf(table));
    }
    page.hidden = !all.length;
    find.parentElement.hidden = all.length < FEW;
    page.querySelector("[data-none]").hidden = shown.length > 0 || (!words.length && !showsArchived);
    archived.hidden = !away && !showsArchived;
    archived.textContent = showsArchived ? page.dataset.leaveArchiveWords : page.dataset.showArchiveWords.replace("{number}", away);
  }

  find.addEventListener("input", draw);
  archived.addEventListener("click", () => { showsArchived = !showsArchived; draw(); });
  draw();
})();
