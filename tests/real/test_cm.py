"""The layer cm of Open MPI over libfabric's provider tcp;ofi_rxm, live and from core files. Where libfabric cannot be read,
Open MPI's own requests are shown as a part."""

import unittest

import test_other_layers
from compare import compare_communicators, processes_by_pid
from mpi_job import Job, RealTest, load_part, run_mpidbg
from test_other_layers import NOT_ENOUGH
from test_why import STUCK, VerdictTest

CM = ("--mca", "pml", "cm", "--mca", "mtl", "ofi", "--mca", "mtl_ofi_provider_include")
RXM, RXD = (*CM, "tcp;ofi_rxm"), (*CM, "udp;ofi_rxd")

EAGER = 131072  # bytes: what is sent at once, in several packets if it is large

# Neither libfabric nor Open MPI keeps these of a blocking send.
UNTOLD_OF_BLOCKING_SEND = {"count", "datatype", "datatype_handle", "datatype_named", "request", "buffer"}


def as_cm_knows(job):
    """The facts of the job without what is not kept: the receiver of a send, but for a synchronous one, which waits for an
    acknowledgement, and a persistent or buffered one; and most arguments of blocking sends."""
    for fact in job.facts:
        if fact["fact"] != "operation" or fact["queue"] == "inactive":
            continue
        if fact["queue"] == "unexpected":
            fact["protocol"] = "rendezvous" if fact["bytes"] > EAGER else "eager"
            continue
        fact["untold"] = {"request"} if "call" in fact else set()
        if fact["queue"] == "sends":
            mode = fact["mode"]
            if "call" in fact:
                fact["untold"] = set(UNTOLD_OF_BLOCKING_SEND)
                fact["mode"] = mode if mode == "synchronous" else "standard"
            if mode not in ("synchronous", "buffered") and not fact["persistent"]:
                fact["untold"] |= {"comm_rank", "world_rank"}


class Cm(test_other_layers.OtherLayer, RealTest):
    NAME, LAYER = "cm", RXM

    def as_known(self, job, recorded):
        as_cm_knows(job)

    def test_blocking_receives(self):
        for ranks in (1, 2, 4):
            self.check("hung_recv", ranks, cores=ranks == 2)

    def test_unexpected_messages(self):
        self.check("unexpected", 2, cores=True)

    def test_persistent_requests(self):
        self.check("persistent", 2, cores=True)

    def test_pending_sends(self):
        self.check("sends_pending", 2, cores=True)

    def test_deadlock_of_sends(self):
        for ranks in (1, 3):
            self.check("ssend_ring", ranks)

    def test_waitall(self):
        self.check("waitall", 2)

    def test_intercommunicator(self):
        self.check("intercomm", 2)

    def test_tags_with_ranks(self):
        """Where a provider has no room for the rank beside the message, it is in the tag."""
        for mode in ("ofi_tag_1", "ofi_tag_2"):
            self.check("unexpected", 2, environment={"OMPI_MCA_mtl_ofi_tag_mode": mode})


class CmVerdict(VerdictTest):
    """Messages have no numbers, and the kernel has those that are under way: two equal looks prove."""

    def check(self, way, proof):
        with Job("hangs", 3, way, layer=RXM, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            for fact in job.facts:
                if fact["fact"] == "verdict":
                    fact["proof"] = proof
            self.assert_settles(lambda: self.differences(job, job.pids))

    def test_blocking(self):
        for way in ("recv_ring", "send_ring", "ssend_ring"):
            self.check(way, "looks")

    def test_matched_probe(self):
        self.check("mrecv_missing", "looks")

    def test_requests(self):
        for way in ("wait_ring", "waitall", "nonblocking_barrier"):
            self.check(way, "looks")

    def test_other_messages(self):
        for way in ("other_tag", "any_source"):
            self.check(way, "looks")

    def test_one_that_can_still_help(self):
        self.check("any_source_escape", None)


class CmAsOb1(test_other_layers.UcxAsOb1):
    def check(self, *ways, cores=False):
        for way in ways:
            with self.subTest(way=way):
                self.assertEqual(self.findings(way, RXM, cores), self.findings(way, Job.OB1, cores))


class CmGoesOn(RealTest):
    """A correct program is never stuck."""

    def test_correct(self):
        for way in ("bcast", "alltoall", "allreduce"):
            with self.subTest(way=way), Job("correct", 3, way, layer=RXM,
                                            environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
                for _ in range(5):
                    result = run_mpidbg("why", *job.pids)
                    self.assertNotEqual(result.returncode, STUCK, result.stdout)


class CmUnread(RealTest):
    """Over a provider that is not read, Open MPI's own requests are known."""

    def test_requests(self):
        with Job("hung_recv", 2, layer=RXD) as job:
            reason = "the provider ofi_rxd of libfabric is not read"

            def differences():
                answer = self.ask("queues", job.mpirun.pid, code=NOT_ENOUGH)
                found = []
                for process in answer["processes"]:
                    for communicator in process["communicators"]:
                        queues = communicator["queues"]
                        found += [name for name in ("posted", "sends", "unexpected") if reason not in queues[name]["reason"]]
                        # Never an empty list for "cannot see".
                        found += ["unexpected"] if queues["unexpected"]["operations"] is not None else []
                        said = sorted((fact["bytes"], str(fact["peer"])) for fact in job.facts_of(process["pid"], "operation")
                                      if (fact["comm_handle"], fact["queue"]) == (communicator["handle"], "posted"))
                        shown = sorted((one["bytes"], "any" if one["any_source"] else str(one["comm_rank"]))
                                       for one in queues["posted"]["operations"] or ())
                        found += [] if said == shown else [f"{shown}, the program says {said}"]
                return found

            self.assert_settles(differences)
            comms = processes_by_pid(self.ask("comms", job.mpirun.pid))
            self.assertEqual([text for pid in job.pids for text in compare_communicators(comms[pid], job)], [])
            result = run_mpidbg("why", *job.pids)
            self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout + result.stderr)
            self.assertIn("not all messages can be seen", result.stdout)
            self.assert_untouched(job)


load_tests = load_part

if __name__ == "__main__":
    unittest.main()
