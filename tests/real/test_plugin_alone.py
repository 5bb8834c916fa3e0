"""The plugin's functions that the command has no words for, over live processes: C++ objects, integers, types behind
handles, and values that are no handles at all."""

import os
import subprocess
import unittest

from mpi_job import PLUGIN, Job, RealTest

# Numbers of mpidbg_handle_kind_t.
KINDS = {"comm": 0, "group": 1, "request": 2, "status": 3, "errhandler": 4, "datatype": 5, "file": 6, "info": 7, "op": 8,
         "win": 9, "message": 10, "session": 11}
SUCCESS, NOT_FOUND, NOT_SUPPORTED, OUT_OF_RANGE, UNAVAILABLE = range(5)


def ask(pid, *questions):
    """The answers, one for each question."""
    result = subprocess.run([os.environ["MPIDBG_ASK_PLUGIN"], PLUGIN, str(pid)], input="\n".join(questions) + "\n",
                            capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        raise AssertionError(f"ask_plugin: {result.returncode} {result.stdout}{result.stderr}")
    return result.stdout.splitlines()


class CxxObjects(RealTest):
    def test_every_class(self):
        """Z13 the handle in an object of each class of the C++ bindings"""
        with Job("cxx_handles", 2) as job:
            for pid in job.pids:
                facts = job.facts_of(pid, "cxx")
                self.assertEqual({fact["kind"] for fact in facts}, set(KINDS) - {"message", "session"})
                answers = ask(pid, *(f"cxx2c {KINDS[fact['kind']]} {fact['object']}" for fact in facts))
                for fact, answer in zip(facts, answers):
                    # A status is the object itself: behind the pointer to the virtual functions.
                    handle = fact["handle"] or hex(int(fact["object"], 16) + 8)
                    self.assertEqual(answer, f"0 {handle} ", fact)

    def test_what_is_none(self):
        """Z7 an object of another class, and memory that is none"""
        with Job("cxx_handles", 1) as job:
            facts = {fact["kind"]: fact for fact in job.facts_of(job.pids[0], "cxx")}
            swapped = [("group", "comm"), ("op", "errhandler"), ("comm", "win"), ("info", "file"), ("request", "op")]
            for answer in ask(job.pids[0], *(f"cxx2c {KINDS[kind]} {facts[of]['object']}" for kind, of in swapped)):
                code, handle, sentence = answer.split(" ", 2)
                self.assertEqual((int(code), handle), (NOT_FOUND, "0x0"))
                self.assertTrue(sentence)
            code, _, sentence = ask(job.pids[0], "cxx2c 0 0x10")[0].split(" ", 2)
            self.assertEqual(int(code), UNAVAILABLE)
            self.assertIn("0x18", sentence)


class Integers(RealTest):
    def test_width_and_value(self):
        """HA1 HA2 Z12 MPI_Aint, MPI_Offset, MPI_Count and a Fortran INTEGER"""
        with Job("cxx_handles", 1) as job:
            facts = job.facts_of(job.pids[0], "integer")
            self.assertEqual(len(facts), 4)
            answers = ask(job.pids[0], *(f"integer {fact['which']} {fact['address']}" for fact in facts))
            self.assertEqual(answers, [f"0 {fact['width']} {fact['value']}" for fact in facts])
            answers = ask(job.pids[0], *(f"integer {fact['which']} 0" for fact in facts))
            self.assertEqual(answers, [f"0 {fact['width']} 0" for fact in facts])
            self.assertEqual(ask(job.pids[0], "integer 0 8", "integer 4 0"), ["4 0 0", "2 0 0"])


class Types(RealTest):
    def test_handle_types(self):
        """Z13 the C types behind the names of mpi.h, as mpi.h declares them"""
        include = subprocess.run(["mpicc.openmpi", "--showme:incdirs"], check=True, capture_output=True, text=True)
        with open(os.path.join(include.stdout.split()[0], "mpi.h"), encoding="utf-8") as file:
            declared = file.read()
        names = {"comm": "MPI_Comm", "group": "MPI_Group", "request": "MPI_Request", "status": "MPI_Status",
                 "errhandler": "MPI_Errhandler", "datatype": "MPI_Datatype", "file": "MPI_File", "info": "MPI_Info",
                 "op": "MPI_Op", "win": "MPI_Win", "message": "MPI_Message"}
        with Job("hung_recv", 1) as job:
            answers = ask(job.pids[0], *(f"type {KINDS[kind]}" for kind in names), "type 11", "type 12")
            self.assertEqual(answers[-2:], ["none", "none"])
            for name, answer in zip(names.values(), answers):
                self.assertRegex(declared, rf"typedef {answer.replace(' *', r' ?[*]')} ?{name};")


class NoHandles(RealTest):
    def test_random_values(self):
        """Z7 Z10 values that are no handles of the kind: a code of the interface and a sentence, never a crash"""
        for sample in ("errhandlers", "cxx_handles", "handles"):
            with self.subTest(sample=sample), Job(sample, 1) as job:
                (answer,) = ask(job.pids[0], "random 20261121 3000")
                self.assertTrue(answer.startswith("wrong 0 "), answer)
                self.assert_untouched(job)

    def test_handles_of_another_process(self):
        """Z7 a handle that only another rank has"""
        with Job("errhandlers", 2) as job:
            one, other = job.pids
            own = {fact["handle"] for fact in job.facts_of(one, "errhandler")}
            foreign = [fact["handle"] for fact in job.facts_of(other, "errhandler") if fact["handle"] not in own]
            self.assertTrue(foreign)
            for answer in ask(one, *(f"query {KINDS['errhandler']} {handle}" for handle in foreign)):
                code, _, sentence = answer.split(" ", 2)
                self.assertEqual(int(code), NOT_FOUND)
                self.assertIn("is not a live error handler", sentence)


if __name__ == "__main__":
    unittest.main()
