#pragma once
// Defines numbers of UCX that are not offsets and that are the same in all versions from 1.13 to 1.23. Sources:
// src/ucp/core/ucp_request.h, src/ucp/tag/tag_match.c, src/ucp/api/ucp_def.h, src/ucp/proto/proto_common.h and
// src/ucs/type/status.h.

#include <cstdint>

namespace mpidbg::layout::ucx {

// Values of ucp_request.status, an ucs_status_t. A pending send has one of these values, unless the flag
// request_protocol is set.
inline constexpr std::int8_t status_ok = 0;
inline constexpr std::int8_t status_in_progress = 1;

// Bits of ucp_request.flags.
inline constexpr std::uint32_t request_completed = 1u << 0;
// Set if the caller freed the request before it was complete.
inline constexpr std::uint32_t request_released = 1u << 1;
// Set if the request is sent by one of the protocols that have a proto_config.
inline constexpr std::uint32_t request_protocol = 1u << 2;
// Set if all data of a synchronous send has left.
inline constexpr std::uint32_t request_sent = 1u << 4;
inline constexpr std::uint32_t request_synchronous = 1u << 8;
inline constexpr std::uint32_t request_offloaded = 1u << 10;
inline constexpr std::uint32_t request_sends_tag = 1u << 14;
inline constexpr std::uint32_t request_receives_tag = 1u << 17;
// The bits that can be set in a pending send or receive of a tagged message. Bits of active messages, bits of fragments
// of a rendezvous, and unused bits are excluded.
inline constexpr std::uint32_t request_of_tags = 0x1f'ffff & ~(1u << 13 | 1u << 15 | 1u << 16);

// The following constants are bits of ucp_recv_desc.flags. The first one is set if the descriptor is in memory of the
// transport.
inline constexpr std::uint16_t descriptor_of_transport = 1u << 0;
inline constexpr std::uint16_t descriptor_eager = 1u << 1;
// Set if the descriptor contains the complete message.
inline constexpr std::uint16_t descriptor_eager_only = 1u << 2;
inline constexpr std::uint16_t descriptor_eager_sync = 1u << 3;
inline constexpr std::uint16_t descriptor_rendezvous = 1u << 6;

// The low bits of a datatype's word state the class of the datatype: their mask, and the values of two classes.
inline constexpr std::uint64_t datatype_class_mask = 7;
inline constexpr std::uint64_t datatype_contiguous = 0;
inline constexpr std::uint64_t datatype_generic = 7;

// The low bits of the first byte of a ucp_proto_select_param_t state the operation: their mask, and the values of two
// operations.
inline constexpr std::uint8_t operation_mask = 0x1f;
inline constexpr std::uint8_t operation_tag_send = 0;
inline constexpr std::uint8_t operation_tag_send_sync = 1;

// The bit of uct_mm_fifo_ctl_t.head that states that the receiver sleeps until it is woken up. Source:
// src/uct/sm/mm/base/mm_iface.h.
inline constexpr std::uint64_t fifo_armed = std::uint64_t{1} << 63;

// The parameters of the hash table of expected tags. Each half of a tag is divided by a prime, and the exclusive or of
// the remainders is the bucket. The number of buckets is the prime rounded up to a power of two. Source:
// src/ucp/tag/tag_match.inl.
inline constexpr std::uint64_t tag_hash_divisor = 1021;
inline constexpr std::uint64_t tag_hash_buckets = 1024;

}  // namespace mpidbg::layout::ucx
