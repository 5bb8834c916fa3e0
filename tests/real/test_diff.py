"""What ranks did between two looks: of jobs that hang, go on, or lose a rank."""

import json
import os
import signal
import unittest

from mpi_job import Job, RealTest, run_mpidbg, schema_of, state_of, stop, validate, wait_for

STUCK, MISSING, MAY_GO_ON, SUSPECTED, USAGE = 3, 4, 5, 6, 2
DIFF_SCHEMA = schema_of("diff")
UCX = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")


def diff(*words):
    """The exit code, and the class of each rank."""
    result = run_mpidbg("diff", "--json", *words)
    answer = json.loads(result.stdout)
    validate(answer, DIFF_SCHEMA)
    classes = {rank["rank"]: one for one in answer["classes"] for rank in one["ranks"]}
    return result.returncode, classes, answer


class DiffTest(RealTest):
    def hung_differences(self, job, *words, expected=STUCK):
        code, classes, answer = diff(*words)
        blocked = {fact["rank"]: fact for fact in job.facts if fact["fact"] == "blocked"}
        found = [] if code == expected else [f"exit code {code}"]
        for rank, fact in blocked.items():
            one = classes.get(rank)
            if one is None or one["pace"] != "still" or one["changed"]:
                found.append(f"rank {rank}: {one}")
            elif fact["call"] not in one["first"] or f":{fact['line']})" not in one["second"]:
                found.append(f"rank {rank}: {one} instead of {fact}")
        return found and found + [json.dumps(answer)]

    def check_hung(self, way, cores=True, **how):
        with Job("hangs" if "mpi" not in how else "mpich_hangs", 3, way, **how) as job:
            self.assert_settles(lambda: self.hung_differences(job, job.mpirun.pid, "--after", "0.1"))
            answer = diff(job.mpirun.pid, "--after", "0.25")[2]
            self.assertGreaterEqual(answer["milliseconds_between_looks"], 250)
            if cores:
                # One look proves nothing where a library does not count messages.
                counts = how.get("mpi") != "mpich"
                self.check_hung_cores(job, *(("DEADLOCK", STUCK) if counts else ("SUSPECTED", SUSPECTED)))

    def check_hung_cores(self, job, headline, expected):
        # Pictures of one process in two directories, as of two times.
        before, after = (os.path.join(job.directory, name) for name in ("before", "after"))
        for directory in (before, after):
            os.mkdir(directory)
            for pid in job.pids:
                os.rename(job.gcore(pid), os.path.join(directory, f"core.{pid}"))
        self.assertEqual(self.hung_differences(job, before, after, expected=expected), [])
        text = run_mpidbg("diff", before, after).stdout
        self.assertEqual(text.splitlines()[0], "two looks at 3 ranks")
        self.assertRegex(text, rf"\n{headline}: ranks 0-2 wait for each other and for nothing else  .*\n"
                         r"STILL: ranks 0-2 are in the same calls, and nothing has moved\n")
        # One rank of the second look alone.
        code, classes, _ = diff(before, os.path.join(after, f"core.{job.pid_of_rank[1]}"))
        self.assertEqual(code, MISSING)
        self.assertEqual({rank: one["pace"] for rank, one in classes.items()}, {0: "left", 1: "still", 2: "left"})
        # What has ended since the core was made is an answer, and what lives on is compared with its core.
        stop(job.pid_of_rank[2])
        code, classes, _ = diff(before, job.mpirun.pid)
        self.assertIn(code, (STUCK, MAY_GO_ON))
        self.assertEqual({rank: one["pace"] for rank, one in classes.items()}, {0: "still", 1: "still", 2: "stopped"})

    def test_receives_that_nobody_sends(self):
        self.check_hung("recv_ring")

    def test_receives_over_ucx(self):
        self.check_hung("recv_ring", cores=False, layer=UCX)

    def test_receives_of_mpich(self):
        self.check_hung("recv_ring", mpi="mpich")

    def check_goes_on(self, way, sample="correct", **how):
        with Job(sample, 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}, **how) as job:
            def differences():
                code, classes, answer = diff(job.mpirun.pid, "--after", "0.3")
                paces = {one["pace"] for one in classes.values()}
                return [] if code in (0, 5) and paces <= {"live", "slow", "computes", "outside"} and "live" in paces else [json.dumps(answer)]
            self.assert_settles(differences)

    def test_a_ring_goes_on(self):
        self.check_goes_on("token_ring")

    def test_collectives_go_on(self):
        self.check_goes_on("allreduce")

    def test_a_rank_that_dies(self):
        with Job("hangs", 3, "recv_ring") as job:
            self.assert_settles(lambda: self.hung_differences(job, job.mpirun.pid, "--after", "0.1"))
            cores = [job.gcore(pid) for pid in job.pids]
            directory = os.path.join(job.directory, "cores")
            os.mkdir(directory)
            for core in cores:
                os.rename(core, os.path.join(directory, os.path.basename(core)))
            stop(job.mpirun.pid)  # it ends the others otherwise
            os.kill(job.pid_of_rank[1], signal.SIGKILL)
            wait_for(lambda: state_of(job.pid_of_rank[1]) == "Z", "rank 1 to end")
            code, classes, _ = diff(directory, job.mpirun.pid)
            self.assertEqual(code, STUCK)
            self.assertEqual({rank: one["pace"] for rank, one in classes.items()}, {0: "still", 1: "ended", 2: "still"})

    def test_a_core_file_alone_does_not_change(self):
        with Job("hung_recv", 2) as job:
            core = job.gcore(job.pids[0])
            result = run_mpidbg("diff", core)
            self.assertEqual(result.returncode, USAGE)
            self.assertIn("does not change any more: give what to compare it with, OLD and NEW", result.stderr)
            self.assertEqual(result.stdout, "")
            # Another job with the same ranks: not the same processes.
            with Job("hung_recv", 2) as other:
                code, _, answer = diff(core, other.gcore(other.pid_of_rank[0]))
                self.assertEqual(code, MISSING)
                self.assertEqual(sorted(one["pace"] for one in answer["classes"]), ["joined", "left"])


if __name__ == "__main__":
    unittest.main()
