#pragma once
// Wraps a process and records everything that callers ask about it, in order to make a capture.
//
// The questions are asked twice. The first time the process is running, which shows what memory the answers need. Then
// the process is held still, but only while that memory is copied. Finally the questions are answered from the copy, to
// see whether the copy contains everything.

#include <string>
#include <vector>

#include "corefile/capture/capture_facts.h"
#include "corefile/capture/memory_blocks.h"
#include "corefile/capture/redaction.h"
#include "corefile/process/process.h"
#include "mpidbg/base/populated_memory.h"

namespace corefile {

class RecordedProcess : public Process, public mpidbg::PopulatedMemory {
 public:
  // `process` must outlive this object. The constructor asks for everything that can only be known before the process
  // is held.
  explicit RecordedProcess(Process &process);

  // Prepares take() as far as this is possible before the process is held. Must be called before stop().
  void prepare();
  // Copies the process's stacks and all memory that has been wanted so far, including memory wanted before
  // begin_account(). After this call, memory is read from the copy. Must be called between stop() and resume() of the
  // process.
  void take();
  // Records the process's TCP sockets. Must be called after take() and resume(). The kernel takes milliseconds to list
  // sockets, and the process should not be held for that time.
  void take_sockets();
  // Copies only the stacks; memory is still read from the process. Must be called between stop() and resume().
  void take_stacks();
  // Keeps everything copied so far as the first of two looks (inspections at different times). The next take() copies
  // the second look.
  void begin_second_look();
  // Makes reads of memory go to the process again. The process must be held still until take().
  void read_process() { reads_copy_ = false; }
  // Starts a new list of the memory that answers want. has_all() and capture() consider only the memory in the new
  // list.
  void begin_account();
  // Returns true if the copy contains all readable memory that has been wanted since begin_account().
  bool has_all() const { return copy_.knows(wanted_, facts_.readable); }

  // Overwrites the secrets in all memory that was copied.
  void redact(const Secrets &secrets);
  // Returns the contents of a capture file with the memory that has been wanted since begin_account().
  std::vector<std::byte> capture();
  CaptureFacts &facts() { return facts_; }

  std::string name() const override { return process_.name(); }
  pid_t pid() const override { return process_.pid(); }
  bool is_live() const override { return process_.is_live(); }
  const Machine &machine() const override { return process_.machine(); }
  AuxiliaryVector auxiliary_vector() const override { return process_.auxiliary_vector(); }
  unsigned pointer_size() const override { return process_.pointer_size(); }
  ByteOrder byte_order() const override { return process_.byte_order(); }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const override;
  void note_wanted(Address address, std::size_t size) const override;
  std::vector<AddressRange> private_memory() const override;
  std::optional<std::vector<AddressRange>> populated_memory(const AddressRange &range, std::size_t most) const override;
  const std::vector<Module> &modules() const override { return process_.modules(); }
  std::optional<Address> find_symbol(std::string_view name, SymbolKind kind) const override;
  const Module *module_defining(std::string_view name) const override;
  std::string function_at(Address address) const override;
  std::vector<SourcePlace> source_places(const Frame &frame) const override;
  std::vector<Frame> jumped_frames(const Frame &caller, const Frame &callee) const override;
  const StructType *find_type(std::string_view name) const override;
  std::optional<std::int64_t> monotonic_time() const override { return facts_.look.monotonic; }
  Result<std::vector<ThreadStack>> stacks() override;
  Environment initial_environment() const override { return facts_.initial_environment; }
  Environment current_environment() const override { return facts_.current_environment; }
  std::vector<std::string> warnings() const override { return process_.warnings(); }

 private:
  void ask_kernel();
  void want_images();
  void expect_near(const ThreadStack &stack);
  BlockSet kept() const;

  Process &process_;
  mutable CaptureFacts facts_;
  mutable BlockSet wanted_;
  // Memory wanted before begin_account(), and memory that answers will probably need for the stacks.
  BlockSet wanted_before_;
  // Memory that debuggers need in addition to what mpidbg's answers need: the link map and the headers of the modules.
  BlockSet always_;
  // Memory that was read to unwind the stacks last time.
  BlockSet unwound_;
  MemoryCopy copy_, next_copy_;
  // The state of the first look, if there is a second one.
  BlockSet first_wanted_;
  MemoryCopy first_copy_;
  bool reads_copy_ = false, is_prepared_ = false;
};

}  // namespace corefile
