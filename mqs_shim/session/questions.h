#pragma once
// What a session is asked, and how far it goes.

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/base/address.h"
#include "mqs_shim/records/noun.h"

namespace mqs_shim {

struct SessionOptions {
  // The executable's name, for the plugin's messages.
  std::string image_name = "the program";
  // While a plain plugin runs, take what it writes to stdout and stderr and report it as warnings. Redirects the file
  // descriptors 1 and 2 of the entire process, so it is for a command and not for a library in a debugger.
  bool capture_output = false;
  // The caller says forget_memory() whenever the process ran or its memory was written. Until then data that was
  // read is trusted and kept.
  bool told_of_moves = false;
  // For the operations of all queues of a process, with their texts, and for its communicators: a million of the one,
  // some fifty thousand of the other. What a plugin delivers beyond is cut, and said.
  std::size_t operation_bytes = std::size_t{128} << 20;
  std::size_t communicator_bytes = std::size_t{48} << 20;
};

// What a thread in MPI_Probe or MPI_Mprobe has at hand, from which some libraries can say what it asks for.
struct ProbingThread {
  mpidbg::Address stack_pointer{};  // of the call
  std::vector<mpidbg::Address> words;
};

struct Questions {
  bool details = true;  // everything that is known of each communicator
  bool queues = false;  // of each communicator, and messages without one
  // With the queues: how many messages were exchanged with each peer, and other signs of progress.
  bool channels = false;
  bool groups = false;
  bool layout_checks = false;  // what of the layouts was compared with the process
  bool control_variables = false;
  bool performance_variables = false;
  bool categories = false;
  bool events = false;   // types, and the instances that the recorder has
  bool sources = false;  // of events
  bool history = false;  // of variables: their values in each snapshot
  // Names, ranks and sizes of all communicators; with details or queues they are there anyway.
  bool outlines = false;
  bool communicators() const { return details || queues || outlines; }
  // Variables and categories are asked for.
  bool tool_information() const {
    return control_variables || performance_variables || categories || events || sources;
  }
  // Of these kinds what the program has freed, too, as the recorder knows it.
  std::set<mpidbg_handle_kind_t> freed = {};
  std::set<mpidbg_handle_kind_t> kinds = {};  // lists of these, beyond communicators and groups
  // Addresses that may be requests. With them memory is not searched for those requests that no table of the library
  // lists (generalized ones, for instance): a search of gigabytes takes longer than a process should be held still.
  std::optional<std::vector<mpidbg::Address>> requests_at_hand = std::nullopt;
  // With requests_at_hand: addresses that may be arrays of such requests. They are read where requests are pointers; a
  // library whose handles are numbers has all requests in its tables.
  std::vector<mpidbg::Address> request_arrays_at_hand = {};
  // With requests_at_hand: addresses that may be arrays of records of requests. They are read where requests are
  // numbers and none of those at hand is a record, into ProcessReport::request_arrays.
  std::vector<mpidbg::Address> record_arrays_at_hand = {};
  // With requests_at_hand: addresses that may be other objects of the library that no table lists, as locks of windows
  // that are not granted yet. Only these are searched for them.
  std::vector<mpidbg::Address> objects_at_hand = {};
  // With the queues: probes of which the library keeps no record become operations of the posted receives.
  std::vector<ProbingThread> probing = {};
  // One object alone; see handle_expression.h.
  struct Object {
    mpidbg_handle_kind_t kind{};
    std::string expression;
  };
  std::optional<Object> object = std::nullopt;
};

// What the text and JSON of a noun show, and nothing else. `object` is for Noun::show alone. `freed`: of the same kinds
// what the program has freed, too. `history`: of variables their values in each snapshot.
Questions questions_of(Noun noun, std::optional<Questions::Object> object = std::nullopt, bool freed = false,
                       bool history = false);

}  // namespace mqs_shim
