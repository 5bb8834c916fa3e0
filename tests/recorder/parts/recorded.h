#pragma once
// The record of this process, which has called MPI_Init of the toy library: what it has of MPI_T.

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/recorder/record.h"
#include "tests/fakes/mpi/toy_mpit.h"

// As the wrapper of MPI_Init_thread does it.
void initialise(int level = MPI_THREAD_SINGLE);
void initialise_with(std::vector<toy_variable> cvars, std::vector<toy_variable> pvars = {});

// Lists that last as long as the process.
void set_cvars(std::vector<toy_variable> cvars);
void set_pvars(std::vector<toy_variable> pvars);
void set_categories(std::vector<toy_category> categories);
void set_events(std::vector<toy_event_type> events);
void set_sources(std::vector<toy_source> sources);

// MPI_Pcontrol(2).
void take_snapshot();

// A variable that is bound to nothing, and never fails.
toy_variable variable(const char *name, MPI_Datatype datatype, const void *values, int count = 1);

// Of the wrappers of calls that create and free a handle.
void create(mpidbg_record_kind kind, std::uint64_t handle, const char *call = "Comm_dup");
void end(mpidbg_record_kind kind, std::uint64_t handle);

struct Item {
  mpidbg_record_item head;
  std::vector<std::int64_t> numbers;
  std::vector<std::string> texts;
};
std::vector<Item> items(mpidbg_record_item_kind kind, int index);
Item last_item(mpidbg_record_item_kind kind, int index);  // there has to be one

struct Sample {
  mpidbg_record_sample head;
  std::vector<std::int64_t> numbers;
  std::string text;
};
std::vector<Sample> samples(std::uint64_t snapshot);                                 // that is whole
std::vector<Sample> samples(mpidbg_record_sample_kind kind, int index);              // of the last snapshot
Sample sample(mpidbg_record_sample_kind kind, int index, std::uint64_t object = 0);  // there has to be one

// Null: it is not there any more.
const mpidbg_record_snapshot *snapshot(std::uint64_t number);
const mpidbg_record_snapshot &last_snapshot();

mpidbg_record_header &header();
