"""What mpidbg shows of real jobs under `mpidbg record`: live, in core files, and where nothing but the record is left.

    merged_test.py openmpi|mpich

shown.c says what it made; the answers are held against that. Memory and record are shown together.
"""

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import answer_schema  # noqa: E402

COMMAND = os.environ["MPIDBG_COMMAND"]
PROGRAMS = os.environ["MPIDBG_RECORDER_PROGRAMS"]
SCHEMA = os.environ["MPIDBG_SCHEMA"]
MPI = "openmpi"
DEADLINE = 60


def launch():
    if MPI == "mpich":
        return ["mpirun.mpich", "-n", "2"]
    words = ["mpirun.openmpi", "--oversubscribe", "--mca", "pml", "ob1", "--mca", "btl", "self,vader"]
    return words + (["--allow-run-as-root"] if os.geteuid() == 0 else []) + ["-n", "2"]


def ask(*words, check=(0, 6)):
    result = subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True, timeout=120,
                            stdin=subprocess.DEVNULL, env=dict(os.environ, NO_COLOR="1"))
    if result.returncode not in check:
        raise AssertionError(f"mpidbg {words}: {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def process_of(noun, *words, check=(0, 4, 6)):
    answer = json.loads(ask(noun, *words, "--json", check=check))
    answer_schema.validate(answer, SCHEMA)
    (process,) = answer["processes"]
    return process


def segments(core):
    """(address, bytes) of every segment of a 64-bit core file."""
    offset, count = struct.unpack_from("<Q", core, 32)[0], struct.unpack_from("<H", core, 56)[0]
    for i in range(count):
        kind, _, at, address, _, size = struct.unpack_from("<IIQQQQ", core, offset + 56 * i)
        if kind == 1:
            yield address, core[at:at + size]


def core_of_record_alone(core):
    """A core file with a thread's registers, all 0, and the segment that begins with the record."""
    (found,) = [(address, data) for address, data in segments(core) if data[:16] == b"mpidbg-record\r\n\x1a"]
    address, data = found
    data = data[:struct.unpack_from("<Q", data, 32)[0]]
    note = struct.pack("<III8s", 5, 336, 1, b"CORE") + bytes(336)
    start = 64 + 2 * 56
    header = (b"\x7fELF\x02\x01\x01" + bytes(9) +
              struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64, 56, 2, 0, 0, 0))
    notes = struct.pack("<IIQQQQQQ", 4, 4, start, 0, 0, len(note), 0, 4)
    load = struct.pack("<IIQQQQQQ", 1, 6, start + len(note), address, 0, len(data), len(data), 4096)
    return header + notes + load + note + data


class Recorded(unittest.TestCase):
    maxDiff = None
    options: tuple[str, ...] = ()

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp(prefix="mpidbg-merged-")
        cls.addClassCleanup(shutil.rmtree, cls.directory, ignore_errors=True)
        program = os.path.join(PROGRAMS, MPI, "shown")
        with open(os.path.join(cls.directory, "errors"), "w", encoding="utf-8") as errors:
            cls.job = subprocess.Popen([*launch(), COMMAND, "record", *cls.options, "--", program], text=True,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                                       process_group=0)
        cls.addClassCleanup(cls.end_job)
        lines = [cls.job.stdout.readline() for _ in range(2)]
        cls.facts = {fact["rank"]: fact for fact in map(json.loads, lines)}
        # Both are in the call that they stay in.
        end = time.monotonic() + DEADLINE
        while not all(cls.call_of(rank) for rank in (0, 1)):
            if time.monotonic() > end:
                raise AssertionError("the ranks do not reach their last call")
            time.sleep(0.02)
        pid = cls.facts[0]["pid"]
        subprocess.run(["gcore", "-o", os.path.join(cls.directory, "core"), str(pid)], check=True, capture_output=True)
        cls.core = os.path.join(cls.directory, f"core.{pid}")

    @classmethod
    def end_job(cls):
        for fact in getattr(cls, "facts", {}).values():
            try:
                os.kill(fact["pid"], signal.SIGKILL)
            except ProcessLookupError:
                pass
        cls.job.terminate()
        cls.job.wait(20)
        cls.job.stdout.close()

    @classmethod
    def call_of(cls, rank):
        try:
            recorder = process_of("ranks", cls.facts[rank]["pid"])["recorder"]
        except AssertionError:  # a thread that is still being started may not be stopped
            return []
        expected = ("MPI_Recv", "MPI_Allreduce")[rank]
        return [thread for thread in recorder["threads"] if thread["in_call"] and thread["call"] == expected]

    def targets(self, rank=0):
        live = [("live", self.facts[rank]["pid"])]
        return live + [("core", self.core)] if rank == 0 else live

    def recorded(self, target, noun, kind, handle, *words):
        objects = process_of(noun, target, *words)["recorder"]["objects"]
        found = [each for each in objects if (each["kind"], each["handle"]) == (kind, handle)]
        self.assertEqual(len(found), 1, f"{kind} {handle} among {objects}")
        return found[0]


