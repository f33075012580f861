// Says in words what this browser lacks, one thing at a time, or begins. Written so that any browser reads it.
(function () {
  var every = JSON.parse(document.getElementById("words").textContent), known = null, root = document.documentElement;
  var byId = function (id) { return document.getElementById(id); };
  try { known = localStorage.getItem("scorepad language"); } catch (error) { /* it is asked below */ }
  var languages = [known].concat(navigator.languages || [navigator.language || "en"], "en"), language = "en", i;
  for (i = 0; i < languages.length; i += 1) {
    if (every[String(languages[i]).slice(0, 2)]) { language = String(languages[i]).slice(0, 2); break; }
  }
  var words = every[language], marked = document.querySelectorAll("[data-word]");
  root.lang = language;
  for (i = 0; i < marked.length; i += 1) marked[i].textContent = words[marked[i].getAttribute("data-word")];

  function refuse(word) {
    byId("refused").textContent = words[word];
    byId("refused").hidden = false;
    if (byId("full")) byId("full").hidden = false;
    byId("progress").hidden = byId("doors").hidden = true;
    root.setAttribute("data-scorepad", "refused");
  }

  function begin() {
    var script = document.createElement("script");
    script.type = "module";
    script.src = "files/outer.js";
    byId("progress").hidden = byId("doors").hidden = false;
    byId("loaded").textContent = words.starting;
    document.body.appendChild(script);
  }

  // A database that opens at all: a browser may have one, and refuse to use it.
  function tryDatabase(then) {
    var asked;
    try { asked = indexedDB.open("scorepad try", 1); } catch (error) { return refuse("no_store"); }
    asked.onerror = function () { refuse("no_store"); };
    asked.onsuccess = function () { asked.result.close(); indexedDB.deleteDatabase("scorepad try"); then(); };
  }

  function tryRoom() {
    if (!navigator.storage || !navigator.storage.estimate) return begin();
    navigator.storage.estimate().then(function (room) {
      if (room.quota - room.usage < 60e6 && !navigator.serviceWorker.controller) refuse("no_room"); else begin();
    }, begin);
  }

  window.scorepad = { words: words, refuse: refuse };
  if (location.protocol === "file:") return refuse("no_server");
  if (!window.isSecureContext) return refuse("not_secure");
  if (!navigator.serviceWorker) return refuse("no_worker");
  if (!window.WebAssembly) return refuse("no_assembly");
  if (!("noModule" in document.createElement("script")) || !window.BigInt64Array || !WebAssembly.Exception || !window.TransformStream) return refuse("too_old");
  if (!navigator.locks || !window.BroadcastChannel || !window.caches || !window.indexedDB || !crypto.randomUUID || !Object.hasOwn) return refuse("too_old");
  return tryDatabase(tryRoom);
})();
