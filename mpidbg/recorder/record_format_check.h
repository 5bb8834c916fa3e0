#pragma once
// The format's shape, the same for every compiler and machine.

#include <cstddef>

#include "mpidbg/recorder/record_format.h"

static_assert(sizeof(MPIDBG_RECORD_MAGIC) - 1 == 16);
static_assert(sizeof(mpidbg_record_table) == 16);
static_assert(offsetof(mpidbg_record_header, self) == 24);
static_assert(offsetof(mpidbg_record_header, flushes) == 64);
static_assert(offsetof(mpidbg_record_header, library) == 152);
static_assert(offsetof(mpidbg_record_header, tables) == 216);
static_assert(sizeof(mpidbg_record_header) == 216 + 16 * MPIDBG_RECORD_TABLES);
static_assert(sizeof(mpidbg_record_call) == 256);
static_assert(sizeof(mpidbg_record_thread) == 192);
static_assert(sizeof(mpidbg_record_request) == 64);
static_assert(sizeof(mpidbg_record_handle) == 144);
static_assert(sizeof(mpidbg_record_event) == 32);
static_assert(sizeof(mpidbg_record_name) == 256);
