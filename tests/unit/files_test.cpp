// Files: rows HF*.

#include <doctest/doctest.h>

#include "tests/contains.h"
#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/fake_infos.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeErrhandlers;
using fakes::FakeFiles;
using fakes::FakeHost;
using fakes::FakeInfos;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

using File = Queried<mpidbg_file_info_t, MPIDBG_KIND_FILE>;

// Three blocks of two ints, five ints apart.
FakeFiles::View vector_view(std::int64_t displacement, Address filetype = {}) {
  return {.displacement = displacement, .filetype = filetype, .blocks = {{0, 8}, {20, 8}, {40, 8}}, .extent = 48};
}

struct OneFile {
  OneFile() : mpi(8, ByteOrder::little, 0, 2), files(mpi) {
    handle = files.open_with_ompio("data", mpi.world, 9, vector_view(100));
  }
  FakeOpenMpi mpi;
  FakeFiles files;
  Address handle{};
};

}  // namespace

TEST_CASE("B7 HF1 HF2 HF3 HF4 HF5 HF6 HF7 a file's name, handles, communicator, hints and mode") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 2);
      FakeFiles files(mpi);
      FakeInfos infos(mpi);
      FakeErrhandlers errhandlers(mpi);
      const std::string long_name(1500, 'n');
      const Address file = files.open_with_ompio(long_name, mpi.world, 1 | 8 | 16 | 128, vector_view(100));
      infos.set_hints(file, {{"cb_nodes", "1"}, {"_OMPI_IN_colour", "red"}});
      mpi.set(file, mpi.layouts.file.error_handler, errhandlers.returns);
      {
        const HandleSession session(mpi.host);
        const File info(session, file);
        CHECK(std::string(info->fi_name).empty());
        CHECK(std::string(info->fi_filename) == long_name.substr(0, MPIDBG_MAX_FILENAME - 1));
        CHECK(info->fi_full_filename == long_name);
        CHECK((info->fi_bitflags & (MPIDBG_FILE_INFO_PREDEFINED | MPIDBG_FILE_INFO_FILE_NULL)) == 0);
        CHECK(info->fi_c_handle == file.value());
        CHECK(info->fi_fortran_handle == 1);
        CHECK(info->fi_comm == mpi.world.value());
        CHECK(info->fi_amode ==
              (MPIDBG_MODE_CREATE | MPIDBG_MODE_RDWR | MPIDBG_MODE_DELETE_ON_CLOSE | MPIDBG_MODE_APPEND));
        CHECK(std::string(info->fi_amode_text) ==
              "MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_APPEND");
        CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_HINTS) != 0);
        REQUIRE(info->fi_num_info_pairs == 1);
        CHECK(std::string(info->fi_info_pairs[0].key) == "cb_nodes");
        REQUIRE(info->fi_num_ignored_info_pairs == 1);
        CHECK(std::string(info->fi_ignored_info_pairs[0].value) == "red");
        CHECK(info->fi_errhandler == errhandlers.returns.value());
        CHECK(std::string(info->fi_errhandler_name) == "MPI_ERRORS_RETURN");
        CHECK(info->fi_reference_count == 1);

        const File null(session, files.null);
        CHECK(std::string(null->fi_name) == "MPI_FILE_NULL");
        CHECK(std::string(null->fi_filename) == "MPI_FILE_NULL");
        CHECK((null->fi_bitflags & ~(MPIDBG_FILE_INFO_HINTS | MPIDBG_FILE_INFO_REQUESTS)) ==
              (MPIDBG_FILE_INFO_PREDEFINED | MPIDBG_FILE_INFO_FILE_NULL));
        CHECK(null->fi_fortran_handle == 0);
        CHECK(session.list(MPIDBG_KIND_FILE) == std::vector<mqs_taddr_t>{files.null.value(), file.value()});
        CHECK(session.names(MPIDBG_KIND_FILE) ==
              std::vector<std::pair<std::string, mqs_taddr_t>>{{"MPI_FILE_NULL", files.null.value()}});
        mqs_taddr_t handle = 0;
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_FILE, 1, &handle) == MPIDBG_SUCCESS);
        CHECK(handle == file.value());
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_FILE, 2, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE("HF7 a mode of numbers that MPI does not have is shown as such") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 1);
  FakeFiles files(mpi);
  const Address odd = files.open_with_ompio("odd", mpi.world, 2 | 1024, vector_view(0));
  const Address none = files.open_with_ompio("none", mpi.world, 0, vector_view(0));
  const HandleSession session(mpi.host);
  CHECK(std::string(File(session, odd)->fi_amode_text) == "MPI_MODE_RDONLY | 1024");
  CHECK(std::string(File(session, none)->fi_amode_text) == "0");
}

