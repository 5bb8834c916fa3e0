# MPI in GDB, when a program loads an MPI library. The package may have been removed, which leaves this file.
def _load_mpidbg():
    import os

    import gdb

    script = "/usr/share/mpidbg/gdb/auto-load.py"
    if os.path.exists(script):
        gdb.execute(f"source {script}")


_load_mpidbg()
del _load_mpidbg
