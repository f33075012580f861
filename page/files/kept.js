// The folder of the pad, kept in the browser's database. What Python writes is marked, and saved in one transaction before anybody hears of it.
const PAGE = 4096, DAY = 86400000; // bytes; milliseconds
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// Another Python has become the owner, and knows more.
export class Superseded extends Error {}

export class Kept {
  // `name`: of the database; `owner`: of whoever may write from now on; `folder`: in the memory of Python.
  static async open(name, owner, folder) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => { for (const store of ["about", "pages", "answers"]) opening.result.createObjectStore(store); };
    const kept = new Kept(await done(opening), owner, folder);
    await kept.change((stores) => stores.about.put(owner, "owner"), false);
    return kept;
  }

  constructor(database, owner, folder) {
    this.database = database;
    this.owner = owner;
    this.folder = folder;
    this.saved = new Map(); // path -> its node, as it was saved
    this.marked = new Map(); // node -> numbers of its changed pages
  }

  // One transaction; one that another has followed as the owner changes nothing.
  change(act, isOwner = true) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(["about", "pages", "answers"], "readwrite", { durability: "strict" });
      const stores = Object.fromEntries(["about", "pages", "answers"].map((name) => [name, transaction.objectStore(name)]));
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error || new Superseded());
      const owning = stores.about.get("owner");
      owning.onsuccess = () => { if (isOwner && owning.result !== this.owner) transaction.abort(); else act(stores); };
    });
  }

  // Lays out the files as they were saved, and marks what changes from then on.
  async lay(FS) {
    this.FS = FS;
    FS.mkdirTree(this.folder);
    const reading = this.database.transaction(["about", "pages"]), sizes = (await done(reading.objectStore("about").get("sizes"))) || {};
    for (const [path, size] of Object.entries(sizes)) {
      const content = new Uint8Array(size), range = IDBKeyRange.bound([path], [path, []]);
      const [keys, pages] = await Promise.all([done(reading.objectStore("pages").getAllKeys(range)), done(reading.objectStore("pages").getAll(range))]);
      keys.forEach(([, number], at) => content.set(pages[at].subarray(0, size - number * PAGE), number * PAGE));
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, content);
    }
    this.watch();
    for (const [path, node] of this.files()) this.saved.set(path, node);
  }

  watch() {
    const { FS, marked } = this, probe = `${this.folder}/probe`;
    FS.writeFile(probe, "");
    const operations = FS.lookupPath(probe).node.stream_ops, write = operations.write;
    operations.write = function (stream, buffer, offset, length, position, ...rest) {
      if (!marked.has(stream.node)) marked.set(stream.node, new Set());
      for (let page = Math.floor(position / PAGE); page * PAGE < position + length; page += 1) marked.get(stream.node).add(page);
      return write.call(this, stream, buffer, offset, length, position, ...rest);
    };
    FS.unlink(probe);
  }

  // The files of the folder by path.
  files(folder = this.folder) {
    return this.FS.readdir(folder).filter((name) => name !== "." && name !== "..").flatMap((name) => {
      const path = `${folder}/${name}`, { node } = this.FS.lookupPath(path);
      return this.FS.isDir(node.mode) ? this.files(path) : [[path, node]];
    });
  }

  // What has changed since it was saved: pages to write, ranges to delete, the sizes of all files. Nothing where nothing has.
  changes() {
    const files = new Map(this.files()), pages = [], gone = [];
    for (const [path, node] of files) {
      const isKnown = this.saved.get(path) === node, count = Math.ceil(node.usedBytes / PAGE);
      const numbers = isKnown ? [...(this.marked.get(node) || [])].filter((number) => number < count) : Array.from({ length: count }, (_, at) => at);
      if (!isKnown) gone.push([path, 0]);
      else if (this.marked.has(node)) gone.push([path, count]);
      for (const number of numbers) {
        const page = new Uint8Array(PAGE);
        page.set(node.contents.subarray(number * PAGE, Math.min((number + 1) * PAGE, node.usedBytes)));
        pages.push([[path, number], page]);
      }
    }
    for (const path of this.saved.keys()) if (!files.has(path)) gone.push([path, 0]);
    if (!pages.length && !gone.length) return null;
    return { files, pages, gone, sizes: Object.fromEntries([...files].map(([path, node]) => [path, node.usedBytes])) };
  }

  // Saves what has changed, and the answer that tells of it. Fails where the browser does not take it, or another Python has followed.
  async save(id, answer) {
    const changes = this.changes();
    if (!changes && !answer) return;
    await this.change((stores) => {
      if (answer) stores.answers.put({ ...answer, at: Date.now() }, id);
      if (!changes) return;
      for (const [path, from] of changes.gone) stores.pages.delete(IDBKeyRange.bound([path, from], [path, []]));
      for (const [key, page] of changes.pages) stores.pages.put(page, key);
      stores.about.put(changes.sizes, "sizes");
    });
    this.marked.clear();
    if (changes) this.saved = changes.files;
  }

  // The answers of the last day that nobody said to have.
  async answers() {
    const store = this.database.transaction("answers").objectStore("answers"), answers = await done(store.getAll());
    const old = answers.filter(({ at }) => Date.now() - at > DAY);
    for (const { id } of old) this.forget(id);
    return answers.filter((answer) => !old.includes(answer));
  }

  forget(id) {
    this.database.transaction("answers", "readwrite").objectStore("answers").delete(id);
  }
}