TEST_CASE("HF5 the view and file pointers of ompio, and its own communicator, which is internal") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 2);
      FakeFiles files(mpi);
      const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
      const Address own = mpi.new_communicator("DUP", 3, group, 0);
      const Address type = mpi.new_datatype("my type", 24);
      const Address file = files.open_with_ompio("data", mpi.world, 9, vector_view(100, type));
      const auto &l = mpi.layouts.ompio_file;
      const auto &v = mpi.layouts.ompio_view;
      mpi.set(files.record, l.f_comm, own);
      mpi.set(files.record, v.f_offset, 100 + 2 * 48);  // two repetitions of six ints, and three ints more
      mpi.set(files.record, v.f_total_bytes, 12);
      mpi.set(files.record, l.f_atomicity, 1);
      mpi.set(files.record, l.f_split_coll_in_use, 1);
      mpi.set(files.record, l.f_split_coll_req, Address(0x4440));
      files.set_shared_pointer("sm", 20);
      const HandleSession session(mpi.host);
      {
        const File info(session, file);
        constexpr int known = MPIDBG_FILE_INFO_VIEW | MPIDBG_FILE_INFO_ATOMIC | MPIDBG_FILE_INFO_SPLIT_COLLECTIVE |
                              MPIDBG_FILE_INFO_POSITION | MPIDBG_FILE_INFO_BYTE_OFFSET |
                              MPIDBG_FILE_INFO_SHARED_POSITION | MPIDBG_FILE_INFO_DESCRIPTOR;
        CHECK((info->fi_bitflags & known) == known);
        CHECK(info->fi_problem == nullptr);
        CHECK(std::string(info->fi_layer) == "ompio");
        CHECK(std::string(info->fi_path) == "/data/data");
        CHECK(info->fi_io_comm == own.value());
        CHECK(info->fi_io_info == 0);
        CHECK(info->fi_descriptor == 7);
        CHECK(info->fi_displacement == 100);
        CHECK(info->fi_etype == mpi.mpi_int.value());
        CHECK(std::string(info->fi_etype_name) == "MPI_INT");
        CHECK(info->fi_etype_size == 4);
        CHECK(info->fi_filetype == type.value());
        CHECK(std::string(info->fi_filetype_name) == "my type");
        CHECK(std::string(info->fi_datarep) == "native");
        CHECK(info->fi_position == 15);
        CHECK(info->fi_byte_offset == 100 + 2 * 48 + 24);  // the second int of the second block
        CHECK(info->fi_shared_position == 5);
        CHECK(info->fi_split_request == 0x4440);
        const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> comm(session, own);
        CHECK((comm->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) != 0);
        const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> world(session, mpi.world);
        CHECK((world->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) == 0);
      }
      // A shared file pointer that is kept in a file is not in memory; a descriptor below 0 is none.
      files.set_shared_pointer("lockedfile", 20);
      mpi.set(files.record, l.fd, 0xffffffff);
      {
        const File info(session, file);
        CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_SHARED_POSITION) == 0);
        CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_DESCRIPTOR) == 0);
        CHECK(info->fi_descriptor == -1);
      }
      // A program that has closed its standard input gets 0 for the next file.
      mpi.set(files.record, l.fd, 0);
      const File first(session, file);
      CHECK((first->fi_bitflags & MPIDBG_FILE_INFO_DESCRIPTOR) != 0);
      CHECK(first->fi_descriptor == 0);
    }
  }
}

