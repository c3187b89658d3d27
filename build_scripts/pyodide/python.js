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

/** Import all that the rules can come to need, and answer once what every page asks first. */
export const PREPARE = `
import gc, importlib, linecache, pkgutil

def prepare():
    import icepool, pydantic, random
    import pydantic.dataclasses
    import py_rules

    for module in pkgutil.walk_packages(py_rules.__path__, "py_rules."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    from py_rules.service import Service

    Service().handle('{"v":1,"op":"describe"}')

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
