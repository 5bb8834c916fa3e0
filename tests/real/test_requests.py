"""`requests`, `messages`, `show request` and `show status`: every field is what the program says. Rows HR*, HS*, HC17, Z3."""

import unittest

from mpi_job import Job, Mpi4Job, RealTest, is_before_5, run_mpidbg

COMPARED = {"type": "type", "state": "state", "persistent": "persistent", "freed": "freed", "cancelled": "cancelled"}
POINT_TO_POINT = {"comm": "communicator", "any_source": "any_source", "any_tag": "any_tag", "count": "count",
                  "bytes": "bytes", "datatype": "datatype", "datatype_name": "datatype_name", "buffer": "buffer"}


def by_handle(process):
    return {request["handle"]: request for request in process["requests"]["objects"]}


def differences_of(where, pairs):
    return [f"{where}: {name} is {actual!r}, the program says {expected!r}"
            for name, actual, expected in pairs if actual != expected]


def request_differences(request, fact):
    """What of one request is not as its fact says."""
    pairs = [(name, request[name], fact[key]) for key, name in COMPARED.items()]
    fortran = 0 if fact["type"] == "null" else fact["fortran"] if fact["fortran"] >= 0 else None
    pairs.append(("fortran_handle", request["fortran_handle"], fortran))
    pairs.append(("complete", request["complete"], fact["state"] in ("complete", "cancelled")))
    pairs.append(("predefined", request["predefined"], fact["variable"] in ("null", "proc_null")))
    pairs.append(("name", request["name"], "MPI_REQUEST_NULL" if fact["type"] == "null" else None))
    pairs.append(("internal", request["internal"], False))
    if fact["type"] == "point-to-point":
        pairs += [(name, request[name], fact[key]) for key, name in POINT_TO_POINT.items()]
        pairs.append(("call", request["call"], fact["call"]))
        pairs.append(("call_inferred", request["call_inferred"], not fact["persistent"]))
        pairs.append(("send_mode", request["send_mode"], fact.get("mode")))
        peer = {"rank": fact["peer"], "world_rank": fact["world"]} if "peer" in fact else None
        pairs.append(("peer", request["peer"], peer))
        pairs.append(("tag", request["tag"], fact.get("tag")))
        pairs.append(("datatype_named", request["datatype_named"], True))
        pairs.append(("waiter", request["waiter"], None))
        # A buffered send keeps the program's data elsewhere while it sends them.
        pairs.append(("library_buffer", request["library_buffer"] is not None, fact.get("mode") == "buffered"))
        pairs.append(("transfer_completed", request["transfer_completed"], fact["completed"]))
        if fact["completed"]:
            pairs.append(("transfer_started", request["transfer_started"], True))
    if "status" in fact:
        status = {name: request["status"][name] for name in fact["status"]}
        pairs.append(("status", status, fact["status"]))
    return differences_of(f'{fact["variable"]} {fact["handle"]}', pairs)


