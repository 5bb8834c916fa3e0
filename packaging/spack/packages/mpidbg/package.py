# SPDX-License-Identifier: BSD-3-Clause

from spack.package import *


class Mpidbg(CMakePackage):
    """Says why an MPI job hangs, and shows what MPI holds inside running, stopped or dead processes. No MPI library is needed to
    build it: recorders for those of the site are made with `mpidbg record --build`."""

    homepage = "https://example.invalid/mpidbg"
    # The clone that this recipe is in: `spack dev-build mpidbg@main`, or a mirror of the site.
    git = "file:///path/to/mpidbg"

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("gdb", default=True, description="The package for GDB, and the Python package mpidbg")
    variant("recorder", default=False, description="Recorders for Open MPI and MPICH, where mpicc.openmpi and mpicc.mpich are")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("elfutils")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("nlohmann-json", type="build")
    depends_on("cli11@2.3:", type="build")
    depends_on("gdb@12:+python", when="+gdb", type="run")
    depends_on("python@3.9:", when="+gdb", type="run")

    conflicts("%gcc@:11", msg="C++20 as gcc 12 and clang 14 have it")
    conflicts("%clang@:13", msg="C++20 as gcc 12 and clang 14 have it")
    conflicts("platform=darwin", msg="Linux only")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("MPIDBG_BUILD_TESTS", False),
            self.define("MPIDBG_BUILD_SAMPLES", False),
            self.define_from_variant("MPIDBG_BUILD_GDB", "gdb"),
            self.define_from_variant("MPIDBG_BUILD_RECORDER", "recorder"),
        ]

    def setup_run_environment(self, env):
        env.prepend_path("PYTHONPATH", self.prefix.share.mpidbg.python)
