#pragma once
// The vocabulary of mpidbg/base that this library uses in every room, under its own name.

#include "mpidbg/base/address.h"
#include "mpidbg/base/address_range.h"
#include "mpidbg/base/bounded_bytes.h"
#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"

namespace corefile {

using mpidbg::Address;
using mpidbg::AddressRange;
using mpidbg::ByteOrder;
using mpidbg::Bytes;
using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;
using mpidbg::Status;

using mpidbg::array_at;
using mpidbg::string_at;
using mpidbg::struct_at;
using mpidbg::subrange;

}  // namespace corefile
