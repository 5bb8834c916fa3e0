"""MI: -mpi-queues and the others answer with what the command line's JSON says; variables show one line."""

import unittest

from machine_interface import Results, records_of
from mpi_job import Job, RealTest


def as_mi(value):
    """What MI has of a JSON value: no null, and text for everything that is one value."""
    if isinstance(value, dict):
        return {key: as_mi(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [as_mi(item) for item in value if item is not None]
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def without_threads(processes):
    """GDB holds the threads, and unwinds them in its own way."""
    return [{key: value for key, value in process.items() if key not in ("state", "threads")} for process in processes]


class MachineInterface(RealTest):
    def run_mi(self, pid, *commands):
        return records_of(pid, *commands)

    def members(self, record):
        self.assertTrue(record.startswith("done,"), record)
        return Results(record[len("done,"):]).parse()

    def test_lists(self):
        with Job("hung_recv", 1) as job:
            nouns = ("queues", "comms", "groups", "ranks", "requests", "datatypes", "infos", "ops", "errhandlers", "messages",
                     "sessions", "cvars", "pvars", "categories", "events", "sources")
            for noun, record in zip(nouns, self.run_mi(job.pids[0], *(f"-mpi-{noun}" for noun in nouns))):
                with self.subTest(noun=noun):
                    # Not all values of Open MPI's performance variables can be seen, and it has no sessions before 5.0.
                    answer = self.ask(noun, job.pids[0], code=6 if noun in ("pvars", "sessions") else 0)
                    self.assertEqual(without_threads(self.members(record)["processes"]),
                                     without_threads(as_mi(answer["processes"])))

    def test_options_and_one_object(self):
        with Job("hung_recv", 1) as job:
            by_tag, shown, unknown, no_option = self.run_mi(
                job.pids[0], "-mpi-queues -tag 6", '-mpi-show comm "my dup"', "-mpi-show nonsense 1", "-mpi-queues -nonsense")
            self.assertEqual(self.members(by_tag)["processes"],
                             as_mi(self.ask("queues", job.pids[0], "--tag", "6")["processes"]))
            self.assertEqual(self.members(shown)["processes"],
                             as_mi(self.ask("show", "comm", "my dup", job.pids[0])["processes"]))
            self.assertRegex(unknown, r'^error,msg="Invalid kind of handle: ')
            self.assertRegex(no_option, r'^error,msg="Unrecognized option: ')

    def test_variables(self):
        """Variable objects of MI, with the pretty-printers that every IDE enables."""
        with Job("hung_recv", 1) as job:
            dup = next(fact["comm_handle"] for fact in job.facts_of(job.pids[0], "communicator") if fact["comm"] == "my dup")
            line = f'MPI_Comm {dup}: "my dup" rank 0 of 1'
            *_, created, value, listed = self.run_mi(
                job.pids[0], "-enable-pretty-printing", '-interpreter-exec console "frame function main"',
                "-var-create dup * dup", "-data-evaluate-expression dup", "-stack-list-variables --simple-values")
            self.assertEqual(self.members(created)["value"], line)
            self.assertEqual(self.members(created)["numchild"], "0")
            self.assertEqual(self.members(value)["value"], line)
            self.assertIn(f'name="dup",type="MPI_Comm",value="{line}"'.replace('"my dup"', r'\"my dup\"'), listed)


if __name__ == "__main__":
    unittest.main()
