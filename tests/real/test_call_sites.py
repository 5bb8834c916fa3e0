"""Where the program called MPI: the function and line that it says itself, live and from a core file."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from mpi_job import Job, RealTest, SAMPLES, find_openmpi, run_mpidbg, state_of, stop, wait_for


def sites(process):
    """(call, function, line) of each thread that is in MPI."""
    found = []
    for thread in process["threads"]:
        site = thread["site"] or {}
        if thread["call"]:
            found.append((thread["call"], site.get("function"), site.get("line")))
    return found


class CallSites(RealTest):
    def check(self, mode, code=0):
        with self.subTest(mode=mode), Job("call_sites", 2, mode) as job:
            expected = {fact["pid"]: [(fact["call"], fact["function"], fact["line"])] for fact in job.facts
                        if fact["fact"] == "site"}

            def differences():
                answer = self.ask("ranks", job.mpirun.pid, code=code)
                return [f"{process['pid']}: {sites(process)}, not {expected[process['pid']]}"
                        for process in answer["processes"]
                        if process["pid"] in expected and sites(process) != expected[process["pid"]]]

            self.assert_settles(differences)
            return self.ask("ranks", job.mpirun.pid, code=code)

    def test_inlined_caller(self):
        with Job("call_sites", 2, "recv") as job:
            pid = job.pid_of_rank[0]
            expected = [(fact["call"], fact["function"], fact["line"]) for fact in job.facts_of(pid, "site")]
            self.assert_settles(lambda: [] if sites(self.ask("ranks", pid, code=4)["processes"][0]) == expected
                                else ["not there yet"])
            core = job.gcore(pid)
            answer = self.ask("ranks", core, code=4)["processes"][0]
            self.assertEqual(sites(answer), expected)
            self.assertIsNone(answer["state"])
            self.assertTrue(answer["threads"][0]["site"]["file"].endswith("/samples/call_sites.c"))
            self.assertEqual(answer["threads"][0]["name"], "call_sites")
            self.assertEqual(run_mpidbg("stacks", core).returncode, 0)
            without_program = run_mpidbg("stacks", "--exe", "/bin/true", core)
            self.assertIn("stack not complete: ", without_program.stdout)
            self.assertEqual(without_program.returncode, 6)
            tree = run_mpidbg("stacks", job.mpirun.pid).stdout
            self.assertRegex(tree, r"main \(call_sites\.c:\d+\)  rank 0\n  inlined_receive \(call_sites\.c:%d\)\n  MPI_Recv\n"
                             % expected[0][2])
            self.assertRegex(tree, r"main \(call_sites\.c:\d+\)  rank 1\n  MPI_Barrier\n")

    def test_tail_calls(self):
        """A function that has jumped to MPI has no frame; the debug information has its place all the same."""
        with Job("tail_calls", 2) as job:
            expected = {fact["pid"]: [(fact["call"], fact["function"], fact["line"])] for fact in job.facts
                        if fact["fact"] == "site"}
            self.assertEqual(len(expected), 2)
            self.assert_settles(lambda: [str(process["threads"]) for process in self.ask("ranks", job.mpirun.pid)["processes"]
                                         if sites(process) != expected[process["pid"]]])
            core = job.gcore(job.pids[0])
            self.assertEqual(sites(self.ask("ranks", core, code=4)["processes"][0]), expected[job.pids[0]])
            capture = core + ".capture"
            self.assertEqual(run_mpidbg("capture", "--output", capture, job.pids[0]).returncode, 0)
            self.assertEqual(sites(self.ask("ranks", capture, code=4)["processes"][0]), expected[job.pids[0]])
            tree = run_mpidbg("stacks", job.mpirun.pid).stdout
            self.assertRegex(tree, r"main \(tail_calls\.c:\d+\)  ranks 0-1\n")
            for sites_of_rank in expected.values():
                ((call, function, line),) = sites_of_rank
                self.assertRegex(tree, rf"  {function} \(tail_calls\.c:{line}\)  rank \d\n    {call}\n")

    def test_calls(self):
        answer = self.check("poll")
        polling = answer["processes"][0]
        self.assertEqual(polling["blocked_in"], [])
        self.assertFalse(polling["threads"][0]["blocking"])

    def test_init_and_finalize(self):
        """Their objects cannot be seen, but where they wait can."""
        self.check("finalize")
        self.check("init", code=6)

    def test_fortran(self):
        if not os.path.exists(os.path.join(SAMPLES, "fortran_recv")):
            self.skipTest("no Fortran compiler")
        source = os.path.join(os.path.dirname(__file__), "../../samples/fortran_recv.f90")
        with open(source, encoding="utf-8") as file:
            line = next(number for number, text in enumerate(file, 1) if "call mpi_recv" in text.lower())
        with Job("fortran_recv", 2) as job:
            for pid in job.pids:
                self.assert_settles(lambda pid=pid: [] if sites(self.ask("ranks", pid, code=4)["processes"][0])
                                    == [("MPI_Recv", "fortran_recv", line)] else ["not there"])

    def test_threads(self):
        """A line for each thread, with its number."""
        with Job("threads", 2) as job:
            self.assert_settles(lambda: [str(sites(process)) for process in self.ask("ranks", job.mpirun.pid)["processes"]
                                         if [site[:2] for site in sites(process)]
                                         != [("MPI_Recv", "sample_hang_in_recv"), ("MPI_Ssend", "other_thread")]])
            pid = job.pids[0]
            text = run_mpidbg("ranks", pid).stdout
            self.assertRegex(text, rf"\n  thread {pid}  MPI_Recv at sample_hang_in_recv \(sample\.c:\d+\)\n"
                                   r"  thread \d+  MPI_Ssend at other_thread \(threads\.c:\d+\)\n")

    def test_stopped_and_zombie(self):
        with Job("call_sites", 2, "recv") as job:
            first, second = (job.pid_of_rank[rank] for rank in (0, 1))
            stop(second)
            process = self.ask("ranks", second, code=4)["processes"][0]
            self.assertEqual((process["state"], process["threads"][0]["state"]), ("stopped", "stopped"))
            wait_for(lambda: state_of(second) == "T", "the process to be stopped as before")
            self.assertIn("stopped by a signal", run_mpidbg("ranks", second).stdout)
            wait_for(lambda: state_of(second) == "T", "the process to be stopped as before")
            stop(job.mpirun.pid)  # who would take notice of the end
            os.kill(first, signal.SIGKILL)
            wait_for(lambda: state_of(first) == "Z", "the zombie")
            process = self.ask("ranks", first, code=1)["processes"][0]
            self.assertEqual(process["state"], "zombie")
            self.assertIn("zombie", process["error"])
            for noun in ("ranks", "stacks", "queues"):
                named = run_mpidbg(noun, job.mpirun.pid)
                self.assertEqual(named.returncode, 1, noun)
                self.assertIn(f"process {first} has ended (a zombie)", named.stdout + named.stderr)

    def test_python(self):
        """Under mpi4py the caller is a line of Python."""
        directory = tempfile.mkdtemp(prefix="mpidbg-python-")
        self.addCleanup(shutil.rmtree, directory)
        script = os.path.join(directory, "receive.py")
        with open(script, "w", encoding="ascii") as file:
            file.write("from mpi4py import MPI\nprint('ready', flush=True)\nMPI.COMM_WORLD.Recv(bytearray(4), tag=3)\n")
        root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
        # The libraries of the sanitizers are not for the interpreter.
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        job = subprocess.Popen([find_openmpi("mpirun"), "--oversubscribe", *root, "-n", "1", sys.executable, script],
                               stdout=subprocess.PIPE, text=True, env=environment, cwd=directory)
        try:
            self.assertEqual(job.stdout.readline(), "ready\n")

            def differences():
                process = self.ask("ranks", job.pid)["processes"][0]
                calls = [thread for thread in process["threads"] if thread["call"] == "MPI_Recv"]
                if not calls or calls[0]["site"] is None:
                    return [str(process["threads"])]
                site = calls[0]["site"]
                place = (os.path.basename(site["file"] or ""), site["line"])
                return [] if place == ("receive.py", 3) else [str(site)]

            self.assert_settles(differences)
        finally:
            job.terminate()
            job.communicate()


if __name__ == "__main__":
    unittest.main()