class Merged(Recorded):
    def test_calls_in_progress(self):
        for rank in (0, 1):
            fact = self.facts[rank]
            expected = (f"MPI_Recv(buf={fact['numbers']}, count=5, datatype=MPI_INT, source=1, tag=99, comm=MPI_COMM_WORLD)",
                        f"MPI_Allreduce(sendbuf={fact['numbers']}, recvbuf={fact['results']}, count=3, datatype=MPI_INT, "
                        "op=MPI_MAX, comm=MPI_COMM_WORLD)")[rank]
            for name, target in self.targets(rank):
                with self.subTest(rank=rank, target=name):
                    (thread,) = process_of("ranks", target)["recorder"]["threads"]
                    self.assertEqual((thread["arguments"], thread["in_call"]), (expected, True))
                    self.assertEqual(thread["site"]["function"], "hang")
                    self.assertEqual(thread["age"] is None, name == "core")
                    text = " ".join(ask("ranks", target, check=(0, 4)).split())  # long lines are wrapped
                    self.assertRegex(text, re.escape(f"{expected} at hang (") + rf"shown\.c:\d+\) {'for' if name == 'live' else 'since'} ")
                    self.assertEqual(text.count("MPI_Recv") + text.count("MPI_Allreduce"), 1)

    def test_communicators(self):
        """HC3 HC18 Z4 Z9: freed by the application, by whom and where; a handle that the library has used again."""
        fact = self.facts[0]
        for name, target in self.targets():
            with self.subTest(target=name):
                split = self.recorded(target, "comms", "communicator", fact["split"])
                self.assertEqual(split["name"], "reversed")
                self.assertRegex(ask("comms", target), r"\n  reversed .*rank 1 of 2")
                self.assertEqual(split["call"], "MPI_Comm_split(comm=MPI_COMM_WORLD, color=7, key=10)")
                self.assertEqual(split["created_at"]["function"], "make_communicators")
                self.assertEqual((split["live"], split["contradiction"]), (True, None))
                dup = self.recorded(target, "comms", "communicator", fact["freed_comm"], "--freed")
                self.assertEqual((dup["created_by"], dup["freed_by"]), ("MPI_Comm_dup", "MPI_Comm_free"))
                self.assertEqual(dup["freed_at"]["function"], "free_communicator")
                text = ask("show", "comm", fact["freed_comm"], target)
                self.assertIn("freed by MPI_Comm_free at free_communicator", text)
                self.assertIn('named "soon gone" (recorder)', text)
                # The library may have given the handle to an object of its own.
                if "handle " + fact["freed_comm"] in text:
                    self.assertIn("contradiction: memory shows another object", text)

    def test_freed_request(self):
        """HR9 Z3 Z9: `b = a; MPI_Request_free(&a)`: what b is."""
        fact = self.facts[0]
        for name, target in self.targets()[1:]:
            with self.subTest(target=name):
                text = ask("show", "request", fact["send"], target)
                self.assertIn("freed by the application", text)
                self.assertRegex(text, r"freed by MPI_Request_free at free_request, .* \(recorder\)")
                self.assertIn(f"MPI_Issend(buf={fact['results']}, count=2, datatype=MPI_INT, dest=1, tag=88, "
                              "comm=MPI_COMM_WORLD)", text)

    def test_requests(self):
        """HR2 HR6 HR11 HR12 Z9: which call made each, collective operations included."""
        fact = self.facts[0]
        split = fact["split"]
        for name, target in self.targets()[:1]:
            with self.subTest(target=name):
                receive = self.recorded(target, "requests", "request", fact["receive"])
                self.assertEqual(receive["call"], f"MPI_Irecv(buf={fact['numbers']}, count=1, datatype=\"columns\", "
                                                  "source=1, tag=77, comm=\"reversed\")")
                self.assertEqual((receive["owner"], receive["peer"], receive["tag"], receive["contradiction"]),
                                 ({"kind": "communicator", "handle": split}, 1, 77, None))
                collective = self.recorded(target, "requests", "request", fact["collective"])
                self.assertEqual((collective["created_by"], collective["op"]), ("MPI_Iallreduce", fact["combine"]))
                persistent = self.recorded(target, "requests", "request", fact["persistent"])
                self.assertEqual((persistent["persistent"], persistent["active"]), (True, False))
                text = ask("show", "request", fact["collective"], target)
                self.assertIn("MPI_Iallreduce", text)
                self.assertNotIn("memory does not contain which collective", text)

    def test_facts_that_memory_lacks(self):
        """HR2 HR6 HR11 HO10 HW1 HW5 what debuggers of the handle interface are given, of which memory has only a part"""
        fact = self.facts[0]
        world = None
        for name, target in self.targets():
            with self.subTest(target=name):
                requests = {each["handle"]: each for each in process_of("requests", target)["requests"]["objects"]}
                receive, collective = requests[fact["receive"]], requests[fact["collective"]]
                self.assertEqual((receive["count"], receive["datatype"], receive["tag"], receive["peer"]["rank"]),
                                 (1, fact["columns"], 77, 1))
                self.assertEqual((receive["call"], receive["call_inferred"]), ("MPI_Irecv", False))
                self.assertEqual((collective["count"], collective["datatype_name"]), (2, "MPI_INT"))
                send = requests[fact["send"]]
                self.assertEqual((send["count"], send["datatype_name"], send["tag"]), (2, "MPI_INT", 88))
                ops = {each["handle"]: each for each in process_of("ops", target)["ops"]["objects"]}
                self.assertEqual((ops[fact["combine"]]["pending"], ops[fact["combine"]]["pending_complete"]),
                                 ([{"kind": "request", "handle": fact["collective"]}], True))
                (window,) = [each for each in process_of("windows", target)["windows"]["objects"] if each["handle"] == fact["window"]]
                self.assertIsNone(window["origin_communicator_inferred"])
                world = world or window["origin_communicator"]
                self.assertEqual((window["origin_communicator"], bool(world)), (world, True))
                self.assertEqual([(lock["target"], lock["type"]) for lock in window["synchronization"]["locks"]], [(1, "shared")])

    def test_users_and_windows(self):
        """HD7 HO10 HW9 Z9: who uses a datatype and an operation; the last synchronisation call."""
        fact = self.facts[0]
        for name, target in self.targets()[1:]:
            with self.subTest(target=name):
                op = self.recorded(target, "ops", "op", fact["combine"])
                self.assertEqual(op["users"], [{"kind": "request", "handle": fact["collective"]}])
                columns = self.recorded(target, "datatypes", "datatype", fact["columns"])
                self.assertEqual(columns["users"], [{"kind": "request", "handle": fact["receive"]}])
                window = self.recorded(target, "windows", "window", fact["window"])
                self.assertEqual(window["last_call"], "MPI_Win_lock(rank=1)")
                self.assertEqual([(lock["target"], lock["exclusive"], lock["site"]["function"]) for lock in window["locks"]],
                                 [(1, False, "lock_window")])
                self.assertEqual([caller["function"] for caller in window["callers"]][:1], ["main"])
                self.assertIn("last synchronised by MPI_Win_lock(rank=1)", ask("windows", target))

    def test_queues(self):
        fact = self.facts[0]
        for name, target in self.targets()[1:]:
            with self.subTest(target=name):
                queues = {comm["handle"]: comm["queues"] for comm in process_of("queues", target)["communicators"]}
                posted = [(each["tag"], each["comm_rank"], each["count"], each["request"])
                          for each in queues[fact["split"]]["posted"]["operations"]]
                self.assertEqual(posted, [(77, 1, 1, fact["receive"])])
                inactive = queues[fact["split"]]["inactive"]["operations"]
                self.assertEqual([(each["tag"], each["request"]) for each in inactive], [(55, fact["persistent"])])
                text = re.sub(r"\n {6,8}(?=\S)", "  ", ask("queues", target))  # long lines are wrapped
                self.assertRegex(text, r"posted +from 1 +tag 99 .* blocking MPI_Recv")
                self.assertEqual(queues[fact["split"]]["unexpected"]["operations"], [])

    def test_record_alone(self):
        """A core file with the record and nothing else: no executable, no modules, no symbols."""
        fact = self.facts[0]
        with open(self.core, "rb") as file:
            alone = core_of_record_alone(file.read())
        path = os.path.join(self.directory, "alone")
        with open(path, "wb") as file:
            file.write(alone)
        process = process_of("requests", path)
        self.assertTrue(process["recorder"]["alone"])
        handles = {each["handle"]: each["created_by"] for each in process["recorder"]["objects"] if each["kind"] == "request"}
        self.assertEqual(handles, {fact["receive"]: "MPI_Irecv", fact["persistent"]: "MPI_Send_init",
                                   fact["collective"]: "MPI_Iallreduce"})
        text = ask("queues", path, "-v", check=(6,))
        self.assertRegex(text, r"posted .* tag 77 .* request " + fact["receive"])
        text = " ".join(ask("ranks", path, check=(0, 4, 6)).split())  # long lines are wrapped
        self.assertRegex(text, r"MPI_Recv\(.*datatype=MPI_INT, .*comm=MPI_COMM_WORLD\)")
        self.assertIn("freed by MPI_Comm_free", ask("show", "comm", fact["freed_comm"], path))
        # Torn and foreign records: a sentence, and no answer.
        at = alone.index(b"mpidbg-record")
        for change, what in ((struct.pack_into, "version 77"),):
            broken = bytearray(alone)
            change("<H", broken, at + 20, 77)
            with open(path, "wb") as file:
                file.write(broken)
            result = subprocess.run([COMMAND, "ranks", path], capture_output=True, text=True, timeout=60, check=False)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(what, result.stdout + result.stderr)
        with open(path, "wb") as file:
            file.write(alone[:at + 100_000])
        result = subprocess.run([COMMAND, "requests", path], capture_output=True, text=True, timeout=60, check=False)
        self.assertGreater(result.returncode, 0)
        self.assertNotIn("created by", result.stdout)

    def test_gdb_shows_the_same(self):
        script = os.environ["MPIDBG_GDB_SCRIPT"]
        if not shutil.which("gdb") or not os.path.exists(script):
            self.skipTest("without gdb")
        result = subprocess.run(["gdb", "-nx", "-batch", "-ex", f"source {script}", "-ex", "mpi requests", "-ex", "mpi comms -freed",
                                 "-ex", "mpi ranks", os.path.join(PROGRAMS, MPI, "shown"), self.core],
                                capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
                                env=dict(os.environ, TERM="dumb"))
        created = [line for line in ask("requests", self.core).splitlines() if "(recorder)" in line]
        self.assertGreaterEqual(len(created), 3)
        for line in created:
            self.assertIn(line, result.stdout, result.stderr)
        self.assertIn("freed by MPI_Comm_free at free_communicator", result.stdout)
        text = " ".join(result.stdout.split())  # long lines are wrapped
        self.assertRegex(text, r"MPI_Recv\(.*\) at hang (\(\S*shown\.c:\d+\) )?since .* \(recorder\)")
        self.assertIn("reversed", result.stdout)


class Kept(Recorded):
    options = ("--keep-freed",)

    def test_communicators(self):
        """HC3 HC18 Z4 Z9 Z14: what the program has freed and the recorder keeps would be gone without it."""
        for rank, fact in self.facts.items():
            for name, target in self.targets(rank):
                with self.subTest(rank=rank, target=name):
                    known = {each["handle"]: each for each in process_of("comms", target)["communicators"]}
                    freed = [(each["freed_by_application"], each["freed_by_application_inferred"],
                              each["freed_by_library"]) for each in (known[fact["freed_comm"]], known[fact["split"]])]
                    self.assertEqual(freed, [(True, False, True), (False, False, False)])
                    self.assertIn("freed by the application  freed by the library",
                                  ask("show", "comm", fact["freed_comm"], target))


if __name__ == "__main__":
    MPI = sys.argv.pop(1)
    unittest.main(verbosity=2)
