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

/** Import all that the rules can come to need, and answer once what pages ask first: the next time is quicker. */
export const PREPARE = `
import gc, importlib, json, linecache, pkgutil

def prepare():
    import icepool, pydantic, random
    import pydantic.dataclasses
    import py_rules

    for module in pkgutil.walk_packages(py_rules.__path__, "py_rules."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    from py_rules import systems
    from py_rules.service import Service

    service = Service()
    service.handle('{"v":1,"op":"describe"}')
    scene = {"grid": {"cols": 30, "rows": 30}, "tokens": [{"id": "a", "col": 15, "row": 15}]}
    way = {"path": [{"col": 15, "row": 15}, {"col": 16, "row": 15}]}
    for system in systems.discover():
        common = {"v": 1, "system": system, "scene": scene}
        for op in ("state", "destinations"):
            service.handle(json.dumps({**common, "op": op, "mover": {"token": "a"}}))
        service.handle(json.dumps({**common, "op": "plan", "movers": [{"token": "a", "route": way}]}))

prepare()
del prepare
# Sources that were read for the descriptions of fields.
linecache.clearcache()
gc.collect()
`;

/** The names of all modules that are loaded, one a line. */
export const MODULES = `
import sys
"\\n".join(sorted(sys.modules))
`;
