#pragma once
// TCP sockets, as corefile reads them, to records.

#include <span>
#include <vector>

#include "corefile/process/socket_table.h"
#include "mqs_shim/records/socket.h"

namespace mqs_shim {

// Those that listen, and connections that are there or are being made.
std::vector<SocketRecord> to_records(std::span<const corefile::Socket> sockets);

}  // namespace mqs_shim
