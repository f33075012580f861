// The pad is out of reach: the way back, the tables that this phone keeps, and the page itself once the pad answers.
(() => {
  "use strict";
  const AGAIN = 5000; // milliseconds
  const home = document.querySelector("a.home").pathname, list = document.querySelector("[data-kept-tables]");

  const back = document.querySelector("[data-back]");
  back.hidden = history.length < 2;
  back.addEventListener("click", () => history.back());

  function knownTables() {
    try { return Object.values(JSON.parse(localStorage.getItem("scorepad:tables")) || {}); } catch { return []; }
  }

  async function listTables() {
    for (const table of knownTables().sort((one, other) => other.day.localeCompare(one.day))) {
      const address = `${home}t/${table.id}`;
      if (!(await caches.match(address))) continue;
      const line = document.createElement("li"), link = document.createElement("a"), name = document.createElement("strong"), about = document.createElement("span");
      link.href = address;
      name.textContent = table.name || table.game;
      about.className = "quiet";
      about.textContent = table.players;
      link.append(name, about);
      line.append(link);
      list.append(line);
    }
  }

  async function look() {
    if (document.hidden) return;
    const answer = await fetch(home + "healthz", { cache: "no-store" }).catch(() => null);
    if (answer && answer.ok) location.reload();
  }

  if (window.caches) listTables();
  if (!("kept" in document.documentElement.dataset)) return; // the pad has just sent it
  setInterval(look, AGAIN);
  addEventListener("online", look);
})();
