"""Makes libmqs_shim.so and libmpidbg-processes.so available, through the ctypes bindings of the front end for GDB
(mpidbg_gdb)."""

import os
import sys

_HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# This package is in PREFIX/share/mpidbg/python, and mpidbg_gdb in PREFIX/share/mpidbg/gdb or, in a build tree, in
# gdb_python.
for _place in ("../gdb", "../gdb_python"):
    _package = os.path.normpath(os.path.join(_HERE, _place))
    if os.path.isdir(os.path.join(_package, "mpidbg_gdb")):
        break
else:
    raise ImportError(f"This installation of mpidbg is incomplete: there is no {os.path.normpath(os.path.join(_HERE, '../gdb'))}/mpidbg_gdb.")
sys.path.insert(0, _package)
try:
    from mpidbg_gdb import lent_targets, shim  # noqa: F401
    from mpidbg_gdb.errors import MpiError as Error, sentence  # noqa: F401
finally:
    del sys.path[0]
