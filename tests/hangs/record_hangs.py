#!/usr/bin/env python3
"""Records hung jobs for hangs_test.cpp: for each way of samples/hangs.c a summary of its three ranks, once the verdict on them is
the one that the program announces.

    record_hangs.py openmpi|recorded|mpich DIRECTORY [WAY...]

`recorded` is Open MPI with the recorder, whose library MPIDBG_TEST_RECORDER names; the rest of the environment is that of
tests/real, which ctest shows. DIRECTORY/LIBRARY.hangs.xz then has for each way the length of its name, the exit code of `why`, the
number of bytes, the name, and the bytes: those that the summary has compressed (mqs_shim/summary/README.md). Ways that cannot be
recorded are named and left out.

Names of the host and of directories are in the data: build the samples with -ffile-prefix-map, and run this in a UTS namespace
of its own (unshare -u).
"""

import base64
import lzma
import os
import re
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "real"))
import mpi_job  # noqa: E402  pylint: disable=wrong-import-position
import test_why  # noqa: E402  pylint: disable=wrong-import-position
from mpi_job import Job, run_mpidbg  # noqa: E402  pylint: disable=wrong-import-position

MPICH = {"UCX_TLS": "self,sysv,posix,cma"}
RECORDER = os.environ.get("MPIDBG_TEST_RECORDER", "")


def job_of(library, way):
    if library == "mpich":
        return Job("mpich_hangs", 3, way, mpi="mpich", environment=MPICH)
    preload = {"LD_PRELOAD": RECORDER} if library == "recorded" else {}
    return Job("hangs", 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1", **preload})


def content(path):
    """Of the lines of a summary (corefile/launch/lines.h) that which its CBOR has compressed."""
    with open(path, encoding="ascii") as file:
        parts = [line.split()[-2].rstrip(".") for line in file if line.startswith("MPIDBG-RECORD ")]
    record = b"".join(base64.b64decode(part + "=" * (-len(part) % 4)) for part in parts)
    packed = record[record.index(b"\x28\xb5\x2f\xfd"):-1]  # from zstd's magic to the end of the map
    return subprocess.run(["zstd", "-dc"], input=packed, stdout=subprocess.PIPE, check=True).stdout


def record(library, way):
    test = test_why.VerdictTest()
    with job_of(library, way) as job:
        for fact in job.facts:  # as test_mpich_why.py has it
            if library == "mpich" and fact["fact"] == "verdict" and (not fact["kind"].startswith("waits for") or way == "finalize"):
                fact["proof"] = "transport"

        def differences():
            try:
                return test.differences(job, job.pids)
            except ValueError as error:  # a process that cannot be looked at yet
                return [str(error)]
        test.assert_settles(differences)
        path = os.path.join(job.directory, "summary")
        made = run_mpidbg("summarize", "-o", path, *job.pids)
        if made.returncode not in (0, 6):
            raise AssertionError(made.stderr)
        code = run_mpidbg("why", path).returncode
        if code != run_mpidbg("why", *job.pids).returncode:
            raise AssertionError(f"the summary ends with {code}")
        return code, content(path)


def main():
    library, directory, *wanted = sys.argv[1:]
    left_out = []
    with lzma.open(os.path.join(directory, library + ".hangs.xz"), "wb", preset=9 | lzma.PRESET_EXTREME) as file:
        for way in wanted or test_why.WAYS:
            try:
                code, data = record(library, way)
            except AssertionError as error:
                left_out.append(way)
                print(f"{library} {way}: {re.sub(chr(10), ' ', str(error))[:300]}", flush=True)
                continue
            print(f"{library} {way}: {code}, {len(data)} bytes", flush=True)
            name = way.encode()
            file.write(struct.pack("<BBI", len(name), code, len(data)) + name + data)
    print("left out:", " ".join(left_out) or "none")


if __name__ == "__main__":
    mpi_job.DEADLINE = float(os.environ.get("MPIDBG_TEST_DEADLINE", "30"))
    main()
