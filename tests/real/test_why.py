"""The verdict on real jobs: each hangs in a way of its own and says itself what the verdict has to be."""

import glob
import json
import os
import re
import tempfile
import unittest

from mpi_job import SAMPLES, Job, RealTest, is_before_5, load_part, openmpi_version, run_mpidbg, validate

WAYS = []
for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "hangs_*.c"))):
    with open(path, encoding="utf-8") as source:
        WAYS += re.findall(r'\{"(\w+)", \w+\}', source.read())
# With Open MPI no rank waits for the others in the first, and with its own transports none in the others.
WAYS = [way for way in WAYS if way not in ("file_iwrite", "flush_local", "flush_local_all")]

with open(os.path.join(SAMPLES, "hangs"), "rb") as program:
    WITH_OPENMP = b"openmp_barrier" in program.read()
STUCK, MAY_GO_ON, UNSEEN = 3, 5, 6
CODES = {"waits for running": MAY_GO_ON, "waits for polling": MAY_GO_ON, "waits for outside": MAY_GO_ON,
         "waits for its own program": MAY_GO_ON, "waits for unknown": UNSEEN}


# For each way, the lines that the answer must have, and those that it must not have.
MISTAKES = {
    "bcast_of_nothing": (["  unless rank 0 is past MPI_Bcast already: then they differ in its arguments, as the root or a count\n"],
                         ["Likely cause", "Possible cause"]),
    "gather_roots": (["Likely cause\n  rank 1 is in MPI_Gather on MPI_COMM_WORLD",
                      " and waits for data of rank 2, which has gone to rank 0: the roots differ, or rank 2 is one collective ahead\n"], []),
    "neighbor_lists": (["Likely cause\n  rank 0 lists rank 1 as a source on graph, and rank 1 does not list rank 0 as a destination"],
                       ["has completed"]),
    "intercomm_other_root": (["Likely cause\n  rank 2 is in MPI_Bcast on inter",
                              ", where data has come from rank 0, for which it does not ask: "
                              "the roots differ, or rank 0 is one collective ahead\n"], ["the order of the two differs"]),
    "persistent_barrier": (["Likely cause\n  rank 2 has a persistent collective on MPI_COMM_WORLD that is not started: MPI_Start is missing, "
                            "or comes after MPI_Barrier, which rank 2 is in\n"], ["has completed"]),
    "fence_and_barrier": (["rank 1 is in MPI_Win_fence on window field", ": the order of the two differs"], []),
    "parked_message": (["Likely cause\n  rank 0 has taken what it waits for with MPI_Mprobe or MPI_Improbe, tag 8 on MPI_COMM_WORLD, 4 bytes, "
                        "from rank 1, and not received it"], []),
    "taken_by_any_source": (["  rank 0 has received tag 8 of rank 1 on MPI_COMM_WORLD, 4 bytes, by a receive with MPI_ANY_SOURCE or "
                             "MPI_ANY_TAG: that message may be the one that it waits for\n"], []),
    "create_group_tags": (["waits for rank 2 to take part in MPI_Comm_create_group with tag 7 on MPI_COMM_WORLD\n",
                           "Likely cause\n  rank 0 is in MPI_Comm_create_group with tag 7 on MPI_COMM_WORLD, and rank 2 in "
                           "MPI_Comm_create_group with tag 8 on MPI_COMM_WORLD: only the tag differs\n"], ["to send tag"]),
    "intercomm_tags": (["waits for rank 2 to take part in MPI_Intercomm_create with tag 7 on MPI_COMM_WORLD\n",
                        "Likely cause\n  rank 0 is in MPI_Intercomm_create with tag 7 on MPI_COMM_WORLD, and rank 2 in MPI_Intercomm_create "
                        "with tag 8 on MPI_COMM_WORLD: only the tag differs\n"], ["to send tag", "is in none"]),
    "send_or_receive": (["UNMATCHED: rank 1 waits for messages that no rank will send or receive "], []),
    "barriers_of_threads": (["Likely cause\n  rank 0 is in MPI_Barrier on MPI_COMM_WORLD", "and another thread of it in MPI_Barrier",
                             "MPI does not allow two collectives on one communicator at once\n"], [])}


