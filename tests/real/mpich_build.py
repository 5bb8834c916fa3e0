"""The build of MPICH that mpirun.mpich starts jobs with, and what the answers about them depend on. tests/libraries.sh runs
the tests of MPICH with others than Debian 12's."""

import os
import re
import subprocess
from dataclasses import dataclass

PROFILES = os.path.join(os.path.dirname(__file__), "../../mpidbg/layout/profiles")


@dataclass
class Build:
    version: str
    ucx: str
    says_version: bool  # in memory, not only in code
    keeps_freed: bool   # a communicator that is freed while a request is pending on it
    keeps_levels: bool  # the thread level of a session
    sees_probes: bool   # what MPI_Probe asks for: a matter of how its functions were compiled
    pieces: int         # of memory that a debugger reads at most for the queues of one of two ranks
    sees_leaders: bool = True  # whom MPI_Intercomm_create waits for: 5.0 keeps that nowhere
    device: str = "ucx"  # or "ofi", with shared memory within the node, where MPICH itself matches messages
    sees_starts: bool = True  # always whom MPI_Win_start waits for: of the standard ABI the window's own group may be at hand as well
    abi: bool = False  # compiled for the standard ABI
    world: str = "0x44000000"

    @property
    def name(self):
        return "MPICH " + self.version

    @property
    def profile(self):
        return os.path.join(PROFILES, self.profile_name + ".json")

    @property
    def profile_name(self):
        kind = "-abi" if self.abi else "" if self.device == "ucx" else f"-{self.device}"
        return f"mpich-{self.version}{kind}-x86_64"

    def layouts(self, found_by="build-id"):
        if self.device != "ucx":
            return f"profile {self.profile_name} (version, checked)"
        return f"profile {self.profile_name} ({found_by}, checked), {self.ucx_layouts}"

    @property
    def ucx_layouts(self):
        return f"profile ucx-{self.ucx}-x86_64 (build-id, checked)"

    # Of a build of the same version that no profile was made from.
    @property
    def unknown_layouts(self):
        return self.layouts("version" if self.says_version else "version unknown")


BUILDS = [Build("4.0.2", "1.13.1", says_version=True, keeps_freed=False, keeps_levels=False, sees_probes=True,
                pieces=1400),
          Build("4.2.1", "1.18.1", says_version=False, keeps_freed=True, keeps_levels=True, sees_probes=False,
                pieces=1700),
          Build("5.0.2", "1.23.0rc1", says_version=False, keeps_freed=True, keeps_levels=False, sees_probes=False,
                pieces=1600, sees_leaders=False),
          Build("5.0.2", "1.23.0rc1", says_version=False, keeps_freed=True, keeps_levels=False, sees_probes=True,
                pieces=1600, sees_leaders=False, sees_starts=False, abi=True, world="0x101"),
          Build("4.0.2", "", says_version=True, keeps_freed=True, keeps_levels=False, sees_probes=False,
                pieces=1600, device="ofi")]


def build_under_test():
    text = subprocess.run(["mpirun.mpich", "--version"], check=True, capture_output=True, text=True).stdout
    version = re.search(r"Version:\s+(\S+)", text).group(1)
    device = re.search(r"--with-device=ch4:(\w+)", text).group(1)
    for build in BUILDS:
        if (build.version, build.device, build.abi) == (version, device, "MPIDBG_TEST_MPICH_ABI" in os.environ):
            return build
    raise AssertionError(f"no profile of MPICH {version} for {device}")


BUILD = build_under_test()
