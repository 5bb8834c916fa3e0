"""Loads mpidbg's front end for GDB as soon as a program loads an MPI library, or GDB opens a capture. (GDB reports no
loaded libraries for a capture.) Source this file in ~/.gdbinit:

    source PREFIX/share/mpidbg/gdb/auto-load.py

The front end is the file mpidbg.py in the directory of this file, so that an installation can be moved.
"""


def _load_with_mpi():
    import os
    import re

    import gdb

    # GDB sets __file__ to the outermost script being sourced, so the path of this file comes from its code.
    here = os.path.dirname(os.path.abspath((lambda: None).__code__.co_filename))
    # Matches libmpi.so.40, libmpich.so.12, libopen_mpi.so.40, libmpi_abi.so.1, libmpi_gnu_112.so.12 and the like.
    mpi_library = re.compile(r"lib(?:open_)?mpi(?:ch)?(?:_\w+)?\.so(?:\.|$)")
    core_file = re.compile(r"Local core dump file:\s+\S(.+)\S, file type ")

    def load():
        gdb.events.new_objfile.disconnect(on_new_objfile)
        gdb.events.new_thread.disconnect(on_new_thread)
        gdb.execute(f"source {here}/mpidbg.py")
        return True

    def load_if_mpi(objfile):
        return objfile.filename is not None and bool(mpi_library.match(os.path.basename(objfile.filename))) and load()

    def load_if_capture(inferior):
        connection = getattr(inferior, "connection", None)
        if connection is None or connection.type != "core":
            return False
        found = core_file.search(gdb.execute("info files", to_string=True))
        try:
            with open(found.group(1) if found else os.devnull, "rb") as file:
                start = file.read(16)
        except OSError:
            return False
        # mpidbg_gdb/captures.py recognises captures in the same way.
        return start[:4] == b"\x7fELF" and start[9:] == b"mpidbg\0" and load()

    def on_new_objfile(event):
        load_if_mpi(event.new_objfile)

    # GDB has no event for an opened core file, but one for each of its threads.
    def on_new_thread(event):
        load_if_capture(event.inferior_thread.inferior)

    gdb.events.new_objfile.connect(on_new_objfile)
    gdb.events.new_thread.connect(on_new_thread)
    any(load_if_mpi(objfile) for objfile in gdb.objfiles()) or any(load_if_capture(inferior) for inferior in gdb.inferiors())


_load_with_mpi()
del _load_with_mpi
