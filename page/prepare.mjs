// Has the pad make what no start has to make then, by the Python that will run it: node prepare.mjs LIBRARIES APP FOLDER PYTHON, three
// archives and the folder for what is made.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const PREPARE = `
import packed_modules
packed_modules.add("/lib/pad", "/lib/libraries.zip", "/lib/app.zip")
from scorepad.in_browser.asked_app import AskedApp
AskedApp("https://pad.example/").prepare("/made")
`;
const [libraries, app, folder, stdLibURL] = process.argv.slice(2);
const python = await loadPyodide({ stdLibURL });
python.FS.writeFile("/lib/libraries.zip", new Uint8Array(readFileSync(libraries)));
python.FS.writeFile("/lib/app.zip", new Uint8Array(readFileSync(app)));
python.FS.mkdirTree("/pad");
python.FS.mkdirTree("/made");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/made");
python.runPython(PREPARE);
