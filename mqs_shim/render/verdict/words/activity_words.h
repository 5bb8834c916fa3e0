#pragma once
// Puts into words what processes of a hung job do if they do not wait for other processes.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim {

// Returns what a process does, as a text such as "runs in relax (solver.c:40)" or "has exited".
std::string process_activity(const why::Waits &waits, std::uint32_t process);
// For a waiting process: returns a text such as "another thread waits in GOMP_barrier at relax (solver.c:40) for
// threads of its own process"; empty if all its threads are in MPI.
std::string sleeping_beside(const why::Waits &waits, std::uint32_t process);
// Changes a text of process_activity() to the plural: "run in relax (solver.c:40)", "have exited".
std::string of_several(const std::string &activity);
// For a process that does not wait for others: returns the name of the system call in which it is blocked, such as
// "read"; empty if it is in none.
std::string system_call_of(const why::Waits &waits, std::uint32_t process);
// Returns a name such as "MPI_THREAD_FUNNELED"; empty if the level is not known.
std::string_view thread_level_name(why::ThreadLevel level);
// Returns a remark about threads that violate the thread level: "thread 4712 is in MPI_Recv, and its thread level is
// MPI_THREAD_FUNNELED, which ...", or "another thread runs in work (io.c:40), and may not call MPI: its thread level is
// MPI_THREAD_FUNNELED". Empty if there is nothing to remark.
std::string thread_level_remark(const why::Evidence &evidence);
// Returns the remarks of thread_level_remark() about the waiting processes of a finding, each with the index of its
// process. The finding must be about ranks that can never continue.
std::vector<std::pair<std::uint32_t, std::string>> thread_level_remarks(const why::Waits &waits,
                                                                        const why::Finding &finding);
// For an agent that waits for a generalized request: returns who could complete it, such as "another thread of it runs
// in worker (io.c:40), and could call MPI_Grequest_complete", or "has no other thread that may call MPI".
std::string who_could_complete(const why::Waits &waits, std::uint32_t agent);

}  // namespace mqs_shim