TEST_CASE("HF5 the view and file pointer of ROMIO, and its own objects, which are internal") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 2);
      FakeFiles files(mpi);
      FakeInfos infos(mpi);
      const fakes::FakeTable windows(mpi, "ompi_mpi_windows");
      const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
      const Address own_comm = mpi.new_communicator("DUP", 3, group, 0);
      const Address hints = infos.new_info({{"cb_nodes", "1"}}), of_shared = infos.new_info({}),
                    of_system = infos.new_info({}), of_program = infos.new_info({{"cb_nodes", "1"}});
      mpi.host.symbols["ADIOI_syshints"] = mpi.memory.allocate(8);
      mpi.memory.write_pointer(mpi.host.symbols["ADIOI_syshints"], of_system);
      const auto &l = mpi.layouts.adio_file;
      const Address type = mpi.new_datatype("", 24);
      const Address file = files.open_with_romio("data", mpi.world, 9, vector_view(100, type));
      infos.set_hints(file, {{"cb_nodes", "1"}});
      const Address record = files.record;
      mpi.set(record, l.comm, own_comm);
      mpi.set(record, l.info, hints);
      mpi.set(record, l.split_coll_count, 1);
      mpi.set(record, l.atomicity, 1);
      mpi.set(record, l.is_external32, 1);
      const Address contiguous = files.open_with_romio("other", mpi.self, 2, {.displacement = 10});
      mpi.set(files.record, l.fp_ind, 10 + 12);
      mpi.set(files.record, l.is_open, 0);
      mpi.set(files.record, l.info, of_shared);
      mpi.set(record, l.shared_fp_fd, files.record);

      const HandleSession session(mpi.host);
      const auto position = [&](std::int64_t byte) {
        mpi.set(record, l.fp_ind, static_cast<std::uint64_t>(byte));
        const File info(session, file);
        CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_POSITION) != 0);
        return std::pair(info->fi_position, info->fi_byte_offset);
      };
      using Position = std::pair<std::int64_t, std::int64_t>;
      CHECK(position(100) == Position(0, 100));
      CHECK(position(100 + 96 + 24) == Position(15, 100 + 96 + 24));
      CHECK(position(100 + 8) == Position(2, 100 + 20));  // at the end of a block: the next data is behind the gap
      CHECK(position(100 + 48) == Position(6, 100 + 48));
      const File info(session, file);
      CHECK(std::string(info->fi_layer) == "romio321");
      CHECK(std::string(info->fi_path) == "data");
      CHECK(info->fi_io_comm == own_comm.value());
      CHECK(info->fi_io_info == hints.value());
      CHECK(info->fi_descriptor == 9);
      CHECK(info->fi_displacement == 100);
      CHECK(info->fi_filetype == type.value());
      CHECK(info->fi_filetype_name == nullptr);
      CHECK(std::string(info->fi_datarep) == "external32");
      CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_ATOMIC) != 0);
      CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_SPLIT_COLLECTIVE) != 0);
      CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_SHARED_POSITION) == 0);
      const File other(session, contiguous);
      CHECK(other->fi_position == 3);
      CHECK(other->fi_byte_offset == 22);
      CHECK((other->fi_bitflags & MPIDBG_FILE_INFO_DESCRIPTOR) == 0);
      CHECK(std::string(other->fi_datarep) == "native");

      using Info = Queried<mpidbg_info_info_t, MPIDBG_KIND_INFO>;
      for (const Address internal : {hints, of_shared, of_system}) {
        CHECK((Info(session, internal)->in_bitflags & MPIDBG_INFO_INFO_INTERNAL) != 0);
      }
      CHECK((Info(session, of_program)->in_bitflags & MPIDBG_INFO_INFO_INTERNAL) == 0);
    }
  }
}

