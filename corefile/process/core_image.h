#pragma once
// Represents a dead process by its core file, completed from the files that the process had mapped.

#include <string>

#include "corefile/process/core_memory.h"
#include "corefile/process/core_notes.h"
#include "corefile/process/process_image.h"

namespace corefile {

class CoreImage : public ProcessImage {
 public:
  // Opens a core file. Errors: those of CoreMemory::open(); `corrupt` if the file has no notes about the process. A
  // truncated file is opened with a warning.
  static Result<std::unique_ptr<Process>> open(const std::string &path, const OpenOptions &options);

  std::string name() const override { return path_; }
  pid_t pid() const override { return notes_.pid; }
  // Reads memory from the core file. Core files omit memory that is also on disk; if the program cannot write to such
  // memory, it is read from the module's file.
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const override;
  std::vector<AddressRange> private_memory() const override;
  std::vector<AddressRange> readable_memory() const override { return memory_.ranges(); }
  std::vector<std::string> arguments() const override;
  Result<std::vector<ThreadStack>> stacks() override;
  std::vector<ThreadStatus> thread_statuses() const override { return statuses_in(notes_); }
  KernelState state() const override { return notes_.crash ? KernelState::crashed : KernelState::unknown; }
  std::string crash() const override { return notes_.crash ? notes_.crash->what : std::string(); }
  Environment initial_environment() const override;
  Environment current_environment() const override;

 protected:
  std::size_t read_process(Address address, void *buffer, std::size_t size) const override {
    return memory_.read_up_to(address, buffer, size);
  }

 private:
  CoreImage(std::string path, CoreMemory memory, CoreNotes notes, const OpenOptions &options)
      : ProcessImage(options), path_(std::move(path)), memory_(std::move(memory)), notes_(std::move(notes)) {}

  // Finds the process's modules and loads them.
  void find_modules();
  // Returns the path of the program, as it was for the process.
  std::string executable() const;
  // Returns where to look for the executable: at the path below --sysroot, and at the path that it had for the process.
  std::vector<std::string> executable_places(const std::string &path) const;
  // Copies up to `size` bytes from the files of modules. Serves for memory that the core file omits because the program
  // cannot write to it.
  std::size_t read_files(Address address, void *buffer, std::size_t size) const;

  std::string path_;
  CoreMemory memory_;
  CoreNotes notes_;
};

}  // namespace corefile
