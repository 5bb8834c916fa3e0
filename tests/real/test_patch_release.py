"""Stripped builds of releases that no profile was made from: the library of this machine under another build-id and version. What
is known of the series is checked and believed; nothing is believed of another series."""

import json
import os
import re
import subprocess
import tempfile
import unittest

from compare import compare_process, compare_queues, processes_by_pid
from mpi_job import Job, RealTest, openmpi_version, run_mpidbg
from mpich_build import BUILD


def library_of(program, name):
    libraries = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    return os.path.realpath(re.search(rf"{re.escape(name)}\S* => (\S+)", libraries).group(1))


def build_id_of(path):
    notes = subprocess.run(["readelf", "-n", path], check=True, capture_output=True, text=True).stdout
    return bytes.fromhex(re.search(r"Build ID: ([0-9a-f]+)", notes).group(1))


def write_copy(source, target, version, other_version):
    """Both versions are of the same length, so nothing moves."""
    with open(source, "rb") as file:
        data = file.read()
    build_id = build_id_of(source)
    with open(target, "wb") as file:
        file.write(data.replace(build_id, bytes(byte ^ 0x5a for byte in build_id)).replace(version.encode(), other_version.encode()))


class PatchRelease(RealTest):
    def setUp(self):
        self.version = openmpi_version().removeprefix("Open MPI ")
        self.series = self.version.rpartition(".")[0]
        place = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(place.cleanup)
        self.place = place.name

    def job_with(self, version):
        program = os.path.join(os.environ["MPIDBG_SAMPLES"], "hung_recv")
        write_copy(library_of(program, "libmpi.so.40"), os.path.join(self.place, "libmpi.so.40"), self.version, version)
        return Job("hung_recv", 2, environment={"LD_LIBRARY_PATH": self.place})

    def test_unknown_patch_release(self):
        other = self.series + ".9"
        with self.job_with(other) as job:
            def differences():
                found = []
                for process in processes_by_pid(self.ask("queues", *job.pids)).values():
                    found += compare_process(process, job, "Open MPI " + other) + compare_queues(process, job)
                    if f"profile openmpi-{self.version}-x86_64 (series {self.series}, checked)" not in process["layouts"]:
                        found.append(process["layouts"])
                return found

            self.assert_settles(differences)

    def test_unknown_series(self):
        major, _, rest = self.version.partition(".")
        other = f"{major}.8.{rest.partition('.')[2]}"
        with self.job_with(other) as job:
            for process in self.ask("queues", *job.pids, code=6)["processes"]:
                self.assertIn(f"no struct layouts for Open MPI {other}", process["error"])


class ProfileCheck(RealTest):
    def test_profile_of_mpich(self):
        """The structs of another version in the place of the right ones are refused by what the process shows."""
        with open(BUILD.profile, encoding="utf-8") as file:
            profile = json.load(file)
        profiles = os.path.dirname(BUILD.profile)
        others = [name for name in ("mpich-4.0.2-x86_64", "mpich-4.2.1-x86_64") if not BUILD.profile.endswith(name + ".json")]
        with open(os.path.join(profiles, others[0] + ".json"), encoding="utf-8") as file:
            profile["structs"] = json.load(file)["structs"]
        with Job("mpich_hung_recv", 2, mpi="mpich") as job, tempfile.TemporaryDirectory() as place:
            mixed = os.path.join(place, "mixed.json")
            with open(mixed, "w", encoding="utf-8") as file:
                json.dump(profile, file)
            right = run_mpidbg("profile", "check", BUILD.profile, job.pids[0])
            self.assertEqual(right.returncode, 0, right.stderr)
            name = os.path.basename(BUILD.profile).removesuffix(".json")
            self.assertRegex(right.stdout, rf"(?m)^believed +profile {name} \(build-id, checked\)")
            self.assertRegex(right.stdout, r"(?m)^agrees +MPIR_Comm +size \d+: that of the objects in their table, of which \d+ are in use")
            self.assertRegex(right.stdout, r"(?m)^1[01] agree, 0 differ, \d+ not checkable")
            network = run_mpidbg("profile", "check", f"ucx-{BUILD.ucx}-x86_64", job.pids[0])
            self.assertRegex(network.stdout, r"(?m)^agrees +ucp_worker +size \d+: its context, the size of its requests in their pool")
            wrong = run_mpidbg("profile", "check", mixed, job.pids[0])
            self.assertEqual(wrong.returncode, 1, wrong.stdout)
            self.assertRegex(wrong.stdout, r"(?m)^REFUSED +MPIR_Comm is \d+ bytes according to the layouts, and \d+ in this build")


if __name__ == "__main__":
    unittest.main()
