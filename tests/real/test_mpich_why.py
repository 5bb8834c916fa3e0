"""The verdict on jobs of MPICH, of which memory shows as much as of Open MPI; what MPI_Win_start waits for is concluded."""

import struct
import unittest

from mpi_job import Job, run_mpidbg
from mpich_build import BUILD
from test_why import MISTAKES, UNSEEN, VerdictTest

# Shared memory shows that no message is under way.
SHARED_MEMORY = {"UCX_TLS": "self,sysv,posix,cma"}
WAYS = ("recv_ring", "other_tag", "ssend_ring", "sendrecv_tags", "waitall", "waitall_many", "waitany", "waitany_escape", "waitany_one",
        "probe_ring", "mprobe_ring", "probe_self", "probe_in_thread", "self", "missing_in_barrier",
        "nonblocking_barrier", "one_nonblocking_missing", "two_schedules", "two_on_one", "missing_neighbor",
        "other_collective", "comm_dup", "polling", "persistent", "finalize", "comm_create_group", "intercomm_create",
        "buffer_detach", "file_open", "file_does_not_open")
MPICH_MISTAKES = ("bcast_of_nothing", "gather_roots", "neighbor_lists", "intercomm_other_root", "persistent_barrier",
                  "parked_message", "send_or_receive", "barriers_of_threads")
PROBES = ("probe_ring", "mprobe_ring", "probe_self", "probe_in_thread")
STUCK = 3
PT_LOAD, PT_NOTE, NT_PRSTATUS = 1, 4, 1


def lose_stack(path):
    """Zeros instead of the stack of the main thread in a core file."""
    with open(path, "r+b") as core:
        content = core.read()
        headers, number = struct.unpack_from("<Q", content, 32)[0], struct.unpack_from("<H", content, 56)[0]
        # Of each: type, flags, offset, address, physical address, size in the file.
        segments = [struct.unpack_from("<IIQQQQ", content, headers + 56 * i) for i in range(number)]
        (notes,) = [offset for kind, _, offset, *_ in segments if kind == PT_NOTE]
        at = notes
        while struct.unpack_from("<I", content, at + 8)[0] != NT_PRSTATUS:
            name, data, _ = struct.unpack_from("<III", content, at)
            at += 12 + (name + 3) // 4 * 4 + (data + 3) // 4 * 4
        pointer = struct.unpack_from("<Q", content, at + 12 + 8 + 112 + 8 * 19)[0]
        for kind, _, offset, address, _, size in segments:
            if kind == PT_LOAD and address <= pointer < address + size:
                core.seek(offset + pointer - address)
                core.write(bytes(address + size - pointer))


