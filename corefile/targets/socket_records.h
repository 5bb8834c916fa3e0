#pragma once
// TCP sockets, as corefile reads them, to records.

#include <span>
#include <vector>

#include "corefile/process/socket_table.h"
#include "mqs_shim/records/socket.h"

namespace corefile {

// Those that listen, and connections that are there or are being made.
std::vector<mqs_shim::SocketRecord> to_records(std::span<const Socket> sockets);

}  // namespace corefile
