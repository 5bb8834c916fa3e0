"""Source this file in ~/.gdbinit, and GDB loads the front end of mpidbg as soon as a program loads an MPI library:

    source PREFIX/share/mpidbg/gdb/auto-load.py

Whatever is beside this file is loaded, so that an installation can be moved.
"""


def _load_with_mpi():
    import os
    import re

    import gdb

    # GDB's __file__ is that of the outermost script that is being sourced.
    here = os.path.dirname(os.path.abspath((lambda: None).__code__.co_filename))
    # libmpi.so.40, libmpich.so.12, libopen_mpi.so.40, libmpi_abi.so.1, libmpi_gnu_112.so.12
    mpi_library = re.compile(r"lib(?:open_)?mpi(?:ch)?(?:_\w+)?\.so(?:\.|$)")

    def load_if_mpi(objfile):
        if objfile.filename is None or not mpi_library.match(os.path.basename(objfile.filename)):
            return False
        gdb.events.new_objfile.disconnect(on_new_objfile)
        gdb.execute(f"source {here}/mpidbg.py")
        return True

    def on_new_objfile(event):
        load_if_mpi(event.new_objfile)

    gdb.events.new_objfile.connect(on_new_objfile)
    any(load_if_mpi(objfile) for objfile in gdb.objfiles())


_load_with_mpi()
del _load_with_mpi