class VerdictTest(RealTest):
    def verdict_on(self, *targets):
        result = run_mpidbg("why", "--json", *targets)
        answer = json.loads(result.stdout)
        validate(answer)
        return result.returncode, answer

    def differences(self, job, targets):
        """What of the verdict is not as the job says."""
        (expected,) = [fact for fact in job.facts if fact["fact"] == "verdict"]
        blocked = {}  # by rank: more than one call where several threads of it block
        for fact in job.facts:
            if fact["fact"] == "blocked":
                blocked.setdefault(fact["rank"], []).append(
                    (fact["call"], fact["function"], fact.get("file", "hangs.c"), fact["line"]))
        code, answer = self.verdict_on(*targets)
        found = []

        def check(what, seen, wanted):
            if seen != wanted:
                found.append(f"{what}: {seen} instead of {wanted}; {json.dumps(answer, indent=1)}")

        proof = expected.get("proof", "counters")
        if code is not None:
            check("exit code", code, UNSEEN if proof == "suspected" else CODES.get(expected["kind"], STUCK))
        findings = answer["verdict"]["findings"]
        if not findings:
            return found + ["no finding"]
        first = findings[0]
        check("kind", first["kind"], expected["kind"])
        core = [agent for agent in first["waiting"] if agent["tid"] is not None]
        check("core", sorted({agent["rank"] for agent in core}.intersection(expected["core"])), expected["core"])
        if first["can_never_go_on"]:
            check("proof", first["proof"], proof)
        agents = [agent for finding in findings for agent in finding["waiting"] + finding["behind"]]
        for agent in agents:
            if agent["tid"] is None:
                continue
            calls = blocked.get(agent["rank"])
            if calls is None:  # not yet where the program will be
                found.append(f"rank {agent['rank']} waits in {agent['call']}, which it does not say")
                continue
            site = agent["site"]
            call = (agent["call"], site["function"], os.path.basename(site["file"] or ""), site["line"])
            check("call", call, call if call in calls else calls)
        said = {process["rank"]: process["activity"] for finding in findings for process in finding["waited_for"]}
        for fact in job.facts:
            if fact["fact"] == "activity":
                check("activity", said.get(fact["rank"]), fact["text"])
        check("ranks that wait", sorted({agent["rank"] for agent in agents}), sorted(blocked))
        return found


class WhyTest(VerdictTest):
    """One test for each way: see add_tests()."""


