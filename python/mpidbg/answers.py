"""Defines the dataclasses for answers, which are made from the JSON that share/mpidbg/mpidbg.schema.json describes."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, Optional, TypeVar

T = TypeVar("T")


def _made(cls: type[T], data: dict, **more: Any) -> T:
    """Makes an object of a dataclass from JSON. Members that the dataclass lacks are only in its `data`."""
    names = {member.name for member in dataclasses.fields(cls)}  # type: ignore[arg-type]
    make: Any = cls
    return make(data=data, **{**{name: value for name, value in data.items() if name in names}, **more})


def _number(handle: Optional[str]) -> Optional[int]:
    return None if handle is None else int(handle, 16)


@dataclass
class Site:
    """A place in the source of the program."""
    function: Optional[str] = None
    file: Optional[str] = None
    line: Optional[int] = None
    module: Optional[str] = None
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Operation:
    """A receive, send or message in a queue."""
    kind: str
    world_rank: Optional[int] = None  # rank of the other process
    any_source: bool = False
    tag: Optional[int] = None
    any_tag: bool = False
    bytes: Optional[int] = None
    count: Optional[int] = None
    datatype: Optional[str] = None
    complete: bool = False
    waited_on: bool = False
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Queue:
    complete: bool
    reason: Optional[str] = None
    operations: Optional[list[Operation]] = None
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Communicator:
    name: str
    handle: Optional[int] = None
    context: Optional[int] = None
    rank: Optional[int] = None
    size: Optional[int] = None
    queues: dict[str, Queue] = field(default_factory=dict)  # "posted", "unexpected", ...; only from Job.queues()
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class MpiObject:
    """A request, datatype, window and so on. `data` has all members of its JSON."""
    kind: str
    handle: Optional[int] = None
    name: Optional[str] = None
    data: dict = field(default_factory=dict, repr=False)

    def __getitem__(self, member: str) -> Any:
        return self.data[member]


@dataclass
class Objects:
    """All objects of one kind in a process."""
    complete: bool
    reason: Optional[str] = None
    objects: list[MpiObject] = field(default_factory=list)
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Thread:
    tid: Optional[int] = None
    name: Optional[str] = None
    call: Optional[str] = None
    blocking: bool = False
    site: Optional[Site] = None
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Process:
    """One process of the job, with the facts that the question asked for."""
    target: str
    rank: Optional[int] = None
    size: Optional[int] = None
    pid: Optional[int] = None
    host: Optional[str] = None
    library: Optional[str] = None
    point_to_point: Optional[str] = None
    mpi_state: str = "unknown"
    error: Optional[str] = None
    warnings: list[str] = field(default_factory=list)
    blocked_in: list[str] = field(default_factory=list)
    communicators: list[Communicator] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    objects: dict[str, Objects] = field(default_factory=dict)  # by kind: "requests", "windows", ...
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Call:
    """The MPI call that a rank is in."""
    rank: Optional[int] = None
    target: Optional[str] = None
    call: Optional[str] = None
    site: Optional[Site] = None
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Waiting(Call):
    waits_for: Optional[str] = None


@dataclass
class Finding:
    kind: str  # "deadlock", "collective mismatch", ...
    can_never_go_on: bool = False
    proof: Optional[str] = None
    waiting: list[Waiting] = field(default_factory=list)
    behind: list[Waiting] = field(default_factory=list)
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class LikelyCause:
    kind: str
    sentence: str
    may_come_later: bool = False  # the message that nearly matches may be meant for a later call
    data: dict = field(default_factory=dict, repr=False)


@dataclass
class Verdict:
    outcome: str  # "goes on", "stuck", "ranks missing", "may go on", "unseen"
    looks: int = 1
    findings: list[Finding] = field(default_factory=list)
    likely_causes: list[LikelyCause] = field(default_factory=list)
    missing_ranks: list[int] = field(default_factory=list)
    text: str = field(default="", repr=False)  # as `mpidbg why` prints it
    data: dict = field(default_factory=dict, repr=False)

    @property
    def is_stuck(self) -> bool:
        """True if some ranks can never continue: this is proved, or nothing moved between two inspections."""
        return self.outcome == "stuck"


def _site(data: Optional[dict]) -> Optional[Site]:
    return None if data is None else _made(Site, data)


def _queue(data: dict) -> Queue:
    operations = data.get("operations")
    return _made(Queue, data, operations=None if operations is None else [_made(Operation, one) for one in operations])


def _communicator(data: dict) -> Communicator:
    queues = {kind: _queue(queue) for kind, queue in data.get("queues", {}).items()}
    return _made(Communicator, data, handle=_number(data.get("handle")), queues=queues)


def _object(kind: str, data: dict) -> MpiObject:
    return _made(MpiObject, data, kind=kind, handle=_number(data.get("handle")))


def process(data: dict) -> Process:
    """Converts an element of the list "processes" in the JSON to a Process."""
    communicators = [_communicator(one) for one in data.get("communicators", [])]
    threads = [_made(Thread, one, site=_site(one.get("site"))) for one in data.get("threads", []) if isinstance(one, dict)]
    objects = {kind: _made(Objects, value, objects=[_object(kind, one) for one in value["objects"]])
               for kind, value in data.items() if isinstance(value, dict) and isinstance(value.get("objects"), list)}
    if isinstance(data.get("groups"), list):
        objects["groups"] = Objects(True, None, [_object("groups", one) for one in data["groups"]])
    return _made(Process, data, communicators=communicators, threads=threads, objects=objects)


def verdict(data: dict, text: str) -> Verdict:
    """Converts the JSON of `mpidbg why` to a Verdict. `text` is the same verdict as text."""
    judged = data["verdict"]

    def waiting(one: dict) -> Waiting:
        return _made(Waiting, one, site=_site(one.get("site")))

    findings = [_made(Finding, one, waiting=[waiting(rank) for rank in one["waiting"]],
                      behind=[waiting(rank) for rank in one["behind"]]) for one in judged["findings"]]
    return _made(Verdict, judged, findings=findings, likely_causes=[_made(LikelyCause, one) for one in judged["likely_causes"]],
                 missing_ranks=data["missing_ranks"], text=text)
