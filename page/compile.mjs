// Compiles the Python sources below folders to .pyc without sources, by the Python that will run them.
// node compile.mjs FOLDER LEVEL …: LEVEL is 1 to leave asserts out, 2 to leave docstrings out too.
import { loadPyodide } from "pyodide";

const COMPILE = `
import pathlib
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

def compile_all(folder, level):
    top = pathlib.Path(folder)
    for source in sorted(top.rglob("*.py")):
        text = source.read_bytes()
        name = f"/{source.relative_to(top)}"
        code = compile(text, name, "exec", dont_inherit=True, optimize=level)
        source.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(code, source_hash(text), False))
        source.unlink()

compile_all
`;

const python = await loadPyodide(), given = process.argv.slice(2);
const compileAll = python.runPython(COMPILE);
for (let at = 0; at < given.length; at += 2) {
  const place = `/compiled${at}`;
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: given[at] }, place);
  compileAll(place, Number(given[at + 1]));
}
