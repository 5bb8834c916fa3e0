"""The queues of MPICH, which UCX has, without a recorder: each field that is there is what the program says, live and from core
files."""

import os
import tempfile
import unittest

from compare import compare_process, compare_queues, processes_by_pid
from mpich_build import BUILD
from mpi_job import Job, RealTest
from test_mpich import unknown_build
from test_requests import COMPARED, POINT_TO_POINT, by_handle, differences_of

NOT_ENOUGH = 6
SHORT = 4096  # bytes: between what samples send at once and what they send by rendezvous
# Datatypes without gaps are bytes to UCX. Persistent requests are MPICH's own and have all of it, and so have messages on a
# communicator of one process.
UNTOLD = {"count", "datatype", "datatype_handle", "datatype_named"}
# Where MPICH itself matches messages, it has all of a receive, and of a send the communicator.
OFI_UNTOLD = {"posted": set(),
              "sends": UNTOLD | {"comm_rank", "world_rank", "any_tag", "tag", "bytes", "buffer", "send_mode"}}


def as_mpich_knows(job):
    """The facts of the job without what neither MPICH nor UCX keeps. A short message comes at once, also a synchronous one."""
    for fact in job.facts:
        if fact["fact"] != "operation":
            continue
        if fact.get("mode") == "ready":
            fact["mode"] = "standard"
        if fact.get("persistent"):
            continue
        if fact["queue"] == "unexpected":
            fact["protocol"] = "rendezvous" if fact["bytes"] > SHORT else "eager"
            continue
        fact["untold"] = UNTOLD if BUILD.device == "ucx" else OFI_UNTOLD[fact["queue"]]
        if fact.get("mode") == "buffered":
            # A send of the library's own, of the copy that it has made.
            fact["untold"] = fact["untold"] | {"buffer", "request", "send_mode"}
    return job


def without_freed(process):
    """The communicators that MPICH has forgotten, which are taken out of the process."""
    freed = [each for each in process["communicators"] if each["name"].endswith("(freed communicator)")]
    process["communicators"] = [each for each in process["communicators"] if each not in freed]
    return freed


