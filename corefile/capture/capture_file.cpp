#include "corefile/capture/capture_file.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "corefile/capture/memory_parts.h"
#include "corefile/elf/note_list.h"
#include "corefile/process/core_notes.h"
#include "mpidbg/base/regular_file.h"

namespace corefile {

namespace {

constexpr std::string_view mark = "mpidbg";  // the end of e_ident, and the owner of notes
constexpr std::size_t mark_at = EI_NIDENT - mark.size() - 1;
// The type numbers of a capture's own notes. They differ from all those in <elf.h>, because GDB interprets notes with
// those numbers as notes of core files, whatever their owner is.
enum NoteType : std::uint32_t { note_text = 0x6d706401, note_seal = 0x6d706402, note_facts = 0x6d706403 };
constexpr std::uint64_t most_segments = 1u << 20;
constexpr std::uint64_t most_fact_bytes = 16u << 20;

// The content of the seal, the note by which damage to the file is recognised. Its numbers are little-endian,
// independently of the process.
struct Seal {
  static constexpr std::size_t size = 24;
  static constexpr std::size_t checksum_at = 16;
  std::uint32_t format = capture_format;
  std::uint64_t file_size = 0;
  std::uint64_t checksum = 0;  // of the file, computed with 0 in this field
};

// Computes a checksum of 64-bit words. Each step is invertible, so two files that differ in one word never have the
// same sum.
class Checksum {
 public:
  void add(Bytes bytes) {
    for (; bytes.size() >= 8; bytes = bytes.subspan(8))
      add_word(mpidbg::decode_unsigned(bytes.first(8), ByteOrder::little));
    if (!bytes.empty()) add_word(mpidbg::decode_unsigned(bytes, ByteOrder::little) | std::uint64_t{bytes.size()} << 56);
  }
  std::uint64_t value() const { return sum_; }

 private:
  void add_word(std::uint64_t word) {
    sum_ = (sum_ ^ word) * 0x9e3779b97f4a7c15;
    sum_ ^= sum_ >> 29;
  }
  std::uint64_t sum_ = 0x6d70696462670001;
};

// Returns the checksum of all bytes except the eight at `at`, which store the checksum itself.
std::uint64_t checksum_without(Bytes file, std::size_t at) {
  Checksum sum;
  sum.add(file.first(at));
  sum.add(file.subspan(at + 8));
  return sum.value();
}

class Writer {
 public:
  explicit Writer(const ElfFormat &format) : format_(format) {}

  void number(std::uint64_t value, std::size_t size, ByteOrder order) {
    bytes_.resize(bytes_.size() + size);
    mpidbg::encode_unsigned(std::span(bytes_).last(size), value, order);
  }
  void number(std::uint64_t value, std::size_t size) { number(value, size, format_.byte_order()); }
  void word(std::uint64_t value) { number(value, format_.word_size()); }
  void words(std::size_t count) { zeros(count * format_.word_size()); }
  void zeros(std::size_t count) { bytes_.resize(bytes_.size() + count); }
  void bytes(Bytes content) { bytes_.insert(bytes_.end(), content.begin(), content.end()); }
  void text(std::string_view content) { bytes(std::as_bytes(std::span(content))); }
  // Writes the content as exactly `size` bytes, cut off or filled up with zeros.
  void text(std::string_view content, std::size_t size) {
    content = content.substr(0, size);
    text(content);
    zeros(size - content.size());
  }

  void note(std::string_view owner, std::uint32_t type, Bytes content) {
    number(owner.size() + 1, 4);
    number(content.size(), 4);
    number(type, 4);
    text(owner, owner.size() + 1);
    pad();
    bytes(content);
    pad();
  }

  std::size_t size() const { return bytes_.size(); }
  std::vector<std::byte> take() { return std::move(bytes_); }
  Bytes written() const { return bytes_; }

 private:
  void pad() { bytes_.resize((bytes_.size() + 3) & ~std::size_t{3}); }

