-- mpidbg for Lmod. Copy it to MODULEPATH/mpidbg/0.2.0.lua, and set the prefix.
local prefix = "/opt/mpidbg/0.2.0"

help([[mpidbg says why an MPI job hangs: mpidbg why PID-OF-MPIRUN]])
whatis("Name: mpidbg")
whatis("Version: 0.2.0")
whatis("Description: what MPI is doing inside running, stopped or dead processes")

prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
prepend_path("PYTHONPATH", pathJoin(prefix, "share/mpidbg/python"))
prepend_path("CMAKE_PREFIX_PATH", prefix)
prepend_path("PKG_CONFIG_PATH", pathJoin(prefix, "lib/pkgconfig"))
prepend_path("XDG_DATA_DIRS", pathJoin(prefix, "share"))
-- Profiles of the site's own builds: mpidbg profile extract
-- prepend_path("MPIDBG_PROFILE_PATH", "/opt/mpidbg/profiles")
-- MPIDBG_RECORDER belongs to the module file of each MPI library: mpidbg record --build