class WindowsTest(VerdictTest):
    """The components of Open MPI that implement windows; osc/rdma is the default."""

    def check(self, ways, layer=Job.OB1, proofs=None, **environment):
        for way in ways:
            with self.subTest(way=way), Job("hangs", 3, way, layer=layer,
                                            environment={"OMPI_MCA_mpi_yield_when_idle": "1", **environment}) as job:
                for fact in job.facts:
                    if fact["fact"] == "verdict" and way in (proofs or {}):
                        fact["proof"] = proofs[way]
                self.assert_settles(lambda job=job: self.differences(job, job.pids))

    def test_shared(self):
        """osc/sm does not say which of two locks is held and which wanted: it follows from what the others have asked for."""
        self.check(("fence", "lock_cross", "lock_cross_exclusive", "lock_ring", "lock_and_recv", "lock_held_by_running", "lock_all",
                    "lock_behind_exclusive", "flush", "start_cross", "start_without_post", "wait_without_complete"),
                   MPIDBG_SHARED_WINDOW="1")

    def test_pt2pt(self):
        if not is_before_5():
            return
        self.check(("lock_cross", "lock_ring", "lock_and_recv", "lock_held_by_running", "flush", "start_cross", "start_without_post",
                    "wait_without_complete"),
                   layer=Job.OB1 + ("--mca", "osc", "pt2pt,sm"), MPIDBG_LATE_GRANTS="1")

    def test_ucx(self):
        """Of a lock that is not granted osc/ucx does not keep the kind: that a shared one is in its way is concluded."""
        layer = ("--mca", "pml", "ucx", "--mca", "osc", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")
        self.check(("lock_cross", "lock_ring", "lock_and_recv", "lock_held_by_running", "lock_all", "flush", "start_cross",
                    "start_without_post", "wait_without_complete"), layer=layer, UCX_TLS="posix,self",
                   proofs={"lock_and_recv": "suspected", "lock_all": "transport", "flush": "transport",
                           "start_without_post": "transport", "wait_without_complete": "transport"})
        self.check(("flush_local", "flush_local_all"), layer=layer, UCX_TLS="posix,self")


class FortranTest(VerdictTest):
    def check(self, module):
        self.assertTrue(os.path.exists(os.path.join(SAMPLES, "hangs_fortran")), "built without a Fortran compiler")
        with Job("hangs_fortran", 3, module, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            for fact in job.facts:
                fact["file"] = "hangs_fortran.f90"
            self.assert_settles(lambda: self.differences(job, job.pids))

    def test_mpi(self):
        self.check("mpi")

    def test_mpi_f08(self):
        if openmpi_version() < "Open MPI 6":  # its module has other functions than that which the sample was built with
            self.check("mpi_f08")


class WordsTest(RealTest):
    """What the text says beside the verdict."""

    def check(self, way, *lines, without=(), **environment):
        with Job("hangs", 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1", **environment}) as job:
            def missing():
                text = run_mpidbg("why", *job.pids).stdout
                return ([f"{line} in {text}" for line in lines if line not in text] +
                        [f"no {line} in {text}" for line in without if line in text])

            self.assert_settles(missing)

    def test_other_receiver(self):
        self.check("other_receiver", "rank 0 sent tag 7, 4 bytes, on MPI_COMM_WORLD to rank 2, where no receive for it is posted; "
                                     "rank 1 waits for it: only the receiver differs")

    def test_cause_as_data(self):
        """What differs, with both values; the sentence is that of the text."""
        with Job("hangs", 3, "other_receiver", environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            def differences():
                answer = json.loads(run_mpidbg("why", "--json", *job.pids).stdout)
                validate(answer)
                causes = [(cause["kind"], cause["waiting"]["rank"], cause["wanted"]["tag"], cause["nearest"]["rank"],
                           cause["nearest"]["bytes"], cause["differs"]) for cause in answer["verdict"]["likely_causes"]]
                expected = [("near message", 1, 7, 2, 4, [{"field": "receiver", "wanted": 1, "nearest": 2}])]
                return [] if causes == expected else [json.dumps(answer["verdict"], indent=1)]

            self.assert_settles(differences)
            (cause,) = json.loads(run_mpidbg("why", "--json", *job.pids).stdout)["verdict"]["likely_causes"]
            self.assertIn(f"\n  {cause['sentence']}\n", run_mpidbg("why", *job.pids).stdout)

    def test_scatter_roots(self):
        self.check("scatter_roots", "ranks 0,2 are in MPI_Scatter on MPI_COMM_WORLD and disagree about its root",
                   "waits for rank 2 to take part in MPI_Scatter on MPI_COMM_WORLD\n",
                   "waits for rank 1 to take part in MPI_Scatter on MPI_COMM_WORLD\n")

    def test_generalized_request(self):
        self.check("generalized_request", "rank 0 waits for a generalized request, which only its own program can complete\n",
                   "  waits for its own program to call MPI_Grequest_complete\n",
                   "  rank 0  has no other thread that may call MPI\n")

    def test_generalized_request_in_an_array(self):
        self.check("any_with_generalized", " or its own program to call MPI_Grequest_complete\n", without=["DEADLOCK"])

    def test_scan_that_a_rank_has_left(self):
        self.check("user_operation", "ranks 1-2 are in MPI_Scan, rank 0 is in MPI_Barrier; no rank in MPI_Scan waits for rank 0\n",
                   without=["rank 0 to enter", "  rank 0 is at user_operation"])

    def test_system_call(self):
        self.check("reading", "ranks 0-1 wait for rank 2, which is blocked in read\n", without=["which runs"])
        self.check("file_does_not_open", "rank 1 waits for rank 0, which is blocked in open\n", " of file /tmp/mpidbg-hangs-")

    def test_threads_outside_of_mpi(self):
        self.check("barrier_of_threads", "ranks 0-2 wait for each other and for nothing else",
                   "  ranks 0-2  another thread waits in pthread_barrier_wait at meet (hangs_threads.c:",
                   " for threads of its own process\n")
        self.check("join", "another thread waits in pthread_join at join (hangs_threads.c:")

    def test_lock_behind_another(self):
        self.check("lock_behind_exclusive", "waits for rank 0 to unlock window shared (target rank 0)\n",
                   "behind them: rank 2  MPI_Win_lock at lock_behind_exclusive (hangs_windows.c:", MPIDBG_SHARED_WINDOW="1")

    def test_once_behind(self):
        self.check("attribute_copy", "  rank 0  MPI_Comm_dup at attribute_copy (hangs_callbacks.c:",
                   "  behind it: rank 2  MPI_Comm_dup at attribute_copy (hangs_callbacks.c:",
                   without=["MPI_Comm_dup  waits", "behind it: rank 0", "behind it: ranks 0"])
        self.check("file_open", "  behind them: rank 2  MPI_File_open at file_open (hangs_outside.c:", without=["MPI_File_open\n"])

    def test_files(self):
        self.check("file_open", "waits for rank 1 to enter MPI_File_open of file /tmp/mpidbg-hangs on MPI_COMM_WORLD\n",
                   "ranks 0,2 are in MPI_File_open of file /tmp/mpidbg-hangs, rank 1 is in none")
        self.check("file_write", "MPI_File_write_all on file /tmp/mpidbg-hangs-written\n", without=["a communicator of the library"])

    def test_mistakes(self):
        """What the program did wrong is a likely cause, and no other cause stands beside it."""
        for way, (lines, without) in MISTAKES.items():
            with self.subTest(way=way):
                self.check(way, *lines, without=without)

    def test_calls_with_a_tag(self):
        """Of these calls, who has not made them, and not which messages the library sends."""
        self.check("comm_create_group", "waits for rank 1 to enter MPI_Comm_create_group with tag 3 on MPI_COMM_WORLD\n",
                   without=["to send tag 3", "Likely cause", "Possible cause"])
        self.check("intercomm_create", "waits for rank 1 to enter MPI_Intercomm_create with tag 3 on MPI_COMM_WORLD\n",
                   without=["to send tag 3", "Likely cause", "Possible cause"])
        self.check("intercomm_half_entered", "waits for rank 1 to enter MPI_Intercomm_create on side\n",
                   without=["nonblocking collective", "is in none"])

    def test_no_root(self):
        self.check("intercomm_no_root", "and waits for one of ranks 0-1: none of them is in it with MPI_ROOT\n",
                   without=["the order of the two differs"])
        self.check("intercomm_two_roots", "and waits for rank 2, which is not in it with MPI_ROOT\n",
                   without=["a communicator of the library"])


class PicturesTest(RealTest):
    def test_graph_and_page(self):
        with Job("hangs", 3, "recv_ring") as job, tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "why.html")

            def missing():
                graph = run_mpidbg("why", "--dot", "--html", path, *job.pids).stdout
                with open(path, encoding="utf-8") as file:
                    page = file.read()
                return [f"{what} in {text}" for what, text in (
                    ('class="core"', graph), ("hangs.c:", graph), ("</svg>", page), ("DEADLOCK", page), ("hangs.c", page),
                    (f'"pid {job.pids[0]}"', page)) if what not in text]

            self.assert_settles(missing)


def add_tests():
    for way in WAYS:
        def test(self, way=way):
            if way.startswith("openmp") and not WITH_OPENMP:
                self.skipTest("built without OpenMP")
            with Job("hangs", 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
                self.assert_settles(lambda: self.differences(job, job.pids))
        setattr(WhyTest, f"test_{way}", test)


add_tests()

load_tests = load_part

if __name__ == "__main__":
    unittest.main()
