// The headers as a C++ debugger uses them.
#include <type_traits>

#include "header_layout.h"

static_assert(std::is_standard_layout_v<mqs_pending_operation> && std::is_trivial_v<mqs_pending_operation>);
static_assert(std::is_standard_layout_v<mpidbg_comm_info_t> && std::is_trivial_v<mpidbg_comm_info_t>);
static_assert(std::is_same_v<decltype(&mqs_next_operation), int (*)(mqs_process *, mqs_pending_operation *)>);
static_assert(std::is_same_v<decltype(&mqs_get_communicator), int (*)(mqs_process *, mqs_communicator *)>);
