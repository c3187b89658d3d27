/**
 * The Python that is run while the runtime is built.
 */

/** Put the wheels of /tmp where Python finds them. Pyodide's snapshots know no installed distributions. */
export const INSTALL = `
import importlib, site, zipfile
from pathlib import Path

def install():
    for wheel in sorted(Path("/tmp").glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            wanted = [n for n in archive.namelist() if ".dist-info/" not in n]
            archive.extractall(site.getsitepackages()[0], wanted)
        wheel.unlink()
    importlib.invalidate_caches()

install()
del install
`;

/**
 * Import what answers questions, all games with it, and answer once what every page asks first. Python answers such questions
 * quicker from then on; and what is there by then, it need not look through for garbage any more.
 */
export const PREPARE = `
import gc, json, linecache

def prepare():
    import random
    import pydantic.dataclasses
    from py_rules.service import Service

    service = Service()

    def ask(**question):
        reply = json.loads(service.handle(json.dumps({"v": 1, **question})))
        if not reply["ok"]:
            raise SystemExit(f"{question} is answered {reply}")
        return reply["value"]

    board = {"grid": {"cols": 9, "rows": 9}, "tokens": [{"id": "a", "col": 4, "row": 4}]}
    mover = {"token": "a"}
    path = [{"col": col, "row": 4} for col in (4, 5, 6)]
    for system in ask(op="describe")["systems"]:
        about = {"system": system["id"], "scene": board}
        ask(op="destinations", mover=mover, **about)
        ask(op="plan", movers=[{**mover, "route": {"path": path}}], **about)

prepare()
del prepare
# Sources that were read for the descriptions of fields.
linecache.clearcache()
gc.collect()
gc.freeze()
`;

/** The names of all modules that are loaded, one a line. */
export const MODULES = `
import sys
"\\n".join(sorted(sys.modules))
`;
