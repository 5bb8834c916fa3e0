#!/usr/bin/env python3
"""`mpidbg why` of jobs that are not all there, or not as they should be: what it says, and with which exit code."""

import json
import mmap
import os
import signal
import struct
import subprocess
import unittest

from mpi_job import COMMAND, Job, RealTest, run_mpidbg, state_of, stop, validate, wait_for

NOTHING_WAITS, FAILED, STUCK, MISSING, MAY_GO_ON, UNSEEN = 0, 1, 3, 4, 5, 6
PROVED = "proved: no message is on its way"
DEADLOCK = "DEADLOCK: ranks 0-2 wait for each other and for nothing else"


def hangs(way):
    return Job("hangs", 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1"})


def overwrite(core, address, content):
    """The memory at an address of a 64-bit core file."""
    with open(core, "r+b") as file:
        header = file.read(64)
        offset, entries = struct.unpack_from("<Q", header, 32)[0], struct.unpack_from("<H", header, 56)[0]
        file.seek(offset)
        segments = [struct.unpack("<IIQQQQQQ", file.read(56)) for _ in range(entries)]
        (place,) = [segment[2] + address - segment[3] for segment in segments
                    if segment[0] == 1 and segment[3] <= address and address + len(content) <= segment[3] + segment[5]]
        file.seek(place)
        file.write(content)


class BadInput(RealTest):
    def expect(self, targets, code, *words, without=()):
        """Asks until all words are in the answer: a rank says that it blocks just before it does."""
        def differences():
            result = run_mpidbg("why", *targets)
            text = result.stdout + result.stderr
            found = [f"'{word}' is missing in:\n{text}" for word in words if word not in text]
            found += [f"'{word}' should not be in:\n{text}" for word in without if word in text]
            if result.returncode != code:
                found.append(f"exit code {result.returncode} instead of {code}:\n{text}")
            return found
        self.assert_settles(differences)
        validate(json.loads(run_mpidbg("why", "--json", *targets).stdout or "null") or {}) if code != FAILED else None

    def test_some_ranks_of_a_job(self):
        with hangs("recv_ring") as job:
            pids = [job.pid_of_rank[rank] for rank in range(3)]
            self.expect(pids[:1], MISSING, "rank 0 waits for rank 2, which is not among the targets",
                        "\nnot among the targets: ranks 1-2", without=["DEADLOCK"])
            self.expect(pids[:2], MISSING, "rank 0 waits for rank 2, which is not among the targets",
                        "behind it: rank 1  MPI_Recv at receive_from (hangs.c:", "\nnot among the targets: rank 2")

    def test_ranks_of_two_jobs(self):
        with hangs("recv_ring") as ring, hangs("tail") as tail:
            self.expect([*ring.pids, *tail.pids], STUCK, "DEADLOCK: ranks 0-2 of job ", "DEADLOCK: ranks 0-1 of job ",
                        "behind them: rank 2 of job ", without=["not among the targets"])
            # Together they have ranks 0 to 2.
            pids = [ring.pid_of_rank[0], ring.pid_of_rank[1], tail.pid_of_rank[2]]
            self.expect(pids, MISSING, " wait for rank ", ", which are not among the targets",
                        "\nnot among the targets: ", without=["DEADLOCK"])
            text = run_mpidbg("why", *pids).stdout
            self.assertRegex(text, rf"\njob [12], \[\d+,1\]: pid {pids[0]} and pid {pids[1]}\n")
            self.assertRegex(text, rf"\njob [12], \[\d+,1\]: pid {pids[2]}\n")

    def test_the_same_rank_twice(self):
        with hangs("recv_ring") as job:
            self.expect([*job.pids, *job.pids], STUCK, DEADLOCK, PROVED)
            pid = job.pid_of_rank[0]
            core = job.gcore(pid)
            self.expect([core, *job.pids], UNSEEN, "cannot be judged: ", " are the same rank; name only one of them",
                        core, f"pid {pid}", without=["DEADLOCK"])

    def test_functions_that_are_looked_up(self):
        """Imports name nonblocking collectives; a program that looks all functions up by name has none."""
        with Job("looked_up", 2) as job:
            self.expect(job.pids, STUCK, "DEADLOCK: ranks 0-1 wait for each other", "a nonblocking collective",
                        "warning: rank 0: pending nonblocking collectives have no names: the program looks up the functions of "
                        "MPI by name", without=["MPI_Ibarrier"])

    def test_what_is_not_of_the_job(self):
        with hangs("recv_ring") as job, subprocess.Popen(["sleep", "1000"]) as stranger:
            try:
                problem = f"pid {stranger.pid} is not an MPI process: "
                self.expect([*job.pids, stranger.pid], STUCK, DEADLOCK, PROVED, problem)
                self.expect([stranger.pid], UNSEEN, problem, without=["DEADLOCK"])
            finally:
                stranger.kill()
            stranger.wait()
            self.expect([*job.pids, stranger.pid], STUCK, DEADLOCK, f"no process with pid {stranger.pid}")
            self.expect([stranger.pid], FAILED, f"no process with pid {stranger.pid}")

    def test_ranks_with_different_libraries(self):
        with hangs("recv_ring") as job, Job("mpich_hung_recv", 2, mpi="mpich") as other:
            self.expect([*job.pids, *other.pids], STUCK, "DEADLOCK: ranks 0-2 of job ", "wait for each other and for nothing else",
                        PROVED, *(f"pid {pid}" for pid in other.pids), "DEADLOCK: ranks 0-1 of job ",
                        "MPI_Recv at sample_hang_in_recv (sample.c:", "to send tag 99 on MPI_COMM_WORLD")

    def test_stopped_rank(self):
        with hangs("recv_ring") as job:
            self.expect(job.pids, STUCK, DEADLOCK)
            pid = job.pid_of_rank[1]
            stop(pid)
            self.expect(job.pids, STUCK, DEADLOCK, PROVED,
                        "\nrank 1 is stopped by a signal or a debugger in MPI_Recv at receive_from (hangs.c:", without=["which is stopped"])
            self.assertEqual(state_of(pid), "T")
            os.kill(pid, signal.SIGCONT)
            self.expect(job.pids, STUCK, DEADLOCK, PROVED)

    def test_stopped_in_finalize(self):
        """It has come there: it is another rank that they wait for."""
        for mpi, sample in (("openmpi", "hangs"), ("mpich", "mpich_hangs")):
            with self.subTest(mpi=mpi), Job(sample, 3, "missing_in_finalize", mpi=mpi) as job:
                waiting = "WAITING: ranks 0,2 wait for rank 1, which runs"
                self.expect(job.pids, MAY_GO_ON, waiting)
                pid = job.pid_of_rank[0]
                os.kill(pid, signal.SIGSTOP)
                wait_for(lambda pid=pid: state_of(pid) == "T", "the rank to stop")
                self.expect(job.pids, MAY_GO_ON, waiting, "WAITING: rank 2 waits for rank 0, which is stopped",
                            "  rank 0  is stopped by a signal or a debugger in MPI_Finalize at ", without=["DEADLOCK"])

    def end_rank(self, job, rank):
        stop(job.mpirun.pid)  # or it would end the others
        pid = job.pid_of_rank[rank]
        os.kill(pid, signal.SIGKILL)
        wait_for(lambda: state_of(pid) == "Z", "the rank to end")
        return pid

    def test_zombie(self):
        with hangs("recv_ring") as job:
            pid = self.end_rank(job, 1)
            for targets in (job.pids, [job.mpirun.pid]):
                self.expect(targets, STUCK, f"process {pid} has ended (a zombie)",
                            "DEAD PEER: rank 2 waits for rank 1, which has exited", "  rank 1  has exited\n", "behind it: rank 0",
                            without=["not among the targets", "DEADLOCK"])

    def test_zombie_of_nobody_knows_which_rank(self):
        with hangs("recv_ring") as job, subprocess.Popen(["true"]) as stranger:
            wait_for(lambda: state_of(stranger.pid) == "Z", "the process to end")
            self.expect([*job.pids, stranger.pid], STUCK, DEADLOCK,
                        f"process {stranger.pid} has ended (a zombie): it has no memory any more, and which rank it was is not known")

    def ask_and_between_the_looks(self, job, happens):
        """Exit code and words. Windows are read in a second look only; between the looks the command sleeps."""
        sleeping = "230 "  # clock_nanosleep

        def syscall_of(process):
            with open(f"/proc/{process.pid}/syscall", encoding="ascii") as file:
                return file.read()

        def is_held(pid):  # the command naps, too, while it waits for threads to stop
            with open(f"/proc/{pid}/status", encoding="ascii") as file:
                return "\nTracerPid:\t0\n" not in file.read()

        def is_between_looks(command):
            return syscall_of(command).startswith(sleeping) and not any(map(is_held, job.pids))

        def caught_between_looks(command):
            wait_for(lambda: command.poll() is not None or is_between_looks(command), "the first look to be over")
            if command.poll() is not None:
                return False
            command.send_signal(signal.SIGSTOP)
            wait_for(lambda: command.poll() is not None or state_of(command.pid) == "T", "the command to stop")
            return command.poll() is None

        for _ in range(20):  # on a busy machine the command can be done before this process runs again
            with subprocess.Popen([COMMAND, "why", *map(str, job.pids)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True) as command:
                if not caught_between_looks(command):
                    command.communicate()
                    continue
                happens()
                command.send_signal(signal.SIGCONT)
                text = command.communicate(timeout=60)[0]
                return command.returncode, text
        raise AssertionError("the command was never seen between its looks")

    def test_rank_that_dies_between_two_looks(self):
        with hangs("lock_and_recv") as job:
            self.expect(job.pids, STUCK, "DEADLOCK: ranks 0-1 wait")
            code, text = self.ask_and_between_the_looks(job, lambda: self.end_rank(job, 1))
            self.assertIn("DEAD PEER: ranks 0,2 wait for rank 1, which has exited", text)
            self.assertEqual(code, STUCK, text)

    def test_job_that_ends_between_two_looks(self):
        def end(job):
            job.mpirun.terminate()
            wait_for(lambda: all(state_of(pid) in ("Z", None) for pid in job.pids), "the ranks to end")

        with hangs("lock_and_recv") as job:
            self.expect(job.pids, STUCK, "DEADLOCK: ranks 0-1 wait")
            code, text = self.ask_and_between_the_looks(job, lambda: end(job))
            self.assertIn("all processes ended while they were being inspected\n", text)
            self.assertEqual(code, FAILED, text)

    def test_job_that_ends(self):
        with hangs("recv_ring") as job:
            pids = list(job.pids)
        self.expect(pids, FAILED, f"no process with pid {pids[0]}")

    def test_before_init(self):
        with Job("outside_mpi", 2, "before") as job:
            self.expect(job.pids, NOTHING_WAITS, "no call of MPI waits for anything", "ranks 0-1  have not called MPI_Init, and are in main (")

    def test_rank_inside_init(self):
        with Job("call_sites", 2, "init") as job:
            self.expect(job.pids, MAY_GO_ON, "MPI_Init", without=["DEADLOCK"])

    def test_cores_of_different_times(self):
        with hangs("recv_ring") as job:
            self.expect(job.pids, STUCK, DEADLOCK, PROVED)
            cores = [job.gcore(pid) for pid in job.pids]
            self.expect(cores, STUCK, DEADLOCK, PROVED)
            self.expect([cores[0], *job.pids[1:]], STUCK, DEADLOCK, PROVED)
            with open(cores[0], "r+b") as file:  # cut off in its memory
                file.truncate(os.path.getsize(cores[0]) // 3)
            self.expect(cores, MISSING, f"{cores[0]} cannot be seen: ", "it is truncated",
                        "\nnot among the targets whose rank is known: rank 0", without=["DEADLOCK"])

    def test_core_without_its_end(self):
        """What was read is enough for the verdict, which says all the same that not all is there."""
        with hangs("recv_ring") as job:
            cores = [job.gcore(pid) for pid in job.pids]
            size = os.path.getsize(cores[2])
            os.truncate(cores[2], size - 10)
            warning = f"core file {cores[2]} is truncated, it has {size - 10} bytes of {size}: memory behind that cannot be read"
            self.expect(cores, STUCK, DEADLOCK, PROVED, "\nwarning: " + warning + "\n")
            processes = json.loads(run_mpidbg("why", "--json", *cores).stdout)["processes"]
            self.assertEqual([one["warnings"] for one in processes], [[], [], [warning]])

    def test_one_that_is_no_core_file(self):
        """The others are judged, and the exit code is that of the verdict on them; the error names it."""
        with hangs("recv_ring") as job:
            cores = [job.gcore(pid) for pid in job.pids]
            broken = cores[0] + ".txt"
            with open(broken, "w") as file:
                file.write("no core file\n")
            self.expect([*cores[:2], broken], MISSING, " waits for rank ", f"{broken} is not an ELF file")
            self.expect([*cores, broken], STUCK, DEADLOCK, f"{broken} is not an ELF file")

    def test_rank_that_crashed(self):
        """As the kernel says it in a core file: an invalid access, here in MPI, so that the counters of messages prove nothing. A signal
        that a user sent for the core file is none."""
        for code, exit_code, verdict in ((1, UNSEEN, "SUSPECTED: rank 0 waits for rank 2, which has crashed  not proved"),
                                         (0, STUCK, "DEADLOCK: ranks 0-2 wait for each other")):
            with hangs("recv_ring") as job:
                cores = [job.gcore(job.pid_of_rank[rank]) for rank in range(3)]
                with open(cores[2], "r+b") as file, mmap.mmap(file.fileno(), 0) as content:
                    # gcore's note of the first thread: 128 bytes, owner "CORE", type NT_SIGINFO
                    at = content.find(struct.pack("<III4s", 5, 128, 0x53494749, b"CORE")) + 20
                    self.assertGreater(at, 20)
                    content[at:at + 24] = struct.pack("<iiiiQ", signal.SIGSEGV, 0, code, 0, 0x10)
                warning = f"\nwarning: {cores[2]}: SIGSEGV ended it, for an access to address 0x10\n"
                self.expect(cores, exit_code, verdict, *([warning, "\n  rank 2  has crashed in receive_from (hangs.c:"] if code else []),
                            without=[] if code else ["SIGSEGV", "crashed"])

    def test_cores_of_a_job_with_windows(self):
        """Nobody knows whether they are of one instant."""
        with hangs("lock_and_recv") as job:
            self.expect(job.pids, STUCK, "DEADLOCK: ranks 0-1 wait", "proved: all of them were held still at one instant",
                        "waits for rank 0 to unlock window window (target rank 0)")
            cores = [job.gcore(pid) for pid in job.pids]
            self.expect(cores, UNSEEN, "SUSPECTED: ranks 0-1 wait", "not proved for rank 1: windows in shared memory prove "
                        "nothing unless all are held still at one instant", without=["equal looks"])

    def test_damaged_queue(self):
        """The verdict on the others stands; what would need the damaged one is not claimed."""
        with hangs("recv_ring") as ring, hangs("tail") as tail:
            self.expect([*ring.pids, *tail.pids], STUCK, "DEADLOCK: ranks 0-2 of job ", "DEADLOCK: ranks 0-1 of job ")
            cores = [ring.gcore(pid) for pid in ring.pids]
            answer = json.loads(run_mpidbg("why", "--json", *cores).stdout)
            agent = answer["verdict"]["findings"][0]["waiting"][0]
            overwrite(agent["target"], int(agent["conditions"][0]["request"], 16), b"\xa5" * 256)
            damaged = f"rank {agent['rank']} of job "
            self.expect([*cores, *tail.pids], STUCK, "DEADLOCK: ranks 0-1 of job ", " waits for " + damaged,
                        ", of which not enough can be seen\n",
                        "; what MPI_Recv waits for is not visible: some operations cannot be read: there is no mca_pml_base_request_t at 0x",
                        without=["DEADLOCK: ranks 0-2 of job "])
            self.expect(cores, UNSEEN, f"waits for rank {agent['rank']}, of which not enough can be seen",
                        "; what MPI_Recv waits for is not visible: some operations cannot be read: there is no ", without=["DEADLOCK"])

    def test_unreadable_rank(self):
        """It is of the job as far as its environment says so, and its memory does not."""
        with hangs("recv_ring") as job:
            cores = [job.gcore(job.pid_of_rank[rank]) for rank in range(3)]
            communicators = self.ask("comms", cores[1])["processes"][0]["communicators"]
            (world,) = [one["handle"] for one in communicators if one["name"] == "MPI_COMM_WORLD"]
            overwrite(cores[1], int(world, 16), bytes(256))
            self.expect(cores, UNSEEN, "rank 2 waits for rank 1, of which not enough can be seen", "\n  behind it: rank 0  MPI_Recv at ",
                        f"\n  rank 1  cannot be seen: there is no ompi_communicator_t at {world}",
                        without=["DEADLOCK", " of job ", "not among the targets"])
            os.truncate(cores[1], os.path.getsize(cores[1]) // 8)
            self.expect(cores, MISSING, "cannot be seen: core file ", "it is truncated", "\nnot among the targets whose rank is known: rank 1",
                        without=["DEADLOCK", " of job "])

    def test_cores_of_a_running_job(self):
        with Job("busy", 2) as job:
            cores = [job.gcore(pid) for pid in job.pids]
            result = run_mpidbg("why", *cores)
            self.assertNotIn("proved", result.stdout)
            self.assertNotEqual(result.returncode, STUCK, result.stdout)


if __name__ == "__main__":
    unittest.main()
