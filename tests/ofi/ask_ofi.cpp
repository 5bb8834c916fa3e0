// Prints what mpidbg reads of libfabric in a live process: for each endpoint the provider, then lines as in messages.c.
//
//   ask_ofi PID [CONTEXT...]
//
// CONTEXT is the address of the context of a probe that has taken a message. With ASK_OFI_PAGES=FILE in the
// environment, the addresses of the pages that were read, but not searched, are written to FILE.

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "corefile/elf/elf_file.h"
#include "tests/ofi/ofi_process.h"

namespace {

using ofi_test::Address;
constexpr std::uint64_t page = 4096;

void read_maps(const std::string &pid, ofi_test::OfiProcess &process) {
  std::ifstream maps("/proc/" + pid + "/maps");
  std::string line, library;
  while (std::getline(maps, line)) {
    std::istringstream words(line);
    std::uint64_t begin = 0, end = 0;
    std::string access, offset, device, inode, path;
    char minus = 0;
    words >> std::hex >> begin >> minus >> end >> access >> offset >> device >> inode >> path;
    if (access == "rw-p" && (path.empty() || path == "[heap]"))
      process.memory.push_back({Address(begin), Address(end)});
    if (path.find("libfabric") == std::string::npos || path == library) continue;
    library = path;
    const auto file = corefile::ElfFile::open(path);
    if (!file) continue;
    const Elf64_Sym *const symbol =
        (*file)->find_exported_symbol(corefile::SymbolName("fi_version"), corefile::SymbolKind::function);
    if (symbol != nullptr) process.functions["fi_version"] = Address(begin + symbol->st_value);
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  const std::string pid = argv[1];
  const int file = open(("/proc/" + pid + "/mem").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 1;
  std::set<std::uint64_t> pages;
  bool searching = true;
  ofi_test::OfiProcess process;
  read_maps(pid, process);
  process.read = [&](Address address, std::span<std::byte> bytes) -> std::size_t {
    const ssize_t got = pread(file, bytes.data(), bytes.size(), static_cast<off_t>(address.value()));
    for (std::uint64_t at = address.value() / page; !searching && at * page < address.value() + bytes.size(); ++at) {
      pages.insert(at * page);
    }
    return got < 0 ? 0 : static_cast<std::size_t>(got);
  };
  std::vector<Address> taken;
  for (int i = 2; i < argc; ++i) taken.emplace_back(std::strtoull(argv[i], nullptr, 16));
  for (const ofi_test::Said &said : ofi_test::say(process, taken)) {
    std::cout << "provider " << said.provider << '\n';
    for (const std::string &line : said.lines) std::cout << line << '\n';
    if (said.lines.empty()) continue;
    searching = false;
    const std::string endpoint = said.lines.back().substr(said.lines.back().rfind(' ') + 1);
    ofi_test::say_of_endpoint(process, Address(std::strtoull(endpoint.c_str(), nullptr, 16)), taken);
    searching = true;
  }
  if (const char *const path = std::getenv("ASK_OFI_PAGES")) {
    std::ofstream list(path);
    list << "fi_version " << process.functions["fi_version"].value() << '\n';
    for (const std::uint64_t address : pages) list << address << '\n';
  }
  close(file);
  return 0;
}
