#pragma once
// Puts into words which data is under way in the TCP connections of a job.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/verdict/words/job_names.h"

namespace mqs_shim {

// Returns the address of a socket's end, such as "10.77.0.2:1024" or "[fe80::1]:1024".
std::string socket_end_text(const SocketEnd &end);
std::string_view socket_phase_term(SocketPhase phase);

// Returns the processes of a finding; those that wait come first.
std::vector<std::uint32_t> processes_of(const why::Waits &waits, const why::Finding &finding);

// Names the state of the network between the processes of a finding, as far as it is known.
enum class NetworkState : std::uint8_t {
  unknown,
  quiet,       // nothing is under way to any of the processes
  connecting,  // only connections are being established
  delivering   // bytes are under way
};
NetworkState network_state(const why::Waits &waits, const why::Finding &finding);

// Returns a text about the undelivered data of one socket: "17 bytes to rank 1 at 10.77.0.2:1024, not acknowledged,
// sent again 6 times (from 10.77.0.1:53900)".
std::string socket_text(const why::Waits &waits, const JobNames &names, std::uint32_t process,
                        const SocketRecord &socket);

}  // namespace mqs_shim
