"""The point-to-point layer ucx. What UCX holds is shown as that of ob1 is, live and from core files; of a UCX that is not read
the reason is given by name, with exit code 6, and the rest of the answer stands."""

import json
import os
import re
import subprocess
import tempfile
import unittest

from compare import compare_communicators, compare_process, compare_queues, processes_by_pid
from mpi_job import SYSROOT, Job, RealTest, load_part, openmpi_version, run_mpidbg
from test_why import MAY_GO_ON, STUCK, VerdictTest

NOT_ENOUGH = 6
UCX = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")
SHARED_MEMORY = {"UCX_TLS": "self,sysv,posix,cma"}
RECORDER = os.environ["MPIDBG_RECORDER"]

SHORT = 4096  # bytes: between what samples send at once and what they send by rendezvous

# What UCX is not told: datatypes without gaps are bytes to it, a ready send is one as any other, and a blocking call has no
# request. Persistent requests are Open MPI's own and have all of it.
UNTOLD = {"count", "datatype", "datatype_handle", "datatype_named", "request"}


def as_ucx_knows(job, recorded=False):
    """The facts of the job without what UCX is not told, unless it is recorded. A short message comes at once, also a
    synchronous one."""
    for fact in job.facts:
        if fact["fact"] != "operation" or fact.get("persistent"):
            continue
        if fact["queue"] == "unexpected":
            fact["protocol"] = "rendezvous" if fact["bytes"] > SHORT else "eager"
            continue
        fact["untold"] = set() if recorded else UNTOLD - {"request"}
        if "call" in fact:
            fact["untold"] = {"request"} if recorded else UNTOLD
        if fact.get("mode") == "buffered":
            fact["untold"] = UNTOLD | {"buffer"}  # that of the copy is shown
        if fact.get("mode") == "ready" and not recorded:
            fact["mode"] = "standard"
    return job


class OtherLayer:
    """Holds the queues of a job over a layer against the facts that the layer knows. Mixed into tests."""

    NAME: str  # of the layer
    LAYER: tuple[str, ...]  # what mpirun is told to choose it
    ENVIRONMENT: dict[str, str] = {}

    def as_known(self, job, recorded):
        """Changes the facts of the job to those that the layer knows."""
        raise NotImplementedError

    def differences(self, job, *targets):
        processes = processes_by_pid(self.ask("queues", *targets))
        if sorted(processes) != job.pids:
            return [f"processes {sorted(processes)}, those of the job are {job.pids}"]
        return [text for process in processes.values()
                for text in compare_process(process, job, openmpi_version(), self.NAME) + compare_queues(process, job)]

    def check(self, sample, ranks, *arguments, ready=None, cores=False, environment=None):
        environment = dict(self.ENVIRONMENT, **(environment or {}))
        with self.subTest(sample=sample, ranks=ranks, arguments=arguments, environment=environment):
            with Job(sample, ranks, *arguments, layer=self.LAYER, ready=ready, environment=environment) as job:
                self.as_known(job, "LD_PRELOAD" in environment)
                self.assert_settles(lambda: self.differences(job, job.mpirun.pid))
                if cores:
                    self.assertEqual(self.differences(job, *[job.gcore(pid) for pid in job.pids]), [])
                self.assert_untouched(job)


