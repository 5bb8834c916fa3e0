#pragma once
// Makes common names of mpidbg/base, such as Address and Result, available in the namespace corefile.

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
