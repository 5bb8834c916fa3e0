#pragma once
// A process that keeps account of everything that is asked of it, to make a capture of.
//
// The memory that answers need is found by asking for the answers: first of the process as it runs, which says which
// memory that is; then, of a copy that is taken while the process is held still, to see whether that was all. Only
// the copying holds the process.

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
  // The process must outlive this object. Asks it for what can only be known before it is held still.
  explicit RecordedProcess(Process &process);

  // Before stop(): what take() can do without holding the process.
  void prepare();
  // Between stop() and resume() of the process: its stacks, and the memory that has been wanted so far, whatever
  // account it was for. From then on memory is read from the copy.
  void take();
  // Between stop() and resume(): the stacks alone. Memory is still read from the process.
  void take_stacks();
  // What has been taken is the first of two looks; the next take() is the second.
  void begin_second_look();
  // Memory is read from the process again, which is held still until take().
  void read_process() { reads_copy_ = false; }
  // Forgets what was wanted.
  void begin_account();
  // Whether all that was wanted since begin_account() could be read when the copy was taken.
  bool has_all() const { return copy_.knows(wanted_, facts_.readable); }

  // Writes over the texts in all memory that was taken.
  void redact(const Secrets &secrets);
  // The file, with the memory that has been wanted since begin_account().
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
  BlockSet wanted_before_;  // for former accounts, and what the stacks can lead to
  BlockSet always_;         // what debuggers need beside the answers: link map, headers of the modules
  BlockSet unwound_;        // what the unwinding of the last stacks read
  MemoryCopy copy_, next_copy_;
  // Of the first look, if there is a second one.
  BlockSet first_wanted_;
  MemoryCopy first_copy_;
  bool reads_copy_ = false, is_prepared_ = false;
};

}  // namespace corefile
