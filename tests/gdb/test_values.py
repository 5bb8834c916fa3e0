"""Commands and functions on values of all kinds: each answers, or says in a sentence why it cannot."""

import json
import os
import re
import unittest

from gdb_run import gdb, marked, outputs
from machine_interface import results_of
from mpi_job import Job, RealTest

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ("comm", "group", "request", "status", "errhandler", "datatype", "file", "info", "op", "window", "win", "message", "session")

HANDLES = """comm comm_reference const_reference moved_reference volatile_comm *comm_pointer row requests requests[1] requests_reference
    table vector vector_reference vector[0] two deque list set map named optional pair tuple *unique *shared variant status
    status_reference *status_pointer status_pointer statuses status_map status_array fortran_comm fortran_status fortran_vector
    plain.inner pair.second (MPI_Comm)0 MPI_COMM_WORLD fortran:0""".split()
OTHERS = """colour shape plain none bits bits.narrow either derived base_reference truth letter wide text string_pointer no_string string
    real long_real complex complex_of_c wide_number negative simd void_pointer null_pointer *null_pointer *null_status null_status
    comm_pointer &comm unique shared empty *null_vector null_vector numbers *null_map truths nested function_pointer member_pointer
    method_pointer null callable broken *(std::vector<int>*)broken *(std::map<int,int>*)broken *(std::string*)broken large gone
    gone_number &gone made wait_for_nothing main int MPI_Comm no_such_symbol $no_such_variable $rip $sp $xmm0 $_siginfo 5 -1 1.5 'x'
    "text" "" 0x44000000 99999999999999999999 sizeof(int) 1/0 *0 comm+1 (void)0 {int}0 {1,2} map[7] @ ( ""x $_mpi_rank() $_ $$ """.split()


def is_sentence(text):
    return text.endswith((".", "!", "?")) and "rror occurred in Python" not in text and "\n" not in text.strip()


