"""Makes GDB understand MPI when this file is sourced:

    (gdb) source PREFIX/share/mpidbg/gdb/mpidbg.py
    (gdb) help mpi

The package mpidbg_gdb and mpidbg's libraries are found relative to this file, in a build tree or installed.
"""

import os
import sys

import gdb

if sys.version_info < (3, 9):
    raise gdb.GdbError("The front end of mpidbg needs Python 3.9 or later; this GDB has {}.{}.".format(*sys.version_info[:2]))

# GDB sets __file__ to the outermost script being sourced, so the path of this file comes from its code.
sys.path.insert(0, os.path.dirname(os.path.abspath((lambda: None).__code__.co_filename)))
try:
    import mpidbg_gdb
except ImportError as error:
    raise gdb.GdbError(f"This installation of mpidbg is incomplete: {error} (in {sys.path[0]}).")
finally:
    del sys.path[0]

mpidbg_gdb.install()
