"""Holds mpidbg's answer against the facts that the processes told about themselves.

Every function returns a list of differences, each a sentence; empty if all is as the program says.
"""


ANY = "any"


def equal(differences, where, name, actual, expected):
    if actual != expected:
        differences.append(f"{where}: {name} is {actual!r}, the program says {expected!r}")


def processes_by_pid(answer):
    return {process["pid"]: process for process in answer["processes"]}


def compare_process(process, job, library, layer="ob1", state="initialized"):
    """Who the process is and what it is blocked in."""
    differences = []
    pid = process["pid"]
    where = f"process {pid}"
    (fact,) = job.facts_of(pid, "process")
    equal(differences, where, "rank", process["rank"], fact["rank"])
    equal(differences, where, "size", process["size"], fact["size"])
    equal(differences, where, "library", process["library"], library)
    equal(differences, where, "point_to_point", process["point_to_point"], layer)
    equal(differences, where, "mpi_state", process["mpi_state"], state)
    equal(differences, where, "error", process["error"], None)
    calls = sorted(blocked["call"] for blocked in job.facts_of(pid, "blocked"))
    equal(differences, where, "blocked_in", sorted(process["blocked_in"]), calls)
    return differences


def operation_differences(operation, fact):
    """What of one operation is not as the fact says; nothing if the operation is the one that the fact means."""
    differences = []
    untold = fact.get("untold", ())  # of a layer that is not told all of it

    def check(name, expected):
        if name not in untold:
            equal(differences, f'{fact["queue"]} tag {fact["tag"]} on "{fact["comm"]}"', name, operation[name], expected)

    is_send = fact["queue"] == "sends" or "mode" in fact
    check("kind", "send" if is_send else "receive")
    check("any_source", fact["peer"] == ANY)
    check("comm_rank", None if fact["peer"] == ANY else fact["peer"])
    check("world_rank", None if fact.get("world", -1) == -1 else fact["world"])
    check("any_tag", fact["tag"] == ANY)
    check("tag", None if fact["tag"] == ANY else fact["tag"])
    check("bytes", fact["bytes"])
    check("persistent", fact["persistent"])
    check("internal", False)
    check("matched", False)
    check("freed", False)
    check("out_of_order", False)
    check("waited_on", "call" in fact)
    check("waiting_call", fact.get("call"))
    check("send_mode", fact.get("mode"))
    if fact["queue"] == "unexpected":
        check("protocol", fact["protocol"])
        check("request", None)
        return differences
    if fact["queue"] != "inactive" and fact.get("mode") != "buffered":  # those are complete for the program
        check("complete", False)
    check("count", fact["count"])
    check("buffer", fact["buffer"])
    check("datatype_handle", fact["datatype_handle"])
    check("datatype_named", fact["datatype"] != "")
    if fact["datatype"]:
        check("datatype", fact["datatype"])
    elif "datatype" not in untold and not operation["datatype"]:
        differences.append(f"tag {fact['tag']}: nothing stands for a data type without a name")
    if "request" in fact:
        check("request", fact["request"])
    elif "request" not in untold and not operation["request"]:
        differences.append(f"tag {fact['tag']}: the blocking call's request is not shown")
    return differences


def compare_queues(process, job):
    """All queues of all communicators: nothing missing, nothing more, every field right, and messages in their order."""
    differences = []
    pid = process["pid"]
    equal(differences, f"process {pid}", "complete", process["complete"], True)
    facts = job.facts_of(pid, "operation")
    communicators = {communicator["handle"]: communicator for communicator in process["communicators"]}
    expected_in = {}
    for fact in facts:
        expected_in.setdefault((fact["comm_handle"], fact["queue"]), []).append(fact)
    for handle, queue in expected_in:
        if handle not in communicators:
            differences.append(f'process {pid}: no communicator {handle}, "{expected_in[handle, queue][0]["comm"]}"')
    for handle, communicator in communicators.items():
        for name, queue in communicator["queues"].items():
            where = f'process {pid} "{communicator["name"]}" {name}'
            equal(differences, where, "complete", queue["complete"], True)
            expected = expected_in.get((handle, name), [])
            actual = queue["operations"] or []
            if len(actual) != len(expected):
                differences.append(f"{where}: {len(actual)} operations, the program says {len(expected)}: {actual}")
                continue
            left = list(actual)
            for fact in expected:
                found = [operation_differences(operation, fact) for operation in left]
                best = min(range(len(left)), key=lambda i: len(found[i]))
                differences += [f"process {pid} {text}" for text in found[best]]
                if not found[best]:
                    equal(differences, where, "context", left[best]["context"], communicator["context"])
                left.pop(best)
            if name == "unexpected":
                for peer in {fact["peer"] for fact in expected}:
                    equal(differences, where, f"the order of tags from {peer}",
                          [operation["tag"] for operation in actual if operation["comm_rank"] == peer],
                          [fact["tag"] for fact in expected if fact["peer"] == peer])
    return differences


