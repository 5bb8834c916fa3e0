"""The facts that `queues`, `comms`, `ranks`, `stacks` and `diff` state of a job, read from text and from JSON.

Facts are tuples, and begin with a rank or with the path of a stack. Text merges ranks that differ in nothing; here each
rank has its facts again.
"""

import json
import re
from collections import Counter

import why_facts
from why_facts import ranks_in, ranks_of_set, resolved

KINDS = "probe|posted|receiving|unexpected|send|inactive"
OPERATION = re.compile(rf"    (?: *(?P<count>[\d,]+) x )? *(?P<kind>{KINDS}) +(?:from|to) (?P<peer>.*?)  +"
                       r"tag (?P<tag>.*?)(?:  |$)(?: *(?:[\d?]+ of )?(?P<bytes>[\d?]+) bytes)?")
COMMUNICATOR = re.compile(r"  (?P<name>\S.*?)  context (?P<context>\d+)  (?:rank \d+ of \d+|\d+ ranks)")
NOT_SHOWN = re.compile(r"  internal operations not shown: (\d+)")
PROCESSES = re.compile(r"(?:\d+ ranks|ranks? (?P<ranks>[\d,:-]+))(?: of \d+)?(?:  |$)")
PENDING = re.compile(r"(?P<who>.*?) (?:has|have) pending: a (?P<kind>\w+) (?:from|to) (?:rank )?(?P<peer>.*?) "
                     r"with (?:tag )?(?P<tag>.*?) on (?P<communicator>.*)")
# The call of a row of `ranks`, at the end of it; "called from MPI_Send" is not one.
CALL = re.compile(r"(?<!from )\b(?P<call>MPI_\w+)(?:\(.*?\))?(?: on .*?)?(?: at (?P<site>\S+(?: \(\S+:\d+\))?))?"
                  r"(?: for .*| since .*)?$")
PACES = {"still": "STILL", "unclear": "NOT CLEAR", "slow": "SLOW", "live": "LIVE", "computes": "COMPUTING", "outside": "OUTSIDE",
         "stopped": "STOPPED", "ended": "ENDED", "replaced": "REPLACED", "unseen": "NOT SEEN", "left": "MISSING",
         "joined": "NEW"}


def blocks_of(text):
    """The ranks of each block, and its lines."""
    ranks, lines = [], []
    for line in text.splitlines():
        process = PROCESSES.match(line)
        if process:
            yield ranks, lines
            ranks, lines = ranks_of_set(process["ranks"]) if process["ranks"] else [], []
        else:
            lines.append(line)
    yield ranks, lines


# ---- queues: how often there is (rank, communicator, context, kind, peer, tag, bytes); and (rank, "not shown") ----


def queues_of_text(text, size):
    facts = Counter()
    for ranks, lines in blocks_of(text):
        name, context = "", -1
        for line in lines:
            communicator, operation, hidden = COMMUNICATOR.match(line), OPERATION.match(line), NOT_SHOWN.match(line)
            if communicator:
                name, context = communicator["name"], int(communicator["context"])
            elif operation:
                count = int((operation["count"] or "1").replace(",", ""))
                tag = operation["tag"].strip().removesuffix(" (any)")
                for rank in ranks:
                    peer = resolved(operation["peer"], rank, size).removeprefix("rank ").split(" (")[0]
                    facts[rank, name, context, operation["kind"], peer, tag, operation["bytes"] or "?"] += count
            elif hidden:
                facts.update({(rank, "not shown"): int(hidden[1]) for rank in ranks})
    return facts


def queues_of_json(text):
    facts = Counter()
    for rank, communicator, queue, operation in operations_of_json(text):
        size = "?" if operation["bytes"] is None or operation["probe"] else str(operation["bytes"])
        facts[rank, communicator["name"], communicator["context"], kind_of(queue, operation),
              peer_of(operation), tag_of(operation), size] += 1
    return facts


def operations_of_json(text):
    for process in json.loads(text)["processes"]:
        for communicator in process["communicators"]:
            for queue, content in communicator["queues"].items():
                for operation in content["operations"] or []:
                    yield process["rank"], communicator, queue, operation


def kind_of(queue, operation):
    if operation["probe"]:
        return "probe"
    if queue == "posted":
        return "receiving" if operation["matched"] else "posted"
    return {"sends": "send"}.get(queue, queue)


def peer_of(operation):
    if operation["world_rank"] is not None:
        return str(operation["world_rank"])
    if operation["any_source"]:
        return "any"
    if operation["job_rank"] is not None:
        return f"{operation['job_rank']} of job {operation['job']}"
    return "?" if operation["comm_rank"] is None else f"{operation['comm_rank']} in comm"


def tag_of(operation):
    if operation["tag"] is not None:
        return str(operation["tag"])
    return "any" if operation["any_tag"] else "?"


# ---- what is pending: (rank, "receive" or "send", peer, tag, communicator) ----


def pending_of_lines(lines):
    return {(rank, one["kind"], one["peer"].replace("any source", "any"), one["tag"].replace("any tag", "any"),
             one["communicator"])
            for one in map(PENDING.match, lines) if one for rank in ranks_in(one["who"])}


def pending_of_json(text):
    return {(rank, operation["kind"], peer_of(operation), tag_of(operation), communicator["name"])
            for rank, communicator, queue, operation in operations_of_json(text)
            if queue in ("posted", "sends") and operation["send_mode"] != "buffered" and
            not (operation["internal"] or operation["matched"] or operation["probe"])}