TEST_CASE_FIXTURE(OneFile, "HF8 HF9 a file that was closed is gone, or says that only the library keeps it") {
  const HandleSession session(mpi.host);
  CHECK((File(session, handle)->fi_bitflags & MPIDBG_FILE_INFO_FREED_HANDLE) == 0);
  mpi.set(handle, mpi.layouts.file.f_flags, 0x5);
  CHECK((File(session, handle)->fi_bitflags & MPIDBG_FILE_INFO_FREED_HANDLE) != 0);
  CHECK((File(session, handle)->fi_bitflags & MPIDBG_FILE_INFO_FREED_OBJECT) == 0);
  const Address keeps = mpi.memory.allocate(1);
  mpi.host.symbols["ompi_debug_no_free_handles"] = keeps;
  mpi.memory.write(keeps, "\1", 1);
  CHECK((File(session, handle)->fi_bitflags & MPIDBG_FILE_INFO_FREED_OBJECT) != 0);
  mpi.set(handle, mpi.layouts.object.obj_reference_count, 2);
  CHECK((File(session, handle)->fi_bitflags & MPIDBG_FILE_INFO_FREED_OBJECT) == 0);
  mpi.set(handle, mpi.layouts.object.obj_reference_count, 1);
  mpi.set(handle, mpi.layouts.file.f_flags, 0x4);
  CHECK((File(session, handle)->fi_bitflags & MPIDBG_FILE_INFO_FREED_OBJECT) == 0);
  files.table.remove(1);
  CHECK(session.query(MPIDBG_KIND_FILE, handle.value()) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("HC3 a file is counted once among the references to its communicator") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeFiles files(mpi);
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  const Address first = mpi.new_communicator("first", 3, group, 0),
                second = mpi.new_communicator("second", 4, group, 0);
  std::uint32_t number = 5;
  for (const Address communicator : {first, second}) {
    files.open_with_ompio("data", communicator, 9, {});
    mpi.set(files.record, mpi.layouts.ompio_file.f_comm, mpi.new_communicator("duplicate", number++, group, 0));
    mpi.set(communicator, mpi.layouts.object.obj_reference_count, 2);  // the program's and the file's
  }
  const HandleSession session(mpi.host);
  mpidbg_set_held(session.process(), 1);
  const auto is_freed = [&](Address communicator) {
    const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> info(session, communicator);
    return (info->comm_bitflags & MPIDBG_COMM_INFO_FREED_HANDLE) != 0;
  };
  for (const Address communicator : {first, second, first}) CHECK_FALSE(is_freed(communicator));
  mpi.set(first, mpi.layouts.object.obj_reference_count, 1);
  mpidbg_set_held(session.process(), 0);
  CHECK(is_freed(first));
}

TEST_CASE_FIXTURE(OneFile, "HF10 requests of a file are known where all requests are, and said not to be elsewhere") {
  const HandleSession session(mpi.host);
  const bool visible = std::string(mpidbg_kind_problem(session.process(), MPIDBG_KIND_REQUEST)).empty();
  const File info(session, handle);
  CHECK(((info->fi_bitflags & MPIDBG_FILE_INFO_REQUESTS) != 0) == visible);
  CHECK(((mpidbg_capabilities(session.process(), MPIDBG_KIND_FILE) & MPIDBG_FILE_CAP_REQUEST_LIST) != 0) == visible);
  CHECK(info->fi_num_pending_requests == 0);
}

TEST_CASE_FIXTURE(OneFile, "HE10 an error handler is used by its files") {
  FakeErrhandlers errhandlers(mpi);
  const Address own = errhandlers.add(3, 0, Address(0x1234));
  mpi.set(handle, mpi.layouts.file.error_handler, own);
  const fakes::FakeTable windows(mpi, "ompi_mpi_windows");
  const HandleSession session(mpi.host);
  const Queried<mpidbg_errhandler_info_t, MPIDBG_KIND_ERRHANDLER> info(session, own);
  bool found = false;
  for (int i = 0; i < info->eh_num_handles; ++i) {
    found |= info->eh_users[i].kind == MPIDBG_KIND_FILE && info->eh_users[i].handle == handle.value();
  }
  CHECK(found);
}

TEST_CASE_FIXTURE(OneFile, "Z11 a layer whose record cannot be read hides nothing else of the file, and says why") {
  const Address unknown = files.open_with("fast_io", "data", mpi.world, 9);
  const Address nameless = files.open_with("", "data", mpi.world, 9);
  const HandleSession session(mpi.host);
  const auto problem = [&](Address file) {
    const File info(session, file);
    CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_VIEW) == 0);
    CHECK(info->fi_path == nullptr);
    CHECK(std::string(info->fi_filename) == "data");
    return std::string(info->fi_problem);
  };
  CHECK(problem(unknown) == "the layer fast_io is not read");
  CHECK(problem(nameless) == "cannot determine the input/output layer");
  mpi.set(handle, mpi.layouts.file.f_io_selected_data, Address(0x8));
  CHECK(problem(handle).find("cannot read ompio_file_t at 0x") == 0);
  mpi.set(handle, mpi.layouts.file.f_io_selected_data, files.record);
  mpi.set(files.record, mpi.layouts.ompio_file.f_fh, mpi.world);
  CHECK(problem(handle).find("does not belong to the file at") != std::string::npos);
  const Address romio = files.open_with_romio("data", mpi.world, 9, vector_view(0));
  mpi.set(files.record, mpi.layouts.adio_file.cookie, 2487377);
  CHECK(problem(romio).find("there is no ADIOI_FileD at") == 0);
}

