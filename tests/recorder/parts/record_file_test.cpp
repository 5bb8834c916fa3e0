// The file of the record: where it is, that it is a core file, and what happens if it cannot be written.

#include "mpidbg/recorder/record_file.h"

#include <doctest/doctest.h>
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/procfs.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mpidbg/recorder/mpit_sampling.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

namespace {

std::string contents(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// A new directory, in which the process is; its path.
std::string enter_directory() {
  char path[] = "/tmp/mpidbg-record-file-XXXXXX";
  REQUIRE(mkdtemp(path) != nullptr);
  REQUIRE(chdir(path) == 0);
  return path;
}

// The names of the files that there are afterwards, for processes of a job of so many; removes the directory.
std::vector<std::string> names_for(const std::string &pattern, int rank, int size) {
  const std::string directory = enter_directory();
  setenv("MPIDBG_RECORD_FILE", pattern.c_str(), 1);
  setenv("TOY_MPI_RANK", std::to_string(rank).c_str(), 1);
  setenv("TOY_MPI_SIZE", std::to_string(size).c_str(), 1);
  initialise();
  recorder::write_record_file(0);
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(directory)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  std::filesystem::remove_all(directory);
  return names;
}

void check_name(const std::string &pattern, int rank, int size, const std::function<std::string()> &name) {
  in_child([&] {
    CAPTURE(pattern);
    CHECK(names_for(pattern, rank, size) == std::vector{name()});
  });
}

template <class Struct>
Struct at(const std::string &file, std::size_t offset) {
  Struct found;
  REQUIRE(offset + sizeof found <= file.size());
  std::memcpy(&found, file.data() + offset, sizeof found);
  return found;
}

std::string say_while(const std::function<void()> &act) {
  char path[] = "/tmp/mpidbg-record-file-XXXXXX";
  const int file = mkstemp(path), before = dup(STDERR_FILENO);
  dup2(file, STDERR_FILENO);
  act();
  dup2(before, STDERR_FILENO);
  const std::string said = contents(path);
  unlink(path);
  return said;
}

}  // namespace

TEST_CASE("the name of the file has rank and pid where they are wanted, and the rank where ranks would share it") {
  check_name("r", 0, 1, [] { return "r"; });
  check_name("r", 2, 3, [] { return "r.2"; });
  check_name("r", 0, 2, [] { return "r.0"; });
  check_name("r%r-%%", 1, 2, [] { return "r1-%"; });
  check_name("%%r", 1, 2, [] { return "%r.1"; });
  check_name("r%p", 1, 2, [] { return "r" + std::to_string(getpid()); });
  check_name("r%x%", 0, 1, [] { return "r%x%"; });
  check_name("%r.%p.%r", 12, 20, [] { return "12." + std::to_string(getpid()) + ".12"; });
}

TEST_CASE("a name is relative to where the process was at MPI_Init") {
  in_child([] {
    const std::string directory = enter_directory();
    setenv("MPIDBG_RECORD_FILE", "record", 1);
    initialise();
    REQUIRE(chdir("/") == 0);
    recorder::write_record_file(0);
    CHECK(std::filesystem::exists(directory + "/record"));
    std::filesystem::remove_all(directory);
  });
}

TEST_CASE("no file is wanted, or its name is too long") {
  for (const char *name : {static_cast<const char *>(nullptr), ""})
    in_child([name] {
      name == nullptr ? unsetenv("MPIDBG_RECORD_FILE") : setenv("MPIDBG_RECORD_FILE", name, 1);
      CHECK(say_while([] { initialise(); }).empty());
      CHECK_FALSE(recorder::is_file_wanted());
      CHECK(say_while([] { recorder::write_record_file(0); }).empty());
    });
  for (const std::size_t length : {4095, 4096})
    in_child([length] {
      setenv("MPIDBG_RECORD_FILE", ("/" + std::string(length - 1, 'x')).c_str(), 1);
      const std::string said = say_while([] { initialise(); });
      CHECK(said == (length < 4096 ? "" : "mpidbg: the record is not written: MPIDBG_RECORD_FILE is too long\n"));
      CHECK(recorder::is_file_wanted() == (length < 4096));
      recorder::forget_record_file();
      CHECK_FALSE(recorder::is_file_wanted());
    });
}

TEST_CASE("the file is a core file with the record as its only memory") {
  in_child([] {
    const std::string directory = enter_directory(), path = directory + "/record";
    setenv("MPIDBG_RECORD_FILE", path.c_str(), 1);
    initialise();
    recorder::write_record_file(11);
    const std::string file = contents(path);
    const auto head = at<Elf64_Ehdr>(file, 0);
    CHECK(std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0);
    CHECK(head.e_ident[EI_CLASS] == ELFCLASS64);
    CHECK(head.e_ident[EI_VERSION] == EV_CURRENT);
    CHECK(head.e_type == ET_CORE);
    CHECK(head.e_version == EV_CURRENT);
    CHECK(head.e_ehsize == sizeof head);
    CHECK(head.e_phentsize == sizeof(Elf64_Phdr));
    REQUIRE(head.e_phnum == 2);
    const auto notes = at<Elf64_Phdr>(file, head.e_phoff), memory = at<Elf64_Phdr>(file, head.e_phoff + sizeof notes);
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    CHECK(notes.p_type == PT_NOTE);
    CHECK(notes.p_align == 4);
    CHECK(memory.p_type == PT_LOAD);
    CHECK(memory.p_flags == (PF_R | PF_W));
    CHECK(memory.p_vaddr == header().self);
    CHECK(memory.p_filesz == (header().size + page - 1) / page * page);
    CHECK(memory.p_memsz == memory.p_filesz);
    CHECK(memory.p_align == page);
    CHECK(memory.p_offset == page);
    CHECK(file.size() == memory.p_offset + memory.p_filesz);
    CHECK(std::memcmp(file.data() + memory.p_offset, &header(), header().size) == 0);

    std::uint64_t offset = notes.p_offset;
    const auto status_head = at<Elf64_Nhdr>(file, offset);
    CHECK(status_head.n_namesz == 5);
    CHECK(status_head.n_descsz == sizeof(elf_prstatus));
    CHECK(status_head.n_type == NT_PRSTATUS);
    CHECK(std::string(file.data() + offset + 12, 8) == std::string("CORE\0\0\0\0", 8));
    const auto status = at<elf_prstatus>(file, offset + 20);
    CHECK(status.pr_pid == getpid());
    CHECK(status.pr_cursig == 11);
    CHECK(status.pr_info.si_signo == 11);
    offset += 20 + sizeof status;
    const auto info_head = at<Elf64_Nhdr>(file, offset);
    CHECK(info_head.n_namesz == 5);
    CHECK(info_head.n_descsz == sizeof(elf_prpsinfo));
    CHECK(info_head.n_type == NT_PRPSINFO);
    CHECK(std::string(file.data() + offset + 12, 5) == std::string("CORE\0", 5));
    const auto info = at<elf_prpsinfo>(file, offset + 20);
    CHECK(info.pr_pid == getpid());
    CHECK(info.pr_sname == 'R');
    CHECK(std::string(info.pr_fname) == std::string(program_invocation_short_name).substr(0, sizeof info.pr_fname - 1));
    CHECK(std::string(info.pr_psargs) == std::string(program_invocation_name).substr(0, sizeof info.pr_psargs - 1));
    CHECK(offset + 20 + sizeof info == notes.p_offset + notes.p_filesz);

    struct stat about {};
    REQUIRE(stat(path.c_str(), &about) == 0);
    CHECK((about.st_mode & 0777) == 0600);
    CHECK(static_cast<std::uint64_t>(about.st_blocks) * 512 < file.size() / 4);  // what was never used takes no room
    CHECK(std::filesystem::hard_link_count(path) == 1);
    std::filesystem::remove_all(directory);
  });
}

TEST_CASE("writing leaves errno alone, and nothing else in the directory") {
  in_child([] {
    const std::string directory = enter_directory();
    setenv("MPIDBG_RECORD_FILE", "record", 1);
    initialise();
    for (int i = 0; i < 2; ++i) {
      errno = 77;
      CHECK(say_while([] { recorder::write_record_file(0); }).empty());
      CHECK(errno == 77);
    }
    const auto entries = std::filesystem::directory_iterator(directory);
    CHECK(std::distance(begin(entries), end(entries)) == 1);
    std::filesystem::remove_all(directory);
  });
}

TEST_CASE("a file that cannot be written: a line says why, once, and nothing is left") {
  in_child([] {
    const std::string directory = enter_directory();
    setenv("MPIDBG_RECORD_FILE", "none/record", 1);
    initialise();
    const std::string path = directory + "/none/record";
    CHECK(say_while([] { recorder::write_record_file(0); }) ==
          "mpidbg: cannot write the record to " + path + ": No such file or directory\n");
    CHECK(say_while([] { recorder::write_record_file(0); }).empty());
    REQUIRE(mkdir("none", 0700) == 0);
    CHECK(say_while([] { recorder::write_record_file(0); }).empty());  // it is tried again
    CHECK(std::filesystem::exists(path));
    std::filesystem::remove_all(directory);
  });
  in_child([] {
    const std::string directory = enter_directory();
    setenv("MPIDBG_RECORD_FILE", "record", 1);
    initialise();
    rlimit most = {4096, 4096};
    signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &most) == 0);
    CHECK(say_while([] { recorder::write_record_file(0); }) ==
          "mpidbg: cannot write the record to " + directory + "/record: File too large\n");
    CHECK(std::filesystem::is_empty(directory));
    std::filesystem::remove_all(directory);
  });
}

