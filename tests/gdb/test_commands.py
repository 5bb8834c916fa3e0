"""The mpi commands on a live process, on core files, over all ranks."""

import json
import os
import re
import tempfile
import unittest

from gdb_run import TO_MAIN, gdb, marked, outputs
from mpi_job import Job, RealTest, run_mpidbg, validate


class Commands(RealTest):
    def asked(self, *commands, **where):
        result = gdb(*marked(*commands), **where)
        found = outputs(result.stdout)
        self.assertEqual(len(found), len(commands), result.stdout + result.stderr)
        return found

    def test_one_text(self):
        """The same lines as the command line has, live and from a core file, but that options begin with one dash."""
        with Job("hung_recv", 2) as job:
            pid = job.pids[0]
            core = job.gcore(pid)
            nouns = ("queues", "comms", "groups", "requests", "datatypes", "infos", "ops", "errhandlers", "messages", "sessions",
                     "cvars", "pvars", "categories", "events", "sources")
            expected = {noun: run_mpidbg(noun, pid).stdout.replace("--all", "-all") for noun in nouns}
            for where in ({"pid": pid}, {"core": core, "program": job.program}):
                seen = self.asked(*(f"mpi {noun}" for noun in nouns), **where)
                for noun, text in zip(nouns, seen):
                    with self.subTest(noun=noun, where=where):
                        self.assertEqual(text, expected[noun])

    def directory(self):
        directory = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(directory.cleanup)
        return directory.name

    def test_one_text_of_objects(self):
        """Windows, files and error handlers, with the functions of the program that they call."""
        for sample, *arguments in (("windows", "flavors"), ("files", self.directory()), ("errhandlers",), ("ops",)):
            with Job(sample, 2, *arguments) as job:
                nouns = ("windows", "files", "errhandlers", "ops", "datatypes")
                seen = self.asked(*(f"mpi {noun}" for noun in nouns), pid=job.pids[0])
                for noun, text in zip(nouns, seen):
                    with self.subTest(sample=sample, noun=noun):
                        self.assertEqual(text, run_mpidbg(noun, job.pids[0]).stdout.replace("--all", "-all"))

    def test_private_memory(self):
        """What a search goes through, as the kernel lists it."""
        with Job("windows", 2) as job:
            expected = []
            with open(f"/proc/{job.pids[0]}/maps", encoding="ascii") as file:
                for line in file:
                    places, permissions, _, _, inode, *name = line.split()
                    if permissions.startswith("rw") and inode == "0" and name in ([], ["[heap]"]):
                        expected.append([int(place, 16) for place in places.split("-")])
            (text,) = self.asked("python from mpidbg_gdb.gdb_target import private_ranges; import json; "
                                 "print(json.dumps(private_ranges()))", pid=job.pids[0])
            self.assertEqual(json.loads(text), expected)
            self.assertGreater(len(expected), 5)

    def test_json(self):
        with Job("hung_recv", 1) as job:
            for noun in ("queues", "handles"):
                (text,) = self.asked(f"mpi {noun} -json", pid=job.pids[0])
                answer = json.loads(text)
                validate(answer)
                self.assertEqual(answer["command"], noun)

    def test_options(self):
        with Job("hung_recv", 1) as job:
            by_comm, by_tag, every, other_rank = self.asked(
                'mpi queues -comm "my dup"', "mpi queues -tag 6", "mpi comms -all", "mpi queues -rank 7", pid=job.pids[0])
            self.assertIn("my dup", by_comm)
            self.assertNotIn("MPI_COMM_WORLD", by_comm)
            self.assertIn("tag 6", by_tag)
            self.assertNotIn("tag 5", by_tag)
            self.assertIn("MPI_COMM_SELF", every)
            self.assertEqual(other_rank, "")

    def test_info_mpi(self):
        with Job("hung_recv", 1) as job:
            self.assertEqual(*self.asked("mpi queues", "info mpi queues", pid=job.pids[0]))

    def test_objects(self):
        with Job("handles", 1) as job:
            for fact in job.facts_of(job.pids[0], "handle"):
                if "+" in fact["variable"]:
                    continue
                names = (fact["variable"], fact["handle"], f"fortran:{fact['fortran']}")
                shown = self.asked(*(f"mpi {fact['kind']} {name}" for name in names), f"mpi show {fact['variable']}",
                                   pid=job.pids[0])
                for text in shown:
                    with self.subTest(kind=fact["kind"]):
                        self.assertIn(fact["handle"], text)
                        self.assertEqual(text, shown[0])

    def test_fortran_integers(self):
        """What `set mpi as` said of an INTEGER."""
        with Job("handles", 1) as job:
            facts = {fact["kind"]: fact for fact in job.facts_of(job.pids[0], "handle")}
            refused = gdb("mpi show fortran_datatype", pid=job.pids[0])
            self.assertIn("set mpi as", refused.stderr)
            _, said, shown = self.asked("set mpi as datatype fortran_datatype", "show mpi as", "mpi show fortran_datatype",
                                        pid=job.pids[0])
            self.assertEqual(said, "fortran_datatype is an MPI_Datatype.\n")
            self.assertIn(facts["datatype"]["handle"], shown)

    def test_all_ranks(self):
        """`mpi attach` makes an inferior of each rank; lists go over all of them, by rank."""
        with Job("hung_recv", 4) as job:
            attached, every, two, ranks = self.asked(f"mpi attach {job.mpirun.pid}", "mpi queues -each",
                                                     "mpi queues -each -rank 1,3", "mpi ranks -json")
            pids = [job.pid_of_rank[rank] for rank in range(4)]
            self.assertEqual([int(pid) for pid in re.findall(r"^rank \d+: inferior \d+, pid (\d+)$", attached, re.M)], pids)
            self.assertEqual(re.findall(r"^rank (\d) of 4  pid (\d+)", every, re.M),
                             [(str(rank), str(pid)) for rank, pid in enumerate(pids)])
            self.assertEqual(re.findall(r"^rank (\d) of 4", two, re.M), ["1", "3"])
            self.assertEqual([process["blocked_in"] for process in json.loads(ranks)["processes"]], [["MPI_Recv"]] * 4)

    def test_some_ranks(self):
        """Of a job whose other ranks GDB does not hold: one table, which says who is missing."""
        with Job("hung_recv", 4) as job:
            pids = [job.pid_of_rank[rank] for rank in (1, 2)]
            (ranks,) = outputs(gdb(f"mpi attach {pids[0]}", f"mpi attach {pids[1]}", *marked("mpi ranks")).stdout)
            self.assertEqual(ranks.count("pid"), 1, ranks)
            self.assertIn("\nmissing: ranks 0,3 of the job were not among the targets\n", ranks)

    def test_detach(self):
        """The ranks go on, and GDB is as it was before."""
        with Job("hung_recv", 2) as job:
            # What is asked last is asked while GDB still runs.
            traced = "python print([line for pid in (%s) for line in open(f'/proc/{pid}/status') if 'TracerPid' in line])"
            _, detached, inferiors, tracers = self.asked(f"mpi attach {job.mpirun.pid}", "mpi detach", "info inferiors",
                                                         traced % ", ".join(map(str, job.pids)))
            self.assertIn("Detached from 2 processes.\n", detached)
            self.assertRegex(inferiors, r"^[^\n]*\n\* 1 +<null> [^\n]*\n$")
            self.assertEqual(tracers, f"{['TracerPid:' + chr(9) + '0' + chr(10)] * 2}\n")

    def test_jobs_of_one_ancestor(self):
        """Of several jobs none is attached to: the user says which."""
        with Job("hung_recv", 1) as first, Job("hung_recv", 2) as second:
            result = gdb(f"mpi attach {os.getpid()}", *marked("info inferiors"), f"mpi attach {second.mpirun.pid}")
            launchers = re.findall(r"^  \d+, mpirun\S*, (\d ranks?) of hung_recv$", result.stderr, re.M)
            self.assertEqual(sorted(launchers), ["1 rank", "2 ranks"], result.stderr)
            self.assertRegex(outputs(result.stdout)[0], r"\* 1 +<null> ")
            self.assertRegex(result.stdout, r"Attaching to \d+, mpirun\S*, 2 ranks of hung_recv\.\n")
            self.assertNotIn(f"pid {first.pids[0]}\n", result.stdout)

    def test_running_threads(self):
        """In non-stop mode the threads that GDB has not stopped are named, and nothing is said of what they do."""
        with Job("hung_recv", 1) as job:
            (pid,) = job.pids
            commands = ("continue &", "mpi ranks", "mpi threads", "mpi ranks -json")
            result = gdb("set non-stop on", f"attach {pid}", "thread 1", *marked(*commands))
            _, ranks, threads, answer = outputs(result.stdout)
            self.assertRegex(ranks, rf"Warning: inferior 1 \(process {pid}\) has running threads: 1\.1[,.]")
            self.assertRegex(threads, rf"(?m)^[* ] 1\.1 +0 +{pid} +hung_recv +\(running\)$")
            running = next(thread for thread in json.loads(answer)["processes"][0]["threads"] if thread["tid"] == pid)
            self.assertEqual((running["call"], running["stack_problem"]), (None, "it is running: GDB has not stopped it"))

    def test_merged_ranks(self):
        """As the command shows them: equal ranks are one block, unless -each is given."""
        with Job("hung_recv", 4) as job:
            launcher = job.mpirun.pid
            nouns = ("queues", "ranks", "comms")
            commands = [f"mpi {noun}{each}" for noun in nouns for each in ("", " -each")]
            expected = [run_mpidbg(noun, launcher, *each).stdout for noun in nouns for each in ((), ("--each",))]
            _, *shown = self.asked(f"mpi attach {launcher}", *commands)
            for command, text, same in zip(commands, shown, expected):
                with self.subTest(command):
                    # GDB does not always see which operation a thread waits for.
                    heads = [line for line in text.splitlines() if not line.startswith("  ")]
                    self.assertEqual(heads, [line for line in same.splitlines() if not line.startswith("  ")])
                    if "queues" not in command:
                        self.assertEqual(text, same)
            self.assertIn("\nranks 0-2\n", shown[0])
            self.assertEqual(len(re.findall(r"^rank \d of 4", shown[1], re.M)), 4)

    def test_one_process_is_not_merged(self):
        with Job("hung_recv", 2) as job:
            for noun in ("queues", "ranks", "comms"):
                merged, each = self.asked(f"mpi {noun}", f"mpi {noun} -each", pid=job.pid_of_rank[1])
                self.assertEqual(merged, each)

    def test_at_the_launcher(self):
        """Who attaches to mpirun is told what to do, and can do it there."""
        with Job("hung_recv", 2) as job:
            pid = job.mpirun.pid
            result = gdb("mpi queues", f"mpi attach {pid}", *marked("mpi ranks -each"), pid=pid)
            self.assertIn(f'It started MPI processes: "mpi attach {pid}" adds them.', result.stderr)
            (ranks,) = outputs(result.stdout)
            self.assertIn(f"Cannot inspect inferior 1 (process {pid}): ", ranks)  # mpirun, which GDB still holds
            self.assertEqual(ranks.count("MPI_Recv"), 2, ranks)

    def test_moved_on(self):
        """What was read is forgotten when the process goes on, and when its memory is written."""
        with Job("hung_recv", 1) as job:
            write = 'python gdb.selected_inferior().write_memory(int(gdb.parse_and_eval("dup")) + 160, b"renamed\\0")'
            before, after = outputs(gdb(TO_MAIN, *marked("print dup"), write, *marked("print dup"), pid=job.pids[0]).stdout)
            self.assertIn('"my dup"', before)
            self.assertIn('"renamed"', after)

    def test_functions(self):
        with Job("hung_recv", 2) as job:
            for rank, pid in job.pid_of_rank.items():
                texts = outputs(gdb(TO_MAIN, *marked("output $_mpi_rank()", "output $_mpi_size()", "output $_mpi_comm(dup)",
                                                     'output $_streq($_mpi_comm(dup), "my dup")'), pid=pid).stdout)
                self.assertEqual(texts, [str(rank), "2", '"my dup"', "1"])

    def test_frames_are_folded(self):
        with Job("hung_recv", 1) as job:
            folded, hidden, plain = outputs(gdb(*marked("bt", "bt -hide", "bt -no-filters"), pid=job.pids[0]).stdout)
            self.assertRegex(folded, r"(?m)^#\d+ .*MPI_Recv")
            self.assertRegex(folded, r"(?m)^    #0 ")
            self.assertNotIn("opal_progress", hidden)
            self.assertRegex(hidden, r"(?m)^#\d+ .* in main ")
            self.assertNotRegex(plain, r"(?m)^    #")

    def test_backtrace_where_nothing_folds(self):
        """GDB's own, to the letter: of a thread that is in no MPI call."""
        with Job("hung_recv", 1) as job:
            every, plain = outputs(gdb("thread 2", *marked("bt", "bt -no-filters"), pid=job.pids[0]).stdout)
            self.assertEqual(every, plain)
            self.assertIn("?? () from ", plain)

    def test_names_in_folded_backtraces(self):
        """As GDB has them without the filter: `??', and functions of C++ without their parameters."""
        with Job("handle_containers", 2) as job:
            folded, plain = outputs(gdb(*marked("bt", "bt -no-filters"), pid=job.pid_of_rank[0]).stdout)
            names = [sorted(re.findall(r"(?m)^ *#(\d+) +(?:0x\w+ in )?(\S+) \(", text)) for text in (folded, plain)]
            self.assertEqual(*names)
            self.assertRegex(folded, r"(?m)^    #0 ")

    def test_frame(self):
        """The frame that called MPI, whatever the library has below it."""
        with Job("hung_recv", 1) as job:
            frame, name = self.asked("mpi frame", "python print(gdb.selected_frame().name())", pid=job.pids[0])
            self.assertRegex(frame, r"^#\d+ .* in sample_hang_in_recv \(\) at \S*sample\.c:\d+\n")
            self.assertEqual(name, "sample_hang_in_recv\n")

    def test_threads(self):
        """Of all inferiors in one table, by the numbers that `thread' takes."""
        with Job("hung_recv", 2) as job:
            _, threads, merged, stacks = self.asked(f"mpi attach {job.mpirun.pid}", "mpi threads", "mpi bt", "mpi stacks")
            for rank, pid in job.pid_of_rank.items():
                self.assertRegex(threads, rf"(?m)^[* ] {rank + 1}\.1 +{rank} +{pid} +hung_recv +MPI_Recv at sample_hang_in_recv "
                                          r"\(sample\.c:\d+\)$")
            self.assertEqual(merged, stacks)
            self.assertIn("ranks 0-1", merged)

    def test_predefined_handles(self):
        """By name, each in its own process."""
        with Job("hung_recv", 2) as job:
            texts = self.asked(f"mpi attach {job.mpirun.pid}", "mpi ranks", "output $MPI_COMM_WORLD", "output $MPI_SUM",
                               'output $_mpi_handle ("MPI_INT")', "inferior 1", 'output $_mpi_handle ("MPI_COMM_SELF")', "mpi ranks",
                               "output $MPI_COMM_WORLD", "output $MPI_COMM_WORLD == (MPI_Comm) &ompi_mpi_comm_world")
            self.assertRegex(texts[2], r"^MPI_Comm 0x[0-9a-f]+: MPI_COMM_WORLD rank 1 of 2$")
            self.assertRegex(texts[3], r"^\(void \*\) 0x[0-9a-f]+")
            self.assertRegex(texts[4], r"^MPI_Datatype 0x[0-9a-f]+: MPI_INT ")
            self.assertRegex(texts[6], r"^MPI_Comm 0x[0-9a-f]+: MPI_COMM_SELF rank 0 of 1$")
            self.assertRegex(texts[8], r"^MPI_Comm 0x[0-9a-f]+: MPI_COMM_WORLD rank 0 of 2$")
            self.assertEqual(texts[9], "1")

    def test_frames_of_the_system_are_folded(self):
        """Where the library waits in the C library, that is inside of the call too."""
        with Job("hung_recv", 1, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            result = gdb("thread 1", "break sched_yield thread 1", "continue", *marked("bt -hide", "bt -no-filters"),
                         pid=job.pids[0])
            hidden, plain = outputs(result.stdout)
            self.assertRegex(plain, r"^#0 .*sched_yield", result.stdout + result.stderr)
            self.assertRegex(hidden, r"^#\d+ .* in PMPI_Recv ")

    def test_callbacks_of_the_program_stay(self):
        """A function of the program that the library calls is no part of the library: here one that deletes an attribute."""
        with Job("attributes", 1) as job:
            program = job.program
        result = gdb("break drop", "run", *marked("bt -hide", "bt"), program=program)
        hidden, folded = outputs(result.stdout)
        names = re.findall(r"(?m)^#\d+ .*?(?:in )?(drop|PMPI_\w+|own|main) \(", hidden)
        self.assertEqual(names[0], "drop", result.stdout)
        self.assertRegex(names[1], "PMPI_Comm_(set|delete)_attr")
        self.assertEqual(names[-1], "main")
        self.assertRegex(folded, r"(?m)^    #\d+ .*ompi_attr_")

    def test_plugin(self):
        with Job("hung_recv", 1) as job:
            own, shown = self.asked("mpi plugin", "show mpi plugin", pid=job.pids[0])
            self.assertIn(os.environ["MPIDBG_PLUGIN"], own)
            self.assertIn("own", own + shown)
            result = gdb(f"set mpi plugin {os.environ['MPIDBG_PLUGIN']}", *marked("mpi plugin", "mpi queues"),
                         pid=job.pids[0])
            self.assertIn("is in no library directory of the system", result.stderr)
            self.assertIn("because set mpi plugin", outputs(result.stdout)[0])
            self.assertIn("my dup", outputs(result.stdout)[1])

    def test_plugin_of_the_library(self):
        """The one that the process names, which Debian has in a directory of the system's."""
        with Job("hung_recv", 1) as job:
            result = gdb("set mpi plugin vendor", *marked("mpi plugin"), pid=job.pids[0])
            self.assertIn("libompi_dbg_msgq", outputs(result.stdout)[0] + result.stderr)

    def test_help(self):
        text = gdb("help mpi", "help info mpi", "help mpi queues", "help set mpi").stdout
        for words in ("mpi queues", "info mpi queues", "-rank RANKS", "set mpi as", "set mpi plugin"):
            self.assertIn(words, text)


if __name__ == "__main__":
    unittest.main()
