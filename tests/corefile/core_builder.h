#pragma once
// A core file made by hand, with whatever is wrong in it that a test wants.

#include <elf.h>
#include <sys/procfs.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace corefile_test {

class CoreBuilder {
 public:
  Elf64_Ehdr header{};

  CoreBuilder() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_CORE;
    header.e_machine = EM_X86_64;
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_ehsize = sizeof header;
  }

  void note(std::uint32_t type, const std::string &content, const std::string &owner = "CORE") {
    const Elf64_Nhdr head = {static_cast<Elf64_Word>(owner.size() + 1), static_cast<Elf64_Word>(content.size()), type};
    append(notes_, &head, sizeof head);
    notes_ += owner + '\0';
    notes_.resize((notes_.size() + 3) & ~std::size_t{3});
    notes_ += content;
    notes_.resize((notes_.size() + 3) & ~std::size_t{3});
  }

  void process(pid_t pid) {
    elf_prpsinfo info{};
    info.pr_pid = pid;
    note(NT_PRPSINFO, std::string(reinterpret_cast<const char *>(&info), sizeof info));
  }

  void thread(pid_t tid, std::uint64_t pc = 0, std::uint64_t stack_pointer = 0) {
    elf_prstatus status{};
    status.pr_pid = tid;
    status.pr_reg[16] = pc;  // rip and rsp in the kernel's order
    status.pr_reg[19] = stack_pointer;
    note(NT_PRSTATUS, std::string(reinterpret_cast<const char *>(&status), sizeof status));
  }

  void auxiliary(const std::vector<std::pair<std::uint64_t, std::uint64_t>> &entries) {
    std::string content;
    for (const auto &[type, value] : entries) {
      append(content, &type, sizeof type);
      append(content, &value, sizeof value);
    }
    note(NT_AUXV, content.append(16, '\0'));
  }

  void memory(std::uint64_t address, const std::string &content, std::uint64_t size_in_memory = 0) {
    Elf64_Phdr segment{};
    segment.p_type = PT_LOAD;
    segment.p_flags = PF_R | PF_W;
    segment.p_vaddr = address;
    segment.p_filesz = content.size();
    segment.p_memsz = size_in_memory == 0 ? content.size() : size_in_memory;
    segments_.push_back(segment);
    contents_.push_back(content);
  }

  // As it is, offsets included.
  void raw_segment(const Elf64_Phdr &segment) { raw_.push_back(segment); }

  // All notes so far, as a segment holds them.
  const std::string &notes() const { return notes_; }

  std::string bytes() const {
    std::vector<Elf64_Phdr> table;
    Elf64_Phdr note_segment{};
    note_segment.p_type = PT_NOTE;
    note_segment.p_filesz = notes_.size();
    if (!notes_.empty()) table.push_back(note_segment);
    table.insert(table.end(), segments_.begin(), segments_.end());
    table.insert(table.end(), raw_.begin(), raw_.end());

    Elf64_Ehdr head = header;
    head.e_phoff = sizeof head;
    if (head.e_phnum == 0) head.e_phnum = static_cast<Elf64_Half>(table.size());
    std::uint64_t offset = sizeof head + table.size() * sizeof(Elf64_Phdr);
    std::string body;
    const std::size_t own = table.size() - raw_.size();
    for (std::size_t i = 0; i < own; ++i) {
      table[i].p_offset = offset + body.size();
      body += table[i].p_type == PT_NOTE ? notes_ : contents_[i - (notes_.empty() ? 0 : 1)];
    }
    std::string all;
    append(all, &head, sizeof head);
    append(all, table.data(), table.size() * sizeof(Elf64_Phdr));
    return all + body;
  }

  void write(const std::string &path) const { std::ofstream(path, std::ios::binary) << bytes(); }

 private:
  static void append(std::string &to, const void *data, std::size_t size) {
    to.append(static_cast<const char *>(data), size);
  }

  std::string notes_;
  std::vector<Elf64_Phdr> segments_, raw_;
  std::vector<std::string> contents_;
};

}  // namespace corefile_test
