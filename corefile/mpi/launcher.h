#pragma once
// Recognizes launchers of MPI jobs, and finds the MPI processes below a launcher through /proc, by the environment
// variables that the launcher has set.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace corefile {

// The role that a process has in starting an MPI job.
enum class LauncherKind {
  none,
  launcher,  // mpirun or the like, which the user has started
  daemon     // helper of a launcher on this node: orted, hydra_pmi_proxy, slurmstepd
};

// Returns the role of the program with this name, which has at most 15 characters, as in /proc/PID/comm.
LauncherKind launcher_kind(std::string_view program);

// Returns the name of a process's program, without its directory and at most 15 characters long; empty if the process
// does not exist.
std::string program_name(pid_t pid);

// Returns the children of a process, including zombies, in no particular order.
std::vector<pid_t> children_of(pid_t pid);

// Returns the MPI processes of this node that descend from the given process, in the order of jobs and ranks. The
// result is empty if the pid does not belong to a launcher, or if the launcher has started nothing on this node.
std::vector<pid_t> processes_started_by(pid_t launcher);

// Finds the reason why no MPI process was found below a launcher: returns a process below it that cannot be inspected
// for lack of permission, or the launcher itself if it cannot be read. Returns nullopt if all of these processes can be
// inspected.
std::optional<pid_t> unreadable_below(pid_t launcher);

}  // namespace corefile