class Ucx(OtherLayer, RealTest):
    NAME, LAYER, ENVIRONMENT = "ucx", UCX, SHARED_MEMORY

    def as_known(self, job, recorded):
        as_ucx_knows(job, recorded)

    def test_blocking_receives(self):
        for ranks in (1, 2, 4):
            self.check("hung_recv", ranks, cores=ranks == 2)

    def test_unexpected_messages(self):
        self.check("unexpected", 2, cores=True)

    # 200,000 bytes come in several fragments then.
    def test_large_eager_messages(self):
        with Job("unexpected", 2, layer=UCX, environment=dict(SHARED_MEMORY, UCX_RNDV_THRESH="inf")) as job:
            as_ucx_knows(job)
            for fact in job.facts:
                if fact.get("queue") == "unexpected":
                    fact["protocol"] = "eager"
            job.facts = [fact for fact in job.facts if fact.get("queue") != "sends"]  # these are gone
            self.assert_settles(lambda: self.differences(job, job.mpirun.pid))

    def test_persistent_requests(self):
        self.check("persistent", 2, cores=True)

    def test_pending_sends(self):
        self.check("sends_pending", 2, cores=True)

    def test_deadlock_of_sends(self):
        for ranks in (1, 3):
            self.check("ssend_ring", ranks)

    def test_recorded(self):
        """The recorder adds datatypes, counts and modes of sends."""
        for sample in ("hung_recv", "sends_pending", "waitall"):
            self.check(sample, 2, cores=sample == "hung_recv", environment={"LD_PRELOAD": RECORDER})

    def test_probe(self):
        """UCX keeps nothing of a probe; its function has at hand what it asks UCX for."""
        self.check_probe(SHARED_MEMORY)

    def test_recorded_probe(self):
        self.check_probe(dict(SHARED_MEMORY, LD_PRELOAD=RECORDER))

    def check_probe(self, environment):
        with Job("probe", 2, layer=UCX, environment=environment) as job:
            def differences():
                processes = self.ask("queues", *job.pids)["processes"]
                probes = [(operation["tag"], operation["comm_rank"], operation["waiting_call"])
                          for process in processes for communicator in process["communicators"]
                          for operation in communicator["queues"]["posted"]["operations"] if operation["probe"]]
                return [] if sorted(probes) == [(5, 0, "MPI_Probe"), (5, 1, "MPI_Probe")] else [str(processes)]
            self.assert_settles(differences)

    def test_waitall(self):
        self.check("waitall", 2)

    def test_intercommunicator(self):
        self.check("intercomm", 2)

    def test_sockets(self):
        self.check("unexpected", 2, environment={"UCX_TLS": "tcp,self"})

    def test_communicators(self):
        with Job("communicators", 2, layer=UCX, environment=SHARED_MEMORY) as job:
            # No request keeps a communicator that was freed.
            job.facts = [fact for fact in job.facts if fact.get("comm") != "freed"]
            comms = processes_by_pid(self.ask("comms", job.mpirun.pid))
            for pid in job.pids:
                self.assertEqual(compare_communicators(comms[pid], job), [])


class UcxVerdict(VerdictTest):
    """UCX does not number messages: two equal looks and its own counters prove instead, over shared memory with an empty
    transport."""

    def check(self, way, proof, transports="self,sysv,posix,cma", cores=False):
        environment = {"UCX_TLS": transports, "OMPI_MCA_mpi_yield_when_idle": "1"}
        with Job("hangs", 3, way, layer=UCX, environment=environment) as job:
            for fact in job.facts:
                if fact["fact"] == "verdict":
                    fact["proof"] = proof
            self.assert_settles(lambda: self.differences(job, [job.gcore(pid) for pid in job.pids] if cores else job.pids))

    def test_blocking_receives(self):
        self.check("recv_ring", "transport")

    def test_blocking_sends(self):
        self.check("send_ring", "transport")

    def test_synchronous_sends(self):
        self.check("ssend_ring", "transport")

    def test_matched_probe(self):
        self.check("mrecv_missing", "transport")

    def test_probes(self):
        self.check("probe_ring", "transport")
        self.check("mprobe_ring", "transport")

    def test_probe_over_sockets(self):
        """A loop of probes would look the same."""
        self.check("probe_ring", "suspected", "tcp,self")

    def test_other_tag(self):
        self.check("other_tag", "transport")

    def test_wait(self):
        self.check("wait_ring", "transport")

    def test_waitall(self):
        self.check("waitall", "transport")

    def test_nonblocking_collective(self):
        self.check("nonblocking_barrier", "transport")

    def test_any_source(self):
        self.check("any_source", "transport")

    def test_one_that_can_still_help(self):
        self.check("any_source_escape", None)

    def test_sockets(self):
        self.check("recv_ring", "looks", "tcp,self")

    def test_cores(self):
        self.check("recv_ring", "suspected", cores=True)


class UcxGoesOn(RealTest):
    """Pictures of ranks that run are of different instants, and no numbers of messages say so: that all of them have gone on
    since the look before does."""

    def test_collectives(self):
        for way in ("bcast", "alltoall", "allreduce"):
            environment = dict(SHARED_MEMORY, OMPI_MCA_mpi_yield_when_idle="1")
            with self.subTest(way=way), Job("correct", 3, way, layer=UCX, environment=environment) as job:
                verdicts = [json.loads(run_mpidbg("why", "--json", *job.pids).stdout)["verdict"] for _ in range(4)]
                suspected = sum(any(finding["can_never_go_on"] for finding in verdict["findings"]) for verdict in verdicts)
                self.assertLess(suspected, 2, verdicts)


