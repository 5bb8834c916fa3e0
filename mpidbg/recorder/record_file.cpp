#include "mpidbg/recorder/record_file.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/procfs.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/errno_keeper.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

namespace {

char path[4096];  // the name of the file; empty if none is requested
// The name of a temporary file in the directory of `path`. The name is unpredictable, because other users may create
// files in that directory.
char temporary_path[sizeof path + 48];
TableLock file_lock;
bool told;

class Path {
 public:
  void add(char c) {
    if (length_ + 1 < sizeof path)
      path[length_++] = c;
    else
      too_long_ = true;
  }
  void add(const char *text) {
    while (*text != '\0') add(*text++);
  }
  void add(int number) {
    char text[16];
    std::snprintf(text, sizeof text, "%d", number);
    add(text);
  }
  void end() {
    path[too_long_ ? 0 : length_] = '\0';
    if (too_long_) std::fputs("mpidbg: the record is not written: MPIDBG_RECORD_FILE is too long\n", stderr);
  }

 private:
  std::size_t length_ = 0;
  bool too_long_ = false;
};

void make_path(const char *pattern) {
  Path name;
  bool unique = false;
  char directory[sizeof path];
  if (pattern[0] != '/' && getcwd(directory, sizeof directory) != nullptr) {  // the program may change directory
    name.add(directory);
    name.add('/');
  }
  for (const char *c = pattern; *c != '\0'; ++c) {
    const bool known = c[0] == '%' && (c[1] == 'p' || c[1] == 'r' || c[1] == '%');
    if (!known) {
      name.add(*c);
      continue;
    }
    ++c;
    unique |= *c != '%';
    if (*c == 'p')
      name.add(static_cast<int>(getpid()));
    else if (*c == 'r')
      name.add(record.header->world_rank);
    else
      name.add('%');
  }
  if (!unique && record.header->world_size > 1) {
    name.add('.');
    name.add(record.header->world_rank);
  }
  name.end();
}

// Holds the notes of the core file. They follow each other; each part is padded to a multiple of 4 bytes.
struct [[gnu::packed, gnu::aligned(4)]] Notes {
  ElfW(Nhdr) status_head;
  char status_name[8];
  elf_prstatus status;
  ElfW(Nhdr) info_head;
  char info_name[8];
  elf_prpsinfo info;
};

struct Head {
  ElfW(Ehdr) elf;
  ElfW(Phdr) segments[2];
  Notes notes;
};

constexpr std::size_t up_to(std::size_t size, std::size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

Notes make_notes(int signal) {
  Notes notes{};
  const ElfW(Nhdr) head = {.n_namesz = 5, .n_descsz = sizeof notes.status, .n_type = NT_PRSTATUS};
  notes.status_head = head;
  std::memcpy(notes.status_name, "CORE", 5);
  notes.status.pr_pid = getpid();
  notes.status.pr_cursig = static_cast<short>(signal);
  notes.status.pr_info.si_signo = signal;
  notes.info_head = {.n_namesz = 5, .n_descsz = sizeof notes.info, .n_type = NT_PRPSINFO};
  std::memcpy(notes.info_name, "CORE", 5);
  notes.info.pr_pid = getpid();
  notes.info.pr_sname = 'R';
  std::strncpy(notes.info.pr_fname, program_invocation_short_name, sizeof notes.info.pr_fname - 1);
  std::strncpy(notes.info.pr_psargs, program_invocation_name, sizeof notes.info.pr_psargs - 1);
  return notes;
}

Head make_head(std::size_t begin, std::size_t size, int signal) {
  Head head{};
  std::memcpy(head.elf.e_ident, ELFMAG, SELFMAG);
  head.elf.e_ident[EI_CLASS] = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  head.elf.e_ident[EI_DATA] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
  head.elf.e_ident[EI_VERSION] = EV_CURRENT;
  head.elf.e_type = ET_CORE;
#if defined __x86_64__
  head.elf.e_machine = EM_X86_64;
#elif defined __aarch64__
  head.elf.e_machine = EM_AARCH64;
#elif defined __i386__
  head.elf.e_machine = EM_386;
#elif defined __powerpc64__
  head.elf.e_machine = EM_PPC64;
#elif defined __s390x__
  head.elf.e_machine = EM_S390;
#elif defined __riscv
  head.elf.e_machine = EM_RISCV;
#else
#error "which machine is a core file of this one of?"
#endif
  head.elf.e_version = EV_CURRENT;
  head.elf.e_phoff = offsetof(Head, segments);
  head.elf.e_ehsize = sizeof head.elf;
  head.elf.e_phentsize = sizeof head.segments[0];
  head.elf.e_phnum = 2;
  head.segments[0].p_type = PT_NOTE;
  head.segments[0].p_offset = offsetof(Head, notes);
  head.segments[0].p_filesz = sizeof(Notes);
  head.segments[0].p_align = 4;
  head.segments[1].p_type = PT_LOAD;
  head.segments[1].p_flags = PF_R | PF_W;
  head.segments[1].p_offset = begin;
  head.segments[1].p_vaddr = reinterpret_cast<std::uintptr_t>(record.header);
  head.segments[1].p_filesz = head.segments[1].p_memsz = size;
  head.segments[1].p_align = begin;
  head.notes = make_notes(signal);
  return head;
}

bool write_all(int file, const void *bytes, std::size_t size, std::size_t offset) {
  const char *from = static_cast<const char *>(bytes);
  while (size > 0) {
    const ssize_t written = pwrite(file, from, size, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
    offset += static_cast<std::size_t>(written);
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool is_zero(const char *bytes, std::size_t size) {
  return bytes[0] == '\0' && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

// Writes the record's memory to the file. Pages that were never used are omitted; they read as zeros.
bool write_pages(int file, std::size_t begin, std::size_t size, std::size_t page) {
  const char *memory = reinterpret_cast<const char *>(record.header);
  for (std::size_t at = 0; at < size; at += page)
    if (!is_zero(memory + at, page) && !write_all(file, memory + at, page, begin + at)) return false;
  return ftruncate(file, static_cast<off_t>(begin + size)) == 0;
}

bool write_file(int file, int signal) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t size = up_to(record.header->size, page), begin = up_to(sizeof(Head), page);
  const Head head = make_head(begin, size, signal);
  return write_all(file, &head, sizeof head, 0) && write_pages(file, begin, size, page);
}

// Reports the first failure on stderr; later calls do nothing.
void tell(const char *before_path, const char *after_path, const char *reason) {
  if (told) return;
  told = true;
  const auto say = [](const char *text) {
    const ssize_t ignored = write(STDERR_FILENO, text, std::strlen(text));
    static_cast<void>(ignored);
  };
  say("mpidbg: ");
  say(before_path);
  say(path);
  say(after_path);
  say(reason);
  say("\n");
}

void tell_of_error(int error) {
  const char *reason = strerrordesc_np(error);
  tell("cannot write the record to ", reason == nullptr ? "" : ": ", reason == nullptr ? "" : reason);
}

// Returns true if the path can be replaced by rename(): it does not exist or is a regular file. A device, a FIFO or a
// link would be lost, and a link is not followed, because anyone who can write to the directory chooses its target.
bool is_replaceable() {
  struct stat status;
  if (lstat(path, &status) != 0 || S_ISREG(status.st_mode)) return true;
  tell("the record is kept in memory only: ", " is ",
       S_ISLNK(status.st_mode) ? "a symbolic link, which is neither followed nor replaced"
                               : "not a regular file, and is not replaced");
  return false;
}

void replace_file(int signal) {
  const int file = open(temporary_path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  bool whole = file >= 0 && write_file(file, signal);
  int error = errno;
  if (file >= 0 && close(file) != 0) whole = false, error = errno;
  const bool is_kept = whole && !is_replaceable();  // such a file may have appeared in the meantime
  if (whole && !is_kept && rename(temporary_path, path) != 0) whole = false, error = errno;
  if ((!whole || is_kept) && file >= 0) unlink(temporary_path);
  if (!whole) tell_of_error(error);
}

}  // namespace

void prepare_record_file() {
  const char *pattern = std::getenv("MPIDBG_RECORD_FILE");
  if (pattern == nullptr || *pattern == '\0') return;
  make_path(pattern);
  if (path[0] != '\0' && !is_replaceable()) path[0] = '\0';
  if (path[0] == '\0') return;
  std::uint64_t random = 0;
  if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) random = static_cast<std::uint64_t>(now());
  std::snprintf(temporary_path, sizeof temporary_path, "%s.%d.%016" PRIx64 ".new", path, static_cast<int>(getpid()),
                random);
}

bool is_file_wanted() {
  return path[0] != '\0';
}

void write_record_file(int signal) {
  if (!is_file_wanted() || !file_lock.try_acquire()) return;
  const ErrnoKeeper keeper;
  if (is_replaceable()) replace_file(signal);
  file_lock.release();
}

void forget_record_file() {
  path[0] = '\0';
}

}  // namespace recorder
