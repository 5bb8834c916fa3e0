#pragma once
// A debugger that hosts the plugin over a FakeMemory: the callbacks of the interface, with types and symbols that the
// test gives. It counts what the plugin allocates.

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/abi/queue_details_interface.h"
#include "tests/fakes/fake_memory.h"

namespace fakes {

struct FakeType {
  std::uint32_t size = 0;
  std::map<std::string, std::uint32_t> fields;             // offsets
  std::map<std::string, mpidbg_field_type_t> field_types;  // what field_type() says
};

class FakeHost {
 public:
  explicit FakeHost(FakeMemory &memory) : memory(memory) {}
  FakeHost(const FakeHost &) = delete;
  FakeHost &operator=(const FakeHost &) = delete;

  mqs_image *image() { return reinterpret_cast<mqs_image *>(this); }
  mqs_process *process() { return reinterpret_cast<mqs_process *>(this); }

  static const mqs_basic_callbacks *basic_callbacks();
  static const mqs_image_callbacks *image_callbacks();
  static const mqs_process_callbacks *process_callbacks();
  // For mpidbg_set_field_types: a test that does not give it has a debugger that knows offsets only.
  static int field_type(mqs_type *type, const char *field, mpidbg_field_type_t *result);

  // Of all hosts together: mqs_malloc calls whose memory was not freed.
  static long live_allocations();
  // The next allocations succeed this often, then fail; -1: always succeed.
  static void fail_allocations_after(long successes);

  FakeMemory &memory;
  std::map<std::string, Address> symbols;
  std::map<std::string, FakeType> types;
  mqs_image_info *image_info = nullptr;
  mqs_process_info *process_info = nullptr;
  std::uint64_t fetches = 0, fetched_bytes = 0;
  // The lowest address that the plugin has asked for.
  std::uint64_t lowest_fetch = UINT64_MAX;
};

}  // namespace fakes
