"""Holds what mpidbg says of windows against the facts of samples/windows.c.

The components of Open MPI that implement windows keep different things. What each keeps is said here once, by hand, from
its sources; everything else is as the program says.
"""

from compare import equal
from mpi_job import Job, RealTest

# How each component is had. rdma is the default on one node, sm that of MPI_Win_allocate_shared.
LAYERS = {
    "rdma": (Job.OB1, {}),
    "pt2pt": (Job.OB1 + ("--mca", "osc", "pt2pt,sm"), {}),
    "sm": (Job.OB1, {"MPIDBG_SHARED_WINDOW": "1"}),
    "ucx": (("--mca", "pml", "ucx", "--mca", "osc", "ucx,sm", "--mca", "opal_common_ucx_tls", "any", "--mca",
             "opal_common_ucx_devices", "any"), {"UCX_TLS": "shm,self"}),
}


def peers(ranks):
    return [{"rank": rank, "world_rank": rank} for rank in ranks]


def expected_access(fact, component, size):
    access = fact["access"]
    if access.startswith("fence"):
        return "none" if component == "sm" else "fence"
    # The locks of all ranks, one by one: with one rank there is no difference.
    if access == "lock_all" and component == "sm" and size == 1:
        return "lock"
    return access


def expected_posts(fact, component, waits):
    """Who counts the posts that a start waits for."""
    if fact["posts_arrived"] < 0 or component == "sm":
        return None
    if component == "ucx":
        return fact["posts_arrived"] if waits and fact["posts_arrived"] > 0 else None
    return fact["posts_arrived"]


def expected_last_call(fact, component):
    posted, access = bool(fact["posts"]), fact["access"]
    if access.startswith("fence") and component != "sm":
        return "MPI_Win_fence"
    if posted:
        return "MPI_Win_post" if access == "none" and component != "sm" else None
    if access == "start":
        return "MPI_Win_start"
    if access == "lock" and len(fact["locks"]) == 1:
        return "MPI_Win_lock"
    if access == "lock_all" and component != "sm":
        return "MPI_Win_lock_all"
    return None


def lock_differences(where, locks, fact, component, size):
    differences = []
    facts = fact["locks"]
    if fact["access"] == "lock_all":
        targets = range(size) if component == "sm" else [None]
        facts = [{"target": target, "type": "shared", "state": "held"} for target in targets]
    facts = sorted(facts, key=lambda lock: -1 if lock["target"] is None else lock["target"])
    equal(differences, where, "targets of locks", [lock["target"] for lock in locks], [lock["target"] for lock in facts])
    for lock, known in zip(locks, facts):
        name = f"{where}, lock of {known['target']}"
        nocheck = "nocheck" in known
        equal(differences, name, "nocheck", lock["nocheck"], nocheck)
        kind, state = known["type"], known["state"]
        # osc/ucx sets the type once the lock is granted; neither it nor osc/sm keeps that of a lock nobody checks.
        if component in ("sm", "ucx") and nocheck or component == "ucx" and state == "wanted":
            kind = None
        equal(differences, name, "type", lock["type"], kind)
        states = {state}
        if component == "sm" and lock["at_target"]["waiting"]:
            states = {state, "held or wanted"}
        if component == "ucx" and fact["access"] == "lock_all":
            states = {"held or wanted"}
        if lock["state"] not in states:
            differences.append(f"{name}: state is {lock['state']}, not {states}")
    return differences


def target_differences(where, sync, fact, component, size):
    """The lock of this process's memory."""
    differences = []
    exclusive, shared = bool(fact["exclusive"]), fact["shared"]
    holders = None
    if component == "rdma":
        # MPI_Win_lock_all is counted for all ranks at rank 0.
        holders = size if fact["access"] == "lock_all" else 0
        shared = 0 if fact["access"] == "lock_all" else shared
    if component == "pt2pt" and fact["access"] == "lock_all":
        shared = 1  # itself; others ask when they communicate
    equal(differences, where, "exclusive", sync["lock"]["exclusive"], exclusive)
    equal(differences, where, "shared", sync["lock"]["shared"], shared)
    equal(differences, where, "lock_all_holders", sync["lock_all_holders"], holders)
    if component in ("rdma", "ucx"):
        equal(differences, where, "waiting", sync["lock"]["waiting"], None)
    return differences