class Values(RealTest):
    maxDiff = None

    def run_table(self, job, expressions, commands):
        task, results = (os.path.join(job.directory, name) for name in ("task.json", "results.json"))
        with open(task, "w", encoding="utf-8") as file:
            json.dump({"expressions": expressions, "commands": commands, "results": results}, file)
        result = gdb("frame function wait_for_nothing", f"source {HERE}/value_table.py", pid=job.pids[0], timeout=600, VALUE_TABLE=task)
        for words in ("Traceback", "Python Exception", "rror occurred in Python"):
            self.assertNotIn(words, result.stderr)
        with open(results, encoding="utf-8") as file:
            return json.load(file)

    def check_table(self, mpi, sample):
        commands = [f"mpi {kind} X" for kind in KINDS] + [f"mpi {kind} X -json" for kind in ("comm", "request", "status")]
        commands += ["info mpi comm X", "mpi show X", "mpi show X -json"]
        commands += [f"output ${function} ({arguments})" for function in ("_mpi_comm", "_mpi_handle", "_mpi_rank", "_mpi_size")
                     for arguments in ("X", "", "X, X")]
        for kind in ("comm", "status"):
            commands += [f"set mpi as {kind} X", "mpi show X", "output $_mpi_comm(X)", "show mpi as", "set mpi as"]
        with Job(sample, 1, mpi=mpi) as job:
            answer = self.run_table(job, HANDLES + OTHERS, commands)
        self.assertEqual(set(answer["entry_points"]), {"mpidbg_gdb.entry_points"})
        for expression, answers in answer["table"].items():
            of_gdb = answers[0][1]["error"]
            for command, got in answers:
                with self.subTest(command.replace("X", expression)):
                    if got["error"] is not None and not (command.startswith("output") and got["error"] == of_gdb):
                        self.assertTrue(is_sentence(got["error"]) or command == "output X", got["error"])
        # The first answer to each command: some are repeated after `set mpi as`.
        return {expression: dict(reversed(answers)) for expression, answers in answer["table"].items()}

    def check_sentences(self, table):
        self.assertEqual(table["gone"]["mpi datatype X"]["error"], "The value has been optimized out.")
        self.assertEqual(table["*null_pointer"]["mpi comm X"]["error"], "Cannot access memory at address 0x0.")
        self.assertEqual(table["real"]["output $_mpi_comm (X)"]["error"], "A value of type double is not an MPI_Comm.")
        self.assertEqual(table["real"]["output $_mpi_rank (X)"]["error"], "You must provide no arguments for $_mpi_rank.")
        self.assertEqual(table["comm"]["output $_mpi_comm ()"]["error"], "You must provide one or two arguments for $_mpi_comm.")
        self.assertEqual(table["real"]["output $_mpi_handle (X, X)"]["error"], "You must provide one argument for $_mpi_handle.")
        self.assertEqual(table["empty"]["mpi request X"]["output"], "empty is empty.\n")
        for expression in ("comm", "comm_reference", "const_reference", "moved_reference", "volatile_comm", "*comm_pointer", "*unique"):
            self.assertEqual(table[expression]["output $_mpi_comm (X)"]["output"], '"halo"', expression)
        for expression, labels in (("two", ("0", "1")), ("deque", "0"), ("list", "0"), ("set", "0"), ("map", "7"), ("named", ('"left"',)),
                                   ("optional", ("contained value",))):
            lines = table[expression]["mpi comm X"]["output"].splitlines()
            self.assertEqual([line.partition("] ")[0] for line in lines], [f"[{label}" for label in labels], expression)
            self.assertRegex(lines[-1], r'\] MPI_Comm 0x[0-9a-f]+: "halo" rank 0 of 1$')
        for expression, labels in (("table", ("[0][0]", "[1][0]")), ("nested", ("[0][0]", "[0][1]")), ("vector", ("[0]", "[1]"))):
            lines = table[expression]["mpi request X"]["output"].splitlines()
            self.assertEqual([line.partition(" ")[0] for line in lines], list(labels), expression)

    def check_statuses(self, table):
        one = "MPI_Status MPI_SOURCE 0 MPI_TAG {} MPI_ERROR 0 4 bytes"
        for expression in ("statuses", "status_map", "status_array"):
            self.assertEqual(table[expression]["mpi status X"]["output"], f"[0] {one.format(41)}\n[1] {one.format(42)}\n")
            for tag in (41, 42):
                self.assertIn(one.format(tag), table[expression]["output X"]["output"])
        for expression in ("status", "status_reference", "*status_pointer", "status_pointer", "fortran_status"):
            self.assertRegex(table[expression]["mpi status X"]["output"], r"\n  status 0x[0-9a-f]+  MPI_SOURCE 0  MPI_TAG 42  MPI_ERROR 0  ")

    def test_open_mpi(self):
        table = self.check_table("openmpi", "values")
        self.check_sentences(table)
        self.check_statuses(table)
        self.assertRegex(table["vector"]["mpi show X"]["output"], r"^\[0\] MPI_Request 0x.* tag 50 .*\n\[1\] MPI_Request 0x.* tag 51 ")

    def test_mpich(self):
        table = self.check_table("mpich", "mpich_values")
        self.check_sentences(table)
        self.check_statuses(table)
        self.assertEqual(table["vector"]["mpi show X"]["error"],
                         "The elements of vector are not MPI handles by type (int).  If you know the kind, use \"mpi KIND vector\", as in "
                         "\"mpi request vector\", or \"set mpi as KIND vector\" first.")

    def check_machine_interface(self, mpi, sample):
        with Job(sample, 1, mpi=mpi) as job:
            handles = [fact["handle"] for fact in job.facts_of(job.pids[0], "pending")]
            containers = ("vector", "requests", "table", "requests_reference")
            commands = [f"-mpi-show request {name}" for name in containers]
            commands += [f"-mpi-show win {name}" for name in OTHERS if not re.search(r"[\"'@(]", name)]
            found = results_of(job.pids[0], '-interpreter-exec console "frame function wait_for_nothing"', *commands)[1:]
            for name, record in zip(containers, found):
                answers = record["elements"]
                self.assertEqual([answer["answer"]["processes"][0]["requests"]["objects"][0]["handle"] for answer in answers], handles, name)
            for command, record in zip(commands, found):
                with self.subTest(command):
                    self.assertTrue("msg" not in record or is_sentence(record["msg"]), record)

    def test_machine_interface_open_mpi(self):
        self.check_machine_interface("openmpi", "values")

    def test_machine_interface_mpich(self):
        self.check_machine_interface("mpich", "mpich_values")

    def test_declared(self):
        """INTEGERs of Fortran in a program in C: after `set mpi as`, also in conditions."""
        with Job("values", 1) as job:
            commands = ("set mpi as comm fortran_comm", "output $_mpi_comm (fortran_comm)", 'output $_mpi_comm (fortran_comm, "halo")',
                        "set mpi as status fortran_status", "mpi show fortran_status", "set mpi as comm fortran_vector",
                        "mpi show fortran_vector", "mpi request vector -json")
            result = gdb("frame function wait_for_nothing", *marked(*commands), pid=job.pids[0])
            _, name, is_halo, _, status, _, vector, as_json = outputs(result.stdout)
            self.assertEqual((name, is_halo), ('"halo"', "true"))
            self.assertIn("  MPI_SOURCE 0  MPI_TAG 42  ", status)
            self.assertRegex(vector, r'^\[0\] MPI_Comm 0x[0-9a-f]+: "halo" rank 0 of 1\n$')
            elements = json.loads(as_json)
            self.assertEqual([element["element"] for element in elements["elements"]], ["[0]", "[1]"])
            self.assertFalse(elements["more"])


if __name__ == "__main__":
    unittest.main()
