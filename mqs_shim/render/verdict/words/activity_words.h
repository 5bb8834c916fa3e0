#pragma once
// What the processes of a hung job do that do not wait for others, in words.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim {

// "runs in relax (solver.c:40)", "has exited".
std::string process_activity(const why::Waits &waits, std::uint32_t process);
// Of a process that waits: "another thread waits in GOMP_barrier at relax (solver.c:40) for threads of its own
// process"; empty if all its threads are in MPI.
std::string sleeping_beside(const why::Waits &waits, std::uint32_t process);
// The same of several that do the same: "run in relax (solver.c:40)", "have exited".
std::string of_several(const std::string &activity);
// "read": the system call that a process is blocked in that does not wait for others; empty if it is in none.
std::string system_call_of(const why::Waits &waits, std::uint32_t process);
// "MPI_THREAD_FUNNELED"; empty if it is not known.
std::string_view thread_level_name(why::ThreadLevel level);
// Of a process: "thread 4712 is in MPI_Recv, and its thread level is MPI_THREAD_FUNNELED, which ..."; "another thread
// runs in work (io.c:40), and may not call MPI: its thread level is MPI_THREAD_FUNNELED"; empty if there is nothing.
std::string thread_level_remark(const why::Evidence &evidence);
// Of the waiting processes of a finding about ranks that can never go on, those with such a remark.
std::vector<std::pair<std::uint32_t, std::string>> thread_level_remarks(const why::Waits &waits,
                                                                        const why::Finding &finding);
// Of an agent that waits for a generalized request: "another thread of it runs in worker (io.c:40), and could call
// MPI_Grequest_complete", "has no other thread that may call MPI".
std::string who_could_complete(const why::Waits &waits, std::uint32_t agent);

}  // namespace mqs_shim
