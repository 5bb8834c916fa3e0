"""Source this file in GDB, and GDB understands MPI:

    (gdb) source PREFIX/share/mpidbg/gdb/mpidbg.py
    (gdb) help mpi

It finds its package and its libraries from where it lies, in a build tree or installed.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    import mpidbg_gdb
finally:
    del sys.path[0]

mpidbg_gdb.install()