class Queues(RealTest):
    state, library = "initialized", BUILD.name

    def differences(self, job, *targets):
        processes = processes_by_pid(self.ask("queues", *targets))
        if sorted(processes) != job.pids:
            return [f"processes {sorted(processes)}, those of the job are {job.pids}"]
        for process in processes.values():
            without_freed(process)
        return [text for process in processes.values()
                for text in compare_process(process, job, self.library, BUILD.device, self.state) + compare_queues(process, job)]

    def check(self, sample, ranks, *arguments, cores=False, environment=None):
        with self.subTest(sample=sample, ranks=ranks, environment=environment):
            with Job("mpich_" + sample, ranks, *arguments, mpi="mpich", environment=environment) as job:
                as_mpich_knows(job)
                self.assert_settles(lambda: self.differences(job, job.mpirun.pid))
                if cores:
                    self.assertEqual(self.differences(job, *[job.gcore(pid) for pid in job.pids]), [])
                self.assert_untouched(job)

    def test_blocking_receives(self):
        for ranks in (2, 4):
            self.check("hung_recv", ranks, cores=ranks == 2)

    def test_deadlock_of_sends(self):
        self.check("ssend_ring", 3)

    def test_unexpected_messages(self):
        self.check("unexpected", 2, cores=True)

    def test_persistent_requests(self):
        self.check("persistent", 2, cores=True)

    def test_pending_sends(self):
        self.check("sends_pending", 2, cores=True)

    def test_waitall(self):
        self.check("waitall", 2)

    def test_intercommunicator(self):
        self.check("intercomm", 2)

    def test_own_messages(self):
        """Messages of a process to itself never leave MPICH. What is pending on a freed communicator is on none, or on one without
        a name, as MPICH keeps it or not."""
        with Job("mpich_own_messages", 2, mpi="mpich") as job:
            for fact in job.facts:
                if fact["fact"] != "operation":
                    continue
                if fact["tag"] == 99:
                    fact["untold"] = UNTOLD
                elif fact["queue"] == "unexpected":
                    fact["protocol"] = None
                elif fact["queue"] == "sends":
                    fact["mode"] = None
                elif fact["peer"] == "any":  # there is only one
                    fact.update(peer=0, world=fact["rank"])
            if BUILD.keeps_freed:
                self.add_freed(job)
            targets = [job.mpirun.pid]
            self.assert_settles(lambda: self.differences(job, *targets))
            self.own_messages(job, *targets)
            targets = [job.gcore(pid) for pid in job.pids]
            self.assertEqual(self.differences(job, *targets), [])
            self.own_messages(job, *targets)

    def add_freed(self, job):
        """What the program leaves pending on the communicator that it has freed."""
        for pid, process in processes_by_pid(self.ask("comms", job.mpirun.pid)).items():
            (handle,) = [each["handle"] for each in process["communicators"] if each["freed_by_application"]]
            (fact,) = job.facts_of(pid, "of_freed")
            fact["comm"] = handle
            common = {"fact": "operation", "pid": pid, "comm": "freed", "comm_handle": handle, "peer": fact["source"],
                      "world": fact["source"], "bytes": 16, "persistent": False, "count": None, "buffer": None,
                      "datatype": "", "datatype_handle": None}
            job.facts += [
                dict(common, queue="posted", tag=8, request=fact["receive"], untold=UNTOLD | {"buffer"}),
                dict(common, queue="sends", tag=9, request=fact["send"], mode="synchronous", untold=UNTOLD | {"buffer"}),
                dict(common, queue="unexpected", tag=9, protocol="eager")]

    def own_messages(self, job, *targets):
        queues, requests, messages = (processes_by_pid(self.ask(noun, *targets)) for noun in ("queues", "requests", "messages"))
        for pid in job.pids:
            (own,), (freed,) = job.facts_of(pid, "own_message"), job.facts_of(pid, "of_freed")
            found = {message["handle"]: message for message in messages[pid]["messages"]["objects"] if not message["predefined"]}
            self.assertEqual(list(found), [own["handle"]])
            message = found[own["handle"]]
            self.assertEqual({"comm": message["communicator"], **{name: message[name] for name in ("source", "tag", "bytes")}},
                             {name: own[name] for name in ("comm", "source", "tag", "bytes")})
            self.assertEqual(queues[pid]["unclaimed"]["operations"], [])
            pending = {name: [(each["tag"], each["comm_rank"], each["bytes"]) for each in queue["operations"]]
                       for communicator in without_freed(queues[pid]) for name, queue in communicator["queues"].items()}
            self.assertEqual(pending, {} if BUILD.keeps_freed else {
                "posted": [(8, freed["source"], 16)], "unexpected": [(9, freed["source"], 16)],
                "sends": [(9, None, 16)], "inactive": []})  # no request names its receiver within a communicator
            for kind, tag in (("receive", 8), ("send", 9)):
                request = by_handle(requests[pid])[freed[kind]]
                self.assertEqual((request["state"], request["communicator"], request["tag"], request["bytes"]),
                                 ("active", freed.get("comm"), tag, 16))

    def test_sockets(self):
        self.check("unexpected", 2, environment={"UCX_TLS": "tcp,self"})

    def test_core_without_shared_memory(self):
        """What UCX left in memory of its transport is missing there, and what came before it in the queue is shown."""
        with Job("mpich_unexpected", 2, mpi="mpich", environment={"UCX_TLS": "self,sysv,posix,cma"}) as job:
            as_mpich_knows(job)
            self.assert_settles(lambda: self.differences(job, *job.pids))
            pid = job.pids[0]
            with open(f"/proc/{pid}/coredump_filter", "w", encoding="ascii") as file:
                file.write("0x31")  # no memory that processes share
            (process,) = self.ask("queues", job.gcore(pid), code=NOT_ENOUGH)["processes"]
            queues = process["communicators"][0]["queues"]
            self.assertIn("a message in memory of the transport, which processes may share and a core file may lack",
                          queues["unexpected"]["reason"])
            tags = [fact["tag"] for fact in job.facts_of(pid, "operation") if fact["queue"] == "unexpected"]
            seen = [operation["tag"] for operation in queues["unexpected"]["operations"]]
            self.assertLess(len(seen), len(tags))
            self.assertEqual(seen, tags[:len(seen)])
            self.assertEqual([(queues[name]["complete"], len(queues[name]["operations"])) for name in ("posted", "sends")],
                             [(True, 1), (True, 1)])

    def test_unknown_build(self):
        """Without the addresses of this build UCX's worker and endpoints are found by what they are."""
        with tempfile.TemporaryDirectory() as directory:
            unknown_build(directory)
            os.environ["MPIDBG_PROFILE_PATH"] = directory
            self.addCleanup(os.environ.pop, "MPIDBG_PROFILE_PATH", None)
            self.state = "unknown"
            self.library = BUILD.name if BUILD.says_version else "MPICH"
            self.check("sends_pending", 2)


