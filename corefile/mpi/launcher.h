#pragma once
// Launchers of MPI jobs, and the MPI processes below one: found through /proc, known by the environment that the
// launcher gave them.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace corefile {

enum class LauncherKind {
  none,
  launcher,  // mpirun and its like: what the user has started
  daemon     // a launcher's helper on this node: orted, hydra_pmi_proxy, slurmstepd
};

// By the name of its program, as /proc/PID/comm has it: at most 15 characters.
LauncherKind launcher_kind(std::string_view program);

// Returns the name of a process's program, without its directory and at most 15 characters long; empty if the process
// does not exist.
std::string program_name(pid_t pid);

// The processes that a process has started and not lost sight of, zombies included, in no order.
std::vector<pid_t> children_of(pid_t pid);

// Returns the MPI processes of this node that descend from the given process, in the order of jobs and ranks. The
// result is empty if the pid does not belong to a launcher, or if the launcher has started nothing on this node.
std::vector<pid_t> processes_started_by(pid_t launcher);

// For a launcher below which no MPI process was found: a process below it that cannot be inspected for lack of
// permission, or the launcher itself if that cannot be read. nullopt if all of them can be inspected.
std::optional<pid_t> unreadable_below(pid_t launcher);

}  // namespace corefile
