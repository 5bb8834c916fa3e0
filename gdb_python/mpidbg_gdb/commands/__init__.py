"""Defines the commands: one module for each topic, and in it one class for each command."""

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
