#pragma once
// Checks that the record's format does not depend on the compiler or the machine.

#include <cstddef>

#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/record_mpit_format.h"

static_assert(sizeof(MPIDBG_RECORD_MAGIC) - 1 == 16);
static_assert(sizeof(mpidbg_record_table) == 16);
static_assert(offsetof(mpidbg_record_header, self) == 24);
static_assert(offsetof(mpidbg_record_header, flushes) == 64);
static_assert(offsetof(mpidbg_record_header, library) == 232);
static_assert(offsetof(mpidbg_record_header, tables) == 296);
static_assert(sizeof(mpidbg_record_header) == 296 + 16 * MPIDBG_RECORD_TABLES);
static_assert(sizeof(mpidbg_record_call) == 256);
static_assert(sizeof(mpidbg_record_thread) == 192);
static_assert(sizeof(mpidbg_record_request) == 64);
static_assert(sizeof(mpidbg_record_handle) == 192);
static_assert(sizeof(mpidbg_record_lock) == 32);
static_assert(sizeof(mpidbg_record_collectives) == 80);
static_assert(sizeof(mpidbg_record_predefined) == 64);
static_assert(sizeof(mpidbg_record_constant) == 48);
static_assert(sizeof(mpidbg_record_event) == 32);
static_assert(sizeof(mpidbg_record_name) == 256);
static_assert(sizeof(mpidbg_record_item) == 48);
static_assert(sizeof(mpidbg_record_snapshot) == 80);
static_assert(sizeof(mpidbg_record_sample) == 24);
static_assert(sizeof(mpidbg_record_mpit_event) == 136);
