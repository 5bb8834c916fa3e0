"""Decides whether a plugin's file can be loaded into GDB without a warning."""

import os
import stat

_SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/opt")


def doubt_about(path):
    """Returns the reason for a warning about the file at `path`, as the part of a sentence that follows the path. Empty
    for a file in one of the system's directories that only root can write."""
    real = os.path.realpath(path)
    try:
        status = os.stat(real)
    except OSError as error:
        return f"cannot be found ({error.strerror})"
    if not any(real.startswith(directory + "/") for directory in _SYSTEM):
        return "is in no library directory of the system"
    if status.st_uid != 0 or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "is writable by users other than root"
    return ""
