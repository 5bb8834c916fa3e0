"""Defines MI commands for programs that drive GDB: `-mpi-queues`, `-mpi-comms`, ... and `-mpi-show KIND EXPRESSION`.

They have the options of the commands `mpi queues` and so on. The result has the members of the JSON of -json, as MI's
tuples and lists: booleans are "true" and "false", and members that are null are left out. `-mpi-show` about an array or a
container has "elements", a list with the answer about each.
"""

from .. import entry_points, options
from ..errors import MpiError
from .objects import object_report
from .reports import DESCRIPTIONS, report


def to_mi(value):
    if isinstance(value, dict):
        return {key: to_mi(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [to_mi(item) for item in value if item is not None]
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def install():
    if not hasattr(entry_points, "MICommand"):  # before GDB 12
        return

    class ReportMI(entry_points.MICommand):
        def __init__(self, noun):
            super().__init__(f"-mpi-{noun}")
            self._noun = noun

        def invoke(self, argv):
            return to_mi(report(self._noun, options.parse_words(argv)))

    class ShowMI(entry_points.MICommand):
        def __init__(self):
            super().__init__("-mpi-show")

        def invoke(self, argv):
            chosen = options.parse_words(argv)
            if len(chosen.words) < 2:
                raise MpiError("Argument required (kind and expression).")
            return to_mi(object_report(chosen.words[0], " ".join(chosen.words[1:]), chosen))

    for noun in DESCRIPTIONS:
        ReportMI(noun)
    ShowMI()
