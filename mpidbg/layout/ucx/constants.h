#pragma once
// Numbers of UCX that are not offsets and that no version from 1.13 to 1.23 changed. Source:
// src/ucp/core/ucp_request.h, src/ucp/tag/tag_match.c, src/ucp/api/ucp_def.h,
// src/ucp/proto/proto_common.h and src/ucs/type/status.h.

#include <cstdint>

namespace mpidbg::layout::ucx {

// ucp_request.status, an ucs_status_t; that of a pending send is one of these, unless a protocol sends it
inline constexpr std::int8_t status_ok = 0;
inline constexpr std::int8_t status_in_progress = 1;

// ucp_request.flags
inline constexpr std::uint32_t request_completed = 1u << 0;
inline constexpr std::uint32_t request_released = 1u << 1;  // freed by the caller before it was complete
inline constexpr std::uint32_t request_protocol = 1u << 2;  // sent by one of the protocols that have a proto_config
inline constexpr std::uint32_t request_synchronous = 1u << 8;
inline constexpr std::uint32_t request_offloaded = 1u << 10;
inline constexpr std::uint32_t request_sends_tag = 1u << 14;
inline constexpr std::uint32_t request_receives_tag = 1u << 17;
// Bits that a pending send or receive of tagged messages can have. Not among them: active messages, fragments of a
// rendezvous, and bits that no version uses.
inline constexpr std::uint32_t request_of_tags = 0x1f'ffff & ~(1u << 13 | 1u << 15 | 1u << 16);

// ucp_recv_desc.flags
inline constexpr std::uint16_t descriptor_of_transport = 1u << 0;  // in memory of the transport
inline constexpr std::uint16_t descriptor_eager = 1u << 1;
inline constexpr std::uint16_t descriptor_eager_only = 1u << 2;  // the complete message
inline constexpr std::uint16_t descriptor_eager_sync = 1u << 3;
inline constexpr std::uint16_t descriptor_rendezvous = 1u << 6;

// The class of a datatype, which are the low bits of a datatype's word.
inline constexpr std::uint64_t datatype_class_mask = 7;
inline constexpr std::uint64_t datatype_contiguous = 0;
inline constexpr std::uint64_t datatype_generic = 7;

// ucp_proto_select_param_t: the low bits of its first byte.
inline constexpr std::uint8_t operation_mask = 0x1f;
inline constexpr std::uint8_t operation_tag_send = 0;
inline constexpr std::uint8_t operation_tag_send_sync = 1;

// uct_mm_fifo_ctl_t.head: the receiver sleeps until it is woken up. Source: src/uct/sm/mm/base/mm_iface.h.
inline constexpr std::uint64_t fifo_armed = std::uint64_t{1} << 63;

// Buckets of the hash of expected tags: the prime by which the halves of a tag are divided, rounded up to a power of
// two. The remainders' exclusive or is the bucket. Source: src/ucp/tag/tag_match.inl.
inline constexpr std::uint64_t tag_hash_divisor = 1021;
inline constexpr std::uint64_t tag_hash_buckets = 1024;

}  // namespace mpidbg::layout::ucx
