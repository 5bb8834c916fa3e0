"""What is known is forgotten when it is no longer true: another core file, a new run, a process that goes on."""

import os
import subprocess
import tempfile
import unittest

from gdb_run import SCRIPT, gdb, marked, outputs
from mpi_job import Job, RealTest

# A program that has the names of Open MPI and nothing behind them.
NO_LAYOUTS = r"""
char ompi_mpi_communicators[256], ompi_mpi_comm_world[512], mca_pml_base_selected_component[512];
int ompi_mpi_state = 2;
char ompi_communicator_t_class[64], ompi_mpi_group_null[128], ompi_request_f_to_c_table[256];
int main(void) { return ompi_mpi_state; }
"""


class Lifecycle(RealTest):
    def asked(self, *commands, **where):
        """Only the marked ones answer: pairs of (command, whether it is marked)."""
        words = []
        for command, is_marked in commands:
            words += marked(command) if is_marked else [command]
        result = gdb(*words, **where)
        self.assertNotIn("Traceback", result.stderr)
        return outputs(result.stdout)

    def test_another_core(self):
        with Job("hung_recv", 2) as job:
            cores = [job.gcore(job.pid_of_rank[rank]) for rank in (0, 1)]
            texts = self.asked((f"core-file {cores[0]}", False), ("mpi queues", True), ("output $_mpi_rank()", True),
                               (f"core-file {cores[1]}", False), ("mpi queues", True), ("output $_mpi_rank()", True),
                               program=job.program)
            self.assertTrue(texts[0].startswith("rank 0 of 2"), texts[0])
            self.assertEqual(texts[1], "0")
            self.assertTrue(texts[2].startswith("rank 1 of 2"), texts[2])
            self.assertEqual(texts[3], "1")

    def test_second_core_after_frame(self):
        """Another core file beside the first, of which a frame is selected; frames stay selected."""
        with Job("hung_recv", 2) as job:
            cores = [job.gcore(job.pid_of_rank[rank]) for rank in (0, 1)]
            ask = [("mpi frame", False), ("up", False), ("print dup", True), ("mpi comm dup", True),
                   ("mpi show dup", True), ("output argc", True)]
            texts = self.asked(*ask[:3], ("add-inferior -no-connection", False), ("inferior 2", False),
                               (f"file {job.program}", False), (f"core-file {cores[1]}", False), *ask,
                               ("inferior 1", False), *ask, program=job.program, core=cores[0])
            self.assertEqual(len(texts), 9)
            self.assertIn('"my dup" rank 0 of 2', texts[0])
            for rank, (printed, comm, shown, _) in ((1, texts[1:5]), (0, texts[5:])):
                self.assertIn(f'"my dup" rank {rank} of 2', printed)
                self.assertIn(f"my dup  context 3  rank {rank} of 2", comm)
                self.assertEqual(shown, comm)

    def test_run_twice(self):
        """From the start of a program on: before MPI_Init, in the middle, at its end, and once more."""
        with Job("hung_recv", 1) as job:
            program = job.program
        one_run = [("run", False), ("print dup", True), ("mpi comms -comm MPI_COMM_WORLD", True)]
        texts = self.asked(("break MPI_Comm_set_name", False),
                           *one_run, ("kill", False), ("mpi queues", True), *one_run, program=program)
        for first in (texts[1], texts[4]):
            self.assertIn("MPI_COMM_WORLD  context 0  rank 0 of 1", first)
        self.assertEqual(texts[2], "")

    def test_conditions(self):
        """$_mpi_rank () and $_mpi_comm () in conditions, which are evaluated while the process counts as running."""
        with Job("hung_recv", 1) as job:
            program = job.program
        result = gdb("break MPI_Comm_set_name if $_mpi_rank () == 1", 
                     'break MPI_Irecv if $_streq ($_mpi_comm ($r9), "nobody")',
                     'break MPI_Send if $_mpi_rank () == 0 && $_streq ($_mpi_comm ($r9), "my dup")', "run",
                     *marked("info breakpoints"), program=program)
        self.assertNotIn("Error in testing", result.stderr + result.stdout)
        self.assertNotIn("is running", result.stderr)
        self.assertNotIn("Traceback", result.stderr)
        self.assertNotRegex(result.stdout, r"Breakpoint [12], ")
        self.assertRegex(result.stdout, r"Breakpoint 3, ")

    def test_sourced_twice(self):
        with Job("hung_recv", 1) as job:
            result = gdb(f"source {SCRIPT}", *marked("mpi queues"), pid=job.pids[0])
            self.assertEqual(result.stderr.count("Traceback"), 0)
            self.assertIn("my dup", outputs(result.stdout)[0])

    def test_library_without_layouts(self):
        with tempfile.TemporaryDirectory() as directory:
            program = os.path.join(directory, "names")
            subprocess.run(["cc", "-x", "c", "-", "-o", program], input=NO_LAYOUTS, text=True, check=True)
            result = gdb("break main", "run", "mpi queues", "echo goes on\\n", program=program)
            self.assertIn("goes on", result.stdout)
            self.assertNotIn("Traceback", result.stderr)
            self.assertIn("there is no opal_pointer_array_t at", result.stderr)


if __name__ == "__main__":
    unittest.main()
