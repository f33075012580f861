// The pad in a browser, under node: node under_node.mjs PAGE, where PAGE is the folder that bin/page makes. Asked for a list of
// {verb, fields} as JSON, it gives the list of its answers.
import { readFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const ADDRESS = "https://pad.example/play/", HEADERS = { "content-type": "application/json" };
const START = `
import packed_modules
packed_modules.add("/lib/pad", "/lib/libraries.zip", "/lib/app.zip")
from scorepad.in_browser.asked_app import AskedApp
AskedApp
`;
const file = (name) => `${process.argv[2]}/${name}`, content = (name) => new Uint8Array(readFileSync(file(name)));
const { loadPyodide } = await import(pathToFileURL(file("files/pyodide.mjs")));
const { parts, lock } = JSON.parse(readFileSync(file("files/page.json"), "utf8"));
const python = await loadPyodide({ indexURL: file("files/"), stdLibURL: file(parts.python), lockFileContents: lock });
for (const part of ["libraries", "app"]) python.FS.writeFile(`/lib/${part}.zip`, content(parts[part]));
python.FS.mkdirTree("/pad");
const pad = python.runPython(START)(ADDRESS);

function answer({ verb, fields }) {
  const asked = new TextEncoder().encode(JSON.stringify(fields));
  const result = pad.answer("POST", `${ADDRESS}api/v1/${verb}`, HEADERS, asked), [, , answered] = result.toJs();
  result.destroy();
  return JSON.parse(new TextDecoder().decode(answered));
}

process.stdout.write(JSON.stringify((await json(process.stdin)).map(answer)));