class MpichWhyTest(VerdictTest):
    def test_ways(self):
        self.check("mpich_hangs", WAYS)

    @unittest.skipIf(BUILD.abi, "no program has this library inside")
    def test_ways_inside(self):
        """The library is in the program: its functions were compiled in another way, and have their names."""
        self.check("mpich_inside_hangs", ("probe_ring", "mprobe_ring", "probe_in_thread", "waitany", "other_tag", "missing_in_barrier"))

    @unittest.skipIf(BUILD.abi, "no program has this library inside")
    def test_callbacks_inside(self):
        """The program's code that the library calls is told from the library's, although both are in one file."""
        self.check("mpich_inside_hangs", ("attribute_copy", "attribute_delete", "error_handler", "signal_handler", "wrapper"))

    def test_mistakes(self):
        """As over Open MPI."""
        for way, (lines, without) in MISTAKES.items():
            if way not in MPICH_MISTAKES:
                continue
            with self.subTest(way=way), Job("mpich_hangs", 3, way, mpi="mpich", environment=SHARED_MEMORY) as job:
                def missing(lines=lines, without=without, job=job):
                    text = run_mpidbg("why", *job.pids).stdout
                    return ([f"{line} in {text}" for line in lines if line not in text] +
                            [f"no {line} in {text}" for line in without if line in text])
                self.assert_settles(missing)

    def test_being_made(self):
        """While a call makes an object, nothing reports it as damage."""
        for way, commands in (("comm_idup", ("comms", "queues", "groups")), ("win_create", ("windows", "comms", "queues"))):
            with self.subTest(way=way), Job("mpich_hangs", 3, way, mpi="mpich", environment=SHARED_MEMORY) as job:
                self.expect_transport_proof(job)
                self.assert_settles(lambda job=job: self.differences(job, job.pids))

                def damage(job=job, commands=commands):
                    results = [run_mpidbg(command, "--all", *job.pids) for command in commands]
                    text = run_mpidbg("why", *job.pids).stdout
                    return [one.stdout for one in results if one.returncode != 0] + ([text] if "interpreted" in text else [])
                self.assert_settles(damage)

    def test_file(self):
        """The file that a communicator of the library's own belongs to is found where the call has it at hand."""
        with Job("mpich_hangs", 3, "file_write", mpi="mpich", environment=SHARED_MEMORY) as job:
            def differences():
                text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                expected = "waits for rank 1 to take part in MPI_File_write_all on file /tmp/mpidbg-hangs-written"
                return [] if expected in text else [text]
            self.assert_settles(differences)

    def test_nonblocking_write(self):
        """The generalized request of MPI_File_iwrite_all is the library's: other ranks are missing, not a call of the program."""
        self.check("mpich_hangs", ("file_iwrite",))
        with Job("mpich_hangs", 3, "file_iwrite", mpi="mpich", environment=SHARED_MEMORY) as job:
            def differences():
                text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                expected = "waits for rank 1 to take part in its operation on file /tmp/mpidbg-hangs-written"
                return [] if expected in text else [text]
            self.assert_settles(differences)

    def test_partitioned_rounds(self):
        """No false alarm."""
        with Job("mpich_partitioned", 3, "rounds", mpi="mpich", environment=SHARED_MEMORY) as job:
            for _ in range(5):
                result = run_mpidbg("why", *job.pids)
                self.assertNotEqual(result.returncode, STUCK, result.stdout)

    def test_partitioned(self):
        """Whose call is missing, and what the queues and requests show of it. Both sides know each other but for the ways
        `first_not_ready`, `no_sender` and `no_receiver`."""
        words = {
            "one_not_ready": "waits for its own program to call MPI_Pready for 1 of its 4 partitions to rank 0 with tag 5 on MPI_COMM_WORLD",
            "first_not_ready": "waits for its own program to call MPI_Pready for 3 or 4 of its 4 partitions to rank 0 with tag 5 on "
                               "MPI_COMM_WORLD",
            "sender_not_started": "waits for rank 1 to start its partitioned send for tag 5 on MPI_COMM_WORLD",
            "no_sender": "waits for rank 1 to send tag 5 in 4 partitions on MPI_COMM_WORLD",
            "receiver_not_started": "waits for rank 0 to start its partitioned receive with tag 5 on MPI_COMM_WORLD",
            "no_receiver": "waits for rank 0 to start its partitioned receive on MPI_COMM_WORLD",
            "other_tag": "Likely cause rank 0 has started a partitioned receive from rank 1 with tag 7 on MPI_COMM_WORLD, and the "
                         "partitioned send of rank 1 has another tag, which its library does not keep: only the tag differs"}
        for way, expected in words.items():
            with self.subTest(way=way), Job("mpich_partitioned", 3, way, mpi="mpich", environment=SHARED_MEMORY) as job:
                self.expect_transport_proof(job)

                def differences(job=job, expected=expected):
                    text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                    return self.differences(job, job.pids) + ([] if expected in text else [text])
                self.assert_settles(differences)
                if way == "one_not_ready":
                    for command in ("queues", "requests"):
                        receiver, sender = (" ".join(run_mpidbg(command, pid).stdout.split()) for pid in job.pids[:2])
                        self.assertIn("from 1 tag 5 32 bytes MPI_INT x 8", receiver)
                        self.assertIn("4 partitions", receiver)
                        self.assertIn("to 0", sender)
                        self.assertRegex(sender, "32 bytes MPI_INT x 8.*4 partitions, (2 or 3|3 or 4) ready")

    def test_file_that_one_rank_creates(self):
        """Meanwhile its file has another communicator than those of the others, which are in the same call."""
        with Job("mpich_hangs", 3, "file_does_not_open", mpi="mpich", environment=SHARED_MEMORY) as job:
            def differences():
                text = run_mpidbg("why", *job.pids).stdout
                expected = "waits for rank 0 to take part in MPI_File_open on file /tmp/mpidbg-hangs-"
                return [] if expected in text and "in none" not in text else [text]
            self.assert_settles(differences)

    def test_windows(self):
        """Who waits for a lock is known to its target, once it has been in MPI since: not to one that runs."""
        self.check("mpich_hangs", ("fence", "lock_cross", "lock_ring", "lock_and_recv", "lock_all", "flush",
                                   "wait_without_complete", "flush_local", "flush_local_all"))

    def test_default_transports(self):
        """UCX opens sockets too. No endpoint uses them on one machine, so that they do not weaken the proof."""
        self.check("mpich_hangs", ("recv_ring",), environment={})

    def check(self, sample, ways, environment=SHARED_MEMORY):
        for way in ways:
            with self.subTest(way=way), Job(sample, 3, way, mpi="mpich", environment=environment) as job:
                self.expect_transport_proof(job, always=way == "finalize")
                seen = sample != "mpich_hangs" or ((BUILD.sees_probes or way not in PROBES) and
                                                   (BUILD.sees_leaders or way != "intercomm_create"))
                self.assert_settles(lambda job=job, seen=seen: self.differences(job, job.pids) if seen else self.not_unseen(job))

    @staticmethod
    def expect_transport_proof(job, always=False):
        for fact in job.facts:
            if fact["fact"] == "verdict" and (always or not fact["kind"].startswith("waits for")):
                fact["proof"] = "transport"

    def not_unseen(self, job):
        """Of a call whose arguments cannot be seen."""
        result = run_mpidbg("why", *job.pids)
        return [] if result.returncode == UNSEEN and "waits for is not visible" in result.stdout else [result.stdout]

    def test_start(self):
        """The library keeps the group of MPI_Win_start when it returns; before, the call has it at hand."""
        for way in ("start_cross", "start_without_post"):
            with self.subTest(way=way), Job("mpich_hangs", 3, way, mpi="mpich", environment=SHARED_MEMORY) as job:
                for fact in job.facts:
                    if fact["fact"] == "verdict":
                        fact["proof"] = "suspected"
                if not BUILD.sees_starts:
                    self.assert_settles(lambda job=job: self.not_unseen(job) and self.differences(job, job.pids))
                    continue
                self.assert_settles(lambda job=job: self.differences(job, job.pids))
                self.assertIn("waits for rank 1 to call MPI_Win_post on window", run_mpidbg("why", *job.pids).stdout)

    @unittest.skipIf(BUILD.abi, "no Fortran module is for it")
    def test_fortran(self):
        for module in ("mpi", "mpi_f08"):
            with self.subTest(module=module), \
                    Job("mpich_hangs_fortran", 3, module, mpi="mpich", environment=SHARED_MEMORY) as job:
                for fact in job.facts:
                    fact["file"] = "hangs_fortran.f90"
                    if fact["fact"] == "verdict":
                        fact["proof"] = "transport"
                self.assert_settles(lambda job=job: self.differences(job, job.pids))

    def test_nonblocking_collectives(self):
        """The library counts those that a rank has begun."""
        with Job("mpich_hangs", 3, "one_nonblocking_missing", mpi="mpich", environment=SHARED_MEMORY) as job:
            def differences():
                text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                called = "MPI_Comm_idup or MPI_Iallreduce or MPI_Ibarrier"  # what the program imports
                expected = (f"in {called} on MPI_COMM_WORLD that rank 2 has not begun (number 3 there, as the library "
                            "counts; rank 2 has begun 2)",
                            "rank 2 has begun 2 nonblocking collectives on MPI_COMM_WORLD, ranks 0-1 have begun 3",
                            f"ranks 0-1 are in {called}, rank 2 is in none")
                return [] if all(one in text for one in expected) else [text]
            self.assert_settles(differences)

    def test_left_collective(self):
        """Its messages say by their tags which one it is."""
        with Job("mpich_hangs", 3, "left_collective", mpi="mpich", environment=SHARED_MEMORY) as job:
            for fact in job.facts:
                if fact["fact"] == "verdict":
                    fact["proof"] = "transport"

            def differences():
                text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                expected = "a message of MPI_Bcast from rank 0 on the same communicator (inferred from its tag)"
                return self.differences(job, job.pids) + ([] if expected in text else [text])

            self.assert_settles(differences)
            text = " ".join(run_mpidbg("queues", "--all", job.pid_of_rank[1]).stdout.split())
            self.assertIn("internal, of MPI_Barrier by its tag (inferred)", text)
            self.assertIn("internal, of MPI_Bcast by its tag (inferred)", text)

    def test_collective_without_a_stack(self):
        """A rank whose stack cannot be read has a message of its own that says by its tag what it seems to be in."""
        with Job("mpich_hangs", 3, "missing_in_barrier", mpi="mpich", environment=SHARED_MEMORY) as job:
            self.assert_settles(lambda: self.differences(job, job.pids))
            cores = [job.gcore(job.pid_of_rank[rank]) for rank in range(3)]
            lose_stack(cores[0])
            text = run_mpidbg("why", *cores).stdout
            self.assertIn("MPI_COMM_WORLD: rank 2 is in MPI_Barrier, rank 0 seems to be in MPI_Barrier (inferred from the tag of "
                          "its message), rank 1 is in none\n", text)
            self.assertIn("rank 0 is at a place that is not known: its stack cannot be walked", text)

    def test_circle_inside_a_collective(self):
        """No rank waits for itself: here each is in MPI_Scatter, and 2 takes 1 for the root. Rank 1 is not ready, as 0 is held up."""
        with Job("mpich_hangs", 3, "scatter_roots", mpi="mpich", ready=2, environment=SHARED_MEMORY) as job:
            def differences():
                lines = run_mpidbg("why", "--each", job.mpirun.pid).stdout.splitlines()
                shown = [line.split("  waits for ") for line in lines if "waits for" in line]
                waits = {line[0].split()[1]: line[1] for line in shown if line[0].split()[0] == "rank"}
                return [] if waits.get("2", "").startswith("rank 1 to take part") else lines
            self.assert_settles(differences)

    def test_likely_cause(self):
        """A message with another tag."""
        with Job("mpich_hangs", 3, "other_tag", mpi="mpich") as job:
            def differences():
                text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                return [] if "rank 1 sent tag 8 to rank 0" in text and "only the tag differs" in text else [text]
            self.assert_settles(differences)


if __name__ == "__main__":
    unittest.main()
