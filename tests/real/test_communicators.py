"""`comms`, `groups` and `ranks`: every item of every communicator is what the program says."""

import unittest

from compare import compare_communicators, compare_groups, compare_process, compare_queues, processes_by_pid
from mpi_job import Job, RealTest, is_before_5, openmpi_version


class Communicators(RealTest):
    def check(self, sample, ranks):
        with self.subTest(sample=sample, ranks=ranks), Job(sample, ranks) as job:
            library = openmpi_version()

            def differences():
                found = []
                comms = processes_by_pid(self.ask("comms", job.mpirun.pid))
                groups = processes_by_pid(self.ask("groups", job.mpirun.pid, "--all"))
                queues = processes_by_pid(self.ask("queues", job.mpirun.pid))
                for pid in job.pids:
                    found += compare_process(comms[pid], job, library)
                    found += compare_communicators(comms[pid], job)
                    found += compare_groups(groups[pid], job)
                    found += compare_queues(queues[pid], job)
                return found + self.contexts_differ(comms.values())

            self.assert_settles(differences)
            self.assert_untouched(job)

    def contexts_differ(self, processes):
        """The same communicator has one context id on all ranks, and no other communicator of a rank has it."""
        found, by_name = [], {}
        for process in processes:
            contexts = [communicator["context"] for communicator in process["communicators"]]
            if len(set(contexts)) != len(contexts):
                found.append(f"rank {process['rank']}: contexts {contexts}")
            for communicator in process["communicators"]:
                if communicator["name"] not in ("", "MPI_COMM_SELF") and not communicator["intercommunicator"]:
                    by_name.setdefault(communicator["name"], set()).add(communicator["context"])
        return found + [f'"{name}" has contexts {contexts}' for name, contexts in by_name.items() if len(contexts) != 1]

    def test_every_kind(self):
        for ranks in (1, 2, 4):
            self.check("communicators", ranks)

    def test_selected_by_name_and_handle(self):
        with Job("hung_recv", 1) as job:
            for fact in job.facts_of(job.pids[0], "communicator"):
                for key in (fact["comm"], fact["comm_handle"]):
                    (process,) = self.ask("queues", job.pids[0], "--comm", key)["processes"]
                    self.assertEqual([communicator["name"] for communicator in process["communicators"]], [fact["comm"]])


class Ranks(RealTest):
    def test_ranks(self):
        with Job("hung_recv", 4) as job:
            library = openmpi_version()

            def differences():
                answer = self.ask("ranks", job.mpirun.pid)
                found = []
                if [process["rank"] for process in answer["processes"]] != [0, 1, 2, 3]:
                    found.append(f"ranks {[process['rank'] for process in answer['processes']]}")
                return found + [text for process in answer["processes"]
                                for text in compare_process(process, job, library)]

            self.assert_settles(differences)
            # A part of the job: the others are missing, and said to be.
            two = [job.pid_of_rank[1], job.pid_of_rank[3]]
            answer = self.ask("ranks", *two, code=4)
            self.assertEqual([process["rank"] for process in answer["processes"]], [1, 3])
            self.assertEqual(answer["missing_ranks"], [0, 2])
            answer = self.ask("ranks", job.mpirun.pid, "--rank", "1-2")
            self.assertEqual([process["rank"] for process in answer["processes"]], [1, 2])


class Spawn(RealTest):
    def test_processes_of_a_spawned_job(self):
        if not is_before_5():
            return
        for ranks in (1, 2):
            with self.subTest(ranks=ranks), Job("spawn", ranks, layer=Job.OB1_WITH_TCP, ready=ranks + 2) as job:

                def differences():
                    found = []
                    queues = processes_by_pid(self.ask("queues", *job.pids))
                    comms = processes_by_pid(self.ask("comms", *job.pids))
                    for pid in job.pids:
                        found += compare_queues(queues[pid], job)
                        found += [text for text in self.peers(comms[pid], queues[pid], job)]
                    return found

                self.assert_settles(differences)

    def peers(self, comms, queues, job):
        """Members of the other job are none of MPI_COMM_WORLD's: they have a job number and a rank there."""
        found = []
        child = any(communicator["name"] == "to parents" for communicator in comms["communicators"])
        other, own = (1, 2) if child else (2, 1)
        if comms["job"] != own:
            found.append(f"process {comms['pid']}: job {comms['job']}, not {own}")
        (inter,) = [communicator for communicator in comms["communicators"] if communicator["intercommunicator"]]
        members = [(member["world_rank"], member["job"], member["job_rank"]) for member in inter["remote_members"]]
        if members != [(None, other, rank) for rank in range(len(members))]:
            found.append(f"process {comms['pid']}: remote members {members}")
        (inter,) = [communicator for communicator in queues["communicators"] if communicator["intercommunicator"]]
        for queue in ("posted", "unexpected"):
            for operation in inter["queues"][queue]["operations"]:
                peer = (operation["world_rank"], operation["job"], operation["job_rank"])
                if peer != (None, other, 0):
                    found.append(f"process {comms['pid']}: {queue} from {peer}")
        return found


if __name__ == "__main__":
    unittest.main()