class UcxAsOb1(RealTest):
    """The findings on a job over ucx are those on the same job over ob1, but for the proof."""

    def findings(self, way, layer, cores):
        environment = {"OMPI_MCA_mpi_yield_when_idle": "1"}
        if layer is UCX:
            environment.update(SHARED_MEMORY)
        with Job("hangs", 3, way, layer=layer, environment=environment) as job:
            expected = sorted(fact["rank"] for fact in job.facts if fact["fact"] == "blocked")
            seen = {}

            def unsettled():
                result = run_mpidbg("why", "--json", *job.pids)
                findings = seen["live"] = [as_any_layer(finding) for finding in json.loads(result.stdout)["verdict"]["findings"]]
                agents = {agent["rank"] for finding in findings for agent in finding["waiting"] + finding["behind"]}
                settled = result.returncode in (STUCK, MAY_GO_ON) and sorted(agents) == expected
                return [] if settled else [f"{way}: exit code {result.returncode}, {result.stdout}"]

            self.assert_settles(unsettled)
            seen["cause"] = likely_cause(run_mpidbg("why", *job.pids).stdout)
            if cores:
                paths = [job.gcore(pid) for pid in job.pids]
                answer = json.loads(run_mpidbg("why", "--json", *paths).stdout)
                seen["cores"] = [as_any_layer(finding) for finding in answer["verdict"]["findings"]]
                seen["cause of cores"] = likely_cause(run_mpidbg("why", *paths).stdout)
            return seen

    def check(self, *ways, cores=False):
        for way in ways:
            with self.subTest(way=way):
                self.assertEqual(self.findings(way, UCX, cores), self.findings(way, Job.OB1, cores))

    def test_point_to_point(self):
        self.check("other_tag", "sendrecv_tags", "waitany_escape", "persistent")

    def test_collectives(self):
        self.check("barrier_and_recv", "other_communicators", "comm_dup")

    def test_gone(self):
        self.check("finalize")

    def test_cores(self):
        self.check("recv_ring", "waitall", cores=True)


def as_any_layer(finding):
    """A finding without what differs from layer to layer, or from job to job."""
    def agent(one):
        site = one["site"] or {}
        return {"rank": one["rank"], "call": one["call"], "site": (site.get("function"), site.get("line")),
                "waits_for": one["waits_for"], "needs_all": one["needs_all"],
                "conditions": [(condition["kind"], condition.get("peer"), condition.get("tag"), condition["ranks"])
                               for condition in one["conditions"]]}

    return {"kind": finding["kind"], "cycle": finding["cycle"],
            "waiting": [agent(one) for one in finding["waiting"]], "behind": [agent(one) for one in finding["behind"]],
            "waited_for": [(process["rank"], process["activity"]) for process in finding["waited_for"]]}


def likely_cause(text):
    """That section of the text."""
    lines = text.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith("Likely cause")), len(lines))
    end = next((i for i in range(begin + 1, len(lines)) if not lines[i].startswith(" ")), len(lines))
    return lines[begin:end]


class UnknownUcx(RealTest):
    """UCX of a version that no profile is of: a copy of the library that gives another version and another build-id."""

    VERSION = "1.99.9"

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.environment = dict(SHARED_MEMORY, LD_LIBRARY_PATH=directory.name)
        root = ["-r", SYSROOT] if SYSROOT else []
        libraries = subprocess.run(["ldconfig", *root, "-p"], check=True, capture_output=True, text=True).stdout
        library = SYSROOT + re.search(r"libucp\.so\.0 .*=> (\S+)", libraries).group(1)
        notes = subprocess.run(["readelf", "-nW", library], check=True, capture_output=True, text=True).stdout
        build_id = bytes.fromhex(re.search(r"Build ID: (\w+)", notes).group(1))
        with open(library, "rb") as file:
            content = file.read()
        with open(os.path.join(directory.name, "libucp.so.0"), "wb") as copy:
            content = re.sub(rb"1\.\d\d\.\d\0", cls.VERSION.encode() + b"\0", content)
            copy.write(content.replace(build_id, bytes([build_id[0] ^ 0xFF]) + build_id[1:]))

    def check(self, sample, where, **options):
        with Job(sample, 2, environment=self.environment, **options) as job:
            reason = f"{where} UCX, which cannot be read: UCX {self.VERSION} layout unknown: no profile fits"
            for process in self.ask("queues", *job.pids, code=NOT_ENOUGH)["processes"]:
                for communicator in process["communicators"]:
                    for queue in communicator["queues"].values():
                        self.assertEqual((queue["operations"], queue["reason"]), (None, reason))
            comms = processes_by_pid(self.ask("comms", *job.pids))
            self.assertEqual([text for pid in job.pids for text in compare_communicators(comms[pid], job)], [])
            result = run_mpidbg("why", *job.pids)
            self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout + result.stderr)
            self.assertIn(f"UCX {self.VERSION} layout unknown", result.stdout)
            self.assert_untouched(job)

    def test_open_mpi(self):
        self.check("hung_recv", "the point-to-point layer ucx keeps its queues in", layer=UCX)

    def test_mpich(self):
        self.check("mpich_hung_recv", "MPICH keeps messages in", mpi="mpich")


load_tests = load_part

if __name__ == "__main__":
    unittest.main()
