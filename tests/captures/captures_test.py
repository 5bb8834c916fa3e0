#!/usr/bin/env python3
"""All that the command says of captures of hung jobs, three ranks each: samples/hangs.c in the way and with the library that the
name of the file says, `recorded` being Open MPI under `mpidbg record`. No MPI is needed here.

    captures_test.py MPIDBG LIBMPIDBG [--write]

JOB.txt has for each command the exit code and all that is written; JSON and pages, which state the same in another form, are
compared with it. --write writes it anew. A job is captured so, in a UTS namespace of its own with programs that were built with
-ffile-prefix-map: mpidbg capture -o JOB PID_OF_MPIRUN; tar -cJf JOB.tar.xz JOB.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import golden_text  # noqa: E402
import same_facts  # noqa: E402
import why_facts  # noqa: E402

MPIDBG, PLUGIN = sys.argv[1:3]
CAPTURES = os.path.dirname(os.path.abspath(__file__))
SIZE = 3  # ranks of each job
COMMANDS = """
why
why --each
why --rank 0-1
ranks -v
stacks
stacks --all
queues -v
comms --all -v
requests --all -v
windows --all -v
files -v
groups -v
handles
cvars --changed --name "*btl*"
events
pmpi
capture --describe
show window 'first'
show comm MPI_COMM_WORLD
queues --comm nosuch
diff --each
profile check -v openmpi-4.1.4-x86_64
profile check mpich-4.0.2-x86_64
profile check openmpi-5.0.7-x86_64
profile check ucx-1.13.1-x86_64
"""


def plain(text):
    text = re.sub(r"mpidbg \d+\.\d+\.\d+", "mpidbg VERSION", text)
    return re.sub(r"made on \S+, 20\d\d-\d\d-\d\d \d\d:\d\d UTC", "made NOW", text)


class Captures(same_facts.SameFacts):
    def run_in(self, directory, job, command):
        words = shlex.split(command)
        if words[0] == "diff":
            words += [job, job]
        elif words[0] == "profile":
            words.append(os.path.join(job, min(os.listdir(os.path.join(directory, job)))))
        else:
            words.append(job)
        if words[0] not in ("pmpi", "capture", "profile"):
            words += ["--plugin", PLUGIN]
        # Without Graphviz, whose pictures differ from one version to the next.
        return subprocess.run([MPIDBG, *words], capture_output=True, text=True, timeout=60, cwd=directory, stdin=subprocess.DEVNULL,
                              check=False, env={**os.environ, "PATH": directory})

    def check(self, job):
        with tempfile.TemporaryDirectory() as directory:
            with tarfile.open(os.path.join(CAPTURES, job + ".tar.xz")) as archive:
                archive.extractall(directory)
            text = ""
            for command in COMMANDS.strip().split("\n"):
                result = self.run_in(directory, job, command)
                text += f"$ mpidbg {command}\n{plain(result.stdout)}{plain(result.stderr)}exit code {result.returncode}\n\n"
            self.check_forms(lambda command: self.run_in(directory, job, command).stdout)
            self.check_summary(directory, job)
        golden_text.compare(self, os.path.join(CAPTURES, job + ".txt"), text, anew="--write" in sys.argv)

    def check_forms(self, output):
        verdict, each, answer = output("why"), output("why --each"), output("why --json")
        self.assert_text_is_json(each, answer, SIZE)
        self.assert_merged_text_is_text(verdict, each, SIZE)
        self.assert_conditions_are_in_sentences(answer)
        self.assert_graph_is_json(output("why --dot"), answer)
        self.assert_page_is_text_and_json(output("why --html /dev/stdout -o /dev/null"), verdict, answer)
        self.assert_queues(*map(output, ("queues", "queues --all -v", "queues --json", "queues --all --json")), SIZE)
        self.assert_communicators(output("comms --all -v"), output("comms --all --json"), full=True)
        self.assert_calls(output("ranks -v"), output("ranks --json"))
        self.assert_stacks(output("stacks"), output("stacks --json"))
        self.assert_stacks(output("stacks --all"), output("stacks --all --json"))
        self.assert_paces(output("diff --each"), output("diff --json"))
        for command in ("windows", "handles", "cvars", "pvars", "categories"):
            self.assertEqual(len(json.loads(output(f"{command} --json"))["processes"]), SIZE, command)

    def check_summary(self, directory, job):
        """Queues, stacks, findings and likely causes of the summary are those of the captures."""
        self.assertEqual(self.run_in(directory, job, "summarize -o summary").returncode, 0)
        for command in ("queues", "stacks"):
            self.assertEqual(self.run_in(directory, "summary", command).stdout, self.run_in(directory, job, command).stdout, command)
        of_summary, of_captures = (why_facts.of_text(self.run_in(directory, of, "why").stdout, SIZE) for of in ("summary", job))
        self.assertEqual(of_summary.findings, of_captures.findings)
        self.assertEqual(of_summary.causes, of_captures.causes)

    def test_mpich(self):
        self.check("mpich-lock_ring")

    def test_open_mpi(self):
        self.check("openmpi-start_cross")

    def test_recorded(self):
        self.check("recorded-two_schedules")

    def test_no_capture_of_a_capture(self):
        """Of the directories that would be for it, those that were there stay."""
        with tempfile.TemporaryDirectory() as directory:
            with tarfile.open(os.path.join(CAPTURES, "mpich-lock_ring.tar.xz")) as archive:
                archive.extractall(directory)
            first = os.path.join("mpich-lock_ring", min(os.listdir(os.path.join(directory, "mpich-lock_ring"))))
            os.mkdir(os.path.join(directory, "there"))
            for place in ("made/for/it/", "there/for/it/", "there/"):
                result = subprocess.run([MPIDBG, "capture", first, "-o", place, "--plugin", PLUGIN], capture_output=True, text=True,
                                        timeout=60, cwd=directory, stdin=subprocess.DEVNULL, check=False)
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertIn("is a capture already", result.stderr)
                self.assertEqual(sorted(os.listdir(directory)), ["mpich-lock_ring", "there"])
                self.assertEqual(os.listdir(os.path.join(directory, "there")), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