class Requests(RealTest):
    """Requests and matched messages."""

    def request_differences(self, job, process):
        requests, found = by_handle(process), []
        for fact in job.facts_of(process["pid"], "request"):
            if fact["type"] != "point-to-point" or fact.get("mode") == "buffered" or "peer" not in fact and not fact["any_source"]:
                continue  # the request that the program has of these is one for all
            request = requests.get(fact["handle"])
            if request is None:
                found.append(f'{fact["variable"]} is not listed')
                continue
            pairs = [(name, request[name], fact[key]) for key, name in COMPARED.items()]
            pairs.append(("complete", request["complete"], fact["state"] in ("complete", "cancelled")))
            pairs.append(("internal", request["internal"], False))
            if "status" in fact:
                pairs.append(("status", {name: request["status"][name] for name in fact["status"]}, fact["status"]))
            else:  # nothing is left of a complete one but its status
                for key, name in POINT_TO_POINT.items():
                    if fact["persistent"] or name not in ("count", "datatype", "datatype_name") or fact["datatype_name"] == "pairs":
                        pairs.append((name, request[name], fact[key]))
                peer = {"rank": fact["peer"], "world_rank": fact["world"]} if "peer" in fact else None
                pairs += [("peer", request["peer"], peer), ("tag", request["tag"], fact.get("tag")),
                          ("send_mode", request["send_mode"], "standard" if fact.get("mode") == "ready" else fact.get("mode"))]
            found += differences_of(f'{fact["variable"]} {fact["handle"]}', pairs)
        return found

    def test_requests(self):
        with Job("mpich_requests", 2, mpi="mpich") as job:
            self.assert_settles(lambda: [text for process in self.ask("requests", job.mpirun.pid, "--all")["processes"]
                                         for text in self.request_differences(job, process)])

    def test_matched_messages(self):
        """Messages that MPI_Mprobe and MPI_Improbe have matched: source, tag, bytes, protocol and data."""
        with Job("mpich_requests", 2, mpi="mpich") as job:
            for process in self.ask("messages", job.mpirun.pid)["processes"]:
                facts = {fact["handle"]: fact for fact in job.facts_of(process["pid"], "message")}
                found = {message["handle"]: message for message in process["messages"]["objects"] if not message["predefined"]}
                self.assertEqual(set(found), set(facts))
                for handle, fact in facts.items():
                    message = found[handle]
                    self.assertEqual((message["communicator"], message["source"], message["source_world_rank"], message["tag"],
                                      message["bytes"], message["protocol"]),
                                     (fact["comm"], fact["status"]["source"], fact["world"], fact["status"]["tag"],
                                      fact["status"]["bytes"], fact["protocol"]))
                    if fact["data"]:
                        with open(f'/proc/{process["pid"]}/mem', "rb") as memory:
                            memory.seek(int(message["payload"], 16))
                            self.assertEqual(memory.read(len(fact["data"])).decode(), fact["data"])


if __name__ == "__main__":
    unittest.main()