TEST_CASE("only a regular file is replaced: of anything else a line says once that the record stays in memory") {
  const auto make_fifo = [] { REQUIRE(mkfifo("record", 0600) == 0); };
  const auto make_directory = [] { REQUIRE(mkdir("record", 0700) == 0); };
  const auto make_link = [] {
    std::ofstream("other") << "theirs";
    REQUIRE(symlink("other", "record") == 0);
  };
  const auto make_dangling_link = [] { REQUIRE(symlink("other", "record") == 0); };
  const std::string node = " is not a regular file, and is not replaced\n",
                    link = " is a symbolic link, which is neither followed nor replaced\n";
  const std::vector<std::pair<std::function<void()>, std::string>> cases = {
      {make_fifo, node}, {make_directory, node}, {make_link, link}, {make_dangling_link, link}};
  for (const auto &[make, sentence] : cases) {
    for (const bool before : {true, false}) {
      in_child([&, make = make, sentence = sentence] {
        CAPTURE(sentence);
        const std::string directory = enter_directory();
        setenv("MPIDBG_RECORD_FILE", "record", 1);
        if (before) make();
        std::string said = say_while([] { initialise(); });
        CHECK(said.empty() != before);
        CHECK(recorder::is_file_wanted() != before);
        if (!before) make();
        struct stat made {
        }, left{};
        REQUIRE(lstat("record", &made) == 0);
        said += say_while([] { recorder::write_record_file(0); });
        said += say_while([] { recorder::write_record_file(0); });
        CHECK(said == "mpidbg: the record is kept in memory only: " + directory + "/record" + sentence);
        REQUIRE(lstat("record", &left) == 0);
        CHECK(left.st_ino == made.st_ino);
        CHECK(left.st_mode == made.st_mode);
        if (std::filesystem::exists("other")) CHECK(contents("other") == "theirs");
        for (const auto &entry : std::filesystem::directory_iterator(directory)) {
          const std::string name = entry.path().filename();
          CHECK((name == "record" || name == "other"));
        }
        std::filesystem::remove_all(directory);
      });
    }
  }
}