# ---- comms: (rank, name, context, members), and the handle of text in full ----


def name_of(name, full):
    """One without a name is called by its handle, which text leaves out where ranks differ in it alone."""
    return "0x..." if name.startswith("0x") and not full else name


def communicators_of_text(text, full):
    facts = []
    for ranks, lines in blocks_of(text):
        name, context, handle = "", -1, ""
        for line in lines:
            communicator, group = COMMUNICATOR.match(line), re.match(r"    group .*?world ranks? (.*)", line)
            if communicator:
                name, context, handle = name_of(communicator["name"], full), int(communicator["context"]), ""
            elif full and line.startswith("    handle "):
                handle = line.split()[1]
            elif group:
                facts += [(rank, name, context, tuple(ranks_of_set(group[1].replace("itself", str(rank)))), handle)
                          for rank in ranks]
    return facts


def communicators_of_json(text, full):
    return [(process["rank"], name_of(one["name"], full), one["context"],
             tuple(member["world_rank"] for member in one["members"]), one["handle"] if full else "")
            for process in json.loads(text)["processes"] for one in process["communicators"]]


# ---- ranks: (rank, call, where it was made) of each thread in a call ----


def calls_of_text(text):
    rows = []
    for line in text.splitlines():
        ranks = re.match(r"\d[\d,:-]*(?=  )", line)
        if ranks:
            rows.append((ranks_of_set(ranks[0]), line))
        elif line.startswith("  thread"):
            rows.append((rows[-1][0], line))
        elif rows and line.startswith("   "):  # the rest of a long line
            rows[-1] = rows[-1][0], f"{rows[-1][1]} {line.strip()}"
    return {(rank, found["call"], found["site"] or "")
            for ranks, row in rows for found in [CALL.search(row)] if found for rank in ranks}


def site_of(place):
    """Offsets are texts here."""
    return why_facts.site_of(place and {**place, "offset": int(place["offset"] or "0", 16)})


def calls_of_json(text):
    """A call that the recorder knows and no stack shows was made somewhere."""
    facts = set()
    for process in json.loads(text)["processes"]:
        shown = {(thread["call"], site_of(thread["site"])) for thread in process["threads"] if thread["call"]}
        recorded = {(thread["call"], "") for thread in process.get("recorder", {"threads": []})["threads"]
                    if thread["in_call"] and thread["call"] not in dict(shown)}
        facts |= {(process["rank"], call, site) for call, site in shown | recorded}
    return facts


# ---- stacks: (functions from the outermost one inwards, ranks, threads) ----


def stacks_of_text(text):
    """A function that all threads of its caller are in has no ranks, and stays at the depth of its caller."""
    facts = []
    path = []  # of depths and functions
    who = {}  # by depth
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip(" "))
        function, _, ranks = line.strip().partition("  ")
        if ranks:
            path = [(above, caller) for above, caller in path if above < depth]
            who[depth] = ranks_and_threads(ranks)
        else:
            depth -= 2
        path.append((depth, function))
        facts.append((tuple(function for _, function in path), *who[depth]))
    return facts


def ranks_and_threads(text):
    ranks, threads = tuple(ranks_in(text)), re.search(r", (\d+) threads", text)
    return ranks, int(threads[1]) if threads else len(ranks)


def stacks_of_json(text):
    def walk(nodes, callers):
        for node in nodes:
            path = (*callers, place_of(node))
            yield path, tuple(rank for first, last in node["ranks"] for rank in range(first, last + 1)), node["threads"]
            yield from walk(node["inner"], path)
    return [fact for job in json.loads(text)["jobs"] for fact in walk(job["stacks"], ())]


def place_of(node):
    if node["kind"] == "library thread":
        return "thread of a library" + (f": {node['function']}" if node["function"] else "")
    if node["kind"] == "cut":
        return f"stack not complete: {node['function']}"
    return site_of(node)


def stacks_of_dot(text):
    facts = []
    names, paths = {}, {"n0": ()}
    for line in text.splitlines():
        node = re.match(r'  (n\d+) \[label="(.*?)"(?:, style=bold)?\];', line)
        edge = re.match(r'  (n\d+) -> (n\d+) \[label="(.*)"\];', line)
        if node:
            names[node[1]] = re.sub(r"\\(.)", r"\1", node[2])
        elif edge:
            paths[edge[2]] = (*paths[edge[1]], names[edge[2]])
            facts.append((paths[edge[2]], *ranks_and_threads(edge[3])))
    return facts


# ---- diff: (rank, pace, what it did first and then) ----


def paces_of_text(text):
    facts = set()
    pace = ""
    for line in text.splitlines():
        if line.startswith("  "):
            who, _, course = line.strip().partition("  ")
            facts |= {(rank, pace, why_facts.singular(course.strip())) for rank in ranks_in(who)}
        else:
            pace = line.partition(":")[0]
    return facts


def paces_of_json(text):
    facts = set()
    for one in json.loads(text)["classes"]:
        first, second = one["first"] or "", one["second"] or ""
        course = f"first {first.removeprefix('is ')}, then {second.removeprefix('is ')}"
        if "" in (first, second) or first == second:
            course = second or first
        facts |= {(rank["rank"], PACES[one["pace"]], course) for rank in one["ranks"]}
    return facts
