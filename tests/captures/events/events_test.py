#!/usr/bin/env python3
"""Events, levels, counters and timers of MPI_T over an MPICH 4.0.2 that was built with them: captures of rank 0 of
samples/mpit_events.c, with and without the recorder, against what the rank said of itself. No MPI job is started here.

    events_test.py MPIDBG LIBMPIDBG TOOL

TOOL is mpit_events as a tool, built with this machine's MPICH. mpich-events.tar.xz has the captures, and what the rank wrote:
recorded and bare, .capture and .events. They are made so, in a UTS namespace of its own with a program that was built with
-ffile-prefix-map, and an MPICH that was configured --with-device=ch4:ofi --enable-mpit-events=yes --enable-mpit-pvars=all, with
debug information for src/mpi_t: mpiexec -n 2 [-genv LD_PRELOAD RECORDER] mpit_events job; mpidbg capture -o NAME.capture PID; cp
PID.events NAME.events; tar -cJf mpich-events.tar.xz NAME.capture NAME.events ...
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest

MPIDBG, PLUGIN, TOOL = sys.argv[1:4]
INCOMPLETE = 6
SENT, RECEIVED = 6, 4  # messages of the exchange that samples/mpit_events.c makes


class Said:
    """What a rank, or a tool, said."""

    def __init__(self, text):
        self.all_lines = text.splitlines()

    def lines(self, *beginnings):
        return [line for line in self.all_lines if line.startswith(beginnings)]

    def values(self, when):
        """The value and the name of each variable, by its index: a counter has the name of its timer"""
        found = (re.match(r"\w+ (\d+) (\S+): class \d+ flags \d+ (\S+)$", line) for line in self.lines(when))
        return {int(match[1]): (float(match[3]), match[2]) for match in found}

    def raised(self):
        """For each type of events, how many were raised, and their values"""
        found = (re.match(r"raised \d: (\d+) dropped 0 in order((?: \d+)*)$", line) for line in self.lines("raised"))
        return [(int(match[1]), match[2].split()) for match in found]


class Events(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        with tarfile.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "mpich-events.tar.xz")) as archive:
            archive.extractall(cls.directory.name)
        cls.said = {}
        for name in ("recorded", "bare"):
            with open(cls.file(f"{name}.events"), encoding="utf-8") as file:
                cls.said[name] = Said(file.read())

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    @classmethod
    def file(cls, name):
        return os.path.join(cls.directory.name, name)

    def run_mpidbg(self, *words):
        return subprocess.run([MPIDBG, *words], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=False)

    def ask(self, noun, name, *options, code=0):
        result = self.run_mpidbg(noun, self.file(f"{name}.capture"), "--json", "--plugin", PLUGIN, *options)
        self.assertEqual((result.returncode, result.stderr), (code, ""))
        (process,) = json.loads(result.stdout)["processes"]
        return process

    def test_what_was_said(self):
        """The rank had what this test is about: as many events as messages that nobody was waiting for"""
        for name, said in self.said.items():
            with self.subTest(name):
                for index, (line, kind) in enumerate(zip(said.lines("event "), ("enqueued", "dequeued"), strict=True)):
                    self.assertTrue(line.startswith(f"event {index} unexp_message_{kind}: index {index} "), line)
                self.assertEqual(said.raised(), [(SENT, ["1"] * SENT), (RECEIVED, [])])
                self.assertIn((0, "unexpected_recvq_length"), said.values("before").values())
                self.assertIn((SENT - RECEIVED, "unexpected_recvq_length"), said.values("after").values())

    def compare_types(self, name, code):
        """Types and sources as the command shows them. Returns the list of types"""
        said = self.said[name]
        shown = self.ask("events", name, code=code)["events"]
        for item, line in zip(shown["objects"], said.lines("event "), strict=True):
            elements = "".join(f" {element['datatype'][4:].lower()} at {element['displacement']}" for element in item["elements"])
            self.assertRegex(line, f"^event {item['index']} {item['name']}: .* \"{item['description']}\"{elements}$")
            self.assertEqual((item["verbosity"], item["bind"], item["dropped"]), ("user basic", None, 0))
        (source,) = self.ask("sources", name)["sources"]["objects"]
        order = "ordered" if source["ordered"] else "unordered"
        self.assertEqual(said.lines("source"), [f"source 0 {source['name']}: {order} ticks {source['ticks_per_second']} most "
                                                f"{source['max_ticks']} \"{source['description']}\""])
        return shown

    def test_recorded(self):
        """E1 E2 S1 S2 the command shows the types, the sources, and the events that the program's own callbacks got"""
        shown = self.compare_types("recorded", 0)
        self.assertEqual((shown["complete"], shown["reason"]), (True, None))
        for item, (count, values) in zip(shown["objects"], self.said["recorded"].raised(), strict=True):
            instances = item["instances"]
            self.assertEqual([(instance["source"], instance["source_name"]) for instance in instances], [(0, "RECVQ")] * count)
            times = [int(instance["timestamp"]) for instance in instances]
            self.assertEqual(times, sorted(times))
            # The second element of these events is not what its type says in MPICH 4.0.2.
            self.assertEqual([instance["values"][0] for instance in instances], values or [None] * count)

    def run_tool(self, name, warning=""):
        result = self.run_mpidbg("mpit", self.file(f"{name}.capture"), "--", TOOL)
        self.assertEqual((result.returncode, result.stderr), (0, warning))
        return Said(result.stdout)

    def test_recorded_tool(self):
        """E1-E4 E7 E15 E17 S1 S2 C3 C7 a tool gets the same through the functions of MPI_T"""
        events = ("source", "event ", "category", "raised")
        self.assertEqual(self.run_tool("recorded").lines(*events), self.said["recorded"].lines(*events))

    def test_recorded_variables_tool(self):
        """P15 a tool that starts now reads a level as it is, and counters and timers from 0; the library says which
        variables can be started, stopped and reset"""
        tool, said = self.run_tool("recorded"), self.said["recorded"].values("after")
        shown = {int(line.split()[1]): line for line in tool.lines("now")}
        self.assertEqual({index: line.split(maxsplit=2)[2] for index, line in shown.items()},
                         {int(line.split()[1]): line.split(maxsplit=2)[2] for line in tool.lines("reset") if ": class " in line})
        for index, (value, name) in said.items():
            number, flags, now = re.match(rf"now {index} {name}: class (\d+) flags (\d+) (\S+)$", shown[index]).groups()
            self.assertEqual(float(now), value if name.endswith("_length") else 0, shown[index])
            self.assertIn(number, ("241", "246", "248"))  # level, counter, timer
            readonly, continuous = flags[0] == "1", flags[1] == "1"
            control = "always runs" if continuous else "done"
            self.assertEqual(tool.lines(f"start {index}: ", f"stop {index}: ", f"reset {index}: "),
                             [f"start {index}: {control}", f"stop {index}: {control}",
                              f"reset {index}: " + ("cannot be written" if readonly else "done")])

    def test_bare(self):
        """E1 E2 S1 S2 types and sources are in the memory, which has no events"""
        shown = self.compare_types("bare", INCOMPLETE)
        self.assertEqual((shown["complete"], shown["reason"]), (False, "which events were raised is known only from the recorder"))
        self.assertEqual([item["instances"] for item in shown["objects"]], [[], []])

    def test_bare_tool(self):
        """E1-E3 S1 S2 C3 C7 a tool gets these types and sources, and is told that no events come"""
        tool = self.run_tool("bare", "mpidbg: no events are raised: they are known only from the recorder\n")
        self.assertEqual(tool.all_lines, self.said["bare"].lines("source", "event ", "category") +
                         [f"raised {index}: 0 dropped 0 in order" for index in range(2)])

    def test_variables(self):
        """P2 P10 P15 levels, counters and timers in each snapshot are what MPI_T told the program at that place"""
        process = self.ask("pvars", "recorded", "--history")
        variables = {item["index"]: item for item in process["pvars"]["objects"]}
        snapshots = [snapshot["number"] for snapshot in process["snapshots"]["objects"] if snapshot["at"] == "pcontrol"]
        classes = set()
        for snapshot, when in zip(snapshots, ("before", "after"), strict=True):
            for index, (value, name) in self.said["recorded"].values(when).items():
                item = variables[index]
                self.assertEqual(item["name"], name)
                classes.add(item["class"])
                (values,) = item["values"]
                (held,) = [past["elements"] for past in values["history"] if past["snapshot"] == snapshot]
                self.assertEqual([float(element) for element in held], [value], f"{name} {when}")
        self.assertEqual(classes, {"level", "counter", "timer"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
