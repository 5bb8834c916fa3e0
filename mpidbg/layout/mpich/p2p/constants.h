#pragma once
// Numbers of requests that are the same from 4.0 to 5.0; the others are in numbers.h. Source: the headers named.

#include <cstdint>

namespace mpidbg::layout::mpich {

// src/include/mpir_request.h: kind
enum RequestKind : std::uint32_t {
  request_undefined,
  request_send,
  request_receive,
  request_persistent_send,
  request_persistent_receive,
  request_persistent_collective,
  request_partitioned_send,
  request_partitioned_receive,
  request_partitioned
};

// src/mpid/ch4/include/mpidpre.h: p_type
enum PersistentType : std::uint32_t {
  persistent_receive,
  persistent_send,
  persistent_buffered,
  persistent_synchronous
};

}  // namespace mpidbg::layout::mpich
