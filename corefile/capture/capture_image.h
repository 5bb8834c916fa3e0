#pragma once
// Represents a process by its capture. All answers come from the capture file alone; no library, program or debug
// information is opened.
//
// A fact that was not recorded is unknown. This differs from a recorded answer that something does not exist.
// find_symbol() and reads of memory keep track of unknown facts, and problems() reports them.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "corefile/capture/capture_file.h"
#include "corefile/process/process.h"

namespace corefile {

// Opens a capture, or a core file as open_core_file() does. `options` concern only core files.
Result<std::unique_ptr<Process>> open_capture_or_core(const std::string &path, const OpenOptions &options);

class CaptureImage : public Process {
 public:
  // Opens a capture. Fails with the errors of read_capture().
  static Result<std::unique_ptr<CaptureImage>> open(const std::string &path);

  const CaptureFacts &facts() const { return capture_.facts; }
  // Releases the memory of pages that were read. They can be read again.
  void release_memory() const { capture_.mapping.release_pages(); }

  std::string name() const override { return path_; }
  pid_t pid() const override { return facts().pid; }
  bool is_capture() const override { return true; }
  const Machine &machine() const override { return *capture_.machine; }
  AuxiliaryVector auxiliary_vector() const override { return capture_.auxiliary; }
  unsigned pointer_size() const override { return machine().format().word_size(); }
  ByteOrder byte_order() const override { return machine().byte_order; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const override;
  void note_wanted(Address address, std::size_t size) const override;
  std::vector<AddressRange> private_memory() const override;
  std::vector<AddressRange> readable_memory() const override { return facts().readable; }
  const std::vector<Module> &modules() const override { return facts().modules; }
  std::optional<Address> find_symbol(std::string_view name, SymbolKind kind) const override;
  const Module *module_defining(std::string_view name) const override;
  std::string function_at(Address address) const override;
  std::vector<SourcePlace> source_places(const Frame &frame) const override;
  std::vector<Frame> jumped_frames(const Frame &caller, const Frame &callee) const override;
  const StructType *find_type(std::string_view name) const override;
  std::vector<ThreadStatus> thread_statuses() const override { return look().threads; }
  KernelState state() const override { return look().state; }
  std::optional<std::vector<Socket>> sockets() const override { return look().sockets; }
  std::optional<std::int64_t> monotonic_time() const override { return look().monotonic; }
  int timer_signal() const override { return look().timer_signal; }
  std::optional<Looks> looks() const override;
  void show_first_look(bool first) override { shows_first_ = first && facts().earlier; }
  Result<std::vector<ThreadStack>> stacks() override;
  Environment initial_environment() const override { return facts().initial_environment; }
  Environment current_environment() const override { return facts().current_environment; }
  std::vector<std::string> warnings() const override { return facts().warnings; }

  // Returns sentences about data that answers needed but did not find in the capture; empty if nothing was missing.
  std::vector<std::string> problems() const override;
  void forget_problems() override;

 private:
  CaptureImage(std::string path, CaptureFile capture) : path_(std::move(path)), capture_(std::move(capture)) {}

  const LookFacts &look() const { return shows_first_ ? facts().earlier->facts : facts().look; }
  Bytes piece_at(Address address) const;
  bool has(Address address, std::size_t size) const;
  const SymbolFacts *symbol(std::string_view name) const;

  std::string path_;
  CaptureFile capture_;
  // Memory as it was at the first of two looks (inspections at different times), ordered by address. It is used instead
  // of the same memory in `capture_` while the first look is shown.
  std::vector<CaptureFile::Segment> first_segments_;
  bool shows_first_ = false;
  mutable std::optional<AddressRange> first_missing_;
  mutable std::set<std::string, std::less<>> unknown_symbols_;
};

}  // namespace corefile