def sync_differences(window, fact, component, size, waits=False):
    """Everything about the synchronisation of one window at one process."""
    differences = []
    sync = window["synchronization"]
    where = f"rank {fact['rank']} osc/{component}"
    if sync is None:
        return [f"{where}: no synchronization: {window['synchronization_problem']}"]
    equal(differences, where, "problem", window["synchronization_problem"], None)
    equal(differences, where, "component", (window["component"], window["component_inferred"]), (component, False))
    equal(differences, where, "access", sync["access"], expected_access(fact, component, size))
    equal(differences, where, "fence_known", sync["fence_known"], component != "sm")
    equal(differences, where, "communicated", sync["communicated"],
          fact["access"] == "fence_put" and component != "sm")
    equal(differences, where, "lock_all_inferred", sync["lock_all_inferred"],
          fact["access"] == "lock_all" and component == "sm" and size > 1)
    equal(differences, where, "no_locks", sync["no_locks"], False)
    equal(differences, where, "start_peers", sync["start_peers"], peers(fact["starts"]))
    equal(differences, where, "start_group", sync["start_group"] is not None, bool(fact["starts"]))
    equal(differences, where, "posts_arrived", sync["posts_arrived"], expected_posts(fact, component, waits))
    equal(differences, where, "post_peers", sync["post_peers"], peers(fact["posts"]))
    if size > 1:  # a post to nobody leaves its group, or none
        equal(differences, where, "post_group", sync["post_group"] is not None, bool(fact["posts"]))
        equal(differences, where, "completes_arrived", sync["completes_arrived"],
              None if fact["completes_arrived"] < 0 else fact["completes_arrived"])
        equal(differences, where, "last_call_inferred", sync["last_call_inferred"], expected_last_call(fact, component))
    # A start that waits for another rank first has not taken the posts of the later ones.
    if not (component == "sm" and waits):
        equal(differences, where, "posters", sync["posters"], peers(fact["posters"]))
    equal(differences, where, "posters_known", sync["posters_known"], True)
    differences += lock_differences(where, sync["locks"], fact, component, size)
    differences += target_differences(where, sync, fact, component, size)
    return differences


def window_differences(window, fact, component):
    """What MPI itself says of a window."""
    differences = []
    where = f'rank {fact["rank"]} window "{fact["name"]}"'
    equal(differences, where, "name", window["name"] or "", fact["name"])
    equal(differences, where, "fortran_handle", window["fortran_handle"], fact["fortran"])
    equal(differences, where, "predefined", window["predefined"], False)
    equal(differences, where, "freed", (window["freed_by_application"], window["freed_by_library"]), (False, False))
    equal(differences, where, "rank", window["rank"], fact["window_rank"])
    equal(differences, where, "size", window["size"], fact["window_size"])
    equal(differences, where, "group", window["group"], fact["group"])
    equal(differences, where, "origin_communicator_inferred", window["origin_communicator_inferred"], fact["comm"])
    equal(differences, where, "errhandler", window["errhandler"], fact["errhandler"])
    base = None if fact["base"] == "0x0" else fact["base"]
    equal(differences, where, "memory", window["memory"],
          {"base": base, "bytes": fact["bytes"], "disp_unit": fact["unit"], "flavor": fact["flavor"],
           "model": fact["model"]})
    equal(differences, where, "info", [[pair["key"], pair["value"]] for pair in window["info"]], fact["info"])
    own = {attribute["keyval"]: attribute["value"] for attribute in window["attributes"]
           if attribute["setter"] != "library"}
    equal(differences, where, "attributes", own, {fact["keyval"]: fact["value"]} if fact["keyval"] >= 0 else {})
    predefined = {attribute["name"]: attribute["number"] for attribute in window["attributes"]
                  if attribute["setter"] == "library"}
    equal(differences, where, "predefined attributes", predefined,
          {"MPI_WIN_BASE": str(int(fact["base"], 16)), "MPI_WIN_SIZE": str(fact["bytes"]),
           "MPI_WIN_DISP_UNIT": str(fact["unit"]),
           "MPI_WIN_CREATE_FLAVOR": str(["create", "allocate", "dynamic", "shared"].index(fact["flavor"]) + 1),
           "MPI_WIN_MODEL": "0" if fact["model"] == "unified" else "1"})
    equal(differences, where, "component", window["component"], component)
    return differences


class WindowTest(RealTest):
    def windows_of(self, target, pid):
        (process,) = [process for process in self.ask("windows", target)["processes"] if process["pid"] == pid]
        self.assertEqual((process["windows"]["complete"], process["windows"]["reason"]), (True, None))
        return {window["handle"]: window for window in process["windows"]["objects"]}

    def state_differences(self, target, pid, job, component, waits):
        found = []
        windows = self.windows_of(target, pid)
        for fact in job.facts_of(pid, "sync"):
            found += sync_differences(windows[fact["handle"]], fact, component, job.ranks, waits)
        return found

    def check_state(self, component, state, ranks, core=False):
        """One job in one state: every process live, and rank 0 and the last as core files."""
        layer, environment = LAYERS[component]
        with self.subTest(component=component, state=state, ranks=ranks):
            with Job("windows", ranks, state, layer=layer, environment=environment) as job:
                waits = state == "start"

                def differences():
                    return [text for pid in job.pids
                            for text in self.state_differences(job.mpirun.pid, pid, job, component, waits)]

                self.assert_settles(differences)
                for rank in {0, ranks - 1} if core else ():
                    pid = job.pid_of_rank[rank]
                    self.assertEqual(self.state_differences(job.gcore(pid), pid, job, component, waits), [])
