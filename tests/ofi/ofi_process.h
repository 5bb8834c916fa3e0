#pragma once
// What mpidbg reads of libfabric in a process, without any MPI library, as lines of text in the form of messages.c.

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/profile.h"

namespace ofi_test {

using mpidbg::Address;

// A process to read, live or recorded.
struct OfiProcess {
  // Reads as many bytes as are there, and returns their number.
  std::function<std::size_t(Address address, std::span<std::byte> bytes)> read;
  // The addresses of functions that libfabric exports.
  std::map<std::string, Address> functions;
  // The memory to search for endpoints.
  std::vector<mpidbg::AddressRange> memory;
};

struct Said {
  // The name of the provider, or why the endpoint cannot be read.
  std::string provider;
  // Lines, each for one receive, message or send, in the order of each list; then what is missing, as "problem: ...".
  std::vector<std::string> lines;
};

// Returns what is said of each endpoint that MPI libraries could use. `taken` has the contexts of probes that have
// taken messages. An error about libfabric itself is returned as the provider of one endpoint.
std::vector<Said> say(const OfiProcess &process, std::span<const Address> taken);

// Returns the answer for one endpoint at a known address. With `profile`, the structs are those that it has.
Said say_of_endpoint(const OfiProcess &process, Address endpoint, std::span<const Address> taken,
                     const mpidbg::layout::Profile *profile = nullptr);

}  // namespace ofi_test
