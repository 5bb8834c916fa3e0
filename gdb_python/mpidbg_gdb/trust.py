"""Decides whether a file can be loaded without a warning."""

import os
import stat

_SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/opt")


def doubt_about(path):
    """Returns a reason for a warning, which follows the path in a sentence; empty for a system's file that only root
    can write."""
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
