"""The queues of every sample, live, with one, two and four ranks: each field is what the program says."""

import unittest

from compare import compare_process, compare_queues, processes_by_pid
from mpi_job import Job, RealTest, openmpi_version


class Queues(RealTest):
    def check(self, sample, ranks, *arguments, ready=None):
        with self.subTest(sample=sample, ranks=ranks, arguments=arguments):
            with Job(sample, ranks, *arguments, ready=ready) as job:
                library = openmpi_version()

                def differences():
                    processes = processes_by_pid(self.ask("queues", job.mpirun.pid))
                    if sorted(processes) != job.pids:
                        return [f"processes {sorted(processes)}, those of the job are {job.pids}"]
                    return [text for process in processes.values()
                            for text in compare_process(process, job, library) + compare_queues(process, job)]

                self.assert_settles(differences)
                self.assert_untouched(job)

    def test_hung_recv(self):
        for ranks in (1, 2, 4):
            self.check("hung_recv", ranks)

    def test_deadlock_of_sends(self):
        for ranks in (1, 2, 4):
            self.check("ssend_ring", ranks)

    def test_unexpected_messages(self):
        for ranks in (1, 2, 4):
            self.check("unexpected", ranks)

    def test_persistent_requests(self):
        for ranks in (1, 2, 4):
            self.check("persistent", ranks)

    def test_pending_sends(self):
        for ranks in (1, 2, 4):
            self.check("sends_pending", ranks)

    def test_waitall(self):
        for ranks in (1, 2, 4):
            self.check("waitall", ranks)

    def test_datatypes(self):
        for ranks in (1, 2):
            self.check("datatypes", ranks)

    def test_threads(self):
        for ranks in (1, 2):
            self.check("threads", ranks)

    def test_intercommunicator(self):
        for ranks in (2, 4):
            self.check("intercomm", ranks)


if __name__ == "__main__":
    unittest.main()
