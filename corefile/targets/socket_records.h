#pragma once
// Converts TCP sockets from corefile's form to records.

#include <span>
#include <vector>

#include "corefile/process/socket_table.h"
#include "mqs_shim/records/socket.h"

namespace corefile {

// Converts listening sockets, established connections, and connections that are being established; leaves out all
// others.
std::vector<mqs_shim::SocketRecord> to_records(std::span<const Socket> sockets);

}  // namespace corefile