def compare_communicators(process, job):
    differences = []
    pid = process["pid"]
    communicators = {communicator["handle"]: communicator for communicator in process["communicators"]}
    facts = job.facts_of(pid, "communicator")
    for fact in facts:
        where = f'process {pid} "{fact["comm"]}"'
        communicator = communicators.get(fact["comm_handle"])
        if communicator is None:
            differences.append(f"{where}: not shown")
            continue
        differences += communicator_differences(communicator, fact, where)
    shown, said = len(communicators), len({fact["comm_handle"] for fact in facts})
    if shown != said:
        differences.append(f"process {pid}: {shown} communicators shown, {said} exist: {sorted(communicators)}")
    return differences


def communicator_differences(communicator, fact, where):
    differences = []

    def check(name, expected):
        equal(differences, where, name, communicator[name], expected)

    def ranks(members):
        return [-1 if member["world_rank"] is None else member["world_rank"] for member in members or []]

    check("named", fact["comm"] != "")
    if fact["comm"]:  # else it is a label of the library's own
        check("name", fact["comm"])
    check("fortran_handle", fact["fortran"])
    check("rank", fact["comm_rank"])
    check("size", fact["size"])
    check("world_rank", fact["rank"])
    check("intercommunicator", fact["inter"])
    check("predefined", fact["predefined"])
    check("internal", False)
    check("details", True)
    check("group", fact["local_group"])
    check("freed_by_application", fact["comm"] == "freed")
    check("freed_by_library", False)
    equal(differences, where, "members", ranks(communicator["members"]), fact["members"])
    if fact["inter"]:
        equal(differences, where, "remote members", ranks(communicator["remote_members"]), fact["remote_members"])
    check("errhandler_name", fact["errhandler"])
    if not communicator["errhandler"]:
        differences.append(f"{where}: no error handler")

    topology = fact.get("topology")
    check("cartesian", None if topology != "cartesian" else {
        "dims": fact["dims"], "periods": [period != 0 for period in fact["periods"]], "coords": fact["coords"]})
    check("graph", None if topology != "graph" else {"index": fact["index"], "edges": fact["edges"]})
    check("distributed_graph", None if topology != "distributed graph" else {
        "sources": fact["sources"], "source_weights": fact.get("source_weights"),
        "destinations": fact["destinations"], "destination_weights": fact.get("destination_weights")})
    return differences


def compare_groups(process, job):
    differences = []
    pid = process["pid"]
    groups = {group["handle"]: group for group in process["groups"]}
    for fact in job.facts_of(pid, "group"):
        where = f"process {pid} group {fact['handle']}"
        group = groups.get(fact["handle"])
        if group is None:
            differences.append(f"{where}: not shown")
            continue
        equal(differences, where, "fortran_handle", group["fortran_handle"], fact["fortran"])
        equal(differences, where, "rank", group["rank"], None if fact["group_rank"] == -1 else fact["group_rank"])
        equal(differences, where, "size", group["size"], fact["size"])
        equal(differences, where, "members", [member["world_rank"] for member in group["members"]], fact["members"])
    for fact in job.facts_of(pid, "communicator"):
        group = groups.get(fact["local_group"])
        if group is None or fact["comm_handle"] not in group["communicators"]:
            differences.append(f'process {pid}: the group of "{fact["comm"]}" does not know of it')
    return differences