TEST_CASE_FIXTURE(OneFile, "Z7 a file without a path, which none is, has no view") {
  mpi.memory.write_integer(Address(mpi.get(files.record, mpi.layouts.ompio_file.f_fullfilename)), 0, 1);
  const HandleSession session(mpi.host);
  const File info(session, handle);
  REQUIRE(info->fi_problem != nullptr);
  CHECK(contains(info->fi_problem, "ompio_file_t.f_fullfilename of the file at "));
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_VIEW) == 0);
}

TEST_CASE_FIXTURE(OneFile, "Z7 numbers of a file's view that lie leave the position open, and nothing crashes") {
  const auto &l = mpi.layouts.ompio_view;
  const HandleSession session(mpi.host);
  SUBCASE("an extent below 0") {
    mpi.set(files.record, l.f_view_extent, ~std::uint64_t{0});
  }
  SUBCASE("a difference beyond 63 bits") {
    mpi.set(files.record, l.f_disp, std::uint64_t{1} << 63);
    mpi.set(files.record, l.f_offset, ~std::uint64_t{0} >> 1);
  }
  SUBCASE("a size beyond 63 bits") {
    mpi.set(files.record, l.f_view_size, ~std::uint64_t{0});
    mpi.set(files.record, l.f_offset, std::uint64_t{1} << 62);
  }
  const File info(session, handle);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_VIEW) != 0);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_POSITION) == 0);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_BYTE_OFFSET) == 0);
}

TEST_CASE_FIXTURE(OneFile, "Z7 blocks of a file type that lie leave the byte open") {
  const auto &l = mpi.layouts.ompio_view;
  const HandleSession session(mpi.host);
  SUBCASE("too many") {
    mpi.set(files.record, l.f_iov_count, 0xffffffff);
  }
  SUBCASE("nowhere") {
    mpi.set(files.record, l.f_decoded_iov, Address(0x8));
  }
  const File info(session, handle);
  CHECK(info->fi_position == 0);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_POSITION) != 0);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_BYTE_OFFSET) == 0);
}

TEST_CASE_FIXTURE(OneFile, "Z7 a list of ROMIO's file types that loops leaves the position open") {
  const Address romio = files.open_with_romio("data", mpi.world, 9, vector_view(0, mpi.new_datatype("", 24)));
  const Address node(mpi.memory.read_integer(mpi.host.symbols["ADIOI_Flatlist"], 8));
  mpi.set(node, mpi.layouts.adio_flat_type.type, Address(0x10));
  mpi.set(node, *mpi.layouts.adio_flat_type.next.present, node);
  const HandleSession session(mpi.host);
  const File info(session, romio);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_VIEW) != 0);
  CHECK((info->fi_bitflags & MPIDBG_FILE_INFO_POSITION) == 0);
}

TEST_CASE_FIXTURE(OneFile, "Z7 handles of other kinds, beside the file, and null are not found") {
  const HandleSession session(mpi.host);
  for (const Address wrong : {mpi.world, Address(), handle + 8, files.record}) {
    CHECK(session.query(MPIDBG_KIND_FILE, wrong.value()) == MPIDBG_ERR_NOT_FOUND);
  }
  CHECK(session.detail() == "0x" + [&] {
    char text[32];
    std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(files.record.value()));
    return std::string(text);
  }() + " is not a live file");
}

TEST_CASE_FIXTURE(OneFile, "Z2 nothing of a file stays allocated when the debugger's memory runs out") {
  FakeInfos infos(mpi);
  infos.set_hints(handle, {{"a", "1"}, {"_OMPI_IN_b", "2"}});
  const HandleSession session(mpi.host);
  long successes = 0;
  for (;; ++successes) {
    FakeHost::fail_allocations_after(successes);
    const int code = session.query(MPIDBG_KIND_FILE, handle.value());
    FakeHost::fail_allocations_after(-1);
    CHECK(FakeHost::live_allocations() == 0);
    if (code == MPIDBG_SUCCESS) break;
    CHECK(code == MPIDBG_ERR_NO_MEM);
    REQUIRE(successes < 100);
  }
  CHECK(successes >= 12);
}