  ElfFormat format_;
  std::vector<std::byte> bytes_;
};

// Returns an elf_prstatus (state and registers of one thread). core_notes.cpp describes its parts.
std::vector<std::byte> thread_status(const ThreadStack &stack, const Machine &machine) {
  const ElfFormat format = machine.format();
  Writer writer(format);
  writer.zeros(16);
  writer.words(2);
  writer.number(static_cast<std::uint32_t>(stack.tid), 4);
  writer.zeros(12);
  writer.words(8);
  std::vector<std::uint64_t> words(machine.registers_size / format.word_size());
  for (std::size_t i = 0; i < machine.registers.size() && i < stack.registers.size(); ++i)
    words[machine.registers[i]] = stack.registers[i];
  if (machine.pc < words.size() && !stack.frames.empty()) words[machine.pc] = stack.frames.front().pc.value();
  for (const std::uint64_t word : words) writer.word(word);
  writer.words(1);  // pr_fpvalid: no floating point registers
  return writer.take();
}

// Returns an elf_prpsinfo (pid, name and arguments of the process).
std::vector<std::byte> process_status(const CaptureFacts &facts, const Machine &machine) {
  constexpr std::size_t name_size = 16, arguments_size = 80;
  Writer writer(machine.format());
  writer.words(2);
  writer.zeros(machine.has_short_ids ? 4 : 8);
  writer.number(static_cast<std::uint32_t>(facts.pid), 4);
  writer.zeros(12);
  std::string name;
  for (const ThreadStatus &thread : facts.look.threads) {
    if (thread.tid == facts.pid) name = thread.name;
  }
  writer.text(name, name_size);
  writer.text(std::string_view(facts.origin.arguments).substr(0, arguments_size - 1), arguments_size);
  return writer.take();
}

std::vector<std::byte> auxiliary_bytes(const AuxiliaryVector &auxiliary, const ElfFormat &format) {
  constexpr std::uint64_t types = 64;
  Writer writer(format);
  for (std::uint64_t type = 1; type < types; ++type) {
    if (auxiliary.value(type) == 0) continue;
    writer.word(type);
    writer.word(auxiliary.value(type));
  }
  writer.words(2);
  return writer.take();
}

std::string words_of(const CaptureOrigin &origin) {
  return "capture of a process by mpidbg " + origin.version + "\ntime " + origin.time + "\nhost " + origin.host +
         "\nof " + origin.source + "\ncommand " + origin.arguments + "\n";
}

std::vector<std::byte> notes_of(CaptureFacts &facts, const Machine &machine, const AuxiliaryVector &auxiliary,
                                std::size_t &seal_at) {
  Writer notes(machine.format());
  const std::string text = words_of(facts.origin);
  notes.note(mark, note_text, std::as_bytes(std::span(text)));
  const std::array<std::byte, Seal::size> room{};
  notes.note(mark, note_seal, room);
  seal_at = notes.size() - room.size();
  notes.note(mark, note_facts, encode_facts(facts));
  for (const ThreadStack &stack : facts.look.stacks) notes.note("CORE", NT_PRSTATUS, thread_status(stack, machine));
  notes.note("CORE", NT_PRPSINFO, process_status(facts, machine));
  notes.note("CORE", NT_AUXV, auxiliary_bytes(auxiliary, machine.format()));
  return notes.take();
}

void put_header(Writer &file, const Machine &machine, std::uint64_t segments) {
  const ElfFormat format = machine.format();
  file.text(std::string_view(ELFMAG, SELFMAG));
  file.number(machine.elf_class, 1);
  file.number(machine.byte_order == ByteOrder::little ? ELFDATA2LSB : ELFDATA2MSB, 1);
  file.number(EV_CURRENT, 1);
  file.zeros(mark_at - file.size());
  file.text(mark, EI_NIDENT - mark_at);
  file.number(ET_CORE, 2);
  file.number(machine.elf_machine, 2);
  file.number(EV_CURRENT, 4);
  const bool many = segments >= PN_XNUM;
  const std::uint64_t header = format.header_size(), section = format.section_header_size();
  file.word(0);                              // e_entry
  file.word(header + (many ? section : 0));  // e_phoff
  file.word(many ? header : 0);              // e_shoff
  file.number(0, 4);                         // e_flags
  file.number(header, 2);
  file.number(format.program_header_size(), 2);
  file.number(many ? PN_XNUM : segments, 2);
  file.number(section, 2);
  file.number(many ? 1 : 0, 2);
  file.number(0, 2);
  if (!many) return;
  // The single section header contains the number of program headers in sh_info.
  file.zeros(8);
  file.words(4);
  file.zeros(4);
  file.number(segments, 4);
  file.words(2);
}

void put_program_header(Writer &file, const ElfFormat &format, std::uint32_t type, std::uint64_t offset,
                        std::uint64_t address, std::uint64_t size, std::uint64_t size_in_file) {
  const std::uint32_t flags = type == PT_LOAD ? PF_R | PF_W : 0;
  file.number(type, 4);
  if (format.word_size() == 8) file.number(flags, 4);
  file.word(offset);
  file.word(address);
  file.word(0);
  file.word(size_in_file);
  file.word(type == PT_LOAD ? size : 0);
  if (format.word_size() == 4) file.number(flags, 4);
  file.word(type == PT_LOAD ? 1 : 4);
}

bool has_mark(Bytes start) {
  return start.size() >= EI_NIDENT && std::memcmp(start.data(), ELFMAG, SELFMAG) == 0 &&
         std::memcmp(start.data() + mark_at, mark.data(), mark.size()) == 0;
}

struct Notes {
  std::optional<Seal> seal;
  std::size_t checksum_at = 0;  // offset of the checksum in the file
  Bytes text, facts;
};

Notes notes_in(Bytes notes, Bytes file, const ElfFormat &format) {
  Notes found;
  NoteList list(notes, format);
  while (const auto note = list.next()) {
    if (note->owner != mark) continue;
    if (note->type == note_text) found.text = note->content;
    if (note->type == note_facts) found.facts = note->content;
    if (note->type != note_seal || note->content.size() != Seal::size) continue;
    const auto number = [&](std::size_t at, std::size_t size) {
      return mpidbg::decode_unsigned(note->content.subspan(at, size), ByteOrder::little);
    };
    found.seal = Seal{static_cast<std::uint32_t>(number(0, 4)), number(8, 8), number(Seal::checksum_at, 8)};
    found.checksum_at = static_cast<std::size_t>(note->content.data() - file.data()) + Seal::checksum_at;
  }
  return found;
}

// Returns the version of mpidbg, such as "1.3.0", from the text of the note with the description.
std::string version_in(Bytes text) {
  const std::string_view words(reinterpret_cast<const char *>(text.data()), text.size());
  constexpr std::string_view before = "by mpidbg ";
  const std::size_t at = words.find(before);
  if (at == std::string_view::npos) return "another version";
  const std::string_view rest = words.substr(at + before.size(), 40);
  return "mpidbg " + std::string(rest.substr(0, rest.find('\n')));
}

Status find_segments(const std::vector<Elf64_Phdr> &headers, Bytes file, CaptureFile &capture, const Error &damaged) {
  for (const Elf64_Phdr &header : headers) {
    if (header.p_type != PT_LOAD) continue;
    const Bytes bytes = subrange(file, header.p_offset, header.p_filesz);
    if (bytes.size() != header.p_filesz || header.p_memsz < header.p_filesz || header.p_memsz == 0) return damaged;
    const std::uint64_t behind = header.p_memsz - header.p_filesz;
    if (behind > most_zeros || header.p_vaddr > UINT64_MAX - header.p_memsz) return damaged;
    const Address address(header.p_vaddr);
    if (!bytes.empty()) capture.segments.push_back({address, bytes});
    if (behind != 0) capture.segments.push_back({address + bytes.size(), zeros(behind)});
  }
  return sort_segments(capture.segments, damaged);
}

}  // namespace

std::vector<std::byte> capture_bytes(CaptureFacts &facts, const Machine &machine, const AuxiliaryVector &auxiliary,
                                     const std::vector<MemoryCopy::Run> &memory) {
  const ElfFormat format = machine.format();
  std::size_t seal_in_notes = 0;
  const std::vector<std::byte> notes = notes_of(facts, machine, auxiliary, seal_in_notes);
  Writer file(format);
  const std::vector<MemoryPart> parts = parts_of(memory, facts.private_memory);
  const std::uint64_t segments = 1 + parts.size();
  put_header(file, machine, segments);
  std::uint64_t offset = file.size() + segments * format.program_header_size();
  const std::size_t seal_at = offset + seal_in_notes;
  put_program_header(file, format, PT_NOTE, offset, 0, notes.size(), notes.size());
  offset += notes.size();
  for (const MemoryPart &part : parts) {
    const std::uint64_t in_file = part.bytes.size();
    put_program_header(file, format, PT_LOAD, offset, part.address.value(), in_file + part.zeros, in_file);
    offset += in_file;
  }
  file.bytes(notes);
  for (const MemoryPart &part : parts) file.bytes(part.bytes);

  std::vector<std::byte> bytes = file.take();
  const auto put = [&](std::size_t at, std::uint64_t value, std::size_t size) {
    mpidbg::encode_unsigned(std::span(bytes).subspan(seal_at + at, size), value, ByteOrder::little);
  };
  put(0, capture_format, 4);
  put(8, bytes.size(), 8);
  put(Seal::checksum_at, checksum_without(bytes, seal_at + Seal::checksum_at), 8);
  return bytes;
}

Status sort_segments(std::vector<CaptureFile::Segment> &segments, const Error &overlap) {
  std::sort(segments.begin(), segments.end(), [](const auto &a, const auto &b) { return a.address < b.address; });
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const CaptureFile::Segment &segment = segments[i];
    if (segment.address.value() > UINT64_MAX - segment.bytes.size()) return overlap;
    if (i + 1 < segments.size() && segment.address + segment.bytes.size() > segments[i + 1].address) return overlap;
  }
  return {};
}

