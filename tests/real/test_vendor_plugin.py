"""Open MPI's own debug plugin on the stripped library, operation by operation against ours.

Both list the same requests of the same communicators, but for the differences that README.md explains; any other one fails.
"""

import glob
import re
import unittest

from mpi_job import Job, RealTest

NOT_ENOUGH = 6


def vendor_plugin():
    candidates = glob.glob("/usr/lib/*/openmpi/lib/openmpi3/libompi_dbg_msgq.so")
    if not candidates:
        raise AssertionError("libompi_dbg_msgq.so not found: install libopenmpi3")
    return candidates[0]


def by_request(process):
    """request -> (queue, operation). The plugin writes the request's address into its text for the user."""
    found = {}
    for communicator in process["communicators"]:
        for queue, content in communicator["queues"].items():
            for operation in content["operations"] or []:
                request = operation["request"]
                text = re.match(r"(?:Receive|Send|Non-blocking recv|Non-blocking send): (0x[0-9a-f]+)",
                                operation["extra_text"] or "")
                if text:
                    request = text.group(1)
                if request:
                    found[request] = (communicator, queue, operation)
    return found


class VendorPlugin(RealTest):
    def check(self, sample, ranks):
        with self.subTest(sample=sample), Job(sample, ranks) as job:
            plugin = vendor_plugin()
            calls = {fact["pid"]: fact["call"] for fact in job.facts if fact["fact"] == "blocked"}

            def blocked():
                processes = self.ask("ranks", job.mpirun.pid)["processes"]
                return [f"{process['pid']} is not blocked yet" for process in processes
                        if calls[process["pid"]] not in process["blocked_in"]]

            self.assert_settles(blocked)
            ours = self.ask("queues", job.mpirun.pid, "--all")["processes"]
            theirs = self.ask("queues", job.mpirun.pid, "--all", "--plugin", plugin, code=NOT_ENOUGH)["processes"]
            requests = self.ask("requests", job.mpirun.pid)["processes"]
            for our_process, their_process, with_requests in zip(ours, theirs, requests):
                self.assertEqual(our_process["pid"], their_process["pid"])
                self.assertEqual(our_process["pid"], with_requests["pid"])
                complete = {request["handle"] for request in with_requests["requests"]["objects"] if request["state"] == "complete"}
                self.compare(our_process, their_process, complete)

    def compare(self, our_process, their_process, complete):
        # 1. It gives no information on unexpected messages.
        for communicator in their_process["communicators"]:
            self.assertIsNone(communicator["queues"]["unexpected"]["operations"])
        ours, theirs = by_request(our_process), by_request(their_process)
        listed = {request for request, (_, queue, _) in ours.items() if queue != "unexpected"}
        # 2. Sends and receives that are complete and not waited for stand in the queues: here they are requests alone.
        done = {request for request, (_, _, operation) in theirs.items() if request in complete and operation["complete"]}
        self.assertEqual(sorted(theirs), sorted(listed | done))
        for request, (our_communicator, our_queue, our) in ours.items():
            if our_queue == "unexpected":
                continue
            their_communicator, their_queue, their = theirs[request]
            differences = {name for name in ("any_source", "comm_rank", "world_rank", "any_tag", "tag", "bytes", "buffer",
                                             "complete", "matched", "kind", "internal", "system_buffer")
                           if our[name] != their[name]}
            self.assertEqual(our_communicator["name"], their_communicator["name"])
            self.assertEqual(our_communicator["context"], their_communicator["context"])
            expected = set()
            if our["waited_on"] and their["complete"] or our["waited_on"] and their["matched"]:
                # 3. A request that somebody waits for is "complete"; of a receive it then shows source and tag of a
                #    message that has not come.
                expected |= {"complete", "matched"}
                if our["kind"] == "receive":
                    expected |= {"any_source", "comm_rank", "world_rank", "any_tag", "tag", "internal"}
            if our_queue == "inactive":
                # 4. Persistent requests that are not started stand in the queues, complete.
                self.assertIn(their_queue, ("posted", "sends"))
                expected |= {"complete", "matched", "comm_rank", "world_rank", "tag", "bytes", "internal", "any_source"}
            else:
                self.assertEqual(our_queue, their_queue)
            if our_communicator["intercommunicator"]:
                # 5. Peers of an intercommunicator are looked up in the local group.
                expected |= {"world_rank"}
            if our["send_mode"] == "buffered":
                # 6. The buffer shown is the program's, which it calls a system buffer.
                expected |= {"system_buffer"}
            if our["internal"]:
                expected |= {"tag", "internal"}
            self.assertLessEqual(differences, expected, f"{our}\n{their}")
            # 7. The data type's name is cut to four letters.
            if our["datatype_named"]:
                self.assertIn(our["datatype"][:4].strip(), their["extra_text"])

    def test_samples(self):
        for sample in ("hung_recv", "ssend_ring", "waitall", "persistent", "sends_pending", "intercomm", "datatypes"):
            self.check(sample, 2)


if __name__ == "__main__":
    unittest.main()
