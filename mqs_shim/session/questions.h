#pragma once
// Describes what a session is asked about a process, and the limits of the answer.

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/base/address.h"
#include "mqs_shim/records/noun.h"

namespace mqs_shim {

// Holds the options for all answers of a session.
struct SessionOptions {
  // Name of the executable for the plugin's messages.
  std::string image_name = "the program";
  // Captures what a plain plugin writes to stdout and stderr, and reports it as warnings. This redirects the file
  // descriptors 1 and 2 of the entire process: suitable for a command, but not for a library in a debugger.
  bool capture_output = false;
  // True if the caller calls forget_memory() whenever the process ran or its memory was written. Until then, data that
  // was read before is trusted and kept.
  bool told_of_moves = false;
  // Limits for the operations in all queues of a process, including their texts, and for its communicators: about a
  // million operations and fifty thousand communicators. Anything beyond is cut, and the report says so.
  std::size_t operation_bytes = std::size_t{128} << 20;
  std::size_t communicator_bytes = std::size_t{48} << 20;
};

// Holds data of a thread in MPI_Probe or MPI_Mprobe. For some libraries, it shows what the thread probes for.
struct ProbingThread {
  mpidbg::Address stack_pointer{};  // stack pointer of the call
  std::vector<mpidbg::Address> words;
};

// Says which parts of an answer are requested.
struct Questions {
  bool details = true;  // everything that is known of each communicator
  bool queues = false;  // the queues of each communicator, and messages without one
  // Requests, if queues are requested, also the number of messages exchanged with each peer, and other signs of
  // progress.
  bool channels = false;
  bool neighbors = false;  // the neighbours of the process in each communicator with a distributed graph
  bool groups = false;
  bool layout_checks = false;  // the results of comparing layouts with the process
  bool control_variables = false;
  bool performance_variables = false;
  bool categories = false;
  bool events = false;   // event types, and the instances that the recorder has
  bool sources = false;  // sources of events
  bool history = false;  // the values of variables in each snapshot
  // Names, ranks and sizes of all communicators, which `details` and `queues` include.
  bool outlines = false;
  bool communicators() const { return details || queues || outlines; }
  // Returns true if variables, categories or events are requested.
  bool tool_information() const {
    return control_variables || performance_variables || categories || events || sources;
  }
  // For these kinds, freed objects are requested in addition to live ones, as far as the recorder knows them.
  std::set<mpidbg_handle_kind_t> freed = {};
  std::set<mpidbg_handle_kind_t> kinds = {};  // kinds whose lists are requested, other than communicators and groups
  // Addresses that may be requests. If they are given, memory is not searched for requests that are in no table of the
  // library, such as generalized requests. Searching gigabytes takes longer than a process should be held.
  std::optional<std::vector<mpidbg::Address>> requests_at_hand = std::nullopt;
  // Together with requests_at_hand: addresses that may be arrays of such requests. They are read if requests are
  // pointers. A library whose handles are numbers has all its requests in tables.
  std::vector<mpidbg::Address> request_arrays_at_hand = {};
  // Together with requests_at_hand: addresses that may be arrays of the records of requests. They are read into
  // ProcessReport::request_arrays if requests are numbers and none of requests_at_hand is a record.
  std::vector<mpidbg::Address> record_arrays_at_hand = {};
  // Together with requests_at_hand: addresses that may be other objects without a table, such as window locks that are
  // not granted yet. Such objects are searched for only at these addresses.
  std::vector<mpidbg::Address> objects_at_hand = {};
  // If queues are requested: the threads that are in MPI_Probe or MPI_Mprobe. A probe without a record in the library
  // becomes an operation of the posted receives.
  std::vector<ProbingThread> probing = {};
  // Selects a single object; handle_expression.h describes the syntax.
  struct Object {
    mpidbg_handle_kind_t kind{};
    std::string expression;
  };
  std::optional<Object> object = std::nullopt;
};

// Returns the questions for exactly what the answer to a noun shows as text and JSON. `object` is for Noun::show only.
// `freed` adds freed objects of the same kinds, and `history` the values of variables in each snapshot.
Questions questions_of(Noun noun, std::optional<Questions::Object> object = std::nullopt, bool freed = false,
                       bool history = false);

// Adds the questions for another noun, so that one report contains what the answers to both nouns show.
Questions &operator|=(Questions &questions, const Questions &of_noun);

}  // namespace mqs_shim
