"""Defines the commands of GDB's front end. Each module has the commands for one topic, each command as a class."""

from . import attach, finish, machine, objects, prefix, reports, settings, stack


def install_commands():
    prefix.install()
    reports.install()
    objects.install()
    finish.install()
    attach.install()
    settings.install()
    stack.install()
    machine.install()