bool is_capture(const std::string &path) {
  const auto file = mpidbg::open_regular_file(path);
  if (!file) return false;
  std::array<std::byte, EI_NIDENT> start{};
  const ssize_t got = ::pread(file->descriptor.get(), start.data(), start.size(), 0);
  return got == static_cast<ssize_t>(start.size()) && has_mark(start);
}

Result<CaptureFile> read_capture(const std::string &path) {
  MPIDBG_ASSIGN(mapping, MappedFile::open(path));
  const Bytes file = mapping.bytes();
  const Error damaged{ErrorCode::corrupt, "capture " + path + " is damaged: its contents are not what was written"};
  if (!has_mark(file)) return Error{ErrorCode::corrupt, path + " is not a capture"};
  const auto identity = mpidbg::elf_identity(file);
  const Machine *const machine = identity ? machine_of(*identity) : nullptr;
  if (machine == nullptr || identity->type != ET_CORE) return damaged;
  const ElfFormat format = machine->format();
  const auto header = format.header(file);
  if (!header) return damaged;
  std::uint64_t count = header->e_phnum;
  if (count == PN_XNUM) {
    const auto section = format.section_header(file, header->e_shoff);
    count = section ? section->sh_info : 0;
  }
  const auto first = format.program_header(file, header->e_phoff);
  if (count == 0 || count > most_segments || !first || first->p_type != PT_NOTE) return damaged;
  if (first->p_offset > file.size()) return Error{ErrorCode::corrupt, "capture " + path + " is truncated"};
  const Bytes all_notes =
      file.subspan(first->p_offset, std::min<std::uint64_t>(first->p_filesz, file.size() - first->p_offset));
  const Notes notes = notes_in(all_notes, file, format);
  if (!notes.seal) {
    return first->p_filesz > all_notes.size() ? Error{ErrorCode::corrupt, "capture " + path + " is truncated"}
                                              : damaged;
  }
  if (notes.seal->format == 0 || notes.seal->format > capture_format) {
    return Error{ErrorCode::not_supported, "capture " + path + " has format " + std::to_string(notes.seal->format) +
                                               ", made by " + version_in(notes.text) +
                                               "; this version reads formats up to " + std::to_string(capture_format)};
  }
  if (notes.seal->file_size > file.size()) {
    return Error{ErrorCode::corrupt, "capture " + path + " is truncated: it has " + std::to_string(file.size()) +
                                         " bytes of " + std::to_string(notes.seal->file_size)};
  }
  if (notes.seal->file_size != file.size() || checksum_without(file, notes.checksum_at) != notes.seal->checksum) {
    return damaged;
  }
  mapping.release_pages();  // a thousand captures may be open while only one is looked at

  std::vector<Elf64_Phdr> headers;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto segment = format.program_header(file, header->e_phoff + i * format.program_header_size());
    if (!segment) return damaged;
    headers.push_back(*segment);
  }
  auto facts = notes.facts.size() <= most_fact_bytes ? decode_facts(notes.facts, notes.seal->format) : std::nullopt;
  if (!facts) return damaged;
  CaptureFile capture{
      std::move(mapping), machine, read_core_notes(all_notes, *machine).auxiliary, std::move(*facts), {}};
  MPIDBG_TRY(find_segments(headers, file, capture, damaged));
  return capture;
}

}  // namespace corefile