class Requests(RealTest):
    def check(self, ranks, examine):
        with Job("requests", ranks) as job:
            def differences():
                found = []
                answer = self.ask("requests", job.mpirun.pid, "--all")
                for process in answer["processes"]:
                    self.assertTrue(process["requests"]["complete"], process["requests"]["reason"])
                    found += examine(job, process)
                return found

            self.assert_settles(differences)

    def point_to_point(self, job, process):
        requests = by_handle(process)
        found = []
        for fact in job.facts_of(process["pid"], "request"):
            request = requests.get(fact["handle"])
            found += ([f'{fact["variable"]} is not listed'] if request is None else request_differences(request, fact))
        return found

    def test_point_to_point(self):
        """HR1 HR2 HR3 HR4 HR5 HR6 HR7 HR8 HR11 HR12 HR14 HR15 Z3 Z6 with one, two and four ranks"""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks):
                self.check(ranks, self.point_to_point)

    def test_nothing_else(self):
        """Z7 what is listed and is no variable of the program belongs to the library, or to the messages it matched"""
        def examine(job, process):
            kinds = ("request", "generalized", "collective", "file_request")
            known = {fact["handle"] for kind in kinds for fact in job.facts_of(process["pid"], kind)}
            others = [request for request in process["requests"]["objects"]
                      if request["handle"] not in known and not request["internal"] and not request["predefined"]]
            # The large message that the sample's neighbour has matched and not received.
            return [f'{request["handle"]} tag {request["tag"]} {request["state"]} is of no variable'
                    for request in others if request["tag"] != 41]
        self.check(2, examine)

    def test_core_and_process_agree(self):
        """Z9 a core file says what the live process said"""
        with Job("requests", 2) as job:
            for pid in job.pids:
                live = self.ask("requests", pid, "--all")["processes"][0]["requests"]["objects"]
                core = self.ask("requests", job.gcore(pid), "--all")["processes"][0]["requests"]["objects"]
                self.assertEqual(live, core)
                self.assertTrue(any(request["type"] == "generalized" for request in core))

    def test_generalized(self):
        """HR5 HR9 generalized requests: found by class, with the program's functions"""
        def examine(job, process):
            requests, found = by_handle(process), []
            for fact in job.facts_of(process["pid"], "generalized"):
                request = requests[fact["handle"]]
                functions = {"query": fact["query"], "free": fact["free"], "cancel": fact["cancel"],
                             "extra_state": fact["extra"], "language": "C"}
                found += differences_of(fact["variable"], [("type", request["type"], "generalized"),
                                                           ("state", request["state"], fact["state"]),
                                                           ("call", request["call"], "MPI_Grequest_start"),
                                                           ("freed", request["freed"], fact["freed"]),
                                                           ("freed_inferred", request["freed_inferred"], fact["freed"]),
                                                           ("generalized", request["generalized"], functions)])
            return found
        self.check(2, examine)

    def test_collective(self):
        """HR5 HR6 HR12 nonblocking collectives that the last rank does not join: what each waits for, by the algorithms of two ranks"""
        def examine(job, process):
            requests, found = by_handle(process), []
            for fact in job.facts_of(process["pid"], "collective"):
                request = requests[fact["handle"]]
                operations = request["schedule"]["operations"]
                pending = [(operation["action"], operation["rank"], operation["count"]) for operation in operations
                           if operation["state"] == "pending"]
                # Barrier: a message each way without data. Broadcast: from the root, rank 1. Sum: at rank 0.
                expected = {"barrier": [("receive", 1, 0)], "bcast": [("receive", 1, 4)], "allreduce": [("receive", 1, 4)]}
                found += differences_of(fact["variable"], [("type", request["type"], "collective"),
                                                           ("state", request["state"], fact["state"]),
                                                           ("communicator", request["communicator"], fact["comm"]),
                                                           ("pending", pending, expected[fact["variable"]])])
                for operation in operations:
                    if operation["state"] != "pending":
                        continue
                    part = requests[operation["request"]]
                    found += differences_of(fact["variable"], [("internal", part["internal"], True),
                                                               ("tag", part["tag"], request["tag"]),
                                                               ("peer", part["peer"]["rank"], operation["rank"])])
                if fact["variable"] == "allreduce":
                    sums = [(operation["op"], operation["op_name"], operation["datatype"], operation["count"])
                            for operation in operations if operation["action"] == "reduce"]
                    found += differences_of("allreduce", [("sums", sums, [(fact["op"], "MPI_SUM", fact["datatype"], 4)])])
                if fact["variable"] == "bcast":
                    targets = [operation["target"] for operation in operations]
                    found += differences_of("bcast", [("targets", targets, [fact["buffer"]])])
            return found
        self.check(2, examine)

    def test_collective_of_four(self):
        """HR5 HR11 with four ranks: whoever waits waits for a rank of the communicator, and the last has begun nothing"""
        def examine(job, process):
            requests, found = by_handle(process), []
            facts = job.facts_of(process["pid"], "collective")
            if process["rank"] == 3:
                return ["rank 3 took part"] if facts else []
            for fact in facts:
                schedule = requests[fact["handle"]]["schedule"]
                waiting = [operation for operation in schedule["operations"] if operation["state"] == "pending"]
                if not waiting or not 1 <= schedule["round"] <= schedule["rounds"]:
                    found.append(f'{fact["variable"]} waits for nothing in round {schedule["round"]}')
                found += [f'{fact["variable"]} waits for rank {operation["rank"]}' for operation in waiting
                          if not 0 <= operation["rank"] < 4 or operation["rank"] == process["rank"]]
            return found
        self.check(4, examine)

    def test_collective_of_one(self):
        """HR5 a collective of one process is complete when it is begun"""
        def examine(job, process):
            requests = by_handle(process)
            return [f'{fact["variable"]} is {requests[fact["handle"]]["state"]}'
                    for fact in job.facts_of(process["pid"], "collective")
                    if requests[fact["handle"]]["state"] != "complete"]
        self.check(1, examine)

    def test_file(self):
        """HR5 HR6 HR13 a file write that is under way"""
        def examine(job, process):
            requests, found = by_handle(process), []
            for fact in job.facts_of(process["pid"], "file_request"):
                request = requests[fact["handle"]]
                found += differences_of("file", [("type", request["type"], "file"), ("call", request["call"], fact["call"]),
                                                 ("call_inferred", request["call_inferred"], True),
                                                 ("state", request["state"], "active"),
                                                 ("file", request["file"], fact["file"])])
            return found
        self.check(1, examine)

    def test_mprobe_that_waits(self):
        """There is no message yet; the library has taken an object for it."""
        with Job("hangs", 3, "mprobe_ring", environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            self.assert_settles(lambda: [] if run_mpidbg("why", *job.pids).returncode == 3 else ["it does not hang yet"])
            for process in self.ask("messages", *job.pids)["processes"]:
                self.assertEqual((process["messages"]["complete"], process["messages"]["objects"]), (True, []))

    def test_show(self):
        """HR1 HR10 `show request`: everything of one; what is none is not found"""
        with Job("requests", 2) as job:
            pid = job.pid_of_rank[0]
            facts = {fact["variable"]: fact for fact in job.facts_of(pid, "request")}
            text = run_mpidbg("show", "request", facts["freed"]["handle"], pid).stdout
            self.assertIn("freed by the application, still active", text)
            self.assertIn("made by       MPI_Isend", text)
            (collective,) = [fact for fact in job.facts_of(pid, "collective") if fact["variable"] == "bcast"]
            text = run_mpidbg("show", "request", collective["handle"], pid).stdout
            self.assertIn("schedule      round 1 of 1; memory does not contain which collective operation it is", text)
            self.assertIn("round 1: waits for message from 1  MPI_INT x 4  (tag -", text)
            failed = run_mpidbg("show", "request", "0x1234", pid)
            self.assertNotEqual(failed.returncode, 0)
            self.assertIn("no request in use is at 0x1234", failed.stdout + failed.stderr)

    def test_lines(self):
        """HR7 the words of a line"""
        with Job("requests", 1) as job:
            text = run_mpidbg("requests", job.pids[0]).stdout
            for words in ("complete, not waited for", "inactive (persistent)", "freed by the application, still active",
                          "cancelled", "active  synchronous"):
                self.assertIn(words, text)


# Whose call is missing. Others of the sample's ways do not hang: in later rounds Open MPI takes partitions that are not ready
# for done, and a send that all are ready of does not wait for its receiver.
PARTITIONED = {
    "first_not_ready": "waits for its own program to call MPI_Pready for 4 of its 4 partitions to rank 0 with tag 5 on MPI_COMM_WORLD",
    "some_not_ready": "waits for its own program to call MPI_Pready for 2 of its 4 partitions to rank 0 with tag 5 on MPI_COMM_WORLD",
    "sender_not_started": "waits for rank 1 to start its partitioned send for tag 5 on MPI_COMM_WORLD",
    "no_sender": "waits for rank 1 to send tag 5 in 4 partitions on MPI_COMM_WORLD",
    "no_receiver": "waits for rank 0 to start its partitioned receive on MPI_COMM_WORLD"}
UCX = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")


class PartitionedRequests(RealTest):
    def partitioned_differences(self, job, process):
        """What the program has, and nothing that the library sends for it."""
        facts = {fact["handle"]: fact for fact in job.facts_of(process["pid"], "partitioned")}
        of_a_blocking_call = 7  # the tag
        found = {handle: request for handle, request in by_handle(process).items()
                 if not request["internal"] and request["tag"] != of_a_blocking_call}
        if set(found) != set(facts):
            return [f"{process['pid']}: {found} are not {facts}"]
        differences = [] if process["requests"]["complete"] else [process["requests"]["reason"]]
        for handle, request in found.items():
            fact = facts[handle]
            ready = fact["marked"] if fact["active"] and fact["call"] == "MPI_Psend_init" else None
            differences += differences_of(handle, (
                ("call", request["call"], fact["call"]), ("peer", request["peer"]["rank"], fact["peer"]),
                ("tag", request["tag"], fact["tag"]), ("partitions", request["partitions"], fact["partitions"]),
                ("state", request["state"], "active" if fact["active"] else "inactive"),
                ("ready", request["partitions_ready"], ready), ("count", request["count"], 8), ("bytes", request["bytes"], 32)))
        return differences

    def check_way(self, way, layer, environment):
        with Mpi4Job("partitioned", 3, way, layer=layer, environment=environment) as job:
            def differences(*targets):
                return [text for process in self.ask("requests", *targets)["processes"]
                        for text in self.partitioned_differences(job, process)]

            def verdict_differences():
                text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                return [] if PARTITIONED[way] in text and "nobody asks for it" not in text else [text]

            self.assert_settles(lambda: differences(*job.pids))
            self.assert_settles(verdict_differences)
            self.assertEqual(differences(job.gcore(job.pids[1])), [])

    def test_open_mpi(self):
        """Those of MPI_Psend_init and MPI_Precv_init, which Open MPI has from 5.0 on."""
        if is_before_5():
            return
        for way in PARTITIONED:
            with self.subTest(way=way, layer="ob1"):
                self.check_way(way, Job.OB1, {})
            with self.subTest(way=way, layer="ucx"):
                self.check_way(way, UCX, {"UCX_TLS": "self,sysv,posix,cma"})


class CommunicatorsRequests(RealTest):
    def test_requests_of_a_communicator(self):
        """HC17 the requests on a communicator are those that name it"""
        with Job("requests", 2) as job:
            for process in self.ask("requests", job.mpirun.pid, "--all")["processes"]:
                on_comm = {}
                for request in process["requests"]["objects"]:
                    if request["communicator"]:
                        on_comm.setdefault(request["communicator"], set()).add(request["handle"])
                facts = job.facts_of(process["pid"], "request")
                for comm in {fact["comm"] for fact in facts if "comm" in fact}:
                    said = {fact["handle"] for fact in facts if fact.get("comm") == comm}
                    self.assertLessEqual(said, on_comm[comm])


class Messages(RealTest):
    def test_matched_messages(self):
        """Z11 messages that a probe matched: source, tag, bytes, protocol, data; one that was received is not among them"""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("requests", ranks) as job:
                for process in self.ask("messages", job.mpirun.pid)["processes"]:
                    facts = {fact["handle"]: fact for fact in job.facts_of(process["pid"], "message")}
                    found = {message["handle"]: message for message in process["messages"]["objects"] if not message["predefined"]}
                    self.assertEqual(set(found), set(facts))
                    for handle, fact in facts.items():
                        message = found[handle]
                        self.assertEqual((message["communicator"], message["source"], message["source_world_rank"],
                                          message["tag"], message["bytes"], message["protocol"]),
                                         (fact["comm"], fact["status"]["source"], fact["world"], fact["status"]["tag"],
                                          fact["status"]["bytes"], fact["protocol"]))
                        self.assertEqual(message["fortran_handle"], fact["fortran"] if fact["fortran"] >= 0 else None)
                        if fact["data"]:
                            with open(f'/proc/{process["pid"]}/mem', "rb") as memory:
                                memory.seek(int(message["payload"], 16))
                                self.assertEqual(memory.read(len(fact["data"])).decode(), fact["data"])


class Statuses(RealTest):
    def test_statuses(self):
        """HS1 HS2 HS4 Z6 statuses of completed receives, in C and in Fortran's form"""
        with Job("requests", 2) as job:
            for pid in job.pids:
                facts = job.facts_of(pid, "status")
                for fact in facts:
                    (process,) = self.ask_status(fact["address"], pid)
                    self.assertEqual({name: process["status"][name] for name in fact["status"]}, fact["status"])
                (process,) = self.ask_status(facts[0]["fortran"], pid)
                self.assertEqual({name: process["status"][name] for name in facts[0]["status"]}, facts[0]["status"])

    def ask_status(self, address, pid):
        import json
        result = run_mpidbg("show", "status", address, pid, "--json")
        return json.loads(result.stdout)["processes"]


class OneSided(RealTest):
    def test_every_component(self):
        """HR5 HR6 the request of an MPI_Rput, whichever way the library reaches the window"""
        for component in ("pt2pt", "rdma", "ucx") if is_before_5() else ("rdma",):
            with self.subTest(component), Job("requests", 2, "window", environment={"OMPI_MCA_osc": component}) as job:
                pid = job.pid_of_rank[0]
                (fact,) = job.facts_of(pid, "one_sided")
                (process,) = self.ask("requests", pid, "--all")["processes"]
                request = by_handle(process)[fact["handle"]]
                self.assertEqual((request["type"], request["window"], request["complete"]),
                                 ("one-sided", fact["window"], fact["complete"]))
                if component == "rdma":
                    self.assertEqual((request["call"], request["call_inferred"], request["peer"]["rank"]),
                                     (fact["call"], True, 1))


if __name__ == "__main__":
    unittest.main()
